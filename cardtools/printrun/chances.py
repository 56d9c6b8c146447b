"""Chances: how many packs a collector needs for a complete set, and whether opened packs fit their run."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, erfc, exp, lgamma, log, pi, sqrt


def packs_to_complete(designs: int, size: int, share: float = 1.0) -> float:
    """How many packs a collector opens on average until every design has come up. Packs hold `size` different
    designs, all equally likely, from a run without end. Of `share` 0.05, only one copy in twenty counts: the
    packs until every design has come up in a rarity. Exact but for rounding: with m designs missing, E(m) =
    (1 + sum over j > 0 of P(j new) E(m - j)) / (1 - P(0 new)).
    """
    every = comb(designs, size)
    expected = [0.0]
    for missing in range(1, designs + 1):
        new = [0.0] * (min(size, missing) + 1)
        for met in range(max(0, size - designs + missing), len(new)):
            chance = comb(missing, met) * comb(designs - missing, size - met) / every
            for kept in range(met + 1):
                new[kept] += chance * comb(met, kept) * share**kept * (1 - share) ** (met - kept)
        rest = sum(chance * expected[missing - kept] for kept, chance in enumerate(new) if kept)
        expected.append((1 + rest) / (1 - new[0]))
    return expected[designs]


def chi_square(found: Sequence[int], expected: Sequence[float]) -> float:
    """The p-value of the chi-square test; a class with fewer than five members joins its neighbour."""
    pairs: list[tuple[float, float]] = []
    for count, mean in zip(found, expected, strict=True):
        joined = pairs and min(pairs[-1][1], mean) < 5
        before, mean_before = pairs.pop() if joined else (0, 0)
        pairs.append((before + count, mean_before + mean))
    if len(pairs) < 2:
        return 1.0
    return upper_chi_square(sum((count - mean) ** 2 / mean for count, mean in pairs), len(pairs) - 1)


def upper_chi_square(value: float, freedom: int) -> float:
    """The chance that a chi-square variable exceeds the value: the regularised upper gamma function."""
    half = value / 2
    if freedom > 300 or half > 700:  # Wilson and Hilferty
        at = ((value / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
        return erfc(at / sqrt(2)) / 2
    if not half:
        return 1.0
    if freedom % 2:
        total, term = erfc(sqrt(half)), 2 * sqrt(half / pi) * exp(-half)
        for number in range(1, freedom // 2 + 1):
            total += term
            term *= half / (number + 0.5)
        return min(total, 1.0)
    terms = (exp(number * log(half) - half - lgamma(number + 1)) for number in range(freedom // 2))
    return min(sum(terms), 1.0)
