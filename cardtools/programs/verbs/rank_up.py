"""Ranking up cards: placing others on top of them."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import cards
from cardtools.programs.tree import Effect, Selector, Test


class RankUp(Effect):
    """Place one of the cards `using` on top of one of the cards by the rules of ranking up: the same type and
    one rank more, whatever zone it comes from.
    """

    cards: Selector
    using: Selector

    def words(self) -> str:
        """`you rank up one unit you control by placing one card in your hand on top of it`."""
        return f"you rank up {cards(self.cards).text} by placing {cards(self.using).text} on top of it"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        if lower := self._ranked_up(game, state, frame):
            self.choose(game, state, frame, self.cards, "rank_up_from", lower)
        elif self.using.zone == "deck":
            game.interpreter.push(state, ("shuffle", "deck", frame.you))

    def _ranked_up(self, game: Any, state: Any, frame: Any) -> list[int]:
        """The cards that can be ranked up."""
        upper = game.selectors.known(state, self.using, frame)
        return [
            card
            for card in game.selectors.candidates(state, self.cards, frame)
            if any(game.can_rank_up(state, card, using) for using in upper)
            and not game.continuous.cannot(state, "rank_up", card, game.board.controller(state, card))
        ]

    @staticmethod
    def step_rank_up_from(game: Any, state: Any, node: int, frame: Any, chosen: tuple[int, ...]) -> None:
        using = game.index.nodes[node].using
        for card in chosen[:1]:
            upper = game.selectors.candidates(state, using, frame)
            upper = [one for one in upper if game.can_rank_up(state, card, one)]
            game.interpreter.select(state, using, frame, ("ranked_up", card), upper)

    @staticmethod
    def step_ranked_up(game: Any, state: Any, card: int, chosen: tuple[int, ...]) -> None:
        for using in chosen[:1]:
            if game.board.is_top(state, card) and not game.continuous.cannot(
                state, "rank_up", card, game.board.controller(state, card)
            ):
                game.board.rank_up(state, card, using)

    def test(self, game: Any) -> Test:
        """There is a card that can be ranked up."""
        return lambda s, f: bool(self._ranked_up(game, s, f))

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """Good, if it can be done."""
        lower = game.selectors.candidates(state, self.cards, frame)
        upper = game.selectors.candidates(state, self.using, frame)
        if self.using.zone == "deck":
            return 10.0 if lower else 0.0
        return 10.0 if any(game.can_rank_up(state, card, using) for card in lower for using in upper) else 0.0
