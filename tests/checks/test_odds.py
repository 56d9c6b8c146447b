"""The odds of opening hands: against counting and dealing, what is said, and when nothing is."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.deck import parse_deck, read_deck
from cardtools.cards.table import read_cards
from cardtools.checks.decks.draw_odds import bad_hands, bad_openings, enough, in_per_cent
from cardtools.checks.examples import rows_table
from cardtools.checks.validate import validate_deck
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.rulesets import load_ruleset
from cardtools.rulesets.deck_model import OddsEntry

DATA = Path(__file__).parents[1] / "cards" / "data"


def rule(
    max_: int = 10, hand: int = 3, least: int = 0, most: int | None = None, *mulligans: int
) -> OddsEntry:
    return OddsEntry(
        name="odds", kind="odds", where="", hand=hand, max=max_, least=least, most=most, mulligans=mulligans
    )


RULES = st.builds(
    lambda hand, least, number, mulligans, max_: rule(
        max_, hand, min(number, hand) if least else 0, None if least else min(number, hand), *mulligans
    ),
    st.integers(1, 5),
    st.booleans(),
    st.integers(1, 5),
    st.lists(st.integers(1, 5), max_size=2),
    st.integers(0, 100),
)


@given(st.integers(1, 7), st.integers(0, 7), RULES)
def test_the_share_is_that_of_all_hands_counted_one_by_one(size: int, good: int, entry: OddsEntry) -> None:
    good = min(good, size)
    hands = list(itertools.combinations(range(size), min(entry.hand, size)))
    drawn = [sum(card < good for card in hand) for hand in hands]
    bad = sum(n < entry.least if entry.most is None else n > entry.most for n in drawn)
    assert bad_hands(size, good, entry.hand, entry) == Fraction(bad, len(hands))


@given(st.integers(1, 40), st.integers(0, 40), RULES)
def test_a_mulligan_is_a_new_hand_of_the_whole_deck(size: int, good: int, entry: OddsEntry) -> None:
    good = min(good, size)
    expected = Fraction(1)
    for hand, share in zip((entry.hand, *entry.mulligans), bad_openings(size, good, entry), strict=True):
        expected *= bad_hands(size, good, hand, entry)
        assert share == expected


@given(st.integers(1, 40), RULES)
def test_enough_is_the_first_number_that_keeps_the_rule(size: int, entry: OddsEntry) -> None:
    kept = [good for good in range(size + 1) if 100 * bad_openings(size, good, entry)[-1] <= entry.max]
    wanted = min(kept, default=None) if entry.most is None else max(kept)
    assert enough(size, entry) == wanted


@given(st.integers(1, 10**9), st.integers(0, 10**9), st.integers(0, 100))
def test_what_is_above_the_limit_is_never_shown_as_the_limit(part: int, more: int, limit: int) -> None:
    share = Fraction(part, part + more)
    shown = Fraction(in_per_cent(share, limit))
    assert (shown <= limit) == (100 * share <= limit)
    assert abs(shown - 100 * share) <= Fraction(1, 10)


def test_a_known_number() -> None:
    # 20 Boosters among 55 cards: C(35,7) + 20 C(35,6) of C(55,7) hands have fewer than two.
    share = bad_hands(55, 20, 7, rule(least=2, hand=7))
    assert share == Fraction(math.comb(35, 7) + 20 * math.comb(35, 6), math.comb(55, 7))
    assert in_per_cent(share, 10) == "19.3"


def test_numbers_beyond_any_deck_take_no_time() -> None:
    assert enough(10**10, rule(1, 100, 50, None, 100, 100)) is not None


def found(name: str, rows: list[dict[str, int | str]], deck: str) -> list[Diagnostic]:
    ruleset = built_in_ruleset(name)
    findings = validate_deck(parse_deck(Path("d.txt"), deck), rows_table(rows, ruleset), ruleset)
    kinds = {rule.info.code for rule in ruleset.deck_rules if rule.entry.kind == "odds"}
    return [finding for finding in findings if finding.code in kinds]


SCHOOL: list[dict[str, int | str]] = [{"ID": "booster_001"}, {"ID": "spell_001", "NAME": "Hush"}]


def test_what_is_said_about_too_few_boosters() -> None:
    (finding,) = found("school", SCHOOL, "14 booster_001\n41 spell_001")
    assert str(finding) == (
        "d.txt: SVD111 opening-boosters: info: 42.1 % of opening hands (7 of 55 cards) have fewer than "
        "2 Boosters, 21.8 % after 1 mulligan; advised is at most 10 %\n"
        "  help: 18 Boosters among 55 cards would make it 9 %"
    )
    assert found("school", SCHOOL, "18 booster_001\n37 spell_001") == []


@pytest.mark.parametrize(
    ("name", "told"), [("academy_tempo", True), ("darkling_control", False), ("elemental_flux", False)]
)
def test_the_starter_decks_of_the_school_rules(name: str, told: bool) -> None:
    school = built_in_ruleset("school")
    cards = read_cards(DATA / "school_ids.csv", school)
    codes = {finding.code for finding in validate_deck(read_deck(DATA / f"{name}.txt"), cards, school)}
    assert ("SVD111" in codes) == told


RANKS: list[dict[str, int | str]] = [
    {"NAME": "Cub", "TYPE": "Fire", "LEVEL": 1},
    {"NAME": "Bear", "TYPE": "Fire", "LEVEL": 2},
    {"NAME": "Blank", "TYPE": "Fire", "LEVEL": ""},
]


def test_a_deck_without_a_rank_1_card_has_no_opening() -> None:
    (finding,) = found("ttcg", RANKS, "50 Bear")
    assert (finding.code, finding.severity) == ("TTD111", "warning")
    assert finding.message == (
        "100 % of opening hands (7 of 50 cards) have no rank-1 card, 100 % after 1 mulligan; "
        "advised is at most 5 %"
    )
    assert finding.hint == "10 rank-1 cards among 50 cards would make it 4.5 %"


@pytest.mark.parametrize(
    "deck",
    [
        "50 Bear\n2 Nobody",  # the card may be the one
        "49 Bear\n1 Blank",
        "50 Bear\n0 Cub",
        "40 Bear",  # it lacks ten cards
        "40 Bear\n10 Cub",
    ],
)
def test_what_cannot_be_known_is_not_told(deck: str) -> None:
    assert found("ttcg", RANKS, deck) == []


@pytest.mark.parametrize(("creatures", "told"), [(8, True), (9, False)])
def test_creatures_in_the_starting_hand_of_the_dice_game(creatures: int, told: bool) -> None:
    rows: list[dict[str, int | str]] = [
        {"NAME": "Rat", "TYPE": "Creature", "COLOUR": "red"},
        {"NAME": "Tea", "TYPE": "Spell", "COLOUR": "grey"},
    ]
    findings = found("kingdom", rows, f"{creatures} Rat\n{30 - creatures} Tea")
    assert [f.hint for f in findings] == ["9 creatures among 30 cards would make it 9.1 %"] * told
    # That there is none at all is said by a rule of its own.
    assert found("kingdom", rows, "30 Tea") == []


def test_the_vault_is_no_part_of_the_hand_of_the_mana_game() -> None:
    rows: list[dict[str, int | str]] = [
        {"NAME": "Hare", "TYPE": "Creature"},
        {"NAME": "Spark", "TYPE": "Spell"},
        {"NAME": "Lake", "TYPE": "Land"},
        {"NAME": "Ilva", "TYPE": "Leader"},
    ]
    (finding,) = found("mana", rows, "5 Hare\n35 Spark\n[vault]\n60 Lake\n[leader]\n1 Ilva")
    assert "(5 of 40 cards) have no creature" in finding.message


GAME = """\
[ruleset]
id = "game"
version = "1"
[fields.NAME]
[deck.GAM101]
name = "lands"
kind = "odds"
where = "startswith(NAME, 'Land')"
noun = "land"
hand = 4
max = 10
"""


def test_too_many_can_be_bad_as_well(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(f"{GAME}most = 2\n")
    game = load_ruleset("game.toml", tmp_path)
    deck = parse_deck(Path("d.txt"), "20 Land\n10 Ox")
    (finding,) = validate_deck(deck, rows_table([{"NAME": "Land"}, {"NAME": "Ox"}], game), game)
    assert finding.message == (
        "59.3 % of opening hands (4 of 30 cards) have more than 2 lands; allowed is at most 10 %"
    )
    assert finding.hint == "10 lands among 30 cards would make it 9.5 %"


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("", "odds need either least, 1 or more, or most"),
        ("least = 1\nmost = 1", "odds need either least, 1 or more, or most"),
        ("least = 5", "least = 5: a hand of 4 cards has 0 to 4 of them"),
        ("least = 1\nmulligans = [4, 0]", "a hand has 1 to 100 cards"),
        ("least = 1\nmulligans = 3", "mulligans = 3, expected a list of whole numbers"),
    ],
)
def test_odds_that_make_no_sense_are_refused(tmp_path: Path, keys: str, message: str) -> None:
    (tmp_path / "game.toml").write_text(f"{GAME}{keys}\n")
    with pytest.raises(InputError) as error:
        load_ruleset("game.toml", tmp_path)
    assert message in str(error.value)
    assert "game.toml:" in str(error.value)
