"""Rules that compare the cards of a group: `same`, `given(first_X)`; and columns that name other cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.checks.examples import rows_table
from cardtools.checks.validate import validate
from cardtools.ground.errors import InputError
from cardtools.rulesets import Ruleset, load_ruleset

Write = Callable[[str, str | bytes], Path]
SMALL = """\
[ruleset]
id = "small"
version = "1"

[tables]
extra = { 1 = 0, 2 = 3, 3 = 5 }

[fields.NAME]
required = true

[fields.PRINT]
type = "int"

[fields.COLOURS]
type = "list"

[fields.POWER]
type = "int"

[fields.TEXT]
empty = ["-"]

[fields.PARTNER]
ref = "NAME"
ref_where = "not given(PARTNER)"

[rule.SML101]
name = "same-colours"
group = "NAME"
order = "PRINT"
same = ["COLOURS", "TEXT"]

[rule.SML102]
name = "same-power"
group = "NAME"
order = "PRINT"
same = ["POWER - extra[PRINT]"]
at = "POWER"
message = "{NAME}: {POWER}, not {first_POWER + extra[PRINT] - extra[first_PRINT]}"

[rule.SML103]
name = "first-print"
group = "NAME"
order = "PRINT"
assert = "given(first_PRINT) or PRINT == 1"
message = "{NAME}: the first print is {PRINT}"
"""


def load(write: Write, text: str = SMALL) -> Ruleset:
    write("small.toml", text)
    return load_ruleset("small.toml", Path())


def found(ruleset: Ruleset, *rows: dict[str, str | int]) -> list[str]:
    table = rows_table(rows, ruleset)
    findings = validate(table, ruleset)
    return [
        f"{table.columns[table.file.cell_at(f.location)[1]]} {f.location.line} {f.message}" for f in findings
    ]


def prints(**changes: dict[str, str]) -> list[dict[str, str | int]]:
    """Three prints of a card, one of them changed."""
    rows: list[dict[str, str | int]] = [
        {
            "NAME": "Ox",
            "PRINT": str(number),
            "COLOURS": "red, blue",
            "POWER": power,
            "TEXT": "Moo.",
            "PARTNER": "",
        }
        for number, power in ((1, "2"), (2, "5"), (3, "7"))
    ]
    for number, change in changes.items():
        rows[int(number[1:]) - 1] |= change
    return rows


def test_the_card_that_is_not_like_most_is_reported_at_its_cell(write: Write) -> None:
    ruleset = load(write)
    assert found(ruleset, *prints()) == []
    assert found(ruleset, *prints(p2={"COLOURS": "blue, red"})) == []
    assert found(ruleset, *prints(p1={"COLOURS": "red"})) == [
        'COLOURS 2 Ox: COLOURS is red, but "red, blue" on line 3'
    ]
    assert found(ruleset, *prints(p3={"TEXT": "-"})) == ["TEXT 4 Ox: TEXT is -, but Moo. on line 2"]
    assert found(ruleset, *prints(p1={"POWER": "9"})) == ["POWER 2 Ox: 9, not 2"]


def test_of_two_that_differ_the_later_one_is_reported(write: Write) -> None:
    rows = prints(p2={"POWER": "6"})[:2]
    assert found(load(write), *reversed(rows)) == ["POWER 2 Ox: 6, not 5"]


def test_a_rule_may_be_about_the_first_card_of_a_group(write: Write) -> None:
    assert found(load(write), *prints()[1:]) == ["PRINT 2 Ox: the first print is 2"]


def test_a_reference_may_be_limited_to_some_cards(write: Write) -> None:
    ruleset = load(write)
    ox = prints()[0]
    hen, cow = {**ox, "NAME": "Hen", "PARTNER": "Ox"}, {**ox, "NAME": "Cow", "PARTNER": "Hen"}
    assert found(ruleset, ox, hen) == []
    assert found(ruleset, ox, hen, cow) == [
        "PARTNER 4 Cow: the partner 'Hen' is a card that PARTNER may not name"
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('same = ["COLOURS", "TEXT"]', "", "assert: the expression is empty"),
        ('same = ["COLOURS", "TEXT"]', 'same = ["COLOUR"]', "unknown name 'COLOUR'"),
        ('same = ["COLOURS", "TEXT"]', 'same = ["TEXT"]\nassert = "PRINT > 0"', "either same or assert"),
        ('group = "NAME"\norder = "PRINT"\nsame = ["COLOURS", "TEXT"]', 'same = ["TEXT"]', "needs a group"),
        ('at = "POWER"\n', "", "a rule needs at and message"),
        ('ref = "NAME"\n', "", "ref_where needs a ref"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_such_a_rule_is_reported(write: Write, old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(InputError) as error:
        load(write, SMALL.replace(old, new))
    assert message in str(error.value)
