"""Untapping cards."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import cards
from cardtools.programs.tree import Effect, Selector


class Untap(Effect):
    """Untap the cards."""

    cards: Selector

    SHARE = 0.3

    def words(self) -> str:
        """`you untap all units you control`."""
        return f"you untap {cards(self.cards).text}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        game.interpreter.select(state, self.cards, frame, ("untapped",))

    @staticmethod
    def step_untapped(game: Any, state: Any, chosen: tuple[int, ...]) -> None:
        for card in chosen:
            game.board.untap(state, card)
