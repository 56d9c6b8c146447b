"""A match at the table: versions, take back, advice, what a viewer may see, and the log in words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from engines import GAMES, sample
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import permuted
from projects import copied
from strategies import cases

from cardtools.ground.errors import Diagnostic
from cardtools.library.game import load
from cardtools.play.agents import Agent, AgentError, GreedyAgent, RandomAgent
from cardtools.play.engine import Action, Engine
from cardtools.play.match import Match
from cardtools.play.replay import MatchSetting, Replay
from cardtools.play.state import EVERYBODY, Event
from cardtools.play.streams import Stream
from cardtools.play.table.pictures import Pictures
from cardtools.play.table.table import GameTable, StaleError
from cardtools.play.view import event_in_words, view

each_game = pytest.mark.parametrize("name", GAMES)


def table_of(name: str, seats: Sequence[Agent | None], practice: bool = True, seed: int = 5) -> GameTable:
    names = ["You" if agent is None else "Chance" for agent in seats]
    return GameTable(sample(name), seats, seed, names, GreedyAgent(), practice)


def to_decision(table: GameTable) -> dict[str, Any]:
    """Let the agent act until the person decides or the match is over; what the page then shows."""
    while table.match.outcome is None and table.match.state.decider != table.viewer:
        table.go(table.version)
    return table.state()


def play(table: GameTable, decisions: int) -> None:
    """Do the first of a person's actions that many times."""
    for _ in range(decisions):
        if to_decision(table)["view"]["outcome"]:
            return
        table.act(table.version, 0)


def replayed(table: GameTable) -> Replay:
    """The match as its file has it."""
    match = table.match
    record = replace(table.record, outcome=match.outcome, turns=match.state.turn)
    return Replay(MatchSetting(("x", "1", "0"), ("one", "other"), ("you", "random")), table.engine, record)


@each_game
def test_every_card_of_a_match_has_its_picture(name: str) -> None:
    """Also where the table tells cards apart by another column than the name that is printed."""
    engine = sample(name)
    found = Pictures(load(GAMES[name][0]).files, engine, pytest.fail)
    assert found.addresses().keys() == {card.name for card in engine.cards}
    assert found.png(0) is not None


def test_what_keeps_a_picture_from_being_drawn_is_reported_once(folder: Path) -> None:
    found: list[Diagnostic] = []
    pictures = Pictures(load(copied("alpha", folder / "alpha")).files, sample("alpha"), found.extend)
    assert pictures.png(0) is None
    reported = found[:]
    assert "no such file" in str(reported[0])
    assert pictures.png(pictures.first["Pilot Fish"]) is None
    assert found == reported


@each_game
def test_a_match_at_the_table_ends_and_can_be_replayed(name: str) -> None:
    table, random = table_of(name, (None, RandomAgent()), practice=False), Stream(7)
    while not (shown := to_decision(table))["view"]["outcome"]:
        assert shown["actions"]
        assert any(action["listed"] for action in shown["actions"])
        table.act(table.version, random.below(len(shown["actions"])))
        assert table.match.number < 5000
    assert shown["actions"] == []
    assert shown["view"]["decider"] == -1
    assert list(replayed(table).differences()) == []


def test_every_change_makes_a_version_and_older_requests_are_refused() -> None:
    table = table_of("alpha", (None, RandomAgent()))
    seen = to_decision(table)["version"]
    table.act(seen, 0)
    assert table.version == seen + 1
    before = table.match.state.digest()
    changes = (lambda: table.act(seen, 0), lambda: table.back(seen), lambda: table.advice(seen))
    for change in (*changes, lambda: table.go(seen), lambda: table.again(seen, 1)):
        with pytest.raises(StaleError):
            change()
    assert table.match.state.digest() == before


@pytest.mark.parametrize("number", [-1, 9999])
def test_an_action_that_is_not_in_the_list_is_refused(number: int) -> None:
    table = table_of("alpha", (None, RandomAgent()))
    to_decision(table)
    with pytest.raises(StaleError):
        table.act(table.version, number)


def test_a_person_cannot_act_for_the_agent_nor_the_agent_for_a_person() -> None:
    table = table_of("alpha", (None, RandomAgent()))
    to_decision(table)
    with pytest.raises(StaleError):
        table.go(table.version)
    while table.match.state.decider == 0:
        number = len(table.state()["actions"]) - 1
        table.act(table.version, number)
    assert table.state()["actions"] == []
    with pytest.raises(StaleError):
        table.act(table.version, 0)
    with pytest.raises(StaleError):
        table.advice(table.version)


