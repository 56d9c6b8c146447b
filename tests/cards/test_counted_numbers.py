"""Cells of numbers that hold more than a number, and lists with other signs between their items."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools import load
from cardtools.cards.cells import read_column
from cardtools.language.budget import Budget
from cardtools.language.decimals import WrittenInt
from cardtools.language.text_templates import compile_text
from cardtools.print.export.json import record
from cardtools.rulesets import load_ruleset

RULES = """\
[ruleset]
id = "mygame"
version = "1"
[fields.NAME]
required = true
[fields.COST]
type = "int"
role = "cost"
max = 5
counts = { X = 0, "*" = 0, XX = 9 }
[fields.POWER]
type = "number"
counts = { "½" = 0.5, "∞" = 99 }
[fields.COLOURS]
type = "list"
vocabulary = "colour"
separator = "/"
[vocabulary.colour]
values = ["red", "blue"]
[rule.XMP101]
name = "cheap"
assert = "COST < 4"
message = "{NAME} costs {COST}, which counts as {COST + 0}"
[[decks.rules]]
"""
RULES = RULES.replace("[[decks.rules]]\n", "")
TABLE = "NAME;COST;POWER;COLOURS\nFox;X;½;red/blue\nOwl;1+*;2½;blue / red\nElk;0;∞;red\nRam;2X+3;2;\n"
Write = Callable[..., Path]
Run = Callable[..., Any]


@pytest.fixture
def game(write: Write, folder: Path) -> Path:
    write("game.toml", RULES)
    write("cardtools.toml", 'ruleset = "game.toml"\n')
    write("cards/cards.csv", TABLE)
    return folder


def test_they_are_printed_as_written_and_counted_as_said(game: Path) -> None:
    cards = load(game)
    assert [str(card["COST"]) for card in cards] == ["X", "1+*", "0", "2X+3"]
    assert [card["COST"] for card in cards] == [0, 1, 0, 5]
    assert [str(card["POWER"]) for card in cards] == ["½", "2½", "∞", "2"]
    assert [float(card["POWER"]) for card in cards] == [0.5, 2.5, 99, 2]
    assert [card["COLOURS"] for card in cards] == [("red", "blue"), ("blue", "red"), ("red",), None]


def test_rules_compare_and_statistics_add_the_number(game: Path, cardtools: Run) -> None:
    out = cardtools("validate", "--no-art").out
    assert "Ram costs 2X+3, which counts as 5" in out
    assert "1 error" in out
    tables = {one["table"]: one for one in json.loads(cardtools("stats", "--format", "json").out)}
    assert tables["curve"]["note"] == "mean 1.5, median 0.5"
    assert {row["power"]: row["cards"] for row in tables["cards-by-power"]["rows"]} == {
        "0.5": 1, "2": 1, "2.5": 1, "99": 1,
    }  # fmt: skip


def test_a_diff_tells_them_from_their_numbers(game: Path, cardtools: Run, write: Write) -> None:
    write("old.csv", TABLE.replace("Fox;X;", "Fox;0;"))
    out = cardtools("diff", "old.csv", "cards/cards.csv").out
    assert "0 -> X" in out


def test_faces_print_them_and_compute_with_them(game: Path) -> None:
    values = dict(load(game)[1])
    text = "{{ COST }} {{ COST + 1 }} {{ POWER }} {{ POWER * 2 }} {{ COST|string }} {{ COST|abs }}"
    assert compile_text(text)(values, Budget()) == "1+* 2 2½ 5 1+* 1"


def test_records_have_them_as_texts(game: Path) -> None:
    assert record(load(game)[0]) == {"NAME": "Fox", "COST": "X", "POWER": "½", "COLOURS": ["red", "blue"]}


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("COST", "Y"),
        ("COST", "X½"),
        ("COST", "1 2X"),
        ("COST", "+"),
        ("COST", "1.5X"),
        ("POWER", "½ of 3"),
        ("COST", "X" * 30),
    ],
)
def test_other_words_are_refused(game: Path, cardtools: Run, write: Write, column: str, cell: str) -> None:
    write("cards/cards.csv", f"NAME;{column}\nFox;{cell}\n")
    said = cardtools("validate", "--no-art")
    assert "CRD002" in said.out
    assert "write a number, or " + ("X, *, XX" if column == "COST" else "½, ∞") in said.out


def test_a_list_with_another_sign_says_which_one_it_needs(game: Path, cardtools: Run, write: Write) -> None:
    table = write("cards/cards.csv", "NAME;COLOURS\nFox;red, blue\n")
    out = cardtools("validate", "--no-art").out
    assert "CRD013 list-separator: Fox: the items of COLOURS 'red, blue' are not separated by '/'" in out
    assert "write red/blue" in out
    assert cardtools("validate", "--no-art", "--fix").code == 0
    assert table.read_text() == "NAME;COLOURS\nFox;red/blue\n"


def test_lists_may_have_an_item_a_line(game: Path, write: Write) -> None:
    write("game.toml", RULES.replace('separator = "/"', r'separator = "\n"'))
    write("cards/cards.csv", 'NAME;COLOURS\nFox;"red\nblue"\n')
    assert load(game)[0]["COLOURS"] == ("red", "blue")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("X = 0,", '"1" = 0,', "'1' is no word without digits"),
        ("X = 0,", '"" = 0,', "is no word without digits"),
        ("X = 0,", "X = 0.5,", "X = 0.5, but COST holds whole numbers"),
        ("required = true", "counts = { X = 0 }", "counts is for columns of the type int"),
        ("required = true", 'separator = "/"', "separator is for columns of the type list"),
        ('separator = "/"', 'separator = "-"', "separator"),
    ],
)
def test_what_a_ruleset_cannot_say(
    game: Path, cardtools: Run, write: Write, old: str, new: str, said: str
) -> None:
    write("game.toml", RULES.replace(old, new, 1))
    outcome = cardtools("validate")
    assert (outcome.code, said in outcome.err) == (2, True), outcome.err


@given(st.text("0123X*½ +-.,", max_size=40))
def test_every_cell_is_read_or_refused_at_once(cell: str) -> None:
    field = FIELDS["COST"]
    column = read_column([cell], field)
    value = column.values[0]
    assert column.unusable or value is None or isinstance(value, int)
    assert not isinstance(value, WrittenInt) or (str(value), repr(value)) == (cell.strip(), cell.strip())


def test_they_survive_being_sent_to_another_process() -> None:
    made = WrittenInt(1)
    made.written = "1+*"
    copy = pickle.loads(pickle.dumps(made))
    assert (copy, str(copy), f"{copy}", copy + 1) == (1, "1+*", "1+*", 2)


@pytest.fixture(scope="module", autouse=True)
def _fields(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("rules") / "game.toml"
    path.write_text(RULES)
    FIELDS.update(load_ruleset("game.toml", path.parent).fields)


FIELDS: dict[str, Any] = {}
