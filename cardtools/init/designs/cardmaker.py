"""Projects of CardMaker: XML with a table and elements for each layout. Its scripts are not run."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cardtools.cards.spaces import in_a_line
from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.io.guarded_xml import parse_xml, xml_parser
from cardtools.ground.lengths import DPI, UNITS
from cardtools.ground.spelling import listed
from cardtools.init.designs.elements import BY_HAND, ElementKeys, ForeignDesign, NotTakenError, colour, number
from cardtools.init.guess.face import printed

_SCREEN = UNITS["in"] / 96  # the pixel for which its font sizes are
_COMMAND = re.compile(r"#\(|##|#\w+;|!\[|\{\{")  # counters and others
_CHOICE = re.compile(r"#\((if |switch;)((?:(?!#\(|\)#).){0,2000})\)#", re.S)  # without another in it
_IF = re.compile(r"(.*?)\s([!=><]=|<|>)\s(.*?)\sthen (.*?)(?: else (.*))?", re.S)
_DEPTH = 8  # of choices in choices


class XmlPart(NamedTuple):
    """An element of XML with its line."""

    line: int
    kind: str
    values: dict[str, str]


class CardmakerLayout(ForeignDesign):
    """A layout of a project: the one that is named, or the first."""

    reference = re.compile(r"@\[([^\]]+)\]")

    def __init__(self, path: Path, name: str = "") -> None:
        super().__init__(path)
        self.counts_first = True
        layouts = _layouts(path)
        if (name and name not in layouts) or not layouts:
            hint = f"its layouts are: {listed([*layouts])}"
            raise bad_input(shown(path), f"has no layout {name}".rstrip(), hint)
        layout, *self.parts = layouts[name or next(iter(layouts))]
        for label, (part, *_) in layouts.items():
            if part is not layout:
                self.note(f"for the layout {label} make a project --from {path.name}#{label}", part.line)
        self.pixel = UNITS["in"] / DPI
        with self.noting(layout.line, "Layout"):
            self.pixel = UNITS["in"] / max(10, number(layout.values.get("dpi", "300"), most=10_000))
            self.resize(*(number(layout.values.get(side, ""), self.pixel) for side in ("width", "height")))
        for part in self.parts:
            if part.kind == "Reference":
                with self.noting(part.line, "Reference"):
                    self.tables.append(self.table(part.values.get("RelativePath", "")))

    def draw(self) -> None:
        """Draw the elements; the first one in the file lies over the others."""
        for part in reversed(self.parts):
            if part.kind == "Element" and part.values.get("enabled") != "false":
                self.one = part.values
                with self.noting(part.line, part.values.get("name", "")):
                    self._part(*(part.values.get(key, "") for key in ("name", "type", "variable")))

    def _part(self, name: str, kind: str, text: str) -> None:
        place: ElementKeys = {"box": [self._length(key) for key in ("x", "y", "width", "height")]}
        place["rotation"] = number(self.one.get("rotation", "0"))
        place["opacity"] = number(self.one.get("opacity", "255")) / 255
        self.add(f"{name} ground", place | {"fill": self._colour("background")})
        if kind == "Shape":
            self.add(name, place | self._shape([*text.strip("#").split(";"), *[""] * 4], place["box"]))
        elif kind == "SubLayout":
            raise NotTakenError("another layout as a picture: write a part for it in templates/card.toml")
        elif kind == "Graphic" and text:
            is_whole = "true" in (self.one.get("lockaspect"), self.one.get("keeporiginalsize"))
            self.add(name, place | {"image": text, "fit": "fit" if is_whole else "stretch"})
        elif text:
            if has_marks := kind == "FormattedText":
                self.check_marks(text := text.replace("<br>", "\n"))
            self.add(name, place | self._text(text.replace("\\n", "\n"), has_marks) | self._line("outline"))
        self.add(f"{name} border", place | self._line("border"))

    def template(self, text: str) -> str:
        """The text as a template, its `if` and `switch` as {% if %}."""
        made = list[str]()

        def whole(part: str) -> str:
            text = super(CardmakerLayout, self).template(part)
            return re.sub("\0([0-9]+)\0", lambda one: made[int(one[1])], text)

        def take(found: re.Match[str]) -> str:
            made.append(self._chosen(found, whole))
            return f"\0{len(made) - 1}\0"

        text = re.sub("#(?:empty|nodraw)", "", text)
        for _ in range(_DEPTH):
            text = _CHOICE.sub(take, text)
        if _COMMAND.search(text):
            raise NotTakenError("a command in it is not taken: write it as {% if %} in templates/card.toml")
        return whole(text)

    def _picture(self, name: str) -> str:
        """The template of a picture; all that are chosen from come along."""
        if not (found := _CHOICE.search(name)) or name.count("#(") > 3:
            name = re.sub("#empty|.*#nodraw.*", "", name)
            return super()._picture(name) if name else ""
        begin, end = found.span()
        return self._chosen(found, lambda part: self._picture(f"{name[:begin]}{part}{name[end:]}"))

    def _chosen(self, found: re.Match[str], drawn: Callable[[str], str]) -> str:
        """What an `if` or `switch` chooses, as a template of its `drawn` parts."""
        key, *rest = found[2].split(";")
        choices = dict(zip(rest[::2], rest[1::2], strict=False)) if found[1] == "switch;" else {}
        other = choices.pop("#default", "")
        tests = [(self._test(key, "==", case), part) for case, part in choices.items()]
        if parts := _IF.fullmatch(found[2]):
            tests, other = [(self._test(*parts.group(1, 2, 3)), parts[4])], parts[5] or ""
        if not tests:
            raise NotTakenError(f"{in_a_line(found[0])} chooses nothing")
        text = "".join(f"{{% elif {test} %}}{drawn(part)}" for test, part in tests)
        return f"{text.replace('elif', 'if', 1)}{{% else %}}{drawn(other)}{{% endif %}}"

    def _test(self, left: str, sign: str, right: str) -> str:
        """What a template asks about a column, which is compared with a value, or with each of [a;b]."""
        heading, right = self.reference.fullmatch(left.strip()), right.replace("#empty", "").strip()
        if not heading or self.reference.search(right) or "\0" in right:
            raise NotTakenError(
                f"{in_a_line(left)} {sign} {in_a_line(right)} compares no column with a value"
            )
        cell, tests = printed(self.column(heading[1])), list[str]()
        for value in right[1:-1].split(";") if right[:1] == "[" and right[-1:] == "]" else [right]:
            test = self.condition(heading[1], {"==": "=", "!=": "="}.get(sign, sign), value)
            is_text = "(" in test  # text(NAME) == 'a', given(NAME)
            test = f"{cell} == {value!r}" if is_text else f"{cell} is not none and {test}"
            tests.append(test if value else f"{cell} in (none, '')")
        return f"not ({' or '.join(tests)})" if sign == "!=" else " or ".join(tests)

    def _shape(self, shape: list[str], box: list[float]) -> ElementKeys:
        kind, thickness, across, down, corner, *_ = shape
        if kind not in ("rectangle", "roundedrect", "ellipse"):
            raise NotTakenError(f"the shape {kind}: {BY_HAND}")
        given = (number(size, self.pixel) if size not in ("", "-") else 0 for size in (across, down))
        width, height = (size or whole for size, whole in zip(given, box[2:], strict=True))
        line, ink = number(thickness or "0", self.pixel), self._colour("element") or "black"
        keys: ElementKeys = (
            {"stroke": ink, "stroke_width": line} if line else {"fill": ink, **self._line("outline")}
        )
        keys["radius"] = min(number(corner or "0", self.pixel), width / 2, height / 2)
        more = {"shape": kind, "radius": 0} if kind == "ellipse" else {}
        return {"box": [*box[:2], width, height], **keys, **more}

    def _text(self, text: str, has_marks: bool) -> ElementKeys:
        font, size, bold, under, italic, strike = (*self.one.get("font", "").split(";"), *"000000")[:6]
        text = self.template(text)
        for mark, is_set in (("u", under), ("s", strike)):
            if is_set == "1":
                text, has_marks = f"<{mark}>{text}</{mark}>", True
        align, valign = (
            int(number(self.one.get(f"{way}align", "0"))) % 3 for way in ("horizontal", "vertical")
        )
        points = number(size, self.pixel / _SCREEN)
        style = self.style(
            font, points, bold == "1", italic == "1", True, colour=self._colour("element"), markup=has_marks,
            align=("", "centre", "right")[align], valign=("", "middle", "bottom")[valign],
        )  # fmt: skip
        return {"text": text, "style": style}

    def _length(self, key: str) -> float:
        return number(self.one.get(key, "0"), self.pixel)

    def _line(self, kind: str) -> ElementKeys:
        width, ink = self._length(f"{kind}thickness"), self._colour(kind)
        return {"stroke": ink, "stroke_width": width} if width and ink else {}

    def _colour(self, kind: str) -> str:
        """A colour, which is written as 0xRRGGBBAA or by name; empty for one that is not seen."""
        text = self.one.get(f"{kind}color", "")
        return colour(text.replace("0x", "#")) if text else ""


def _layouts(path: Path) -> dict[str, list[XmlPart]]:
    """The layouts of a project by name; the first part of each is the layout itself."""
    found = list[list[XmlPart]]()

    def start(kind: str, values: dict[str, str]) -> None:
        if kind == "Layout":
            found.append([])
        if found:
            found[-1].append(XmlPart(parser.CurrentLineNumber, kind, values))

    parser = xml_parser(start)
    parse_xml(parser, read_bytes(path, "toml_bytes"), shown(path))
    return {parts[0].values.get("Name", ""): parts for parts in found}
