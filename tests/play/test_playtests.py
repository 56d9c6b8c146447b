"""Playtests: the same games however they are made, and a report that can be computed again from them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from engines import sample
from hypothesis import given, settings
from hypothesis import strategies as st
from outcome import Outcome
from pond import fish, pond
from projects import copied

from cardtools.ground.console import Console
from cardtools.play.agents import GreedyAgent
from cardtools.play.agents.notation import built_in_agent
from cardtools.play.match import Match, Step, play_match
from cardtools.play.playtest.intervals import bootstrap, discoveries, mean_difference, ratio, wilson
from cardtools.play.playtest.running import play_plan
from cardtools.play.playtest.watching import Watcher, by_contestant, distinct, effects_of, fits
from cardtools.play.state import Outcome as MatchOutcome

Run = Callable[..., Outcome]


@pytest.fixture
def project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample game of the Alpha rules, as the working folder."""
    made = copied("alpha", folder / "alpha")
    monkeypatch.chdir(made)
    deck = (made / "cards/decks/baseline.txt").read_text("utf-8")
    (made / "heavy.txt").write_text(deck.replace("3 Test Drone", "1 Test Drone\n2 Overclocked Wyrm"), "utf-8")
    return made


def lines(project: Path, name: str = "out") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (project / name / "games.jsonl").read_text("utf-8").splitlines()]


def tables(outcome: Outcome) -> dict[str, list[dict[str, Any]]]:
    return {table["table"]: table["rows"] for table in json.loads(outcome.out)["tables"]}


def test_a_mirror_match_is_exactly_even(project: Path, cardtools: Run) -> None:
    found = tables(
        cardtools("playtest", "run", "baseline", "-n", "40", "--jobs", "1", "-o", "out", "--format=json")
    )
    (even,) = (row for row in found["results-0"] if "of the games that were won" in row["outcome"])
    assert (even["share"], even["from"], even["to"]) == (0.5, 0.5, 0.5)
    games = lines(project)
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one["seed"] == other["seed"]
        assert one["winner"] == (1 - other["winner"] if other["winner"] >= 0 else -1)
        assert one["cards"] == other["cards"][::-1]
        assert one["values"] == [-value for value in other["values"]]


def test_an_agent_that_never_attacks_never_wins(project: Path, cardtools: Run) -> None:
    out = cardtools(
        *("playtest", "run", "baseline", "heavy.txt", "-n", "30", "--agent", "greedy"),
        *("--agent", "random without attack", "--jobs", "1", "-o", "out", "--format=json"),
    )
    rows = {row["outcome"]: row["games"] for row in tables(out)["results-0"]}
    assert rows["heavy (random without attack) wins"] == 0
    assert "bots, not people" in json.loads(out.out)["notice"]


def test_figures_are_those_of_the_games(project: Path, cardtools: Run) -> None:
    found = tables(
        cardtools(
            "playtest",
            "run",
            "baseline",
            "heavy.txt",
            "-n",
            "60",
            "--jobs",
            "1",
            "-o",
            "out",
            "--format=json",
        )
    )
    games = lines(project)
    assert len(games) == 60
    ends = Counter((game["outcome"], game["winner"]) for game in games)
    rows = found["results-0"]
    assert [row["games"] for row in rows[:2]] == [ends["win", 0], ends["win", 1]]
    assert sum(row["games"] for row in rows[:-1]) == 60
    for side, row in enumerate(rows[:2]):
        shares = []
        for first in (0, 1):
            own = [game for game in games if game["first"] == first]
            shares.append(sum(game["winner"] == side for game in own) / len(own))
        assert row["share"] == pytest.approx(sum(shares) / 2)
        assert row["from"] <= row["share"] <= row["to"]
    first = sum(game["winner"] == game["first"] for game in games)
    assert found["seats-0"][0]["games"] == first
    assert sum(row["games"] for row in found["turns-0"]) == 60
    cards = {row["card"]: row for row in found["cards-0-0"]}
    deck = list(
        dict.fromkeys(re.findall(r"^\d+ (.*)$", (project / "cards/decks/baseline.txt").read_text(), re.M))
    )
    assert set(cards) == set(deck)
    for at, name in enumerate(deck):
        drawn, played, stuck = (sum(game["cards"][0][at][what] for game in games) for what in range(3))
        assert cards[name]["drawn"] == drawn
        assert cards[name]["played"] == pytest.approx(played / drawn)
        assert (cards[name]["stuck from"], cards[name]["stuck to"]) == wilson(stuck, drawn)
        # What was drawn is played or still in the hand: nothing else happens to it in this game.
        assert drawn == played + stuck


