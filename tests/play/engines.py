"""The engines of the sample games, with their own decks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from cardtools.cards.deck import read_deck
from cardtools.play.engine import CardText, Engine
from cardtools.play.load import load_engine
from cardtools.programs.tree import Damage, Move, OnPlay, Selector, Seq
from cardtools.stages.game import load

ROOT = Path(__file__).parents[2]
# Each game with its project's folder and two of its decks.
GAMES = {
    "alpha": (ROOT / "examples/alpha", "baseline.txt", "baseline.txt"),
}
Understand = Callable[[str], CardText]


@cache
def sample(name: str) -> Engine[Any]:
    """The engine of a sample game with two decks."""
    folder, *decks = GAMES[name]
    game = load(folder)
    return load_engine(game.table, [read_deck(folder / "cards/decks" / deck) for deck in decks], understand)


CREATURE = Selector(zone="field", kind="creature", count=1, target=True)
EACH = Selector(zone="field", kind="creature")
_OBJECTS = {
    "Deal 1 damage to target creature.": Damage(CREATURE, 1),
    "Deal 2 damage to target creature.": Damage(CREATURE, 2),
    "Deal 1 damage to each creature.": Damage(EACH, 1),
    "Deal 2 damage to target creature. Deal 1 damage to each creature.": Seq(
        (Damage(CREATURE, 2), Damage(EACH, 1))
    ),
    "Destroy target creature.": Move(CREATURE, "discard", "destroy"),
    "Destroy target creature, then deal 1 damage to each creature.": Seq(
        (Move(CREATURE, "discard", "destroy"), Damage(EACH, 1))
    ),
}


def understand(text: str) -> CardText:
    """What the texts of the sample game of the Alpha rules mean."""
    return CardText(text, (OnPlay(_OBJECTS[text]),))
