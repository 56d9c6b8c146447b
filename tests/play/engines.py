"""The engines of the sample games, with their own decks."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from cardtools.library.game import load
from cardtools.play.engine import Engine
from cardtools.play.load import load_match, understanding
from cardtools.programs.compiling import Compiler
from cardtools.programs.tree import Selector
from cardtools.steps.programs import read_compiler

ROOT = Path(__file__).parents[2]
# Each game with its project's folder and two of its decks.
GAMES = {
    "alpha": (ROOT / "examples/alpha", "baseline.txt", "overload.txt"),
    "kingdom": (ROOT / "examples/kingdom", "embers-and-honey.txt", "carps-and-acorns.txt"),
    "mana": (ROOT / "examples/mana", "downs-and-hearthwood.txt", "cinders-and-shallows.txt"),
    "school": (ROOT / "examples/school", "kindling.txt", "after-lights-out.txt"),
    "ttcg": (ROOT, "starter.txt", "nightfall.txt"),
}


@cache
def sample(name: str) -> Engine[Any]:
    """The engine of a sample game with two decks."""
    folder, *decks = GAMES[name]
    game = load(folder).files
    return load_match(game, [folder / "cards/decks" / deck for deck in decks], understanding(game))


@cache
def compiler() -> Compiler:
    """What reads the texts of the TTCG."""
    game = load(ROOT).files
    found = read_compiler(game.project, game.ruleset)
    assert found is not None
    return found


CREATURE = Selector(zone="field", kind="creature", count=1, target=True)
EACH = Selector(zone="field", kind="creature")
