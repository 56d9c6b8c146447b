"""What makes a delimited file unusable, in words: quotes, column names, rows of another length."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from cardtools.csvfile import MOST_CHARACTERS
from cardtools.errors import Diagnostic, Location, counted

if TYPE_CHECKING:
    from cardtools.csvfile import Advice, Cells, CsvFile


def unreadable(name: str, text: str, delimiter: str, line: int, reason: str) -> Diagnostic:
    """What is wrong with the record that begins on the line and that the reader gave up on."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    pattern = re.compile(rf'"[^"]*(?:""[^"]*)*("?)|[^{re.escape(delimiter)}\n]*')
    at = start
    while cell := pattern.match(text, at):
        at = cell.end() + 1
        if cell[1] == "" or (cell[1] and text[at - 1 : at] not in (delimiter, "\n", "")):
            return _quote(name, text, cell, line, start)
        if len(cell[0]) > MOST_CHARACTERS:
            message = f"a cell has {len(cell[0]):,} characters, more than a spreadsheet holds"
            hint = f"write at most {MOST_CHARACTERS:,}"
            place = _place(name, text, start, line, cell.start())
            return Diagnostic(place, message, hint, "CSV020", "endless-cell")
        if at > len(text):
            break
    return _fault(Location(name, line), f"the row cannot be read: {reason}", "")


def _quote(name: str, text: str, cell: re.Match[str], line: int, start: int) -> Diagnostic:
    opened = _place(name, text, start, line, cell.start())
    if not cell[1]:
        hint = 'close it with ", or write it twice where it is part of the text'
        return _fault(opened, "a quote is opened and never closed", hint)
    closed = _place(name, text, start, line, cell.end() - 1)
    if closed.line == opened.line:
        hint = 'a cell that holds quotes is written "like ""this"""'
        return _fault(closed, "text follows the quote that closes the cell", hint)
    message = f"the quote opened here is closed only on line {closed.line}, and text follows there"
    hint = f'close it on line {opened.line} with ", or write it twice where it is part of the text'
    return _fault(opened, message, hint)


def _fault(place: Location, message: str, hint: str) -> Diagnostic:
    return Diagnostic(place, message, hint, "CSV010", "quote")


def _place(name: str, text: str, start: int, line: int, at: int) -> Location:
    return Location(
        name, line + text.count("\n", start, at), at - max(text.rfind("\n", start, at) + 1, start) + 1
    )


def header_faults(file: CsvFile) -> Iterator[Diagnostic]:
    """Columns without a name, neighbours told as one, and columns of the same name."""
    for unnamed, run in groupby(enumerate(file.header), lambda column: not column[1]):
        first, *more = [index for index, _ in run]
        if unnamed:
            what = f"columns {first + 1} to {more[-1] + 1} have" if more else f"column {first + 1} has"
            empty = all(not any(map(str.strip, file.columns[index])) for index in (first, *more))
            ends = (more or [first])[-1] == len(file.header) - 1
            hint = f"take the {file.delimiter} at the ends of the lines out" if empty and ends else ""
            yield Diagnostic(file.at_header(first), f"{what} no name", hint or "name it, or take it out")
    seen: Counter[str] = Counter()
    for index, column in enumerate(file.header):
        seen[column] += 1
        if column and seen[column] == 2:
            often = file.header.count(column)
            message = f"there are {'two' if often == 2 else f'{often:,}'} columns {column}"
            place = file.at_header(index)
            yield Diagnostic(place, message, "rename or remove one", "CSV006", "duplicate-column")


def ragged_rows(file: CsvFile, rows: Sequence[tuple[int, Cells]], advice: Advice) -> Iterator[Diagnostic]:
    """The rows, each by the line it begins on, that have not as many cells as the header."""
    for line, cells in rows:
        extra = len(cells) - len(file.header)
        height = 1 + sum(cell.count("\n") for cell in cells)
        hint = advice(file.header, cells, line)
        if any("\0" in cell for cell in cells):
            hint = "the line has NUL characters, which are no text: take them out"
        elif hint:
            pass
        elif extra > 0 and not any(map(str.strip, cells[-extra:])):
            hint = f"take {counted(extra, repr(file.delimiter))} at the end of the line out"
        elif extra > 0:
            hint = f"an unquoted {file.delimiter!r} inside a cell?"
        elif height > 1:
            hint = f"the row runs to line {line + height - 1}: is a quote opened and not closed?"
        else:
            hint = f"{len(file.header)} cells are expected"
        count = f"{counted(abs(extra), 'cell')} too {'many' if extra > 0 else 'few'}"
        place = Location(file.name, line)
        yield Diagnostic(place, f"the row has {count}", hint, "CSV008", "ragged-row")
