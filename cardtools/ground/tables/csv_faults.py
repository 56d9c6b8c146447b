"""What makes a delimited file unusable: quotes, endless cells, column names, ragged rows."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Set
from itertools import chain, groupby
from pathlib import Path

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.ground.tables.csv_document import MOST_CHARACTERS, Advice, Cells, CsvFile, line_blocks

DUPLICATE_COLUMN = Check.of("""CSV006 duplicate-column error: two columns have the same meaning
    why: It is not clear which of the two counts.
    bad: NAME;LEVEL;RANK, where RANK is another name of LEVEL
    good: NAME;LEVEL
    fix: remove one of them""")
RAGGED_ROW = Check.of("""CSV008 ragged-row error: a row has more or fewer cells than the header
    why: The other cells of the row would be in the wrong columns. Until each row is whole, only what other
    rows say by themselves is checked.
    bad: Tide Singer;Water;Draw a card; then discard one (three columns)
    good: Tide Singer;Water;"Draw a card; then discard one"
    fix: put a cell with the separator in it in quotes, or add the cells that are missing""")
QUOTE = Check.of('''CSV010 quote error: a quote is not closed, or closes a cell too early
    why: A quote that is not closed includes the rows that follow; nobody knows where the cell should end.
    bad: "Draw" a card;2
    good: """Draw"" a card";2
    fix: close the quote, or write it twice where it is part of the text''')
ENDLESS_CELL = Check.of("""CSV020 endless-cell error: a cell has more characters than a spreadsheet holds
    why: No card has room for it; it is usually a file pasted into a cell, or not a table at all.
    bad: a cell of 100,000 characters
    good: at most 32,767, which is what a spreadsheet holds
    fix: shorten the cell""")
TABLE_LAYOUT = Check.of("""CSV023 table-layout info: only a part of a file is taken for the table
    why: People write titles above a table, notes beside it and sums below it; what is left out is said, so
    that no card is lost unseen.
    bad: My game v3 above the headings, Total;12 below the cards (each of them is left out, and reported)
    good: the headings in the first line, then one card a line
    fix: nothing, where it is right; else move the rest to another sheet, or say in [tables] of cardtools.toml
    where the headings are and which rows to skip""")
UNSAVED_FORMULA = Check.of("""CSV024 unsaved-formula warning: a formula of a workbook has no saved value
    why: cardtools computes no formulas; a program wrote the workbook without the values that they have.
    bad: =B2+1, written by a script
    good: the same workbook, saved once in Excel or LibreOffice
    fix: open the workbook in the spreadsheet and save it""")

_MOST = 100  # faults that are reported


def find_faults(path: Path, delimiter: str, text: str, advice: Advice) -> list[Diagnostic]:
    """Everything that makes the file unusable, read row by row; nothing is known after a faulty quote."""
    reader = csv.reader(chain.from_iterable(line_blocks(text)), delimiter=delimiter, strict=True)
    name, begins = shown(path), 1
    file: CsvFile | None = None
    filled: set[int] = set()
    found: list[Diagnostic] = []
    try:
        for row in reader:
            if row and file is None:
                header = tuple(map(str.strip, row))
                file = CsvFile(path, delimiter, header, (), (), begins, text)
                unnamed = [index for index, column in enumerate(header) if not column]
            elif row and file is not None:
                if len(row) != len(file.header):
                    extra, hint = len(row) - len(file.header), _length_hint(row, file, begins, advice)
                    count = f"{counted(abs(extra), 'cell')} too {'many' if extra > 0 else 'few'}"
                    found.append(RAGGED_ROW.finding(Location(name, begins), f"the row has {count}", hint))
                    if len(found) == _MOST:
                        message = "too many faults; no more are looked for"
                        found.append(Diagnostic(Location(name, begins), message))
                        break
                filled.update(index for index in unnamed if "".join(row[index : index + 1]).strip())
            begins = reader.line_num + 1
    except csv.Error as error:
        found.append(_unreadable(name, text, delimiter, begins, str(error)))
    return [*header_faults(file, filled), *found] if file is not None else found


def without_ragged(text: str, delimiter: str) -> str:
    """The text of a table with blank lines in place of the rows that are not as long as the first."""
    reader = csv.reader(chain.from_iterable(line_blocks(text)), delimiter=delimiter, strict=True)
    lines, begins, width = text.split("\n"), 0, 0
    for row in reader:
        width = width or len(row)
        if len(row) != width:
            lines[begins : reader.line_num] = [""] * (reader.line_num - begins)
        begins = reader.line_num
    return "\n".join(lines)


def _length_hint(cells: Cells, file: CsvFile, line: int, advice: Advice) -> str:
    extra, text = len(cells) - len(file.header), "".join(cells)
    if "\0" in text:
        return "the line has NUL characters, which aren't text: remove them"
    if advised := advice(file.header, cells, line):
        return advised
    if extra > 0 and not "".join(cells[-extra:]).strip():
        return f"remove {extra:,} {file.delimiter!r} at the end of the line"
    if extra > 0:
        return f"an unquoted {file.delimiter!r} inside a cell?"
    if height := text.count("\n"):
        return f"the row runs to line {line + height}: is a quote opened and not closed?"
    return f"{len(file.header)} cells are expected"


def header_faults(file: CsvFile, filled: Set[int]) -> Iterator[Diagnostic]:
    """Columns without a name, neighbours reported together, and columns of the same name."""
    for unnamed, run in groupby(range(len(file.header)), lambda index: not file.header[index]):
        first, *more = run
        if unnamed:
            what = f"columns {first + 1} to {more[-1] + 1} have" if more else f"column {first + 1} has"
            rest = range(first, len(file.header))
            empty = len(rest) == 1 + len(more) and filled.isdisjoint(rest)
            hint = f"remove the {file.delimiter!r} at the ends of the lines" if empty else "name it"
            yield Diagnostic(file.at_header(first), f"{what} no name", hint)
    seen: Counter[str] = Counter()
    for index, column in enumerate(file.header):
        seen[column] += 1
        if column and seen[column] == 2:
            often = file.header.count(column)
            message = f"there are {'two' if often == 2 else f'{often:,}'} columns {column}"
            place = file.at_header(index)
            yield DUPLICATE_COLUMN.finding(place, message, "rename or remove one")


def _unreadable(name: str, text: str, delimiter: str, line: int, reason: str) -> Diagnostic:
    """What is wrong with the record that begins on the line and that the reader gave up on."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    pattern = re.compile(rf'"[^"]*+(?:""[^"]*+)*+("?)|[^{re.escape(delimiter)}\n]*')

    def place(at: int) -> Location:
        begins = max(text.rfind("\n", start, at) + 1, start)
        return Location(name, line + text.count("\n", start, at), at - begins + 1)

    at = start
    while at <= len(text) and (cell := pattern.match(text, at)):
        at = cell.end() + 1
        if cell[1] == "":
            hint = 'close it with ", or write it twice where it is part of the text'
            return QUOTE.finding(place(cell.start()), "a quote is opened and never closed", hint)
        if cell[1] and text[at - 1 : at] not in (delimiter, "\n", ""):
            opened, closed = place(cell.start()), place(cell.end() - 1)
            if closed.line == opened.line:
                hint = 'a cell that holds quotes is written "like ""this"""'
                return QUOTE.finding(closed, "text follows the closing quote of the cell", hint)
            message = f"the quote opened here is closed only on line {closed.line}, and text follows there"
            hint = f'close it on line {opened.line} with ", or write it twice where it is part of the text'
            return QUOTE.finding(opened, message, hint)
        if len(cell[0]) > MOST_CHARACTERS:
            message = f"a cell has {len(cell[0]):,} characters, more than a spreadsheet holds"
            return ENDLESS_CELL.finding(place(cell.start()), message, f"write at most {MOST_CHARACTERS:,}")
    return QUOTE.finding(Location(name, line), f"the row cannot be read: {reason}", "")
