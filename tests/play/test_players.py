"""One to six players, teams and co-operation, shared zones, and cards that somebody has peeked at."""

from __future__ import annotations

import laws
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small import FireEngine, RaceEngine, game
from test_hidden_cards import check_worlds

GAMES = {
    **{f"race of {number}": game(RaceEngine, number) for number in range(1, 7)},
    "fire": game(FireEngine, 2),
    "fire of 4": game(FireEngine, 4),
}
each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_laws_hold_for_any_number_of_players(name: str) -> None:
    laws.steps_keep_to_the_laws(GAMES[name], range(6), each=1)
    laws.the_same_seed_is_the_same_match(GAMES[name])
    laws.steps_are_seen_in_order(GAMES[name])


@each_game
@given(seed=st.integers(0, 10_000), steps=st.integers(0, 30))
def test_worlds_agree_with_what_everybody_sees(name: str, seed: int, steps: int) -> None:
    check_worlds(GAMES[name], seed, steps)
