"""What the checks of `cardtools validate` say about the project, card by card."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtools.errors import Diagnostic, Location
from cardtools.stages.check import check_game
from cardtools.stages.game import Game


@dataclass(frozen=True)
class CheckedCards:
    """The findings by where the card's name stands, those about no card, and all in one line."""

    by_card: dict[Location, list[Diagnostic]] = field(default_factory=dict)
    others: list[Diagnostic] = field(default_factory=list)
    summary: str = ""


def check(game: Game) -> CheckedCards:
    """Check cards, effects, art and decks.

    Raises InputError when the cards, a deck, the effect list or what the project accepts cannot be used.
    """
    report = check_game(game).capped()
    by_card: dict[Location, list[Diagnostic]] = {}
    others: list[Diagnostic] = []
    for finding in report.diagnostics:
        row = report.subject(finding).row
        about = others if row < 0 else by_card.setdefault(game.table.place(row, "NAME"), [])
        about.append(finding)
    return CheckedCards(by_card, others, report.summary())
