"""Agents by their text, and agents that are not ours: whatever they do, the match goes on."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from engines import sample

from cardtools.ground.errors import CardtoolsError
from cardtools.ground.limits import Limits
from cardtools.play.agents import GreedyAgent, RandomAgent
from cardtools.play.agents.foreign import ProgramAgent
from cardtools.play.agents.notation import make_agent
from cardtools.play.agents.search import SearchAgent
from cardtools.play.match import MatchRecord, Step, play_match
from cardtools.play.state import HIDDEN, Outcome
from cardtools.play.streams import Stream


def test_search_beats_greedy() -> None:
    engine = sample("alpha")
    won = lost = 0
    for seed in range(4):
        for seat in (0, 1):
            agents = [GreedyAgent(), GreedyAgent()]
            agents[seat] = SearchAgent(12)  # type: ignore[call-overload]
            winner = play_match(engine, agents, seed)[0].winner
            won, lost = won + (winner == seat), lost + (winner == 1 - seat)
    assert won >= 5
    assert lost <= 1


def test_a_search_is_the_same_again_and_keeps_to_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtools.play.agents import search

    engine, tried = sample("alpha"), 0
    playout = search._playout

    def counted(*arguments: Any) -> float:
        nonlocal tried
        tried += 1
        return playout(*arguments)

    monkeypatch.setattr(search, "_playout", counted)
    state = engine.start(5)
    while len(engine.legal_actions(state)) < 4:
        engine.apply(state, engine.legal_actions(state)[0])
    seen, actions = engine.observation(state, state.decider), engine.legal_actions(state)
    chosen = set()
    for _ in range(2):
        tried = 0
        chosen.add(SearchAgent(20).choose(engine, seen, actions, Stream(9)))
        assert 0 < tried <= 20
    assert len(chosen) == 1


def test_a_restricted_agent_never_does_what_it_may_not() -> None:
    engine, steps = sample("alpha"), list[Step]()
    agent = make_agent("greedy without attack, use", Path())
    assert agent.name == "greedy without attack, use"
    play_match(engine, [agent, RandomAgent()], 1, watch=lambda _, step: steps.append(step))
    own = [step.text.split()[0] for step in steps if step.player == 0]
    assert not {"attack", "use"} & set(own)
    assert "play" in own


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("greddy", "did you mean greedy?"),
        ("", "write random, greedy, search"),
        ("search:1", "a search has 2 to 1,000,000 playouts"),
        ("search:many", "write a number of playouts"),
        ("greedy without", "write random, greedy"),
        ("greedy without ,", "write what it may never do"),
        ("greedy without fly", "no action begins with 'fly': play, use, combat, attack, end"),
        ("program:", "write the command"),
        ("program:no-such-program -v", "there is no program no-such-program"),
        ("program:'", "the command cannot be read: No closing quotation"),
        ("no_such_module:Agent", "cannot be loaded: ModuleNotFoundError"),
        ("json:Nothing", "cannot be loaded: AttributeError"),
        ("this_exits:Agent", "cannot be loaded: SystemExit: 3"),
        ("json:JSONDecoder", "it has no method choose"),
    ],
)
def test_a_text_that_means_no_agent_is_refused(folder: Path, text: str, message: str) -> None:
    (folder / "this_exits.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(CardtoolsError, match=message.replace("?", r"\?")):
        make_agent(text, folder, type(sample("alpha")))


_CLASS = """
class Last:
    def choose(self, engine, observation, actions, random):
        observation.hand = observation.deck = None  # it cannot hurt the match
        return actions[-1]

class Broken:
    def choose(self, engine, observation, actions, random):
        return {}["nothing"]

class Quitter:
    def choose(self, engine, observation, actions, random):
        raise SystemExit(3)

class Liar:
    def choose(self, engine, observation, actions, random):
        return ("attack", 99, 99)
