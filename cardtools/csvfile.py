"""Delimited text with the place of every cell: read strictly, never lose a row.

Rows are read with the standard library's reader; the place of a cell in its line is computed
only for the cells that problems are about.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.coded import ColumnBuilder
from cardtools.errors import InputError, Location, bad_input
from cardtools.files import read_text, shown

if TYPE_CHECKING:
    import _csv

# What a spreadsheet holds in a cell; a longer one is a quote that is not closed, or no text of a card.
MOST_CHARACTERS = 32_767
csv.field_size_limit(MOST_CHARACTERS)
_BLOCK = 1 << 20  # characters read at a time: what reads them needs four bytes for each
# Rows, and characters, turned into columns at a time: half the time where they stay in the processor's cache
_BATCH, _PIECE = 1 << 9, 1 << 14

Cells = Sequence[str]


@dataclass(frozen=True)
class CsvFile:
    """A delimited file: `header`, as many `columns` of cells in row order, the line each row begins on (from
    1), and the text it was read from.
    """

    path: Path
    delimiter: str
    header: tuple[str, ...]
    columns: tuple[Cells, ...] = field(repr=False)
    line_numbers: Sequence[int] = field(repr=False)
    header_line: int
    text: str = field(repr=False)

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
        line = self.line_numbers[row] if row >= 0 else self.header_line
        record = self._line(line)
        if '"' not in record:
            return row, record.count(self.delimiter, 0, max(place.column - 1, 0))
        return row, max(bisect_right(self._starts(line), (place.line, place.column)) - 1, 0)

    def _place(self, line: int, cell: int) -> Location:
        record = self._line(line)
        if '"' not in record:
            return Location(self.name, line, len(record) - len(record.split(self.delimiter, cell)[-1]) + 1)
        starts = self._starts(line)
        return Location(self.name, *starts[min(cell, len(starts) - 1)])

    @cached_property
    def _line_starts(self) -> Sequence[int]:
        starts = array("I", (0,))
        starts.extend(found.end() for found in re.finditer("\n", self.text))
        starts.append(len(self.text) + 1)
        return starts

    def _line(self, line: int) -> str:
        return self.text[self._line_starts[line - 1] : self._line_starts[line] - 1]

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
        text, begin, starts = self.text, self._line_starts[line - 1], [(line, 1)]
        sign = re.escape(self.delimiter)
        # A quote that is not the first character of its cell is a character like any other.
        for cell in re.compile(rf'("[^"]*(?:""[^"]*)*"|[^{sign}\n]*)({sign}|\n|)').finditer(text, begin):
            if cell[2] != self.delimiter:
                break
            line += text.count("\n", *cell.span())
            starts.append((line, cell.end() - max(text.rfind("\n", begin, cell.end()) + 1, begin) + 1))
        return starts


# The hint for a row (header, cells, first line) with more or fewer cells than the header; "" for none.
Advice = Callable[[tuple[str, ...], Cells, int], str]


def read_csv(
    path: Path, delimiter: str = ";", text: str | None = None, advice: Advice = lambda *_: ""
) -> CsvFile:
    """Read a delimited file. Blank lines are passed over; every row has as many cells as the header.

    Raises InputError with all ragged rows, duplicate or empty column names, and the place of an endless cell
    or of a quote that is not closed or closes too early.
    """
    text = read_text(path) if text is None else text
    plain = _read_plain(path, delimiter, text)
    if plain is not None:
        return plain
    reader = csv.reader(chain.from_iterable(line_blocks(text)), delimiter=delimiter, strict=True)
    header: tuple[str, ...] = ()
    header_line, sound = 0, True
    columns: list[ColumnBuilder] = []
    numbers = array("q")
    try:
        for lines, rows in _batches(reader):
            if not header_line:
                header, header_line = tuple(map(str.strip, rows[0])), lines[0]
                lines, rows, columns = lines[1:], rows[1:], [ColumnBuilder() for _ in header]
            sound = sound and set(map(len, rows)) <= {len(header)}
            if sound:
                numbers.extend(lines)
                for column, cells in zip(columns, zip(*rows, strict=True), strict=bool(rows)):
                    column.extend(cells)
    except csv.Error:
        sound = False
    if sound and not header_line:
        raise bad_input(shown(path), "the file is empty, expected a header line")
    if not (sound and all(header) and len(set(header)) == len(header)):
        from cardtools.csvfaults import find_faults

        raise InputError(find_faults(path, delimiter, text, advice))
    lines = range(numbers[0], numbers[-1] + 1) if numbers else numbers
    if len(lines) > len(numbers):
        lines = numbers
    return CsvFile(
        path, delimiter, header, tuple(column.cells for column in columns), lines, header_line, text
    )


def _read_plain(path: Path, delimiter: str, text: str) -> CsvFile | None:
    """The quick way for a file without quotes, blank lines and faults; None for any other."""
    first, _, _ = text.partition("\n")
    names = first.split(delimiter)
    header = tuple(map(str.strip, names))
    odd = len(header) < 2 or not all(header) or len(set(header)) < len(header)
    if odd or '"' in text or "\r" in text or max(map(len, names)) > MOST_CHARACTERS:
        return None
    columns = [ColumnBuilder() for _ in header]
    width, rows, at = len(header), 0, len(first) + 1
    while at < len(text):
        end = text.find("\n", at + _PIECE) + 1 or len(text)
        block = text[at:end].removesuffix("\n")
        cells = block.replace("\n", f"{delimiter}\n{delimiter}").split(delimiter)
        lines = block.count("\n") + 1
        # Every row as long as the header has its line end in its place.
        ends = cells[width :: width + 1]
        if len(cells) != lines * (width + 1) - 1 or ends.count("\n") != lines - 1:
            return None
        if end - at > MOST_CHARACTERS and max(map(len, cells)) > MOST_CHARACTERS:
            return None
        for index, column in enumerate(columns):
            column.extend(cells[index :: width + 1])
        rows, at = rows + lines, end
    found = tuple(column.cells for column in columns)
    return CsvFile(path, delimiter, header, found, range(2, rows + 2), 1, text)


Batch = tuple[Sequence[int], list[list[str]]]


def _batches(reader: _csv.Reader) -> Iterator[Batch]:
    """Rows that are not blank, many together, and the line each begins on."""
    begins = 1
    while rows := list(islice(reader, _BATCH)):
        lines: Sequence[int] = range(begins, begins + len(rows))
        if reader.line_num >= begins + len(rows):
            heights = (1 + sum(cell.count("\n") for cell in row) for row in rows[:-1])
            lines = list(accumulate(heights, initial=begins))
        begins = reader.line_num + 1
        if not all(rows):
            lines = [line for line, row in zip(lines, rows, strict=True) if row]
            rows = list(filter(None, rows))
        if rows:
            yield lines, rows


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


def inert(text: str) -> str:
    """The cell as a spreadsheet shows it, which would run one that begins like a formula."""
    return f"'{text}" if re.match(r"[=@\t\r\n]|[+-](?!\s*[.,]?[0-9][0-9.,]*\Z)(?=.)", text) else text


def cell_spans(data: bytes, delimiter: str = ";") -> dict[int, list[tuple[int, int]]]:
    """The byte range of every cell of a delimited file, quotes included, by the line (from 1) that
    its record begins on. The file is one that `read_csv` reads; blank lines are no records.
    """
    sign = re.escape(delimiter.encode())
    cell = re.compile(rb'("[^"]*(?:""[^"]*)*"|[^\r\n' + sign + rb"]*)(" + sign + rb"|\r\n?|\n|)")
    records: dict[int, list[tuple[int, int]]] = {}
    at = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    line = begins = 1
    cells: list[tuple[int, int]] = []
    while found := cell.match(data, at):
        cells.append(found.span(1))
        line += len(re.findall(rb"\r\n?|\n", found[1]))
        if found[2] != delimiter.encode():
            if len(cells) > 1 or found[1]:
                records[begins] = cells
            line, cells = line + 1, []
            begins = line
            if not found[2]:
                break
        at = found.end()
    return records


def remove_records(data: bytes, lines: Iterable[int], delimiter: str = ";") -> bytes:
    """The file without the records that begin on these lines; no other byte changes."""
    spans = cell_spans(data, delimiter)
    parts: list[bytes] = []
    at = 0
    for line in sorted(lines):
        start, end = spans[line][0][0], spans[line][-1][1]
        parts.append(data[at:start])
        ends = re.compile(rb"\r\n?|\n|").match(data, end)
        at = ends.end() if ends else end
    return b"".join([*parts, data[at:]])


def replace_cells(data: bytes, cells: Mapping[tuple[int, int], str], delimiter: str = ";") -> bytes:
    """The file with new texts in the cells of these records (by the line they begin on) and numbers (from 0).

    No other byte changes. A cell in quotes stays in quotes; another gets them only when its text needs them.
    """
    spans = cell_spans(data, delimiter)
    parts: list[bytes] = []
    at = 0
    for (line, number), text in sorted(cells.items()):
        start, end = spans[line][number]
        parts += [data[at:start], _cell_bytes(data[start:end], text, delimiter)]
        at = end
    return b"".join([*parts, data[at:]])


def _cell_bytes(old: bytes, text: str, delimiter: str) -> bytes:
    # Reading made every line end in a cell a \n; the cell keeps its own.
    if ends := re.search(rb"\r\n?", old):
        text = text.replace("\n", ends[0].decode())
    if old.startswith(b'"') or text.startswith('"') or any(sign in text for sign in (delimiter, "\n", "\r")):
        text = '"' + text.replace('"', '""') + '"'
    return text.encode()
