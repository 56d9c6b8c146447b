"""Cells that are not of their kind, and numbers of copies: nothing is printed wrongly without a word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TEMPLATES = Path(__file__).parents[2] / "templates"
Write = Callable[[str, str | bytes], Path]
HEAD = 'ruleset = "rules.toml"\n[cards]\nart = []\n[[faces]]\nface = "face.toml"\n'
RULES = """
[ruleset]
id = "harbour"
name = "Harbour"
version = "1"
[fields.NAME]
required = true
[fields.POINTS]
type = "number"
[fields.DAY]
type = "date"
format = "D.M.YYYY"
[fields.FOIL]
type = "bool"
[fields.COPIES]
names = ["How many"]
type = "int"
"""
FACE = """
[card]
width = 63.5
height = 88.9
[elements.ground]
kind = "rectangle"
left = -3
top = -3
width = 69.5
height = 94.9
fill = "#ffffff"
[elements.mark]
kind = "rectangle"
left = 10
top = 10
width = 10
height = 10
fill = "{{ '#000000' if POINTS < 0 else '#ffffff' }}"
"""


@pytest.fixture
def cards(write: Write) -> Callable[..., None]:
    """Makes the game, with these rows."""
    write("cardtools.toml", HEAD)
    write("rules.toml", RULES)
    write("face.toml", FACE)
    for name in ("sheets/3x3.toml", "fonts/AlegreyaSans-Regular.ttf"):
        write(f"templates/{name}", (TEMPLATES / name).read_bytes())

    def make(*rows: str, header: str = "NAME;POINTS;DAY;FOIL;How many") -> None:
        write("cards/cards.csv", "\n".join([header, *rows, ""]))

    return make


@pytest.mark.parametrize("cell", ["six", "2x", "-1", "1.5", "1000"])
def test_what_is_no_number_of_copies_is_an_error_with_its_cell(
    cards: Callable[..., None], cardtools: Any, cell: str
) -> None:
    cards("Pier;1;;;2", f"Tug;1;;;{cell}")
    outcome = cardtools("sheet")
    assert (outcome.code, outcome.out) == (2, "")
    assert f"cards.csv:3:9: card Tug: COPIES is '{cell}', expected a number of copies" in outcome.err


def test_an_empty_number_of_copies_means_one_and_is_reported(
    cards: Callable[..., None], cardtools: Any
) -> None:
    cards("Pier;1;;;2", "Tug;1;;;", "Ox;1;;;", "Owl;1;;;0")
    outcome = cardtools("sheet")
    assert (outcome.code, outcome.out) == (0, "4 cards on 1 sheet -> output/sheets/cards.pdf\n")
    assert "cards.csv:3:9: CRD024 empty-copies: warning: COPIES is empty, so one of each is" in outcome.err
    assert "printed: Tug, Ox\n" in outcome.err
    assert "CRD024" in cardtools("build").err
    assert "CRD024" in cardtools("export", "--to", "zip").err
    assert cardtools("sheet", "Tug").out == "1 card on 1 sheet -> output/sheets/cards-chosen.pdf\n"
    assert "Owl': the number of copies is 0, so nothing is printed" in cardtools("sheet", "Owl").err


def test_without_the_column_each_card_is_printed_once(cards: Callable[..., None], cardtools: Any) -> None:
    cards("Pier;1", "Tug;1", header="NAME;POINTS")
    outcome = cardtools("sheet")
    assert (outcome.err, outcome.out) == ("", "2 cards on 1 sheet -> output/sheets/cards.pdf\n")
    assert "--copies: there is no column 'COPIES'" in cardtools("sheet", "--copies", "COPIES").err


def test_the_column_of_copies_may_be_named_by_its_heading(cards: Callable[..., None], cardtools: Any) -> None:
    cards("Pier;1;;;2")
    assert cardtools("sheet", "--copies", "How many").out.startswith("2 cards")


@pytest.mark.parametrize("command", [("render",), ("sheet",), ("export", "--to", "zip")])
def test_a_card_with_a_cell_that_is_not_of_its_kind_is_reported(
    cards: Callable[..., None], cardtools: Any, command: tuple[str, ...]
) -> None:
    cards("Pier;1;31.11.2026;;1", "Tug;1;;foil;1")
    outcome = cardtools(*command)
    assert outcome.code == 1
    assert "cards.csv:2:8: CRD023 not-of-its-kind: Pier: DAY '31.11.2026' is not a date" in outcome.err
    assert "November 2026 has 30 days" in outcome.err
    assert "cards.csv:3:8: CRD023 not-of-its-kind: Tug: FOIL 'foil' is not yes or no" in outcome.err
    assert "not drawn" not in outcome.err


def test_a_cell_that_the_face_cannot_do_without(
    cards: Callable[..., None], cardtools: Any, folder: Path
) -> None:
    cards("Pier;1;;;1", "Tug;2;;;1", "Ox;3;;;1")
    assert cardtools("render").code == 0
    cards("Pier;1;;;1", "Tug;½;;;1", "Ox;;;;1")
    outcome = cardtools("render")
    assert outcome.code == 2
    assert "cards.csv:3:5: CRD002 not-a-number: Tug: POINTS '½' is not a number" in outcome.err
    assert outcome.err.count("POINTS is empty, and to compare it a number is needed") == 1  # of the Ox
    assert "not drawn: Tug, Ox\n" in outcome.err
    for name in ("tug", "ox"):
        assert f"removed output/cards/{name}.png, which is no longer made\n" in outcome.out
    assert sorted(path.name for path in (folder / "output/cards").iterdir()) == ["pier.png"]
    built = cardtools("build")
    assert built.err.count("POINTS '½'") == 1


def test_a_card_that_gets_a_wrong_cell_is_reported_by_the_next_build(
    cards: Callable[..., None], cardtools: Any
) -> None:
    cards("Pier;1;;;1")
    assert cardtools("build").code == 0
    cards("Pier;1;soon;;1")
    outcome = cardtools("build")
    assert (outcome.code, outcome.err.count("DAY 'soon' is not a date")) == (1, 1)
    cards("Pier;1;;;1")
    assert cardtools("build").code == 0
