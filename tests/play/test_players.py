"""One to six players, teams and co-operation, shared zones, and cards that somebody has peeked at."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import laws
import pytest
from dawn import program
from hypothesis import given
from hypothesis import strategies as st
from small import FireEngine, RaceEngine, contest, game
from test_hidden_cards import check_worlds

from cardtools.ground.console import Console
from cardtools.ground.errors import CardtoolsError
from cardtools.play import games as offered
from cardtools.play.agents import AgentError, GreedyAgent, RandomAgent
from cardtools.play.agents.search import SearchAgent
from cardtools.play.engine import Action, Definition, Engine, Verb
from cardtools.play.interpreter.card_engine import CardEngine
from cardtools.play.interpreter.state import CardState
from cardtools.play.match import Match, MatchRecord, play_match
from cardtools.play.playtest import intervals
from cardtools.play.playtest.gaps import find_gaps
from cardtools.play.playtest.measures import make_tables
from cardtools.play.playtest.running import play_plan
from cardtools.play.playtest.watching import by_contestant
from cardtools.play.replay import MatchSetting, Replay, described, read_replay
from cardtools.play.state import HIDDEN, Outcome
from cardtools.play.streams import Stream
from cardtools.play.table.replayed import replay_setting
from cardtools.play.table.table import GameTable, cards_of, numbered
from cardtools.play.view import handles, view

GAMES = {
    **{f"race of {number}": game(RaceEngine, number) for number in range(1, 7)},
    "fire": game(FireEngine, 2),
    "fire of 4": game(FireEngine, 4),
}
each_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(autouse=True)
def known_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small games are found by their names, as those of packages are."""
    for engine in (RaceEngine, FireEngine):
        monkeypatch.setitem(offered._OWN, engine.NAME, ("small", engine.__name__))


@each_game
def test_laws_hold_for_any_number_of_players(name: str) -> None:
    laws.steps_keep_to_the_laws(GAMES[name], range(3), each=1)
    laws.the_same_seed_is_the_same_match(GAMES[name])
    laws.steps_are_seen_in_order(GAMES[name])


@each_game
@given(seed=st.integers(0, 10_000), steps=st.integers(0, 30))
def test_worlds_agree_with_what_everybody_sees(name: str, seed: int, steps: int) -> None:
    check_worlds(GAMES[name], seed, steps)


def test_a_game_says_for_how_many_it_is() -> None:
    with pytest.raises(CardtoolsError, match=r"fire is not for 1 player\n  help: it is for 2 or 3 or 4"):
        game(FireEngine, 1)
    assert game(RaceEngine, 6).opponents[4] == [5, 0, 1, 2, 3]


def test_who_looked_at_a_card_knows_it_until_it_is_drawn_and_nobody_else_does() -> None:
    engine = GAMES["race of 3"]
    state = engine.start(1)
    player, top = state.active, state.deck[-1]
    engine.apply(state, ("peek",))
    assert ("peek",) in engine.legal_actions(state)  # another player has not looked
    for viewer in range(3):
        seen = engine.observation(state, viewer)
        assert seen.deck[-1] == (top if viewer == player else HIDDEN)
        assert set(seen.deck[:-1]) == {HIDDEN}
        worlds = {engine.determinise(seen, Stream(n)).deck[-1] for n in range(20)}
        assert (worlds == {top}) == (viewer == player)
    card, other = state.hand[state.active][0], (state.active + 1) % 3
    giver = state.active
    (event,) = engine.apply(state, ("give", card, other))
    assert event.known_to == -2
    bystander = ({0, 1, 2} - {giver, other}).pop()
    assert card in engine.observation(state, giver).hand[other]
    assert card not in engine.observation(state, bystander).hand[other]


def test_cards_that_only_the_others_see() -> None:
    engine = GAMES["fire of 4"]
    state = engine.start(1)
    for viewer in range(4):
        hands = engine.observation(state, viewer).hand
        assert [hand == [HIDDEN] * 2 for hand in hands] == [viewer == player for player in range(4)]


# Outcomes


def test_several_win_and_all_lose() -> None:
    won = Outcome.of("win", range(3), "the fire is out")
    assert won.winners == (0, 1, 2) and won.data()["also"] == (1, 2)
    assert Outcome("win", 1, "").data() == {"kind": "win", "winner": 1, "reason": ""}
    assert Outcome("loss", -1, "").winners == ()
    ends = Counter(
        play_match(GAMES["fire"], [agent] * 2, seed)[0]
        for seed in range(20)
        for agent in (RandomAgent(), GreedyAgent())
    )
    assert {(end.kind, end.winners) for end in ends} == {("win", (0, 1)), ("loss", ())}


