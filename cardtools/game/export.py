"""Exporting a game: the decks that a target gets, and its files."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardtools.cards.table import Card
from cardtools.game.card_choice import ALL_CARDS, CardChoice, printed_cards, uncounted
from cardtools.game.draw_cards import Composer, Progress
from cardtools.game.game import Game
from cardtools.ground.errors import Diagnostic
from cardtools.ground.io.files import check_output
from cardtools.print.export.decks import ExportCard, ExportDeck, Job, Output
from cardtools.print.export.output import plan, suits
from cardtools.print.sheets.printing import sheet_title
from cardtools.render.card_pictures import CardSide

WHOLE = ("zip", "html")  # of all cards


@dataclass(frozen=True)
class ExportPlan:
    """The files of an export, which are drawn when they are written; the names of the decks that are left out
    because the target makes no cards of their size.
    """

    job: Job
    files: list[Output]
    composer: Composer
    left_out: tuple[str, ...]


def plan_export(
    game: Game,
    target: str,
    choice: CardChoice = ALL_CARDS,
    folder: Path | None = None,
    dpi: int = 0,
    url: str = "",
    progress: Progress | None = None,
    report: Callable[[list[Diagnostic]], object] = lambda findings: None,
) -> ExportPlan:
    """What a target makes of the chosen cards: of the given decks or of those of the project (zip and html,
    and where single cards are chosen: of all its cards) and its extras.

    With `progress`, they are composed at once behind a progress bar, and `report` gets the findings. Raises
    InputError when a file cannot be used, cards have another size than the maker's, or backs are missing.
    """
    project, settings = game.project, game.project.settings
    whole = target in WHOLE or choice.narrows
    paths = choice.decks or (() if whole else tuple(map(project.path, settings.cards.decks)))
    extras = () if choice.decks else project.extras
    composer = Composer(game)
    cards = printed_cards(game, paths, extras)
    folder_name = target
    if choice.narrows:
        cards, folder_name = choice.of_decks(game, cards), f"{target}-chosen"
    if progress:
        composer.compose_all(cards.values(), progress, backs=True)
        report([*uncounted(game, paths, extras), *composer.findings])
    exported = {
        card.source.slug: card for some in cards.values() for card in export_cards(composer, some) if card
    }
    every = tuple(
        ExportDeck(
            name,
            sheet_title(settings.name, name)
            if paths or name in game.card_set.extras
            else settings.name or "Cards",
            tuple(exported[card.slug] for card in some if card.slug in exported),
        )
        for name, some in cards.items()
    )
    if any(deck.cards for deck in every):  # none of a deck may be drawn
        every = tuple(deck for deck in every if deck.cards or not cards[deck.name])
    left_out = tuple(
        deck.name for deck in every if deck.name in game.card_set.extras and not suits(target, deck)
    )
    job = Job(
        project,
        game.card_set,
        game.table.ruleset,
        tuple(deck for deck in every if deck.name not in left_out),
        folder or check_output(project.output / "export" / folder_name, project.root),
        dpi or settings.render.dpi,
        url,
    )
    return ExportPlan(job, plan(target, job), composer, left_out)


def export_cards(composer: Composer, cards: Sequence[Card]) -> list[ExportCard | None]:
    """The cards with their faces and backs, in order; None for each that cannot be drawn.

    Backs that look alike are equal scenes, whichever card they belong to.
    """
    backs: Sequence[CardSide | None] = composer.compose_backs(cards) or [None] * len(cards)
    found: list[ExportCard | None] = []
    for front, back in zip(composer.compose(cards), backs, strict=True):
        if front.scene is None or (back is not None and back.scene is None):
            found.append(None)
            continue
        behind = dataclasses.replace(back.scene, title="back") if back and back.scene else None
        found.append(ExportCard(front.card, front.scene, behind))
    return found
