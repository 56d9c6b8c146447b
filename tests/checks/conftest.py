"""What the checks are tried on: the games with their generators, and the sample game's tagged effects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from games import make_games
from oracle import Game
from small_tables import RULES
from valid_ttcg import read_pool

from cardtools.checks.effect_list import ListedEffects, read_effect_list
from cardtools.rulesets import Ruleset, load_ruleset


@pytest.fixture(scope="session")
def tagged(built: Path) -> Path:
    """The tagged effect list of the sample game."""
    return built / "effects/effects_with_placeholders.csv"


@pytest.fixture(scope="session")
def effects(tagged: Path) -> ListedEffects:
    """The same list, read."""
    return read_effect_list(tagged)


@pytest.fixture(scope="session")
def games(tagged: Path) -> dict[str, Game]:
    """The five games by the name of their ruleset."""
    return make_games(read_pool(tagged))


@pytest.fixture
def rules(write: Callable[[str, str], Path]) -> Ruleset:
    """The ruleset of the small tables: cards of kinds and ranks, with power, life and price."""
    return load_ruleset(str(write("small.toml", RULES)), Path())