class Faulty(RandomAgent):
    def choose(self, *_: Any) -> Action:
        raise AgentError("broken")


def test_a_fault_is_won_by_all_opponents() -> None:
    for name, winners in (("race of 3", (2, 0)), ("race of 1", ()), ("fire", ())):
        engine = GAMES[name]
        match = Match(engine, [Faulty()] * engine.players, 0)
        match.state.active = match.state.decider = min(1, engine.players - 1)
        assert match.action() is None
        assert match.outcome is not None and match.outcome.winners == winners


def test_search_looks_a_turn_of_everybody_ahead() -> None:
    for name in ("race of 3", "race of 1", "fire"):
        engine = GAMES[name]
        outcome, _ = play_match(engine, [SearchAgent(8)] * engine.players, 1)
        assert outcome.kind in ("win", "loss")


# Replays


@each_game
def test_matches_are_replayed_and_shown(name: str, tmp_path: Path) -> None:
    engine = GAMES[name]
    record, file = MatchRecord(4), tmp_path / "replay.json"
    play_match(engine, [RandomAgent()] * engine.players, 4, record=record)
    setting = MatchSetting((name, "1", ""), ("deck",) * engine.players, ("random",) * engine.players)
    file.write_text(Replay(setting, engine, record).text(), "utf-8")
    replay = read_replay(file)
    assert replay.record == record and [*replay.differences()] == []
    zone = "deck:" if name.startswith("race") else "wall:"
    assert any(line.strip().startswith(zone) for line in described(replay.engine, replay.state(1)[0]))
    shown = replay_setting(replay, cards_of(engine, {}, lambda card: ""))
    assert len(set(shown["names"])) == engine.players
    assert {len(step["view"]["players"]) for step in shown["steps"]} == {engine.players}
    assert all(shown["parts"][row]["kind"] for step in shown["steps"] for row in step["view"]["shared"])


def test_a_replay_of_winners_who_do_not_play_is_damaged(tmp_path: Path) -> None:
    record, file = MatchRecord(4), tmp_path / "replay.json"
    play_match(GAMES["race of 3"], [RandomAgent()] * 3, 4, record=record)
    setting = MatchSetting(("race", "1", ""), ("deck",) * 3, ("random",) * 3)
    data = json.loads(Replay(setting, GAMES["race of 3"], record).text())
    for also in ([3], [-1], ["x"], 5):
        data["outcome"]["also"] = also
        file.write_text(json.dumps(data), "utf-8")
        with pytest.raises(CardtoolsError, match="damaged replay"):
            read_replay(file)


# Playtests


def test_seats_go_round_and_games_are_by_contestant(tmp_path: Path) -> None:
    plan = contest(RaceEngine, ["greedy", "random", "random"], same=True)
    games = play_plan(plan, 60, tmp_path, Console(-1).progress)
    assert games == [plan.game(0, number) for number in range(60)]
    assert play_plan(plan, 60, tmp_path, Console(-1).progress) == games  # none is played again
    assert [games[n]["seed"] == games[n + 1]["seed"] for n in range(5)] == [True, True, False, True, True]
    wins = Counter(who for game in games for who in (game["winner"], *game.get("also", ())))
    assert wins[0] > 50  # in whichever seat the greedy agent sits
    for number in range(3):
        agents = plan.replay(0, number).setting.agents
        assert agents.index("greedy") == number
    assert {game["first"] for game in games} == {0, 1, 2}


@given(turned=st.integers(0, 4), data=st.data())
def test_turning_seats_back_gives_the_record_again(turned: int, data: Any) -> None:
    lists = {name: [f"{name} {seat}" for seat in range(5)] for name in ("own_turns", "idle", "left", "cards")}
    seats = {name: data.draw(st.integers(-1, 4)) for name in ("winner", "first")}
    record = {**lists, **seats, "also": [1, 4], "values": [0.0]}
    there = by_contestant(dict(record), turned)
    assert by_contestant(there, -turned % 5) == record
    if seats["first"] >= 0:
        assert there["cards"][there["first"]] == record["cards"][seats["first"]]