@each_game
def test_taking_back_returns_to_the_last_decision_exactly(name: str) -> None:
    table = table_of(name, (None, RandomAgent()))
    play(table, 4)
    before, text = to_decision(table), replayed(table).text()
    digest = table.match.state.digest()
    table.act(table.version, 0)
    to_decision(table)
    table.back(table.version)
    after = table.state()
    assert table.match.state.digest() == digest
    assert after["version"] > before["version"]
    assert {**after, "version": 0, "story": 0} == {**before, "version": 0, "story": 0}
    assert replayed(table).text() == text


def test_everything_can_be_taken_back_but_only_in_practice() -> None:
    table = table_of("alpha", (None, RandomAgent()))
    start = to_decision(table)
    play(table, 6)
    while table.state()["canTakeBack"]:
        table.back(table.version)
    assert table.state()["view"] == start["view"]
    with pytest.raises(StaleError):
        table.back(table.version)
    table = table_of("alpha", (None, RandomAgent()), practice=False)
    play(table, 3)
    assert not table.state()["canTakeBack"]
    for refused in (table.back, table.advice):
        with pytest.raises(StaleError):
            refused(table.version)


@each_game
def test_advice_is_a_legal_action_and_changes_nothing(name: str) -> None:
    table = table_of(name, (None, RandomAgent()))
    play(table, 3)
    shown, digest = to_decision(table), table.match.state.digest()
    advice = table.advice(table.version)
    assert (advice["text"], advice["handles"]) in [(a["text"], a["handles"]) for a in shown["actions"]]
    assert table.match.state.digest() == digest
    assert table.state() == shown


@each_game
def test_a_card_that_cannot_be_used_has_a_reason(name: str) -> None:
    table = table_of(name, (None, RandomAgent()))
    for _ in range(8):
        shown = to_decision(table)
        if shown["view"]["outcome"]:
            break
        for card in range(len(table.engine.cards)):
            why = table.why_not(card)
            assert re.fullmatch(r"[A-Z].*[.?]", why, re.DOTALL), why
            assert (why == "It is not yours.") == (table.engine.owner[card] != 0)
        table.act(table.version, 0)
    table = table_of(name, (None, RandomAgent()))
    to_decision(table)
    assert table.why_not(-1) == table.why_not(10**6) == "It is not yours."


def test_another_match_begins_with_the_seed_that_is_given() -> None:
    table = table_of("alpha", (None, RandomAgent()), seed=1)
    first = to_decision(table)
    play(table, 5)
    table.again(table.version, 1)
    again = to_decision(table)
    assert again["view"] == first["view"]
    assert again["log"] == first["log"]
    assert not again["canTakeBack"] or table.past


def test_actions_of_a_saved_match_are_done_again_up_to_the_first_that_cannot_be() -> None:
    table = table_of("alpha", (None, RandomAgent()))
    play(table, 9)
    other = table_of("alpha", (None, RandomAgent()))
    assert other.resume(table.record.actions) == len(table.record.actions)
    assert other.match.state.digest() == table.match.state.digest()
    assert other.record == table.record
    damaged = [*table.record.actions[:3], "attack 9 -> 9", *table.record.actions[4:]]
    assert table_of("alpha", (None, RandomAgent())).resume(damaged) == 3


def test_two_agents_play_while_everything_is_shown() -> None:
    table = table_of("alpha", (RandomAgent(), GreedyAgent()), practice=False)
    table.go(table.version)
    shown = table.state()
    assert table.viewer == -1
    assert shown["actions"] == []
    hands = [row for player in shown["view"]["players"] for row in player["rows"] if row["kind"] == "hand"]
    assert all(card["handle"] for hand in hands for card in hand["cards"])


class Silent:
    """An agent that gives no answer."""

    name, has_no_memory, sees = "silent", False, True

    def choose(self, engine: Engine[Any], seen: Any, actions: Sequence[Action], random: Stream) -> Action:
        raise AgentError("no answer in 5 s")


def test_an_agent_that_fails_loses_and_the_page_says_why() -> None:
    table = table_of("alpha", (None, Silent()))
    while not (shown := to_decision(table))["view"]["outcome"]:
        table.act(table.version, len(shown["actions"]) - 1)
    assert shown["view"]["outcome"] == {"kind": "fault", "winner": 0, "reason": "silent: no answer in 5 s"}


