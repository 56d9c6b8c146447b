"""Games whose rules are data: small ones written from nothing, and what is said of rules that are wrong."""

from __future__ import annotations

import json
import pickle
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import laws
import pytest

from cardtools.ground.errors import InputError
from cardtools.library.game import load
from cardtools.play.agents import PERSON, RandomAgent
from cardtools.play.engine import Engine
from cardtools.play.load import load_match, play_rules, understanding
from cardtools.play.match import Match
from cardtools.play.playtest.people import sum_up
from cardtools.play.playtest.playtest_plan import PlaytestPlan
from cardtools.play.playtest.setup import make_plan
from cardtools.play.replay import Study, read_replay
from cardtools.play.view import view
from cardtools.rulesets import load_ruleset

GAMES = Path(__file__).parents[1] / "games"


@cache
def made(name: str, players: int = 2) -> Engine[Any]:
    """The engine of a game for so many players, with the decks of its project in turn."""
    game = load(GAMES / name).files
    decks = [game.project.path(one) for one in game.project.settings.cards.decks]
    return load_match(game, [decks[at % len(decks)] for at in range(players)], understanding(game))


SMALL = [
    ("lantern-market", 2), ("lantern-market", 4), ("pearl-divers", 3), ("stepping-stones", 1),
    ("crow-court", 4), ("high-water", 3), ("night-cargo", 3),
]  # fmt: skip


@pytest.mark.parametrize(("name", "players"), SMALL)
def test_a_game_by_its_data_keeps_to_the_laws(name: str, players: int) -> None:
    engine = made(name, players)
    laws.steps_keep_to_the_laws(engine, range(1))
    laws.the_same_seed_is_the_same_match(engine)
    assert len((GAMES / name / "rules.toml").read_text("utf-8").splitlines()) < 80


@cache
def plan(folder: Path) -> PlaytestPlan:
    """A playtest of a game between greedy agents."""
    return make_plan(load(folder).files, (), ("greedy",), 1, False)


def test_a_replay_has_its_rules_in_it_and_another_process_gets_them(tmp_path: Path) -> None:
    replay = plan(GAMES / "lantern-market").replay(0, 3)
    path = tmp_path / "replay.json"
    path.write_text(replay.text(), "utf-8")
    again = read_replay(path)
    assert not [*again.differences()]
    assert type(again.engine) is type(replay.engine)
    assert pickle.loads(pickle.dumps(type(replay.engine))) is type(replay.engine)
    assert pickle.loads(pickle.dumps(again.engine)).start(3).digest() == replay.engine.start(3).digest()
    path.write_text(replay.text().replace("count(market()) == 0", "count(marked()) == 0"), "utf-8")
    with pytest.raises(InputError, match="damaged replay: unknown function 'marked'"):
        read_replay(path)


@pytest.mark.parametrize("name", sorted({name for name, _ in SMALL}))
def test_agents_play_a_game_by_its_data_and_its_replays_are_the_same(name: str, tmp_path: Path) -> None:
    playtest = plan(GAMES / name)
    games = [json.loads(line) for line in playtest.play((0, 8))]
    assert {game["outcome"] for game in games} <= {"win", "draw", "loss"}
    assert len({tuple(game["values"]) for game in games}) > 2
    path = tmp_path / "replay.json"
    path.write_text(playtest.replay(0, 1).text(), "utf-8")
    assert not [*read_replay(path).differences()]


def test_a_match_of_one_person_among_several_agents_is_summed_up(tmp_path: Path) -> None:
    replay = plan(GAMES / "crow-court").replay(0, 1)
    agents = ("greedy", PERSON, "greedy")
    setting = replace(replay.setting, agents=agents)
    study = Study([900] * len(replay.record.actions), fun=4)
    path = tmp_path / "match-1.json"
    path.write_text(replace(replay, setting=setting, study=study).text(), "utf-8")
    tables = {table.key: dict(table.rows) for table in sum_up([path], tmp_path)}
    assert replay.record.outcome is not None
    won = replay.record.outcome.winner == agents.index(PERSON)
    assert tables["results-0"]["court (people) wins"][0] == won
    assert "court, Greedy (bot) B wins" in tables["results-0"]
    assert tables["answers"]["fun"][:2] == (1, 4)


def test_who_wins_what_is_a_matter_of_the_rules() -> None:
    """A trick goes to the highest card of the suit that was led, and who took it leads the next one."""
    engine = made("crow-court", 3)
    match = Match(engine, [RandomAgent()] * 3, 5)
    while match.outcome is None:
        state, leader = match.state, match.state.active
        shown: dict[int, Any] = {}
        for _ in range(3):
            action = match.action()
            assert action is not None
            suits = {engine.cards[one[1]].number("suit") for one in engine.legal_actions(state)}
            shown[state.decider] = engine.cards[action[1]]
            led = shown[leader].number("suit")
            assert len(suits) == 1 or state.decider == leader or led not in suits
            match.do(action)
        follow = {player: card for player, card in shown.items() if card.number("suit") == led}
        winner = max(follow, key=lambda player: follow[player].number("height"))
        assert state.markers == [winner]
        assert match.outcome is not None or state.active == winner
    assert sum(own[0] for own in match.state.resources) == 6


