"""What names a card and what holds its picture, in tables that have neither NAME nor IMAGE."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from plain_face import ground

from cardtools.cards.table import read_cards
from cardtools.rulesets import load_ruleset

TABLE = "Title;Power;Text;Picture\nRust Fox;3;Draw a card.;fox.jpg\nRust Owl;2;Gain 1.;\n"
FACE = ground()
PROJECT = '[cards]\ndecks = ["cards/deck.txt"]\n[[faces]]\nface = "face.toml"\n'


@pytest.fixture
def game(write: Callable[..., Path]) -> None:
    write("cards/cards.csv", "Title;Power;Text\nRust Fox;3;Draw a card.\nRust Owl;2;Gain 1.\nMoss;1;\n")
    write("cards/deck.txt", "2 Rust Fox\n1 Moss\n")
    write("cardtools.toml", PROJECT)
    write("face.toml", FACE)
    write("sheet.toml", "")


def test_without_a_ruleset_the_columns_are_guessed(write: Callable[..., Path]) -> None:
    table = read_cards(write("cards.csv", TABLE), load_ruleset("", Path()))
    assert table.ruleset.label == table.ruleset.title == "Title"
    assert table.picture_columns == {"Picture": ("jpg", "jpeg", "png")}
    assert [table.name(row) for row in range(2)] == ["Rust Fox", "Rust Owl"]
    assert not table.problems


@pytest.mark.parametrize(
    ("card", "label", "title"),
    [
        ("", "Title", "Title"),
        ('[card]\ntitle = "Text"', "Title", "Text"),
        ('[card]\nlabel = "Power"', "Power", "Power"),
    ],
)
def test_a_ruleset_names_the_columns(write: Callable[..., Path], card: str, label: str, title: str) -> None:
    fields = "[fields.Power]\n[fields.Title]\nunique = true\n[fields.Text]\n"
    path = write("game.toml", f'[ruleset]\nid = "x"\nversion = "1"\n{card}\n{fields}')
    table = read_cards(write("cards.csv", TABLE), load_ruleset(str(path), Path()))
    assert (table.ruleset.label, table.ruleset.title) == (label, title)
    assert list(table.picture_columns) == ["Picture"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("validate",), "3 cards, 1 deck: no problems"),
        (("render", "Rust*"), "2 cards -> output/cards"),
        (("render", "--deck", "cards/deck.txt", "--where", "Power > 2"), "1 card -> output/cards"),
        (("sheet", "--sheet", "sheet.toml"), "3 cards on 1 sheet"),
        (("export", "--to", "html"), "1 file"),
        (("proof",), "3 cards: no problems"),
        (("art",), "0 pictures painted"),
    ],
)
def test_commands_know_cards_by_their_title(
    game: None, cardtools: Callable[..., Any], command: tuple[str, ...], said: str
) -> None:
    done = cardtools(*command)
    assert done.code == 0, done.err
    assert said in done.out + done.err


def test_a_name_that_no_card_has_is_compared_with_the_titles(
    game: None, cardtools: Callable[..., Any]
) -> None:
    assert "did you mean Rust Fox?" in cardtools("render", "Rust Fix").err


def test_a_project_without_a_face_is_told_how_to_name_one(game: None, write: Any, cardtools: Any) -> None:
    write("cardtools.toml", 'name = "Plain"\n')
    done = cardtools("render")
    assert done.code == 2
    assert "cardtools.toml: no face says how the cards look" in done.err
    assert '[[faces]] face = "templates/card.toml"' in done.err


def test_names_may_occur_twice_without_a_ruleset(game: None, write: Any, cardtools: Any) -> None:
    write("cards/cards.csv", "Title;Power;Text\nRust Fox;3;\nRust Fox;2;\nMoss;1;\n")
    done = cardtools("validate")
    assert "Rust Fox: same title as line 2" in done.out + done.err
    assert cardtools("render").code == 0
    assert sorted(path.name for path in Path("output/cards").iterdir()) == [
        "moss.png", "rust-fox-2.png", "rust-fox.png",
    ]  # fmt: skip
