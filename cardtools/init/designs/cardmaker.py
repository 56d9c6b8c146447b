"""Projects of CardMaker: XML with a table and elements for each layout. Its scripts are not run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.io.guarded_xml import parse_xml, xml_parser
from cardtools.ground.spelling import listed
from cardtools.init.designs.elements import (
    BY_HAND,
    INCH,
    ElementBox,
    ElementKeys,
    ForeignDesign,
    NotTakenError,
    colour,
    number,
)

_ALIGN, _VALIGN = ("left", "centre", "right"), ("top", "middle", "bottom")
_SCREEN = 96  # pixels an inch, for which its font sizes are
_COMMAND = re.compile(r"#\(|##|#\w+;|!\[|\{\{")  # if, switch, counters and others


class XmlPart(NamedTuple):
    """An element of XML, with its line, and those in it."""

    line: int
    kind: str
    values: dict[str, str]
    parts: list[XmlPart]


class CardmakerLayout(ForeignDesign):
    """A layout of a project: the one that is named, or the first."""

    reference = re.compile(r"@\[([^\]]+)\]")

    def __init__(self, path: Path, name: str = "") -> None:
        super().__init__(path)
        self.counts_first = True
        layouts = {part.values.get("Name", ""): part for part in _layouts(path)}
        if (name and name not in layouts) or not layouts:
            hint = f"its layouts are: {listed([*layouts])}"
            raise bad_input(shown(path), f"has no layout {name}".rstrip(), hint)
        self.layout = layouts.get(name) or next(iter(layouts.values()))
        for label, part in layouts.items():
            if part is not self.layout:
                self.note(f"for the layout {label} make a project --from {path.name}#{label}", part.line)
        self.pixel = INCH / 300
        with self.noting(self.layout.line, "Layout"):
            one = self.layout.values
            self.pixel = INCH / max(10, number(one.get("dpi", "300"), most=10_000))
            self.resize(number(one.get("width", ""), self.pixel), number(one.get("height", ""), self.pixel))
        for part in self.layout.parts:
            if part.kind == "Reference":
                with self.noting(part.line, "Reference"):
                    self.tables.append(self.table(part.values.get("RelativePath", "")))

    def draw(self) -> None:
        """Draw the elements; the first one in the file lies over the others."""
        for part in reversed(self.layout.parts):
            if part.kind == "Element" and part.values.get("enabled") != "false":
                self.one = part.values
                with self.noting(part.line, part.values.get("name", "")):
                    self._part(part.values.get("name", ""), part.values.get("variable", ""))

    def _part(self, name: str, text: str) -> None:
        kind, box = self.one.get("type", ""), self._box()
        turn, seen = number(self.one.get("rotation", "0")), number(self.one.get("opacity", "255")) / 255
        common: ElementKeys = {"rotation": turn, "opacity": seen}
        self.add(f"{name} ground", "rectangle", box, {"fill": self._colour("background"), **common})
        if kind == "Shape":
            self._shape(name, [*text.strip("#").split(";"), "", "", "", ""], box, common)
        elif _COMMAND.search(text):
            raise NotTakenError("a command in it is not taken: write it as {% if %} in templates/card.toml")
        elif kind == "Graphic" and text:
            is_whole = "true" in (self.one.get("lockaspect"), self.one.get("keeporiginalsize"))
            self.add(name, "image", box, {"image": text, "fit": "fit" if is_whole else "stretch", **common})
        elif text:
            if kind == "FormattedText":
                self.check_marks(text := text.replace("<br>", "\n"))
            keys: ElementKeys = {"text": self.template(text.replace("\\n", "\n")), **common}
            keys |= self._line("outline")
            self.add(name, "text", box, keys, self._style(name, kind == "FormattedText"))
        self.add(f"{name} border", "rectangle", box, common | self._line("border"))

    def _shape(self, name: str, shape: list[str], box: ElementBox, common: ElementKeys) -> None:
        kind, thickness, across, down, corner, *_ = shape
        width = box[2] if across in ("", "-") else number(across, self.pixel)
        height = box[3] if down in ("", "-") else number(down, self.pixel)
        line, ink = number(thickness or "0", self.pixel), self._colour("element") or "black"
        keys: ElementKeys = {"stroke": ink, "stroke_width": line} if line else self._line("outline")
        keys |= common | {"fill": "" if line else ink, "shape": kind if kind == "ellipse" else ""}
        if kind not in ("rectangle", "roundedrect", "ellipse"):
            raise NotTakenError(f"the shape {kind}: {BY_HAND}")
        if kind == "roundedrect":
            keys["radius"] = min(number(corner or "0", self.pixel), width / 2, height / 2)
        self.add(name, "shape" if kind == "ellipse" else "rectangle", (box[0], box[1], width, height), keys)

    def _box(self) -> ElementBox:
        return self._length("x"), self._length("y"), self._length("width"), self._length("height")

    def _length(self, key: str) -> float:
        return number(self.one.get(key, "0"), self.pixel)

    def _line(self, kind: str) -> ElementKeys:
        width, ink = self._length(f"{kind}thickness"), self._colour(kind)
        return {"stroke": ink, "stroke_width": width} if width and ink else {}

    def _colour(self, kind: str) -> str:
        """A colour, which is written as 0xRRGGBBAA or by name; empty for one that is not seen."""
        text = self.one.get(f"{kind}color", "")
        return colour(text.replace("0x", "#")) if text else ""

    def _style(self, name: str, has_marks: bool) -> ElementKeys:
        font, size, bold, under, italic, strike = (*self.one.get("font", "").split(";"), *"000000")[:6]
        self.replaced(font)
        if "1" in (under, strike):
            self.note(f"{name}: lines under or through its letters are not taken")
        keys: ElementKeys = {"colour": self._colour("element") or "black", "markup": has_marks}
        keys["align"] = _ALIGN[int(number(self.one.get("horizontalalign", "0"))) % 3]
        keys["valign"] = _VALIGN[int(number(self.one.get("verticalalign", "0"))) % 3]
        return self.style(number(size, _SCREEN * self.pixel / INCH), bold == "1", italic == "1", True, keys)


def _layouts(path: Path) -> list[XmlPart]:
    """The layouts of a project."""
    found: list[XmlPart] = []

    def start(kind: str, values: dict[str, str]) -> None:
        if kind == "Layout":
            found.append(XmlPart(parser.CurrentLineNumber, kind, values, []))
        elif found:
            found[-1].parts.append(XmlPart(parser.CurrentLineNumber, kind, values, []))

    parser = xml_parser(start)
    parse_xml(parser, read_bytes(path, "toml_bytes"), shown(path))
    return found
