"""Cards on cards: another card of the table by its name, whole and scaled, and what must not come of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from plain_face import ground
from pypdf import PdfReader

from cardtools.library.game import load

TABLE = "NAME;COLOUR;MAKES\n"
FOX = "Fox;#ff0000;Cub\nCub;#0000ff;\n"
FACE = f"""{ground("{{ COLOUR }}")}
[fonts]
text = "fonts/AlegreyaSans-Regular.ttf"
[styles.it]
font = "text"
size = 9
[elements.name]
kind = "text"
style = "it"
box = [5, 5, -5, 8]
text = "My name is {{{{ NAME }}}}"
shadow = {{ colour = "#ffffff" }}
[elements.token]
box = [10, 40, 40, 40]
card = "{{{{ MAKES }}}}"
"""


@pytest.fixture
def game(cardtools: Any, folder: Path, write: Callable[..., Path]) -> Callable[[str], Path]:
    assert cardtools("init", ".", "--blank", "-q").code == 0
    write("templates/card.toml", FACE)

    def make(rows: str) -> Path:
        write("cards/cards.csv", TABLE + rows)
        return folder

    return make


def test_a_card_shows_another_one_whole_and_cut(game: Callable[[str], Path], cardtools: Any) -> None:
    game(FOX)
    assert cardtools("sheet", "-q").code == 0
    (pdf,) = Path("output").rglob("*.pdf")
    text = PdfReader(pdf).pages[0].extract_text()
    assert (text.count("My name is Fox"), text.count("My name is Cub")) == (1, 2)
    outcome = cardtools("render", "--dpi", "254", "-q")
    assert (outcome.code, outcome.err) == (0, "")
    (path,) = Path("output").rglob("fox.png")
    with Image.open(path) as image:
        # 40 mm high and as wide as its shape says: 28.6 mm in the middle of the box, and none of its bleed.
        bleed, middle = 30, 30 + 300
        row = [image.getpixel((x, bleed + 600)) for x in range(image.width)]
        blue = [x for x, colour in enumerate(row) if colour == (0, 0, 255)]
        column = [y for y in range(image.height) if image.getpixel((middle, y)) == (0, 0, 255)]
    assert blue == pytest.approx(range(blue[0], blue[-1] + 1)) and len(blue) == pytest.approx(286, abs=2)
    assert (blue[0] + blue[-1]) / 2 == pytest.approx(middle, abs=2)
    assert (column[0], column[-1]) == pytest.approx((bleed + 400, bleed + 799), abs=2)


def test_a_shadow_shrinks_with_its_card(game: Callable[[str], Path]) -> None:
    cards = load(game(FOX)).files.project_cards
    (fox, _) = cards.compose(cards.cards)
    sizes = [float(one) for one in re.findall(r"blur=([\d.]+)", repr(fox.scene))]
    assert sorted(sizes) == pytest.approx([0.8 * 40 / 88.9, 0.8])


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            "Fox;red;Cubb\nCub;blue;\n",
            "'Cubb' is not shown: no card is named 'Cubb'\n  help: did you mean Cub?",
        ),
        ("Fox;red;Fox\n", "'Fox' is not shown: it would be on itself"),
        ("Fox;red;Cub\nCub;blue;Fox\n", "it would be on itself"),
        ("".join(f"C{n};red;C{n + 1}\n" for n in range(9)) + "C9;red;\n", "at most 5 deep"),
    ],
)
def test_what_is_not_shown_is_said(game: Callable[[str], Path], cardtools: Any, rows: str, said: str) -> None:
    game(rows)
    outcome = cardtools("render", "-q")
    assert outcome.code == 2 and said in outcome.err
    assert re.search(r"card\.toml:\d+:\d+: .*card (Fox|C\d)", outcome.err)


def test_a_build_sees_what_changed_on_the_other_card(game: Callable[[str], Path], cardtools: Any) -> None:
    game(FOX + "Owl;#00ff00;\n")
    assert cardtools("build", "-q").code == 0
    pictures = {path.stem: path for path in Path("output").rglob("*.png")}
    before = {name: path.read_bytes() for name, path in pictures.items()}
    game(FOX.replace("#0000ff", "#ffff00") + "Owl;#00ff00;\n")
    assert cardtools("build", "-q").code == 0
    changed = {name for name, path in pictures.items() if path.read_bytes() != before[name]}
    assert {"fox", "cub"} <= changed and "owl" not in changed
