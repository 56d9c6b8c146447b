"""Joins several tables to one, which has the columns of all; each cell keeps its place in its own file."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cardtools.ground.errors import Edit, Location
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.ground.tables.dictionary_column import packed


@dataclass(frozen=True)
class JoinedFiles(CsvFile):
    """The rows of `files`: `origins` has each row's file, `indexes` each file's columns (-1: none)."""

    files: tuple[CsvFile, ...] = field(repr=False)
    indexes: tuple[Sequence[int], ...] = field(repr=False)
    origins: Sequence[int] = field(repr=False)

    @property
    def parts(self) -> tuple[CsvFile, ...]:
        """The files that the table is in."""
        return self.files

    def line(self, row: int) -> str:
        """Where the row (from 0) is, for messages: `line 7 of cards/spells.csv`."""
        return f"line {self.line_numbers[row]} of {self.files[self.origins[row]].name}"

    def edit(self, row: int, index: int | None, new: str | None) -> Edit:
        """The edit of a cell in its own file; its number is -1 where the file doesn't have the column."""
        edit, number = super().edit(row, index, new), self.origins[row]
        own = None if index is None else self.indexes[number][index]
        own = self.files[number].cell(own) if own is not None and own >= 0 else own
        return edit._replace(cell=own, path=self.files[number].name)

    def only(self, rows: Sequence[int]) -> CsvFile:
        """The table of these rows, in this order; a row may be there several times."""
        columns = tuple([cells[row] for row in rows] for cells in self.columns)
        lines, origins = ([values[row] for row in rows] for values in (self.line_numbers, self.origins))
        return replace(self, columns=columns, line_numbers=lines, origins=origins)

    def at(self, row: int, column: str | int = 0) -> Location:
        """Where the cell of the row (from 0) is; where the row begins if its file doesn't have the column."""
        index = column if isinstance(column, int) else self.header.index(column)
        file = self.files[self.origins[row]]
        return file._place(self.line_numbers[row], max(self.indexes[self.origins[row]][index], 0))

    def at_header(self, index: int) -> Location:
        """Where the name of the column with this index (from 0) is first."""
        number = next(number for number, own in enumerate(self.indexes) if own[index] >= 0)
        return self.files[number].at_header(self.indexes[number][index])

    def cell_at(self, place: Location) -> tuple[int, int]:
        """The row and the column (from 0) of the cell at a place; row -1 is the header."""
        number = next(number for number, file in enumerate(self.files) if file.name == place.path)
        own, cell = self.files[number].cell_at(place)
        line = self.files[number].line_numbers[own] if own >= 0 else -1
        key = (number, line)
        row = bisect_right(range(len(self.origins)), key, key=self._order) - 1
        found = own >= 0 and row >= 0 and self._order(row) == key
        return row if found else -1, self.indexes[number].index(cell)

    def _order(self, row: int) -> tuple[int, int]:
        return self.origins[row], self.line_numbers[row]


def join_files(files: Sequence[CsvFile], names: Sequence[Sequence[str]]) -> CsvFile:
    """Join tables, whose columns have these names in the ruleset; the cells that a file lacks are empty."""
    headers: dict[str, str] = {}
    for file, own in zip(files, names, strict=True):
        for written, name in zip(file.header, own, strict=True):
            headers.setdefault(name, written)
    indexes = tuple(tuple(own.index(name) if name in own else -1 for name in headers) for own in names)
    columns = [
        packed(
            file.columns[own[at]] if own[at] >= 0 else [""] * len(file.line_numbers)
            for file, own in zip(files, indexes, strict=True)
        )
        for at in range(len(headers))
    ]
    lines, origins = array("q"), array("H")
    for number, file in enumerate(files):
        lines.extend(file.line_numbers)
        origins.extend([number] * len(file.line_numbers))
    first, header, text = files[0], tuple(headers.values()), "\n".join(file.text for file in files)
    whole = (first.path, first.delimiter, header, tuple(columns), lines, first.header_line, text)
    return JoinedFiles(*whole, tuple(files), indexes, origins)
