"""The tables of decks: what is in them, and the odds of what is drawn by which turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from cardtools.checks.decks.draw_odds import FORMULA, at_least_one, expected
from cardtools.reports.stats import counts
from cardtools.reports.stats.facts import Facts, Pile
from cardtools.reports.stats.roles import StatColumn, curve_labels
from cardtools.reports.stats.table import NONE, Table, TableValue

TURNS = 10
_MOST_COPIES = 8  # different numbers of copies in a table of odds


def deck_tables(facts: Facts) -> Iterator[Table]:
    """The decks beside each other, then the odds of each; a section that is never drawn from has no odds."""
    if not facts.piles:
        return
    columns: tuple[str, ...] = ("cards", "different")
    rows: counts.CountRows = [(pile.name, (pile.size, len(pile.copies))) for pile in facts.piles]
    cost = facts.columns.cost
    if cost:
        columns = (*columns, f"{cost.label} mean")
        means: list[float | None] = []
        for pile in facts.piles:
            paid = {row: n for row, n in pile.copies.items() if cost.values[row] is not None}
            total, number = sum(cost.values[row] * n for row, n in paid.items()), sum(paid.values())
            means.append(round(total / number, 4) if number else None)
        rows = [(name, (*cells, mean)) for (name, cells), mean in zip(rows, means, strict=True)]
    yield Table("decks", "decks", "Decks", "deck", columns, rows)
    names = tuple(pile.name for pile in facts.piles)
    if cost:
        labels = [NONE if value is None else f"{value:g}" for value in cost.values]
        used = {row for pile in facts.piles for row in pile.copies}
        known = [cost.values[row] for row in used if cost.values[row] is not None]
        order = [*curve_labels(known), *([NONE] if any(labels[row] == NONE for row in used) else [])]
        title = f"Cards of the decks by {cost.label}"
        yield _compared("deck-curve", title, cost, names, _by_pile(facts, labels, order), "columns")
    for column in facts.columns.dividing()[:1]:
        labels, order = column.groups()
        rows = [row for row in _by_pile(facts, labels, order) if any(row[1])]
        title = f"Cards of the decks by {column.label}"
        yield _compared("deck-kinds", title, column, names, rows, "bars")
    for pile in facts.piles:
        if pile.size > pile.hand:
            yield from _odds(facts, pile)


def _compared(
    key: str,
    title: str,
    column: StatColumn,
    names: tuple[str, ...],
    rows: counts.CountRows,
    chart: Literal["bars", "columns"],
) -> Table:
    """A table with a column for each deck; a deck alone has bars on the terminal too."""
    return Table(key, "decks", title, column.label, names, rows, matrix=len(names) > 1, chart=chart)


def _odds(facts: Facts, pile: Pile) -> Iterator[Table]:
    short = None if facts.of_deck else 0
    key = "-".join(pile.name.lower().split())
    drawn = f"a hand of {pile.hand}, then {pile.draws} each turn"
    turns = range(next((t for t in range(TURNS + 1) if pile.seen(t) == pile.size), TURNS) + 1)
    numbers = sorted(set(pile.copies.values()))[:_MOST_COPIES]
    rows: list[tuple[str, Sequence[TableValue]]] = []
    for turn in turns:
        odds = [at_least_one(pile.size, copies, pile.seen(turn)) for copies in numbers]
        rows.append((_turn(turn), (pile.seen(turn), *(round(float(one), 6) for one in odds))))
    columns = ("seen", *(f"{copies} {'copy' if copies == 1 else 'copies'}" for copies in numbers))
    note = f"{FORMULA}: N = {pile.size} cards, k copies, n seen; {drawn}"
    title = f"Odds of having a card: {pile.name}"
    yield Table(f"odds-{key}", "decks", title, "turn", columns, rows, note, short, percent=1, chart="lines")
    for column in facts.columns.dividing()[:1]:
        labels, order = column.groups()
        found: Counter[str] = Counter()
        for row, copies in pile.copies.items():
            found[labels[row]] += copies
        kinds = [label for label in order if found[label]]
        if len(kinds) < 2:
            continue
        rows, draws = [], []
        for turn in turns:
            seen = pile.seen(turn)
            odds = [at_least_one(pile.size, found[kind], seen) for kind in kinds]
            means = [expected(pile.size, found[kind], seen) for kind in kinds]
            rows.append((_turn(turn), (seen, *(round(float(one), 6) for one in odds))))
            draws.append((_turn(turn), (seen, *(round(float(one), 4) for one in means))))
        columns = ("seen", *(f"{kind} ({found[kind]})" for kind in kinds))
        title = f"Odds of having a card by {column.label}: {pile.name}"
        same = (title, "turn", columns, rows, note, short)
        yield Table(f"odds-by-kind-{key}", "decks", *same, percent=1, chart="lines")
        title = f"Cards drawn by {column.label}, on average: {pile.name}"
        note = f"n · k / N: N = {pile.size} cards, k of them, n seen; {drawn}"
        yield Table(f"draws-{key}", "decks", title, "turn", columns, draws, note, short=short, chart="lines")


def _turn(turn: int) -> str:
    return str(turn) if turn else "hand"


def _by_pile(facts: Facts, labels: Sequence[str], order: Sequence[str]) -> counts.CountRows:
    """How many cards each deck has of each label."""
    found: Counter[tuple[int, str]] = Counter()
    for number, pile in enumerate(facts.piles):
        for row, copies in pile.copies.items():
            found[number, labels[row]] += copies
    return [(label, [found[number, label] for number in range(len(facts.piles))]) for label in order]
