"""What closed packs of a planned run give away: the run is dealt often enough to measure an attacker."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardtools.errors import Diagnostic
from cardtools.printrun.deal import Lot
from cardtools.printrun.integrity import Attack, attack, judge, readings
from cardtools.stages.runs import PlannedRun

if TYPE_CHECKING:
    from cardtools.printrun.integrity import Counts

PACKS = 40_000  # that the attacker measures: half of them he opens
_MOST_DEALS = 2_000


def attack_run(run: PlannedRun) -> Attack:
    """How well an attacker guesses what is in the packs of a planned run."""
    import numpy as np

    dealt: list[tuple[Counts, Counts]] = []
    seed = run.plan.run.seed
    for number in range(_MOST_DEALS):
        for lot in run.lots:
            dealt.append(_dealt(replace(lot, seed=seed + number)))
        if sum(len(order) for _, order in dealt) >= PACKS:
            break
    rarities, order = (np.concatenate(part) for part in zip(*dealt, strict=True))
    rng = np.random.default_rng(seed)
    if len(order) > 2 * PACKS:
        some = rng.choice(len(order), 2 * PACKS, replace=False)
        rarities, order = rarities[some], order[some]
    names = [rarity.name for rarity in run.plan.rarities]
    return attack(readings(run.plan.integrity, rarities, order, rng), rarities, names, rng)


def check_integrity(run: PlannedRun) -> tuple[Attack | None, list[Diagnostic]]:
    """The attack and what is wrong with the plan: an error when the attacker is too good. None if the plan
    does not want it checked, or has one rarity only.
    """
    if run.plan.integrity.policy == "none" or len(run.plan.rarities) < 2:
        return None, []
    found = attack_run(run)
    return found, judge(run.plan.integrity, found, run.file.at("integrity"))


def _dealt(lot: Lot) -> tuple[Counts, Counts]:
    """How many of each rarity are in each pack of a lot, and the place of each pack in its box."""
    import numpy as np

    counts = np.zeros((lot.packs, len(lot.tiers)), np.int64)
    tiers = np.array(lot.tiers)
    order = np.argsort(tiers)
    for part in lot.deal.columns():
        np.add.at(counts, (part.pack, order[np.searchsorted(tiers[order], part.tier)]), 1)
    return counts, lot.deal.boxes[1]
