"""Gaining a resource."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import PLAYERS
from cardtools.programs.tree import Amount, Effect, Player, Test
from cardtools.programs.wording import does, of_resource


class Gain(Effect):
    """A player gains so much of a resource: points, life, or an energy by its name. "any" is each player."""

    resource: str
    amount: Amount
    who: Player = "you"

    def words(self) -> str:
        """`you gain two points`."""
        return f"{does(PLAYERS[self.who], 'gain')} {of_resource(self.resource, self.amount)}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        amount = game.selectors.amount(state, self.amount, frame)
        for player in game.selectors.players(state, self.who, frame):
            game.board.gain(state, player, self.resource, amount)

    def _is_forbidden(self, game: Any, state: Any, player: int) -> bool:
        return bool(game.continuous.cannot(state, f"gain_{self.resource}", -1, player))

    def test(self, game: Any) -> Test:
        """Where numbers are exact there is something to gain, and a player who may."""
        is_free = type(self.amount) is int and f"gain_{self.resource}" not in game.index.modifier_kinds
        if is_free or not game.EXACT:
            return None
        return lambda s, f: (
            game.selectors.amount(s, self.amount, f) > 0
            and not all(
                self._is_forbidden(game, s, player) for player in game.selectors.players(s, self.who, f)
            )
        )

    def payable(self, game: Any, state: Any, frame: Any, blind: bool = True) -> bool:
        players = game.selectors.players(state, self.who, frame)
        return not any(self._is_forbidden(game, state, player) for player in players)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        return float(game.merit.of_resource(state, self, frame, 1))
