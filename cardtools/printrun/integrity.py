"""Pack integrity: what somebody who weighs, measures and feels closed packs learns about them (Doc 4.1, 4.2).

The attacker knows everything but what is in the packs at hand, opens half of them, learns how each
reading goes with what was inside, and guesses the other half. How well that goes is the area under the curve
(AUC): the probability that a pack with what is wanted is ranked above one without it; 0.5 is guessing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from cardtools.ground.errors import Diagnostic, Location, bad_input
from cardtools.printrun.materials import IntegrityEntry

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
TOGETHER = "all together"
_BINS = 20
_LEAST = 200  # packs of the smaller part, fewer cannot show 0.55


class Inserts(NamedTuple):
    """The inserts of packs: areas in mm² and material in g/m², in the order of the packs."""

    areas: Floats
    stocks: Floats

    @property
    def masses(self) -> Floats:
        """In g."""
        return self.areas * self.stocks / 1e6


class Attack(NamedTuple):
    """How well an attacker guesses: by what is measured, the area under the curve for each aim."""

    areas: Mapping[str, Mapping[str, float]]
    packs: int

    @property
    def worst(self) -> tuple[str, str, float]:
        """The reading and the aim of the best guess, and its area under the curve."""
        found = [(auc, by, aim) for by, aims in self.areas.items() for aim, auc in aims.items()]
        auc, by, aim = max(found, default=(0.5, "", ""))
        return by, aim, auc

    def best(self, by: str) -> float:
        """The highest area under the curve of a reading."""
        return max(self.areas[by].values(), default=0.5)


def insert_sizes(entry: IntegrityEntry, masses: Floats, random: Floats) -> Inserts:
    """The inserts of packs whose cards weigh this, by the policy; `random` has two columns from 0 to 1.
    Raises InputError when no insert of the allowed areas can make the packs weigh the same.
    """
    low, high = entry.insert_area
    stocks = np.array(entry.insert_stocks)
    if entry.policy != "equal_weight" or not len(masses):
        return Inserts(low + (high - low) * random[:, 0], stocks[(random[:, 1] * len(stocks)).astype(int)])
    lightest, heaviest = stocks.min() * low / 1e6, stocks.max() * high / 1e6
    target = (masses.min() + masses.max() + lightest + heaviest) / 2
    areas = (target - masses)[:, None] / stocks * 1e6
    fits = (areas >= low) & (areas <= high)
    # One of the materials whose insert is neither too small nor too large.
    chosen = (np.cumsum(fits, 1) > (random[:, 1] * fits.sum(1))[:, None]).argmax(1)
    if not fits.any(1).all():
        message = f"the cards of packs differ by {masses.max() - masses.min():.3f} g, and no insert of "
        message += f"{low:g} to {high:g} mm² makes all packs weigh the same"
        raise bad_input("[integrity]", message, "allow a larger insert_area or heavier insert_stocks")
    return Inserts(np.take_along_axis(areas, chosen[:, None], 1)[:, 0], stocks[chosen])


def usual_masses(entry: IntegrityEntry, rarities: Counts) -> Floats:
    """What the cards of each pack weigh on average, in g; `rarities` are how many of each rarity it has."""
    more = rarities @ np.array(entry.finishes("finish_mass", rarities.shape[1]))
    masses: Floats = rarities.sum(1) * entry.card_mass + more
    return masses


def readings(entry: IntegrityEntry, rarities: Counts, order: Counts, rng: Generator) -> dict[str, Floats]:
    """What an attacker reads from closed packs; `order` is the place of each in its box."""

    def noise(spread: float) -> Floats:
        return rng.normal(size=len(rarities)) * spread

    count = rarities.sum(1)
    masses = usual_masses(entry, rarities) + noise(entry.mass_spread) * count**0.5
    inserts = insert_sizes(entry, masses + noise(entry.weighing_error), rng.random((len(masses), 2)))
    thicker = rarities @ np.array(entry.finishes("finish_thickness", rarities.shape[1]))
    thickness = count * entry.card_thickness + thicker + noise(entry.thickness_spread) * count**0.5
    return {
        "weight": masses + inserts.masses + noise(entry.wrapper_spread) + noise(entry.attacker_scale),
        "thickness": thickness + inserts.stocks * entry.insert_bulk / 1e3 + noise(entry.attacker_caliper),
        "area": inserts.areas * (1 + noise(entry.attacker_touch)),
        "order": order.astype(float),
    }


def attack(read: Mapping[str, Floats], rarities: Counts, names: Sequence[str], rng: Generator) -> Attack:
    """What an attacker gets out of readings. The aims are packs with a card of a rarity or of a higher one.
    An aim that too few packs meet (or too few don't) to tell 0.55 from guessing is left out.
    """
    half = np.zeros(len(rarities), bool)
    half[rng.permutation(len(rarities))[: len(rarities) // 2]] = True
    found: dict[str, dict[str, float]] = {by: {} for by in (*read, TOGETHER)}
    for tier in range(1, rarities.shape[1]):
        has = rarities[:, tier:].sum(1) > 0
        if min(has[half].sum(), (~has[half]).sum(), has[~half].sum(), (~has[~half]).sum()) < _LEAST:
            continue
        aim = names[tier] if tier == rarities.shape[1] - 1 else f"{names[tier]} or higher"
        for by, values in read.items():
            found[by][aim] = auc(_learned(values, has, half)[~half], has[~half])
        found[TOGETHER][aim] = auc(_combined(read, has, half)[~half], has[~half])
    return Attack(found, len(rarities))


def auc(scores: Floats, has: NDArray[np.bool_]) -> float:
    """The probability that a score of those that have it is above one of the others (ties count half)."""
    _, place, times = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(times) - (times - 1) / 2)[place]
    yes = int(has.sum())
    return float((ranks[has].sum() - yes * (yes + 1) / 2) / (yes * (len(has) - yes)))


def _learned(values: Floats, has: NDArray[np.bool_], known: NDArray[np.bool_]) -> Floats:
    """By how often a reading went with what is wanted in the packs that are known, a score for each pack."""
    steps = np.unique(values[known])
    ends = np.linspace(0, 1, _BINS + 1)[1:-1]
    steps = np.unique(np.quantile(values[known], ends)) if len(steps) > 2 * _BINS else steps[1:]
    place = np.searchsorted(steps, values, side="right")
    all_, yes = (np.bincount(place[known & which], minlength=len(steps) + 1) for which in (True, has))
    scores: Floats = ((yes + has[known].mean() * _BINS) / (all_ + _BINS))[place]
    return scores


def _combined(read: Mapping[str, Floats], has: NDArray[np.bool_], known: NDArray[np.bool_]) -> Floats:
    """A score from all readings, their squares and products, fitted to the packs that are known."""
    columns: list[Any] = [(values - values.mean()) / (values.std() or 1.0) for values in read.values()]
    columns += [a * b for i, a in enumerate(columns) for b in columns[i:]]
    matrix = np.column_stack([np.ones(len(has)), *columns])
    weights, *_ = np.linalg.lstsq(matrix[known], has[known].astype(float), rcond=None)
    scores: Floats = matrix @ weights
    return scores


def judge(entry: IntegrityEntry, found: Attack, where: Location) -> list[Diagnostic]:
    """An error when the attacker is better than the plan allows, that says by what; what is only assumed."""
    problems = []
    for by, aims in found.areas.items():
        aim = max(aims, key=aims.__getitem__, default="")
        if aim and aims[aim] > entry.most:
            what = "all readings together" if by == TOGETHER else by
            message = (
                f"closed packs give themselves away by {what}: an attacker who wants {aim} reaches an area "
                f"under the curve of {aims[aim]:.3f}, at most {entry.most:g} is allowed"
            )
            problems.append(Diagnostic(where, message, _REMEDIES[by]))
    if entry.assumed:
        message = f"assumed, not measured: {', '.join(entry.assumed)}"
        hint = "weigh and measure samples of your printer, and list what you measured as measured = [...]"
        problems.append(Diagnostic(where, message, hint, severity="warning"))
    return problems


_REMEDIES = {
    "weight": "widen insert_area with random_weight, use equal_weight, or lighter finishes",
    "thickness": "use thinner finishes, or insert_stocks of several thicknesses",
    "area": "use random_weight, or insert_stocks of several masses",
    "order": "deal the run again: packs must not lie in a pattern",
    TOGETHER: "use lighter and thinner finishes, or insert_stocks of several masses",
}
