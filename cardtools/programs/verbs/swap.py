"""Cards that change places."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import cards
from cardtools.programs.tree import Effect, Selector, Test


class Swap(Effect):
    """Two cards change places: their slots, and with them their controllers and zones. With `other` None the
    selector chooses both. A card that leaves the field this way leaves what is under it to the other card.
    """

    cards: Selector
    other: Selector | None = None

    def words(self) -> str:
        """`this card and one unit you control change places`."""
        other = "" if self.other is None else f" and {cards(self.other).text}"
        return f"{cards(self.cards).text}{other} change places"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        if self.other is None:
            if len(game.selectors.candidates(state, self.cards, frame)) >= 2:
                game.interpreter.select(state, self.cards, frame, ("swapped",))
        elif among := self._swappable(game, state, frame):
            self.choose(game, state, frame, self.cards, "swap", among)

    def _swappable(self, game: Any, state: Any, frame: Any) -> list[int]:
        """The first cards that have a second one to change places with."""
        found = game.selectors.candidates(state, self.cards, frame)
        return [card for card in found if self._others(game, state, frame, card)]

    def _others(self, game: Any, state: Any, frame: Any, card: int) -> list[int]:
        """The cards that a card can change places with: each may lie where the other is."""
        return [
            other
            for other in game.selectors.known(state, self.other, frame)
            if other != card
            and (state.at[card] < 0 or game.fits_place(state, other, state.at[card]))
            and (state.at[other] < 0 or game.fits_place(state, card, state.at[other]))
            and (state.at[card] >= 0 or state.at[other] >= 0)
        ]

    @staticmethod
    def step_swap(game: Any, state: Any, node: int, frame: Any, chosen: tuple[int, ...]) -> None:
        if chosen:
            swap: Swap = game.index.nodes[node]
            among = swap._others(game, state, frame, chosen[0])
            game.interpreter.select(state, swap.other, frame, ("swapped_with", chosen[0]), among)

    @staticmethod
    def step_swapped_with(game: Any, state: Any, card: int, chosen: tuple[int, ...]) -> None:
        for other in chosen[:1]:
            game.board.swap(state, card, other)

    @staticmethod
    def step_swapped(game: Any, state: Any, chosen: tuple[int, ...]) -> None:
        if len(chosen) == 2:
            game.board.swap(state, *chosen)

    def test(self, game: Any) -> Test:
        """There are two cards; where numbers are exact, each may lie where the other is."""
        if game.EXACT and self.other is not None:
            return lambda s, f: bool(self._swappable(game, s, f))
        return Effect.test(self, game)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """The best card for the worst."""
        if self.other is None:
            return 0.2
        mine = game.selectors.candidates(state, self.cards, frame)
        others = [card for card in game.selectors.candidates(state, self.other, frame) if state.at[card] >= 0]
        if not mine or not others:
            return 0.5
        worst = min(game.worth(state, card) for card in mine)
        return float(max(game.worth(state, card) for card in others) - worst)
