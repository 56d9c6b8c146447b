"""Rounding as in a spreadsheet and units of length, weight, volume and time, in rules and on faces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.language.budget import Budget, StringError
from cardtools.language.decimals import Exact
from cardtools.language.functions import _UNITS, FUNCTIONS, converted
from cardtools.language.text_templates import compile_text


def made(text: str, **values: object) -> str:
    return compile_text(text)(values, Budget())


@pytest.mark.parametrize(
    ("number", "nearest"),
    [("2.5", "3"), ("3.5", "4"), ("-2.5", "-3"), ("2.4", "2"), ("0.49", "0"), ("7", "7")],
)
def test_a_half_goes_away_from_zero_everywhere(number: str, nearest: str) -> None:
    assert str(FUNCTIONS["round"](Exact(number))) == nearest
    assert str(FUNCTIONS["rounded"](Exact(number), 0)) == nearest
    assert made("{{ X|round }}", X=Exact(number)) == nearest


def test_decimals_are_rounded_too() -> None:
    assert str(FUNCTIONS["rounded"](Exact("0.125"), 2)) == "0.13"
    assert made("{{ (COST / 2)|round }} {{ (COST / 3)|round(2) }}", COST=5) == "3 1.67"
    assert FUNCTIONS["round"](7) == 7


@pytest.mark.parametrize(
    ("number", "unit", "other", "found"),
    [
        (1, "in", "mm", "25.4"),
        (2.5, "in", "cm", "6.35"),
        (1, "ft", "in", "12"),
        (3, "lb", "oz", "48"),
        (90, "min", "h", "1.5"),
        (Exact("0.5"), "l", "cl", "50"),
        (7, "kg", "kg", "7"),
    ],
)
def test_numbers_are_converted_exactly(number: object, unit: str, other: str, found: str) -> None:
    assert str(converted(number, unit, other)) == found
    assert made("{{ X|converted(unit, other) }}", X=number, unit=unit, other=other) == found


@given(st.integers(-(10**9), 10**9), st.data())
def test_there_and_back_is_the_same(number: int, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(_UNITS))
    unit, other = data.draw(st.sampled_from(sorted(kind))), data.draw(st.sampled_from(sorted(kind)))
    assert round(converted(converted(number, unit, other), other, unit), 6) == number


@pytest.mark.parametrize("units", [("kg", "cm"), ("kg", "stone"), ("", "kg"), ("KG", "g")])
def test_other_units_are_refused(units: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match=f"{units[0]!r} cannot be converted to {units[1]!r}"):
        converted(1, *units)
    with pytest.raises(StringError, match="cannot be converted"):
        made("{{ 1|converted(unit, other) }}", unit=units[0], other=units[1])
