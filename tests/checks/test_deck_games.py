"""Rules in the manner of five published games: legal decks are legal, and of each illegal one exactly the
rule that it breaks is reported.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cardtools.cards.deck import parse_deck
from cardtools.cards.table import CardTable, read_tables
from cardtools.checks.validate import validate_deck
from cardtools.rulesets import load_ruleset

GAMES = Path(__file__).with_name("deck_games")


@cache
def game(name: str) -> CardTable:
    ruleset = load_ruleset(f"{name}.toml", GAMES)
    return read_tables([GAMES / f"{name}_cards.csv"], ruleset)


def found(name: str, deck: str) -> list[str]:
    """The codes and messages of the findings about a deck, `;` between its lines."""
    table = game(name)
    lines = "\n".join(line.strip() for line in deck.split(";"))
    findings = validate_deck(parse_deck(Path("d.txt"), lines), table, table.ruleset)
    return [f"{one.code} {one.message}" for one in findings]


def some(name: str, count: int, copies: int = 1) -> str:
    return "; ".join(f"{copies} {name} {number}" for number in range(1, count + 1))


SIXTY = "@format new; @date 2026-03-01; 24 Meadow; 28 Crag; 4 Ember Cat; 4 Tide Cat"
LAST = SIXTY.removesuffix("; 4 Tide Cat")
HUNDRED = "[commander]; 1 Orla; [main]; 40 Hill; 40 Wood; 10 Rat Pack; 7 Seven Sons; 1 Fire Imp; 1 Grey Golem"
# Twenty cards, eleven points to score.
FORGE = "Forge Ltd; 3 Big Plan; Small Plan; 3 Wall; 3 Gate; 3 Clerk; 2 Clerk Two; Only One; 4 Six Copies"
NORTH = f"North King; {some('North Guard', 7, 2)}; {some('Old Song', 5, 2)}; Gold Dragon"
MAGE = f"1 Mira the Mage; {some('Spark', 7, 2)}; {some('Dog', 8, 2)}"
DRUID = f"1 Ulf the Wolf; 2 Leaf; {some('Dog', 12, 2)}; 1 Great Owl; 1 Great Toad; 2 Rare Bird"

LEGAL = [
    ("four_of", SIXTY),
    ("four_of", f"{SIXTY}; [sideboard]; 15 Meadow"),
    ("four_of", f"{SIXTY}; SB: 4 Pond Frog"),
    ("four_of", f"{LAST.replace('03-01', '01-15')}; 4 Old Relic"),  # before its set leaves
    ("four_of", f"{LAST.replace('03-01', '01-15')}; 4 Deep Thought"),  # before it is banned
    ("four_of", f"{LAST.replace('03-01', '06-01')}; 4 Deep Thought"),  # and afterwards
    ("four_of", f"{LAST.replace('@date 2026-03-01; ', '')}; 4 Deep Thought"),  # the newest lists
    ("four_of", f"{LAST.replace('new', 'old')}; 3 Old Relic; 1 Lotus Engine"),
    ("four_of", "@format old; 60 Meadow"),
    ("commander", HUNDRED),
    ("commander", "Commander:; Ansel; Brina; Main:; 60 Hill; 36 Isle; Fire Imp; Wave Imp"),
    ("agendas", FORGE),
    ("agendas", FORGE.replace("2 Clerk Two", "2 Thorn")),
    ("agendas", FORGE.replace("3 Gate", "3 Helper").replace("2 Clerk Two", "2 Thorn")),  # an alliance is free
    ("agendas", "Open Door; 3 Small Plan; Bloom Plan; 3 Thorn; 3 Helper; 3 Wall; 3 Gate"),
    ("provisions", NORTH),
    (
        "provisions",
        f"Sea Queen; {some('Sailor', 8, 2)}; {some('Old Song', 5, 2)}; 2 Two Banners; Gold Dragon",
    ),
    ("heroes", MAGE),
    ("heroes", DRUID),
    ("heroes", f"[one]; {MAGE}; [two]; {DRUID}"),
]


@pytest.mark.parametrize(("name", "deck"), LEGAL)
def test_a_legal_deck(name: str, deck: str) -> None:
    assert found(name, deck) == []


ILLEGAL = [
    ("four_of", SIXTY.replace("28 Crag", "27 Crag"), "FOR101 59 cards, a deck has at least 60"),
    ("four_of", f"{SIXTY}; [sideboard]; 16 Meadow", "FOR102 16 cards, the side section has at most 15"),
    ("four_of", f"{SIXTY}; Pond Frog; SB: 4 Pond Frog", "FOR103 Pond Frog: 5 copies, the limit is 4"),
    ("four_of", f"{SIXTY}; Ember Cat (NOON) 3", "FOR103 Ember Cat: 5 copies, the limit is 4"),
    ("four_of", f"{LAST}; 4 Deep Thought", "FOR104 Deep Thought is banned"),
    ("four_of", f"{SIXTY}; SB: Lotus Engine", "FOR104 Lotus Engine is banned"),
    (
        "four_of",
        f"{SIXTY.replace('new', 'old')}; 2 Lotus Engine",
        "FOR105 Lotus Engine: 2 copies, the limit is 1",
    ),
    ("four_of", f"{LAST}; 4 Old Relic", "FOR106 Old Relic: the set DUSK is not legal"),
    ("four_of", SIXTY.replace("new", "neww"), "DCK021 the rules have no format 'neww'"),
    ("four_of", "60 Meadow", "DCK021 the deck says no format"),
    (
        "four_of",
        SIXTY.replace("4 Ember Cat", "4 Ember Cat (DUSK) 3"),
        "DCK022 there is no Ember Cat (DUSK) 3",
    ),
    (
        "commander",
        HUNDRED.replace("40 Hill", "41 Hill"),
        "COM101 101 cards, the command and main section has 100",
    ),
    (
        "commander",
        HUNDRED.replace("40 Hill", "41 Hill").replace("1 Orla", ""),
        "COM102 0 cards, the command section has 1 to 2",
    ),
    ("commander", HUNDRED.replace("1 Orla", "1 Moss Giant"), "COM103 Moss Giant is no legend"),
    (
        "commander",
        "[commander]; Orla; Ansel; [main]; 98 Hill",
        "COM104 1 partner, a deck has at least 2 (all: 2)",
    ),
    (
        "commander",
        HUNDRED.replace("1 Grey Golem", "2 Grey Golem").replace("40 Hill", "39 Hill"),
        "COM105 Grey Golem: 2 copies, the limit is 1",
    ),
    (
        "commander",
        HUNDRED.replace("7 Seven", "8 Seven").replace("40 Hill", "39 Hill"),
        "COM105 Seven Sons: 8 copies, the limit is 7",
    ),
    (
        "commander",
        HUNDRED.replace("1 Fire Imp", "1 Wave Imp"),
        "COM106 Wave Imp is not of the colours red, green",
    ),
    ("agendas", FORGE.replace("Forge Ltd; ", ""), "AGE101 0 identities, a deck has 1"),
    ("agendas", FORGE.replace("Small Plan; ", ""), "AGE102 19 cards, a deck has at least 20"),
    (
        "agendas",
        FORGE.replace("Small Plan; ", "").replace("2 Clerk Two", "3 Clerk Two"),
        "AGE103 9 aim points, a deck has 10 to 11 (cards: 20)",
    ),
    (
        "agendas",
        FORGE.replace("; Small Plan", "; 3 Small Plan"),
        "AGE103 15 aim points, a deck has 10 to 11 (cards: 22)",
    ),
    ("agendas", FORGE.replace("2 Clerk Two", "3 Thorn"), "AGE104 9 points, a deck has at most 6 (own: 17)"),
    ("agendas", FORGE.replace("4 Six Copies", "7 Six Copies"), "AGE105 Six Copies: 7 copies, the limit is 6"),
    ("agendas", FORGE.replace("Only One", "2 Only One"), "AGE105 Only One: 2 copies, the limit is 1"),
    ("agendas", FORGE.replace("3 Gate", "4 Gate"), "AGE105 Gate: 4 copies, the limit is 3"),
    (
        "agendas",
        FORGE.replace("Small Plan", "Bloom Plan"),
        "AGE106 Bloom Plan is an aim of another house than forge",
    ),
    ("provisions", NORTH.replace("North King; ", "", 1), "PRO101 0 leaders, a deck has 1"),
    ("provisions", NORTH.replace("2 Old Song 1", "1 Old Song 1"), "PRO102 24 cards, a deck has at least 25"),
    (
        "provisions",
        f"North King; {some('North Guard', 6, 2)}; {some('Old Song', 6, 2)}; Gold Horn",
        "PRO103 12 units, a deck has at least 13",
    ),
    (
        "provisions",
        f"{NORTH}; 2 Old Song 6; Gold Horn; Gold Bell",
        "PRO104 170 provisions, a deck has at most 165",
    ),
    (
        "provisions",
        NORTH.replace("2 North Guard 1", "3 North Guard 1"),
        "PRO105 North Guard 1: 3 copies, the limit is 2",
    ),
    (
        "provisions",
        NORTH.replace("Gold Dragon", "2 Gold Dragon"),
        "PRO105 Gold Dragon: 2 copies, the limit is 1",
    ),
    ("provisions", f"{NORTH}; Sailor 1", "PRO106 Sailor 1 does not follow north"),
    ("heroes", MAGE.replace("2 Dog 8", "1 Dog 8"), "HER101 29 cards, a deck has 30"),
    (
        "heroes",
        f"[one]; {MAGE}; [two]; {DRUID.replace('2 Dog 12', '1 Dog 12')}",
        "HER101 29 cards, a deck has 30",
    ),
    (
        "heroes",
        MAGE.replace("2 Dog 7; 2 Dog 8", "3 Dog 7; 1 Dog 8"),
        "HER102 Dog 7: 3 copies, the limit is 2",
    ),
    ("heroes", MAGE.replace("2 Dog 8", "2 Great Owl"), "HER102 Great Owl: 2 copies, the limit is 1"),
    (
        "heroes",
        MAGE.replace("2 Dog 8", "1 Dog 8; 1 Leaf"),
        "HER103 Leaf is a druid card, not of the class mage",
    ),
    ("heroes", f"[one]; {MAGE}; [two]; {MAGE}", "HER104 Mira the Mage: 2 copies, the limit is 1"),
    (
        "heroes",
        MAGE.replace("2 Dog 7; 2 Dog 8", "2 Rare Bird; 2 Rare Fish"),
        "HER105 4 cards (rare), a deck has at most 3",
    ),
    (
        "heroes",
        MAGE.replace("2 Dog 8", "2 Spark 8"),
        "HER106 14 minions, a deck has at least 16 (spells: 16)",
    ),
]


@pytest.mark.parametrize(("name", "deck", "expected"), ILLEGAL)
def test_an_illegal_deck_has_its_finding_alone(name: str, deck: str, expected: str) -> None:
    assert found(name, deck) == [expected]
