"""Missing art: a marked placeholder with a warning, or an error with --strict; marks that no style reads."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from plain_face import FONT, ground

from cardtools.render.compose.missing_art import MARK, art_name, placeholder, with_placeholders
from cardtools.render.scene.scene import Box, Fill, Picture, Rectangle, Scene, TextRun, walk

PROJECT = '[cards]\ndecks = ["deck.txt"]\n[[faces]]\nface = "face.toml"\n'
FACE = (
    ground()
    + """\
[elements.art]
kind = "image"
image = "{{ Bild }}"
left = 5
right = 5
top = 5
height = 40
"""
)
TEXT = """\
[fonts]
own = "font.ttf"
[styles.body]
font = "own"
size = 10
[elements.text]
kind = "text"
style = "body"
left = 5
right = 5
bottom = 5
height = 20
text = "{{ Titel }}"
"""


@pytest.fixture
def game(write: Callable[..., Path]) -> None:
    """Two cards without NAME and IMAGE; the art of one is missing."""
    write("cards/cards.csv", "Titel;Bild\nOx;ox.png\nOwl;\n")
    write("deck.txt", "2 Ox\n1 Owl\n")
    write("cardtools.toml", PROJECT)
    write("face.toml", FACE)
    write("templates/sheets/3x3.toml", "columns = 3\nrows = 3\n")


@pytest.mark.parametrize(
    "command",
    [("render",), ("sheet",), ("export", "--to", "zip"), ("export", "--to", "pnp"), ("build",), ("proof",)],
)
def test_missing_art_is_a_warning_at_its_cell(game: None, cardtools: Any, command: tuple[str, ...]) -> None:
    done = cardtools(*command)
    said = done.out + done.err
    assert "cards/cards.csv:2:4: IMG012 missing-art: warning: card Ox: no art 'ox.png' in cards/art" in said
    assert said.count("a placeholder is drawn") == 1
    assert done.code == (1 if command == ("build",) else 0)  # `build` checks too: IMG001 is an error


@pytest.mark.parametrize("command", [("render",), ("sheet",), ("export", "--to", "zip"), ("build",)])
def test_with_strict_it_is_an_error(game: None, cardtools: Any, command: tuple[str, ...]) -> None:
    if command == ("build",):
        cardtools("build")  # what was drawn with a placeholder is not good enough now
    done = cardtools(*command, "--strict")
    assert done.code == 2
    assert "cards/cards.csv:2:4: card Ox: no art 'ox.png' in cards/art" in done.err
    assert "Owl" not in done.err


def test_the_picture_takes_the_place_of_its_placeholder(game: None, cardtools: Any, folder: Path) -> None:
    cardtools("build")
    before = (folder / "output/cards/ox.png").read_bytes()
    (folder / "cards/art").mkdir()
    Image.new("RGB", (800, 600), "#204060").save(folder / "cards/art/ox.png")
    done = cardtools("build")
    assert "placeholder" not in done.out + done.err
    assert (folder / "output/cards/ox.png").read_bytes() != before


def test_the_name_is_written_where_nothing_covers_it() -> None:
    art = Picture(Box(-3, -3, 69.5, 94.9), "a/b.png")
    pane = Rectangle(Box(3, 40, 57.5, 45), 0, Fill(("#ffffff",)))
    run = TextRun(5, 9, "Name", "font", 14, "#000000", 20)
    scene = with_placeholders(Scene("Ox", 63.5, 88.9, 3, 3, (art, pane, run)), ["a/b.png"])
    (item,) = (item for item in walk(scene.items) if isinstance(item, Picture))
    _, numbers, name = item.source.split(MARK)
    left, top, width, height = map(float, numbers.split(",")[2:])
    free = Box(left - 3, top - 3, width, height)
    assert free.inside(Box(0, 9, 63.5, 31.1))
    assert min(width, height) > 20
    assert (name, art_name(item.source)) == ("a/b.png", "a/b.png")


@pytest.mark.parametrize("size", [(4, 4), (60, 4), (4, 60), (69.5, 94.9), (900, 30)])
@pytest.mark.parametrize(
    "name", ["ox.png", "units/fire/a-very-long-name_of-a-picture" * 3 + ".jpeg", "犬.png"]
)
def test_a_placeholder_has_words_at_every_size(size: tuple[float, float], name: str) -> None:
    numbers = ",".join(map(str, (*size, 0, 0, *size)))
    *pixels, data = placeholder(f"{MARK}{numbers}{MARK}{name}")
    image = Image.open(io.BytesIO(data))
    assert image.size == tuple(pixels)
    assert max(image.size) <= 1600
    assert image.width / image.height == pytest.approx(size[0] / size[1], rel=0.1)
    edge = max(3, max(image.size) // 100)
    inner = image.crop((edge, edge, image.width - edge, image.height - edge)).convert("L")
    assert min(inner.getextrema()) < 110  # ink inside the frame: the words


@pytest.mark.parametrize("name", ["\\u0000", "\\u00001,1\\u0000x", "\\u00000,0,0,0,0,0\\u0000x", "a\\u0000b"])
def test_a_face_cannot_ask_for_a_placeholder(game: None, write: Any, cardtools: Any, name: str) -> None:
    write("face.toml", FACE.replace("{{ Bild }}", name))
    done = cardtools("render")
    assert done.code == 2
    assert "is outside the art folder" in done.err


def test_marks_that_a_style_does_not_read_are_reported_once(game: None, write: Any, cardtools: Any) -> None:
    write("font.ttf", FONT.read_bytes())
    write("cards/cards.csv", "Titel;Bild\nOx <b>one</b>;\nOwl <i>two</i>;\nElk {star} 1 < 2;\n")
    write("face.toml", FACE + TEXT)
    for command in ("render", "proof"):
        done = cardtools(command)
        said = done.out + done.err
        assert said.count("RND011") == 1
        assert "face.toml:17:2: RND011 markup-off: warning: the style body prints marks" in said
        assert "such as <b> on the card Ox <b>one</b>" in said
        assert "write markup = true under [styles.body]" in said
        assert done.code == 0
    write(
        "face.toml",
        FACE + TEXT.replace("size = 10", "size = 10\nmarkup = true\nbold = 'own'\nitalic = 'own'"),
    )
    done = cardtools("render")
    assert "RND011" not in done.out + done.err
