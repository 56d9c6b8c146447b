"""An effect that a die decides."""

from __future__ import annotations

from typing import Any

from cardtools.programs.tree import Effect, Test
from cardtools.programs.wording import faces_in_words


class Roll(Effect):
    """Roll a die; if it shows one of the faces, do the effect."""

    faces: tuple[int, ...]
    effect: Effect

    def words(self) -> str:
        """`you roll a die, and on 5 or 6 you draw a card`."""
        return f"you roll a die, and on {faces_in_words(self.faces)} {self.effect.words()}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        face = game.roll(state, frame.you)
        game.event(state, "roll", frame.you, frame.card, face)
        if face in self.faces:
            self.effect.do(game, state, frame)

    def test(self, game: Any) -> Test:
        return self.effect.test(game)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """As often as the die shows one of the faces."""
        return len(self.faces) / 6 * self.effect.merit(game, state, frame)
