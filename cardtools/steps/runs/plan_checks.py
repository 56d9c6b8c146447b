"""What is remarkable about a plan: shares, finishes, what closed packs give away (Doc 4.1, 4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.ground.toml.tomlplaces import Key
from cardtools.printrun.deal import Deal
from cardtools.printrun.integrity import Attack, Counts, attack, judge, readings
from cardtools.printrun.run_checks import FINISH, RUN_NOT_EXACT, WEIGHTS_SUM
from cardtools.printrun.shares import WHOLE, Allocation, exact, exact_step
from cardtools.steps.runs.planned_run import PlannedRun

if TYPE_CHECKING:
    from cardtools.cards.table import Card
    from cardtools.render.face.load import Face
    from cardtools.render.scene.scene import Item

PACKS = 40_000  # that the attacker measures: half of them he opens
_DEALS = 30  # that are made for that; more of them differ in the order of packs alone
_BECOMES = {
    "normalise": "in proportion, they are",
    "reserve": "the rest is kept back:",
    "to_common": "the largest share gets the rest:",
    "flat": "all rarities are printed equally often:",
}


def check_plan(run: PlannedRun) -> Iterator[Diagnostic]:
    """Findings about shares that do not add up, and copies that cannot have them exactly."""
    plan, file = run.plan, run.file
    total = sum(exact(rarity.share) for rarity in plan.rarities)
    if total != WHOLE:
        shares = ", ".join(f"{float(100 * share):.2f}" for share in plan.shares)
        message = f"the shares add up to {float(total):g} %; {_BECOMES[plan.run.policy]} {shares} %"
        place: tuple[Key, ...] = ("rarities",) if "rarities" in file.data else ("run", "policy")
        yield WEIGHTS_SUM.finding(file.at(*place), message, "say another policy in [run] if you want another")
    step = exact_step(plan.shares, plan.kept)
    for index, wave in enumerate(plan.waves):
        if wave.copies % step:
            low = wave.copies // step * step
            near = f"{low:,} and {low + step:,}" if low else f"{step:,}"
            message = f"{wave.copies:,} copies of a design cannot have exactly the shares of its rarities"
            keys: tuple[Key, ...] = ("waves", index, "copies") if "waves" in file.data else ("run", "copies")
            yield RUN_NOT_EXACT.finding(file.at(*keys), message, f"the nearest that can: {near}")


def check_finishes(run: PlannedRun) -> Iterator[Diagnostic]:
    """Report elements with a plate that a rarity has and the next one lacks, for a design of each face."""
    game, rules = run.game, run.game.ruleset.tiers
    if rules is None or rules.column not in game.table.columns or not run.project.settings.faces:
        return
    from cardtools.render.project_cards import load_project_cards
    from cardtools.steps.tiers import printed_table

    designs = {name for name, _ in run.designs}
    records = load_project_cards(run.project, game.table, (), False)
    examples: dict[Face, int] = {}
    for row, card in enumerate(records.cards):
        if game.table.name(row) in designs:
            examples.setdefault(records.faces.choose(card.values, card.where, card.name), row)
    names = {game.table.name(row): face for face, row in examples.items()}
    rows = [row for row in range(len(game.table)) if game.table.name(row) in names]
    table = printed_table(game.table.only(rows))
    by_face: dict[Face, dict[int, Card]] = {}
    printed = load_project_cards(run.project, table, (), False)
    for row, card in enumerate(printed.cards):
        if (tier := table.values[rules.column][row]) in rules.printed:
            by_face.setdefault(names[table.name(row)], {})[tier] = card
    rarities = {rarity.tier: rarity.name for rarity in run.plan.rarities}
    for face, cards in by_face.items():
        tiers = sorted(cards)
        scenes = [composed.scene for composed in printed.compose(cards[tier] for tier in tiers)]
        drawn = zip(tiers, scenes, strict=True)
        finishes = [(tier, set(_plates(scene.items))) for tier, scene in drawn if scene]
        for (low, found), (high, more) in pairwise(finishes):
            for element, plate in sorted(found - more):
                has, lacks = (rarities.get(tier, f"tier {tier}") for tier in (low, high))
                message = f"{element} ({plate}) is on {has} cards, and {lacks} cards lack it"
                place = Location(shown(face.file.path))
                yield FINISH.finding(place, message, f"let {lacks} cards have it too")


def _plates(items: Iterable[Item]) -> Iterator[tuple[str, str]]:
    """The names and plates of the elements that have one."""
    from cardtools.render.scene.scene import Group

    for item in items:
        if isinstance(item, Group):
            if item.plate:
                yield item.name, item.plate
            yield from _plates(item.items)


def check_integrity(run: PlannedRun) -> tuple[Attack | None, list[Diagnostic]]:
    """How well an attacker guesses what is in the packs of a planned run, and an error when he is too good.
    None if the plan does not want it checked, or has one rarity. Packs of different sizes are compared apart,
    as anybody sees how many cards they have; the best guess counts.
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
    tiers = np.array(deal.wave.tiers)
    counts = np.zeros((deal.wave.packs, len(tiers)), np.int64)
    order = np.argsort(tiers)
    for part in deal.columns():
        np.add.at(counts, (part.pack, order[np.searchsorted(tiers[order], part.tier)]), 1)
    return counts
