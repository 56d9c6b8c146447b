"""Rows of a card table that repeat an earlier row in every cell."""

from __future__ import annotations

from collections.abc import Sequence

from cardtools.cards.table import CardTable
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Fix
from cardtools.ground.tables.dictionary_column import indexes_of, values_at

DUPLICATE_ROW = Check.of("""CSV016 duplicate-row error: two rows are the same
    why: It is usually a row pasted twice; the card would be printed and counted twice.
    bad: two rows that agree in every cell
    good: one of them; decks say how often a card is used
    fix: delete one of them""")


def without_repeated(table: CardTable, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings with one for each row that repeats another, instead of its other findings: the first of
    these rows has them as well.
    """
    first: dict[tuple[str, ...], int] = {}
    repeated: dict[int, int] = {}  # by row, the earlier row that it repeats
    rows = indexes_of(table.values[table.ruleset.label], table.repeated(table.ruleset.label))
    for row, *cells in zip(rows, *(values_at(column, rows) for column in table.file.columns), strict=True):
        earlier = first.setdefault(tuple(cells), row)
        if earlier != row:
            repeated[row] = earlier
    found = [one for one in findings if row_of(table, one) not in repeated] if repeated else [*findings]
    for row, earlier in repeated.items():
        message = f"{table.name(row)}: the row is the same as {table.file.line(earlier)}"
        fix = Fix((table.file.edit(row, None, None),), True)
        found.append(DUPLICATE_ROW.finding(table.file.at(row), message, "delete one of them", fix=fix))
    return found


def row_of(table: CardTable, finding: Diagnostic) -> int:
    """The row that a finding is about; -1 for none."""
    place = finding.location
    return table.file.cell_at(place)[0] if any(place.path == file.name for file in table.file.parts) else -1
