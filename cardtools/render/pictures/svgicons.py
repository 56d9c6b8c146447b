"""Reading icons: SVG files of shapes, lines and groups, and pictures (PNG). A face gives an icon one colour,
in which overlapping shapes become one, or it keeps its own. The `fill-rule` says which outlines are holes;
with `evenodd`, outlines that cross are filled. Pictures, patterns, clips, scripts and references to anything
but gradients are refused; texts, and what else is not drawn, are reported, see `svgshapes`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.ground.colours import read_colour
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.io.files import read_text, shown
from cardtools.ground.io.guarded_xml import parse_xml, xml_parser
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import suggest
from cardtools.render.pictures import svgshapes as svg
from cardtools.render.pictures.icons import Icon, IconPart, trimmed
from cardtools.render.scene.scene import Contour, Fill, Stroke
from cardtools.render.scene.shapes import ContourPen, nested, turned

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform

_SVG = "http://www.w3.org/2000/svg"
_HINT = 'an icon is <svg viewBox="0 0 W H"> with filled shapes in it'
_PLAIN = "draw it again, and save it as plain SVG with pixels as its unit"
_SIMPLER = "simplify it (Inkscape: Path, Simplify)"
_MOST_NESTED = 1_000_000  # outlines times segments, which are compared
_UNSEEN = ("title", "desc", "metadata")
_HELP = {
    "image": "trace it (Inkscape: Path, Trace Bitmap)",
    "use": "make a copy of it (Inkscape: Edit, Clone, Unlink Clone)",
    "style": "write fill and stroke at each shape",
    "pattern": "give each shape a colour or a gradient",
    "script": "remove it",
}
_LONG_NAMESPACE = re.compile(r"""\sxmlns(?::[^\s=<>]*+)?+\s*+=\s*+(?:"[^"]{200}|'[^']{200})""")
_INHERITED = (
    "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "fill-rule",
    "visibility", "color", "paint-order", "stroke-dasharray"
)  # fmt: skip
_FINEST = 0.002  # dashes and gaps, of the width of an icon: finer ones look like a line
_LONGEST = 60  # characters of what is not drawn
_ONE_COLOUR = "give it one colour, or a gradient of this file from side to side or around its middle"
_OPACITIES = ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity")


def read_svg(path: Path, part: str = "") -> Icon:
    """The icon of an SVG file: all of it, or the element with the id `part` and what is in it, without
    the room around it. Raises InputError with file and line.
    """
    return _read(read_text(path), shown(path), part)


@lru_cache(maxsize=1024)  # the faces of a game share icons, and `studio` loads them again and again
def _read(text: str, path: str, part: str = "") -> Icon:
    if len(text) > (most := limits().icon_characters):
        hint = f"simplify it (Inkscape: Path, Simplify), or {raise_hint('icon_characters')}"
        raise bad_input(path, f"has {len(text):,} characters, more than {most:,}", hint)
    if found := _LONG_NAMESPACE.search(text):  # expat repeats it for each name
        line = text.count("\n", 0, found.start()) + 1
        raise bad_input(path, "has a namespace of more than 200 characters", _PLAIN, line)
    return _SvgReader(path, part).read(text)


class _SvgReader:
    """One file; `open` has the transform and the inherited attributes of each open element."""

    def __init__(self, path: str, part: str) -> None:
        self.path, self.part = path, part
        self.ids: list[str] = []
        self.parser = xml_parser(self.start, self.end, separator="}")
        self.parser.ProcessingInstructionHandler = self.instruction
        self.open: list[tuple[Transform, dict[str, str]]] = []
        self.unseen = 0
        self.ratio = 0.0
        self.contours: list[Contour] = []
        self.parts: list[IconPart] = []
        self.segments = 0
        self.size = (1.0, 1.0)
        self.gradients: dict[str, svg.SvgGradient] = {}
        self.gradient: svg.SvgGradient | None = None  # the open one
        self.waiting: list[tuple[int, tuple[int, int], Callable[[], Fill | None]]] = []  # parts for gradients
        self.undrawn: dict[str, tuple[int, int]] = {}  # by what it is, its first place

    def place(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1

    def wrong(self, message: str, hint: str = _HINT) -> InputError:
        return bad_input(self.path, message, hint, *self.place())

    def read(self, text: str) -> Icon:
        parse_xml(self.parser, text, self.path, "SVG")
        if not self.parts and self.part:
            message = f"has no shape or line with the id {self.part[:40]!r}"
            raise bad_input(self.path, message, suggest(self.part, self.ids, "ids"))
        if not self.parts:
            raise bad_input(self.path, "has no shape or line that is seen", _HINT)
        for number, place, fill in self.waiting:  # a gradient may stand after the shapes that have it
            try:
                self.parts[number] = self.parts[number]._replace(fill=fill())
            except (ValueError, ArithmeticError) as error:
                raise bad_input(self.path, f"has {error}", _ONE_COLOUR, *place) from None
        undrawn = tuple((what, *place) for what, place in self.undrawn.items())
        whole = Icon(tuple(self.contours), self.ratio, tuple(self.parts), undrawn=undrawn)
        return trimmed(whole) if self.part else whole

    def instruction(self, target: str, data: str) -> None:
        raise self.wrong(f"has an instruction <?{target} ...?>", "remove it")

    def start(self, tag: str, given: dict[str, str]) -> None:
        space, _, kind = tag.rpartition("}")
        if self.unseen or kind in _UNSEEN or space not in ("", _SVG):
            self.unseen += 1  # notes of people and of programs
            return
        attributes = svg.with_style(given)
        for name in _INHERITED:
            if attributes.get(name) in ("inherit", "unset"):
                del attributes[name]
        for what in svg.undrawn(attributes):
            short = what if len(what) <= _LONGEST else f"{what[: _LONGEST - 1]}…"
            self.undrawn.setdefault(short, self.place())
        if not self.open:
            self.open.append((self.view(kind, attributes), {}))
        elif kind in svg.GRADIENTS or (kind == "stop" and self.gradient):
            self.read_gradient(kind, attributes)
            return
        elif kind == "text":
            self.undrawn.setdefault("<text>", self.place())
            self.unseen += 1
            return
        elif kind not in ("g", "defs", *svg.SHAPES) or self.open[-1][1].get("defs") or self.gradient:
            raise self.wrong(f"has a <{kind}>", _HELP.get(kind, _HINT))
        outer, handed_down = self.open[-1]
        known = {**handed_down, **attributes}
        self.check(attributes)
        if attributes.get("display") == "none":
            self.unseen += 1
            return
        is_wanted = "part" in handed_down or self.part in ("", attributes.get("id"))
        try:
            inner = svg.read_transform(attributes.get("transform", ""), outer)
            data = svg.path_data(kind, attributes) if kind in svg.SHAPES and is_wanted else ""
        except (ValueError, ArithmeticError) as error:
            raise self.wrong(f"has a <{kind}> that cannot be read: {error}", _PLAIN) from None
        self.ids += filter(None, [attributes.get("id")])
        passed_on = {name: known[name] for name in _INHERITED if name in known}
        if is_wanted:
            passed_on["part"] = "yes"
        self.open.append((inner, passed_on | ({"defs": "yes"} if kind == "defs" else {})))
        if data and known.get("visibility") not in ("hidden", "collapse"):
            self.draw(data, inner, known, kind)

    def end(self, tag: str) -> None:
        if self.unseen:
            self.unseen -= 1
        else:
            self.open.pop()
            self.gradient = None if tag.rpartition("}")[2] in svg.GRADIENTS else self.gradient

    def read_gradient(self, kind: str, attributes: dict[str, str]) -> None:
        """A gradient, or a stop of the open one."""
        self.open.append(self.open[-1])
        base = attributes.get("href", "").strip()
        if base and not (kind in svg.GRADIENTS and base.startswith("#")):
            raise self.wrong("refers to something else (href)", "remove it, or put what it names here")
        self.check({name: value for name, value in attributes.items() if name != "href"})
        try:
            if kind in svg.GRADIENTS:
                self.gradient = svg.SvgGradient(kind, attributes)
                self.gradients[attributes.get("id", "")] = self.gradient
            elif self.gradient:
                colour = self.colour(attributes.get("stop-color", "#000000"), attributes)
                if not colour:
                    raise ValueError("a transparent colour")
                self.gradient.stop(attributes.get("offset", "0"), colour)
        except ValueError as error:
            raise self.wrong(f"has a <{kind}> that cannot be read: {error}", _PLAIN) from None

    def view(self, kind: str, attributes: dict[str, str]) -> Transform:
        """The transformation of the viewBox into a box of 1 x 1."""
        from fontTools.misc.transform import Transform

        if kind != "svg":
            raise self.wrong(f"is <{kind}>, not <svg>")
        box = attributes.get("viewBox") or f"0 0 {attributes.get('width')} {attributes.get('height')}"
        try:
            left, top, width, height = map(svg.length, box.replace(",", " ").split())
        except ValueError:
            raise self.wrong("has no viewBox with four numbers") from None
        if width <= 0 or height <= 0:
            raise self.wrong("has an empty viewBox")
        self.ratio, self.size = width / height, (width, height)
        return Transform().scale(1 / width, 1 / height).translate(-left, -top)

    def check(self, attributes: dict[str, str]) -> None:
        for name, value in attributes.items():
            if name.startswith("on"):
                raise self.wrong(f"has a script ({name})", "remove it")
            if name in ("href", "src"):
                raise self.wrong(f"refers to something else ({name})", "remove it, or put what it names here")
            if name in ("clip-path", "mask", "filter") and value != "none":
                raise self.wrong(f"has a {name}", "an icon is its shapes alone")
            if name in _OPACITIES and value not in ("1", "1.0", "100%"):
                raise self.wrong(f"is partly transparent ({name})", "the face says how opaque an icon is")
            if "url(" in value and not (name == "fill" and svg.reference(value)):
                raise self.wrong(f"refers to something else ({name})", _ONE_COLOUR)

    def draw(self, data: str, transform: Transform, known: dict[str, str], kind: str) -> None:
        """Add the contours of path data: the areas, turned so that the nonzero rule fills them, and lines."""
        from fontTools.pens.boundsPen import BoundsPen
        from fontTools.svgLib.path import parse_path

        try:
            pen = svg.read_path(data, transform)
        except ValueError as error:
            raise self.wrong(f"has path data that cannot be read: {str(error)[:80]}", _PLAIN) from None
        self.segments += sum(map(len, pen.contours))
        if self.segments > (most := limits().icon_segments):
            hint = f"{_SIMPLER}, or {raise_hint('icon_segments')}"
            raise self.wrong(f"has more than {most:,} lines and curves", hint)
        if not svg.is_near(pen):
            raise self.wrong("has a shape that reaches far out of the viewBox", "keep the shapes inside it")
        drawn = [tuple(one) for one in pen.contours if len(one) > 1]  # a point has no area
        gradient = svg.reference(known.get("fill", ""))
        fill = "" if gradient else self.colour(known.get("fill", "#000000"), known)
        lines = self.lines(pen, transform, known, kind)
        areas = tuple(one for one in drawn if len(one) > 2 or one[-1][0] == "C")
        if areas and (fill or gradient):
            even_odd = known.get("fill-rule") == "evenodd"
            if even_odd and len(areas) * self.segments > _MOST_NESTED:
                raise self.wrong('has too many outlines in a shape of fill-rule="evenodd"', _SIMPLER)
            filled = tuple(nested(areas) if even_odd else turned(areas))
            self.contours += filled
            if svg.strokes_first(known.get("paint-order", "")):
                self.parts += lines
                lines = []
            if gradient:
                bounds = BoundsPen(None)
                parse_path(data, bounds)
                box = bounds.bounds or (0.0, 0.0, 0.0, 0.0)
                make = partial(svg.gradient_fill, gradient, self.gradients, transform, box, self.size)
                self.waiting.append((len(self.parts), self.place(), make))
            self.parts.append(IconPart(filled, Fill((fill,)) if fill else None))
        self.parts += lines

    def lines(self, pen: ContourPen, by: Transform, known: dict[str, str], kind: str) -> list[IconPart]:
        """The lines of a shape: those that are closed, those that are open."""
        line = self.colour(known.get("stroke", "none"), known)
        try:
            width = svg.length(known.get("stroke-width", "1"))
            miter = svg.length(known.get("stroke-miterlimit", "4"))
            dashes = svg.read_dashes(known.get("stroke-dasharray", "none"))
        except ValueError:
            message = f"has a <{kind}> with an invalid stroke-width, stroke-miterlimit or stroke-dasharray"
            raise self.wrong(message, _PLAIN) from None
        if not line or width <= 0:
            return []
        # What the transform makes of a length in the mean; the icon is `ratio` times as wide as high.
        xx, xy, yx, yy = by[:4]
        scale = math.sqrt(abs(xx * yy - xy * yx) / self.ratio)
        share = width * scale
        if not share <= 2:
            raise self.wrong(f"has a <{kind}> with a line that is wider than the icon", _PLAIN)
        cap, join = known.get("stroke-linecap", "butt"), known.get("stroke-linejoin", "miter")
        look = svg.CAPS.get(cap, 0), svg.JOINS.get(join, 0), max(1.0, miter)
        stroke = Stroke(line, share, 1.0, *look, tuple(length * scale for length in dashes))
        stroke = stroke if sum(stroke.dashes) > _FINEST else replace(stroke, dashes=())
        parts: dict[bool, list[Contour]] = {False: [], True: []}
        for one, closed in zip(pen.contours, pen.closed, strict=True):
            if len(one) > 1:
                parts[not closed].append(tuple(one))
        return [IconPart(tuple(some), None, stroke, is_open) for is_open, some in parts.items() if some]

    def colour(self, value: str, known: dict[str, str]) -> str:
        """A colour of CSS as `#rrggbb`; empty for none."""
        value = value.strip()
        value = known.get("color", "#000000") if value == "currentColor" else value
        if value in ("none", "transparent"):
            return ""
        value = "#000000" if value == "currentColor" else value
        if len(plain := read_colour(value)) == 7:
            return plain
        from PIL.ImageColor import getrgb  # which reads `rgb(...)` too, but takes a moment to import

        try:
            red, green, blue, *alpha = getrgb(value)
        except ValueError:
            raise self.wrong(f"has an invalid colour {value[:40]!r}", "like #1a2b3c") from None
        if alpha and alpha[0] < 255:
            raise self.wrong(f"has a partly transparent colour {value[:40]}", "make it opaque")
        return f"#{red:02x}{green:02x}{blue:02x}"
