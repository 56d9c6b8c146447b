"""Skipping phases and turns."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import PLAYERS
from cardtools.programs.tree import Effect, Player
from cardtools.programs.wording import does


class Skip(Effect):
    """The player skips the next phase of this name, "turn" for a whole turn. As a cost: yours, and the effect
    is activated when it has been skipped.
    """

    phase: str
    who: Player = "you"

    def words(self) -> str:
        """`your opponent skips their next draw phase`."""
        what = "turn" if self.phase == "turn" else f"{self.phase} phase"
        return f"{does(PLAYERS[self.who], 'skip')} {'your' if self.who == 'you' else 'their'} next {what}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        """Note that the players will skip it; see `skipping` of the engine."""
        for player in game.selectors.players(state, self.who, frame):
            state.skips.append((player, self.phase, ()))
            game.event(state, "will_skip", player, -1, self.phase)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """Bad for who skips it."""
        cost = 12.0 if self.phase == "turn" else 6.0
        return -cost if frame.you in game.selectors.players(state, self.who, frame) else cost
