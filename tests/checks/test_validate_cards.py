"""Checks of cards: legal cards are silent, broken ones give the finding that names the fault."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.table import make_table
from cardtools.checks.validate import validate
from cardtools.ground.errors import Diagnostic
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.rulesets import Ruleset

Row = dict[str, str]
TYPES = ("Earth", "Water", "Fire", "Air", "Electric", "Light", "Nature", "Dark")
UNIT: Row = {
    "NAME": "Cinder Whelp", "TYPE": "Fire", "SUBTYPES": "Dragon", "LEVEL": "1", "IMAGE": "whelp.png",
    "ATTACK": "245", "DEFENSE": "255", "EFFECT1": "Draw a card.", "EFFECT2": "Gain one point.",
    "SERIAL": "C1aBcD00d1g2Fz", "RARITY": "0", "TRANSPARENCY": "60", "EFFECT1_STYLE": "None",
    "EFFECT2_STYLE": "",
}  # fmt: skip
SPELL: Row = UNIT | {
    "NAME": "Tide Orb", "TYPE": "Spell", "SUBTYPES": "", "ATTACK": "+5", "DEFENSE": "-10", "SERIAL": "T" * 14,
}  # fmt: skip


@cache
def ttcg() -> Ruleset:
    return built_in_ruleset("ttcg")


def check(*rows: Row, effects: dict[str, frozenset[str]] | None = None) -> list[Diagnostic]:
    header = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = [[row.get(name, "") for name in header] for row in rows]
    file = CsvFile.of_rows(Path("cards.csv"), header, cells)
    found = validate(make_table(file, ttcg()), ttcg(), effects)
    # Single prints stand for their design here; the whole set has a test of its own.
    return [finding for finding in found if finding.code != "TTR102"]


def codes(*rows: Row, effects: dict[str, frozenset[str]] | None = None) -> list[str]:
    return [finding.code for finding in check(*rows, effects=effects)]


@st.composite
def units(draw: st.DrawFn) -> Row:
    rank, tier = draw(st.integers(1, 5)), draw(st.integers(0, 6))
    total = 500 * rank + max(0, tier - 1) * 10
    attack = draw(st.integers(1, total // 5 - 1)) * 5
    subtypes = draw(st.lists(st.sampled_from(ttcg().vocabulary["subtype"].values), min_size=1, unique=True))
    return UNIT | {
        "TYPE": draw(st.sampled_from(TYPES)), "SUBTYPES": ", ".join(subtypes), "LEVEL": str(rank),
        "SERIAL": f"C{rank}aBcD00d1g2Fz",
        "RARITY": str(tier), "ATTACK": str(attack), "DEFENSE": str(total - attack),
    }  # fmt: skip


@st.composite
def spells(draw: st.DrawFn) -> Row:
    tier, rank = draw(st.integers(0, 6)), draw(st.integers(1, 3))
    base = [draw(st.integers(-2 * rank, 2 * rank)) * 5 for _ in range(2)]
    bonus = max(0, tier - 1) * 5
    part = draw(st.integers(0, bonus // 5)) * 5
    return SPELL | {
        "LEVEL": str(rank), "RARITY": str(tier),
        "BASE_ATTACK": f"{base[0]:+d}", "BASE_DEFENSE": f"{base[1]:+d}",
        "ATTACK": f"{base[0] + part:+d}", "DEFENSE": f"{base[1] + bonus - part:+d}",
    }  # fmt: skip


@given(st.one_of(units(), spells()))
def test_legal_cards_are_silent(row: Row) -> None:
    assert check(row) == []


@given(units(), st.integers(-500, 500).filter(bool))
def test_a_broken_sum_is_one_finding(row: Row, off: int) -> None:
    broken = row | {"DEFENSE": str(int(row["DEFENSE"]) + off * 5)}
    found = [code for code in codes(broken) if code not in ("TTU105",)]
    assert found in (["TTU101"], ["TTU102"], ["TTU104"], ["TTU101", "TTU102"], ["TTU102", "TTU101"])


@given(spells(), st.integers(1, 50))
def test_a_wrong_bonus_is_found(row: Row, off: int) -> None:
    found = codes(row | {"ATTACK": f"{int(row['ATTACK']) + off * 5:+d}"})
    assert "TTS101" in found or "TTS106" in found


def test_the_message_names_the_card_and_what_would_be_right() -> None:
    (finding,) = check(UNIT | {"ATTACK": "0", "DEFENSE": "0"})
    assert str(finding) == (
        "cards.csv:2:38: TTU101 unit-stat-total: "
        "Cinder Whelp: 0 + 0 = 0, a rank-1 unit of tier 0 must total 500\n"
        "  help: set ATTACK + DEFENSE = 500"
    )


def test_a_rule_is_not_asked_about_cells_that_have_an_error() -> None:
    assert codes(UNIT | {"LEVEL": "7"}) == ["TTC104"]
    assert codes(UNIT | {"LEVEL": "II"}) == ["CRD002"]
    assert codes(UNIT | {"TYPE": "Fier"}) == ["TTC101"]
    assert codes(UNIT | {"RARITY": ""}) == ["CRD001"]


def test_a_warning_does_not_hide_an_error() -> None:
    assert sorted(codes(UNIT | {"ATTACK": "247"})) == ["CRD015", "TTU101"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"SUBTYPES": "Humanoid"}, ["TTC102"]),
        ({"SUBTYPES": "Flying"}, ["CRD019"]),
        ({"SUBTYPES": ""}, ["TTC103"]),
        ({"SUBTYPES": "Dragon/Fairy"}, ["CRD013"]),
        ({"SUBTYPES": "Dragon, Dragon"}, ["CRD012"]),
        ({"EFFECT2": ""}, ["TTC105"]),
        ({"EFFECT2": "Draw a card."}, ["TXT016"]),
        ({"EFFECT1_STYLE": "Dormnt"}, ["TTC106"]),
        ({"EFFECT1_STYLE": "echo"}, ["CRD018"]),
        ({"ATTACK": "-5", "DEFENSE": "505"}, ["TTU102"]),
        ({"ATTACK": "+245"}, ["TTU103"]),
        ({"ATTACK": "600", "DEFENSE": "0"}, ["TTU104"]),
        ({"ATTACK": "0", "DEFENSE": "500"}, ["TTU105"]),
        ({"TRANSPARENCY": "55"}, ["CRD020"]),
        ({"SERIAL": ""}, ["SER001"]),
        ({"SERIAL": "short"}, ["SER003"]),
        ({"NAME": ""}, ["CRD001"]),
        ({"RARITY": "9"}, ["TTR101"]),
    ],
)
def test_each_fault_of_a_unit_is_its_own_finding(change: Row, expected: list[str]) -> None:
    assert codes(UNIT | change) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"ATTACK": "5"}, ["TTS103"]),
        ({"ATTACK": "+15"}, ["TTS104"]),
        ({"LEVEL": "4"}, ["TTS107"]),
        ({"SUBTYPES": "Fairy"}, ["TTC103"]),
        ({"RARITY": "6"}, []),
        ({"RARITY": "1", "BASE_ATTACK": "+0", "BASE_DEFENSE": "+0"}, ["TTS106"]),
    ],
)
def test_each_fault_of_a_spell_is_its_own_finding(change: Row, expected: list[str]) -> None:
    assert codes(SPELL | change) == expected


def test_names_and_serials_are_unique_within_a_rarity() -> None:
    (same,) = check(UNIT, UNIT | {"IMAGE": ""})
    assert (same.code, same.message) == ("CRD006", "Cinder Whelp: same name as line 2")
    assert codes(UNIT, UNIT | {"RARITY": "1"}) == []
    coal = UNIT | {"NAME": "Coal", "EFFECT2": "Gain five points."}
    assert codes(UNIT, coal) == ["SER002"]
    assert codes(UNIT, coal | {"RARITY": "1"}) == ["SER002"]


def test_a_higher_tier_never_lowers_a_stat() -> None:
    common = UNIT | {"RARITY": "1", "ATTACK": "250", "DEFENSE": "250"}
    assert codes(common, common | {"RARITY": "6", "ATTACK": "245", "DEFENSE": "305"}) == ["TTU107"]
    assert codes(common, common | {"RARITY": "6", "ATTACK": "280", "DEFENSE": "270"}) == ["TTU106"]
    assert codes(common, common | {"RARITY": "6", "ATTACK": "275", "DEFENSE": "275"}) == []


def test_a_lore_card_needs_a_name_a_subject_and_nothing_else() -> None:
    lore = {"NAME": "The First Ember", "LORE_OF": "Cinder Whelp", "LORE": "It glowed.", "SERIAL": "L" * 14}
    assert codes(UNIT, lore) == []
    assert codes(UNIT, lore | {"LORE_OF": "Cinder Welp"}) == ["TTC108"]
    assert codes(UNIT, lore | {"LEVEL": "1"}) == ["TTC107"]


def test_an_effect_that_is_not_in_the_list_gets_the_nearest() -> None:
    effects = {
        "Draw one card.": frozenset({"UNIT", "LEVEL_1"}),
        "Gain one point.": frozenset({"UNIT", "LEVEL_1"}),
    }
    (finding,) = check(UNIT, effects=effects)
    assert (finding.code, finding.severity) == ("TXT004", "warning")
    assert finding.hint == 'did you mean "Draw one card."?'


def test_effects_are_meant_for_kinds_and_ranks() -> None:
    tags = frozenset({"UNIT", "SPELL", "LEVEL_1", "LEVEL_2"})
    effects = {"Draw a card.": tags, "Gain one point.": tags - {"UNIT"}}
    assert codes(UNIT, effects=effects) == ["TXT021"]
    effects = {"Draw a card.": tags - {"LEVEL_1"}, "Gain one point.": tags}
    assert codes(UNIT, effects=effects) == ["TXT022"]


def test_a_column_that_no_effect_has_is_one_finding() -> None:
    effects = {"Draw a card.": frozenset({"UNIT"}), "Gain one point.": frozenset({"UNIT"})}
    (finding,) = check(
        UNIT, UNIT | {"NAME": "Other", "SUBTYPES": "Beast", "SERIAL": "O" * 14}, effects=effects
    )
    assert finding.message == "no effect of the list is tagged LEVEL_1, which cards need here"


@given(st.lists(st.dictionaries(st.sampled_from(tuple(UNIT)), st.text(max_size=6)), min_size=1, max_size=4))
def test_no_cell_crashes_a_check(changes: list[Row]) -> None:
    rows = [{name: text.replace(";", "") for name, text in (UNIT | change).items()} for change in changes]
    check(*rows, effects={"Draw a card.": frozenset({"UNIT"})})


def test_a_design_that_is_printed_is_printed_in_every_tier() -> None:
    def found(*tiers: int) -> list[str]:
        rows = [UNIT | {"RARITY": str(tier), "DEFENSE": str(250 + 10 * max(0, tier - 1))} for tier in tiers]
        header = tuple(UNIT)
        file = CsvFile.of_rows(Path("cards.csv"), header, [[row[name] for name in header] for row in rows])
        findings = validate(make_table(file, ttcg()), ttcg())
        return [finding.message for finding in findings if finding.code == "TTR102"]

    assert found(0) == found(1, 2, 3, 4, 5, 6) == found(0, 6, 5, 4, 3, 2, 1) == []
    assert found(1, 3) == ["Cinder Whelp: there is rarity 1, 3, but not 2, 4, 5, 6"]
