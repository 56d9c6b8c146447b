"""Font files, read by HarfBuzz: TrueType, OpenType, variable fonts. No font of the system is used."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Mapping
from functools import cache, cached_property, lru_cache, partial
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cardtools.ground.errors import bad_input
from cardtools.ground.frozen_record import Record, field
from cardtools.ground.io.files import digest, read_bytes, shown
from cardtools.render.scene.scene import Contour, Point
from cardtools.render.scene.shapes import ContourPen
from cardtools.render.text.colour_glyphs import AS_SVG, ColourGlyph, ColourGlyphs

if TYPE_CHECKING:
    import uharfbuzz

_CONVERT = "use the .ttf or .otf of this font"
_AGAIN = "get the file again from where the font came from"
_OTHER_FILES = {
    b"wOFF": "a font for web pages (WOFF)",
    b"wOF2": "a font for web pages (WOFF2)",
    b"ttcf": "a collection of several fonts",
}
_OUTLINES, _PICTURES = {b"glyf", b"CFF ", b"CFF2"}, {b"CBDT", b"CBLC"}
_KINDS = (b"\0\1\0\0", b"OTTO", b"true")
_TABLES = ("cmap", "head", "hhea", "hmtx", "maxp", "name")
_PDF_NAME = re.compile(r"((?![\[\](){}<>/%])[!-~])+")
BLANK = "blank"  # the fault of a glyph without ink
EMPTY = -1  # a glyph without ink that every font has
MISSING = 0.6  # em: the width of the box that stands for a character that no font has

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _kept(method: _Method) -> _Method:
    """A method of a font that keeps all that it found, as long as the font is there."""
    return cached_property(lambda font: cache(partial(method, font)))  # type: ignore[return-value]


class GlyphOutline(Record):
    """A glyph as TrueType has it: its record, the box of its ink (None: no ink), its size."""

    data: bytes
    box: tuple[int, int, int, int] | None
    advance: int
    points: int
    contours: int


class Font(Record, eq=False):
    """A font at one place of its axes: its PostScript name, its heights in font units, its file (`path`) as
    shown in messages, its glyphs in colours (None: it has none).
    """

    name: str
    units: int
    ascent: int
    descent: int
    cap_height: int
    harfbuzz: uharfbuzz.Font
    digest: str = ""
    path: str = ""
    colours: ColourGlyphs | None = None
    sound: set[int] = field(default_factory=set)  # the glyphs that are known to have no fault

    @cached_property
    def features(self) -> frozenset[str]:
        """The OpenType features that change glyphs, such as `smcp`."""
        return frozenset(self.harfbuzz.face.get_language_feature_tags("GSUB"))

    @_kept
    def has(self, character: str) -> bool:
        """Whether the font has a glyph for the character."""
        return bool(self.harfbuzz.get_nominal_glyph(ord(character)))

    @_kept
    def advance(self, glyph: int) -> int:
        """The advance of a glyph."""
        if glyph <= 0:
            return 0 if glyph == EMPTY else round(MISSING * self.units)
        return int(self.harfbuzz.get_glyph_h_advance(glyph))

    def in_colours(self, glyph: int) -> ColourGlyph | None:
        """A glyph that is drawn in colours of its own. Raises InputError if it is too much to draw."""
        found = self.colours[glyph] if self.colours else None
        return found if found and found.box else None

    @_kept
    def fault(self, glyph: int) -> str:
        """Why nothing is seen of a glyph, or not its colours: "blank", "only as SVG, ..."; "" if it is."""
        coloured = self.colours[glyph] if self.colours else None
        if coloured and coloured.fault:
            return coloured.fault
        if not self.has_ink(glyph):
            return BLANK
        self.sound.add(glyph)
        return ""

    def has_ink(self, glyph: int) -> bool:
        """Whether anything of a glyph is seen. Raises InputError as `outline`."""
        if self.in_colours(glyph) or not glyph:
            return True
        box = self.outline(glyph, 0).box
        return box is not None and box[0] < box[2] and box[1] < box[3]

    @_kept
    def outline(self, glyph: int, rise: int) -> GlyphOutline:
        """A glyph's outline, moved up by `rise`: a box for glyph 0, a missing character; only the corners of
        its box for a glyph in colours. Raises InputError if it is damaged, or as `in_colours`.
        """
        pen = _Pen(self.units / 1000)
        if (coloured := self.in_colours(glyph)) and coloured.box:  # PDFium finds no text that is nowhere
            left, low, right, high = coloured.box
            corners = (math.floor(left), math.floor(low)), (math.ceil(right), math.ceil(high))
            pen.contours = [[(*corner, True)] * 2 for corner in corners]
        elif glyph > 0:
            self.harfbuzz.draw_glyph_with_pen(glyph, pen)
        elif glyph != EMPTY:
            pen.box(round(MISSING * self.units), self.cap_height)
        try:
            return pen.outline(self.advance(glyph), rise)
        except (struct.error, OverflowError, ValueError):
            raise bad_input(self.path, f"is damaged: its glyph {glyph} is too large", _AGAIN) from None

    @_kept
    def contours(self, glyph: int) -> tuple[Contour, ...]:
        """A glyph's outline, or all those of a glyph in colours, y upwards; none of a missing character."""
        if coloured := self.in_colours(glyph):
            return tuple(one for paint in coloured.paints for one in paint.shapes[-1])
        pen = ContourPen()
        if glyph > 0:
            self.harfbuzz.draw_glyph_with_pen(glyph, pen)
        return tuple(map(tuple, pen.contours))

    def at(self, axes: Mapping[str, float]) -> Font:
        """The font at this place of its axes. Raises ValueError with message and hint if there is none."""
        return _at(self, tuple(sorted(axes.items())))


