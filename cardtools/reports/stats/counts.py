"""Counting: plain lists in, rows of tables out. Nothing here knows a game, a file or a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from cardtools.reports.stats.table import TOTAL, TableRows, TableValue

Number = int | float


def tally(labels: Iterable[str], order: Sequence[str] | None = None, of: int = 0) -> TableRows:
    """How often labels occur, and their share of `of` (0: of all), in order or the most frequent first."""
    counts = Counter(labels)
    whole = of or counts.total() or 1
    if order is None:
        order = [label for label, _ in counts.most_common()]
    return [(label, (counts[label], round(counts[label] / whole, 4))) for label in order]


def crosstab(
    pairs: Iterable[tuple[str, str]], rows: Sequence[str], columns: Sequence[str]
) -> tuple[tuple[str, ...], TableRows]:
    """The columns and rows of a matrix that counts pairs of labels, with totals and no empty columns."""
    counts = Counter(pairs)
    used = {column for _, column in counts}
    columns = [column for column in columns if column in used]
    found = {row: [counts[row, column] for column in columns] for row in rows}
    found[TOTAL] = [sum(cells) for cells in zip(*found.values(), strict=True)]
    return (*columns, TOTAL), [(row, (*cells, sum(cells))) for row, cells in found.items()]


def summaries(
    groups: Sequence[str], order: Sequence[str], numbers: Mapping[str, Sequence[Number | None]]
) -> tuple[tuple[str, ...], TableRows]:
    """The columns and rows of how many cards a group has, and the mean, least and greatest of each number.

    Cards without any of the numbers are not counted, and groups without a card are left out.
    """
    by_group: dict[str, list[Sequence[Number | None]]] = {label: [] for label in order}
    for label, *values in zip(groups, *numbers.values(), strict=True):
        if any(value is not None for value in values):
            by_group[label].append(values)
    rows = TableRows()
    for label, cards in by_group.items():
        cells: list[TableValue] = [len(cards)]
        for column in zip(*cards, strict=True):
            known = [value for value in column if value is not None]
            cells += [round(sum(known) / len(known), 4), min(known), max(known)] if known else [None] * 3
        if cards:
            rows.append((label, cells))
    return ("cards", *(f"{name} {what}" for name in numbers for what in ("mean", "min", "max"))), rows
