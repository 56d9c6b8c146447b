"""What closed packs of a planned run give away: the run is dealt often enough to measure an attacker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cardtools.ground.errors import Diagnostic
from cardtools.printrun.deal import Deal
from cardtools.printrun.integrity import Attack, Counts, attack, judge, readings
from cardtools.printrun.shares import Allocation
from cardtools.steps.runs.planned_run import PlannedRun

PACKS = 40_000  # that the attacker measures: half of them he opens
_DEALS = 30  # that are made for that; more of them differ in the order of packs alone


def check_integrity(run: PlannedRun) -> tuple[Attack | None, list[Diagnostic]]:
    """How well an attacker guesses what is in the packs of a planned run, and what is wrong with the plan: an
    error when the attacker is too good. None if the plan does not want it checked, or has one rarity only.

    Anybody sees how many cards a pack has, so packs of different sizes are compared apart; the best guess
    counts.
    """
    if run.plan.integrity.policy == "none" or len(run.plan.rarities) < 2:
        return None, []
    sizes = sorted({wave.size for wave in run.allocations})
    found = [_attack_some(run, [wave for wave in run.allocations if wave.size == size]) for size in sizes]
    areas: dict[str, dict[str, float]] = {}
    for by, aims in ((by, aims) for one in found for by, aims in one.areas.items()):
        known = areas.setdefault(by, {})
        known |= {aim: max(auc, known.get(aim, 0.0)) for aim, auc in aims.items()}
    every = Attack(areas, sum(one.packs for one in found))
    return every, judge(run.plan.integrity, every, run.file.at("integrity"))


def _attack_some(run: PlannedRun, waves: Sequence[Allocation]) -> Attack:
    """The attack on the packs of some waves, dealt again until there are enough of them."""
    seed, wanted = run.plan.run.seed, -(-PACKS // sum(wave.packs for wave in waves))
    dealt, places = [], []
    for number in range(min(wanted, _DEALS)):
        for wave in waves:
            packs = _rarities(Deal(replace(wave, seed=seed + number)))
            # Of a small run, packs are put into boxes in other orders: dealing them takes longer.
            for again in range(number, wanted, _DEALS):
                dealt.append(packs)
                places.append(Deal(replace(wave, seed=seed + again)).boxes[1])
    rarities, order = np.concatenate(dealt), np.concatenate(places)
    rng = np.random.default_rng(seed)
    if len(order) > 2 * PACKS:
        some = rng.choice(len(order), 2 * PACKS, replace=False)
        rarities, order = rarities[some], order[some]
    names = [rarity.name for rarity in run.plan.rarities]
    return attack(readings(run.plan.integrity, rarities, order, rng), rarities, names, rng)


def _rarities(deal: Deal) -> Counts:
    """How many of each rarity are in each pack."""
    tiers = np.array(deal.wave.tiers)
    counts = np.zeros((deal.wave.packs, len(tiers)), np.int64)
    order = np.argsort(tiers)
    for part in deal.columns():
        np.add.at(counts, (part.pack, order[np.searchsorted(tiers[order], part.tier)]), 1)
    return counts
