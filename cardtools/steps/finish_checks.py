"""Do the finishes of a card add up from rarity to rarity? The plates of its face, tier by tier (Doc 4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from cardtools.cards.table import Card
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.printrun.run_checks import FINISH
from cardtools.render.face.load import Face
from cardtools.render.project_cards import load_project_cards
from cardtools.render.scene.scene import Group, Item
from cardtools.steps.runs.planned_run import PlannedRun
from cardtools.steps.tiers import printed_table


def check_finishes(run: PlannedRun) -> Iterator[Diagnostic]:
    """Report the elements with a plate that a rarity has and the next one lacks, for one design of each face.

    Only games whose ruleset has tiers are checked, and only faces that can be drawn.
    """
    game, rules = run.game, run.game.ruleset.tiers
    if rules is None or rules.column not in game.table.columns or not run.project.settings.faces:
        return
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
    for item in items:
        if isinstance(item, Group):
            if item.plate:
                yield item.name, item.plate
            yield from _plates(item.items)
