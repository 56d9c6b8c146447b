"""Exporting a game: the decks that a target gets, and its files."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from cardtools.ground.errors import Diagnostic
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import check_output
from cardtools.print.export.decks import ExportDeck, Job, Output
from cardtools.print.export.export_files import plan, suits
from cardtools.print.sheets.printing import sheet_title
from cardtools.steps.card_choice import ALL_CARDS, CardChoice, printed_cards, uncounted
from cardtools.steps.draw_cards import Composer, Progress
from cardtools.steps.game_files import GameFiles

WHOLE = ("cockatrice", "zip", "json", "html", "rulebook")  # of all cards


class ExportPlan(Record):
    """The files of an export, drawn when written; the decks of a size that the target does not make."""

    job: Job
    files: list[Output]
    composer: Composer
    left_out: tuple[str, ...]


def plan_export(
    game: GameFiles,
    target: str,
    choice: CardChoice = ALL_CARDS,
    folder: Path | None = None,
    dpi: int = 0,
    url: str = "",
    progress: Progress | None = None,
    report: Callable[[list[Diagnostic]], object] = lambda findings: None,
    one_file: bool = False,
    ground: str = "",
    animation: str = "gif",
) -> ExportPlan:
    """What a target makes of the chosen cards (of the given decks, or of the project's; `WHOLE` ones, and
    where single cards are chosen: of all its cards) and its extras. With `progress`, they are composed at
    once behind a progress bar, and `report` gets the findings. Raises InputError for unusable files, cards of
    a wrong size, and missing backs. The others are what
    `Job` has.
    """
    project, settings = game.project, game.project.settings
    whole = target in WHOLE or choice.narrows
    paths = choice.decks or (() if whole else tuple(map(project.path, settings.cards.decks)))
    extras = () if choice.decks else project.extras
    composer = Composer(game)
    cards = printed_cards(game, paths, extras)
    folder_name = target
    if choice.narrows:
        cards, folder_name = choice.among_decks(game, cards), f"{target}-chosen"
    if progress:
        composer.compose_all(cards.values(), progress, backs=True)
        report([*uncounted(game, paths, extras), *composer.findings])
    chosen = [card for some in cards.values() for card in some]
    drawn = {side.card.slug: side.scene for side in composer.compose(chosen) if side.scene}
    behind = {side.card.slug: side.scene for side in composer.compose_backs(chosen)}
    # Cards that can be drawn on both sides; backs that look alike are equal, whichever card they belong to.
    fronts = {slug: scene for slug, scene in drawn.items() if behind.get(slug, scene)}
    backs = {slug: dataclasses.replace(scene, title="back") for slug in fronts if (scene := behind.get(slug))}
    own, every = game.project_cards.extras, []
    for name, some in cards.items():
        title = sheet_title(settings.name, name) if paths or name in own else settings.name or "Cards"
        able = tuple(card for card in some if card.slug in fronts)
        every.append(ExportDeck(name, title, able, fronts, backs))
    if any(deck.cards for deck in every):  # none of a deck may be drawn
        every = [deck for deck in every if deck.cards or not cards[deck.name]]
    left_out = tuple(deck.name for deck in every if deck.name in own and not suits(target, deck))
    decks = tuple(deck for deck in every if deck.name not in left_out)
    folder = folder or check_output(project.output / "export" / folder_name, project.root)
    ruleset, dpi = game.table.ruleset, dpi or settings.render.dpi
    job = Job(
        project, game.project_cards, ruleset, decks, folder, dpi, url, target, one_file, ground, animation
    )
    return ExportPlan(job, plan(target, job), composer, left_out)