def test_the_report_counts_all_who_win_and_every_seat() -> None:
    plan = contest(RaceEngine, ["greedy", "random", "greedy"])
    games = [plan.game(0, number) for number in range(90)]
    tables = {table.key: dict(table.rows) for table in make_tables(plan, games)}
    results = tables["results-0"]
    for who, name in enumerate(("A (greedy)", "B (random)", "C (greedy)")):
        won = sum(who in (game["winner"], *game.get("also", ())) for game in games)
        assert results[f"{name} wins"][0] == won
        going_first = [game for game in games if game["first"] == who]
        assert tables["seats-0"][f"{name} wins, going first"][0] == sum(
            who in (game["winner"], *game.get("also", ())) for game in going_first
        )
    seats = tables["seats-0"]
    assert [*seats][:3] == ["first player wins", "second player wins", "third player wins"]
    assert sum(seats[f"{one} player wins"][0] for one in ("first", "second", "third")) == sum(
        1 + len(game.get("also", ())) for game in games
    )
    assert {f"cards-0-{side}" for side in range(3)} <= tables.keys()
    assert "lead-0" not in tables  # who of two is ahead


def test_a_mirror_match_of_three_is_exactly_even() -> None:
    plan = contest(RaceEngine, ["greedy"] * 3, same=True)
    games = [plan.game(0, number) for number in range(30)]
    tables = {table.key: dict(table.rows) for table in make_tables(plan, games)}
    shares = [cells[1] for name, cells in tables["results-0"].items() if name.startswith("same")]
    assert shares[0] == shares[1] == shares[2]
    assert [*tables["results-0"]][:3] == [
        "same (greedy) A wins",
        "same (greedy) B wins",
        "same (greedy) C wins",
    ]
    assert tables["length-0"]["turns"][0] == 10


def test_everybody_lost_is_a_row_and_a_matrix_is_of_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intervals, "_RESAMPLES", 5)
    monkeypatch.setattr(intervals, "_NUMBERS", 0)
    plan = contest(FireEngine, ["random", "greedy"])
    tables = {t.key: dict(t.rows) for t in make_tables(plan, [plan.game(0, n) for n in range(40)])}
    lost = tables["results-0"]["lost by everybody"][0]
    assert 0 < lost < 40
    assert tables["results-0"]["A (random) wins"][0] == tables["results-0"]["B (greedy) wins"][0] == 40 - lost
    alone = contest(RaceEngine, ["random"])
    assert make_tables(alone, [alone.game(0, n) for n in range(4)])
    four = contest(RaceEngine, ["greedy", "random", "random", "random"])
    groups = [four.pairings[0].contestants[:3], four.pairings[0].contestants[1:]]
    pairs = four.__class__(
        *(four.engine, {}, {}, four.ruleset),
        tuple(four.pairings[0].__class__(group, False) for group in groups), 1, Path(),
    )  # fmt: skip
    games = [pairs.game(pairing, n) for n in range(30) for pairing in range(2)]
    matrix = next(t for t in make_tables(pairs, games) if t.key == "matrix")
    cells = dict(matrix.rows)
    assert cells["A (greedy)"][0] is None and cells["A (greedy)"][1] > 0.8
    assert cells["A (greedy)"][1] + cells["B (random)"][0] == pytest.approx(1)
    assert cells["A (greedy)"][3] is None  # they never met


def test_what_the_rules_forget_is_looked_for_in_games_of_any_number() -> None:
    for plan in (contest(RaceEngine, ["random"] * 3), contest(FireEngine, ["random"] * 2)):
        gaps = find_gaps(plan, 10, Console(-1).progress)
        assert not {gap.kind for gap in gaps} & {"no-action", "repeats", "endless"}


# The table


def test_one_person_plays_among_agents_and_sees_what_all_share() -> None:
    engine = GAMES["race of 3"]
    names = numbered(["You", "Greedy", "Greedy"])
    assert names == ["You", "Greedy 2", "Greedy 3"]
    table = GameTable(engine, [None, GreedyAgent(), GreedyAgent()], 2, names, GreedyAgent())
    while not table.match.outcome:
        if table.match.state.decider == table.viewer:
            table.act(table.version, 0)
        else:
            table.go(table.version)
    shown = table.state()["view"]
    assert [row["name"] for row in shown["shared"]] == ["Market", "Deck"]
    assert [slot["handle"] for slot in shown["shared"][0]["slots"]] == ["slot:-1:0", "slot:-1:1", "slot:-1:2"]
    assert {row["name"] for row in shown["players"][1]["rows"]} == {"Won", "Hand"}
    assert all(card["name"] == "" for card in shown["players"][1]["rows"][1]["cards"])
    log = [line["text"] for line in table.log]
    assert any(re_line.startswith("You take") for re_line in log)