class _Pen:
    """Takes an outline as HarfBuzz draws it; `error` is how far a curve may be off, in font units."""

    def __init__(self, error: float) -> None:
        self.error = error
        self.contours: list[list[tuple[float, float, bool]]] = []

    def moveTo(self, point: Point) -> None:  # noqa: N802
        self.contours.append([(*point, True)])

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self.contours[-1].append((*point, True))

    def qCurveTo(self, control: Point, point: Point) -> None:  # noqa: N802
        self.contours[-1] += [(*control, False), (*point, True)]

    def curveTo(self, one: Point, two: Point, point: Point) -> None:  # noqa: N802
        from fontTools.cu2qu.cu2qu import curve_to_quadratic

        contour = self.contours[-1]
        curve = curve_to_quadratic([contour[-1][:2], one, two, point], self.error)
        contour += [*((*control, False) for control in curve[1:-1]), (*point, True)]

    def closePath(self) -> None:  # noqa: N802
        contour = self.contours[-1]
        if len(contour) > 1 and contour[0] == contour[-1]:
            contour.pop()

    def box(self, width: int, height: int) -> None:
        """The box of a missing character."""
        edge, line = round(0.1 * width), round(0.08 * width)
        for inset, turn in ((edge, 1), (edge + line, -1)):
            left, low, right, high = inset, inset - edge, width - inset, height - inset + edge
            corners = [(left, low), (left, high), (right, high), (right, low)][::turn]
            self.contours.append([(*corner, True) for corner in corners])

    def outline(self, advance: int, rise: int) -> GlyphOutline:
        """The record of the table `glyf`, with all coordinates as 16 bits."""
        contours = [contour for contour in self.contours if len(contour) > 1]
        points = [(round(x), round(y) + rise, on) for contour in contours for x, y, on in contour]
        if not points:
            return GlyphOutline(b"", None, advance, 0, 0)
        across, down = [x for x, _, _ in points], [y for _, y, _ in points]
        box = min(across), min(down), max(across), max(down)
        ends = [last - 1 for last in accumulate(map(len, contours))]
        steps = [[b - a for a, b in zip([0, *values], values, strict=False)] for values in (across, down)]
        data = (
            struct.pack(f">5h{len(ends)}HH", len(contours), *box, *ends, 0)
            + bytes(on for _, _, on in points)
            + struct.pack(f">{2 * len(points)}h", *steps[0], *steps[1])
        )
        return GlyphOutline(data, box, advance, len(points), len(contours))


