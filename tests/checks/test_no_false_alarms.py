"""Legal cards and decks are never reported, in none of the ways people write them.

`python tests/bench/bench_validate.py --legal 10000` tries as many cards, a tenth of it decks, of each game.
"""

from __future__ import annotations

import pytest
from built_in import built_in_ruleset
from games import NAMES
from legal import false_alarms
from oracle import Game

from cardtools.checks.effect_list import ListedEffects

CARDS, DECKS = 1000, 40


@pytest.mark.parametrize("name", NAMES)
def test_legal_cards_and_decks_are_not_reported(
    name: str, games: dict[str, Game], effects: ListedEffects
) -> None:
    ruleset = built_in_ruleset(name)
    assert false_alarms(games[name], ruleset, effects, CARDS, DECKS) == []
