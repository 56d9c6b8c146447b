"""The card table: a CSV file, its columns by their canonical names, its cells as typed values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cardtools.cards.cells import read_column, typed
from cardtools.cards.line_ends import different_ends, lone_return, mixed_ends
from cardtools.cards.spaces import clean, in_a_line
from cardtools.catalogue import Check
from cardtools.coded import each, places, repeated, words
from cardtools.csvfaults import DUPLICATE_COLUMN
from cardtools.csvfile import CsvFile
from cardtools.csvread import find_delimiter, read_csv
from cardtools.encoding import decode_table
from cardtools.errors import Diagnostic, Edit, Fix, InputError, Location
from cardtools.files import line_feeds, read_bytes, read_table, shown
from cardtools.rulesets.expressions import COMPUTING_ERRORS, Expression
from cardtools.rulesets.ruleset import Field, Ruleset
from cardtools.spelling import did_you_mean

WRONG_DELIMITER = Check.of("""CSV003 wrong-delimiter error: nothing separates the cells of the header
    why: A table is separated by semicolons, commas, tabs or bars; without them its header is one column.
    bad: NAME:TYPE:LEVEL
    good: NAME;TYPE;LEVEL, or NAME,TYPE,LEVEL
    fix: save the table with ; or , between the cells""")
MISSING_COLUMN = Check.of("""CSV004 missing-column error: a column that the ruleset needs is missing
    why: A rule cannot be checked for cards that lack what it reads.
    bad: NAME;LEVEL (TYPE is missing)
    good: NAME;TYPE;LEVEL
    fix: add the column to the header and to every row""")
UNKNOWN_COLUMN = Check.of("""CSV005 unknown-column warning: a column has nearly the name of a known one
    why: A misspelt column is ignored, together with its cells.
    bad: TRANSLUCENCY
    good: TRANSPARENCY
    fix: write the column as the hint says; columns of your own with other names are kept""")
BLANK_ROW = Check.of("""CSV009 blank-row warning: all cells of a row are empty
    why: It is usually left over from a deleted card.
    bad: ;;;
    good: no such line
    fix: delete the row""")


@dataclass(frozen=True, slots=True)
class Card:
    """One row, from 0 in file order: its cells as written and as typed values, by canonical column.

    A value is an int, a text or a tuple of texts as the ruleset types the column, and None where the cell is
    empty, unusable or the column is not in the file. `label` is the column that names a card.
    """

    row: int
    raw: Mapping[str, str]
    values: Mapping[str, Any]
    label: str = "NAME"

    @property
    def name(self) -> str:
        """The card's name as messages show it; never empty."""
        return in_a_line(str(self.values.get(self.label) or "")) or f"card {self.row + 1}"


@dataclass(frozen=True)
class CardTable:
    """A card database: canonical column names in file order, the typed values by column, and the problems
    found while typing. Columns of the ruleset that the file lacks are in `values` too, empty or with their
    default.
    """

    file: CsvFile
    columns: tuple[str, ...]
    values: Mapping[str, Sequence[Any]] = field(repr=False)
    problems: tuple[Diagnostic, ...]
    ruleset: Ruleset = field(repr=False)
    # The cells whose value could not be used, by column: rules that read them are not applied.
    unusable: Mapping[str, frozenset[int]] = field(repr=False, default_factory=dict)

    def __len__(self) -> int:
        return len(self.file.line_numbers)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The rows as cards, in file order (Doc 3.2)."""
        names = tuple(self.values)
        rows = zip(*self.values.values(), strict=True) if names else iter(() for _ in range(len(self)))
        label = self.ruleset.label
        return tuple(
            Card(
                row,
                MappingProxyType(dict(zip(self.columns, cells, strict=True))),
                MappingProxyType(dict(zip(names, values, strict=True))),
                label,
            )
            for row, (cells, values) in enumerate(zip(self.file.rows, rows, strict=True))
        )

    def name(self, row: int) -> str:
        """The name of the card in this row (from 0) as messages show it; never empty."""
        if row not in self._names:
            name = in_a_line(str(self.values[self.ruleset.label][row] or ""))
            self._names[row] = name or f"card {row + 1}"
        return self._names[row]

    @cached_property
    def _names(self) -> dict[int, str]:
        return {}

    def only(self, rows: Sequence[int]) -> CardTable:
        """The table of these rows, in this order; a row may be there several times."""
        return make_table(_only(self.file, rows), self.ruleset)

    def texts(self, column: str) -> Sequence[str]:
        """The column's cells as written; empty texts where the file lacks the column."""
        if column not in self.columns:
            return [""] * len(self)
        return self.file.columns[self.columns.index(column)]

    def repeated(self, column: str) -> Set[Any]:
        """The values that more than one card has in the column."""
        if column not in self._repeated:
            self._repeated[column] = repeated(self.values[column])
        return self._repeated[column]

    @cached_property
    def _repeated(self) -> dict[str, Set[Any]]:
        return {}

    def place(self, row: int, column: str) -> Location:
        """The place of the cell; that of the row where the file lacks the column."""
        return self.file.at(row, self.columns.index(column) if column in self.columns else 0)

    def at(self, card: Card, column: str) -> Location:
        """The place of the card's cell; that of the row where the file lacks the column."""
        return self.place(card.row, column)