"""


def test_a_class_of_the_user_plays(folder: Path) -> None:
    (folder / "user_agents.py").write_text(_CLASS)
    engine = sample("alpha")
    outcome, _ = play_match(engine, [make_agent("user_agents:Last", folder), GreedyAgent()], 3)
    assert outcome.kind in ("win", "stalemate")
    for name, reason in (
        ("Broken", "KeyError: 'nothing'"),
        ("Quitter", "SystemExit: 3"),
        ("Liar", "('attack', 99, 99) is not legal"),
    ):
        outcome, _ = play_match(engine, [make_agent(f"user_agents:{name}", folder), GreedyAgent()], 3)
        assert outcome == Outcome("fault", 1, f"user_agents:{name}: {reason}")


def program(folder: Path, body: str) -> str:
    """The text of an agent that is a program with this body; `asked` is the decision, `answer` answers it."""
    (folder / "agent.py").write_text(
        "import json, sys, time\n"
        "def answer(data):\n"
        "    print(json.dumps(data), flush=True)\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if 'game' in asked:\n"
        "        cards = asked['cards']\n"
        "        continue\n" + "".join(f"    {one}\n" for one in body.split("\n"))
    )
    return f"program:{Path(sys.executable).as_posix()} agent.py"


LAST = "answer({'id': asked['id'], 'action': asked['actions'][-1]})"


def test_a_program_plays_as_a_class_does(folder: Path) -> None:
    (folder / "user_agents.py").write_text(_CLASS)
    engine, records = sample("alpha"), []
    for text in ("user_agents:Last", program(folder, LAST)):
        record = MatchRecord(7)
        play_match(engine, [make_agent(text, folder), GreedyAgent()], 7, record=record)
        records.append(record)
    assert records[0] == records[1]


def test_a_program_is_told_what_a_player_sees(folder: Path) -> None:
    text = program(folder, f"open('asked.jsonl', 'a').write(line)\n{LAST}")
    play_match(sample("alpha"), [GreedyAgent(), make_agent(text, folder)], 7)
    for line in (folder / "asked.jsonl").read_text().splitlines():
        asked = json.loads(line)
        assert asked["player"] == 1
        assert set(asked["state"]["hand"][0]) <= {HIDDEN}
        assert set(asked["state"]["deck"][1]) <= {HIDDEN}
        assert len(asked["actions"]) > 1


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("print('nonsense', flush=True)", "its answer is not JSON: nonsense"),
        ("answer([1])", 'expected {"id": ..., "action": "..."}, found [1]'),
        ("answer({'id': 1, 'action': 'win at once'})", "its answer is none of the actions"),
        ("answer({'id': 99, 'action': asked['actions'][0]})", "its answer has another id than the decision"),
        ("raise SystemExit('I resign')", "it ended with 1: I resign"),
        ("import os; os.close(1); time.sleep(60)", "it closed its standard output"),
        ("time.sleep(60)", "no answer within 1 s"),
        ("print('x' * 20_000, flush=True)", "its answer is longer than 10,000 characters"),
    ],
)
def test_a_program_that_does_wrong_loses_that_match_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, body: str, fault: str
) -> None:
    monkeypatch.setattr("cardtools.play.agents.foreign.limits", lambda: Limits(agent_seconds=1))
    text = program(folder, body)
    agent = make_agent(text, folder)
    outcome, _ = play_match(sample("alpha"), [agent, GreedyAgent()], 2)
    assert outcome == Outcome("fault", 1, f"{text}: {fault}")
    program(folder, LAST)
    assert play_match(sample("alpha"), [agent, GreedyAgent()], 2)[0].kind != "fault"


def test_a_program_that_writes_too_much_loses(folder: Path) -> None:
    text = program(folder, f"{LAST}\n{LAST}\ntime.sleep(0.05)")
    outcome, _ = play_match(sample("alpha"), [make_agent(text, folder), GreedyAgent()], 2)
    assert outcome.kind == "fault"
    assert outcome.winner == 1


def test_a_program_that_cannot_be_started_loses(folder: Path) -> None:
    agent = ProgramAgent("no-such-program", folder)
    outcome, _ = play_match(sample("alpha"), [agent, GreedyAgent()], 2)
    assert outcome.kind == "fault"
    assert "cannot be started" in outcome.reason
