"""Where the cards of a game by its data are, and who its words for players mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.interpreter.board import GameBoard
from cardtools.play.interpreter.selectors import Selectors
from cardtools.play.interpreter.state import SIDE, CardState, Frame
from cardtools.play.state import EMPTY, EVERYBODY, NOBODY


class RuleBoard(GameBoard):
    """Cards stay with the player with whom they lie, whoever's deck they are from; what comes from the table
    goes to the player who acts.
    """

    receiver, left = 0, ""  # the player with whom the card lay that was taken last, and its zone

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        seen = {part.name: part.seen for part in game.STATE.PARTS if part.has_cards}
        self.seen = {"field": "all", **{zone: seen[part] for zone, part in self.piles.items()}}

    def _of(self, card: int, state: CardState) -> tuple[str, int]:
        """The pile that a card is in, and its player; of the table the player who acts."""
        for zone in self.piles:
            for player in range(self.game.players):
                if card in self.pile(state, zone, player):
                    return zone, state.decider if zone in self.shared else player
        return "", state.decider

    def controller(self, state: CardState, card: int) -> int:
        place = state.at[card]
        return place // SIDE if place >= 0 else self._of(card, state)[1]

    def zone(self, state: CardState, card: int) -> str:
        return "field" if state.at[card] >= 0 else self._of(card, state)[0]

    def take(self, state: CardState, card: int, zone: str = "") -> str:
        if state.at[card] >= 0:
            self.receiver, self.left = state.at[card] // SIDE, "field"
            return super().take(state, card)
        zone, self.receiver = self._of(card, state)
        self.left = zone
        self.changed(state)
        self.pile(state, zone, self.receiver).remove(card)
        return zone

    def put(self, state: CardState, card: int, zone: str, position: str = "top") -> None:
        pile = self.pile(state, zone, self.receiver)
        pile.insert(0 if position == "bottom" else len(pile), card)
        if position == "shuffle":
            self.shuffle(state, zone, self.receiver)

    def witness(self, zone: str) -> int:
        """Who knows the card that was taken last and put into a zone: who sees it there, or saw it before."""
        seen = self.seen[self.left], self.seen[zone]
        return EVERYBODY if "all" in seen else self.receiver if "owner" in seen else NOBODY

    def draw(self, state: CardState, player: int, number: int = 1) -> None:
        if not self.continuous.cannot(state, "draw", EMPTY, player):
            self.draw_from(state, "deck", player, number)

    def has(self, state: CardState, player: int, resource: str) -> int:
        return super().has(state, 0 if resource in self.game.ON_TABLE else player, resource)

    def gain(self, state: CardState, player: int, resource: str, amount: int) -> None:
        if not self.continuous.cannot(state, f"gain_{resource}", EMPTY, player):
            self._change(state, "gain", player, resource, amount)

    def lose(self, state: CardState, player: int, resource: str, amount: int) -> int:
        lost = self.continuous.prevented(state, resource, player, EMPTY, amount)
        return -self._change(state, "lose", player, resource, -lost)

    def _change(self, state: CardState, kind: str, player: int, resource: str, more: int) -> int:
        """Add to a resource, within its bounds; how much that was."""
        entry, had = self.game.ENTRY.resources[resource], self.has(state, player, resource)
        most = self.has(state, player, entry.most) if entry.most else had + abs(more)
        more = max(min(entry.least, had), min(had + more, max(most, had))) - had
        if more:
            holder = 0 if resource in self.game.ON_TABLE else player
            state.resources[holder][self.game.RESOURCES.index(resource)] += more
            self.changed(state)
            tell = self.game.event if entry.lasts else self.game.passing
            tell(state, kind, player, EMPTY, self.game.RESOURCE_NAMES[resource].lower(), abs(more))
        return more


class RuleSelectors(Selectors):
    """With the words for players who have a marker; the owner of a card is with whom it lies."""

    def players(self, state: Any, who: str, frame: Frame) -> Sequence[int]:
        if who in self.game.MARKERS:
            holder = state.markers[self.game.MARKERS.index(who)]
            return (holder,) if holder >= 0 else ()
        if who == "owner":
            return (self.board.controller(state, state.last),) if state.last >= 0 else ()
        return super().players(state, who, frame)
