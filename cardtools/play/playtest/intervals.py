"""Intervals of 95 %: Wilson's for shares, bootstrap for everything else, with a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, cos, erfc, pi, prod, sin, sqrt
from typing import TYPE_CHECKING, Any

from cardtools.play.streams import stream_key

if TYPE_CHECKING:
    import numpy as np

Z = 1.959963984540054
_RESAMPLES = 1000
_NUMBERS = 4_000_000  # drawn in a run of resamples at most
Interval = tuple[float, float]


def wilson(part: float, whole: float) -> Interval:
    """The interval of a share; 0 to 1 of nothing."""
    if not whole:
        return 0.0, 1.0
    share, square = part / whole, Z * Z
    middle = share + square / (2 * whole)
    spread = Z * sqrt(share * (1 - share) / whole + square / (4 * whole * whole))
    low, high = ((middle + side * spread) / (1 + square / whole) for side in (-1, 1))
    return (low if part else 0.0), (high if part < whole else 1.0)


def even_share(groups: Sequence[tuple[float, int]]) -> tuple[float, Interval]:
    """The mean of the shares of groups (of each a part and a whole, which is not 0), whatever their sizes,
    and its interval: Wilson's of as many games as tell so much in groups of one size.
    """
    number, even = len(groups), prod(whole for _, whole in groups)
    mean = sum(part * (even // whole) for part, whole in groups) / (number * even)  # exact where it is a half
    effective = number * number / sum(1 / whole for _, whole in groups)
    return mean, wilson(mean * effective, effective)


def coin_chance(part: int, whole: int, share: float = 0.5) -> float:
    """How likely a part so far from its share is by chance; the interval of Wilson excludes the share
    if it is below 5 %.
    """
    spread = 2 * whole * share * (1 - share)
    return erfc(abs(part - share * whole) / sqrt(spread)) if spread else 1.0


def bootstrap(rows: Sequence[Any], statistic: Callable[[np.ndarray[Any, Any]], float]) -> Interval:
    """The interval of a statistic of rows of numbers (or of numbers), from resamples of them."""
    return bootstraps(rows, lambda drawn: [statistic(drawn)])[0]


def bootstraps(
    rows: Sequence[Any], statistics: Callable[[np.ndarray[Any, Any]], Sequence[float]]
) -> list[Interval]:
    """The intervals of several statistics of rows of numbers.

    Which rows are drawn follows from their number alone, by the stream `bootstrap`.
    """
    import numpy as np

    values = np.asarray(rows, dtype=float)
    size = len(values)
    if not size:
        return [(float("nan"), float("nan"))]
    found = []
    for number in range(min(_RESAMPLES, max(100, _NUMBERS // size))):
        found.append(statistics(values[_drawn(stream_key(size, "bootstrap", number), size)]))
    return [(float(low), float(high)) for low, high in np.nanquantile(found, (0.025, 0.975), axis=0).T]


def _drawn(key: int, size: int) -> np.ndarray[Any, Any]:
    """As many numbers below `size`, those of the stream with this key."""
    import numpy as np

    with np.errstate(over="ignore"):
        words = np.uint64(key) + np.arange(1, size + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        words = (words ^ (words >> np.uint64(31))) >> np.uint64(32)
        return (words * np.uint64(size)) >> np.uint64(32)


def ratio(rows: np.ndarray[Any, Any]) -> float:
    """The sum of the first column as a share of the sum of the second."""
    part, whole = rows.sum(axis=0)
    return float(part / whole) if whole else float("nan")


def even_ratio(rows: np.ndarray[Any, Any]) -> float:
    """The mean of shares, of the first column in the second, the third in the fourth, and so on; of all
    together where one of them is of nothing.
    """
    sums = [float(column) for column in rows.sum(axis=0)]
    parts, wholes = sums[::2], sums[1::2]
    if not all(wholes):
        return sum(parts) / sum(wholes) if any(wholes) else float("nan")
    even = prod(wholes)  # exact where it is a half
    return sum(part * (even / whole) for part, whole in zip(parts, wholes, strict=True)) / (len(parts) * even)


def mean_difference(differences: Sequence[float]) -> tuple[float, float, float]:
    """The mean of paired differences from -1 to 1, its standard error, and how likely one so far from 0 is by
    chance.

    As Bonett and Price do, the error counts one more pair of each extreme: of a few differences that happen
    to be equal it would else be none.
    """
    number = len(differences)
    mean = sum(differences) / number
    squares = sum((one - mean) ** 2 for one in (*differences, -1.0, 1.0))
    error = sqrt(squares / (number + 1) / (number + 2))
    return mean, error, erfc(abs(mean) / error / sqrt(2))


def t_chance(t: float, freedom: int) -> float:
    """How likely Student's t with so many degrees of freedom (1 or more) is so far from 0, on either side."""
    angle = atan2(abs(t), sqrt(freedom))
    square = cos(angle) ** 2
    odd = freedom % 2
    term, total = (cos(angle), cos(angle)) if odd else (1.0, 1.0)
    for k in range(3 if odd else 2, freedom, 2):
        term *= square * (k - 1) / k
        total += term
    if odd:
        inside = 2 / pi * (angle + (sin(angle) * total if freedom > 1 else 0.0))
    else:
        inside = sin(angle) * total
    return max(0.0, 1.0 - inside)


def discoveries(chances: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which of several findings stand out, after Benjamini and Hochberg: at most `rate` of them falsely."""
    ranked = enumerate(sorted(chances), 1)
    most = max((chance for rank, chance in ranked if chance <= rate * rank / len(chances)), default=-1.0)
    return [chance <= most for chance in chances]


def bradley_terry(wins: Sequence[Sequence[float]]) -> list[float]:
    """The strength of each of several players, their mean 1, from how often each has beaten each."""
    size = len(wins)
    strength = [1.0] * size
    for _ in range(500):
        new = []
        for i in range(size):
            met = sum(
                (wins[i][j] + wins[j][i]) / (strength[i] + strength[j])
                for j in range(size)
                if j != i and wins[i][j] + wins[j][i]
            )
            # Half a win keeps the strength of those who never won above 0, and that of the others finite.
            new.append((sum(wins[i]) + 0.5) / (met + 1.0 / (strength[i] + 1.0)) if met else 1.0)
        mean = sum(new) / size
        before, strength = strength, [one / mean for one in new]
        if max(abs(one - other) for one, other in zip(before, strength, strict=True)) < 1e-6:
            break
    return strength
