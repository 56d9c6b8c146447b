"""Matches that people leave for study: asked first, kept as replays, checked as a stranger's, summed up."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from outcome import Outcome
from projects import copied
from requests_of import Browser
from test_play_command import Pages, read, state

from cardtools.commands import play as command
from cardtools.play.replay import read_replay
from cardtools.play.table import table as of_table

Run = Callable[..., Outcome]
DECKS = ("cards/decks/baseline.txt", "cards/decks/overload.txt")
ANSWERS = {"fun": 4, "fair": 2, "change": "Drones\nare too strong. \x1b[2J", "name": ""}


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Pages:
    found = Pages()
    monkeypatch.setattr(command, "serve", found.serve)
    ticks = iter(range(10**6))
    monkeypatch.setattr(of_table, "monotonic", lambda: next(ticks) / 2)  # half a second at each look
    return found


@pytest.fixture
def alpha(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    project = copied("alpha", folder / "game")
    monkeypatch.chdir(project)
    yield project


def to_the_end(browser: Browser) -> Any:
    """Play with the last of the actions that are listed, which ends the turn, every third time."""
    shown, number = state(browser), 0
    while not shown["view"]["outcome"]:
        number += 1
        listed = [at for at, action in enumerate(shown["actions"]) if action["listed"]]
        at = listed[-1 if number % 3 else 0] if listed else 0
        answer = browser.send("/act" if listed else "/go", {"version": shown["version"], "number": at})
        shown = read(answer)["state"]
    return shown


def leave(browser: Browser, agrees: int = 1, answers: Any = ANSWERS) -> Any:
    """Agree or not, play to the end, and answer."""
    shown = state(browser)
    assert shown["asks"] and not shown["isKept"]
    shown = read(browser.send("/agree", {"version": shown["version"], "number": agrees}))["state"]
    assert not shown["asks"] and shown["isKept"] == bool(agrees)
    assert browser.send("/agree", {"version": shown["version"], "number": 1}).status == 409  # asked once
    shown = to_the_end(browser)
    assert browser.send("/answers", answers).status == 200
    return shown


@pytest.fixture
def left(alpha: Path, pages: Pages, cardtools: Run) -> Path:
    """A match that was left."""
    pages.visit = leave
    assert cardtools("play", "--record", "--seed", "5", *DECKS, "--no-open").code == 0
    return alpha / "output/people/match-1.json"


def test_a_match_is_kept_with_times_and_answers_if_the_player_agrees(left: Path, cardtools: Run) -> None:
    replay = read_replay(left)
    assert list(replay.differences()) == [] and replay.record.outcome and replay.study
    mine = [ms for ms in replay.study.thinking if ms >= 0]
    assert len(replay.study.thinking) == len(replay.record.actions) > len(mine) > 10
    assert set(mine) == {500}
    assert replay.study[1:] == (4, 2, "Drones are too strong. \x1b[2J", "")
    assert replay.text() == left.read_text("utf-8")
    assert cardtools("playtest", "replay", str(left), "--verify").out.startswith("the same: ")
    assert [path.name for path in left.parent.iterdir()] == ["match-1.json"]


def test_nothing_is_kept_without_consent_or_before_the_end(alpha: Path, pages: Pages, cardtools: Run) -> None:
    pages.visit = lambda browser: leave(browser, agrees=0) and None
    assert cardtools("play", "--record", "--seed", "5", "--no-open").code == 0

    def agrees_and_leaves(browser: Browser) -> None:
        browser.send("/agree", {"version": state(browser)["version"], "number": 1})
        assert browser.send("/answers", ANSWERS).status == 200

    pages.visit = agrees_and_leaves
    assert cardtools("play", "--record", "--seed", "5", "--no-open").code == 0
    assert [*(alpha / "output/people").iterdir()] == []
    pages.visit = lambda browser: None
    assert cardtools("play", "--no-open").code == 0
    assert not state_asks(pages, cardtools)
    for more in (["--practice"], ["--resume"], ["--agent", "random", "--agent", "greedy"]):
        assert cardtools("play", "--record", "--no-open", *more).code == 2


def state_asks(pages: Pages, cardtools: Run) -> bool:
    """Whether a match that is not recorded asks, or lets the page say yes."""
    found: list[bool] = []

    def look(browser: Browser) -> None:
        shown = state(browser)
        answer = browser.send("/agree", {"version": shown["version"], "number": 1})
        found.append(shown["asks"] or answer.status == 200)

    pages.visit = look
    cardtools("play", "--no-open")
    return found[0]


_NO_ANSWERS: tuple[Any, ...] = (
    {"fun": 6}, {"fun": -1}, {"fair": 1.5}, {"fun": "4"}, {"change": 3}, {"change": "x" * 2001},
    {"thoughts": ""}, {"thinking": [10**9], "fun": []}, [1], "fun",
)  # fmt: skip


def test_answers_that_are_none_are_refused(alpha: Path, pages: Pages, cardtools: Run) -> None:
    def visit(browser: Browser) -> None:
        browser.send("/agree", {"version": state(browser)["version"], "number": 1})
        to_the_end(browser)
        for answers in _NO_ANSWERS:
            assert browser.send("/answers", answers).status == 400, answers

    pages.visit = visit
    assert cardtools("play", "--record", "--seed", "5", *DECKS, "--no-open").code == 0
    study = read_replay(alpha / "output/people/match-1.json").study
    assert study and study[1:] == (0, 0, "", "")


def test_another_match_at_the_same_table_has_a_file_of_its_own(
    alpha: Path, pages: Pages, cardtools: Run
) -> None:
    def twice(browser: Browser) -> None:
        shown = leave(browser)
        read(browser.send("/again", {"version": shown["version"], "number": 7}))
        to_the_end(browser)

    pages.visit = twice
    assert cardtools("play", "--record", "--seed", "5", *DECKS, "--no-open").code == 0
    first, second = (read_replay(alpha / f"output/people/match-{number}.json") for number in (1, 2))
    assert (first.record.seed, second.record.seed) == (5, 7)
    assert first.study and second.study and (first.study.fun, second.study.fun) == (4, 0)


def summed(cardtools: Run, *files: Any) -> dict[str, list[dict[str, Any]]]:
    outcome = cardtools("playtest", "people", *map(str, files), "--format", "json")
    assert outcome.code == 0, outcome.err
    return {table["table"]: table["rows"] for table in json.loads(outcome.out)}


def test_matches_of_people_are_summed_up(left: Path, cardtools: Run) -> None:
    found = summed(cardtools)
    won = {row["outcome"]: row for row in found["results-0"]}
    (label,) = (label for label in won if "people" in label and label.endswith("wins"))
    winner = read_replay(left).record.outcome.winner  # type: ignore[union-attr]
    assert won[label]["games"] == (winner == 0)
    assert 0 <= won[label]["from"] < won[label]["to"] <= 1 and won[label]["bots"] is None
    every, *asked = found["seconds"]
    assert (every["median"], every["95 %"]) == (0.5, 0.5)
    assert every["n"] == sum(row["n"] for row in asked)
    assert {row["asked"] for row in asked} == {"Play cards", "Attack"}
    fun, fair = found["answers"]
    assert (fun["n"], fun["mean"], fun["4"], fair["mean"]) == (1, 4, 1, 2)
    assert found["changes"][0]["answer"].startswith("Drones are too strong.")
    assert sum(row["drawn"] for row in found["cards-0-0"]) >= 5
    text = cardtools("playtest", "people").out
    assert "\x1b" not in text and "Drones are too strong" in text


def test_what_bots_do_with_the_same_decks_stands_beside(left: Path, cardtools: Run) -> None:
    run = ["playtest", "run", "-n", "10", "--agent", "greedy", "--jobs", "1", "-q"]
    assert cardtools(*run, *reversed(DECKS)).code == 0
    found = summed(cardtools, left)
    report = next(left.parent.parent.glob("playtest/*/report.json"))
    bots = {table["table"]: table["rows"] for table in json.loads(report.read_text("utf-8"))["tables"]}
    ours, theirs = (
        {re.split(r",| \(", row["outcome"])[0]: row[name] for row in rows if "wins" in row["outcome"]}
        for rows, name in ((found["results-0"], "bots"), (bots["results-0"], "share"))
    )
    assert ours == theirs
    assert [row["bots"] for row in found["length-0"]] == [row["median"] for row in bots["length-0"]]
    cards = {row["card"]: row["bots"] for row in found["cards-0-0"]}
    assert cards == {row["card"]: row["played"] for row in bots["cards-0-1"]}
    runs = next(left.parent.parent.glob("playtest/*/run.json"))
    data = json.loads(runs.read_text("utf-8"))
    runs.write_text(json.dumps(data | {"options": {"hand": 6}}), "utf-8")  # other rules: no comparison
    assert all(row["bots"] is None for row in summed(cardtools)["results-0"])


def _longer(data: dict[str, Any]) -> None:
    data["study"]["thinking"].append(1)


def _won_by_decree(data: dict[str, Any]) -> None:
    data["outcome"] = {"kind": "win", "winner": 1, "reason": "because I say so"}


_CHANGES: tuple[tuple[Callable[[Any], Any], str], ...] = (
    (lambda data: data.pop("study"), "not a match that a person left"),
    (lambda data: data["agents"].__setitem__(0, "random"), "not a match that a person left"),
    (lambda data: data["agents"].__setitem__(1, "you"), "not a match that a person left"),
    (lambda data: data.__setitem__("outcome", None), "not a match that a person left"),
    (_longer, "times of"),
    (_won_by_decree, "this is not what was played"),
    (lambda data: data["actions"].__setitem__(3, "dance"), "this is not what was played: action 4"),
    (lambda data: data["study"].update(fun=9), "9 is not a number from 0 to 5"),
    (lambda data: data["study"].update(thinking="1" * 500), "damaged replay"),
    (lambda data: data["study"]["thinking"].__setitem__(0, 10**12), "is not a number"),
    (lambda data: data["study"].update(change="x" * 3000), "3,000 letters"),
    (lambda data: data["study"].update(salary=1), "damaged replay"),
    (lambda data: data.__setitem__("study", [1]), "damaged replay"),
)


def test_a_file_that_is_no_match_of_a_person_is_refused(left: Path, cardtools: Run) -> None:
    bad = left.with_name("match-2.json")
    for change, says in _CHANGES:
        data = json.loads(left.read_text("utf-8"))
        change(data)
        bad.write_text(json.dumps(data), "utf-8")
        outcome = cardtools("playtest", "people", str(left), str(bad))
        assert outcome.code == 2 and says in outcome.err and "match-2.json" in outcome.err, outcome.err
        assert "match-1.json" not in outcome.err


def test_without_matches_it_says_how_one_gets_them(alpha: Path, cardtools: Run) -> None:
    assert "cardtools play --record" in cardtools("playtest", "people").out
