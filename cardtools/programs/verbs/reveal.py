"""Showing cards."""

from __future__ import annotations

from typing import Any, Literal

from cardtools.programs.notation_entry import Function
from cardtools.programs.nouns import OWNERS, cards
from cardtools.programs.tree import Effect, Selector, Test


class Reveal(Effect):
    """Show the cards: to "any" (all players), or to "you" alone ("look at")."""

    cards: Selector
    to: Literal["any", "you"] = "any"

    FUNCTIONS = (Function("reveal", ("cards", "to")), Function("look", ("cards",), {"to": "you"}))

    def words(self) -> str:
        """`your opponent reveals one card in their hand`."""
        shown = cards(self.cards).text
        if self.to == "you":
            return f"you look at {shown}"
        if self.cards.who == "opponent":
            return f"your opponent reveals {shown.replace(OWNERS['opponent'], 'their')}"
        return f"you reveal {shown}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        self.choose(game, state, frame, self.cards, "revealed")

    @staticmethod
    def step_revealed(game: Any, state: Any, node: int, frame: Any, chosen: tuple[int, ...]) -> None:
        known_to = -1 if game.index.nodes[node].to == "any" else frame.you
        for card in chosen:
            state.last = card
            game.event(state, "reveal", game.owner[card], card, known_to=known_to)

    def affordable(self, game: Any) -> Test:
        """There are as many cards, as far as one can see them."""
        return game.possibility.enough_in_sight(self.cards) or (lambda s, f: self.payable(game, s, f))
