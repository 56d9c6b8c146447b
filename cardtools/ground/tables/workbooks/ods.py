"""The cells of a sheet in an ods file (OpenDocument 1.3)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from cardtools.ground.io.guarded_xml import Attributes, xml_parser
from cardtools.ground.limits import limits
from cardtools.ground.tables.csv_document import MOST_CHARACTERS
from cardtools.ground.tables.workbooks import shown_values
from cardtools.ground.tables.workbooks.archive import Grid, Parts

_CONTENT = "content.xml"
_CELLS = ("table-cell", "covered-table-cell")
# How values of a type are shown, and the attribute that holds them; those of others, as their paragraphs say.
_SHOWN: dict[str, tuple[Callable[[str], str], str]] = {
    **dict.fromkeys(("float", "currency"), (shown_values.number, "value")),
    "percentage": (shown_values.percentage, "value"),
    "date": (shown_values.iso_date, "date-value"),
    "time": (shown_values.duration, "time-value"),
    "boolean": (str.upper, "boolean-value"),
}
_BLANKS = {"tab": "\t", "line-break": "\n"}


def sheets(parts: Parts) -> dict[str, str]:
    """The sheets in order, by their names."""
    names: dict[str, str] = {}

    def start(name: str, attributes: Attributes) -> None:
        if name == "table" and "table:name" in attributes:
            names[attributes["table:name"]] = attributes["table:name"]

    xml_parser(start).Parse(parts.read(_CONTENT), True)
    return names


def read_grid(parts: Parts, sheet: str, grid: Grid) -> None:
    """Read the cells of the sheet with this name."""
    reader = _OdsCells(grid, sheet)
    xml_parser(reader.start, reader.end, reader.text).Parse(parts.read(_CONTENT), True)


class _OdsCells:
    """Reads the cells of a sheet's XML into a grid."""

    def __init__(self, grid: Grid, sheet: str) -> None:
        self.grid, self.sheet = grid, sheet
        self.wanted = self.inside = False  # in the sheet; in a paragraph of a cell
        self.aside = 0  # how deep in what is not the cell's text: a comment, a drawing
        self.row, self.column, self.rows = 0, 0, 1
        self.cells: list[tuple[int, int, str]] = []  # of the row: the column, how many times, the text
        self.cell: Attributes = {}
        self.paragraphs: list[list[str]] = []
        self.length = 0  # of the paragraphs
        self.merged: list[tuple[int, int, int]] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if not self.wanted:
            self.wanted = name == "table" and attributes.get("table:name") == self.sheet
        elif self.aside or name in ("annotation", "shapes", "frame"):
            self.aside += 1
        elif name == "table-row":
            self.rows, self.column = _count(attributes, "table:number-rows-repeated"), 0
            self.cells.clear()
        elif name in _CELLS:
            self.cell, self.paragraphs, self.length = attributes, [], 0
        elif name == "p":
            self.paragraphs.append([])
            self.inside = True
        elif name == "s":
            self.text(" " * min(_count(attributes, "text:c"), MOST_CHARACTERS))
        elif name in _BLANKS:
            self.text(_BLANKS[name])

    def text(self, text: str) -> None:
        if self.inside and not self.aside and self.length <= MOST_CHARACTERS:  # more is a fault already
            self.paragraphs[-1].append(text)
            self.length += len(text)

    def end(self, name: str) -> None:
        if not self.wanted:
            return
        if self.aside:
            self.aside -= 1
        elif name == "p":
            self.inside = False
        elif name in _CELLS:
            count = _count(self.cell, "table:number-columns-repeated")
            if text := self._value():
                self.cells.append((self.column, count, text))
                if (height := _count(self.cell, "table:number-rows-spanned")) > 1:
                    self.merged.append((self.row + 1, self.column, self.row + height))
            self.column += count
        elif name == "table-row":
            for number in range(self.row + 1, self.row + 1 + self.rows if self.cells else 0):
                for column, count, text in self.cells:
                    for index in range(column, column + count):
                        self.grid.put(number, index, text)
            self.row += self.rows
            if self.row > limits().table_lines and self.cells:
                raise ValueError(f"row {self.row}")
        elif name == "table":
            self.wanted = False
            self.grid.fill_down(self.merged)

    def _value(self) -> str:
        with suppress(KeyError, ValueError, OverflowError):
            write, name = _SHOWN[self.cell["office:value-type"]]
            return write(self.cell[f"office:{name}"])
        return "\n".join("".join(parts) for parts in self.paragraphs)


def _count(attributes: Attributes, name: str) -> int:
    return max(int(attributes.get(name, 1)), 1)
