"""The tables of decks: what is in them, and the odds of what is drawn by which turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from cardtools.checks.decks.draw_odds import FORMULA, at_least_one, expected
from cardtools.reports.stats.facts import Facts, Pile
from cardtools.reports.stats.table import Table, TableRows, TableValue

TURNS = 10
_MOST_COPIES = 8  # different numbers of copies in a table of odds


def deck_tables(facts: Facts) -> Iterator[Table]:
    """The decks beside each other, then the odds of each; a section that is never drawn from has no odds."""
    if not facts.piles:
        return
    cost, rows = facts.columns.cost, TableRows()
    for pile in facts.piles:
        cells: list[TableValue] = [pile.size, len(pile.copies)]
        if cost:
            paid = {row: n for row, n in pile.copies.items() if cost.values[row] is not None}
            total, number = sum(cost.values[row] * n for row, n in paid.items()), sum(paid.values())
            cells.append(round(total / number, 4) if number else None)
        rows.append((pile.name, tuple(cells)))
    columns = ("cards", "different", *((f"{cost.label} mean",) if cost else ()))
    yield Table("decks", "decks", "Decks", "deck", columns, rows)
    names = tuple(pile.name for pile in facts.piles)
    matrix = len(names) > 1  # a deck alone has bars on the terminal too
    if cost:
        rows = _by_pile(facts, *cost.curve({row for pile in facts.piles for row in pile.copies}))
        title = f"Cards of the decks by {cost.label}"
        yield Table("deck-curve", "decks", title, cost.label, names, rows, matrix=matrix, chart="columns")
    for column in facts.columns.dividing()[:1]:
        rows = [row for row in _by_pile(facts, *column.groups()) if any(row[1])]
        title = f"Cards of the decks by {column.label}"
        yield Table("deck-kinds", "decks", title, column.label, names, rows, matrix=matrix, chart="bars")
    for pile in facts.piles:
        if pile.size > pile.hand:
            yield from _odds(facts, pile)


def _odds(facts: Facts, pile: Pile) -> Iterator[Table]:
    turns = range(next((t for t in range(TURNS + 1) if pile.seen(t) == pile.size), TURNS) + 1)

    def by_turn(chance: Callable[[int, int, int], Fraction], wanted: Sequence[int], digits: int) -> TableRows:
        """A row for each turn: the cards seen, and the chance for each number of wanted cards."""
        rows = TableRows()
        for turn in turns:
            seen = pile.seen(turn)
            chances = (round(float(chance(pile.size, number, seen)), digits) for number in wanted)
            rows.append((str(turn) if turn else "hand", (seen, *chances)))
        return rows

    short = None if facts.of_deck else 0
    key = "-".join(pile.name.lower().split())
    drawn = f"a hand of {pile.hand}, then {pile.draws} each turn"
    numbers = sorted(set(pile.copies.values()))[:_MOST_COPIES]
    rows = by_turn(at_least_one, numbers, 6)
    columns = ("seen", *(f"{copies} {'copy' if copies == 1 else 'copies'}" for copies in numbers))
    note = f"{FORMULA}: N = {pile.size} cards, k copies, n seen; {drawn}"
    title = f"Odds of having a card: {pile.name}"
    yield Table(f"odds-{key}", "decks", title, "turn", columns, rows, note, short, percent=1, chart="lines")
    for column in facts.columns.dividing()[:1]:
        labels, order = column.groups()
        found = _count(pile, labels)
        kinds = {label: found[label] for label in order if found[label]}
        if len(kinds) < 2:
            continue
        rows = by_turn(at_least_one, [*kinds.values()], 6)
        columns = ("seen", *(f"{kind} ({number})" for kind, number in kinds.items()))
        title = f"Odds of having a card by {column.label}: {pile.name}"
        same = (title, "turn", columns, rows, note, short)
        yield Table(f"odds-by-kind-{key}", "decks", *same, percent=1, chart="lines")
        rows = by_turn(expected, [*kinds.values()], 4)
        title = f"Cards drawn by {column.label}, on average: {pile.name}"
        note = f"n · k / N: N = {pile.size} cards, k of them, n seen; {drawn}"
        yield Table(f"draws-{key}", "decks", title, "turn", columns, rows, note, short, chart="lines")


def _count(pile: Pile, labels: Sequence[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for row, copies in pile.copies.items():
        found[labels[row]] += copies
    return found


def _by_pile(facts: Facts, labels: Sequence[str], order: Sequence[str]) -> TableRows:
    found = [_count(pile, labels) for pile in facts.piles]
    return [(label, [one[label] for one in found]) for label in order]
