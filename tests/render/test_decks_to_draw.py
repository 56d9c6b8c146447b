"""The cards of a deck, as the checks of decks understand its names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from built_in import built_in_ruleset

from cardtools.cards.deck import parse_deck
from cardtools.cards.names import CardNames
from cardtools.checks.examples import rows_table
from cardtools.ground.errors import InputError
from cardtools.render.project_cards import ProjectCards, cards_to_draw

ROWS: list[dict[str, int | str]] = [
    {"ID": "item_008", "NAME": "Big Key"},
    {"ID": "item_009", "NAME": "Small Key"},
    {"ID": "spell_001", "NAME": "Fire"},
    {"ID": "spell_002", "NAME": "FIRE"},
]


@pytest.fixture
def project_cards() -> ProjectCards:
    """The cards of a game whose decks name them by id."""
    table = rows_table(ROWS, built_in_ruleset("school"))
    nothing: Any = None
    return ProjectCards(nothing, cards_to_draw(table, "", ""), CardNames(table), nothing)


def drawn(project_cards: ProjectCards, text: str) -> list[str]:
    return [str(card.values["ID"]) for card in project_cards.deck(parse_deck(Path("d.txt"), text))]


def test_a_deck_names_cards_by_id_or_by_name_in_any_case(project_cards: ProjectCards) -> None:
    assert drawn(project_cards, "2 item_009\nBIG KEY\n1 FIRE\n1 Fire") == [
        "item_009", "item_009", "item_008", "spell_002", "spell_001",
    ]  # fmt: skip


def test_every_line_that_cannot_be_drawn_is_told(project_cards: ProjectCards) -> None:
    with pytest.raises(InputError) as error:
        drawn(project_cards, "2 item_8\n0 Big Key\n1 item_009\n1 Something")
    assert str(error.value) == (
        "d.txt:1:3: no card is named 'item_8'\n  help: did you mean item_008?\n"
        "d.txt:2:3: Big Key: the count 0 is not a whole number above zero\n  help: write 1 to 999,999\n"
        "d.txt:4:3: no card is named 'Something'"
    )
