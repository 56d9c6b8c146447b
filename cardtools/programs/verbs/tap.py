"""Tapping cards."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import cards
from cardtools.programs.tree import Effect, Selector


class Tap(Effect):
    """Tap the cards. As a cost they must be untapped."""

    cards: Selector

    HARMS = True
    SHARE = -0.3

    def words(self) -> str:
        """`you tap this card`."""
        return f"you tap {cards(self.cards).text}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        game.interpreter.select(state, self.cards, frame, ("tapped",))

    @staticmethod
    def step_tapped(game: Any, state: Any, chosen: tuple[int, ...]) -> None:
        for card in chosen:
            if state.at[card] >= 0 and not state.tapped[card]:
                game.board.tap(state, card)

    def suitable(self, game: Any, state: Any, frame: Any, found: list[int]) -> list[int]:
        return [card for card in found if not state.tapped[card]]
