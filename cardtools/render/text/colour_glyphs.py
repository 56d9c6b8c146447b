"""Glyphs in colours: shapes that a font paints (COLR) and pictures that it has (CBDT, sbix), as data.

HarfBuzz reads the tables; it bounds how deep and how many the paints of a glyph are, and ends cycles. What
cannot be drawn is refused by name: glyphs as SVG, gradients that go round or repeat, blended layers.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cardtools.ground.errors import Location, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.limits import limits, raise_hint
from cardtools.render.pictures.images import Art
from cardtools.render.scene.scene import UPRIGHT, Contour, Matrix, joined, moved_contour
from cardtools.render.scene.shapes import ContourPen

if TYPE_CHECKING:
    import uharfbuzz

AS_SVG = "only as SVG, which is not drawn"
_MOST_OF_ALL = 50  # as much as one glyph may have, all glyphs of a font may have together
_FAR = 100  # em: no glyph reaches as far
_OVER = 3  # HarfBuzz's number of the way in which layers just lie over one another
_SAME = 1e-4  # of a gradient: the least distance of its ends

Sides = tuple[float, float, float, float]


class Gradient(NamedTuple):
    """The ends of a gradient as PDF writes them, in font units: x, y (linear) or x, y, radius (radial) twice.

    `stops` have a place (0 to 1), a colour ("": that of the text) and an opacity; `frame` transforms it all.
    """

    ends: tuple[float, ...]
    stops: tuple[tuple[float, str, float], ...]
    frame: Matrix


class Paint(NamedTuple):
    """The area that all of these shapes share, in a colour ("": that of the text) or a gradient."""

    shapes: tuple[tuple[Contour, ...], ...]
    colour: str = ""
    opacity: float = 1.0
    gradient: Gradient | None = None


class ColourGlyph(Record):
    """A glyph in colours, in font units, y upwards: its paints, or a picture that fills its `box` (left, low,
    right, high). `size` is about how many lines and curves it takes; with a `fault`, it is not drawn.
    """

    box: Sides | None = None
    paints: tuple[Paint, ...] = ()
    picture: Art | None = None
    size: int = 0
    fault: str = ""

    @property
    def takes_colour(self) -> bool:
        """Whether it has parts in the colour of the text."""
        return not all(
            all(colour for _, colour, _ in paint.gradient.stops) if paint.gradient else paint.colour
            for paint in self.paints
        )


class ColourGlyphs(dict[int, ColourGlyph | None]):
    """The glyphs of a font file, None without colours; asking raises InputError for too much to draw."""

    def __init__(self, harfbuzz: uharfbuzz.Font, path: str) -> None:
        super().__init__({0: None, -1: None})  # the box of a missing character, and the empty glyph
        self.harfbuzz, self.path = harfbuzz, path
        self._size = self._pixels = 0

    def __missing__(self, glyph: int) -> ColourGlyph | None:
        found = self[glyph] = self._read(glyph)
        return found

    def _read(self, glyph: int) -> ColourGlyph | None:
        face, font = self.harfbuzz.face, self.harfbuzz
        if face.glyph_has_color_paint(glyph) or face.get_glyph_color_layers(glyph):
            return self._painted(glyph)
        if face.has_color_svg and (svg := face.get_glyph_color_svg(glyph)) and svg.data:
            return ColourGlyph(fault=AS_SVG)
        if face.has_color_png and (png := font.get_glyph_color_png(glyph)) and png.data:
            return self._picture(glyph, bytes(png.data))
        return None

    def _painted(self, glyph: int) -> ColourGlyph:
        import uharfbuzz

        reader = _PaintReader(self.harfbuzz)
        self.harfbuzz.paint_glyph(glyph, reader.functions(), None, 0, uharfbuzz.Color(0, 0, 0, 255))
        self._size += reader.size
        most = limits().icon_segments
        sizes = {f"its glyph {glyph} has": (reader.size, most)}
        sizes["its glyphs in colours have"] = self._size, _MOST_OF_ALL * most
        for what, (size, allowed) in sizes.items():
            if size > allowed:
                hint = f"use a font of simpler glyphs, or {raise_hint('icon_segments')}"
                raise bad_input(self.path, f"{what} more than {allowed:,} lines and curves", hint)
        found = [(paint, box) for paint in reader.paints if (box := _box(paint.shapes))]
        far = _FAR * self.harfbuzz.face.upem
        if not all(-far <= side <= far for _, box in found for side in box):
            return ColourGlyph(fault="damaged: its colours reach far out of the letter")
        if reader.fault or not found:
            return ColourGlyph(size=reader.size, fault=reader.fault)
        paints, boxes = zip(*found, strict=True)
        left, low, right, high = zip(*boxes, strict=True)
        return ColourGlyph((min(left), min(low), max(right), max(high)), paints, None, reader.size)

    def _picture(self, glyph: int, png: bytes) -> ColourGlyph:
        from PIL import Image

        from cardtools.render.pictures.art import checked_art

        name, where = f"{self.path} glyph {glyph}", Location(self.path)
        art = checked_art(png, name, where, f"glyph {glyph}", "its picture")
        self._pixels += art.width * art.height
        if self._pixels > (most := limits().art_pixels):
            message = f"the pictures of its glyphs have more than {most / 1e6:,.0f} megapixels together"
            hint = f"use a font of smaller pictures, or {raise_hint('art_pixels')}"
            raise bad_input(self.path, message, hint)
        extents = self.harfbuzz.get_glyph_extents(glyph)
        seen = not art.alpha or Image.open(io.BytesIO(art.alpha)).getbbox()
        if not seen or not extents or extents.width <= 0 or extents.height >= 0:
            return ColourGlyph()
        left, high = extents.x_bearing, extents.y_bearing
        box = left, high + extents.height, left + extents.width, high
        return ColourGlyph(box, (), art, art.width * art.height // 100)


class _PaintReader:
    """Collects what HarfBuzz paints. Nothing that it calls may raise: it could not pass it on."""

    def __init__(self, font: uharfbuzz.Font) -> None:
        self.font = font
        self.paints: list[Paint] = []
        self.size = 0
        self.most = limits().icon_segments
        self.fault = ""
        self.shapes: list[tuple[Contour, ...]] = []
        self.places: list[Matrix] = [UPRIGHT]
        self.outlines: dict[int, list[Contour]] = {}

    def functions(self) -> Any:
        import uharfbuzz

        made = uharfbuzz.PaintFuncs()
        made.set_push_transform_func(lambda *place: self.push(place[:6]))
        made.set_pop_transform_func(lambda _: self.places.pop())
        made.set_push_clip_glyph_func(lambda glyph, _: self.clip(self.outline(glyph)))
        made.set_push_clip_rectangle_func(lambda *sides: self.clip([_rectangle(*sides[:4])]))
        made.set_pop_clip_func(lambda _: self.shapes.pop())
        made.set_color_func(lambda colour, own, _: self.paint(*_ink(colour, own)))
        made.set_linear_gradient_func(lambda line, *points: self.linear(line, points[:6]))
        made.set_radial_gradient_func(lambda line, *circles: self.gradient(line, circles[:3], circles[3:6]))
        made.set_sweep_gradient_func(lambda *_: self.refuse("with a gradient that goes round"))
        made.set_push_group_func(lambda _: None)
        made.set_pop_group_func(lambda mode, _: self.refuse("with blended layers" * (int(mode) != _OVER)))
        return made

    def refuse(self, why: str) -> None:
        if why and not self.fault:
            self.fault = f"only {why}, which is not drawn"

    def push(self, place: Sequence[float]) -> None:
        self.places.append(joined(self.places[-1], tuple(place)) or UPRIGHT)  # type: ignore[arg-type]

    def outline(self, glyph: int) -> list[Contour]:
        if self.size > self.most:
            return []
        if glyph not in self.outlines:
            pen = ContourPen(digits=None)
            self.font.draw_glyph_with_pen(glyph, pen)
            self.outlines[glyph] = [tuple(contour) for contour in pen.contours if len(contour) > 1]
        return self.outlines[glyph]

    def clip(self, contours: Sequence[Contour]) -> None:
        self.size += sum(map(len, contours))
        if self.size > self.most:
            contours = ()
        elif (place := self.places[-1]) != UPRIGHT:
            contours = [moved_contour(place, contour) for contour in contours]
        self.shapes.append(tuple(contours))

    def paint(self, colour: str, opacity: float, gradient: Gradient | None = None) -> None:
        self.size += 1 + sum(len(contour) for shape in self.shapes[:-1] for contour in shape)
        if not self.shapes:
            self.refuse("without a shape")
        elif self.size <= self.most and opacity:
            self.paints.append(Paint(tuple(self.shapes), colour, opacity, gradient))

    def linear(self, line: Any, points: Sequence[float]) -> None:
        x0, y0, x1, y1, x2, y2 = points
        # The colours run at a right angle to the line from the first to the third point.
        across, down = x2 - x0, y2 - y0
        length = across * across + down * down
        share = ((x1 - x0) * across + (y1 - y0) * down) / length if length else 0.0
        end = x1 - share * across, y1 - share * down
        if math.dist(end, (x0, y0)) > _SAME:  # else, it paints nothing
            self.gradient(line, (x0, y0), end)

    def gradient(self, line: Any, start: tuple[float, ...], end: tuple[float, ...]) -> None:
        stops, frame = sorted(line.color_stops, key=lambda stop: stop.offset), self.places[-1]
        if int(line.extend):
            self.refuse("with a gradient that repeats")
            return
        if not stops or not frame[0] * frame[3] - frame[1] * frame[2]:
            return
        low, high = stops[0].offset, stops[-1].offset
        high = max(high, low + _SAME)
        sides = list(zip(start, end, strict=True))
        ends = [one + share * (two - one) for share in (low, high) for one, two in sides]
        if len(ends) == 6:
            ends[2], ends[5] = max(0.0, ends[2]), max(0.0, ends[5])
        inks = [_ink(stop.color, stop.is_foreground) for stop in stops]
        places = [(stop.offset - low) / (high - low) for stop in stops]
        found = tuple((place, *ink) for place, ink in zip(places, inks, strict=True))
        if len(set(inks)) == 1:
            self.paint(*inks[0])
        elif any(opacity for _, _, opacity in found):
            self.paint("", 1.0, Gradient(tuple(ends), found, frame))


def _ink(colour: Any, own: bool) -> tuple[str, float]:
    """A colour ("": that of the text) and its opacity."""
    return ("" if own else f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"), colour.alpha / 255


def _rectangle(left: float, low: float, right: float, high: float) -> Contour:
    return ("M", left, low), ("L", right, low), ("L", right, high), ("L", left, high)


def _box(shapes: Sequence[Sequence[Contour]]) -> Sides | None:
    """A box around what lies in all shapes; None where nothing does."""
    left, low, right, high = -math.inf, -math.inf, math.inf, math.inf
    for shape in shapes:
        numbers = [segment[1:] for contour in shape for segment in contour]
        across = [value for values in numbers for value in values[::2]]
        down = [value for values in numbers for value in values[1::2]]
        if not across:
            return None
        left, right = max(left, min(across)), min(right, max(across))  # type: ignore[assignment]
        low, high = max(low, min(down)), min(high, max(down))  # type: ignore[assignment]
    return (left, low, right, high) if left < right and low < high else None
