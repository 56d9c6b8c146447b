"""Reading delimited text with the standard library's reader: strictly, and never losing a row."""

from __future__ import annotations

import csv
import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.io.files import read_text, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.tables.csv_document import MOST_CHARACTERS, Advice, CsvFile, line_blocks
from cardtools.ground.tables.csv_faults import find_faults
from cardtools.ground.tables.dictionary_column import ColumnBuilder

_HEAD = 1 << 16  # characters that the header is looked for in

if TYPE_CHECKING:
    import _csv

# Rows, and characters, turned into columns at a time: half the time where they stay in the processor's cache
_BATCH, _PIECE = 1 << 9, 1 << 14
_LONG, _FEW = 1 << 15, 2  # rows of more characters: so few at a time, since each may be millions of cells


def find_delimiter(text: str) -> str:
    """What separates the cells of the table's header: a semicolon if there is one or in doubt, else a tab,
    a comma or a bar, whichever there are most of outside quotes.
    """
    head = text[:_HEAD].lstrip("\n")
    if '"' in head:
        head = re.sub(r'"[^"]*"', "", head)
    first = head.partition("\n")[0]
    return ";" if ";" in first else max(";\t,|", key=first.count)


def read_csv(
    path: Path, delimiter: str = "", text: str | None = None, advice: Advice = lambda *_: ""
) -> CsvFile:
    """Read a delimited file; without a `delimiter` the header says what it is (`find_delimiter`). Blank lines
    are passed over; every row has as many cells as the header.

    Raises InputError with all ragged rows, duplicate or empty column names, and the place of an endless cell
    or of a quote that is not closed or closes too early.
    """
    text = read_text(path, "table_bytes") if text is None else text
    delimiter = delimiter or find_delimiter(text)
    has_long_lines = _check_size(path, text)
    plain = _read_plain(path, delimiter, text)
    if plain is not None:
        return plain
    reader = csv.reader(chain.from_iterable(line_blocks(text)), delimiter=delimiter, strict=True)
    header: tuple[str, ...] = ()
    header_line, sound = 0, True
    columns: list[ColumnBuilder] = []
    numbers = array("q")
    try:
        for lines, rows in _batches(reader, _FEW if has_long_lines else _BATCH):
            if not header_line:
                header, header_line = tuple(map(str.strip, rows[0])), lines[0]
                if len(header) > limits().table_columns:
                    message = f"there are {len(header):,} columns"
                    raise bad_input(shown(path), message, raise_hint("table_columns"), header_line)
                lines, rows, columns = lines[1:], rows[1:], [ColumnBuilder() for _ in header]
            sound = set(map(len, rows)) <= {len(header)}
            if not sound:
                break
            numbers.extend(lines)
            for column, cells in zip(columns, zip(*rows, strict=True), strict=bool(rows)):
                column.extend(cells)
    except csv.Error:
        sound = False
    if sound and not header_line:
        raise bad_input(shown(path), "the file is empty, expected a header line")
    if not (sound and all(header) and len(set(header)) == len(header)):
        raise InputError(find_faults(path, delimiter, text, advice))
    lines = range(numbers[0], numbers[-1] + 1) if numbers else numbers
    if len(lines) > len(numbers):
        lines = numbers
    return CsvFile(
        path, delimiter, header, tuple(column.cells for column in columns), lines, header_line, text
    )


def _check_size(path: Path, text: str) -> bool:
    """Whether a line is long. Raises InputError where there are too many lines, or one is too long."""
    most = limits()
    if text.count("\n") > most.table_lines:
        message = f"there are more than {most.table_lines:,} lines"
        raise bad_input(shown(path), message, raise_hint("table_lines"))
    at, has_long = 0, False
    while at + _LONG < len(text):
        end = text.rfind("\n", at, at + _LONG) + 1
        if not end:
            has_long = True
            end = text.find("\n", at) + 1 or len(text)
            if end - at > most.line_characters:
                line = text.count("\n", 0, at) + 1
                message = f"the line has {end - at:,} characters"
                raise bad_input(shown(path), message, raise_hint("line_characters"), line)
        at = end
    return has_long


def _read_plain(path: Path, delimiter: str, text: str) -> CsvFile | None:
    """The quick way for a file without quotes, blank lines and faults; None for any other."""
    first, _, _ = text.partition("\n")
    names = first.split(delimiter)
    header = tuple(map(str.strip, names))
    odd = not 2 <= len(header) <= limits().table_columns or not all(header) or len(set(header)) < len(header)
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


def _batches(reader: _csv.Reader, size: int) -> Iterator[Batch]:
    """Rows that are not blank, many together, and the line each begins on."""
    begins = 1
    while rows := list(islice(reader, size)):
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
