"""Empty cells that are derived from others, and rules that ask whether the table has a column."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.cards.table import read_cards
from cardtools.checks.validate import validate
from cardtools.ground.errors import InputError
from cardtools.rulesets import load_ruleset

Write = Callable[[str, str | bytes], Path]
SMALL = """\
[ruleset]
id = "small"
version = "1"

[tables]
prefix = { fox = "Fox", owl = "Owl" }

[card]
label = "ID"

[vocabulary.kind]
values = ["Fox", "Owl"]

[fields.ID]
required = true

[fields.KINDS]
type = "list"
vocabulary = "kind"
derived = "mapped(finds(ID, '^[a-z]+'), prefix)"

[fields.LETTERS]
type = "int"
derived = "len(ID)"

[fields.TEXT]

[rule.SML101]
name = "text"
when = "'Owl' in KINDS and has(TEXT)"
assert = "given(TEXT)"
message = "{ID}: {KINDS} without a text"
"""


def found(write: Write, cards: str, ruleset: str = SMALL) -> list[str]:
    write("small.toml", ruleset)
    rules = load_ruleset("small.toml", Path())
    return [str(one).split("\n")[0] for one in validate(read_cards(Path("c.csv"), rules, cards), rules)]


def test_an_empty_cell_has_the_derived_value(write: Write) -> None:
    write("small.toml", SMALL)
    cards = "ID;KINDS;LETTERS;TEXT\nfox_1;;;\nowl_22;Fox;1;\n;;;x\nowl_3;;x;\n"
    table = read_cards(Path("c.csv"), load_ruleset("small.toml", Path()), cards)
    assert list(table.values["KINDS"]) == [("Fox",), ("Fox",), None, ("Owl",)]
    assert list(table.values["LETTERS"]) == [5, 1, None, None]  # a cell that is wrong stays empty


def test_a_derived_value_is_checked_as_a_written_one(write: Write) -> None:
    assert found(write, "ID;TEXT\nowl_1;\nelk_1;\n") == [
        "c.csv:2:7: SML101 text: owl_1: Owl without a text",
        "c.csv:3:1: CRD004 not-in-list: elk_1: unknown kinds 'elk'",
    ]


def test_a_column_that_rules_ask_for_and_the_table_lacks_is_reported_once(write: Write) -> None:
    more = SMALL + SMALL[SMALL.index("[rule.") :].replace("SML101", "SML102").replace("Owl", "Fox")
    (said,) = found(write, "ID\nowl_1\nfox_1\n", more)
    message = "without the column TEXT these rules are not checked: SML101 text, SML102 text"
    assert said == f"c.csv:1:1: CSV021 absent-column: info: {message}"
    assert found(write, "ID\nowl_1\n", SMALL + '[override.CSV021]\nseverity = "off"\n') == []


@pytest.mark.parametrize("wrong", ["given(TEXT)", "KINDS", "text(TEXT)", "has(TEXT)"])
def test_a_derived_value_is_made_of_the_values_of_other_columns(write: Write, wrong: str) -> None:
    text = SMALL.replace("mapped(finds(ID, '^[a-z]+'), prefix)", wrong)
    with pytest.raises(InputError, match="expected the values of other columns"):
        found(write, "ID\nowl_1\n", text)
