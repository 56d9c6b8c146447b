"""`[define]`: names for expressions that rules share, and columns that findings point to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.checks.examples import rows_table
from cardtools.checks.validate import validate
from cardtools.ground.errors import InputError
from cardtools.rulesets import Ruleset, check_ruleset, load_ruleset

Write = Callable[[str, str | bytes], Path]
SMALL = """\
[ruleset]
id = "small"
version = "1"

[define]
digit = "'[0-9]'"
size = "len(finds(NAME, digit))"
large = "size > 2"

[fields.NAME]
required = true

[fields.POWER]
type = "int"

[fields.SPEED]
type = "int"

[rule.SML101]
name = "plain"
assert = "not large and not given(POWER) and not given(SPEED)"
at = "{'POWER' if given(POWER) else 'SPEED' if given(SPEED) else 'NAME'}"
message = "{NAME}: {size} digits, {finds(NAME, digit)}"
"""


def load(write: Write, text: str = SMALL) -> Ruleset:
    write("small.toml", text)
    return load_ruleset("small.toml", Path())


def faults(write: Write, text: str) -> list[str]:
    with pytest.raises(InputError) as error:
        load(write, text)
    return str(error.value).split("\n")


def test_defined_names_stand_for_expressions_and_patterns(write: Write) -> None:
    ruleset = load(write)
    found = validate(rows_table([{"NAME": "A 11"}, {"NAME": "A 3231"}], ruleset), ruleset)
    # A list in a message says each of its words once.
    assert [finding.message for finding in found] == ["A 3231: 4 digits, 3, 2, 1"]


def test_a_finding_points_to_the_column_that_the_card_decides(write: Write) -> None:
    ruleset = load(write)
    rows: list[dict[str, int | str]] = [
        {"NAME": "A", "POWER": 1, "SPEED": ""},
        {"NAME": "B", "POWER": "", "SPEED": 1},
        {"NAME": "C 123", "POWER": "", "SPEED": ""},
    ]
    found = validate(rows_table(rows, ruleset), ruleset)
    assert [(one.location.line, one.location.column) for one in found] == [(2, 3), (3, 4), (4, 1)]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("size > 2", "siz > 2", "RUL003 bad-expression: define.large: unknown name 'siz' at column 1"),
        (
            "len(",
            "large + len(",
            "RUL003 bad-expression: define.size: unknown name 'large' at column 1",
        ),
        ("size > 2", "size > '2'", "RUL003 bad-expression: define.large: the value is a number and '2'"),
        ("digit =", "POWER =", "6:1: POWER already is a column"),
        ("digit =", '"a b" =', "6:1: 'a b' cannot be a name in expressions"),
        ("[0-9]", "(a*)*b", "RUL003 bad-expression: define.size: searching for (a*)*b could take "),
        ('at = "{', 'at = "POWR{', ""),
        ('at = "{', 'at = "{POWR}{', "RUL003 bad-expression: rule.SML101.at: unknown name 'POWR'"),
    ],
)
def test_slips(write: Write, old: str, new: str, said: str) -> None:
    assert old in SMALL
    text = SMALL.replace(old, new, 1)
    if said:
        assert said in "\n".join(faults(write, text))
    else:  # a column that does not exist: the place is that of the row
        ruleset = load(write, text)
        (found,) = validate(rows_table([{"NAME": "A", "POWER": 1}], ruleset), ruleset)
        assert found.location.column == 1


def test_a_hint_for_a_misspelt_defined_name(write: Write) -> None:
    assert "  help: did you mean large?" in faults(write, SMALL.replace("not large", "not larg"))


def test_names_that_grow_without_end_are_refused(write: Write) -> None:
    lines = "\n".join(f'n{number + 1} = "n{number} == n{number}"' for number in range(40))
    text = SMALL.replace("[define]", f'[define]\nn0 = "1"\n{lines}')
    assert "the expression is too long" in "\n".join(faults(write, text))


def test_an_unused_name_is_reported(write: Write) -> None:
    write("small.toml", SMALL.replace("[define]", '[define]\nspare = "1 == 1"'))
    said = [str(finding).split("\n")[0] for finding in check_ruleset("small.toml", Path())]
    assert "small.toml:6:1: RUL008 unused-table: info: no rule uses the defined name spare" in said


def test_a_ruleset_that_extends_another_may_define_a_name_anew(write: Write) -> None:
    write("small.toml", SMALL)
    own = '[ruleset]\nid = "own"\nversion = "1"\n[define]\nlarge = "size > 4"\n'
    write("own.toml", 'extends = ["small.toml"]\n' + own)
    ruleset = load_ruleset("own.toml", Path())
    found = validate(rows_table([{"NAME": "A 3231"}, {"NAME": "A 32311"}], ruleset), ruleset)
    assert [finding.location.line for finding in found] == [3]
