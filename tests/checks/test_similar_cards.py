"""Stand-ins for names, names that are nearly the same and lists in an unusual order are reported, no more."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st
from small_tables import Row, codes, found

from cardtools.checks.card_names import one_letter_apart
from cardtools.ground.spelling import one_edit
from cardtools.rulesets import Ruleset, load_ruleset

Write = Callable[[str, str | bytes], Path]
RULES = """\
[ruleset]
id = "small"
version = "1"
[fields.NAME]
unique = true
[fields.KINDS]
type = "list"
"""
LETTERS = "abc"


@pytest.fixture
def rules(write: Write) -> Ruleset:
    """Cards of a name and a list of kinds."""
    return load_ruleset(str(write("small.toml", RULES)), Path())


def named(*names: str) -> list[Row]:
    return [{"NAME": name} for name in names]


@pytest.mark.parametrize(
    "pair",
    [
        ("Orb of Rain", "Orb of Rains"),
        ("Ember Knight", "Amber Knight"),
        ("Storm Caller", "Strom Caller"),
        ("Tide-Orb", "Tide Orb"),
        ("Knight's Oath", "Knights’ Oath"),
        ("Fire Imp 1", "Fire Imps 2"),
        ("Dragon", "Dragons"),
    ],
)
def test_names_that_are_nearly_the_same_are_reported_once(rules: Ruleset, pair: tuple[str, str]) -> None:
    assert codes(rules, named(*pair)) == codes(rules, named(*reversed(pair))) == ["CRD007"]


@pytest.mark.parametrize(
    "names",
    [
        ("Fire Imp I", "Fire Imp II", "Fire Imp III"),
        ("Sentinel Mk 2", "Sentinel Mk 3", "Sentinel Mk 12"),
        ("Watchtower A", "Watchtower B", "Watchtower"),
        ("Bat", "Cat", "Hat"),
        ("Hunter", "Hunger"),
        ("Orb of Rain", "Rain of Orbs"),
    ],
)
def test_families_short_names_and_other_names_are_not_reported(rules: Ruleset, names: Sequence[str]) -> None:
    assert codes(rules, named(*names)) == []


def test_names_in_other_capitals_are_reported_as_such(rules: Ruleset) -> None:
    assert codes(rules, named("Inferno Wave", "INFERNO WAVE")) == ["CRD008"]


def test_the_message_says_what_differs_and_where_the_other_card_is(rules: Ruleset) -> None:
    (finding,) = found(rules, named("Orb of Rain", "Moss Bear", "Orb of Rains"))
    assert (finding.location.line, finding.message, finding.hint) == (
        4,
        "Orb of Rains: the name Orb of Rains differs from Orb of Rain (line 2) in one letter",
        "give one of them a name that can't be mistaken for the other",
    )


def test_the_rarities_of_a_card_have_one_name_and_ids_are_no_names() -> None:
    school = built_in_ruleset("school")
    ids = [{"ID": f"monster_{n:03d}", "NAME": "Hall Monitor", "TYPES": "Monster"} for n in (31, 32)]
    rows = [row | {"ATK": "1", "HP": "1", "TEXT": "Tap target Monster."} for row in ids]
    assert codes(school, rows) == []
    rows[1]["NAME"] = "Hall Monitors"
    assert codes(school, rows) == ["CRD007", "CRD016"]


@given(st.lists(st.text(LETTERS, min_size=4, max_size=10), max_size=40, unique=True))
def test_near_names_are_what_comparing_all_of_them_gives(words: list[str]) -> None:
    expected: dict[int, set[int]] = {}
    for (first, one), (second, other) in combinations(enumerate(words), 2):
        if min(len(one), len(other)) >= 6 and len(one + other) >= 13 and one_edit(one, other):
            expected.setdefault(second, set()).add(first)
    near = one_letter_apart(words)
    assert near.keys() == expected.keys()
    assert all(found[0] == min(expected[later]) for later, found in near.items())
    assert all(expected[later].issuperset(found) for later, found in near.items())


def test_names_that_are_all_alike_are_one_finding_each(rules: Ruleset) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    rows = named(*(f"The Emberwick of {one}{other}lde" for one in letters for other in letters))
    assert codes(rules, rows) == ["CRD007"] * (len(rows) - 1)


@given(st.integers(0, 2**32), st.integers(1, 60))
def test_a_near_copy_among_names_far_apart_is_the_one_finding(seed: int, count: int) -> None:
    rng = random.Random(seed)
    # Letters in threes: any two such names differ in three letters or more.
    names = [
        "".join(3 * letter for letter in word)
        for word in rng.sample([*combinations("bcdfghjklmnp", 5)], count)
    ]
    assert one_letter_apart(names) == {}
    word = rng.choice(names)
    cut = rng.randrange(len(word))
    near = rng.choice(
        (word[:cut] + word[cut + 1 :], word[:cut] + "z" + word[cut:], word[:cut] + "z" + word[cut + 1 :])
    )
    assert one_letter_apart([*names, near]) == {len(names): [names.index(word)]}


@given(
    st.permutations(["Orb of Rain", "Orb of Rains", "Orb of Ruins", "Tide-Orb", "Tide Orb", "TODO", "Bat"])
)
def test_in_any_order_the_later_of_two_near_names_is_reported(names: list[str]) -> None:
    alpha = built_in_ruleset("alpha")
    card = {"TYPE": "Object", "COST": "1", "HEALTH": "", "ATTACK": "", "EFFECT": "Deal 1 damage."}
    rows = [{"NAME": name, **card} for name in names]
    reported = [finding for finding in found(alpha, rows) if finding.code in ("CRD007", "CRD009")]
    pairs = {frozenset(name for name in names if f" {name} " in finding.message) for finding in reported}
    near = {
        frozenset({"Orb of Rain", "Orb of Rains"}),
        frozenset({"Orb of Rains", "Orb of Ruins"}),
        frozenset({"Tide-Orb", "Tide Orb"}),
    }
    # A name that is near to two earlier ones is reported once, with the first of them.
    rain, rains, ruins = map(names.index, ("Orb of Rain", "Orb of Rains", "Orb of Ruins"))
    left_out = {frozenset({"Orb of Rains", names[max(rain, ruins)]})} if rains > max(rain, ruins) else set()
    assert pairs == (near - left_out) | {frozenset()}
    assert len(reported) == len(pairs)


@pytest.mark.parametrize(
    "name",
    [
        "Unnamed",
        "TODO",
        "todo: a name",
        "xxx",
        "XXX-Raider",
        "New Card",
        "Card 12",
        "???",
        "test",
        "Lorem ipsum dolor",
        "aaaa",
        "12",
    ],
)
def test_a_stand_in_for_a_name_is_reported(rules: Ruleset, name: str) -> None:
    (finding,) = found(rules, named("Tide Singer", name))
    assert finding.code == "CRD009"
    assert finding.message == f"{name}: this is only a placeholder for a name"


@pytest.mark.parametrize(
    "name",
    ["The Unnamed", "Unnamed Horror", "Test of Courage", "Todorov", "Cardinal", "Temple", "龍", "Lore", "X"],
)
def test_a_name_with_such_a_word_in_it_is_one(rules: Ruleset, name: str) -> None:
    assert codes(rules, named(name)) == []


def kinds(*lists: tuple[str, int]) -> list[Row]:
    cells = [cell for cell, count in lists for _ in range(count)]
    return [{"NAME": str(n) + "abcde"[n % 5] * 2, "KINDS": cell} for n, cell in enumerate(cells)]


def test_a_list_the_other_way_round_is_reported(rules: Ruleset) -> None:
    (finding,) = found(rules, kinds(("Beast, Aquatic", 6), ("Aquatic, Beast", 1)))
    assert (finding.code, finding.severity, finding.hint) == (
        "CRD014", "info", "write Beast, Aquatic, or keep it on purpose",
    )  # fmt: skip
    assert finding.message.endswith("KINDS lists Aquatic before Beast, but 6 cards have Beast, Aquatic")


@pytest.mark.parametrize(
    "lists",
    [
        (("Beast, Aquatic", 4), ("Aquatic, Beast", 1)),
        (("Beast, Aquatic", 6), ("Aquatic, Beast", 1), ("Bird, Fish", 9), ("Fish, Bird", 9)),
        (("Beast, Beast", 9), ("Beast", 3)),
    ],
)
def test_where_no_order_is_kept_none_is_reported(rules: Ruleset, lists: Sequence[tuple[str, int]]) -> None:
    assert "CRD014" not in codes(rules, kinds(*lists))
