"""RND010: a face that leaves an edge of the card, or its bleed, unpainted."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.render.card_pictures import unpainted
from cardtools.render.scene.scene import Box, Fill, Item, Picture, Rectangle, Scene, Stroke

GREY = Fill(("#808080",))
FACE = """\
[card]
width = 40
height = 60
bleed = 3
safe = 1
[elements.ground]
kind = "rectangle"
left = {left}
right = -3
top = -3
bottom = -3
fill = "#ffffff"
"""
SIGN = """\
[elements.sign]
kind = "image"
image = "sign.png"
left = 5
right = 5
top = 5
height = 9
"""


def ground(left: float, top: float, right: float, bottom: float, fill: Fill | None = GREY) -> Rectangle:
    return Rectangle(Box(left, top, right - left, bottom - top), 0, fill)


@pytest.mark.parametrize(
    ("items", "sides"),
    [
        ([], ["left", "right", "top", "bottom"]),
        ([ground(-3, -3, 43, 63)], []),
        ([ground(-3, -3, 43, 63, Fill(("#808080",), 0.0))], ["left", "right", "top", "bottom"]),
        ([ground(0, 0, 40, 60)], ["left", "right", "top", "bottom"]),
        ([ground(-3, -3, 40, 63)], ["right"]),
        ([ground(-3, -3, 20, 63), ground(20, -3, 43, 63)], []),
        ([ground(-3, -3, 20, 63), ground(30, -3, 43, 63)], ["top", "bottom"]),
        ([Picture(Box(-3, -3, 46, 66), "all.png")], []),
        ([Rectangle(Box(-2, -2, 44, 64), 0, None, Stroke("#000000", 2))], []),
    ],
)
def test_the_sides_with_an_unpainted_place(items: list[Item], sides: list[str]) -> None:
    assert unpainted(Scene("Ox", 40, 60, 3, 0, tuple(items))) == sides


@pytest.fixture
def game(folder: Path, write) -> Path:
    rules = '[ruleset]\nid = "own"\nversion = "1"\n[fields.NAME]\nrequired = true\n'
    write("rules.toml", rules)
    write(
        "cardtools.toml",
        'ruleset = "rules.toml"\n[[faces]]\nface = "templates/plain.toml"\n'
        '[[backs]]\nface = "templates/behind.toml"\n',
    )
    write("cards/cards.csv", "NAME\nOx\nOwl\n")
    write("templates/sheets/3x3.toml", "columns = 2\nrows = 2\n")
    write("templates/plain.toml", FACE.format(left=0))
    write("templates/behind.toml", FACE.format(left=-3))
    return folder


@pytest.mark.parametrize("command", [("render",), ("proof",), ("export", "--to", "zip"), ("build",)])
def test_it_is_reported_once_at_the_face(cardtools, game: Path, command: tuple[str, ...]) -> None:
    outcome = cardtools(*command)
    text = outcome.out + outcome.err
    assert outcome.code == 0
    assert text.count("RND010") == 1
    assert (
        "templates/plain.toml:1:2: RND010 unpainted-edge: warning: "
        "the 3 mm of bleed is not painted everywhere at the left\n"
        "  help: give the face a background: a rectangle with left, right, top and bottom = -3\n"
    ) in text


def test_a_picture_of_the_face_is_missing_at_the_face_and_once(cardtools, game: Path, write) -> None:
    picture = (
        '[elements.sign]\nkind = "image"\nimage = "sign.png"\nleft = 5\nright = 5\ntop = 5\nheight = 9\n'
    )
    write("templates/behind.toml", FACE.format(left=-3) + picture)
    outcome = cardtools("export", "--to", "zip", "--strict")
    assert outcome.code == 2
    assert outcome.err.count("no art 'sign.png'") == 1
    assert "templates/behind.toml:15:1: the face behind: no art 'sign.png' in cards/art\n" in outcome.err
