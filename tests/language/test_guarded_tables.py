"""A table needs entries for what a rule can look up: what its guards keep out is no gap (RUL007)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.ground.errors import InputError
from cardtools.rulesets import load_ruleset

Write = Callable[[str, str | bytes], Path]
RULES = """\
[ruleset]
id = "small"
version = "1"
[tables]
cost = { 1 = 10, 2 = 20 }
letter = { Fire = "F" }
[define]
low = "RANK <= 2"
[vocabulary.type]
values = ["Fire", "Spell"]
[fields.NAME]
[fields.TYPE]
vocabulary = "type"
[fields.RANK]
type = "int"
min = 1
max = 3
[fields.POWER]
type = "int"
[rule.SML101]
name = "power"
WHEN
assert = "ASSERT"
message = "{NAME}: MESSAGE"
"""


def gaps(write: Write, when: str = "", condition: str = "POWER <= cost[RANK]", message: str = "no") -> str:
    text = RULES.replace("WHEN", f'when = "{when}"' if when else "")
    write("small.toml", text.replace("ASSERT", condition).replace("MESSAGE", message))
    try:
        load_ruleset("small.toml", Path())
    except InputError as error:
        return "\n".join(one.message for one in error.diagnostics)
    return ""


@pytest.mark.parametrize(
    ("when", "condition", "message"),
    [
        ("RANK <= 2", "POWER <= cost[RANK]", "{cost[RANK]}"),
        ("low and TYPE == 'Fire'", "POWER <= cost[RANK]", "no"),
        ("TYPE == 'Fire' and not RANK > 2", "POWER <= cost[RANK]", "no"),
        ("RANK in (1, 2)", "POWER <= cost[RANK]", "no"),
        ("1 <= RANK < 3 or RANK == 1", "POWER <= cost[RANK]", "no"),
        ("TYPE != 'Spell'", "letter[TYPE] == 'F'", "no"),
        ("", "RANK > 2 or POWER <= cost[RANK]", "no"),
        ("", "low and POWER <= cost[RANK]", "no"),
        ("", "POWER <= (cost[RANK] if RANK <= 2 else 30)", "no"),
        ("", "RANK <= 2", "{30 if RANK > 2 else cost[RANK]}"),
        ("RANK <= 2", "POWER >= 0", "{cost[RANK]}"),
    ],
)
def test_a_value_that_a_guard_keeps_out_needs_no_entry(
    write: Write, when: str, condition: str, message: str
) -> None:
    assert gaps(write, when, condition, message) == ""


@pytest.mark.parametrize(
    ("when", "condition"),
    [
        ("", "POWER <= cost[RANK]"),
        ("RANK >= 2", "POWER <= cost[RANK]"),
        ("RANK <= 2 or TYPE == 'Fire'", "POWER <= cost[RANK]"),
        ("POWER <= 2", "POWER <= cost[RANK]"),
        ("cost[RANK] > 2", "POWER <= 2"),
        ("", "POWER <= (cost[RANK] if RANK >= 2 else 30)"),
    ],
)
def test_a_value_that_may_be_looked_up_needs_an_entry(write: Write, when: str, condition: str) -> None:
    assert gaps(write, when, condition).startswith(
        "the table cost has no entry for RANK 3, which rule.SML101."
    )
