"""Ranks that no card leads up to."""

from __future__ import annotations

from typing import Any

from cardtools.checks.cards.context import CheckContext
from cardtools.checks.cards.references import words_of
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

RANK_GAP = Check.of("""XRF003 rank-gap info: no card leads up to the cards of a rank
    why: A card that comes into play on one of the rank below stays in the hand when there is none.
    bad: Water cards of rank 1, 2 and 4
    good: Water cards of rank 1, 2, 3 and 4
    fix: make a card of the rank that is missing""")


def check(cards: CheckContext) -> list[Diagnostic]:
    """XRF003: a rank above the lowest without a card of the rank below that its cards could be played on.

    Skipped for tables without a card of the lowest rank: they are part of a game.
    """
    rank, columns = cards.design.rank if cards.design else None, cards.columns
    if rank is None or not rank.within or cards.broken_rows((rank.column, rank.within)):
        return []
    kinds: dict[Any, dict[int, int]] = {}
    for row, (kind, number) in enumerate(zip(columns(rank.within), columns(rank.column), strict=True)):
        if kind is not None and number is not None:
            kinds.setdefault(kind, {}).setdefault(number, row)
    field = cards.ruleset.fields[rank.column]
    numbers = {number for rows in kinds.values() for number in rows}
    low, _ = field.entry.whole_range
    lowest = min(numbers, default=0) if low is None else low
    if lowest not in numbers:
        return []
    found = []
    for kind, rows in kinds.items():
        for number in sorted(rows):
            if number > lowest and number - 1 not in rows:
                below = f"{', '.join(words_of(kind))} card of {field.label} {number - 1}"
                message = f"there is no {below}, so nothing leads to {field.label} {number}"
                hint = "add such a card, or an effect that brings this one into play"
                found.append((rows[number], rank.column, (message, hint)))
    return cards.first_ten(
        RANK_GAP, found, lambda words: words, f"have a {field.label} that nothing leads to"
    )
