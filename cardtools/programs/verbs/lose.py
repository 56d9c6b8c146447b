"""Losing a resource."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import PLAYERS
from cardtools.programs.tree import Amount, Effect, Player, Test
from cardtools.programs.wording import does, of_resource


class Lose(Effect):
    """A player loses so much of a resource. As a cost it is paid: it must be there in full."""

    resource: str
    amount: Amount
    who: Player = "you"

    def words(self) -> str:
        """`your opponent loses two points`."""
        return f"{does(PLAYERS[self.who], 'lose')} {of_resource(self.resource, self.amount)}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        amount = game.selectors.amount(state, self.amount, frame)
        for player in game.selectors.players(state, self.who, frame):
            game.board.lose(state, player, self.resource, amount)

    def test(self, game: Any) -> Test:
        """Where numbers are exact there is something to lose."""
        if not game.EXACT or type(self.amount) is int:
            return None
        return lambda s, f: (
            game.selectors.amount(s, self.amount, f) > 0 and bool(game.selectors.players(s, self.who, f))
        )

    def payable(self, game: Any, state: Any, frame: Any, blind: bool = True) -> bool:
        amount = game.selectors.amount(state, self.amount, frame)
        return all(
            game.can_lose(state, player, self.resource, amount)
            for player in game.selectors.players(state, self.who, frame)
        )

    def affordable(self, game: Any) -> Test:
        """The same, found at once where it is a number."""
        if not (game.EXACT and type(self.amount) is int and self.who == "you"):
            return lambda s, f: self.payable(game, s, f)
        place, what, amount = game.RESOURCES.index(self.resource), self.resource, self.amount
        return lambda s, f: (
            s.resources[f.you][place] >= amount and not game.continuous.is_prevented(s, what, f.you)
        )

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        return float(game.merit.of_resource(state, self, frame, -1))