def test_bytes_are_the_same_with_any_number_of_processes_and_after_a_kill(
    project: Path, cardtools: Run
) -> None:
    command = ["playtest", "run", "baseline", "heavy.txt", "-n", "80", "--agent", "random", "-o"]
    assert cardtools(*command, "one", "--jobs", "1").code == 0
    environment = os.environ | {"PYTHONHASHSEED": "77"}
    run = [sys.executable, "-m", "cardtools", *command, "two", "--jobs", "2", "-q"]
    subprocess.run(run, check=True, env=environment, stdout=subprocess.DEVNULL)
    whole = (project / "one/games.jsonl").read_bytes()
    report = (project / "one/report.json").read_bytes()
    assert (project / "two/games.jsonl").read_bytes() == whole
    assert (project / "two/report.json").read_bytes() == report
    # Killed in the middle of a line, and then with a damaged one.
    for broken in (whole[: len(whole) // 2], whole[:100], whole[:-40] + b"nonsense\n", b""):
        (project / "one/games.jsonl").write_bytes(broken)
        cardtools(*command, "one", "--jobs", "1")
        assert (project / "one/games.jsonl").read_bytes() == whole
        assert (project / "one/report.json").read_bytes() == report


@settings(max_examples=20)
@given(data=st.data())
def test_a_record_of_a_stranger_is_played_again(tmp_path_factory: Any, data: Any) -> None:
    """Whatever is changed in it: what is not a game of this run is no game, and no error."""
    plan, folder = pond(fish(3), fish(3)), tmp_path_factory.mktemp("run")
    play_plan(plan, 4, folder, Console(-1).progress)
    path = folder / "games.jsonl"
    whole = path.read_bytes()
    games = [json.loads(line) for line in whole.splitlines()]
    game = games[data.draw(st.integers(0, 3))]
    key = data.draw(st.sampled_from([*game]))
    junk = [None, -2, 10**40, "x", [], [[]], {}, [None, None], [[[1] * 5], [[1] * 4]], float("nan")]
    value = data.draw(st.sampled_from(junk))
    if data.draw(st.booleans()):
        del game[key]
    elif not (key == "reason" and value == "x"):
        game[key] = value
    path.write_text("".join(f"{json.dumps(one)}\n" for one in games), "utf-8")
    assert len(play_plan(plan, 4, folder, Console(-1).progress)) == 4
    assert [json.loads(line) for line in path.read_bytes().splitlines()] == [
        json.loads(line) for line in whole.splitlines()
    ]


def test_a_run_that_is_killed_leaves_no_process_behind(project: Path) -> None:
    command = ("playtest", "run", "baseline", "-n", "100000", "--jobs", "2", "-o", "out", "-q")
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-m", "cardtools", *command], stdout=pipe, stderr=pipe) as run:
        while run.poll() is None and not (project / "out/games.jsonl").exists():
            time.sleep(0.05)
        assert run.stdout
        time.sleep(2)  # for the processes to start
        run.kill()
        # Its processes have the other end of the pipe.
        run.communicate(timeout=20)


def test_more_games_go_on_and_other_games_begin_anew(project: Path, cardtools: Run) -> None:
    command = ("playtest", "run", "baseline", "--agent", "random", "--jobs", "1", "-o", "out")
    cardtools(*command, "-n", "25")
    few = (project / "out/games.jsonl").read_bytes()
    cardtools(*command, "-n", "30")
    more = (project / "out/games.jsonl").read_bytes()
    assert more.startswith(few)
    assert more.count(b"\n") == 30
    report = json.loads((project / "out/report.json").read_text())
    assert report["tables"][0]["rows"][-2]["games"] == 0
    cardtools(*command, "-n", "25", "--seed", "2")
    assert not (project / "out/games.jsonl").read_bytes().startswith(few)


def test_everybody_plays_everybody(project: Path, cardtools: Run) -> None:
    found = tables(
        cardtools("playtest", "run", "--ladder", "-n", "2", "--jobs", "1", "-o", "out", "--format=json")
    )
    assert [row["contestant"] for row in found["matrix"]] == [
        "baseline (random)",
        "baseline (greedy)",
        "baseline (search:50)",
    ]
    assert found["matrix"][0]["baseline (random)"] is None
    assert found["matrix"][1]["baseline (random)"] + found["matrix"][0]["baseline (greedy)"] == 1
    assert found["strength"][-1]["contestant"] == "baseline (random)"
    for row in (*found["strength"], *found["scores"]):
        assert row["from"] <= row.get("strength", row.get("share")) <= row["to"]
    assert [row["n"] for row in found["scores"]] == [2, 2, 2]
    for number in range(3):
        won = found[f"results-{number}"][-1]
        assert won["from"] < won["to"]
    assert {game["pairing"] for game in lines(project)} == {0, 1, 2}


def test_what_a_card_adds_is_measured_on_the_same_deals(project: Path, cardtools: Run) -> None:
    out = cardtools(
        *("playtest", "run", "heavy.txt", "-n", "25", "--jobs", "1", "-o", "out", "--format=json"),
        *("--replace-with", "Test Drone"),
    )
    rows = {row["card"]: row for row in tables(out)["contribution"]}
    games = lines(project)
    changed = json.loads((project / "out/run.json").read_text())["pairings"]
    number = next(at for at, pairing in enumerate(changed) if pairing["changed"] == "Overclocked Wyrm")
    one, other = ([g for g in games if g["pairing"] == pairing] for pairing in (0, number))
    assert [game["seed"] for game in one] == [game["seed"] for game in other]
    score = [[0.5 if g["winner"] < 0 else float(g["winner"] == 0) for g in own] for own in (one, other)]
    pairs = [
        (a + b - c - d) / 2
        for a, b, c, d in zip(score[0][::2], score[0][1::2], score[1][::2], score[1][1::2], strict=False)
    ]
    assert rows["Overclocked Wyrm"]["per copy"] == pytest.approx(sum(pairs) / len(pairs) / 3)
    assert "Test Drone" not in rows


@pytest.mark.parametrize("games", ["1", "2", "3"])
def test_a_few_games_have_wide_intervals(project: Path, cardtools: Run, games: str) -> None:
    """A single game has no pair; the odd one of three is in none."""
    out = cardtools(
        *("playtest", "run", "heavy.txt", "-n", games, "--jobs", "1", "-o", "out", "--format=json"),
        *("--replace-with", "Test Drone"),
    )
    assert out.code == 0
    assert "NaN" not in out.out
    found = tables(out)
    for row in found["contribution"]:
        assert row["from"] < row["per copy"] < row["to"]
        assert row["by chance"] > "0.1"
    won = found["results-0"][-1]
    assert won["from"] <= won["share"] <= won["to"]
    assert games == "1" or won["share"] == 0.5


def test_a_card_that_comes_back_to_the_hand_is_one_card_played(
    folder: Path, cardtools: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the mana game creatures come back to the hand, and are played again."""
    monkeypatch.chdir(copied("mana", folder / "mana"))
    out = cardtools("playtest", "run", "-n", "24", "--jobs", "1", "-o", "out", "--format=json")
    assert out.code == 0
    for game in lines(folder / "mana"):
        for cards in game["cards"]:
            assert all(drawn >= played and drawn >= stuck for drawn, played, stuck, _, _ in cards)


def test_an_effect_that_always_holds_is_not_one_that_never_took_place(
    folder: Path, cardtools: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copied("kingdom", folder / "kingdom"))
    out = cardtools("playtest", "run", "-n", "4", "--jobs", "1", "-o", "out", "--format=json")
    rows = {row["card"]: row["took effect"] for row in tables(out)["cards-0-1"]}
    assert rows["Acorn Levy"] == ""
    assert int(rows["Bell-Tower Heron"]) > 0


def test_who_goes_first_more_often_has_no_advantage_by_that(project: Path, cardtools: Run) -> None:
    """Where one deck always wins it matters to nobody who goes first, and how often each deck did."""
    out = cardtools(
        *(
            "playtest",
            "run",
            "baseline",
            "heavy.txt",
            "-n",
            "41",
            "--jobs",
            "1",
            "-o",
            "out",
            "--format=json",
        ),
        *("--agent", "greedy", "--agent", "random without attack"),
    )
    rows = {row["seat"]: row for row in tables(out)["seats-0"]}
    games = lines(project)
    by_side = []
    for side in (0, 1):
        own = [game for game in games if game["first"] == side]
        ahead = [(game["winner"] == side) - (game["winner"] == 1 - side) for game in own]
        by_side.append(sum(ahead) / len(own))
    row = rows["advantage of the first"]
    assert row["share"] == pytest.approx(sum(by_side) / 2)
    assert row["from"] < row["share"] < row["to"]


def test_the_page_and_replays_are_written(project: Path, cardtools: Run) -> None:
    cardtools("playtest", "run", "-n", "4", "--jobs", "1", "-o", "out", "--replay", "3")
    page = (project / "out/report.html").read_text("utf-8")
    assert "bots, not people" in page
    assert "Chart.js" in page
    assert page.count("<figure") >= 1
    for name in ("longest", "game-3"):
        assert cardtools("playtest", "replay", f"out/replays/{name}.json", "--verify").code == 0


def test_a_cluster_plays_the_same_games(project: Path, cardtools: Run) -> None:
    pytest.importorskip("distributed")
    command = ("playtest", "run", "-n", "50", "--agent", "random", "--jobs", "2", "-q", "-o")
    cardtools(*command, "local")
    assert cardtools(*command, "cluster", "--engine", "dask").code == 0
    assert (project / "local/games.jsonl").read_bytes() == (project / "cluster/games.jsonl").read_bytes()
    none = cardtools(*command, "none", "--engine", "dask", "--scheduler", "tcp://127.0.0.1:1")
    assert none.code == 2
    assert "cannot reach a Dask scheduler" in none.err


def test_a_deck_beside_those_of_the_project_is_known_by_its_name(project: Path, cardtools: Run) -> None:
    (project / "heavy.txt").rename(project / "cards/decks/heavy.txt")
    out = cardtools("playtest", "run", "heavy", "-n", "2", "--agent", "random", "--jobs", "1", "-o", "out")
    assert out.code == 0
    assert "heavy (random)" in out.out


def test_an_illegal_deck_is_a_finding(project: Path, cardtools: Run) -> None:
    (project / "short.txt").write_text("5 Test Drone\n")
    outcome = cardtools("playtest", "run", "short.txt", "-n", "1")
    assert outcome.code == 2
    assert "short.txt: AFD101 deck-size" in outcome.err


def test_a_card_whose_text_is_declined_is_named(project: Path, cardtools: Run) -> None:
    cards = project / "cards/cards.csv"
    text = cards.read_text("utf-8")
    cards.write_text(text.replace("Deal 1 damage to each creature.", "Sing a song.", 1), "utf-8")
    outcome = cardtools("playtest", "run", "-n", "1", "--jobs", "1")
    assert outcome.code == 2
    assert "its text cannot be played" in outcome.err
    assert "--allow-blank" in outcome.err
    assert cardtools("playtest", "run", "-n", "1", "--jobs", "1", "--allow-blank").code == 0


def test_a_ruleset_that_misses_a_part_names_file_and_line(project: Path, cardtools: Run) -> None:
    rules = Path(__file__).parents[2] / "cardtools/rulesets/alpha.toml"
    text = rules.read_text("utf-8").replace('attack = "ATTACK"\n', "")
    text = text[: text.rindex("[lock]")]
    (project / "game.toml").write_text(text, "utf-8")
    file = project / "cardtools.toml"
    file.write_text(file.read_text("utf-8").replace('ruleset = "alpha"', 'ruleset = "game.toml"'), "utf-8")
    outcome = cardtools("playtest", "run", "-n", "1")
    line = text[: text.index("[play.values]")].count("\n") + 1
    assert outcome.code == 2
    assert f"game.toml:{line}:" in outcome.err
    assert "[play.values] lacks attack" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-deck"], "no-such-deck: no such deck list"),
        (["baselin"], "did you mean baseline?"),
        (["--agent", "greddy"], "did you mean greedy?"),
        (
            ["baseline", "heavy.txt", "--agent", "greedy", "--agent", "random", "--agent", "search"],
            "3 agents for 2 decks",
        ),
        (["--scheduler", "tcp://1"], "--scheduler belongs to --engine dask"),
        (["--ladder", "--agent", "greedy"], "--ladder has its own agents"),
        (["--replay", "10", "-n", "5"], "the games are 0 to 4"),
        (["--replace-with", "Tset Drone"], "did you mean Test Drone?"),
        (["heavy.txt", "heavy.txt", "baseline"], "is named twice"),
        (["-n", "0"], "-n"),
        (["-n", "99999999999999"], "-n"),
    ],
)
def test_what_cannot_be_run_is_refused(
    project: Path, cardtools: Run, arguments: list[str], message: str
) -> None:
    outcome = cardtools("playtest", "run", *arguments)
    assert outcome.code == 2
    assert message in outcome.err


def test_an_agent_of_the_user_goes_through_a_run_with_its_faults(project: Path, cardtools: Run) -> None:
    (project / "tempers.py").write_text(
        "class Moody:\n"
        "    def choose(self, engine, observation, actions, random):\n"
        "        return 'a song' if random.below(100) == 0 else actions[-1]\n"
    )
    out = cardtools(
        *("playtest", "run", "-n", "20", "--agent", "tempers:Moody", "--agent", "greedy"),
        *("--jobs", "2", "-o", "out", "--format=json"),
    )
    assert out.code == 0
    faults = [game for game in lines(project) if game["outcome"] == "fault"]
    assert faults
    assert {game["winner"] for game in faults} == {1}
    assert any("'a song' is not legal" in game["reason"] for game in faults)


def test_intervals() -> None:
    # Wilson's interval of 8 of 10, from the formula by hand; nothing is known of nothing.
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    low, high = bootstrap([(value % 2, 1) for value in range(400)], ratio)
    assert 0.44 < low < 0.5 < high < 0.56
    assert bootstrap([(1, 2)] * 50, ratio) == (0.5, 0.5)
    # The sum of squares is 1, and 2.5 of the two more pairs, by 5 and 6.
    mean, error, chance = mean_difference([1.0, 0.0, 1.0, 0.0])
    assert (mean, round(error, 4)) == (0.5, 0.3416)
    assert 0.14 < chance < 0.15
    # What a few pairs agree on is not certain.
    mean, error, chance = mean_difference([0.5] * 4)
    assert error > 0.2
    assert mean_difference([0.5])[2] > 0.4
    assert discoveries([0.001, 0.02, 0.03, 0.9]) == [True, True, True, False]
    assert discoveries([0.2, 0.04]) == [False, False]


def test_a_card_to_play_is_one_of_the_hand() -> None:
    engine = sample("mana")
    match = Match(engine, (None, None), 1)
    watcher, state = Watcher(match), match.state
    player = state.active
    in_hand = state.hand[player][0]
    elsewhere = state.deck[player][0]
    watcher.see(state, Step(0, player, ("end",), "end", [], [("attack", elsewhere), ("end",)]))
    assert not watcher.could_play
    watcher.see(state, Step(1, player, ("end",), "end", [], [("play", in_hand), ("end",)]))
    assert watcher.could_play


@pytest.mark.parametrize("name", ["alpha", "kingdom", "mana", "school"])
def test_what_a_turn_gives_is_spent_by_playing(name: str) -> None:
    engine, spent = sample(name), 0

    def see(state: Any, step: Step) -> None:
        nonlocal before, spent
        left, had = engine.unspent(state, step.player)
        assert 0 <= left <= had
        if step.action[0] == "play" and state.active == step.player and state.turn == before[0]:
            spent += left < before[1]
        before = state.turn, engine.unspent(state, state.active)[0]

    before = (0, 0)
    play_match(engine, (GreedyAgent(), GreedyAgent()), 1, see)
    assert spent


@pytest.mark.parametrize("cell", ["x", ""])
def test_a_cell_without_the_number_that_the_rules_need_is_a_finding(
    project: Path, cardtools: Run, cell: str
) -> None:
    table = project / "cards/cards.csv"
    text = table.read_text("utf-8")
    table.write_text(text.replace("Pilot Fish;Creature;1;2;1;", f"Pilot Fish;Creature;1;{cell};1;"), "utf-8")
    outcome = cardtools("playtest", "run", "-n", "2", "--jobs", "1")
    assert outcome.code == 2
    assert "cards.csv:3" in outcome.err
    assert "HEALTH" in outcome.err


@pytest.mark.parametrize("name", ["kingdom", "ttcg", "mana", "school"])
def test_text_coverage_counts_the_effects_of_programs(name: str) -> None:
    """An effect ran if it was done for a card of its player; thinking about it is not counted."""
    engine = sample(name)
    match = Match(engine, (built_in_agent("search:4", type(engine)), GreedyAgent()), 3)
    again = Match(engine, (None, None), 3)
    watchers = [Watcher(match), Watcher(again)]
    for _ in range(60):
        if (action := match.action()) is None or match.outcome:
            break
        for one, watcher in zip((match, again), watchers, strict=True):
            step = Step(one.number, one.state.decider, action, "", one.do(action))
            watcher.see(one.state, step)
    match.outcome = again.outcome = match.outcome or MatchOutcome("draw", -1, "")
    data, same = (watcher.data(one) for one, watcher in zip((match, again), watchers, strict=True))
    assert data == same
    ran = {
        (seat, card): bits
        for seat, own in enumerate(data["ran"])
        for card, bits in zip(distinct(engine, seat), own, strict=True)
    }
    assert any(ran.values())
    for (seat, card), bits in ran.items():
        number = next(one for one in engine.decks[seat] if engine.cards[one].name == card)
        assert bits < 1 << len(effects_of(engine, number))
    assert by_contestant(data, True)["ran"] == data["ran"][::-1]
    sizes = [len(own) for own in data["ran"]]
    assert fits(data, sizes)
    assert not fits(data | {"ran": data["ran"][:1]}, sizes) and not fits(data | {"ran": [["1"]] * 2}, sizes)


def test_the_report_names_the_effects_that_never_ran(project: Path, cardtools: Run) -> None:
    run = ("playtest", "run", "baseline", "heavy.txt", "-n", "4", "--jobs", "1", "-o", "out")
    found = tables(cardtools(*run, "--agent", "greedy without use", "--format=json"))
    for side in (0, 1):
        never = {row["card"] for row in found[f"cards-0-{side}"] if row["took effect"] == "never"}
        assert {row["card"] for row in found[f"coverage-0-{side}"]} == never != set()
        assert all(row["ran"] == 0 < row["of"] and row["never ran"] for row in found[f"coverage-0-{side}"])
    who = {row["what"]: row["value"] for row in found["source"]}
    assert who["greedy without use"] == "Greedy: takes the best it sees, but never does: use"
