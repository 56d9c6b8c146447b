"""Checks of decks: sizes, copies, names and counts, each at its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from built_in import built_in_ruleset

from cardtools.cards.deck import Deck, DeckEntry
from cardtools.cards.table import CardTable, make_table
from cardtools.checks.validate import validate_deck
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.rulesets import Ruleset, load_ruleset

TTCG = built_in_ruleset("ttcg")


def table(*rows: dict[str, str], ruleset: Ruleset = TTCG) -> CardTable:
    header = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = [[row.get(name, "") for name in header] for row in rows]
    return make_table(CsvFile.of_rows(Path("c.csv"), header, cells), ruleset)


CARDS = table(
    *({"NAME": f"Card {number}"} for number in range(40)), {"NAME": "Old Song", "LORE_OF": "Card 1"}
)


def deck(*lines: tuple[int, str]) -> Deck:
    entries = (DeckEntry(c, name, Location("d.txt", n, 3), str(c)) for n, (c, name) in enumerate(lines, 1))
    return Deck(Path("d.txt"), tuple(entries))


def found(*lines: tuple[int, str], fill: int = 50) -> list[Diagnostic]:
    taken = {name.casefold() for _, name in lines}
    free = [f"Card {number}" for number in range(40) if f"card {number}" not in taken]
    fill -= sum(count for count, _ in lines)
    more = [(min(2, fill - 2 * n), name) for n, name in enumerate(free) if fill - 2 * n > 0]
    return validate_deck(deck(*lines, *more), CARDS, TTCG)


@pytest.mark.parametrize("size", [50, 60, 70])
def test_a_legal_deck_is_silent(size: int) -> None:
    assert found(fill=size) == []


@pytest.mark.parametrize(("size", "hint"), [(49, "add 1"), (71, "remove 1")])
def test_a_deck_has_50_to_70_cards(size: int, hint: str) -> None:
    (finding,) = found(fill=size)
    assert str(finding) == f"d.txt: TTD101 deck-size: {size} cards, a deck has 50 to 70\n  help: {hint}"


def test_at_most_two_of_a_name_over_all_lines() -> None:
    assert [(f.code, f.location.line) for f in found((2, "Card 1"), (1, "Card 1"))] == [
        ("TTD102", 2),
        ("TTD106", 2),
    ]


def test_a_name_that_does_not_exist_has_its_near_miss() -> None:
    (finding,) = found((2, "Old Sung"))
    assert (finding.code, finding.hint) == ("TTD103", "did you mean Old Song?")


def test_lore_cards_are_not_for_decks() -> None:
    assert [finding.code for finding in found((1, "Old Song"))] == ["TTD104"]


def test_a_count_that_cannot_be_is_a_finding() -> None:
    (finding,) = found((0, "Card 1"))
    assert finding.code == "TTD105"


LADDER = """
[ruleset]
id = "ladder"
version = "1"
[fields.NAME]
[fields.TIER]
[fields.TYPES]
type = "list"
[deck.LAD101]
name = "copies"
kind = "copies"
limit = [
  { where = "TIER == 'Legendary'", max = 1 },
  { where = "'Booster' in TYPES", max = "unlimited" },
  { max = 4 },
]
"""


def test_the_strictest_step_that_fits_holds(tmp_path: Path) -> None:
    (tmp_path / "ladder.toml").write_text(LADDER)
    ruleset = load_ruleset("ladder.toml", tmp_path)
    cards = table(
        {"NAME": "Plain"},
        {"NAME": "Booster", "TYPES": "Booster"},
        {"NAME": "Legend", "TYPES": "Booster", "TIER": "Legendary"},
        ruleset=ruleset,
    )
    findings = validate_deck(deck((5, "Plain"), (9, "Booster"), (2, "Legend"), (1, "Nobody")), cards, ruleset)
    assert [(f.code, f.message) for f in findings] == [
        ("LAD101", "Plain: 5 copies, the limit is 4"),
        ("LAD101", "Legend: 2 copies, the limit is 1"),
        ("DCK001", "there is no card 'Nobody'"),
    ]


def test_case_does_not_count_in_a_deck() -> None:
    assert [(f.code, f.severity) for f in found((1, "card 1"), (1, "Card 1"))] == [("TTD106", "info")]
    assert [finding.code for finding in found((2, "card 1"), (1, "CARD 1"))] == ["TTD102", "TTD106"]
