"""A delimited file: its cells with their places, and writing it."""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from cardtools.ground.errors import Edit, Location
from cardtools.ground.io.files import shown

# What a spreadsheet holds in a cell; a longer one is a quote that is not closed, or no text of a card.
MOST_CHARACTERS = 32_767
csv.field_size_limit(MOST_CHARACTERS)
_BLOCK = 1 << 20  # characters read at a time: what reads them needs four bytes for each
_STEP = 1 << 11  # characters between the places whose line is known

Cells = Sequence[str]
# The hint for a row (header, cells, first line) with more or fewer cells than the header; "" for none.
Advice = Callable[[tuple[str, ...], Cells, int], str]


@dataclass(frozen=True)
class CsvFile:
    """A delimited file: `header`, as many `columns` of cells in row order, the line each row begins on (from
    1), the text it was read from, where its columns are among the cells of a record (from 0; empty: the first
    is the first), and whether it is made `of_records`, and lacks a column that none of them has.
    """

    path: Path
    delimiter: str
    header: tuple[str, ...]
    columns: tuple[Cells, ...] = field(repr=False)
    line_numbers: Sequence[int] = field(repr=False)
    header_line: int
    text: str = field(repr=False)
    cells: tuple[int, ...] = field(default=(), repr=False, kw_only=True)
    of_records: bool = field(default=False, repr=False, kw_only=True)

    @classmethod
    def of_rows(cls, path: Path, header: Sequence[str], rows: Sequence[Cells]) -> CsvFile:
        """A table that was not read: these rows, each a line, below the header."""
        columns = tuple([row[index] for row in rows] for index in range(len(header)))
        text = "\n".join(";".join(line) for line in (header, *rows))
        return cls(path, ";", tuple(header), columns, range(2, len(rows) + 2), 1, text)

    @property
    def rows(self) -> Iterator[tuple[str, ...]]:
        """The cells of one row after another."""
        return zip(*self.columns, strict=True)

    @cached_property
    def name(self) -> str:
        """The path as messages show it."""
        return shown(self.path)

    @cached_property
    def text_lines(self) -> list[str]:
        """The text, line by line."""
        return self.text.split("\n")

    @property
    def parts(self) -> tuple[CsvFile, ...]:
        """The files that the table is in: usually itself."""
        return (self,)

    def line(self, row: int) -> str:
        """Where the row (from 0) is, for messages: `line 7`."""
        return f"line {self.line_numbers[row]}"

    def edit(self, row: int, index: int | None, new: str | None) -> Edit:
        """The edit that writes another text into a cell of the row (from 0), or removes the row."""
        if index is None:
            return Edit(self.line_numbers[row], None, "", new)
        return Edit(self.line_numbers[row], self.cell(index), self.columns[index][row], new)

    def cell(self, index: int) -> int:
        """Where the column with this index is among the cells of a record, both from 0."""
        return self.cells[index] if self.cells else index

    def only(self, rows: Sequence[int]) -> CsvFile:
        """The table of these rows, in this order; a row may be there several times."""
        columns = tuple([cells[row] for row in rows] for cells in self.columns)
        return replace(self, columns=columns, line_numbers=[self.line_numbers[row] for row in rows])

    def at(self, row: int, column: str | int = 0) -> Location:
        """Where the cell of the row (from 0) in the named column begins."""
        index = column if isinstance(column, int) else self.header.index(column)
        return self._place(self.line_numbers[row], index)

    def at_header(self, index: int) -> Location:
        """Where the name of the column with this index (from 0) is."""
        return self._place(self.header_line, index)

    def cell_at(self, place: Location) -> tuple[int, int]:
        """The row and the column (from 0) of the cell at a place; row -1 is the header."""
        row = bisect_right(self.line_numbers, place.line) - 1
        starts = self._starts(self.line_numbers[row] if row >= 0 else self.header_line)
        cell = max(bisect_right(starts, (place.line, place.column)) - 1, 0)
        return row, self.cells.index(cell) if cell in self.cells else cell

    def span(self, place: Location) -> tuple[int, int]:
        """Where the cell at a place begins and ends in its line of `text_lines`."""
        line, start = self.text_lines[place.line - 1], place.column - 1
        if line.startswith('"', start):
            end = line.find(f'"{self.delimiter}', start + 1)
            return start, len(line) if end < 0 else end + 1
        end = line.find(self.delimiter, start)
        return start, len(line) if end < 0 else end

    def _place(self, line: int, index: int) -> Location:
        starts = self._starts(line)
        return Location(self.name, *starts[min(self.cell(index), len(starts) - 1)])

    @cached_property
    def _line_ends(self) -> list[int]:
        """How many lines end before every 2,048th character: few findings ask where a line begins."""
        pieces = (self.text.count("\n", at, at + _STEP) for at in range(0, len(self.text), _STEP))
        return list(accumulate(pieces, initial=0))

    def _line_start(self, line: int) -> int:
        step = max(bisect_left(self._line_ends, line - 1) - 1, 0)
        at = step * _STEP
        for _ in range(line - 1 - self._line_ends[step]):
            at = self.text.index("\n", at) + 1
        return at

    @cached_property
    def _known(self) -> dict[int, list[tuple[int, int]]]:
        return {}

    def _starts(self, line: int) -> list[tuple[int, int]]:
        """Line and column of each cell of the record that begins on the line; it may run over several."""
        if line not in self._known:
            # Only the last record is kept: the findings of a row of thousands of cells come together.
            self._known.clear()
            self._known[line] = self._read_starts(line)
        return self._known[line]

    def _read_starts(self, line: int) -> list[tuple[int, int]]:
        text, begin = self.text, self._line_start(line)
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        starts = [(line, 1)]
        if text.find('"', begin, end) < 0:
            lengths = (len(cell) + 1 for cell in text[begin:end].split(self.delimiter)[:-1])
            return [(line, column) for column in accumulate(lengths, initial=1)]
        sign = re.escape(self.delimiter)
        # A quote that is not the first character of its cell is a character like any other.
        for cell in re.compile(rf'("[^"]*+(?:""[^"]*+)*+"|[^{sign}\n]*)({sign}|\n|)').finditer(text, begin):
            if cell[2] != self.delimiter:
                break
            line += text.count("\n", *cell.span())
            starts.append((line, cell.end() - max(text.rfind("\n", begin, cell.end()) + 1, begin) + 1))
        return starts


def line_blocks(text: str) -> Iterator[Iterable[str]]:
    """The lines of the text with their ends, many together."""
    at = 0
    while at < len(text):
        end = text.rfind("\n", at, at + _BLOCK) + 1
        if end:
            yield io.StringIO(text[at:end], newline="")
        else:
            end = text.find("\n", at + _BLOCK) + 1 or len(text)
            yield (text[at:end],)
        at = end


def format_csv(
    header: Sequence[str], rows: Iterable[Sequence[str]], delimiter: str = ";", line_ending: str = "\r\n"
) -> str:
    """The table as text: minimal quoting, every line ended by `line_ending`."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=line_ending)
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def escape_formula(text: str) -> str:
    """The cell as a spreadsheet shows it, which would run one that begins like a formula."""
    return f"'{text}" if re.match(r"[=@\t\r\n]|[+-](?!\s*[.,]?[0-9][0-9.,]*\Z)(?=.)", text) else text
