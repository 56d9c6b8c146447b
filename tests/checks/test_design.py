"""Cards held against each other: twins, weaker ones, outliers, references to nothing, ranks out of reach."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tables import Row, codes, found

from cardtools.checks.design.alike import dominated
from cardtools.errors import Diagnostic, InputError
from cardtools.rulesets import Ruleset, load_ruleset

Write = Callable[[str, str | bytes], Path]
RULES = """\
[ruleset]
id = "small"
version = "1"
[vocabulary.kind]
values = ["Bird", "Fish", "Sea Horse"]
[fields.NAME]
[fields.KIND]
type = "list"
vocabulary = "kind"
label = "kind"
[fields.RANK]
type = "int"
min = 1
max = 5
[fields.POWER]
type = "int"
role = "strength"
[fields.LIFE]
type = "int"
role = "strength"
step = 5
[fields.PRICE]
type = "int"
role = "cost"
[fields.TEXT]
role = "effect"
[design]
same = ["KIND", "RANK"]
groups = ["RANK"]
words = ["KIND"]
nouns = { card = "", flyer = "'Bird' in KIND" }
tribes = ["KIND"]
[design.rank]
column = "RANK"
within = "KIND"
exactly = "rank {}"
at_most = "rank {} or less"
"""
NAMES = (
    "Moss Bear",
    "Tide Singer",
    "Ember Knight",
    "Wind Chaser",
    "Copper Golem",
    "Night Heron",
    "Salt Priest",
)


@pytest.fixture
def rules(write: Write) -> Ruleset:
    """Cards of kinds and ranks, with power, life and price."""
    return load_ruleset(str(write("small.toml", RULES)), Path())


def card(
    name: str, power: object = 1, life: object = 5, price: object = 1, text: str = "", **more: str
) -> Row:
    row = {
        "NAME": name,
        "KIND": "Fish",
        "RANK": "1",
        "POWER": str(power),
        "LIFE": str(life),
        "PRICE": str(price),
    }
    return row | {"TEXT": text} | more


def only(rules: Ruleset, rows: Sequence[Row], code: str) -> list[Diagnostic]:
    return [finding for finding in found(rules, rows) if finding.code == code]


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
    ttcg = load_ruleset("ttcg", Path())
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
        "Tide Singer: POWER 110 is far from 11, the middle of the 13 cards of its kind"
    )
    # Fewer cards say too little of what is usual, and so do cards of another rank.
    assert only(rules, [*rows[:8], card("Tide Singer", 110, text="Draw.")], "LNT002") == []
    assert only(rules, [*rows, card("Tide Singer", 110, text="Draw.", RANK="2")], "LNT002") == []


def test_a_few_steps_are_never_far(rules: Ruleset) -> None:
    rows = [card(f"Card {n} of {n}", price=n, text=f"Mill {n}.") for n in range(12)]
    assert only(rules, [*rows, card("Tide Singer", life=40, text="Draw.")], "LNT002") == []
    assert len(only(rules, [*rows, card("Tide Singer", life=45, text="Draw.")], "LNT002")) == 1


# What effects speak of


def texts(*said: str) -> list[Row]:
    return [
        card(name, power=n, life=5 * n, price=n, text=text)
        for n, (name, text) in enumerate(zip(NAMES, said, strict=False))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Draw one bird card.",
        "Return two birds... or a rank 3 fish card to your hand.",
        "Reveal two sea horse cards, then draw.",
        "If you control a flyer, draw.",
        "Discard one rank 2 card.",
        "Play one fish flyer.",
    ],
)
def test_an_effect_that_speaks_of_no_card_is_told(rules: Ruleset, text: str) -> None:
    (finding,) = only(rules, texts("Draw one fish card.", text), "XRF001")
    assert (finding.severity, finding.location.line) == ("warning", 3)


@pytest.mark.parametrize(
    "text",
    [
        "Draw one card.",
        "Draw one FISH card.",
        "Return all fish cards, or two.",
        "Discard a rank 1 fish card.",
        "Discard a rank 4 or less card.",
        "Discard a bird or fish card.",
        "Discard a fish or bird card.",
        "It is a non-bird card.",
        "Fly like a bird. Card games are fun.",
        "Draw 2 cards.",
        "Rank 7 is no rank of a card.",
        f"Discard a rank {'9' * 5000} card.",
    ],
)
def test_an_effect_that_speaks_of_a_card_or_of_any_is_not(rules: Ruleset, text: str) -> None:
    assert only(rules, texts("Draw one fish card.", text), "XRF001") == []


def test_a_phrase_is_told_once_with_the_number_of_cards(rules: Ruleset) -> None:
    rows = texts(
        "Draw one fish card.", "Draw one rank 5 bird card.", "Draw two.", "Mill one rank 5 bird card."
    )
    (finding,) = only(rules, rows, "XRF001")
    assert finding.message == (
        'Tide Singer: there is no card that "rank 5 bird card" could mean (1 more card with these words)'
    )


def test_a_part_of_a_game_is_not_asked_for_the_rest(rules: Ruleset) -> None:
    assert only(rules, texts("Draw one fish card.", "Draw one bird card.", "Draw one flyer."), "XRF001") == []


def test_a_card_of_an_unknown_kind_may_be_the_one(rules: Ruleset) -> None:
    rows = texts("Draw one fish card.", "Draw one bird card.")
    assert codes(rules, [*rows, card("Salt Priest", 9, 5, 9, "Mill.", KIND="Brid")]) == ["CRD004"]


def test_ttcg_effects_name_ranks_types_and_subtypes() -> None:
    ttcg = load_ruleset("ttcg", Path())
    base = {"IMAGE": "", "TRANSPARENCY": "60", "EFFECT1_STYLE": "", "EFFECT2_STYLE": "", "RARITY": "0"}

    def unit(name: str, kind: str, rank: int, effect: str) -> Row:
        row = {"NAME": name, "TYPE": kind, "SUBTYPES": "Avian", "LEVEL": str(rank), "EFFECT1": effect}
        row |= {
            "EFFECT2": f"Gain {len(name)} points.",
            "ATTACK": str(250 * rank - 5),
            "DEFENSE": str(250 * rank + 5),
        }
        return base | row | {"SERIAL": f"{name[0]}{rank}aBcD00{effect[0]}1G2FF"}

    rows = [
        unit("Moss Bear", "Nature", 1, "Add one rank 2 or lower avian unit from your deck to your hand."),
        unit("Tide Singer", "Water", 1, "Destroy all light or water units."),
        unit("Ember Knight", "Fire", 1, "Search your deck for one rank 4 or higher card."),
        unit("Wind Chaser", "Air", 1, "Return one spell to your hand, then one rank 1 fire unit."),
    ]
    told = {f.message.split('"')[1] for f in found(ttcg, rows) if f.code == "XRF001"}
    assert told == {"rank 4 or higher card", "spell"}


# Sub-types and ranks


def test_a_word_on_one_card_that_no_effect_speaks_of_is_told(rules: Ruleset) -> None:
    rows = [*texts("Draw.", "Mill.", "Hide."), card("Night Heron", 9, 5, 9, "Fly.", KIND="Bird")]
    assert only(rules, rows, "XRF002") == []
    more = [
        card(f"{name}s", 20 + n, 5, 20 + n, f"Say {n}.", KIND="Sea Horse") for n, name in enumerate(NAMES[:3])
    ]
    (finding,) = only(rules, [*rows, *more], "XRF002")
    assert (finding.severity, finding.location.line) == ("info", 5)
    assert finding.message == "Night Heron: it is the only Bird, and no effect speaks of that kind"
    rows[0]["TEXT"] = "Scare all birds."
    assert only(rules, [*rows, *more], "XRF002") == []


def test_a_word_in_an_effect_that_no_card_has_is_told_once(rules: Ruleset) -> None:
    rows = texts("Draw one fish card.", "Scare all birds.", "Hide.")
    (finding,) = only(rules, rows, "XRF002")
    assert finding.message == "Tide Singer: the effect speaks of Bird, a kind that no card has"
    rows[1]["TEXT"] = "Draw one bird card."
    assert [f.code for f in found(rules, rows) if f.code.startswith("XRF")] == ["XRF001"]


def ranks(*numbers: int, kind: str = "Fish") -> list[Row]:
    return [card(f"{kind} {'abcdefgh'[n]}", n, 5, n, f"Say {n}.", RANK=str(n), KIND=kind) for n in numbers]


def test_a_rank_that_nothing_leads_to_is_told(rules: Ruleset) -> None:
    (finding,) = only(rules, ranks(1, 2, 4, 5), "XRF003")
    assert (finding.severity, finding.location.line) == ("info", 4)
    assert finding.message == "Fish e: there is no Fish card of rank 3, so nothing leads to rank 4"
    assert len(only(rules, [*ranks(1), *ranks(2, kind="Bird")], "XRF003")) == 1
    assert only(rules, ranks(1, 2, 3), "XRF003") == []
    # Without a card of rank 1 it is a part of a game.
    assert only(rules, ranks(3, 5), "XRF003") == []
    assert only(rules, [*ranks(1, 3), card("Salt Priest", 9, RANK="x")], "XRF003") == []


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
        ('rank = { column = "NAME" }', "NAME is no column of numbers"),
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
