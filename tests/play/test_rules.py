"""Games whose rules are data: small ones written from nothing, and what is said of rules that are wrong."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import laws
import pytest

from cardtools.library.game import load
from cardtools.play.engine import Engine
from cardtools.play.load import load_match, understanding

GAMES = Path(__file__).parents[1] / "games"


@cache
def made(name: str, players: int = 2) -> Engine[Any]:
    """The engine of a game for so many players, with the decks of its project in turn."""
    game = load(GAMES / name).files
    decks = [game.project.path(one) for one in game.project.settings.cards.decks]
    return load_match(game, [decks[at % len(decks)] for at in range(players)], understanding(game))


@pytest.mark.parametrize(("name", "players"), [("lantern-market", 2), ("lantern-market", 4)])
def test_a_game_by_its_data_keeps_to_the_laws(name: str, players: int) -> None:
    engine = made(name, players)
    laws.steps_keep_to_the_laws(engine, range(3))
    laws.the_same_seed_is_the_same_match(engine)
    assert len((GAMES / name / "rules.toml").read_text("utf-8").splitlines()) < 80
