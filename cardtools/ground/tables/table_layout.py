"""Where the table is on a sheet as people have them: titles above it, notes beside it, totals below it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import groupby, islice

from cardtools.ground.errors import column_letters
from cardtools.ground.frozen_record import Record

FilledCells = Mapping[int, str]  # the cells of a row that are not empty, by column (from 0)

_HEAD, _SAMPLE = 30, 400  # filled rows that may hold the headings, and that show which row does
_LONGEST = 60  # characters of a heading
_NUMBER = re.compile(r"[-+]?[\s\d.,:/%€$£\u00a0\u202f]+")
# What a row of sums says, in the languages of many designers.
_TOTAL = (
    r"(?:grand |sub-?|in )?total(?:s|es|e| general)?|sums?|summe[n]?|summa|soma|suma|somme|gesamt(?:summe)?"
    r"|zwischensumme|insgesamt|totaal|totale|celkem|razem|итого|всего|合計|总计|[σ∑]"
)


class TableReading(Record):
    """What a user says of the sheets of a project: the line of the headings (0: they are found), and lines
    that are no cards, by their numbers or by the text of their first cells, where `*` stands for anything.
    """

    header: int = 0
    skip: tuple[int | str, ...] = ()


EVERYTHING = TableReading()


class TableLayout(Record):
    """A table on a sheet: the lines of its headings, its columns (from 0) and their headings ("" for none),
    the lines of its cards, and what was left out, in words.
    """

    header_lines: tuple[int, ...]
    columns: tuple[int, ...]
    header: tuple[str, ...]
    lines: tuple[int, ...]
    left_out: tuple[str, ...] = ()

    def about(self) -> str:
        """What was taken as what, in a line."""
        where = f"the headings are in {_spans('row', self.header_lines)}"
        return "; ".join((where, *(f"{part} left out" for part in self.left_out)))


def find_layout(
    rows: Mapping[int, FilledCells], known: Collection[str] = (), reading: TableReading = EVERYTHING
) -> TableLayout | None:
    """The table among the rows that are not empty, by line, in order; None where there is none. `known` are
    headings that it probably has, in lower case.
    """
    header, skip = reading.header, _skipped(rows, reading.skip)
    filled = {line: row for line, row in rows.items() if line not in skip}
    sample = dict(islice(filled.items(), _SAMPLE))
    lines = [header] if header else [line for line in list(filled)[:_HEAD] if len(filled[line]) > 1]
    tables = (_Table(filled if header else sample, line) for line in lines if line in filled)
    # The first of the best; most sheets are nothing but a table.
    best: tuple[tuple[int, bool, int], int] | None = None
    for table in tables:
        rank = (len(table.names.intersection(known)), *table.rank)
        # Titles have a cell, or two above an empty row; a row with more is a card, which nobody may lose.
        first = table.header_lines[0]
        above = max((len(row) for line, row in filled.items() if line < first), default=0)
        is_top = bool(header) or above < 2 or (above == 2 < len(table.names) and first - 1 not in filled)
        if table.is_sound and table.lines and is_top and (best is None or rank > best[0]):
            best = rank, table.line
            is_all = len(table.lines) == len(table.rows) - 1 and "" not in table.header.values()
            if is_all and (rank[0] or not known):
                break
    return _Table(filled, best[1]).layout(sorted(rows.keys() & skip)) if best else None


def is_total(row: FilledCells) -> bool:
    """Whether a row is one of sums, by its words: its first cell says so, and the others are numbers."""
    first = min(row, default=-1)
    if len(row) < 2 or not all(_is_number(row, column) for column in row if column != first):
        return False
    return bool(re.fullmatch(_TOTAL, row[first].strip().rstrip(":= "), re.I))


def _skipped(rows: Mapping[int, FilledCells], skip: Collection[int | str]) -> set[int]:
    """The lines to skip: those that are numbered, and those whose first cell is one of the texts; `*` in a
    text stands for anything.
    """
    lines = {number for number in skip if isinstance(number, int)}
    for pattern in (text.casefold() for text in skip if isinstance(text, str)):
        lines |= {n for n, row in rows.items() if fnmatchcase(row[min(row)].strip().casefold(), pattern)}
    return lines


class _Table:
    """A table whose headings are in one line, or in that and the line above it."""

    def __init__(self, rows: Mapping[int, FilledCells], line: int) -> None:
        self.rows, self.line = rows, line
        above, written = rows.get(line - 1, {}), rows[line]
        body = [row for number, row in rows.items() if number > line]
        counts = Counter(column for row in body for column in row)
        self.columns = self._beside_each_other(counts.keys() | written.keys(), counts)
        twice = Counter(text.casefold() for text in written.values())
        self.header: dict[int, str] = {}
        # Cells merged over both rows of headings have their text in each.
        used_above = any(above.get(column) == text for column, text in written.items())
        for column in self.columns:
            text = written.get(column, "")
            over = next((above[at] for at in range(column, -1, -1) if at in above), "") if above else ""
            if not text and column in above:
                text, used_above = above[column], True
            elif text and twice[text.casefold()] > 1 and over:
                text, used_above = f"{over} {text}", True
            self.header[column] = " ".join(text.split())
        self.header_lines = (line - 1, line) if used_above else (line,)
        named = [text for text in self.header.values() if text]
        self.names = {text.casefold() for text in named}
        self.is_sound = (
            len(self.names) == len(named) > 0
            and len(named) * 2 > len(self.columns)
            and all(len(text) <= _LONGEST and not _NUMBER.fullmatch(text) for text in named)
        )
        # What stands below the first gap may be something else.
        below = islice((number for number in rows if number > line), _SAMPLE)
        first = [rows[number] for at, number in enumerate(below, line + 1) if at == number]
        first = [row for row in first if not self._is_heading(row)]
        cells = {
            column: [_is_number(row, column) for row in first if column in row] for column in self.columns
        }
        self.numbers = {column for column, are in cells.items() if are and 10 * sum(are) >= 8 * len(are)}
        self.left: dict[int, str] = {}
        self.lines = self._cards() if self.is_sound else []
        # Words above numbers are headings; without numbers a card may look like the headings.
        is_whole = len(named) == len(self.columns) and not self.numbers.isdisjoint(written)
        self.rank = is_whole, len(self.lines) * len(named)

    def _beside_each_other(self, columns: Collection[int], counts: Mapping[int, int]) -> list[int]:
        """The columns of the table: those of the widest run without an empty column between them, and of the
        runs beside it that are filled in as many rows.
        """
        runs = _runs(sorted(columns))
        most = [max(counts.get(column, 0) for column in run) for run in runs]
        main = max(range(len(runs)), key=lambda at: sum(counts.get(column, 0) for column in runs[at]))
        return [
            column
            for at, run in enumerate(runs)
            if at == main or (10 * most[at] >= 8 * most[main] and all(c in self.rows[self.line] for c in run))
            for column in run
        ]

    def _cards(self) -> list[int]:
        """The lines of cards; `left` says of others why they are none."""
        lines: list[int] = []
        other, before = False, self.line
        below = [line for line in self.rows if line > self.line]
        for line in below:
            row = self.rows[line]
            if not row.keys() <= self.header.keys():
                row = {column: text for column, text in row.items() if column in self.header}
            after_gap, before = line > before + 1, line
            if after_gap:
                # A table of something else begins with headings, above numbers of this one.
                is_named = len(row) > 1 and not any(_is_number(row, column) for column in row)
                other = is_named and not self._is_heading(row) and not self.numbers.isdisjoint(row)
            if self._is_heading(row):
                self.left[line] = "the headings again"
            elif self._is_total(row, lines, line == below[-1]):
                self.left[line] = "a total"
            elif other:
                self.left[line] = "another table"
            elif not row or (len(row) == 1 and len(self.header) > 2 and after_gap):
                self.left[line] = "a note"
            else:
                lines.append(line)
        return lines

    def _is_heading(self, row: FilledCells) -> bool:
        return len(row) > 1 and all(" ".join(text.split()) == self.header[c] for c, text in row.items())

    def _is_total(self, row: FilledCells, cards: Sequence[int], is_last: bool) -> bool:
        if is_total(row):
            return True
        if not is_last or len(cards) < 2 or not row.keys() <= self.numbers < self.header.keys():
            return False
        return all(_is_number(row, column) for column in row) and any(
            _value(row[column]) == sum(_value(self.rows[line].get(column, "")) or 0 for line in cards) > 0
            for column in row
        )

    def layout(self, skipped: Sequence[int]) -> TableLayout:
        """The table, and all that is not of it."""
        left = {line: "above the headings" for line in self.rows if line < self.header_lines[0]}
        left |= self.left | dict.fromkeys(skipped, "skipped")
        said = [
            f"{_spans('row', [line for line in left if left[line] == why])} ({why})"
            for why in dict.fromkeys(left.values())
        ]
        taken = [self.rows[line] for line in (*self.header_lines, *self.lines)]
        if beside := sorted({column for row in taken for column in row}.difference(self.header)):
            letters = _spans("column", [column + 1 for column in beside], column_letters)
            said.append(f"{letters} (beside the table)")
        lines, header = tuple(self.lines), tuple(self.header.values())
        return TableLayout(self.header_lines, tuple(self.header), header, lines, tuple(said))


def _is_number(row: FilledCells, column: int) -> bool:
    return column in row and bool(_NUMBER.fullmatch(row[column].strip()))


def _value(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    """The numbers, those that follow each other together."""
    runs = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    return [[number for _, number in run] for _, run in runs]


def _spans(what: str, numbers: Sequence[int], name: Callable[[int], str] = str) -> str:
    """`rows 1 to 3 and 7`."""
    runs = _runs(numbers)
    *most, last = (f"{name(run[0])} to {name(run[-1])}" if run[1:] else name(run[0]) for run in runs)
    return f"{what}{'s' * (len(numbers) > 1)} {', '.join(most)}{' and ' * bool(most)}{last}"
