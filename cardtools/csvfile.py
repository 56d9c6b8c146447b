"""Delimited text with the place of every cell: read strictly, never lose a row.

Rows are read with the standard library's reader; where a cell stands in its line is found again only for
the few cells a problem is about.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
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

    def at(self, row: int, column: str | int = 0) -> Location:
        """Where the cell of the row (from 0) in the named column begins."""
        index = column if isinstance(column, int) else self.header.index(column)
        return self._place(self.line_numbers[row], index)

    def at_header(self, index: int) -> Location:
        """Where the name of the column with this index (from 0) stands."""
        return self._place(self.header_line, index)

    def _place(self, line: int, cell: int) -> Location:
        # Walk the record, which may run over several lines when a quoted cell holds a line end.
        column, cells, quoted = 0, 0, False
        while cells < cell and line <= len(self.text_lines):
            content = self.text_lines[line - 1]
            while cells < cell and column < len(content):
                if content[column] == '"':
                    quoted = not quoted
                elif content[column] == self.delimiter and not quoted:
                    cells += 1
                column += 1
            if cells < cell:
                line, column = line + 1, 0
        return Location(shown(self.path), line, column + 1)


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
