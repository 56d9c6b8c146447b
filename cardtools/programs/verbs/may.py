"""An effect that is done if a player wants it."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import PLAYERS
from cardtools.programs.tree import Effect, Player, Test


class May(Effect):
    """The player decides whether the effect is done."""

    effect: Effect
    who: Player = "you"

    def words(self) -> str:
        """`you may draw a card`."""
        return f"{PLAYERS[self.who]} may {self.effect.words().removeprefix('you ')}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        for player in game.selectors.players(state, self.who, frame)[:1]:
            then = ("decided", game.index.number[id(self.effect)], frame)
            game.interpreter.ask(state, player, "yes", (frame.card,), then)

    @staticmethod
    def step_decided(game: Any, state: Any, node: int, frame: Any, wanted: bool) -> None:
        if wanted:
            game.index.nodes[node].do(game, state, frame)

    def test(self, game: Any) -> Test:
        return self.effect.test(game)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """What is bad is not done."""
        return max(0.0, self.effect.merit(game, state, frame))
