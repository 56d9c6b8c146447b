"""The ready faces of `init --face`: print-true, also with tables that lack their columns."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtools.init.guess.columns import guess_columns, under_roles
from cardtools.project.starter import ready_face, ready_faces

KINDS = ("Unit", "Spell", "Relic", "")
NAMES = (
    "Ox", "The Incomparable Wilhelmina of Upper Braithwaite", "Supercalifragilistic", "Łódź & Überfahrt",
    "Sphinx of Unanswered Letters", "A", "Dust",
)  # fmt: skip
LONG = (
    "Choose one: destroy a unit that costs three or less, or return two cards from your discard pile to your"
    " hand. If you control a relic, do both, and each player loses one life for each card in hand."
)
TEXTS = ("Draw a card.", LONG, "", "<b>Enter:</b> gain two life.", "It cannot block.")


def hard_cards() -> str:
    """Cards under headings of their own: long and short names and texts, empty cells."""
    rows = ["Card title;Kind;Mana;Rules text;Attack;Life;Flavour text;Artist"]
    for number, name in enumerate(NAMES):
        numbers = ("", "3", "12")[number % 3], ("7", "", "99", "0")[number % 4]
        lore = "She never wrote back, and the letters kept on coming." if number % 3 == 1 else ""
        row = (name, KINDS[number // 2], str(number * 2), TEXTS[number % 5], *numbers, lore, "A. Painter")
        rows.append(";".join(row))
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("face", ready_faces())
def test_cards_are_print_true(
    face: str, cardtools: Callable[..., Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "mine.csv").write_text(hard_cards(), encoding="utf-8")
    made = cardtools("init", "game", "--from", "mine.csv", "--face", face)
    assert made.code == 0, made.err
    monkeypatch.chdir(folder / "game")
    checked, proved = cardtools("validate"), cardtools("proof")
    assert checked.out == "cards/cards.csv: 7 cards: no problems\n"
    assert re.fullmatch(r"7 cards: no problems; smallest text [\d.]+ pt.*\n", proved.out), proved.err
    text = (folder / "game/templates/card.toml").read_text(encoding="utf-8")
    assert "[palettes.Unit]" in text
    for key in ("fonts", "icons"):
        files = tomllib.loads(text).get(key, {}).values()
        assert all((folder / "game/templates" / file).is_file() for file in files)


def test_a_table_of_three_columns_and_a_new_type_are_drawn(
    cardtools: Callable[..., Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "mine.csv").write_text("Name,Text,Nr\nOx,Draw a card.,1\nOwl,Draw two.,2\n", encoding="utf-8")
    assert cardtools("init", "game", "--from", "mine.csv", "--face", "fantasy").code == 0
    monkeypatch.chdir(folder / "game")
    assert cardtools("proof").out.startswith("2 cards: no problems")


def test_a_ready_face_has_cards_to_try_it(
    cardtools: Callable[..., Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cardtools("init", "game", "--face", "tarot", "--name", "Lamp").code == 0
    monkeypatch.chdir(folder / "game")
    assert cardtools("validate").out == "cards/cards.csv: 6 cards: no problems\n"
    table = folder / "game/cards/cards.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("Endings", "Ghosts"), encoding="utf-8")
    assert cardtools("proof").out.startswith("6 cards: no problems")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["--face", "tarot", "--size", "poker"], "--size and --face cannot be combined"),
        (["--face", "tarot", "--game", "school"], "cannot be combined"),
        (["--face", "tarrot"], "Did you mean tarot?"),
    ],
)
def test_calls_that_mean_nothing_are_refused(
    cardtools: Callable[..., Any], call: list[str], told: str
) -> None:
    outcome = cardtools("init", "game", *call)
    assert outcome.code == 2
    assert told in outcome.err


def test_words_of_types_cannot_become_templates() -> None:
    text = ready_face("fantasy", ["Bob's", '"]}}{{ 1 }}', "Fine, \\", "Unit", "true"])["templates/card.toml"]
    assert isinstance(text, str)
    design = tomllib.loads(text)
    assert design["palette"].count("{{") == 1
    assert "['Unit', 'true']" in design["palette"]
    assert {"Unit", "true", "3"} <= design["palettes"].keys()


def test_columns_get_the_names_that_faces_know() -> None:
    columns = {
        "Title": ["Ox", "Owl", "Elk", "Emu"],
        "Kind": ["Unit", "Unit", "Spell", "Spell"],
        "Mana": ["1", "2", "3", "4"],
        "Rules": [f"Draw {number} cards, then discard one of them." for number in range(4)],
        "Strength": ["4", "5", "6", "7"],
        "Speed": ["7", "9", "1", "2"],
        "VALUE2": ["1", "2", "1", "2"],
        "Story": [f"It was the {number}th winter, and the river was still." for number in range(4)],
    }
    found = {column.heading: column.name for column in under_roles(guess_columns(columns))}
    names = ["NAME", "TYPE", "COST", "TEXT", "VALUE", "SPEED", "VALUE2", "LORE"]
    assert found == dict(zip(columns, names, strict=True))