def read_font(path: Path) -> Font:
    """The font of a file. Raises InputError if the file is missing, damaged or not a font."""
    return _read(read_bytes(path, "font_bytes"), shown(path))


@lru_cache(maxsize=64)  # the faces of a game share fonts, and `studio` loads them again and again
def _read(data: bytes, path: str) -> Font:
    import uharfbuzz

    if data[:4] in _OTHER_FILES:
        raise bad_input(path, f"is {_OTHER_FILES[data[:4]]}", _CONVERT)
    tables = _tables(data)
    if data[:4] not in _KINDS or not tables:
        raise bad_input(path, "is not a font that can be read", _AGAIN)
    if not tables & _OUTLINES and b"SVG " in tables and b"CBDT" not in tables:
        raise bad_input(path, f"has its letters {AS_SVG}", "use a font of COLR or PNG letters")
    if not tables & _OUTLINES and not tables >= _PICTURES:
        raise bad_input(path, "has no outlines", _CONVERT)
    if lacking := [table for table in _TABLES if table.encode() not in tables]:
        raise bad_input(path, f"is damaged: it has no table {lacking[0]!r}", _AGAIN)
    face = uharfbuzz.Face(uharfbuzz.Blob(data))
    try:
        name = (face.get_name(uharfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or "").replace(" ", "")
    except UnicodeDecodeError:
        name = ""
    if not face.unicodes:
        raise bad_input(path, "has no Unicode characters", _CONVERT)
    if not _PDF_NAME.fullmatch(name):
        raise bad_input(path, f"has the PostScript name {name!r}, which a PDF cannot have", _CONVERT)
    return _font(uharfbuzz.Font(face), name, digest(data), path)


def _tables(data: bytes) -> set[bytes]:
    """The tags of the tables; none if one of them ends beyond the file."""
    (count,) = struct.unpack_from(">H", data.ljust(6, b"\0"), 4)
    entries = data[12 : 12 + 16 * count]
    tables = list(struct.iter_unpack(">4s4xLL", entries[: len(entries) // 16 * 16]))
    whole = all(start + size <= len(data) for _, start, size in tables)
    return {tag for tag, _, _ in tables} if whole else set()


def _font(harfbuzz: uharfbuzz.Font, name: str, digest_: str, path: str) -> Font:
    import uharfbuzz

    face, units = harfbuzz.face, harfbuzz.face.upem
    extents: Any = harfbuzz.get_font_extents("ltr")
    capital = harfbuzz.get_metric_position(uharfbuzz.OTMetricsTag.CAP_HEIGHT) or round(0.7 * units)
    sides = extents.ascender, extents.descender, capital
    ascent, descent, capital = (max(-0x8000, min(0x7FFF, side)) for side in sides)
    in_colours = face.has_color_layers or face.has_color_paint or face.has_color_png or face.has_color_svg
    colours = ColourGlyphs(harfbuzz, path) if in_colours else None
    return Font(name, units, ascent, descent, capital, harfbuzz, digest_, path, colours)


@lru_cache(maxsize=64)
def _at(font: Font, axes: tuple[tuple[str, float], ...]) -> Font:
    import uharfbuzz

    face = font.harfbuzz.face
    known = {axis.tag: axis for axis in face.axis_infos}
    for tag, value in axes:
        if tag not in known:
            have = f"it has {', '.join(known)}" if known else "it is not a variable font"
            raise ValueError(f"{font.path} has no axis {tag!r}", have)
        low, high = known[tag].min_value, known[tag].max_value
        if not low <= value <= high:
            raise ValueError(f"{tag} = {value:g} of {font.path}", f"expected {low:g} to {high:g}")
    made = uharfbuzz.Font(face)
    made.set_variations(dict(axes))
    place = "".join(f"-{tag}{value:g}" for tag, value in axes)
    return _font(made, re.sub("[^!-~]", "", font.name + place), digest(font.digest, place), font.path)
