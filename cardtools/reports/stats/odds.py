"""The odds of drawing: hypergeometric, in whole numbers."""

from __future__ import annotations

from fractions import Fraction
from math import comb

FORMULA = "1 − C(N−k, n) / C(N, n)"


def at_least_one(size: int, copies: int, seen: int) -> Fraction:
    """The odds that at least one of `copies` cards is among the first `seen` of a shuffled deck of `size`."""
    seen = min(seen, size)
    return 1 - Fraction(comb(size - copies, seen), comb(size, seen))


def expected(size: int, copies: int, seen: int) -> Fraction:
    """How many of `copies` cards are among the first `seen` cards on average."""
    return Fraction(min(seen, size) * copies, size)
