"""What rules forget is found by playing, with a match as evidence."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from outcome import Outcome
from projects import copied

from cardtools.play.engine import Action, Definition, Engine, Option, Verb
from cardtools.play.playtest.gaps import find_gaps
from cardtools.play.playtest.playtest_plan import Contestant, Pairing, PlaytestPlan
from cardtools.play.state import Outcome as End
from cardtools.play.state import Part, State
from cardtools.play.streams import Stream

Run = Callable[..., Outcome]


class LadderState(State):
    PARTS = (
        Part("deck", 2, has_cards=True, seen="nobody"),
        Part("vault", 2, has_cards=True, seen="nobody"),
        Part("hand", 2, has_cards=True, seen="owner"),
        Part("table", 2, has_cards=True),
        Part("flipped", 0),
    )
    __slots__ = tuple(part.name for part in PARTS)
    deck: list[list[int]]
    vault: list[list[int]]
    hand: list[list[int]]
    table: list[list[int]]
    flipped: bool


class LadderEngine(Engine[LadderState]):
    """A game with every gap there is: cards may be turned over and over, a vault is never opened, stones
    cannot be played, and who has no card left has no action.
    """

    NAME = "ladder"
    VERSION = "1"
    STATE = LadderState
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "flip": Option(False, None, "whether cards may be turned"),
        "end": Option("round", ("round", "never", "nothing"), "what ends the game"),
        "plays": Option(1, (0, 1), "whether cards may be played; no text states it", stated=False),
        "players": Option(2, (0, 2), "what the text states is not tried (1)"),
    }
    VERBS: ClassVar[Mapping[str, Verb]] = {
        "play": Verb("play {0}", ("card",)),
        "flip": Verb("turn the table"),
        "pass": Verb("pass"),
    }

    def setup(self, state: Any, random: Stream) -> None:
        state.deck = [[] for _ in self.decks]
        state.vault = [list(deck[:1]) for deck in self.decks]
        state.hand = [list(deck[1:]) for deck in self.decks]
        state.table, state.flipped = [[], []], False
        state.turn, state.phase = 1, "turn"

    def legal_actions(self, state: Any, every: bool = False) -> list[Action]:
        if state.outcome:
            return []
        cards = [card for card in state.hand[state.active] if "stone" not in self.cards[card].kinds]
        cards = cards if self.options["plays"] else []
        found: list[Action] = [("play", card) for card in self.different(cards)]
        if self.options["flip"]:
            found.append(("flip",))
        return found if self.options["end"] == "nothing" and not cards else [*found, ("pass",)]

    def perform(self, state: Any, action: Action) -> None:
        if action[0] == "play":
            state.hand[state.active].remove(action[1])
            state.table[state.active].append(action[1])
            self.event(state, "play", state.active, action[1])
        elif action[0] == "flip":
            state.flipped = not state.flipped
            self.event(state, "flip", state.active)
        else:
            if self.options["end"] == "round" and state.turn >= 3:
                ahead = [len(own) for own in state.table]
                even = ahead[0] == ahead[1]
                state.outcome = End(
                    "draw" if even else "win", -1 if even else ahead.index(max(ahead)), "the end"
                )
            state.active = state.decider = 1 - state.active
            state.turn += 1


def ladder(**options: bool | int | str) -> PlaytestPlan:
    card = Definition("Rung", frozenset({"step"}))
    deck = {
        "main": [card, *(Definition(f"Step {n}") for n in range(4)), Definition("Rock", frozenset({"stone"}))]
    }
    contestant = Contestant("ladder", "random", deck)
    pairing = Pairing((contestant, contestant), True)
    return PlaytestPlan(LadderEngine, options, {}, ("ladder", "1", ""), (pairing,), 1, Path())


def kinds(plan: PlaytestPlan, progress: Callable[..., Any]) -> dict[tuple[str, str], str]:
    found = find_gaps(plan, 40, progress)
    for gap in found:
        if gap.replay:
            assert list(gap.replay.differences()) == [], gap.message
    return {(gap.kind, gap.variant): gap.message for gap in found}


@pytest.fixture
def progress() -> Callable[..., Any]:
    from cardtools.ground.console import Console

    return Console(-1).progress


def test_every_kind_of_gap_is_found(progress: Callable[..., Any]) -> None:
    found = kinds(ladder(), progress)
    assert "Rock was drawn 80 times, and was never legal to play" in found["never-played", ""]
    assert found["frozen-zone", ""] == "no card ever leaves the vault after the start"
    # Other answers to the questions of the rules are tried, and named.
    assert "the same state came again within a turn" in found["repeats", "flip = true"]
    assert "play for ever" in found["idle", "end = never"]
    assert "stand-off" in found["stand-off", "end = never"]
    assert found["no-winner", "end = never"].startswith("nobody wins any of 20 games")
    assert "come to a state without a legal action" in found["no-action", "end = nothing"]
    assert "was never legal to play" in found["never-played", "plays = 0"]
    assert ("never-played", "flip = true") not in found  # the rock, as in the rules as they are
    assert not [variant for _, variant in found if variant.startswith("players")]
    assert not {kind for kind, variant in found if not variant} - {"never-played", "frozen-zone", "seat"}


def test_the_gaps_of_the_alpha_rules_are_found(
    folder: Path, cardtools: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """play.md: greedy players come to stand-offs that no rule ends, and the second player wins more."""
    monkeypatch.chdir(copied("alpha", folder / "alpha"))
    outcome = cardtools("playtest", "rules", "-n", "200", "--format=json")
    assert outcome.code == 0
    found = json.loads(outcome.out)
    messages = {(gap["kind"], gap["with"]): gap["message"] for gap in found}
    assert "games of greedy players end in a stand-off" in messages["stand-off", ""]
    assert messages["seat", ""].startswith("the second player wins")
    assert "players who do as little as they may play for ever" in messages["idle", ""]
    for gap in found:
        assert cardtools("playtest", "replay", gap["replay"], "--verify").code == 0
