"""Shares to whole copies, the same for every design (Doc 4.6), and how many of them a wave prints."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import ceil, lcm
from operator import gt
from typing import Literal

from cardtools.ground.frozen_record import Record
from cardtools.ground.limits import limits

Policy = Literal["normalise", "reserve", "to_common", "flat", "error"]
WHOLE = Fraction(100)


def exact(share: float) -> Fraction:
    """The number that was written: 0.1 is a tenth."""
    return Fraction(str(share))


def targets(shares: Sequence[float], policy: Policy) -> tuple[tuple[Fraction, ...], Fraction]:
    """What each rarity gets of the copies of a design, and what is kept back; together they are 1. `shares`
    are percentages. Raises ValueError where the policy cannot use them.
    """
    weights = [exact(share) for share in shares]
    total = sum(weights, Fraction(0))
    if not weights or min(weights) <= 0:
        raise ValueError("share of a rarity is 0 or less, expected more than 0")
    if policy == "flat":
        return (Fraction(1, len(weights)),) * len(weights), Fraction(0)
    if total > WHOLE or (policy == "error" and total != WHOLE):
        raise ValueError(f"shares add up to {float(total):g} %, expected 100 %")
    if policy == "to_common":
        weights[weights.index(max(weights))] += WHOLE - total
    whole = WHOLE if policy == "reserve" else sum(weights, Fraction(0))
    used = tuple(weight / whole for weight in weights)
    return used, 1 - sum(used, Fraction(0))


@cache
def apportion(weights: tuple[Fraction, ...], seats: int) -> tuple[int, ...]:
    """Whole numbers in proportion to the weights that add up to `seats`, by the method of Sainte-Lague.
    Another seat never takes one away, so a run may grow wave by wave. Ties go to the first weight.
    """
    total, number = sum(weights, Fraction(0)), len(weights)
    given = [0] * number
    if 2 * seats > number:
        # All seats whose quotient is above this one; at most `seats`.
        divisor = total / (seats - Fraction(number, 2))
        given = [max(0, ceil(weight / divisor - Fraction(1, 2))) for weight in weights]
    for _ in range(seats - sum(given)):
        given[max(range(number), key=lambda one: (weights[one] / (2 * given[one] + 1), -one))] += 1
    return tuple(given)


def copies_at(shares: tuple[Fraction, ...], kept: Fraction, copies: int) -> tuple[int, ...]:
    """The copies of a design by rarity out of `copies`, without those that are kept back."""
    return apportion((*shares, kept) if kept else shares, copies)[: len(shares)]


def least_copies(shares: tuple[Fraction, ...], kept: Fraction) -> int:
    """The fewest copies that give every rarity one."""
    most = 1
    while 0 in copies_at(shares, kept, most):
        most *= 2
    return bisect_left(range(most), True, key=lambda copies: 0 not in copies_at(shares, kept, copies))


def exact_step(shares: tuple[Fraction, ...], kept: Fraction) -> int:
    """The fewest copies of a design that give every rarity exactly its share; only multiples do as well."""
    return lcm(*(share.denominator for share in (*shares, kept)))


class Allocation(Record):
    """How many copies of each design a wave prints. The designs are numbered from 0 in the order of their
    release: `old` ones are released already and have `before` copies in each tier, `new` ones have none; all
    get `after`.
    """

    old: int
    new: int
    tiers: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    size: int  # cards of a pack
    box: int  # packs of a box
    seed: int
    number: int  # of the wave

    @property
    def each_old(self) -> int:
        """The copies of a design that is released already."""
        return sum(self.after) - sum(self.before)

    @property
    def each_new(self) -> int:
        """The copies of a new design."""
        return sum(self.after)

    @property
    def copies(self) -> int:
        """All copies."""
        return self.old * self.each_old + self.new * self.each_new

    @property
    def packs(self) -> int:
        """All packs."""
        return self.copies // self.size

    @property
    def boxes(self) -> int:
        """All boxes; the last may have fewer packs."""
        return -(-self.packs // self.box)

    def fault(self) -> str:
        """Why the copies cannot be packed; "" if they can."""
        designs = (self.old if self.each_old else 0) + self.new
        if any(map(gt, self.before, self.after)):
            return f"a design has {self.before} copies already, expected {self.after} at most"
        if not self.copies:
            return "there is nothing to print"
        # The larger the packs, the longer it takes to swap their cards.
        if (most := limits().run_copies // max(1, self.size // 100)) < self.copies:
            return f"{self.copies:,} copies in packs of {self.size}, expected {most:,} (the limit run_copies)"
        if left := self.copies % self.size:
            return f"{self.copies:,} copies do not fill packs of {self.size}: {left} are left"
        if self.size > designs:
            return f"packs of {self.size} need as many designs, and there are {designs}"
        most = self.each_new if self.new else self.each_old
        if most > self.packs:
            return f"{most:,} copies of a design do not fit in {self.packs:,} packs without repeating it"
        return ""
