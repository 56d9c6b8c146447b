"""Scripts of nanDECK. Nothing of them is run: what is no plain value is listed as not taken."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from cardtools.ground.io.files import read_table
from cardtools.ground.lengths import UNITS
from cardtools.init.designs.elements import BY_HAND, ElementKeys, ForeignDesign, NotTakenError, colour, number

SCRIPT = re.compile(r"(?im)^[ \t]*(?:cardsize|link|font|text|image|rectangle)[ \t]*=")  # else it is a table
_STATEMENT = re.compile(r"\s*(?:(\[[^\]]+\]|<[^>]+>)|([A-Za-z]\w*))\s*(?:=(.*))?", re.S)
_CONDITION = re.compile(r"[\s(]*\[([^\[\]]+)\]\s*(<>|<=|>=|=|<|>)\s*\"?([^\"]*?)\"?[\s)]*")
_ALIGN = {"left": "", "right": "right"}
_VALIGN = {"top": "", "bottom": "bottom", "wwtop": "", "wwbottom": "bottom", "wordwrap": ""}
_NEVER = "false"  # the condition of what stands below an IF that is not taken
_LONGEST, _MOST = 10_000, 2_000  # characters of a statement, its labels filled in; statements
_BOX, _FONT = "range text left top width height", "font size flags ink"
_AREA = "range left top width height"
_SHAPE = f"{_AREA} ink fill thickness"
_ARGUMENTS = {
    "CARDSIZE": "width height", "UNIT": "unit", "PAGE": "width height", "ICON": "range text file",
    "FONT": f"{_FONT} ground", "HTMLFONT": f"name {_FONT}", "TEXT": f"{_BOX} align valign angle alpha",
    "TEXTFONT": f"{_BOX} align valign angle alpha {_FONT}", "IMAGE": f"{_BOX} angle flags alpha",
    "HTMLTEXT": f"{_BOX} ground angle flags alpha name", "RECTANGLE": _SHAPE, "ROUNDRECT": _SHAPE,
    "ELLIPSE": _SHAPE, "CIRCLE": _SHAPE, "LINE": f"{_AREA} ink thickness",
    "POLYGON": f"{_AREA} sides angle ink fill thickness",
    "STAR": f"{_AREA} sides angle inner ink fill thickness",
    "ICONS": f"{_BOX} across size angle flags align valign alpha",
}  # fmt: skip
_QUIET = ("VISUAL", "ENDVISUAL", "BASERANGE", "DPI", "LINK", "LINKMULTI")
_INSTEAD = {
    "POLY TRIANGLE RHOMBUS GRID BEZIER PIE": BY_HAND,
    "FOR NEXT LOOP ENDLOOP COUNTER": "write its lines once for each step",
    "MACRO END INCLUDE": "write its lines into the script, then convert it",
    "MARGINS GAP BORDER DUPLEX PRINT": "it belongs into a sheet definition in templates/sheets",
    "LINKSEP LINKENCODE LINKTRIM LINKFONT": "the table is read as it is",
    "SAVE SAVEPDF SAVETTS DISPLAY": "cardtools render, sheet and export do this",
}


class NandeckScript(ForeignDesign):
    """A script: its statements in order, with their lines."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.width, self.height, self.unit = 60.0, 90.0, 10.0
        self.statements = list(islice(_statements(read_table(path)[0].split("\n")), _MOST))
        self.labels: dict[str, str] = {}
        lists: dict[str, list[str]] = {}
        for line, text, label, key, value in self.statements:
            if label and "|" in value:
                lists[label[1:-1]] = [part.strip().strip('"') for part in value.split("|")]
            elif joined := re.fullmatch(r"join\((.*)\)", value, re.I):
                self.labels[label] = "".join(next(csv.reader([joined[1]], skipinitialspace=True), []))
            elif label and re.match(r"\w+\(", value):
                self.note(f"{label} is computed: make a column of the table of it", line)
            elif label:
                self.labels[label] = value.strip('"') if label[0] == "[" else value
            elif key == "LINKMULTI":
                self.copies = value.strip('"')
            elif key == "LINK":
                with self.noting(line, text):
                    self.tables.append(self.table(value.strip('"')))
        most = max(map(len, lists.values()), default=0)
        self.made = {label: list(islice(cycle(items), most)) for label, items in lists.items()}
        # The arguments of the current font, and of those of HTMLFONT by name.
        self.fonts = {"": {"size": "12"}}
        self.letters: dict[str, str] = {}  # the icons of ICONS
        # Of each open IF: the conditions of its branches, and the font above it.
        self.open: list[tuple[list[str], dict[str, str]]] = []

    def draw(self) -> None:
        """Go through the statements, and draw."""
        for line, text, label, key, value in self.statements:
            with self.noting(line, text):
                if label[1:-1] in self.made and self.tables:
                    raise NotTakenError("make a column of the table of this list")
                if not label and key not in _QUIET:
                    self._take(key, value)

    def _take(self, key: str, value: str) -> None:
        if key in ("IF", "ELSEIF", "ELSE", "ENDIF"):
            self._branch(key, value)
            return
        if key not in _ARGUMENTS:
            advice = (what for keys, what in _INSTEAD.items() if key in keys.split())
            raise NotTakenError(next(advice, "draw it in templates/card.toml, if cards need it"))
        for _ in range(10):  # a label may be made of others
            known = re.compile(r"\[[^\[\]]+\]|<[^<>]+>")
            value = known.sub(lambda label: self.labels.get(label[0].casefold(), label[0]), value)
            if len(value) > _LONGEST:
                raise NotTakenError("its labels make it too long")
        values = next(csv.reader([value.replace("\n", " ")], skipinitialspace=True), [])
        one = defaultdict(str, zip(_ARGUMENTS[key].split(), map(str.strip, values), strict=False))
        if "left" in one:
            self._draw(key, one)
        elif key == "UNIT":
            self.unit = UNITS.get(one["unit"].lower(), self.unit)
        elif key == "ICON":
            self.letters[one["text"]] = self.icon(one["file"].replace("\\", "/"))
        elif "size" in one:
            self.fonts[one["name"].casefold()] = one
        elif key == "PAGE":
            long = max(number(one["width"], self.unit), number(one["height"], self.unit))
            self.paper = "letter" if abs(long - 279.4) < 5 else "a4"
        else:
            self.resize(number(one["width"], self.unit), number(one["height"], self.unit))

    def _branch(self, key: str, value: str) -> None:
        if key == "IF":
            self.open.append(([], self.fonts[""]))
        elif not self.open:
            raise NotTakenError("there is no IF above it")
        if key == "ENDIF":
            self.fonts[""] = self.open.pop()[1]
            return
        branches = self.open[-1][0]
        branches.append("" if key == "ELSE" else _NEVER)
        if key != "ELSE":
            parts = [_CONDITION.fullmatch(part) for part in re.split("_AND_|_OR_", value[:500], flags=re.I)]
            joints = {joint.lower() for joint in re.findall("_(AND|OR)_", value, flags=re.I)}
            found = [self.condition(*part.groups()) for part in parts if part]
            if len(found) < len(parts) or len(joints) > 1:
                raise NotTakenError("what is below it is not drawn: write this as `when` of its elements")
            branches[-1] = f" {''.join(joints)} ".join(found)

    def _draw(self, key: str, one: dict[str, str]) -> None:
        """Take a statement that draws an element."""
        sides = ("left", self.width), ("top", self.height), ("width", self.width), ("height", self.height)
        left, top, width, height = box = [self._length(one[side], whole) for side, whole in sides]
        place: ElementKeys = {
            "box": box,
            "when": self._when(one["range"]),
            "rotation": -number(one["angle"] or "0"),  # nanDECK turns against the clock
            "opacity": number(one["alpha"] or "100") / 100,
        }
        text, name = one["text"], one["text"] or key
        line = self._length(one["thickness"] or "0.03", self.width)
        if key == "IMAGE":
            flags, name = set(one["flags"].upper()), Path(text).stem
            fit = "fit" if "P" in flags else "" if "C" in flags else "stretch"
            keys: ElementKeys = {"image": text, "fit": fit}
        elif key == "LINE":  # it has two points instead of a box
            place["box"] = [min(left, width), min(top, height), abs(width - left), abs(height - top)]
            keys = {"kind": "line", "stroke": self._colour(one["ink"]) or "black", "stroke_width": line}
            keys["rising"] = (width - left) * (height - top) < 0
        elif "fill" in _ARGUMENTS[key]:
            keys = self._shape(key, one, min(box[2:]))
            if one["fill"] not in ("", one["ink"]):
                keys |= {"stroke": self._colour(one["ink"]), "stroke_width": line}
        elif key == "ICONS":
            heading = self.reference.fullmatch(text)
            pairs = ", ".join(f"'{key}': '{{{icon}}}'" for key, icon in self.letters.items() if key.isalnum())
            if not heading or not pairs:
                raise NotTakenError("it names no column, or no ICON is taken: draw an element of kind icons")
            letters = f"{self.column(heading[1]).name}|default('', true)|string"
            text = f"{{% for one in {letters} %}}{{{{ {{{pairs}}}.get(one, '') }}}}{{% endfor %}}"
            one["size"] = str(round(self._length(one["size"], self.height) / UNITS["pt"], 2))
            keys = {"text": text, "style": self._style(one, one, True)}
        else:
            font = one if one["size"] else self.fonts.get(one["name"].casefold(), self.fonts[""])
            if has_marks := key == "HTMLTEXT":
                self.check_marks(text)
                one["align"], one["valign"] = "left", "wordwrap"
            text = self.template(text.replace("\\13\\", "\n"))
            keys = {"text": text, "style": self._style(font, one, has_marks)}
        self.add(name, place | keys)

    def _style(self, font: dict[str, str], one: dict[str, str], has_marks: bool) -> ElementKeys:
        flags, down = font.get("flags", "").upper(), one["valign"].lower()
        if font.get("ground") and "T" not in flags:
            self.note(f"the colour {font['ground']} behind letters is not taken: draw a rectangle below them")
        is_bold, is_italic, wraps = "B" in flags, "I" in flags, down[:1] == "w"
        return self.style(
            font.get("font", ""), number(font["size"]), is_bold, is_italic, wraps,
            colour=self._colour(font.get("ink", "")), markup=has_marks,
            align=_ALIGN.get(one["align"].lower(), "centre"), valign=_VALIGN.get(down, "middle"),
        )  # fmt: skip

    def _shape(self, key: str, one: dict[str, str], shorter: float) -> ElementKeys:
        fill = one["fill"] or one["ink"]
        keys: ElementKeys = {}
        if match := re.fullmatch(r"((?:#[0-9a-f]{6}){2,9})(?:@(\d{1,3}))?", fill.lower(), re.A):
            keys |= {"fill": re.findall("#.{6}", match[1]), "fill_angle": float(match[2] or 360) % 360 or 360}
        else:
            keys["fill"] = self._colour(fill)
        if key == "ROUNDRECT":
            self.note("ROUNDRECT: its corners are an eighth of the shorter side now; change `radius`")
            keys["radius"] = shorter / 8
        elif key != "RECTANGLE":
            keys["shape"] = key.lower() if key in ("POLYGON", "STAR") else "ellipse"
            keys |= {"sides": number(one["sides"])} if one["sides"] else {}
            keys |= {"inner": number(one["inner"]) / 100} if one["inner"] else {}
        return keys

    def _when(self, cards: str) -> str:
        """The condition of an element: its range, and the branches that it stands in."""
        ranges: list[tuple[int, int]] = []
        is_all = re.fullmatch(r"|1-\{\([^()]*\)\}", cards.replace(" ", ""))
        for part in () if is_all else cards.split(","):
            if not (match := re.fullmatch(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?", part, re.A)):
                raise NotTakenError(f"the range {cards} is computed: ask for a column with `when`")
            ranges.append((int(match[1]), int(match[2] or match[1])))
        conditions = [self.cards(ranges) if ranges else ""]
        for branches, _ in self.open:
            passed = [f"not ({one})" if one != _NEVER else one for one in branches[:-1]]
            conditions += [*passed, branches[-1]]
        given = [condition for condition in conditions if condition]
        return " and ".join(f"({one})" for one in given) if given[1:] else "".join(given)

    def _length(self, text: str, whole: float) -> float:
        return number(text.removesuffix("%"), whole / 100 if text.endswith("%") else self.unit)

    def _colour(self, text: str) -> str:
        """A colour, or a column that has one; empty for none."""
        if text.upper() in ("", "EMPTY"):
            return ""
        return self.template(text) if self.reference.fullmatch(text) else colour(text)


def _statements(lines: list[str]) -> Iterator[tuple[int, str, str, str, str]]:
    """The line of each statement, the statement, the label or keyword that it sets, and its value."""
    begun, parts = 0, list[str]()
    for place, text in enumerate(lines, 1):
        text = text.strip()
        if parts or text.startswith("{["):  # it goes over several lines
            begun, parts = begun or place, [*parts, text]
            if not text.endswith("}") and place < len(lines) and len(parts) < 200:
                continue
            text, parts = "\n".join(parts).strip("{}"), []
        if text and not text.startswith(";"):
            match = _STATEMENT.fullmatch(text) if len(text) < _LONGEST else None
            label, key, value = match.groups(default="") if match else ("", text[:40], "")
            yield begun or place, text, label.casefold(), key.upper(), value.strip()
        begun = 0
