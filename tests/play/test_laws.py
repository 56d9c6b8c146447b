"""The sample games keep to the laws of every game."""

from __future__ import annotations

import laws
import pytest
from engines import GAMES, sample

# Seeds of random matches in which a law once was broken.
ONCE_BROKEN = {"kingdom": [78], "mana": [7975], "ttcg": [102]}

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_laws_hold_at_every_step_of_random_matches(name: str) -> None:
    laws.steps_keep_to_the_laws(sample(name), [*range(12), *ONCE_BROKEN.get(name, [])])


@each_game
def test_the_same_seed_is_the_same_match(name: str) -> None:
    laws.the_same_seed_is_the_same_match(sample(name))


@each_game
def test_greedy_players_beat_random_ones(name: str) -> None:
    laws.greedy_players_beat_random_ones(sample(name))


@each_game
def test_steps_are_seen_in_order(name: str) -> None:
    laws.steps_are_seen_in_order(sample(name))
