"""One of two effects, by a condition."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import condition
from cardtools.programs.tree import Condition, Effect, Test


class If(Effect):
    """One of two effects, by a condition that is asked as this effect begins."""

    condition: Condition
    effect: Effect
    otherwise: Effect | None = None

    def words(self) -> str:
        """`if you control a fire unit, you draw a card; otherwise you lose one point`."""
        otherwise = f"; otherwise {self.otherwise.words()}" if self.otherwise else ""
        return f"if {condition(self.condition)}, {self.effect.words()}{otherwise}"

    def _chosen(self, game: Any, state: Any, frame: Any) -> Effect | None:
        return self.effect if game.selectors.true(state, self.condition, frame) else self.otherwise

    def do(self, game: Any, state: Any, frame: Any) -> None:
        if chosen := self._chosen(game, state, frame):
            chosen.do(game, state, frame)

    def test(self, game: Any) -> Test:
        """There is one, and it can be done."""
        possible = game.possibility.possible
        return lambda s, f: (chosen := self._chosen(game, s, f)) is not None and possible(s, chosen, f)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        chosen = self._chosen(game, state, frame)
        return chosen.merit(game, state, frame) if chosen else 0.0
