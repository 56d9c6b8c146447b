"""What the design of another program draws on its cards, as plain elements, and what could not be taken."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardtools.cards.column_roles import is_number
from cardtools.cards.spaces import in_a_line
from cardtools.ground.colours import read_colour
from cardtools.ground.io.filenames import distinct
from cardtools.ground.limits import limits
from cardtools.init.guess.columns import NAME, GuessedColumn
from cardtools.init.guess.face import printed

_LARGEST = 360.0  # mm, or degrees: nothing on a card has more
NAME_IT = "name it with another --from"
BY_HAND = "make an SVG file of it, and show that as a symbol"
_RANGES = {"opacity": (0.0, 1.0), "sides": (3.0, 50.0), "inner": (0.1, 1.0), "stroke_width": (0.0, 20.0)}
_SIGNS = {"=": "==", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}

ElementKeys = dict[str, Any]  # of an element or a style, as a face has them


class NotTakenError(Exception):
    """A part of a design has no counterpart here; the text says why, or what to do."""


class ForeignDesign:
    """A design; a subclass reads those of one program. First it knows its tables, or a table of its own that
    is `made`, and which column has the `copies`; then it is told the columns, and draws. `bleed` is how far
    it goes beyond the cut itself; the notes have a file, a line and what is not taken.
    """

    reference = re.compile(r"\[([^\[\]]+)\]")  # what stands for a column in a text; the group is its heading

    def __init__(self, path: Path) -> None:
        self.path, self.width, self.height, self.bleed, self.corner = path, 63.5, 88.9, 0.0, 0.0
        self.tables: list[Path] = []
        self.made: dict[str, list[str]] = {}
        self.copies, self.paper = "", ""
        self.counts_first = False  # whether the first column has the copies
        self.elements: dict[str, ElementKeys] = {}
        self.files: dict[str, Path] = {}  # pictures and icons, by their place in the project
        self.icons: dict[str, str] = {}
        self.notes: dict[str, tuple[Path, int]] = {}
        self.sought: set[str] = set()  # pictures
        self.columns: Mapping[str, GuessedColumn] = {}
        self.cells: Mapping[str, Sequence[str]] = {}

    def draw(self) -> None:
        """Draw the elements, from back to front."""
        raise NotImplementedError

    @contextmanager
    def noting(self, line: int, what: str, path: Path | None = None) -> Iterator[None]:
        """Note the line of something that turns out to have no counterpart; each thing once."""
        try:
            yield
        except NotTakenError as why:
            self.note(f"{in_a_line(what)}: {why}", line, path)

    def note(self, text: str, line: int = 0, path: Path | None = None) -> None:
        """Say once what is taken as something else, or not taken."""
        self.notes.setdefault(text, (path or self.path, line))

    def resize(self, *sides: float) -> None:
        """Set the width and height of the card. Raises NotTakenError where no card has them."""
        if not all(10 <= side <= 500 for side in sides):
            raise NotTakenError(f"no card has {' x '.join(f'{side:g}' for side in sides)} mm")
        self.width, self.height = sides

    def table(self, name: str) -> Path:
        """A table that the design names. Raises NotTakenError where it is not beside it."""
        file, _, sheet = name.replace("\\", "/").partition("!")
        if found := found_beside(self.path, file):
            return Path(f"{found}#{sheet}") if sheet else found
        raise NotTakenError(f"the table {in_a_line(name)} is not beside it: {NAME_IT}")

    def add(self, name: str, keys: ElementKeys) -> None:
        """Draw an element over the others, with the keys that say something; a picture comes along."""
        for key in keys.keys() & _RANGES.keys():
            keys[key] = min(max(keys[key], _RANGES[key][0]), _RANGES[key][1])
        opacity = keys.pop("opacity", 1)
        keys = {key: value for key, value in keys.items() if value or key == "text"}
        if not opacity or not keys.keys() & {"text", "image", "fill", "stroke"}:
            return
        if len(self.elements) >= limits().face_parts / 2:
            raise NotTakenError("there are too many elements for one face")
        if "image" in keys:
            keys["image"] = self._picture(keys["image"].replace("\\", "/"))
        plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:30]
        kind = "text" if "text" in keys else "shape"
        [free] = distinct([plain or kind], [*self.elements, "paper"], "_")
        self.elements[free] = keys if opacity == 1 else {**keys, "opacity": opacity}

    def _picture(self, name: str) -> str:
        """The template of a picture, which comes along."""
        parts, missing = self.reference.split(name), list[str]()
        columns = [self.cells[self.column(heading).heading] for heading in parts[1::2]]
        for cells in zip(*columns, strict=True) if columns else [()]:
            parts[1::2] = cells
            file = "".join(parts)
            if all(cells) and file not in self.sought and len(self.sought) < limits().folder_files:
                self.sought.add(file)
                if found := found_beside(self.path, file):
                    self.files[f"cards/art/{file}"] = found
                else:
                    missing.append(file)
        if missing:
            more = f" and {len(missing) - 1} more" if missing[1:] else ""
            self.note(f"the picture {in_a_line(missing[0])}{more} not found beside it: put it into cards/art")
        return self.template(name)

    def icon(self, name: str) -> str:
        """The icon of a file beside the design. Raises NotTakenError where there is none."""
        kind, plain = Path(name).suffix.lower(), re.sub(r"[^a-z0-9]+", "_", Path(name).stem.lower()) or "icon"
        if kind not in (".svg", ".png") or not (found := found_beside(self.path, name)):
            raise NotTakenError(f"{in_a_line(name)} is no SVG or PNG beside it: draw a symbol of your own")
        self.icons[plain] = f"icons/{plain}{kind}"
        self.files[f"templates/{self.icons[plain]}"] = found
        return plain

    def style(
        self, font: str, size: float, is_bold: bool, is_italic: bool, wraps: bool, **keys: Any
    ) -> ElementKeys:
        """How a text looks, which shrinks where it does not fit; one that does not wrap shrinks first."""
        if font:
            self.note(
                f"the font {in_a_line(font)} is replaced: yours belongs into templates/fonts and [fonts]"
            )
        least = min(size := max(3.0, size), max(4.0, 0.6 * size))
        keys |= {"bold": "bold", "italic": "italic"} if keys.get("markup") else {}
        found = {"font": "bold" if is_bold else "italic" if is_italic else "", "size": size, "minimum": least}
        found |= {"one_line": 0 if wraps else least, **keys}
        return {key: value for key, value in found.items() if value and value != "#000000"}

    def check_marks(self, text: str) -> None:
        """Raise NotTakenError for a mark in a text that texts here do not have."""
        if found := re.search(r"<(?!/?[bius]>)[^<>]{1,40}>", text):
            raise NotTakenError(f"the mark {found[0]} is not known: write it with <b>, <i> and {{icon}}")

    def column(self, heading: str) -> GuessedColumn:
        """The column with this heading. Raises NotTakenError where the table has none."""
        if found := self.columns.get(heading.strip().casefold()):
            return found
        raise NotTakenError(f"the table has no column {in_a_line(heading)!r}")

    def template(self, text: str) -> str:
        """The text with its columns as a template; a brace that Jinja would read is written as a value."""
        parts = self.reference.split(text)
        parts[::2] = [re.sub(r"\{(?=[{%#]|\Z)", "{{ '{' }}", part) for part in parts[::2]]
        parts[1::2] = [f"{{{{ {printed(self.column(heading))} }}}}" for heading in parts[1::2]]
        return "".join(parts)

    def condition(self, heading: str, sign: str, value: str) -> str:
        """The condition that a cell compares so with a plain value."""
        column = self.column(heading)
        if not value and sign in ("=", "<>"):
            return f"given({column.name})" if sign == "<>" else f"not given({column.name})"
        compares = re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", value, re.A)
        if compares and column.kind in ("number", "decimal", "copies"):
            return f"{column.name} {_SIGNS[sign]} {value}"
        if sign not in ("=", "<>"):
            raise NotTakenError(f"{heading} {sign} {value} compares no numbers: write `when` of the elements")
        return f"text({column.name}) {_SIGNS[sign]} {value!r}"

    def cards(self, ranges: Sequence[tuple[int, int]]) -> str:
        """The condition for ranges of cards, numbered from 1, copies counted; empty for all cards."""
        by_kind = {"name" if one.name == NAME else one.kind: one.heading for one in self.columns.values()}
        names = self.cells[by_kind["name"]]
        counts = self.cells[by_kind["copies"]] if "copies" in by_kind else ["1"] * len(names)
        times = [min(int(one), 1000) if is_number(one) else 1 for one in counts]
        all_ = [name for name, often in zip(names, times, strict=True) for _ in range(often)]
        chosen = dict.fromkeys(name for first, last in ranges for name in all_[max(first - 1, 0) : last])
        if chosen.keys() == set(names):
            return ""
        text = f"NAME in {tuple(chosen)}"
        if not chosen or len(text) > 1000:
            raise NotTakenError(f"the range has {len(chosen)} cards: give the table a column for them")
        return text


def found_beside(path: Path, name: str) -> Path | None:
    """The file of this name in the folder of another, or below: designs and tables may come from a stranger,
    and bring no files from elsewhere.
    """
    folder = os.path.join(os.path.realpath(path.parent), "")
    if "\0" in name or "\\" in name or os.path.isabs(name) or ".." in Path(name).parts:
        return None
    real = os.path.realpath(folder + name)
    return Path(real) if real.startswith(folder) and os.path.isfile(real) else None


def number(text: str, scale: float = 1.0, most: float = _LARGEST) -> float:
    """The number that a text says, times the scale. Raises NotTakenError where it is computed."""
    if not re.fullmatch(r"\s*[-+]?(\d{1,9}(\.\d{0,20})?|\.\d{1,20})\s*", text, re.A):
        raise NotTakenError(f"{in_a_line(text)!r} is no plain number: write down what it comes to")
    if abs(value := float(text) * scale) > most:
        raise NotTakenError(f"{in_a_line(text)} is more than any card has")
    return value


def colour(text: str) -> str:
    """A colour as a face has it, empty where it is not seen. Raises NotTakenError where it is none."""
    if not (found := read_colour(text.strip().lstrip(":"))):
        raise NotTakenError(f"{in_a_line(text)!r} is no colour: write it as #rrggbb")
    return "" if len(found) == 9 and found.endswith("00") else found
