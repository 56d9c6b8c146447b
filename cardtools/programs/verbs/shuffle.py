"""Shuffling a pile."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import PLAYERS, ZONES
from cardtools.programs.tree import Effect, Player, Zone
from cardtools.programs.wording import does


class Shuffle(Effect):
    """Shuffle a pile of the player."""

    zone: Zone = "deck"
    who: Player = "you"

    def words(self) -> str:
        """`you shuffle your deck`."""
        whose = "your" if self.who == "you" else "their"
        return f"{does(PLAYERS[self.who], 'shuffle')} {whose} {ZONES[self.zone]}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        for player in game.selectors.players(state, self.who, frame):
            game.board.shuffle(state, self.zone, player)

    @staticmethod
    def step_shuffle(game: Any, state: Any, zone: str, player: int) -> None:
        """A pile in which somebody has searched is shuffled."""
        game.board.shuffle(state, zone, player)
