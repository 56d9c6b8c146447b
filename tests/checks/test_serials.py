"""Serials and names: what a serial says of its card, words that differ only in upper and lower case."""

from __future__ import annotations

from pathlib import Path

import pytest
from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.table import make_table
from cardtools.checks.validate import validate
from cardtools.ground.errors import Diagnostic
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.language.functions import part

RULES = built_in_ruleset("ttcg")
UNIT = {
    "NAME": "Cinder Whelp", "TYPE": "Fire", "SUBTYPES": "Dragon", "LEVEL": "1", "IMAGE": "", "ATTACK": "245",
    "DEFENSE": "255", "EFFECT1": "Draw a card.", "EFFECT2": "Gain one point.", "SERIAL": "C1030171D1G10P",
    "RARITY": "0", "TRANSPARENCY": "60", "EFFECT1_STYLE": "", "EFFECT2_STYLE": "",
}  # fmt: skip


def check(*rows: dict[str, str]) -> list[Diagnostic]:
    cells = [[row[name] for name in UNIT] for row in rows]
    file = CsvFile.of_rows(Path("cards.csv"), tuple(UNIT), cells)
    found = validate(make_table(file, RULES), RULES)
    return [finding for finding in found if finding.code.startswith(("SER", "CRD00", "TXT016"))]


def codes(**changes: str) -> list[str]:
    return [finding.code for finding in check(UNIT | changes)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"NAME": "cinder Whelp"}, []),
        ({"NAME": "Ember Whelp"}, ["SER005"]),
        ({"SERIAL": "c1030171D1G10P"}, ["SER005"]),
        ({"SERIAL": "C2030171D1G10P"}, ["SER005"]),
        ({"SERIAL": "C1030171D1D10P"}, ["SER007"]),
        ({"SERIAL": "C1030171G1D10P"}, ["SER007"]),
        ({"SERIAL": "E1030171X1D10P"}, ["SER005", "SER007"]),
        ({"EFFECT1": "Add one card."}, ["SER007"]),
        ({"EFFECT1": "Gain one point."}, ["TXT016"]),
        ({"NAME": "Élan"}, []),
        ({"EFFECT1": "+1 card."}, []),
        ({"SERIAL": "00000000000001", "NAME": "Ember Whelp"}, []),
        ({"SERIAL": "C1030171D1G10"}, ["SER003"]),
    ],
)
def test_a_serial_says_the_initials_and_the_rank(changes: dict[str, str], expected: list[str]) -> None:
    assert codes(**changes) == expected


def test_both_say_what_stands_there_and_what_would_be_right() -> None:
    head, tail = check(UNIT | {"SERIAL": "E2030171D1D10P"})
    assert head.severity == tail.severity == "warning"
    assert head.message == (
        "Cinder Whelp: the serial E2030171D1D10P begins with E2, a rank-1 card of this name has C1"
    )
    assert tail.message == (
        "Cinder Whelp: the serial E2030171D1D10P says that the effects begin with D and D, "
        "they begin with D and G"
    )


@given(st.text(max_size=8), st.integers(-3, 9), st.integers(-3, 9))
def test_a_part_of_a_text_is_counted_from_one(text: str, first: int, last: int) -> None:
    wanted = [sign for place, sign in enumerate(text, 1) if first <= place <= last]
    assert part(text, first, last) == "".join(wanted)


# Upper and lower case


def test_serials_that_differ_only_in_case_are_an_error() -> None:
    other = UNIT | {"NAME": "Coal Whelp", "SERIAL": "C1030171D1G10p"}
    (finding,) = check(UNIT, other)
    assert (finding.code, finding.severity, finding.location.line) == ("SER011", "error", 3)
    message = "the serial C1030171D1G10p differs from C1030171D1G10P (line 2) only in upper and lower case"
    assert finding.message == f"Coal Whelp: {message}"


def test_names_that_differ_only_in_case_are_a_warning() -> None:
    other = UNIT | {"NAME": "CINDER WHELP", "SERIAL": "C1030171D1G10R"}
    (finding,) = check(UNIT, other)
    assert (finding.code, finding.severity, finding.location.line) == ("CRD008", "warning", 3)
    assert finding.hint == "give one of them another name, or write both alike"


def test_a_repeated_name_is_only_a_repeated_name() -> None:
    other = UNIT | {"NAME": "CINDER WHELP", "SERIAL": "C1030171D1G10R"}
    again = other | {"ATTACK": "250", "DEFENSE": "250"}
    assert [(f.code, f.location.line) for f in check(UNIT, other, again)] == [("CRD008", 3), ("CRD006", 4)]


@given(st.lists(st.sampled_from(["Ox", "ox", "OX", "Owl", "owl", "Straße", "STRASSE", ""]), max_size=12))
def test_each_spelling_but_the_first_is_told_once(names: list[str]) -> None:
    rows = [UNIT | {"NAME": name, "SERIAL": f"0000000000{n:04d}"} for n, name in enumerate(names)]
    told = [f.location.line - 2 for f in check(*rows) if f.code == "CRD008"]
    spellings = set(filter(None, names))
    assert len(told) == len(spellings) - len({name.casefold() for name in spellings})
    assert all(names.index(names[row]) == row for row in told)
    assert all(any(n != names[r] and n.casefold() == names[r].casefold() for n in names[:r]) for r in told)
