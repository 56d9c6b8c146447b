"""Ending the turn."""

from __future__ import annotations

from typing import Any, Literal

from cardtools.programs.notation_entry import Function
from cardtools.programs.tree import Effect


class EndTurn(Effect):
    """The turn, or the phase, is over when this has been done; what else would be done in it is not."""

    what: Literal["turn", "phase"] = "turn"

    FUNCTIONS = (
        Function("end_turn", (), {"what": "turn"}),
        Function("end_phase", (), {"what": "phase"}),
    )

    def words(self) -> str:
        """`the turn ends`."""
        return f"the {self.what} ends"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        last = ("turn_over",) if self.what == "turn" else ("phase", "turn_over")
        while state.tasks and state.tasks[-1][0] not in last:
            state.tasks.pop()

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        return 0.0
