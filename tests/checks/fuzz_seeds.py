"""The sound files that the fuzzer damages: the sample game's, and small ones of every game."""

from __future__ import annotations

import random
from pathlib import Path

from fuzz import Seeds
from oracle import Game, deck_text, table_text

from cardtools.checks.effect_list import ListedEffects
from cardtools.rulesets import load_ruleset

ROOT = Path(__file__).parents[2]


def make_seeds(games: dict[str, Game], effects: ListedEffects) -> Seeds:
    """The same files in every run."""
    tables = []
    decks = []
    for name, game in games.items():
        for seed in range(4):
            rng = random.Random(seed)
            tables.append((name, table_text(rng, game.cards(rng, 8)).encode()))
        rows = game.cards(rng, 200)
        tables.append((name, table_text(rng, rows).encode()))
        decks.append((name, deck_text(rng, game.deck(rng, rows)).encode()))
    tables.append(("ttcg", (ROOT / "cards/cards.csv").read_bytes()))
    decks.append(("ttcg", (ROOT / "cards/decks/starter.txt").read_bytes()))
    rulesets = {name: load_ruleset(name, Path()) for name in games}
    project = (ROOT / "cardtools.toml").read_bytes()
    suppress = b'\n[[suppress]]\ncode = "TTU105"\nreason = "wanted"\nuntil = 2030-01-01\n'
    return Seeds(tables, decks, rulesets, [project, project + suppress], effects)
