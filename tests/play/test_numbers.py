"""Numbers of strangers: in saved matches and replays, in the meaning of texts, in seeds."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from engines import GAMES, sample
from hypothesis import given
from hypothesis import strategies as st
from outcome import Outcome

from cardtools.ground.errors import InputError
from cardtools.play.agents import GreedyAgent, RandomAgent
from cardtools.play.match import Match, MatchRecord, finish, play_match
from cardtools.play.parts.paying import Cost, payment
from cardtools.play.replay import MatchSetting, Replay, described, read_replay
from cardtools.play.streams import ALL
from cardtools.play.table.opening import described as words_of
from cardtools.play.table.replayed import replay_setting
from cardtools.play.table.table import cards_of
from cardtools.programs.node_types import LARGEST, MisfitError, from_data, make
from cardtools.programs.verbs.gain import Gain

Run = Callable[..., Outcome]
HUGE = [10**9, 10**10, 2**63, 10**40, -(10**40), 10**4200, -1, 0, True, 1.5, None, "", [], {}]


@cache
def recorded(game: str) -> dict[str, Any]:
    """A match as its file has it."""
    engine, record = sample(game), MatchRecord(3)
    play_match(engine, [RandomAgent(), RandomAgent()], 3, record=record, most=60)
    setting = MatchSetting(("id", "1", "hash"), ("one", "two"), ("random", "random"))
    found: dict[str, Any] = json.loads(Replay(setting, engine, record).text())
    return found


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where numbers and texts with digits are."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    found = [place for key, value in items for place in places(value, (*path, key))]
    is_text = isinstance(data, str) and path[0] == "cards" and any(map(str.isdigit, data))
    return found + ([path] if is_text or isinstance(data, int | float) else [])


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_whatever_number_a_match_has_it_is_played_or_refused(
    game: str, tmp_path_factory: Any, data: Any
) -> None:
    """By each kind of place in turn, so that rare ones come up, too."""
    whole = copy.deepcopy(recorded(game))
    kinds: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    for place in places(whole):
        kinds.setdefault(tuple(key for key in place if isinstance(key, str))[-2:], []).append(place)
    *path, last = data.draw(st.sampled_from(kinds[data.draw(st.sampled_from(sorted(kinds)))]))
    inner = whole
    for key in path:
        inner = inner[key]
    value = data.draw(st.sampled_from(HUGE))
    inner[last] = f"{value}" if isinstance(inner[last], str) and isinstance(value, int) else value
    file = tmp_path_factory.getbasetemp() / f"{game}.json"
    file.write_text(json.dumps(whole), "utf-8")
    with suppress(InputError):
        replay = read_replay(file)
        if not list(replay.differences()):
            replay_setting(replay, cards_of(replay.engine, {}, words_of))
        match = Match(replay.engine, [GreedyAgent(), RandomAgent()], replay.record.seed, 60, MatchRecord(1))
        finish(match)
        assert described(replay.engine, match.state)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.update(seed=10**40), "a number has 41 digits"),
        (lambda data: data.update(seed=2**64), "18446744073709551616 is not a number from 0 to"),
        (lambda data: data.update(seed=-1), "-1 is not a number from 0 to"),
        (lambda data: data.update(seed=True), "True is not a number from 0 to"),
        (lambda data: data.update(turns=float("inf")), "Infinity is not a whole number"),
        (lambda data: data.update(turns=0.5), "0.5 is not a whole number"),
        (lambda data: data["cards"][0]["values"].update(attack=10**10), "attack is 10000000000, which has"),
        (lambda data: data["cards"][0]["values"].update(attack="3"), "attack is '3', not a whole number"),
        (lambda data: data["cards"][0]["values"].update(speed=3), "the engine has no value 'speed'"),
        (lambda data: data["cards"][0].update(name=3), "expected a list of texts"),
        (
            lambda data: data["cards"][0]["texts"].append({"words": "", "abilities": [3], "blank": ""}),
            "expected an ability, found 3",
        ),
        (
            lambda data: data["decks"][0]["sections"].update(main=[0] * 20_000),
            "a deck of more than 10,000 cards",
        ),
    ],
)
def test_a_number_that_no_match_has_is_named(
    folder: Path, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    data = copy.deepcopy(recorded("alpha"))
    change(data)
    (folder / "match.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(InputError, match=message) as raised:
        read_replay(folder / "match.json")
    assert len(str(raised.value)) < 500


def test_a_program_has_numbers_and_depth_of_some_size() -> None:
    assert make(Gain, {"resource": "life", "amount": LARGEST}).amount == LARGEST
    for amount in (LARGEST + 1, -LARGEST - 1, 10**5000):
        with pytest.raises(MisfitError, match=r"expected at most 1,000,000,000, found a number beyond"):
            make(Gain, {"resource": "life", "amount": amount})
    deep: Any = {"node": "Gain", "resource": "life", "amount": 1}
    for _ in range(3_000):
        deep = {"node": "May", "effect": deep}
    with pytest.raises(MisfitError, match="at most 100 deep"):
        from_data(deep)


@given(
    needs=st.dictionaries(st.sampled_from("RGW"), st.integers(1, 4), max_size=3),
    more=st.integers(0, 3),
    pool=st.dictionaries(st.sampled_from("RGW"), st.integers(1, 4), max_size=3),
    sources=st.lists(st.sampled_from([("R",), ("G",), ("R", "G"), ("W",)]), max_size=4),
)
def test_a_cost_that_is_too_large_is_paid_as_little_as_one_that_is_just_too_large(
    needs: dict[str, int], more: int, pool: dict[str, int], sources: list[tuple[str, ...]]
) -> None:
    cards = list(enumerate(sources))
    paid = payment(Cost(tuple(needs.items()), more), pool, cards, "W")
    if paid is not None:
        taken, used = paid
        assert sum(taken.values()) + len(used) == sum(needs.values()) + more
    most = sum(pool.values()) + len(sources)
    assert payment(Cost((*needs.items(), ("R", most + 1)), more), pool, cards, "W") is None
    assert payment(Cost((("G", 10**5),), 0), pool, cards, "W") is None


@pytest.mark.parametrize("seed", [str(10**40), "-1", str(ALL + 1)])
def test_a_seed_is_a_number_of_64_bits(cardtools: Run, seed: str) -> None:
    for command in ("run", "rules"):
        outcome = cardtools("playtest", command, "--seed", seed)
        assert outcome.code == 2
        assert f"Invalid value for '--seed': {seed} is not in the range" in outcome.err