def read_rows(
    path: Path, content: str | bytes | None = None, ruleset: Ruleset | None = None
) -> tuple[CsvFile, list[Diagnostic]]:
    """The rows of a table, in a file or a sheet of a workbook, and findings about how they are written.

    `content` is what the file holds, where that is known already. With a ruleset the error about a row with
    too many cells names the cell that should be in quotes, and a header of one column is an error where the
    ruleset needs more. Raises InputError with every fault that makes the file unusable.
    """
    from cardtools.workbooks import is_workbook

    if is_workbook(path) and not isinstance(content, str):
        from cardtools.workbooks.sheet import read_sheet

        return read_sheet(path, content), []
    found: list[Diagnostic] = []
    ends: Sequence[bytes] = ()
    if content is None:
        text, differ, notices = read_table(path)
        found += notices
        ends = different_ends(read_bytes(path, "table_bytes")) if differ else ()
    else:
        text = content if isinstance(content, str) else line_feeds(decode_table(content, shown(path)).text)
    delimiter = find_delimiter(text)

    def advice(header: Sequence[str], cells: Sequence[str], line: int) -> str:
        from cardtools.cards.ragged import unquoted

        hint = unquoted(ruleset, _canonical(header, ruleset), cells, delimiter) if ruleset else ""
        return lone_return(ends, line) or hint

    if ruleset:
        _check_delimiter(path, text, delimiter, ruleset)
    file = read_csv(path, delimiter, text, advice)
    return file, [*found, *(mixed_ends(file, ends) if ends else [])]


def read_cards(path: Path, ruleset: Ruleset, content: str | bytes | None = None) -> CardTable:
    """Read a card database: columns by any of their names.

    `content` is what the file holds, where that is known already. Raises InputError with every fault that
    makes the file unusable: ragged rows, a missing column, two columns with the same meaning.
    Problems of cells are in the result's `problems`.
    """
    file, notices = read_rows(path, content, ruleset)
    found = [*notices, *_check_header(file, _canonical(file.header, ruleset), ruleset)]
    blank = _blank_rows(file)
    if blank:
        for row in blank:
            fix = Fix((Edit(file.line_numbers[row], None, "", None),), True)
            finding = BLANK_ROW.finding(file.at(row), "the row is empty", "delete it")
            found.append(replace(finding, fix=fix))
        full = sorted(set(range(len(file.line_numbers))).difference(blank))
        file = _only(file, full)
    table = make_table(file, ruleset)
    return replace(table, problems=(*found, *table.problems))


def make_table(file: CsvFile, ruleset: Ruleset) -> CardTable:
    """The table of a file whose header is not checked: columns it lacks are empty."""
    columns = _canonical(file.header, ruleset)
    by_name = dict(zip(columns, file.columns, strict=True))
    nothing = ("",) * len(file.line_numbers)
    read = {name: read_column(by_name.get(name, nothing), known) for name, known in ruleset.fields.items()}
    values: dict[str, Sequence[Any]] = {name: column.values for name, column in read.items()}
    for name, texts in by_name.items():
        if name not in values:
            values[name] = each(texts, lambda text: text.strip() or None)
    for name, known in ruleset.fields.items():
        if known.derived:
            values[name] = _derived(known, known.derived, values, read[name].unusable)
    unusable = {name: column.unusable for name, column in read.items()}
    table = CardTable(file, columns, values, (), ruleset, unusable)
    problems = [
        check.finding(table.place(row, name), f"{table.name(row)}: {message}", hint)
        for name, column in read.items()
        for row, check, message, hint in column.problems
    ]
    return replace(table, problems=tuple(problems))


