"""Stat efficiency: what a card's strength is against that of cards of its cost, and which cards stand out.

The strength of a card is the sum of its numbers in which more is better. What is usual at a cost is the least
squares line through the cards that are compared; a card stands out if its distance from the line is more than
one and a half interquartile ranges beyond the quartiles of the distances (Tukey's fences).
"""

from __future__ import annotations

import statistics
from collections.abc import Hashable, Iterable, Sequence

from cardtools.ground.frozen_record import Record
from cardtools.reports.stats.counts import Number

FEWEST = 5  # cards, to know what is usual


class Rated(Record):
    """A card by its row: cost and strength, the usual strength at its cost, and whether it stands out."""

    row: int
    cost: Number
    strength: Number
    usual: float
    is_outlier: bool

    @property
    def difference(self) -> float:
        """How much stronger than usual it is."""
        return self.strength - self.usual


def rate(
    rows: Sequence[int],
    costs: Sequence[Number | None],
    strengths: Sequence[Number | None],
    groups: Sequence[Hashable],
) -> list[Rated]:
    """The cards that have both numbers and are in a group of five or more, those far from the line first.

    The numbers and groups are by row. Cards of smaller groups are compared with each other.
    """
    members: dict[Hashable, list[tuple[int, Number, Number]]] = {}
    for row in rows:
        cost, strength = costs[row], strengths[row]
        if cost is not None and strength is not None:
            members.setdefault(groups[row], []).append((row, cost, strength))
    large = [cards for cards in members.values() if len(cards) >= FEWEST]
    small = [card for cards in members.values() if len(cards) < FEWEST for card in cards]
    rated = [one for cards in (*large, small) if len(cards) >= FEWEST for one in _rate(cards)]
    return worst_first(rated)


def worst_first(rated: Iterable[Rated]) -> list[Rated]:
    """The cards in the order of the table: those that stand out first, then those far from the line."""
    return sorted(rated, key=lambda one: (not one.is_outlier, -abs(one.difference), one.row))


def _rate(cards: Sequence[tuple[int, Number, Number]]) -> list[Rated]:
    _, costs, strengths = zip(*cards, strict=True)
    slope, start = 0.0, statistics.fmean(strengths)
    if min(costs) < max(costs):
        slope, start = statistics.linear_regression(costs, strengths)
    usual = [round(start + slope * cost, 6) for cost in costs]
    distances = [round(value - line, 6) for value, line in zip(strengths, usual, strict=True)]
    low, _, high = statistics.quantiles(distances, n=4, method="inclusive")
    # What is left of the numbers by rounding is no distance.
    fence = 1.5 * (high - low) + 1e-5
    return [
        Rated(row, cost, strength, line, not low - fence <= distance <= high + fence)
        for (row, cost, strength), line, distance in zip(cards, usual, distances, strict=True)
    ]
