"""Replays: played again they are the same; what was changed in one is found at the first difference."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from engines import GAMES, sample
from outcome import Outcome
from projects import copied

from cardtools.library.game import load
from cardtools.play.agents import GreedyAgent, RandomAgent
from cardtools.play.match import MatchRecord, play_match
from cardtools.play.replay import MatchSetting, Replay, read_replay, ruleset_mark

Run = Callable[..., Outcome]


def recorded(name: str, seed: int = 3) -> Replay:
    engine, record = sample(name), MatchRecord(seed)
    play_match(engine, [GreedyAgent(), RandomAgent()], seed, record=record)
    ruleset = ruleset_mark(load(GAMES[name][0]).files.ruleset)
    return Replay(MatchSetting(ruleset, ("one", "other"), ("greedy", "random")), engine, record)


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_is_complete_in_itself(name: str, folder: Path) -> None:
    replay = recorded(name)
    path = folder / "replay.json"
    path.write_text(replay.text(), encoding="utf-8")
    read = read_replay(path)
    assert read.record == replay.record
    assert list(read.differences()) == []
    assert read.text() == replay.text()
    assert read.engine.cards == replay.engine.cards


@pytest.fixture
def changed(folder: Path) -> Callable[..., Path]:
    """Write a replay of which something was changed."""

    def make(change: Callable[[dict[str, Any]], None]) -> Path:
        data = json.loads(recorded("alpha").text())
        change(data)
        path = folder / "replay.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        return path

    return make


def _shorter(data: dict[str, Any]) -> None:
    del data["actions"][100:], data["digests"][4:]


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (
            lambda data: data["actions"].__setitem__(30, "attack 5 -> 5"),
            "action 31: the action 'attack 5 -> 5'",
        ),
        (lambda data: data["digests"].__setitem__(2, "0" * 16), "before action 51: the state is "),
        (lambda data: data["digests"].pop(), "the digest of the state is missing"),
        (lambda data: data["digests"].append("0"), "but has 1 more digest"),
        (lambda data: data.update(turns=3), ", recorded is turn 3"),
        (lambda data: data.update(outcome=None), ", recorded is the match goes on"),
        (lambda data: data.update(seed=4), "before action 1: the state is "),
        (
            lambda data: data["outcome"].update(winner=1 - data["outcome"]["winner"]),
            "recorded is win of player",
        ),
        (lambda data: data["outcome"].update(kind="stalemate", winner=-1), "recorded is stalemate"),
        (_shorter, "after action 100: the match goes on, recorded is win"),
        (lambda data: data["cards"][0]["values"].update(cost=9), " is not legal: legal are "),
    ],
)
def test_the_first_difference_is_named(
    changed: Callable[..., Path], cardtools: Run, change: Callable[[dict[str, Any]], None], difference: str
) -> None:
    outcome = cardtools("playtest", "replay", str(changed(change)), "--verify")
    assert outcome.code == 1
    assert difference in outcome.out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.update(replay=99), "a replay of format 99"),
        (lambda data: data["engine"].update(version="0"), "played with version 0 of the engine alpha"),
        (lambda data: data["engine"].update(name="alhpa"), "replay.json: unknown engine 'alhpa'"),
        (lambda data: data["options"].update(hand="x"), "damaged replay: hand = 'x', expected 0 to 60"),
        (lambda data: data["options"].update(slots=10**9), "slots = 1000000000, expected 1 to 20"),
        (lambda data: data["options"].update(lanes=1), "the engine has no option 'lanes'"),
        (lambda data: data["weights"].update(attack=True), "attack = True, expected 0 to 10000"),
        (lambda data: data["outcome"].update(winner="a"), "'a' is not the number of a player"),
        (lambda data: data["outcome"].update(winner=2), "2 is not the number of a player"),
        (lambda data: data["outcome"].update(kind="victory"), "'victory' is no outcome"),
        (lambda data: data.pop("seed"), "damaged replay: 'seed' is missing"),
        (lambda data: data.update(actions=[1]), "damaged replay: expected a list of texts"),
        (lambda data: data["decks"].pop(), "1 decks and 2 agents in a match of alpha"),
        (lambda data: data["decks"][0]["sections"]["main"].append(-1), "-1 is not the number of a card"),
        (lambda data: data["decks"][0]["sections"]["main"].append(999), "damaged replay"),
        (lambda data: data["cards"][-1]["texts"].append({"words": "x"}), "damaged replay"),
    ],
)
def test_a_replay_that_cannot_be_read_says_why(
    changed: Callable[..., Path], cardtools: Run, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    outcome = cardtools("playtest", "replay", str(changed(change)), "--verify")
    assert outcome.code == 2
    assert message in outcome.err


def test_a_match_that_goes_on_has_no_winner_yet(folder: Path, cardtools: Run) -> None:
    """As `cardtools play` saves it."""
    data = json.loads(recorded("alpha").text())
    del data["actions"][30:], data["digests"][2:]
    path = folder / "match.json"
    data |= {"outcome": None, "turns": recorded("alpha").state(30)[0].turn}
    path.write_text(json.dumps(data), encoding="utf-8")
    assert cardtools("playtest", "replay", str(path)).out.endswith("the match goes on\n")
    assert cardtools("playtest", "replay", str(path), "--verify").code == 0


def test_a_file_that_is_cut_off_or_no_replay_says_so(folder: Path, cardtools: Run) -> None:
    path = folder / "replay.json"
    for text, message in (
        (recorded("alpha").text()[:2000], "it ends in the middle: it is cut off"),
        ("{}", 'not a replay: it has no key "replay"'),
        ('{"a" 1}', "it is not JSON"),
        ("[" * 100_000, "cut off"),
    ):
        path.write_text(text)
        outcome = cardtools("playtest", "replay", str(path))
        assert outcome.code == 2
        assert message in outcome.err


def test_other_cards_and_rules_of_the_project_are_named(
    folder: Path, cardtools: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = copied("alpha", folder / "game")
    monkeypatch.chdir(project)
    (project / "replay.json").write_text(recorded("alpha").text(), encoding="utf-8")
    assert cardtools("playtest", "replay", "replay.json", "--verify").code == 0
    cards = project / "cards/cards.csv"
    table = cards.read_text("utf-8").splitlines()
    name = next(line for line in table if "Test Drone" in line)
    values = table[0].split(";")
    cells = name.split(";")
    cells[values.index("ATTACK")] = "5"
    cards.write_text("\n".join(table).replace(name, ";".join(cells)), "utf-8")
    outcome = cardtools("playtest", "replay", "replay.json", "--verify")
    assert outcome.code == 1
    assert "Test Drone: attack is 1 in the replay, 5 in the project" in outcome.out
    (project / "game.toml").write_text(
        'extends = ["cardtools:alpha"]\n[ruleset]\nid = "house"\nversion = "1"\n'
    )
    file = project / "cardtools.toml"
    file.write_text(file.read_text("utf-8").replace('ruleset = "alpha"', 'ruleset = "game.toml"'), "utf-8")
    outcome = cardtools("playtest", "replay", "replay.json", "--verify")
    assert "ruleset: the id is alpha in the replay, house in the project" in outcome.out


def test_a_step_is_shown_in_words(folder: Path, cardtools: Run) -> None:
    replay = recorded("alpha")
    path = folder / "replay.json"
    path.write_text(replay.text(), encoding="utf-8")
    out = cardtools("playtest", "replay", str(path), "--step", "20").out
    state, _ = replay.state(20)
    assert out.startswith(f"after action 20, {replay.record.actions[19]}:\nturn {state.turn}, ")
    assert f"energy: {state.energy}" in out
    assert cardtools("playtest", "replay", str(path), "--step", "9999").code == 2
    listed = cardtools("playtest", "replay", str(path), "-v").out
    assert all(text in listed for text in replay.record.actions)
