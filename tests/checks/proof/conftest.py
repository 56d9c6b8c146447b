"""What the tests of proofs share: a game of one plain face, and what draws and measures."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from plain_face import ground
from proof_scenes import FONT
from ttcg import COLUMNS

from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.text.fonts import Font, read_font

TEMPLATES = Path(__file__).parents[3] / "templates"
ROW = "{name};Earth;Beast;1;{file}.png;100;400;Draw one card.;;;0;60;Normal;\n"
FACE = (
    ground("{ground}")
    + """\
[card]
width = 63.5
height = 88.9
bleed = 3
safe = 3

[fonts]
text = "fonts/{font}.ttf"

[styles.text]
font = "text"
size = {size}
colour = "{colour}"

[elements.name]
kind = "text"
text = "{words}"
style = "text"
left = 6
width = {width}
top = 10
height = 6
"""
)


@pytest.fixture(scope="session")
def fonts() -> dict[str, Font]:
    """The one font of the scenes, by its name."""
    return {FONT: read_font(TEMPLATES / f"fonts/{FONT}.ttf")}


@pytest.fixture(scope="session")
def rasteriser(fonts: dict[str, Font]) -> Rasteriser:
    return Rasteriser(fonts, ArtFiles(()), 120)


@pytest.fixture
def game(write: Callable[..., Path], folder: Path) -> Callable[..., None]:
    """A game without a fault, of an Ox and an Owl; keywords change its face, `more` what follows in it."""

    def make(
        names: Sequence[str] = ("Ox", "Owl"),
        colour: str = "#101010",
        ground: str = "#ffffff",
        size: str = "9",
        width: float = 50.0,
        words: str = "{{ NAME }}",
        more: str = "",
        back: str = "",
        settings: str = "",
    ) -> None:
        shape = {"font": FONT, "colour": colour, "size": size, "width": width, "words": words}
        faces = '[[faces]]\nface = "templates/face.toml"\n'
        if back:
            faces += '[[backs]]\nface = "templates/reverse.toml"\n'
            reverse = {**shape, "colour": "#101010", "words": "Test"}
            write("templates/reverse.toml", FACE.format(ground=back, **reverse))
        write("cardtools.toml", f'name = "Test"\n{faces}{settings}')
        rows = "".join(ROW.format(name=name, file=name.lower()) for name in names)
        write("cards/cards.csv", f"{COLUMNS}\n{rows}")
        write("templates/face.toml", FACE.format(ground=ground, **shape) + more)
        (folder / "templates/fonts").mkdir(exist_ok=True)
        shutil.copy(TEMPLATES / f"fonts/{FONT}.ttf", folder / "templates/fonts")

    return make
