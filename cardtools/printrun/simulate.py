"""Opening the packs of a run in random orders, as buyers would."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from cardtools.ground.frozen_record import Record
from cardtools.printrun.chances import chi_square
from cardtools.printrun.deal import Deal
from cardtools.printrun.shares import Allocation
from cardtools.printrun.shuffle import Integers, random_words


class Simulated(Record):
    """Buyers who open the packs of a run in random orders, many times. `sets` has by target and number of
    people how many packs each of them opens until all have a complete set, in every trial; a group that the
    run is too small for is not in it. `opened` are the copies by tier in the first tenth of the packs of one
    trial, `expected` those that the plan says, `p` how likely a difference as large is by chance.
    """

    packs: int
    sets: dict[tuple[str, int], Integers]
    opened: tuple[int, ...]
    expected: tuple[float, ...]
    p: float


def simulate(
    waves: Sequence[Allocation],
    targets: Mapping[str, Sequence[int]],
    groups: Sequence[int],
    trials: int,
    seed: int,
) -> Simulated:
    """Deal the waves and open all of their packs, again in each trial. A target names tiers: a complete set
    has each design in one of them. People of a group swap doubles: ten need every design ten times.
    """
    kinds = [deal.kinds(deal.cells.reshape(-1).astype(np.int64)) for deal in map(Deal, waves)]
    designs, tiers, _ = map(np.concatenate, zip(*kinds, strict=True))
    count, size = len(designs) // waves[0].size, waves[0].size
    packs = np.repeat(np.arange(count), size)
    places = {}  # the packs with the copies of each design, a row for each: all designs have equally many
    for name, wanted in targets.items():
        chosen = np.isin(tiers, list(wanted))
        order = np.argsort(designs[chosen], kind="stable")
        places[name] = packs[chosen][order].reshape(len(np.unique(designs)), -1)
    sets: dict[tuple[str, int], list[int]] = defaultdict(list)
    opened: list[int] = []
    for trial in range(trials):
        rank = np.argsort(np.argsort(random_words(seed, f"buyers {trial}", count), kind="stable"))
        for name, of_design in places.items():
            for group in groups:
                if group <= of_design.shape[1]:
                    ranks = np.partition(rank[of_design], group - 1, axis=1)[:, group - 1]
                    sets[name, group].append(-(-(int(ranks.max()) + 1) // group))
        if not opened:
            some = tiers[rank[packs] < max(1, count // 10)]
            opened = [int((some == tier).sum()) for tier in waves[0].tiers]
    expected = tuple(sum(opened) * int((tiers == tier).sum()) / len(tiers) for tier in waves[0].tiers)
    arrays = {key: np.array(values) for key, values in sets.items()}
    return Simulated(count, arrays, tuple(opened), expected, chi_square(opened, expected))
