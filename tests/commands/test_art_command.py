"""`cardtools art`: what it paints follows from the columns of the TTCG, or as the project file says."""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image

from cardtools.render.placeholder_art.backgrounds import PAINTERS
from cardtools.render.placeholder_art.outlines import list_outlines

GAME = """
ruleset = "mana"

[art]
type = "{{ {'White': 'Light'}.get(COLOUR[0], 'Fire') }}"
words = "{{ 'landscape' if TYPE == 'Land' else SUBTYPES }}"
width = 120
height = 90
"""
CARDS = (
    "NAME;TYPE;COST;COLOUR;ATTACK;DEFENSE;SUBTYPES;IMAGE\n"
    "Quiet Meadow;Land;;White;;;;meadow.png\n"
    "Stone Hare;Creature;1W;White;1;1;Beast;hare.jpg\n"
)


def test_a_game_says_what_its_columns_mean(cardtools, write, folder: Path) -> None:
    write("cardtools.toml", GAME)
    write("cards/cards.csv", CARDS)
    outcome = cardtools("art")
    assert (outcome.code, outcome.out) == (0, "2 pictures painted\n")
    for name, kind in (("meadow.png", "PNG"), ("hare.jpg", "JPEG")):
        with Image.open(folder / "cards/art" / name) as picture:
            assert (picture.size, picture.format) == ((120, 90), kind)


def test_pictures_that_exist_are_left_alone_and_equal_cards_have_equal_ones(
    cardtools, write, folder: Path
) -> None:
    write("cardtools.toml", GAME)
    write("cards/cards.csv", CARDS)
    cardtools("art")
    first = (folder / "cards/art/hare.jpg").read_bytes()
    write("cards/art/hare.jpg", b"mine")
    assert "0 pictures" in cardtools("art").out
    assert (folder / "cards/art/hare.jpg").read_bytes() == b"mine"
    cardtools("art", "--again")
    assert (folder / "cards/art/hare.jpg").read_bytes() == first


def test_a_column_that_is_not_there_is_told_with_its_place(cardtools, write) -> None:
    write("cardtools.toml", GAME.replace("else SUBTYPES", "else SUBTYPE"))
    write("cards/cards.csv", CARDS)
    outcome = cardtools("art")
    assert outcome.code == 2
    assert "cardtools.toml:6:1: card Stone Hare: 'SUBTYPE' is undefined" in outcome.err
    assert "did you mean SUBTYPES?" in outcome.err


def test_a_picture_has_a_size_that_can_be_painted(cardtools, write) -> None:
    write("cardtools.toml", GAME.replace("width = 120", "width = 3"))
    write("cards/cards.csv", CARDS)
    outcome = cardtools("art")
    assert (outcome.code, "width = 3, expected 16 to 8000" in outcome.err) == (2, True)


def test_the_help_lists_what_can_be_painted(cardtools) -> None:
    words = set(re.findall(r"\w+", cardtools("art", "--help").out.lower()))
    figures = set(list_outlines("figures")) - {"stranger"}
    assert figures | set(list_outlines("motifs")) | set(PAINTERS) <= words


def test_filters_choose_the_cards(cardtools, write, folder: Path) -> None:
    write("cardtools.toml", GAME + '[[faces]]\nface = "templates/face.toml"\n')
    write("templates/face.toml", "")
    write("cards/cards.csv", CARDS)
    assert cardtools("art", "Quiet*").out == "1 picture painted\n"
    assert (folder / "cards/art/meadow.png").exists()
    assert not (folder / "cards/art/hare.jpg").exists()
    assert cardtools("art", "--where", "TYPE == 'Land'").out == "0 pictures painted\n"
    assert cardtools("art", "Nobody").code == 2


def test_what_nothing_paints_is_refused_with_what_was_meant(cardtools, write, folder: Path) -> None:
    write("cards/cards.csv", CARDS)
    write("cardtools.toml", GAME.replace("'Light'", "'Ligth'"))
    outcome = cardtools("art")
    assert outcome.code == 2
    assert (
        "cardtools.toml:5:1: card Quiet Meadow: no type 'Ligth'\n  help: did you mean Light?" in outcome.err
    )
    assert not (folder / "cards/art").exists()
    write("cardtools.toml", GAME.replace("'landscape'", "'landscap'"))
    assert "no figure 'landscap'\n  help: did you mean landscape?" in cardtools("art").err
    write("cardtools.toml", GAME.replace("else SUBTYPES", "else 'Captain'"))
    assert cardtools("art").code == 0  # a sub-type of the game, shown as a stranger
    write("cardtools.toml", GAME.replace("'Fire'", "'Xyzzy'"))
    assert cardtools("art", "--again").code == 0  # no card has it
    write("cardtools.toml", GAME.replace("'Light'", "'Xyzzy'"))
    assert "no type 'Xyzzy'\n  help: known: Earth, Water" in cardtools("art", "--again").err


def test_a_word_that_a_table_lacks_is_reported_with_those_it_has(cardtools, write) -> None:
    write("cards/cards.csv", CARDS)
    write("cardtools.toml", GAME.replace(".get(COLOUR[0], 'Fire')", "['Blue']"))
    err = cardtools("art").err
    assert "the table in { } has no item 'Blue'\n  help: known: White" in err
