"""Checks of the card table as a file: the order of its columns, rows that repeat, words for nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardtools.cards.table import CardTable
from cardtools.catalogue import Check
from cardtools.checks.characters import check_characters
from cardtools.coded import at, places
from cardtools.errors import Diagnostic, Edit, Fix

COLUMN_ORDER = Check(
    "CSV007", "column-order", "info", "the columns are not in the documented order",
    why="Older readers know the columns by their places and would take one for the other.",
    bad="NAME;TYPE;SUBTYPES;LEVEL;SERIAL;ATTACK;DEFENSE;EFFECT1;EFFECT2;IMAGE;...",
    good="the order in the hint; columns of your own may be anywhere",
    fix="move the columns, or accept it where no older reader is used")  # fmt: skip
NULL_LITERAL = Check(
    "CSV015", "null-literal", "info", "empty cells and a word for nothing are mixed",
    why="It means the same, but filters and sorting in a spreadsheet take it for two things.",
    bad="None in some cells of EFFECT1_STYLE, others empty", good="None in all of them, or in none",
    fix="write those that are fewer as the others")  # fmt: skip
DUPLICATE_ROW = Check(
    "CSV016", "duplicate-row", "error", "two rows are the same",
    why="It is mostly a row pasted twice; the card would be printed and counted twice.",
    bad="two rows that agree in every cell", good="one of them; decks say how often a card is used",
    fix="take one of them out")  # fmt: skip


def with_file_checks(table: CardTable, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings about the cells of a table and those about the file.

    Of a row that repeats another, only that is reported: its other faults are reported for the first row.
    """
    found = [*findings, *check_characters(table), *_order(table), *_null_words(table)]
    repeated = _repeated(table)
    if not repeated:
        return found
    found = [finding for finding in found if _row(table, finding) not in repeated]
    for row, first in repeated.items():
        message = f"{table.name(row)}: the row is the same as line {table.file.line_numbers[first]}"
        fix = Fix((Edit(table.file.line_numbers[row], None, "", None),), True)
        finding = DUPLICATE_ROW.finding(table.file.at(row), message, "take one of them out")
        found.append(replace(finding, fix=fix))
    return found


def _row(table: CardTable, finding: Diagnostic) -> int:
    place = finding.location
    return table.file.cell_at(place)[0] if place.path == table.file.name else -1


def _repeated(table: CardTable) -> dict[int, int]:
    """The rows that are the same as an earlier one, with that."""
    label = table.ruleset.label
    first: dict[tuple[str, ...], int] = {}
    found = {}
    rows = places(table.values[label], table.repeated(label))
    for row, *cells in zip(rows, *(at(column, rows) for column in table.file.columns), strict=True):
        earlier = first.setdefault(tuple(cells), row)
        if earlier != row:
            found[row] = earlier
    return found


def _order(table: CardTable) -> Iterator[Diagnostic]:
    """The first column out of the documented order; columns that are not in it may be anywhere."""
    usual = [name for name in table.ruleset.card.order if name in table.columns]
    there = [name for name in table.columns if name in usual]
    for name, other in zip(there, usual, strict=True):
        if name != other:
            message = f"the column {name} comes before {other}; older programs identify columns by position"
            hint = f"the documented order is {';'.join(usual)}"
            yield COLUMN_ORDER.finding(table.file.at_header(table.columns.index(name)), message, hint)
            return


def _null_words(table: CardTable) -> Iterator[Diagnostic]:
    """In a column with empty cells and others that say so in a word, those that are fewer.

    Cards that lack a cell that most need (a lore card has no type) are of another kind and do not count.
    """
    for name, known in table.ruleset.fields.items():
        vocabulary, default = known.vocabulary, known.entry.default
        if vocabulary is None or not default or name not in table.columns:
            continue
        texts = table.texts(name)
        meant = vocabulary.read(default)
        none = {
            word for word in set(texts) if word not in vocabulary.values and vocabulary.read(word) == meant
        }
        if not none or "" not in texts:
            continue
        needed = [table.values[field.name] for field in table.ruleset.fields.values() if field.required]
        asked = [row for row in range(len(table)) if all(values[row] is not None for values in needed)]
        empty = [row for row in asked if not texts[row]]
        worded = [row for row in asked if texts[row] in none]
        if not empty or not worded:
            continue
        usual, fewer = "", worded
        if len(empty) < len(worded):
            usual, fewer = Counter(texts[row] for row in worded).most_common(1)[0][0], empty
        index = table.columns.index(name)
        for row in fewer:
            most = f"say {usual}" if usual else "are empty"
            message = f"{table.name(row)}: {name} is {texts[row] or 'empty'}, most that mean {meant} {most}"
            hint = f"write {usual}" if usual else "leave it empty"
            fix = Fix((Edit(table.file.line_numbers[row], index, texts[row], usual),), True)
            yield replace(NULL_LITERAL.finding(table.file.at(row, index), message, hint), fix=fix)
