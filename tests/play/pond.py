"""A game whose players draw from one deck, which is made of both of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from cardtools.play.engine import Action, Definition, Engine, Needed, Option, Verb
from cardtools.play.playtest.playtest_plan import Contestant, Pairing, PlaytestPlan
from cardtools.play.state import Outcome, Part, State
from cardtools.play.streams import Stream


class PondState(State):
    PARTS = (
        Part("deck", 2, has_cards=True, seen="nobody"),
        Part("hand", 2, has_cards=True, seen="owner"),
        Part("table", 2, has_cards=True),
    )
    __slots__ = tuple(part.name for part in PARTS)
    deck: list[list[int]]
    hand: list[list[int]]
    table: list[list[int]]


class PondEngine(Engine[PondState]):
    """Play a fish, draw another; who has more at the end wins. Nobody's luck depends on who begins."""

    NAME = "pond"
    VERSION = "1"
    STATE = PondState
    VALUES: ClassVar[Mapping[str, Needed]] = {"size": Needed("number", "how large the fish is")}
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "silence": Option(False, None, "whether nobody speaks, which changes nothing"),
        "stirred": Option(
            False, None, "whether the pond is stirred once more, which makes other games alike"
        ),
        "head_start": Option(False, None, "whether who begins has a whale on the table"),
    }
    VERBS: ClassVar[Mapping[str, Verb]] = {"play": Verb("play {0}", ("card",))}

    def setup(self, state: Any, random: Stream) -> None:
        pond = [card for deck in self.decks for card in deck]
        for _ in range(2 if self.options["stirred"] else 1):
            random.shuffle(pond)
        state.hand = [[pond.pop() for _ in range(3)] for _ in self.decks]
        state.deck, state.table = [pond, []], [[], []]
        state.active = state.decider = random.below(2)
        state.turn, state.phase = 1, f"begun by {state.active}"

    def legal_actions(self, state: Any, every: bool = False) -> list[Action]:
        return [] if state.outcome else [("play", card) for card in self.different(state.hand[state.active])]

    def perform(self, state: Any, action: Action) -> None:
        player = state.active
        state.hand[player].remove(action[1])
        state.table[player].append(action[1])
        self.event(state, "play", player, action[1])
        if state.deck[0]:
            state.hand[player].append(state.deck[0].pop())
        state.active = state.decider = 1 - player
        state.turn += 1
        if not any(state.hand):
            sizes = [self._size(state, one) for one in (0, 1)]
            winner = -1 if sizes[0] == sizes[1] else sizes.index(max(sizes))
            state.outcome = Outcome("win" if winner >= 0 else "draw", winner, "the pond is empty")

    def _size(self, state: Any, player: int) -> int:
        start = 1000 if self.options["head_start"] and state.phase == f"begun by {player}" else 0
        return start + sum(self.cards[card].number("size") for card in state.table[player])

    def score(self, state: Any, action: Action) -> float:
        return self.cards[action[1]].number("size")

    def value(self, state: Any, player: int) -> float:
        return (self._size(state, player) - self._size(state, 1 - player)) / 1000


def fish(count: int = 10, name: str = "Fish") -> list[Definition]:
    return [Definition(f"{name} {size}", values={"size": size}) for size in range(1, count + 1)]


def pond(*decks: list[Definition], **options: bool | int | str) -> PlaytestPlan:
    """A playtest of two decks, which go into one pond."""
    one, other = (
        Contestant(f"deck {number}", "greedy", {"main": deck})
        for number, deck in enumerate(decks or (fish(), fish()))
    )
    return PlaytestPlan(
        PondEngine, options, {}, ("pond", "1", ""), (Pairing((one, other), False),), 1, Path()
    )
