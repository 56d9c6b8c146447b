"""Legal cards and decks, and what is found in them all the same."""

from __future__ import annotations

import random
from pathlib import Path

from oracle import Game, deck_text, table_text
from spoil import read_table

from cardtools.cards.deck import parse_deck
from cardtools.checks.effect_list import ListedEffects
from cardtools.checks.validate import validate, validate_deck
from cardtools.rulesets import Ruleset

TABLE = 500  # cards a table, enough for decks of every kind


def false_alarms(game: Game, ruleset: Ruleset, effects: ListedEffects, cards: int, decks: int) -> list[str]:
    """The findings in at least so many legal cards and decks, but the notes that they may have."""
    alarms: list[str] = []
    tables = max(1, -(-cards // TABLE))
    for seed in range(tables):
        rng = random.Random(seed)
        rows = game.cards(rng, TABLE)
        table = read_table(table_text(rng, rows), ruleset)
        found = list(validate(table, ruleset, effects))
        for _ in range(-(-decks // tables)):
            deck = parse_deck(Path("deck.txt"), deck_text(rng, game.deck(rng, rows)))
            found += validate_deck(deck, table, ruleset)
        alarms += [f"seed {seed}: {finding}" for finding in found if finding.code not in game.notes]
    return alarms
