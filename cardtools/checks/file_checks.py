"""Checks of the card table as a file: the order of its columns, rows that repeat, words for nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardtools.cards.table import CardTable
from cardtools.checks.characters import check_characters
from cardtools.coded import at, places
from cardtools.errors import Diagnostic, Edit, Fix
from cardtools.rulesets.catalogue import GENERIC


def with_file_checks(table: CardTable, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings about the cells of a table and those about the file.

    Of a row that repeats another only that is told: what else is wrong with it is told of the first.
    """
    found = [*findings, *check_characters(table), *_order(table), *_null_words(table)]
    repeated = _repeated(table)
    if not repeated:
        return found
    found = [finding for finding in found if _row(table, finding) not in repeated]
    for row, first in repeated.items():
        message = f"{table.name(row)}: the row is the same as line {table.file.line_numbers[first]}"
        fix = Fix((Edit(table.file.line_numbers[row], None, "", None),), True)
        finding = GENERIC["CSV016"].finding(table.file.at(row), message, "take one of them out")
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
    """The first column that stands elsewhere than in the documented order; others may stand anywhere."""
    usual = [name for name in table.ruleset.card.order if name in table.columns]
    there = [name for name in table.columns if name in usual]
    for name, other in zip(there, usual, strict=True):
        if name != other:
            message = f"the column {name} stands before {other}; older readers know columns by their places"
            hint = f"the documented order is {';'.join(usual)}"
            yield GENERIC["CSV007"].finding(table.file.at_header(table.columns.index(name)), message, hint)
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
            yield replace(GENERIC["CSV015"].finding(table.file.at(row, index), message, hint), fix=fix)
