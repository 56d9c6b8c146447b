"""The cards of a deck's lines: checks, sheets and filters mean the same ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.deck import check_size, counted_lines, parse_deck
from cardtools.cards.names import CardNames
from cardtools.cards.table import read_cards
from cardtools.checks.decks.contents import read_contents
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.rulesets import load_ruleset

NAMES = ("Ox", "OX", "Owl", "Quiet Meadow")
TABLE = read_cards(
    Path("cards.csv"),
    load_ruleset("mana", Path()),
    "NAME;TYPE;COST;COLOUR;ATTACK;DEFENSE;SUBTYPES\n" + "".join(f"{name};Land;;White;;;\n" for name in NAMES),
)
LINES = st.lists(
    st.tuples(st.sampled_from(("1", "3", "0", "1.5", "")), st.sampled_from((*NAMES, "owl", "Owll", "Bear"))),
    max_size=12,
)


@given(LINES)
def test_a_line_means_the_same_card_to_checks_and_to_sheets(lines: list[tuple[str, str]]) -> None:
    deck = parse_deck(Path("d.txt"), "\n".join(f"{count} {name}".strip() for count, name in lines))
    problems: list[Diagnostic] = []
    found = list(counted_lines(deck, CardNames(TABLE), problems))
    checked = read_contents(deck, TABLE, TABLE.ruleset).lines
    assert found == [(one.entry, one.row) for one in checked if one.row is not None and one.entry.readable]
    # Every line is either a card with a count or a problem at its place.
    assert len(found) + len(problems) == len(lines)
    places = {entry.location for entry, _ in found} | {problem.location for problem in problems}
    assert places == {entry.location for entry in deck.entries}


def test_a_deck_becomes_too_large_at_a_line() -> None:
    check_size(parse_deck(Path("d.txt"), "9999 Ox\n1 Owl\n"))
    with pytest.raises(InputError, match=r"d\.txt:2:3: a deck of more than 10,000 cards"):
        check_size(parse_deck(Path("d.txt"), "9999 Ox\n2 Owl\n1 Ox\n"))
