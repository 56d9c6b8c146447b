"""Tokens and counters: printed with the cards, and no cards of the game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from plain_face import ground
from render_helpers import TEMPLATES, art_bytes

from cardtools.ground.errors import InputError
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles

FACE = (
    ground("#2244aa", 1)
    + """\
[card]
width = {size}
height = {size}
bleed = 1
safe = 1
"""
)
PROJECT = """
name = "Game"
ruleset = "mana"
[[extras]]
table = "cards/tokens.csv"
[[extras]]
table = "cards/chits.csv"
sheet = "templates/sheets/chits.toml"
[[faces]]
face = "templates/chit.toml"
when = "TYPE == 'Chit'"
[[faces]]
face = "templates/face.toml"
[[backs]]
face = "templates/chit.toml"
when = "TYPE == 'Chit'"
[[backs]]
face = "templates/face.toml"
"""
Write = Callable[[str, str | bytes], Path]


@pytest.fixture
def game(write: Write, folder: Path) -> Path:
    """An Ox, tokens of the size of a card, one of which has a picture, and small chits."""
    write("cardtools.toml", PROJECT)
    write(
        "cards/cards.csv",
        "NAME;TYPE;COST;COLOUR;ATTACK;DEFENSE;IMAGE;TEXT\nOx;Creature;1;Red;1;1;;Draw a card.\n",
    )
    write("cards/tokens.csv", "NAME;TYPE;ATTACK;IMAGE;COPIES\nCalf;Token;+1;calf.jpg;3\nOx;Token;2;;0\n")
    write("cards/chits.csv", "NAME;TYPE\nHoof;Chit\nHorn;Chit\n")
    write("cards/art/calf.jpg", art_bytes())
    write("templates/face.toml", FACE.format(size=40))
    write("templates/chit.toml", FACE.format(size=12))
    plain = (TEMPLATES / "sheets/counters.toml").read_text().partition("[marks]")[0]
    write("templates/sheets/chits.toml", plain)
    write("templates/sheets/3x3.toml", plain)
    return folder


def test_file_names_of_cards_do_not_depend_on_extras(game: Path) -> None:
    project_cards = GameFiles(find_project(game)).project_cards
    assert [card.slug for card in project_cards.cards] == ["ox"]
    assert [one.slug for one in project_cards.everything] == ["ox", "calf", "ox-2", "hoof", "horn"]


def test_cells_are_typed_as_those_of_cards_and_checked_by_no_rule(cardtools, game: Path) -> None:
    calf = GameFiles(find_project(game)).project_cards.extras["tokens"][0]
    assert (calf.values["TYPE"], calf.values["COST"], calf.values["COPIES"]) == ("Token", None, "3")
    assert "no problems" in cardtools("validate", "--ignore", "LNT").out


def test_a_build_draws_them_and_gives_each_table_a_sheet_of_its_own(cardtools, game: Path) -> None:
    outcome = cardtools("build")
    assert (outcome.code, outcome.err) == (0, "")
    assert "5 pictures" in outcome.out
    assert "3 PDFs of 3 sheets" in outcome.out
    sheets = {path.name for path in (game / "output/sheets").glob("*.pdf")}
    assert sheets == {"cards.pdf", "tokens.pdf", "chits.pdf"}
    assert cardtools("build").out.count("unchanged") == 2 + 1


def test_a_changed_token_makes_its_picture_and_sheet_again_and_no_other(cardtools, game: Path, write) -> None:
    cardtools("build")
    before = {path: path.stat().st_mtime_ns for path in (game / "output").rglob("*.p*")}
    write("cards/chits.csv", "NAME;TYPE\nHoof;Chit\nHorns;Chit\n")
    assert "5 pictures, 1 of them new" in cardtools("build").out
    after = {path: path.stat().st_mtime_ns for path in (game / "output").rglob("*.p*")}
    changed = {path.name for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert changed == {"horn.png", "horns.png", "chits.pdf"}


def test_as_many_are_printed_as_their_copies_say(cardtools, game: Path, write) -> None:
    outcome = cardtools("sheet")
    assert "3 pieces on 1 sheet -> output/sheets/tokens.pdf" in outcome.out
    assert "2 pieces on 1 sheet -> output/sheets/chits.pdf" in outcome.out
    write("cards/tokens.csv", "NAME;TYPE;COPIES\nCalf;Token;many\n")
    outcome = cardtools("sheet")
    assert (outcome.code, "tokens.csv:2:12: card Calf: COPIES is 'many'" in outcome.err) == (2, True)


def test_a_sheet_of_one_deck_has_no_extras(cardtools, game: Path, write) -> None:
    write("cards/deck.txt", "2 Ox\n")
    assert cardtools("sheet", "--deck", "cards/deck.txt").out.count("output/sheets") == 1


def test_they_are_drawn_by_name(cardtools, game: Path) -> None:
    assert "1 card" in cardtools("render", "hoof", "-o", "here").out
    assert [path.name for path in (game / "here").iterdir()] == ["hoof.png"]


def test_exports_have_them_where_the_maker_makes_their_size(cardtools, game: Path) -> None:
    assert cardtools("export", "--to", "zip").code == 0
    with ZipFile(game / "output/export/zip/tokens.zip") as archive:
        assert archive.namelist() == ["cards.csv", "back.png", "fronts/calf.png"]
    assert cardtools("export", "--to", "tts").code == 0
    saved = json.loads((game / "output/export/tts/chits/chits.json").read_text())
    assert [one["Nickname"] for one in saved["ObjectStates"][0]["ContainedObjects"]] == ["Hoof", "Horn"]
    poker = FACE.format(size=63.5).replace("height = 63.5", "height = 88.9")
    (game / "templates/face.toml").write_text(poker)
    outcome = cardtools("export", "--to", "tgc")
    assert (outcome.code, "chits are left out" in outcome.out) == (0, True)
    made = {path.name for path in (game / "output/export/tgc").glob("[!.]*")}
    assert made == {"cards", "tokens"}


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("TYPE\nToken\n", "tokens.csv:1: there is no column NAME"),
        ("NAME;TYPE\n;Token\n", "tokens.csv:2:1: the row has no NAME"),
        ("NAME;TYPE\n", "tokens.csv: there is nothing in it"),
        ("NAME;ATTACK\nCalf;strong\n", "ATTACK 'strong' is not a whole number"),
    ],
)
def test_a_table_that_cannot_be_used_is_told(game: Path, write: Write, table: str, said: str) -> None:
    write("cards/tokens.csv", table)
    with pytest.raises(InputError) as error:
        _ = GameFiles(find_project(game)).project_cards
    assert said in str(error.value)


def test_a_deck_with_the_name_of_a_table_is_told(cardtools, game: Path, write: Write) -> None:
    settings = PROJECT.replace("[[extras]]", '[cards]\ndecks = ["decks/tokens.txt"]\n[[extras]]', 1)
    write("cardtools.toml", settings)
    write("decks/tokens.txt", "1 Ox\n")
    outcome = cardtools("sheet")
    assert (outcome.code, "rename one of them" in outcome.err) == (2, True)
