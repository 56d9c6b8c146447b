"""Cards held against each other: twins, weaker ones, outliers; and what a ruleset says of these checks."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st
from small_tables import NAMES, RULES, card, codes, found, only

from cardtools.checks.cards.design import dominated
from cardtools.ground.errors import InputError
from cardtools.rulesets import Ruleset, load_ruleset

Write = Callable[[str, str | bytes], Path]


# Twins and weaker cards


def test_two_cards_that_differ_in_their_names_only_are_told(rules: Ruleset) -> None:
    rows = [card("Moss Bear", text="Draw."), card("Tide Singer", text="Draw.")]
    (finding,) = found(rules, rows)
    assert (finding.code, finding.severity, finding.location.line) == ("CRD016", "warning", 3)
    assert finding.message == "Tide Singer: all but the name is as on Moss Bear (line 2)"
    assert codes(rules, [rows[0], rows[1] | {"KIND": "Bird"}]) == []
    assert codes(rules, [rows[0], rows[0] | {"RANK": ""}]) == []


def test_cards_without_a_text_may_have_the_same_numbers(rules: Ruleset) -> None:
    assert codes(rules, [card("Moss Bear"), card("Tide Singer")]) == []


def test_a_card_that_another_is_better_than_is_told(rules: Ruleset) -> None:
    (finding,) = found(rules, [card("Moss Bear", 3, 10, 3), card("Tide Singer", 4, 10, 2)])
    assert (finding.code, finding.severity, finding.location.line) == ("LNT001", "info", 2)
    assert finding.message == (
        "Moss Bear: Tide Singer (line 3) is the better card, with POWER 4, not 3 and PRICE 2, not 3"
    )


def test_a_card_that_is_better_in_something_is_not(rules: Ruleset) -> None:
    assert codes(rules, [card("Moss Bear", 3, 10, 3), card("Tide Singer", 4, 10, 4)]) == []
    assert codes(rules, [card("Moss Bear", 3, 10, 3), card("Tide Singer", 4, "", 3)]) == []
    assert codes(rules, [card("Moss Bear", 3, 10, 3, "Draw."), card("Tide Singer", 4, 10, 2)]) == []


def test_the_same_effects_with_other_numbers_are_told(rules: Ruleset) -> None:
    rows = [card("Moss Bear", 1, 10, text="Draw."), card("Tide Singer", 2, 5, text="Draw.")]
    (finding,) = found(rules, rows)
    assert (finding.code, finding.severity) == ("LNT003", "info")
    assert finding.message == (
        "Tide Singer: the effects are those of Moss Bear (line 2), only POWER and LIFE differ"
    )
    # One that a third card is better than is told as such.
    rows.insert(0, card("Ember Knight", 1, 5, text="Draw."))
    assert codes(rules, rows) == codes(rules, rows[::-1]) == ["LNT001", "LNT003"]


def test_a_cell_with_an_error_is_not_compared(rules: Ruleset) -> None:
    rows = [card("Moss Bear", 3, 10, 3), card("Tide Singer", "many", 10, 2)]
    assert codes(rules, rows) == ["CRD002"]


def test_more_than_ten_notes_of_a_kind_are_counted(rules: Ruleset) -> None:
    rows = [
        card(f"{one} of {other}", n)
        for n, (one, other) in enumerate(zip(NAMES * 2, "abcdefghijklmn", strict=True))
    ]
    notes = only(rules, rows, "LNT001")
    assert [finding.location.line for finding in notes] == [1, *range(2, 12)]
    assert notes[0].message == "3 more cards have a better one of their kind"


@given(st.sets(st.tuples(*[st.integers(0, 4)] * 3), max_size=30))
def test_dominated_vectors_are_what_comparing_all_of_them_gives(vectors: set[tuple[int, ...]]) -> None:
    def covers(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        return one != other and all(a >= b for a, b in zip(one, other, strict=True))

    worse = dominated(vectors)
    assert set(worse) == {one for one in vectors if any(covers(other, one) for other in vectors)}
    assert all(covers(other, one) for one, other in worse.items())


def test_ttcg_designs_are_told_once_and_not_in_each_rarity() -> None:
    ttcg = built_in_ruleset("ttcg")
    texts = {"EFFECT1": "Draw a card.", "EFFECT2": "Gain one point."}
    spell = {"TYPE": "Spell", "SUBTYPES": "", "LEVEL": "1", "IMAGE": "", "TRANSPARENCY": "60", **texts}
    rows = [
        {"NAME": name, **spell, "ATTACK": f"{5 * step + more:+d}", "DEFENSE": "+0", "RARITY": str(step + 1)}
        for name, more in (("Moss Orb", 0), ("Tide Bell", 5))
        for step in range(6)
    ]
    serials = {"Moss Orb": "M1aBcD00D1G2FF", "Tide Bell": "T1aBcD00D1G2FF"}
    rows = [row | {"SERIAL": serials[row["NAME"]]} for row in rows]
    rows = [{name: row.get(name, "") for name in ttcg.card.order} for row in rows]
    assert codes(ttcg, rows) == ["LNT001"]
    swapped = {"EFFECT1": "Gain one point.", "EFFECT2": "Draw a card.", "SERIAL": "T1aBcD00G1D2FF"}
    rows = [
        row | ({"ATTACK": f"{int(row['ATTACK']) - 5:+d}", **swapped} if row["NAME"] == "Tide Bell" else {})
        for row in rows
    ]
    assert codes(ttcg, rows) == ["CRD016"]


# Outliers


def test_a_number_far_from_the_others_of_its_kind_is_told(rules: Ruleset) -> None:
    rows = [card(f"Card {n} of {n}", 10 + n % 3, price=n, text=f"Mill {n}.") for n in range(12)]
    assert only(rules, rows, "LNT002") == []
    (finding,) = only(rules, [*rows, card("Tide Singer", 110, text="Draw.")], "LNT002")
    assert (finding.severity, finding.location.line) == ("info", 14)
    assert finding.message == (
        "Tide Singer: POWER 110 is far from 11, the median of the 13 cards of its kind"
    )
    # Fewer cards say too little of what is usual, and so do cards of another rank.
    assert only(rules, [*rows[:8], card("Tide Singer", 110, text="Draw.")], "LNT002") == []
    assert only(rules, [*rows, card("Tide Singer", 110, text="Draw.", RANK="2")], "LNT002") == []


def test_a_few_steps_are_never_far(rules: Ruleset) -> None:
    rows = [card(f"Card {n} of {n}", price=n, text=f"Mill {n}.") for n in range(12)]
    assert only(rules, [*rows, card("Tide Singer", life=55, text="Draw.")], "LNT002") == []
    assert len(only(rules, [*rows, card("Tide Singer", life=60, text="Draw.")], "LNT002")) == 1


# The whole


def test_the_order_of_the_cards_changes_no_code(rules: Ruleset) -> None:
    rng = random.Random(1)
    rows = [
        card(
            f"{name} {other}",
            rng.randint(1, 3),
            5 * rng.randint(1, 3),
            rng.randint(1, 3),
            rng.choice(("", "Draw.", "Mill one bird card.")),
            RANK=rng.choice("124"),
            KIND=rng.choice(("Bird", "Fish")),
        )
        for name in NAMES
        for other in ("of Iron", "in Love")
    ]
    expected = codes(rules, rows)
    assert {"LNT001", "LNT003", "XRF003"} <= set(expected)
    for _ in range(20):
        rng.shuffle(rows)
        assert codes(rules, rows) == expected


OWN = """\
extends = ["small.toml"]
[ruleset]
id = "own"
version = "1"
[override.LNT001]
severity = "error"
hint = "mend {NAME}"
[override.XRF003]
severity = "off"
"""


def test_a_ruleset_changes_these_checks_by_their_codes(write: Write) -> None:
    write("small.toml", RULES)
    write("own.toml", OWN)
    rules = load_ruleset("own.toml", Path())
    rows = [card("Moss Bear", 3, 10, 3), card("Tide Singer", 4, 10, 2), card("Night Heron", RANK="3")]
    (finding,) = found(rules, rows)
    assert (finding.code, finding.severity, finding.hint) == ("LNT001", "error", "mend Moss Bear")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('same = ["KINDS"]', "design.same.0: unknown name 'KINDS'"),
        ('tribes = ["RANK"]', "RANK has no vocabulary"),
        ('words = ["KINDS"]', "unknown column 'KINDS'"),
        ('rank = { column = "NAME" }', "NAME isn't a column of whole numbers"),
        ('rank = { column = "RANK", exactly = "rank" }', "'rank' does not have {} as one of its words"),
        ('nouns = { card = "RANK >" }', "design.nouns.card: not an expression"),
        ('nouns = { "big card" = "" }', "'big card' is not one word"),
        ("sames = []", "unknown key 'sames'"),
    ],
)
def test_a_wrong_design_is_refused_with_its_place(write: Write, line: str, message: str) -> None:
    write("small.toml", RULES[: RULES.index("[design]")] + f"[design]\n{line}\n")
    with pytest.raises(InputError) as refused:
        load_ruleset("small.toml", Path())
    (problem,) = refused.value.diagnostics
    assert message in problem.message
    assert problem.location.line == RULES[: RULES.index("[design]")].count("\n") + 2
