"""Markers that go from player to player."""

from __future__ import annotations

from typing import Any

from cardtools.programs.nouns import PLAYERS
from cardtools.programs.tree import Effect, Player


class Give(Effect):
    """A player gets a marker of the rules, such as the dealer's; where the word means several, the first."""

    marker: str
    who: Player = "you"

    def words(self) -> str:
        """`you give the dealer marker to your opponent`."""
        return f"you give the {self.marker} marker to {PLAYERS[self.who]}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        players = game.selectors.players(state, self.who, frame)
        if players and players[0] != state.markers[game.MARKERS.index(self.marker)]:
            state.markers[game.MARKERS.index(self.marker)] = players[0]
            game.event(state, "marker", players[0], -1, self.marker)
