"""Delimited text with the place of every cell: read strictly, never lose a row.

Rows are read with the standard library's reader; where a cell stands in its line is found again only for
the few cells a problem is about.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cardtools.errors import Diagnostic, InputError, Location, bad_input, counted
from cardtools.files import read_text, shown

# The reader's own limit (128 KiB) would make a long cell an obscure error.
csv.field_size_limit(1 << 30)


@dataclass(frozen=True)
class CsvFile:
    """A delimited file: `header`, `rows` of as many cells, and the line each row begins on (from 1)."""

    path: Path
    delimiter: str
    header: tuple[str, ...]
    rows: list[list[str]]
    line_numbers: list[int]
    header_line: int
    text_lines: list[str] = field(repr=False)

    @cached_property
    def name(self) -> str:
        """The path as messages show it."""
        return shown(self.path)

    def at(self, row: int, column: str | int = 0) -> Location:
        """Where the cell of the row (from 0) in the named column begins."""
        index = column if isinstance(column, int) else self.header.index(column)
        return self._place(self.line_numbers[row], index)

    def at_header(self, index: int) -> Location:
        """Where the name of the column with this index (from 0) stands."""
        return self._place(self.header_line, index)

    def cell_at(self, place: Location) -> tuple[int, int]:
        """The row and the column (from 0) of the cell at a place; row -1 is the header."""
        row = bisect_right(self.line_numbers, place.line) - 1
        starts = self._starts(self.line_numbers[row] if row >= 0 else self.header_line)
        return row, max(bisect_right(starts, (place.line, place.column)) - 1, 0)

    def _place(self, line: int, cell: int) -> Location:
        starts = self._starts(line)
        return Location(self.name, *starts[min(cell, len(starts) - 1)])

    def _starts(self, line: int) -> list[tuple[int, int]]:
        """Line and column of each cell of the record that begins on the line; it may run over several."""
        following = bisect_right(self.line_numbers, line)
        end = self.line_numbers[following] if following < len(self.line_numbers) else len(self.text_lines) + 1
        text = "\n".join(self.text_lines[line - 1 : end - 1])
        sign = re.escape(self.delimiter)
        starts = [(line, 1)]
        # A quote that is not the first character of its cell is a character like any other.
        for cell in re.finditer(rf'("[^"]*(?:""[^"]*)*"|[^{sign}\n]*)({sign}|\n|$)', text):
            if cell[2] != self.delimiter:
                break
            at = cell.end()
            starts.append((line + text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1) + 1))
        return starts


def read_csv(path: Path, delimiter: str = ";", text: str | None = None) -> CsvFile:
    """Read a delimited file. Blank lines are passed over; every row has as many cells as the header.

    Raises InputError with all ragged rows, duplicate or empty column names, and an unclosed quote (with the
    line where it opened).
    """
    text = read_text(path) if text is None else text
    lines = text.split("\n")
    problems: list[Diagnostic] = []
    rows: list[list[str]] = []
    numbers: list[int] = []
    name = shown(path)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        for row in reader:
            if row:
                rows.append(row)
                numbers.append(begins)
            begins = reader.line_num + 1
    except csv.Error as error:
        if "unexpected end" in str(error):
            raise bad_input(
                name, "a quote is opened and never closed", 'close it with " or double it', begins
            ) from None
        hint = 'a cell that holds a quote is written "like ""this"""'
        raise bad_input(name, f"a quote in the wrong place: {error}", hint, reader.line_num) from None
    if not rows:
        raise bad_input(name, "the file is empty, expected a header line")
    header = tuple(cell.strip() for cell in rows.pop(0))
    file = CsvFile(path, delimiter, header, rows, numbers[1:], numbers[0], lines)
    for index, column in enumerate(header):
        if not column:
            problems.append(Diagnostic(file.at_header(index), f"column {index + 1} has no name"))
        elif column in header[:index]:
            problems.append(
                Diagnostic(
                    file.at_header(index),
                    f"there are two columns {column}",
                    "rename or remove one",
                    "CSV006",
                    "duplicate-column",
                )
            )
    for index, row in enumerate(rows):
        if len(row) != len(header):
            extra = len(row) - len(header)
            count = f"{counted(abs(extra), 'cell')} too {'many' if extra > 0 else 'few'}"
            hint = (
                f"an unquoted {delimiter!r} inside a cell?"
                if extra > 0
                else f"{len(header)} cells are expected"
            )
            problems.append(
                Diagnostic(
                    Location(name, file.line_numbers[index]),
                    f"the row has {count}",
                    hint,
                    "CSV008",
                    "ragged-row",
                )
            )
    if problems:
        raise InputError(problems)
    return file


def format_csv(
    header: Sequence[str], rows: Iterable[Sequence[str]], delimiter: str = ";", line_ending: str = "\r\n"
) -> str:
    """The table as text: minimal quoting, every line ended by `line_ending`."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=line_ending)
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def cell_spans(data: bytes, delimiter: str = ";") -> dict[int, list[tuple[int, int]]]:
    """Where every cell stands in the bytes of a delimited file, quotes included, by the line (from 1) that
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
    for line in sorted(lines, reverse=True):
        start, end = spans[line][0][0], spans[line][-1][1]
        ends = re.compile(rb"\r\n?|\n|").match(data, end)
        data = data[:start] + data[ends.end() if ends else end :]
    return data


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
