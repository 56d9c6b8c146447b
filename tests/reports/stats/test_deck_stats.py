"""The odds of draws against counting every way to draw, and decks against plain Python."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from pathlib import Path

from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from cardtools.cards.table import make_table
from cardtools.checks.decks.draw_odds import at_least_one, expected
from cardtools.ground.tables.csv_reader import read_csv
from cardtools.reports.stats.decks import TURNS
from cardtools.reports.stats.facts import Facts, Pile
from cardtools.reports.stats.sections import make_tables

ALPHA = built_in_ruleset("alpha")


@given(st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(0, n))))
def test_odds_are_the_share_of_all_hands(numbers: tuple[int, int, int]) -> None:
    size, copies, seen = numbers
    hands = list(itertools.combinations(range(size), seen))
    drawn = [sum(card < copies for card in hand) for hand in hands]
    assert at_least_one(size, copies, seen) == Fraction(sum(map(bool, drawn)), len(hands))
    assert expected(size, copies, seen) == Fraction(sum(drawn), len(hands))
    assert at_least_one(size, copies, seen + size) == (copies > 0)


def test_a_well_known_number() -> None:
    # Four copies in a deck of sixty, seven cards drawn: 39.9 %.
    assert f"{float(at_least_one(60, 4, 7)):.4f}" == "0.3995"


COSTS, TYPES = (1, 1, 2, 5, None), ("Creature", "Object", "Creature", "Object", "Creature")


contents = st.dictionaries(st.integers(0, 4), st.integers(1, 6), min_size=1)


@given(contents, st.integers(1, 9), st.integers(0, 3))
def test_the_tables_of_a_deck(copies: dict[int, int], hand: int, draws: int) -> None:
    text = "NAME;TYPE;COST\n" + "".join(
        f"N{row};{TYPES[row]};{'' if COSTS[row] is None else COSTS[row]}\n" for row in range(5)
    )
    cards = make_table(read_csv(Path("cards.csv"), text=text), ALPHA)
    rows = [row for row, number in copies.items() for _ in range(number)]
    pile = Pile("deck", copies, hand, draws)
    facts = Facts(cards, rows, of_deck=True, piles=[pile])
    tables = {table.key: table for table in make_tables(facts, ["decks"])}
    size = len(rows)
    known = [COSTS[row] for row in rows if COSTS[row] is not None]
    mean = round(sum(known) / len(known), 4) if known else None
    assert tables["decks"].rows == [("deck", (size, len(copies), mean))]
    curve = {label: cells[0] for label, cells in tables["deck-curve"].rows if cells[0]}
    assert curve == Counter("(none)" if COSTS[row] is None else str(COSTS[row]) for row in rows)
    kinds = Counter(TYPES[row] for row in rows)
    assert {label: cells[0] for label, cells in tables["deck-kinds"].rows} == kinds
    assert ("odds-deck" in tables) == (size > hand)
    if size <= hand:
        return
    numbers = sorted(set(copies.values()))
    turns = tables["odds-deck"].rows
    for turn, (label, cells) in enumerate(turns):
        assert label == (str(turn) if turn else "hand")
        seen = min(size, hand + turn * draws)
        assert cells[0] == seen
        assert list(cells[1:]) == [round(float(at_least_one(size, number, seen)), 6) for number in numbers]
    assert len(turns) == TURNS + 1 or turns[-1][1][0] == size
    if len(kinds) > 1:
        for label, cells in tables["draws-deck"].rows:
            assert sum(cells[1:]) == approx(cells[0], abs=1e-3), label