def test_who_does_not_see_a_card_does_not_read_its_name() -> None:
    engine = made("night-cargo", 3)
    match = Match(engine, [RandomAgent()] * 3, 2)
    player = match.state.decider
    (moved,) = [event for event in match.do(engine.legal_actions(match.state)[0]) if event.kind == "send"]
    assert moved.known_to == player
    seen = engine.observation(match.state, (player + 1) % 3)
    assert all(card < 0 for part, side, card in seen.places() if part.seen == "owner" and side == player)


def test_the_table_shows_the_market_to_all() -> None:
    engine = made("lantern-market")
    shown = view(engine, engine.start(1), 0)
    rows = {row["name"]: row for row in shown["shared"]}
    assert [len(rows["Market"]["cards"]), rows["Market"]["kind"], rows["Supply"]["count"]] == [4, "hand", 22]
    assert rows["Supply"]["cards"] == []
    assert {"name": "Coins", "value": "2"} in shown["players"][shown["active"]]["counters"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "supply(open, top)",
            "suply(open, top)",
            "rules.toml:43:13: unknown function 'suply' (did you mean supply?)",
        ),
        ("move(it, stall)", "move(it, stal)", "unknown zone 'stal' (did you mean stall?)"),
        ("gain(coins", "gian(coins", "unknown function 'gian' (did you mean gain?)"),
        ("gain(coins", "gain(coin", "unknown resource 'coin' (did you mean coins?)"),
        ("{ coins =", "{ coin =", "unknown resource 'coin' (did you mean coins?)"),
        ('actions = ["buy"]', 'actions = ["by"]', "unknown action 'by' (did you mean buy?)"),
        ("sum(it, light) +", "sum(it, lihgt) +", "unknown stat 'lihgt' (did you mean light?)"),
        ("most wins", "most win", "expected one of you lose"),
        ('of = "sum(stall(), light)" }', 'of = "sum(stall(), light)", at = ["by"] }', "unknown phase 'by'"),
        ('most wins", of', 'most wins", xx', "unknown key 'xx'"),
        ("[play.ends]\n", "[play.end]\n", "unknown key 'end'"),
        ('"the market is empty"', "#", "nothing ends the game"),
        ("stall = {", "a-b = {", "'a-b' cannot be a name in programs"),
        (
            "[play.actions.buy]\n",
            '[play.actions.buy]\ntext = "{0.x}"\n',
            "an action reads as a text with {0}",
        ),
        ("[play.actions.buy]\n", '[play.actions.buy]\ntext = "{0}{1}"\n', "a space is needed before {1}"),
        ('phase = "buy"', 'phase = "buy"\nleave = "stop {0}"', "an action without a card reads as it is"),
        ("seats = [2, 4]", "seats = [4, 2]", "seats are a number from 1 to 6"),
        ("seats = [2, 4]", 'first = "dealer"', "unknown first player 'dealer'"),
        ("stall = {", "field = { slots = 1000 }\nstall = {", "expected a number up to 100"),
        ("start = 1 }", 'start = "purse" }', "unknown option 'purse'"),
        ("actions.buy]", "actions.done]", "'done' is the name of something else that players do"),
        ("after = ", 'health = "lite"\nafter = ', "unknown value 'lite'"),
        ("[[play.setup]]", "[play.setup]", "play.setup"),
        ('phase = "buy"', 'phase = "Buy"', "the phase 'Buy' is not in small letters"),
        ('phase = "buy"', 'phase = "buy"\nblock = { name = "exchang" }', "unknown block 'exchang'"),
        ('phase = "buy"', 'phase = "buy"\nblock = { name = "exchange", x = 1 }', "unknown parameter 'x'"),
    ],
)
def test_rules_that_are_wrong_are_found_with_their_place(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    shutil.copytree(GAMES / "lantern-market", tmp_path, dirs_exist_ok=True)
    rules = tmp_path / "rules.toml"
    text = rules.read_text("utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(InputError) as raised:
        play_rules(load(tmp_path).files.ruleset)
    found = [f"{one.location}: {one.message} ({one.hint})" for one in raised.value.diagnostics]
    assert any(message in one for one in found), found


def test_alpha_as_data_plays_the_games_of_its_engine() -> None:
    python = plan(Path(__file__).parents[2] / "examples/alpha")
    rules, engine = play_rules(load_ruleset("alpha.toml", Path(__file__).parent))
    for agent in ("greedy", "random"):
        pairings = tuple(
            replace(pairing, contestants=tuple(replace(one, agent=agent) for one in pairing.contestants))
            for pairing in python.pairings
        )
        own = replace(python, pairings=pairings, made={})
        data = replace(own, engine=engine, options=rules.options, weights=rules.weights, made={})
        games = [json.loads(line) for line in data.play((0, 6))]
        ran = [
            game.pop("ran") for game in games
        ]  # which effects ran, that the engine in Python does not note
        assert games == [json.loads(line) for line in own.play((0, 6))]
        assert data.made_engine(0).NAME != own.made_engine(0).NAME
        assert any(map(any, ran[0]))
