"""Hidden cards are dealt from what is possible: for search, and for players who do as little as they may."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from engines import GAMES, sample
from hypothesis import given
from hypothesis import strategies as st
from pond import PondEngine, fish, pond

from cardtools.ground.console import Console
from cardtools.play.agents import GreedyAgent
from cardtools.play.agents.search import SearchAgent
from cardtools.play.engine import Engine
from cardtools.play.match import play_match
from cardtools.play.playtest.gaps import find_gaps
from cardtools.play.state import HIDDEN
from cardtools.play.streams import Stream

SHARED = PondEngine([{"main": fish()}, {"main": fish(name="Crab")}])


def check_worlds(engine: Engine[Any], seed: int, steps: int) -> None:
    """After some random steps both players imagine worlds: every card in one place, and what they see so."""
    state, random = engine.start(seed), Stream(seed)
    for _ in range(steps):
        if not (actions := engine.legal_actions(state)):
            break
        engine.apply(state, random.pick(actions))
    everything = Counter(range(len(engine.cards)))
    for viewer in range(engine.players):
        seen = engine.observation(state, viewer)
        world = engine.determinise(seen, random)
        assert Counter(card for _, _, card in world.places()) == everything
        assert engine.observation(world, viewer).values() == seen.values()


@given(seed=st.integers(0, 10_000), steps=st.integers(0, 30))
def test_a_shared_deck_is_dealt_from_what_is_possible(seed: int, steps: int) -> None:
    check_worlds(SHARED, seed, steps)


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 10_000), steps=st.integers(0, 60))
def test_so_is_every_game(name: str, seed: int, steps: int) -> None:
    check_worlds(sample(name), seed, steps)


@given(seed=st.integers(0, 10_000), steps=st.integers(0, 12), swaps=st.integers(1, 3))
def test_so_are_hands_that_were_swapped(seed: int, steps: int, swaps: int) -> None:
    """Cards that lie on the other side, though nobody shares a deck from the start."""
    engine = sample("alpha")
    state = engine.start(seed)
    for _ in range(swaps):
        one, other = (hand.pop() for hand in state.hand)
        state.hand[0].insert(0, other)
        state.hand[1].insert(0, one)
    state.hand[0].append(state.hand[1].pop())
    for viewer in (0, 1):
        seen = engine.observation(state, viewer)
        world = engine.determinise(seen, Stream(steps))
        assert Counter(card for _, _, card in world.places()) == Counter(range(len(engine.cards)))
        assert engine.observation(world, viewer).values() == seen.values()


def test_of_a_shared_deck_every_card_is_as_likely_everywhere() -> None:
    seen = SHARED.observation(SHARED.start(3), 0)
    assert seen.hand[1] == [HIDDEN] * 3
    random, found = Stream(1), Counter[int]()
    worlds = 3_000
    for _ in range(worlds):
        found.update(SHARED.determinise(seen, random).hand[1])
    unseen = set(range(len(SHARED.cards))) - set(seen.hand[0])
    assert found.keys() == unseen
    mean = 3 * worlds / len(unseen)
    assert all(abs(number - mean) < 5 * mean**0.5 for number in found.values())


def test_search_and_rules_play_with_a_shared_deck() -> None:
    outcome, _ = play_match(SHARED, [SearchAgent(12), GreedyAgent()], 1)
    assert outcome.kind in ("win", "draw")
    assert find_gaps(pond(), 10, Console(-1).progress) is not None
