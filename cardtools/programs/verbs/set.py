"""Setting a resource."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import OWNERS, amount_of
from cardtools.programs.tree import Amount, Effect, Player


class Set(Effect):
    """A player has so much of a resource, whatever it was."""

    resource: str
    amount: Amount
    who: Player = "you"

    def words(self) -> str:
        """`your energy becomes three energy`."""
        mass = isinstance(self.amount, int)
        return f"{OWNERS[self.who]} {self.resource} becomes {amount_of(self.amount, '', mass).strip()}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        amount = game.selectors.amount(state, self.amount, frame)
        for player in game.selectors.players(state, self.who, frame):
            more = amount - game.board.has(state, player, self.resource)
            if more > 0:
                game.board.gain(state, player, self.resource, more)
            elif more < 0:
                game.board.lose(state, player, self.resource, -more)
