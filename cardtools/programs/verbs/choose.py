"""One of several effects, which its player chooses."""

from __future__ import annotations

from typing import Any

from cardtools.programs.notation_entry import Function
from cardtools.programs.tree import Effect, Test


class Choose(Effect):
    """You choose one of the effects."""

    effects: tuple[Effect, ...]

    FUNCTIONS = (Function("choose", ("effects",), many=True),)

    def words(self) -> str:
        """`you choose one: you draw a card, or you gain two life`."""
        return f"you choose one: {', or '.join(one.words() for one in self.effects)}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        places = range(len(self.effects))
        possible = [place for place in places if game.possibility.possible(state, self.effects[place], frame)]
        then = ("chosen_effect", game.index.number[id(self)], frame)
        game.interpreter.ask(state, frame.you, "effect", possible or places, then)

    @staticmethod
    def step_chosen_effect(game: Any, state: Any, node: int, frame: Any, place: int) -> None:
        game.index.nodes[node].effects[place].do(game, state, frame)

    def test(self, game: Any) -> Test:
        return game.possibility.any_of(self.effects)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        return max(one.merit(game, state, frame) for one in self.effects)
