"""Sums over a deck: points with a limit, by its size, by its leader, spent outside the leader's faction."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.deck import parse_deck
from cardtools.cards.table import CardTable, make_table
from cardtools.checks.validate import validate_deck
from cardtools.ground.errors import InputError
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.rulesets import Ruleset, load_ruleset

GAME = """
[ruleset]
id = "game"
version = "1"
[fields.NAME]
[fields.KIND]
[fields.FACTION]
[fields.POINTS]
type = "int"
[fields.WEIGHT]
type = "number"
[fields.INFLUENCE]
type = "int"
"""
CARDS = (
    ("Chief", "leader", "sun", "", "", "15"),
    ("Elder", "leader", "moon", "", "", "10"),
    ("Goal", "aim", "sun", "2", "", ""),
    ("Prize", "aim", "moon", "3", "", "2"),
    ("Scout", "unit", "sun", "", "1.5", "1"),
    ("Spy", "unit", "moon", "", "0.5", "3"),
)


def rules(folder: Path, rule: str) -> Ruleset:
    (folder / "game.toml").write_text(f'{GAME}[deck.GAM101]\nname = "rule"\nkind = "sum"\n{rule}\n')
    return load_ruleset("game.toml", folder)


def cards(ruleset: Ruleset) -> CardTable:
    header = ("NAME", "KIND", "FACTION", "POINTS", "WEIGHT", "INFLUENCE")
    return make_table(CsvFile.of_rows(Path("c.csv"), header, CARDS), ruleset)


def said(folder: Path, rule: str, deck: str) -> str:
    ruleset = rules(folder, rule)
    found = validate_deck(parse_deck(Path("d.txt"), deck), cards(ruleset), ruleset)
    return "; ".join(f"{one.message} | {one.hint}" for one in found if one.code == "GAM101")


BY_SIZE = """of = "POINTS"
where = "KIND == 'aim'"
noun = "aim point"
min = "2 * (size // 5) + 2"
max = "2 * (size // 5) + 3"
"""
FOREIGN = """of = "0 if FACTION == first_FACTION else INFLUENCE"
where = "KIND != 'leader'"
first = "KIND == 'leader'"
noun = "influence point"
max = "first_INFLUENCE"
"""


OWN = """of = "1"
where = "FACTION == first_FACTION"
first = "KIND == 'leader'"
min = 2
"""
EACH = """of = "1"
where = "KIND == 'unit'"
by = "FACTION"
noun = "foe"
max = "2 if group in ('sun', 'moon') else 9"
"""
AS_MANY = """of = "KIND == 'unit'"
noun = "unit"
totals = { aims = "KIND == 'aim'" }
min = "aims"
max = "2 * aims"
"""


@pytest.mark.parametrize(
    ("rule", "deck", "expected"),
    [
        ('of = "POINTS"\nmax = 5', "1 Goal\n1 Prize", ""),
        ('of = "POINTS"\nmax = 5', "2 Prize", "6 points, a deck has at most 5 | remove some"),
        ('of = "POINTS"\nmin = 4\nnoun = "aim"', "1 Prize", "3 aims, a deck has at least 4 | add some"),
        ('of = "POINTS"\nmax = 2\nseverity = "info"', "1 Prize",
         "3 points, advised are at most 2 | remove some"),
        ('of = "WEIGHT"\nmax = 3', "2 Scout", ""),
        ('of = "WEIGHT"\nmax = 3', "2 Scout\n1 Spy", "3.5 points, a deck has at most 3 | remove some"),
        (BY_SIZE, "2 Goal\n8 Scout", "4 aim points, a deck has 6 to 7 | add some"),
        (BY_SIZE, "3 Goal\n7 Scout", ""),
        (BY_SIZE, "2 Goal\n1 Prize\n7 Scout", ""),
        (BY_SIZE, "4 Goal\n6 Scout", "8 aim points, a deck has 6 to 7 | remove some"),
        (BY_SIZE, "4 Goal\n11 Scout", ""),
        (FOREIGN, "1 Chief\n5 Spy\n20 Scout", ""),
        (FOREIGN, "1 Chief\n6 Spy", "18 influence points, a deck has at most 15 | remove some"),
        (FOREIGN, "1 Elder\n6 Spy\n10 Scout", ""),
        (FOREIGN, "1 Elder\n6 Spy\n11 Scout", "11 influence points, a deck has at most 10 | remove some"),
        (FOREIGN, "6 Spy", ""),
        (FOREIGN, "1 Chief\n1 Elder\n99 Spy", ""),
        (EACH, "2 Goal\n2 Scout\n1 Spy", ""),
        (EACH, "2 Scout\n3 Spy", "3 foes (moon), a deck has at most 2 | remove some"),
        (EACH, "9 Goal\n3 Scout\n2 Spy", "3 foes (sun), a deck has at most 2 | remove some"),
        (AS_MANY, "2 Goal\n1 Spy\n1 Scout", ""),
        (AS_MANY, "2 Goal\n1 Spy", "1 unit, a deck has 2 to 4 (aims: 2) | add some"),
        (AS_MANY, "1 Goal\n4 Spy", "4 units, a deck has 1 to 2 (aims: 1) | remove some"),
        (OWN, "1 Chief\n1 Elder", ""),
        (OWN, "1 Chief\n2 Spy",
         "1 point, a deck has at least 2 | add some"),
    ],
)  # fmt: skip
def test_a_deck_within_its_limits_and_one_beyond(tmp_path: Path, rule: str, deck: str, expected: str) -> None:
    assert said(tmp_path, rule, deck) == expected


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('of = "POINT"', "unknown name 'POINT'"),
        ('of = "size"', "unknown name 'size'"),
        ('of = "POINTS"\nmax = "POINTS"', "POINTS: a limit is not that of a card"),
        ('of = "POINTS"\nmin = 5\nmax = 3', "min = 5 is more than max = 3"),
        ('of = "POINTS"\nmax = "size //"', "max: "),
        ("max = 3", "the key of is missing"),
    ],
)
def test_a_rule_that_cannot_be_is_explained(tmp_path: Path, rule: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        rules(tmp_path, rule)
    assert message in str(error.value)


@pytest.fixture(scope="module")
def any_sum(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return rules(tmp_path_factory.mktemp("sum"), 'of = "POINTS"\nmax = "3 * size"\nmin = 10')


@given(goals=st.integers(0, 9), prizes=st.integers(0, 9), scouts=st.integers(1, 9))
def test_the_sum_is_that_of_all_copies(any_sum: Ruleset, goals: int, prizes: int, scouts: int) -> None:
    lines = [(goals, "Goal"), (prizes, "Prize"), (scouts, "Scout")]
    deck = parse_deck(Path("d.txt"), "\n".join(f"{count} {name}" for count, name in lines if count))
    found = [one for one in validate_deck(deck, cards(any_sum), any_sum) if one.code == "GAM101"]
    total = 2 * goals + 3 * prizes
    assert bool(found) == (not 10 <= total <= 3 * (goals + prizes + scouts))
    assert all(one.message.startswith(f"{total} point") for one in found)
