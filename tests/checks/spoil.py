"""One rule broken at a time: legal cards and decks spoiled, and what must be found then.

A `Spoil` names the code that must be found; `spoil_cards.py` and `spoil_decks.py` have a list of them for every
game. The score is the share of spoiled cards and decks for which it was.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from oracle import Game, Line, Row, deck_text, table_text

from cardtools.cards.deck import parse_deck
from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.effect_list import ListedEffects
from cardtools.checks.validate import validate, validate_deck
from cardtools.ground.io.files import decode
from cardtools.rulesets import Ruleset

Change = Callable[[random.Random, Row, Sequence[Row]], Row]
GONE: Row = {"": "the row is taken out"}
DeckChange = Callable[[random.Random, Sequence[Row], list[Line]], list[Line] | None]


@dataclass(frozen=True)
class Spoil:
    """What breaks the rule `code`: new cells for a card that `who` picks.

    The finding stands in that card's row, and in `column` where that is given; with `anywhere` it may stand
    in another row, as of two cards with one name. A change to GONE takes the row out. `also` are codes that may be found beside it.
    """

    code: str
    column: str
    who: Callable[[Row], bool]
    change: Change
    also: frozenset[str] = frozenset()
    anywhere: bool = False


@dataclass(frozen=True)
class SpoilDeck:
    """What breaks the deck rule `code`: new lines for a legal deck, None where that deck allows none."""

    code: str
    change: DeckChange
    also: frozenset[str] = frozenset()


@dataclass
class Score:
    """How many were tried and found, the misses in words, and what was found beside by the code wanted."""

    tried: int = 0
    found: int = 0
    misses: list[str] = field(default_factory=list)
    beside: Counter[tuple[str, str]] = field(default_factory=Counter)
    unexpected: list[str] = field(default_factory=list)

    def add(self, code: str, hit: bool, others: set[str], allowed: frozenset[str], what: str) -> None:
        """Count one that was tried."""
        self.tried += 1
        self.found += hit
        if not hit:
            self.misses.append(f"{code} not found, but {sorted(others) or 'nothing'}: {what}")
        self.beside.update((code, other) for other in others)
        if others - allowed:
            self.unexpected.append(f"{code} found with {sorted(others - allowed)}: {what}")


def read_table(text: str, ruleset: Ruleset) -> CardTable:
    """The cards of a file with this text."""
    path = Path("cards.csv")
    return read_cards(path, ruleset, decode(text.encode(), path))


def any_card(row: Row) -> bool:
    """Every card."""
    return True


def cells(column: str, *texts: str) -> Change:
    """One of the texts in the column."""
    return lambda rng, row, rows: {column: rng.choice(texts)}


def same_as_another(column: str) -> Change:
    """What another card has in the column."""

    def change(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
        return {column: rng.choice([other[column] for other in rows if other[column] != row[column]])}

    return change


def score_cards(
    game: Game, spoils: Sequence[Spoil], ruleset: Ruleset, effects: ListedEffects, count: int
) -> Score:
    """`count` spoiled cards, each in a table of legal ones; every spoil as often as another."""
    score = Score()
    for number in range(count):
        spoil = spoils[number % len(spoils)]
        rng = random.Random(number)
        rows, index = _pick(rng, game, spoil)
        new = spoil.change(rng, rows[index], rows)
        what = f"seed {number}, {spoil.column}: {rows[index] | new}"
        rows[index : index + 1] = [] if new == GONE else [rows[index] | new]
        table = read_table(table_text(rng, rows), ruleset)
        found = [
            d for d in validate(table, ruleset, effects) if d.code not in game.notes or d.code == spoil.code
        ]
        hit = False
        for finding in found:
            row, cell = table.file.cell_at(finding.location)
            there = (row == index or spoil.anywhere) and spoil.column in ("", table.columns[cell])
            hit = hit or (finding.code == spoil.code and there)
        others = {finding.code for finding in found} - {spoil.code}
        score.add(spoil.code, hit, others, spoil.also, what)
    return score


def _pick(rng: random.Random, game: Game, spoil: Spoil) -> tuple[list[Row], int]:
    while True:
        rows = game.cards(rng, 24)
        fitting = [index for index, row in enumerate(rows) if spoil.who(row)]
        if fitting:
            return rows, rng.choice(fitting)


def score_decks(game: Game, spoils: Sequence[SpoilDeck], ruleset: Ruleset, count: int) -> Score:
    """`count` spoiled decks of a few tables; every spoil as often as another."""
    score = Score()
    rng = random.Random(0)
    tables = []
    for number in range(3):
        rows = game.cards(random.Random(number), 700)
        tables.append((rows, read_table(table_text(rng, rows), ruleset)))
    for number in range(count):
        spoil = spoils[number % len(spoils)]
        rng = random.Random(number)
        deck = None
        while deck is None:
            rows, table = rng.choice(tables)
            deck = spoil.change(rng, rows, game.deck(rng, rows))
        read = parse_deck(Path("deck.txt"), deck_text(rng, deck))
        codes = {d.code for d in validate_deck(read, table, ruleset)}
        others = codes - game.notes - {spoil.code}
        score.add(spoil.code, spoil.code in codes, others, spoil.also, f"seed {number}: {deck}")
    return score
