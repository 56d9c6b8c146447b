"""Damaged card tables, decks, rulesets and project files: an error that helps, or a result, and no row lost.

`python tests/bench/bench_validate.py --fuzz 100000` runs as many cases.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz import Seeds, run
from fuzz_seeds import make_seeds
from oracle import Game
from strategies import cases

from cardtools.checks.effect_list import ListedEffects

CASES = cases(200)


@pytest.fixture(scope="module")
def seeds(games: dict[str, Game], effects: ListedEffects) -> Seeds:
    """Sound files of every game."""
    return make_seeds(games, effects)


@pytest.mark.parametrize("first", range(0, CASES, 100))
def test_damaged_files_are_reported_or_read_whole(first: int, seeds: Seeds, tmp_path: Path) -> None:
    assert list(filter(None, run(first, 100, seeds, tmp_path))) == []
