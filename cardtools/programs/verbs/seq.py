"""Several effects, one after the other."""

from __future__ import annotations

from typing import Any

from cardtools.programs.notation_entry import Function
from cardtools.programs.tree import Effect, Test


class Seq(Effect):
    """One effect after the other, each as far as possible, or where numbers are exact all of them if they can
    be performed. As a cost: all of them, wholly, or none.
    """

    effects: tuple[Effect, ...]

    FUNCTIONS = (Function("seq", ("effects",), many=True),)

    def parts(self) -> tuple[Effect, ...]:
        return self.effects

    def words(self) -> str:
        """`you draw two cards, then you tap this card`."""
        return ", then ".join(one.words() for one in self.effects if not one.adds_nothing())

    def do(self, game: Any, state: Any, frame: Any) -> None:
        """The first now, the others after what it leaves to do."""
        game.interpreter.later(state, frame, *self.effects)

    def test(self, game: Any) -> Test:
        """All can be done where numbers are exact, with what is left by those before them; else any."""
        return game.possibility.all_of(self.effects) if game.EXACT else game.possibility.any_of(self.effects)

    def payable(self, game: Any, state: Any, frame: Any, blind: bool = True) -> bool:
        return all(part.payable(game, state, frame, blind) for part in self.effects)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        return sum(one.merit(game, state, frame) for one in self.effects)