def test_actions_name_players_and_events_hide_what_others_must_not_know() -> None:
    from cardtools.play.view import event_in_words

    engine, names = GAMES["race of 3"], ("You", "Greedy 2", "Greedy 3")
    state = engine.start(1)
    card = state.hand[state.active][0]
    action = ("give", card, (state.active + 2) % 3)
    assert handles(engine, state, action) == [f"card:{card}", f"player:{action[2]}"]
    assert engine.text(state, action).endswith(f"to player {action[2] + 1}")
    looked, given = engine.apply(state, ("peek",))[0], None
    told = [event_in_words(engine, looked, viewer, names) for viewer in range(3)]
    assert sum("a card" in text for text in told) == 2 and "a card" not in told[looked.player]
    (given,) = engine.apply(state, ("give", state.hand[state.active][0], (state.active + 1) % 3))
    assert all("a card" in event_in_words(engine, given, viewer, names) for viewer in range(3))
    assert view(engine, state, -1)["shared"][1]["cards"][0]["name"]


# Games with effects


class RingEngine(CardEngine[CardState]):
    """Each in turn uses an ability of a card on the field, and all others may respond with one."""

    NAME = "ring"
    VERSION = "1"
    STATE = CardState
    PLAYERS = 3
    ALLOWED = (1, 2, 4)
    RESOURCES = ("points",)
    VERBS: ClassVar[Mapping[str, Verb]] = {
        **CardEngine.CHOICES,
        "ability": Verb("use {0}", ("card", "place")),
        "end": Verb("end"),
    }

    def setup(self, state: Any, random: Stream) -> None:
        state.clear(len(self.cards), 0, (10,), self.players)
        for player, cards in enumerate(self.decks):
            for slot, card in enumerate(cards):
                self.board.enter(state, card, player, slot)
        state.active = state.decider = 0
        state.turn, state.phase = 1, "main"

    def actions(self, state: Any, every: bool) -> list[Action]:
        return [*self.responses(state, state.active, every), ("end",)]

    def responses(self, state: Any, player: int, every: bool) -> list[Action]:
        cards = self.board.tops(state, player)
        return [("ability", card, 0) for card in cards if self.abilities.usable(state, player, card, 0)]

    def act(self, state: Any, action: Action) -> None:
        if action == ("end",):
            state.active = (state.active + 1) % self.players
            state.turn += 1
            state.used = []
        else:
            player = state.decider
            self.abilities.use(state, player, action[1], action[2])


def ring(effect: str, players: int = 3, **changes: Any) -> Any:
    engine = type("Changed", (RingEngine,), changes)
    cards = {"main": [Definition("Card", frozenset(), {}, (program(effect),))]}
    made = engine([cards] * players)
    return made, made.start(0)


def texts(engine: Engine[Any], state: Any) -> list[str]:
    return [engine.text(state, action) for action in engine.legal_actions(state)]


def do(engine: Engine[Any], state: Any, *said: str) -> None:
    for text in said:
        action = engine.parse(state, text)
        assert action is not None, texts(engine, state)
        engine.apply(state, action)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_an_opponent_is_every_other_player(players: int) -> None:
    engine, state = ring("activated(lose(points, 2, opponent), limit=1)", players)
    do(engine, state, 'use "Card" in 1')
    while state.choice is not None:
        do(engine, state, "pass")
    assert [points for (points,) in state.resources] == [10] + [8] * (players - 1)


def test_everybody_may_respond_until_all_have_passed_one_after_the_other() -> None:
    engine, state = ring("activated(lose(points, 1, opponent), limit=1)")
    do(engine, state, 'use "Card" in 1')
    deciders = [state.decider]
    do(engine, state, 'use "Card" in 1')
    while state.choice is not None:
        deciders.append(state.decider)
        do(engine, state, "pass")
    # Player 1 responds, then all others pass until it is that player again, who passes last.
    assert deciders[:2] == [1, 2] and deciders.count(0) == 0  # who has used the ability has no response left
    assert [points for (points,) in state.resources] == [9, 9, 8]
    only_others, state = ring("activated(lose(points, 1, opponent), limit=1)", PASSES=1)
    do(only_others, state, 'use "Card" in 1')
    assert state.decider == 1
    do(only_others, state, "pass")
    assert state.decider == 2
    do(only_others, state, "pass")
    assert state.choice is None


def test_cards_of_others_are_named_by_their_players() -> None:
    engine, state = ring("activated(destroy(field(1, opponent)), limit=1)")
    do(engine, state, 'use "Card" in 1', "pass", "pass")
    assert texts(engine, state) == ['choose "Card" in player 2\'s 1', 'choose "Card" in player 3\'s 1']
    assert engine.observation(state, 1).copy().uses == [None] * 3
