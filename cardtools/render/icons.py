"""Icons: SVG files of filled shapes, as contours in a box of 1 x 1.

Read are paths, rectangles, circles, ellipses, polygons and groups of them, with transforms. An icon has the
one colour that a face gives it, so its own colours are ignored. Shapes that overlap are united. What is a
hole in a shape its `fill-rule` says, which by default is `nonzero`; with `evenodd`, outlines inside one
another are holes in turn, and outlines that cross are filled. Everything else is refused: lines, texts,
pictures, gradients, clips, scripts, and references to anything else.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.parsers import expat

from cardtools.errors import InputError, bad_input
from cardtools.files import read_text, shown
from cardtools.limits import limits, raise_hint
from cardtools.render.outlines import nested, turned
from cardtools.render.scene import Contour, Segment
from cardtools.render.svgshapes import SHAPES, length, path_data, read_transform, with_style

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform

_SVG = "http://www.w3.org/2000/svg"
_HINT = 'an icon is <svg viewBox="0 0 W H"> with filled shapes in it'
_PLAIN = "draw it again, and save it as plain SVG with pixels as its unit"
_SIMPLER = "simplify it (Inkscape: Path, Simplify)"
_MOST_NESTED = 1_000_000  # outlines times segments, which are compared
_UNSEEN = ("title", "desc", "metadata")
_HELP = {
    "text": "make paths of it (Inkscape: Path, Object to Path)",
    "image": "trace it (Inkscape: Path, Trace Bitmap)",
    "use": "make a copy of it (Inkscape: Edit, Clone, Unlink Clone)",
    "line": "make an area of it (Inkscape: Path, Stroke to Path)",
    "stroke": "make an area of it (Inkscape: Path, Stroke to Path)",
    "style": "write fill and stroke at each shape",
    "linearGradient": "an icon has one colour, which the face gives it",
    "radialGradient": "an icon has one colour, which the face gives it",
    "script": "remove it",
}
_LONG_NAMESPACE = re.compile(r"""\sxmlns(?::[^\s=<>]*+)?+\s*+=\s*+(?:"[^"]{200}|'[^']{200})""")
_INHERITED = ("fill", "stroke", "stroke-width", "fill-rule", "visibility")


def read_icon(path: Path) -> tuple[tuple[Contour, ...], float]:
    """The contours of an SVG icon and its width divided by its height.

    Raises InputError with file and line for anything that is not described above.
    """
    return _read(read_text(path), shown(path))


@lru_cache(maxsize=1024)  # the faces of a game share icons, and `watch` loads them again and again
def _read(text: str, path: str) -> tuple[tuple[Contour, ...], float]:
    if len(text) > (most := limits().icon_characters):
        message = f"has {len(text):,} characters, more than {most:,}"
        hint = f"simplify it (Inkscape: Path, Simplify), or {raise_hint('icon_characters')}"
        raise bad_input(path, message, hint)
    if found := _LONG_NAMESPACE.search(text):  # expat repeats it for each name
        raise bad_input(
            path,
            "has a namespace of more than 200 characters",
            _PLAIN,
            text.count("\n", 0, found.start()) + 1,
        )
    return _SvgReader(path).read(text)


class _SvgReader:
    """One file under way: `open` has, of each element that is not closed, its transform and what it hands
    down; `unseen` counts the open elements that are not drawn."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.parser = expat.ParserCreate(namespace_separator="}")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.ProcessingInstructionHandler = self.instruction
        self.open: list[tuple[Transform, dict[str, str]]] = []
        self.unseen = 0
        self.ratio = 0.0
        self.contours: list[Contour] = []
        self.segments = 0

    def wrong(self, message: str, hint: str = _HINT) -> InputError:
        parser = self.parser
        return bad_input(self.path, message, hint, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def read(self, text: str) -> tuple[tuple[Contour, ...], float]:
        try:
            self.parser.Parse(text, True)
        except expat.ExpatError as error:
            message = f"is not well-formed SVG: {expat.ErrorString(error.code)}"
            raise bad_input(self.path, message, "", error.lineno, error.offset + 1) from None
        if not self.contours:
            raise bad_input(self.path, "has no filled shape", _HINT)
        return tuple(self.contours), self.ratio

    def doctype(self, *declared: Any) -> None:
        # Its entities could grow without end, or name other files.
        raise self.wrong("has a DOCTYPE, which an icon does not need", "remove <!DOCTYPE ...>")

    def instruction(self, target: str, data: str) -> None:
        raise self.wrong(f"has an instruction <?{target} ...?>", "remove it")

    def start(self, tag: str, given: dict[str, str]) -> None:
        space, _, kind = tag.rpartition("}")
        if self.unseen or kind in _UNSEEN or space not in ("", _SVG):
            self.unseen += 1  # notes of people and of programs
            return
        attributes = with_style(given)
        if not self.open:
            self.open.append((self.view(kind, attributes), {}))
        elif kind not in ("g", "defs", *SHAPES) or (self.open[-1][1].get("defs")):
            raise self.wrong(f"has a <{kind}>", _HELP.get(kind, _HINT))
        outer, handed_down = self.open[-1]
        known = {**handed_down, **attributes}
        self.check(attributes, known, kind)
        if attributes.get("display") == "none":
            self.unseen += 1
            return
        try:
            inner = read_transform(attributes.get("transform", ""), outer)
            data = path_data(kind, attributes) if kind in SHAPES else ""
        except (ValueError, ArithmeticError) as error:
            raise self.wrong(f"has a <{kind}> that cannot be read: {error}", _PLAIN) from None
        passed_on = {name: known[name] for name in _INHERITED if name in known}
        self.open.append((inner, passed_on | ({"defs": "yes"} if kind == "defs" else {})))
        if data and known.get("fill") not in ("none", "transparent") and known.get("visibility") != "hidden":
            self.draw(data, inner, known.get("fill-rule") == "evenodd")

    def end(self, tag: str) -> None:
        if self.unseen:
            self.unseen -= 1
        else:
            self.open.pop()

    def view(self, kind: str, attributes: dict[str, str]) -> Transform:
        """What makes a box of 1 x 1 of the viewBox."""
        from fontTools.misc.transform import Transform

        if kind != "svg":
            raise self.wrong(f"is <{kind}>, not <svg>")
        box = attributes.get("viewBox") or f"0 0 {attributes.get('width')} {attributes.get('height')}"
        try:
            left, top, width, height = map(length, box.replace(",", " ").split())
        except ValueError:
            raise self.wrong("has no viewBox with four numbers") from None
        if width <= 0 or height <= 0:
            raise self.wrong("has an empty viewBox")
        self.ratio = width / height
        return Transform().scale(1 / width, 1 / height).translate(-left, -top)

    def check(self, attributes: dict[str, str], known: dict[str, str], kind: str) -> None:
        """Raise InputError for attributes that an icon cannot have."""
        for name, value in attributes.items():
            if name.startswith("on"):
                raise self.wrong(f"has a script ({name})", "remove it")
            if name in ("href", "src"):
                raise self.wrong(f"refers to something else ({name})", "remove it, or put what it names here")
            if name in ("clip-path", "mask", "filter") and value != "none":
                raise self.wrong(f"has a {name}", "an icon is its shapes alone")
            if name in ("opacity", "fill-opacity") and value not in ("1", "1.0", "100%"):
                raise self.wrong(f"is partly transparent ({name})", "the face says how opaque an icon is")
            if "url(" in value:
                raise self.wrong(f"refers to something else ({name})", _HELP["linearGradient"])
        lines = known.get("stroke", "none") != "none" and known.get("stroke-width") not in ("0", "0px")
        if kind in SHAPES and lines:
            raise self.wrong(f"has a <{kind}> with a line around it (stroke)", _HELP["stroke"])

    def draw(self, data: str, transform: Transform, even_odd: bool) -> None:
        """Add the contours of path data, turned so that the nonzero rule over the whole icon fills it."""
        from fontTools.pens.transformPen import TransformPen
        from fontTools.svgLib.path import parse_path

        pen = _contour_pen()
        try:
            parse_path(data, TransformPen(pen, transform))
        except (ValueError, LookupError, TypeError, StopIteration, ArithmeticError, AssertionError) as error:
            message = f"has path data that cannot be read: {str(error)[:80]}"
            raise self.wrong(message, _PLAIN) from None
        self.segments += sum(map(len, pen.contours))
        if self.segments > (most := limits().icon_segments):
            hint = f"{_SIMPLER}, or {raise_hint('icon_segments')}"
            raise self.wrong(f"has more than {most:,} lines and curves", hint)
        numbers = [number for contour in pen.contours for segment in contour for number in segment[1:]]
        if not all(-1 <= number <= 2 for number in numbers):
            raise self.wrong("has a shape that reaches far out of the viewBox", "keep the shapes inside it")
        contours = [tuple(one) for one in pen.contours if len(one) > 1]  # a point has no area
        if even_odd and len(contours) * self.segments > _MOST_NESTED:
            raise self.wrong('has too many outlines in a shape of fill-rule="evenodd"', _SIMPLER)
        self.contours += nested(contours) if even_odd else turned(contours)


def _contour_pen() -> Any:
    """A pen of fontTools that collects `contours`."""
    from fontTools.pens.basePen import BasePen

    class ContourPen(BasePen):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.contours: list[list[Segment]] = []

        def add(self, kind: str, *points: tuple[float, float]) -> None:
            self.contours[-1].append((kind, *(round(value, 5) for point in points for value in point)))

        def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
            self.contours.append([])
            self.add("M", point)

        def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
            self.add("L", point)

        def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
            self.add("C", *points)

    return ContourPen()
