"""The cells of a sheet in an xlsx file (ECMA-376)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial, reduce

from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import line_feeds
from cardtools.ground.io.guarded_xml import Attributes, xml_parser
from cardtools.ground.limits import limits
from cardtools.ground.tables.workbooks import shown_values
from cardtools.ground.tables.workbooks.archive import Grid, Parts

_BOOK, _LINKS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
# The built-in number formats that are not numbers.
_BUILT_IN = dict.fromkeys((*range(14, 18), 22, *range(27, 32), 36, *range(50, 59)), "date")
_BUILT_IN |= dict.fromkeys((*range(18, 22), *range(32, 36), 45, 46, 47), "time")
_BUILT_IN |= dict.fromkeys((9, 10), "percentage")
_CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
# Half a letter (D800 to DFFF) is none, and stays as it is written.
_ESCAPED = re.compile(r"_x((?![Dd][89A-Fa-f])[0-9A-Fa-f]{4})_")

Elements = list[tuple[str, Attributes]]


def sheets(parts: Parts) -> dict[str, str]:
    """The parts of the sheets that are not hidden, then of those that are, by the names of the sheets."""
    found = [attributes for name, attributes in _elements(parts, _BOOK) if name == "sheet"]
    found.sort(key=lambda sheet: sheet.get("state", "visible") != "visible")
    ids = [next((value for key, value in sheet.items() if key.endswith(":id")), "") for sheet in found]
    links = _links(parts, "/worksheet")
    return {sheet["name"]: links[key] for sheet, key in zip(found, ids, strict=True) if key in links}


def read_grid(parts: Parts, path: str, grid: Grid) -> None:
    """Read the cells of the sheet in this part."""
    dates = {
        attributes.get("date1904") for name, attributes in _elements(parts, _BOOK) if name == "workbookPr"
    }
    kinds = [kind for path in _links(parts, "/styles").values() for kind in _kinds(_elements(parts, path))]
    reader = _XlsxCells(grid, kinds, 1900 if dates.isdisjoint(("1", "true")) else 1904)
    for part in (*_links(parts, "/sharedStrings").values(), path):
        xml_parser(reader.start, reader.end, reader.text).Parse(parts.read(part), True)


def _elements(parts: Parts, path: str) -> Elements:
    found: Elements = []
    xml_parser(lambda name, attributes: found.append((name, attributes))).Parse(parts.read(path), True)
    return found


def _links(parts: Parts, kind: str) -> Mapping[str, str]:
    """The paths of the parts of a kind, by the ids that the workbook calls them."""
    return {
        link["Id"]: posixpath.normpath(posixpath.join("/xl", link["Target"])).lstrip("/")
        for name, link in _elements(parts, _LINKS)
        if name == "Relationship" and link["Type"].endswith(kind)
    }


def _kinds(styles: Elements) -> list[str]:
    """What the cells of each style show: "date", "time", "percentage" or "" for numbers."""
    formats = dict(_BUILT_IN)
    kinds: list[str] = []
    inside = False
    for name, attributes in styles:
        if name == "numFmt":
            formats[int(attributes["numFmtId"])] = shown_values.format_kind(attributes["formatCode"])
        elif name in ("cellXfs", "cellStyles", "dxfs"):
            inside = name == "cellXfs"
        elif name == "xf" and inside:
            kinds.append(formats.get(int(attributes.get("numFmtId", 0)), ""))
    return kinds


def _plain(text: str) -> str:
    return line_feeds(_ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text)


@cache
def _column(letters: str) -> int:
    return reduce(lambda column, letter: column * 26 + ord(letter) - 64, letters, 0) - 1


class _XlsxCells:
    """Reads the shared texts of a workbook, then the cells of a sheet's XML into a grid: the texts of their
    runs, without the readings of Japanese.
    """

    def __init__(self, grid: Grid, kinds: Sequence[str], first_year: int) -> None:
        self.grid = grid
        self.shared: list[str] = []
        self.row = self.column = 0
        self.kind = self.style = ""
        self.texts: list[str] = []
        self.inside = self.reading = self.has_formula = self.has_value = False
        self.merged: list[tuple[int, int, int]] = []
        write: dict[str, Callable[[str], str]] = {
            kind: partial(shown_values.serial_date, kind=kind, first_year=first_year)
            for kind in ("date", "time")
        }
        write |= {"": shown_values.number, "percentage": shown_values.percentage}
        self.write = {str(index): write[kind] for index, kind in enumerate(kinds)}

    def text(self, text: str) -> None:
        if self.inside:
            self.texts.append(text)

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "c":
            if found := _CELL.fullmatch(attributes.get("r", "")):
                self.column, self.row = _column(found[1]), int(found[2])
            else:
                self.column += 1
            self.kind, self.style = attributes.get("t", "n"), attributes.get("s", "")
            self.texts.clear()
            self.has_formula = self.has_value = False
        elif name in ("v", "t"):
            self.inside, self.has_value = not self.reading, True
        elif name == "f":
            self.has_formula = True
        elif name == "mergeCell":
            first, _, last = attributes["ref"].partition(":")
            ends = _CELL.fullmatch(first), _CELL.fullmatch(last or first)
            if ends[0] and ends[1]:
                self.merged.append((int(ends[0][2]), _column(ends[0][1]), int(ends[1][2])))
        elif name == "rPh":
            self.reading = True
        elif name == "si":
            self.texts.clear()
        elif name == "row":
            self.row, self.column = int(attributes.get("r", self.row + 1)), -1
            if not 0 < self.row <= limits().table_lines:
                raise ValueError(f"row {self.row}")

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self.inside = False
        elif name == "rPh":
            self.reading = False
        elif name == "si":
            self.shared.append(_plain("".join(self.texts)))
            if len(self.shared) > limits().workbook_cells:
                message = f"the workbook has more than {limits().workbook_cells:,} texts"
                raise bad_input(self.grid.name, message)
        elif name == "c" and self.texts and (text := self._value("".join(self.texts))):
            self.grid.put(self.row, self.column, text)
        elif name == "c" and self.has_formula and not self.has_value:
            self.grid.unsaved.append((self.row, self.column))
        elif name == "worksheet":
            self.grid.fill_down(self.merged)

    def _value(self, text: str) -> str:
        kind = self.kind
        if kind == "s":
            return self.shared[int(text)]
        if kind in ("str", "inlineStr"):
            return _plain(text)
        if kind == "b":
            return "TRUE" if text.strip() in ("1", "true") else "FALSE"
        if kind == "d":
            return shown_values.iso_date(text)
        try:
            return self.write.get(self.style, shown_values.number)(text) if kind == "n" else text
        except (ValueError, OverflowError):
            return text