def _derived(
    known: Field, expression: Expression, values: Mapping[str, Sequence[Any]], unusable: Set[int]
) -> Sequence[Any]:
    """The column with what the ruleset derives for its empty cells; None where that cannot be computed."""
    empty = [row for row in places(values[known.name], (None,)) if row not in unusable]
    if not empty:
        return values[known.name]
    filled = list(values[known.name])
    for row in empty:
        cells = {name: values[name][row] for name in expression.variables}
        try:
            filled[row] = typed(known, expression.value(cells)) if None not in cells.values() else None
        except COMPUTING_ERRORS:
            filled[row] = None
    return filled


def _only(file: CsvFile, rows: Sequence[int]) -> CsvFile:
    columns = tuple([cells[row] for row in rows] for cells in file.columns)
    return replace(file, columns=columns, line_numbers=[file.line_numbers[row] for row in rows])


def _canonical(header: Sequence[str], ruleset: Ruleset) -> tuple[str, ...]:
    return tuple(ruleset.columns.get(name, name) for name in map(clean, header))


def _blank_rows(file: CsvFile) -> list[int]:
    # Few tables have an empty cell in each of their columns.
    if not file.columns or not all("" in map(str.strip, words(cells)) for cells in file.columns):
        return []
    return [row for row, cells in enumerate(file.rows) if not any(map(str.strip, cells))]


def _needed(ruleset: Ruleset) -> list[str]:
    return [name for name, known in ruleset.fields.items() if known.must_exist]


def _check_delimiter(path: Path, text: str, delimiter: str, ruleset: Ruleset) -> None:
    first = text[: text.find("\n") + 1 or len(text)]
    needed = len(_needed(ruleset))
    if delimiter in first or needed < 2 or not first.strip():
        return
    message = f"1 column found, {needed} expected"
    hint = "save it with ; or , between the cells"
    raise InputError(WRONG_DELIMITER.finding(Location(shown(path), 1, 1), message, hint))


def _check_header(file: CsvFile, columns: tuple[str, ...], ruleset: Ruleset) -> list[Diagnostic]:
    """Warnings about unknown columns. Raises InputError for all that makes the table unusable."""
    needed = _needed(ruleset)
    missing = [name for name in needed if name not in columns]
    wrong: list[Diagnostic] = []
    warnings: list[Diagnostic] = []
    first = {name: index for index, name in reversed(list(enumerate(columns)))}
    used = set(columns)
    for index, (written, name) in enumerate(zip(file.header, columns, strict=True)):
        if first[name] < index:
            message = f"{file.header[first[name]]} and {written} are the same column"
            wrong.append(DUPLICATE_COLUMN.finding(file.at_header(index), message, "remove one"))
        elif name not in ruleset.fields:
            near = did_you_mean(name, [one for one, column in ruleset.columns.items() if column not in used])
            if near:
                used.add(ruleset.columns[near])  # no other column can be that one
                check = UNKNOWN_COLUMN
                message = f"unknown column {written}"
                finding = check.finding(file.at_header(index), message, f"did you mean {near}?")
                fix = Fix((Edit(file.header_line, index, written, near),), False)
                warnings.append(replace(finding, fix=fix))
    for name in missing:
        names = (name, *(title for title, meant in ruleset.columns.items() if meant == name != title))
        near = did_you_mean(name, [column for column in columns if column not in ruleset.fields])
        message = f"there is no column {' (or '.join(names)}{')' * (len(names) - 1)}"
        hint = f"rename {near}?" if near else "add it to the header and to every row"
        wrong.append(MISSING_COLUMN.finding(file.at_header(0), message, hint))
    if wrong:
        raise InputError([*wrong, *warnings])
    return warnings
