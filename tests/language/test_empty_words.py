"""Words that mean an empty cell (`empty`), in a column of any type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.validate import validate
from cardtools.rulesets import load_ruleset
from cardtools.rulesets.ruleset import Ruleset

Write = Callable[[str, str | bytes], Path]
DEFAULTS = {
    "str": "a", "int": "7", "signed": "+7", "list": "a", "number": "7.5", "bool": "yes",
    "date": "2026-01-31", "link": "https://example.org/",
}  # fmt: skip


def rules(write: Write, column: str) -> Ruleset:
    header = '[ruleset]\nid = "small"\nversion = "1"\n[vocabulary.v]\nvalues = ["a", "b"]\n[fields.NAME]\n'
    write("small.toml", f"{header}[fields.X]\n{column}\n")
    return load_ruleset("small.toml", Path())


def table(ruleset: Ruleset, cells: list[str]) -> CardTable:
    return read_cards(
        Path("c.csv"),
        ruleset,
        "NAME,X\n" + "".join(f"n{number},{cell}\n" for number, cell in enumerate(cells)),
    )


@pytest.mark.parametrize("type_", DEFAULTS)
@pytest.mark.parametrize("more", ["", "default", "vocabulary"])
def test_a_word_for_nothing_is_read_as_an_empty_cell(write: Write, type_: str, more: str) -> None:
    lines = {"default": f'default = "{DEFAULTS[type_]}"', "vocabulary": 'vocabulary = "v"', "": ""}
    if more == "vocabulary" and type_ not in ("str", "list"):
        return
    ruleset = rules(write, f'type = "{type_}"\nempty = ["-", "X", "n/a"]\n{lines[more]}')
    read = table(ruleset, ["", "-", "X", "n/a", ""])
    nothing, *words = read.values["X"][:4]
    assert words == [nothing] * 3
    assert (read.problems, read.unusable["X"]) == ((), frozenset())
    assert validate(read, ruleset) == []


@given(st.text("-X 1a", max_size=3), st.sampled_from(["int", "number", "str"]))
def test_only_the_whole_word_is_nothing(tmp_path_factory: Any, cell: str, type_: str) -> None:
    root = tmp_path_factory.mktemp("r")
    text = '[ruleset]\nid = "small"\nversion = "1"\n[fields.NAME]\n[fields.X]\nempty = ["-", "X"]\n'
    (root / "small.toml").write_text(f'{text}type = "{type_}"\n')
    read = table(load_ruleset("small.toml", root), [cell])
    empty = cell.strip() in ("", "-", "X")
    assert (read.values["X"][0] is None and not read.unusable["X"]) == empty


def test_a_required_cell_with_a_word_for_nothing_is_empty(write: Write) -> None:
    ruleset = rules(write, 'type = "int"\nempty = ["-"]\nrequired = true')
    found = validate(table(ruleset, ["3", "-"]), ruleset)
    assert [(one.code, one.location.line) for one in found] == [("CRD001", 3)]