@each_game
@given(seed=st.integers(0, 10**6), decisions=st.integers(0, 60), viewer=st.sampled_from([0, 1]))
@settings(max_examples=cases(6))
def test_what_is_hidden_is_not_in_what_a_viewer_is_sent(
    name: str, seed: int, decisions: int, viewer: int
) -> None:
    """Other hidden cards would give the same page, and no hidden card has a handle or a name in it."""
    engine = sample(name)
    match = Match(engine, (RandomAgent(), RandomAgent()), seed)
    while match.outcome is None and match.number < decisions:
        action = match.action()
        if action is not None:
            match.do(action)
    state = match.state
    sent = json.dumps(view(engine, state, viewer))
    for number in range(3):
        assert json.dumps(view(engine, permuted(engine, state, viewer, Stream(number)), viewer)) == sent
    shown = {int(number) for number in re.findall(r'"card:(\d+)"', sent)}
    for part, side, card in state.places():
        if part.seen == "nobody" or (part.seen == "owner" and side != viewer):
            assert card not in shown


@each_game
@given(seed=st.integers(0, 10**6), viewer=st.sampled_from([-1, 0, 1]), is_greedy=st.booleans())
@settings(max_examples=cases(4))
def test_every_event_reads_as_a_sentence(name: str, seed: int, viewer: int, is_greedy: bool) -> None:
    engine = sample(name)
    names = [("You" if seat == viewer else "Greedy") for seat in range(2)]
    match = Match(engine, (GreedyAgent() if is_greedy else RandomAgent(), RandomAgent()), seed)
    events: list[Event] = list(match.state.events)
    while match.outcome is None and match.number < 400:
        action = match.action()
        events += match.do(action) if action is not None else []
    for event in events:
        text = event_in_words(engine, event, viewer, names)
        if not text:
            continue
        assert re.fullmatch(r"\S.*[.!?]", text), text
        assert not re.search(
            r"[{}\[\]]| {2}|\bthe a\b|\bthe The\b|None|-1|\b1 (points|counters|hits)\b", text
        ), text
        assert not re.match(r"You \w+s\b(?<!pass)", text), text
        assert not re.match(r"Greedy (draw|play|gain|lose|roll|shuffle|begin|take|reveal)\b", text), text
        if viewer >= 0 and event.known_to not in (EVERYBODY, viewer):
            assert event.card < 0 or engine.cards[event.card].name not in text


def test_numbers_zones_and_opponents_are_told_in_words() -> None:
    school, ttcg, mana = sample("school"), sample("ttcg"), sample("mana")
    names = ("You", "Greedy")
    assert event_in_words(school, Event("counters", 0, 0, ("", 1)), -1, names).endswith(" gets 1 counter.")
    assert event_in_words(school, Event("counters", 0, 0, ("fire", 2)), -1, names).endswith(
        " gets 2 fire counters."
    )
    assert event_in_words(school, Event("counters", 0, 0, ("fire", 1)), -1, names).endswith(
        " gets 1 fire counter."
    )
    assert event_in_words(ttcg, Event("attack", 1, 60, (-1,)), -1, names).endswith(" attacks you.")
    assert event_in_words(ttcg, Event("attack", 0, 0, (-1,)), -1, names).endswith(" attacks Greedy.")
    assert event_in_words(mana, Event("attack", 1, 70), -1, names).endswith(" attacks you.")
    assert event_in_words(ttcg, Event("send", 0, 0, ("discard",)), -1, names).endswith(
        " is put into the discard pile."
    )
    assert event_in_words(school, Event("send", 0, 0, ("discard",)), -1, names).endswith(
        " is put into The Pail."
    )
    hidden = Event("send", 1, 60, ("deck",), known_to=1)
    assert event_in_words(ttcg, hidden, 0, names) == "A card is put into the deck."
    assert event_in_words(ttcg, Event("add", 0, 0), 0, names).endswith(" to your hand.")
    assert event_in_words(ttcg, Event("add", 1, 0), 0, names).endswith(" to their hand.")


@each_game
def test_the_parts_of_every_event_are_known(name: str) -> None:
    """A text names nothing that its events do not have."""
    known = r"player|opponent|their|card|(card|slot|zone)?\d"
    for text in sample(name).EVENTS.values():
        assert all(re.fullmatch(known, part) for part in re.findall(r"\{(\w*)\}", text))


def test_a_tab_that_missed_a_take_back_gets_the_log_from_the_start() -> None:
    table = table_of("alpha", (None, RandomAgent()))
    play(table, 4)
    seen = to_decision(table)
    lines = len(seen["log"])
    assert table.state(lines, seen["story"])["log"] == []
    table.act(table.version, len(seen["actions"]) - 1)
    later = len(to_decision(table)["log"])
    table.back(table.version)
    after = table.state(later, seen["story"])
    assert after["since"] == 0
    assert after["log"] == seen["log"]
    assert table.state(lines, after["story"])["log"] == []
