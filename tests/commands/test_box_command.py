"""`cardtools box`: the PDF of a tuck box."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from plain_face import ground
from pypdf import PdfReader

from cardtools.project.project import find_project
from cardtools.project.starter import EXAMPLES, games, starter_folder
from cardtools.render.face.load import Face, load_face
from cardtools.steps import boxes

Write = Callable[..., Path]
FACE = (
    ground("#c0a060")
    + """\
[card]
width = 60
height = 80
[fonts]
text = "fonts/AlegreyaSans-Regular.ttf"
[styles.text]
font = "text"
size = 9
minimum = 5
[elements.words]
kind = "text"
style = "text"
left = 4
right = 4
top = 10
height = 20
text = "{{ %s }}"
"""
)
PROJECT = """name = "Meadow"
[cards]
decks = ["deck.txt"]
[[faces]]
face = "card.toml"
[box]
front = "front.toml"
colour = "#204060"
thickness = 0.5
clearance = 2
"""


@pytest.fixture
def meadow(write: Write) -> None:
    fonts = Path(__file__).parents[2] / "templates/fonts"
    write("fonts/AlegreyaSans-Regular.ttf", (fonts / "AlegreyaSans-Regular.ttf").read_bytes())
    write("cardtools.toml", PROJECT)
    write("cards/cards.csv", "NAME;TEXT\nFox;Run.\nOwl;Fly.\n")
    write("deck.txt", "16 Fox\n4 Owl\n")
    write("card.toml", FACE % "NAME")
    write("front.toml", FACE % "project.name ~ ': ' ~ box.cards ~ ' cards, ' ~ box.title")
    write("templates/sheets/3x3.toml", '[marks]\nfont = "../../fonts/AlegreyaSans-Regular.ttf"\n')


def pixel(path: str, x: float, y: float) -> tuple[int, ...]:
    """The colour of a place, in mm from the middle of the first page."""
    page = pypdfium2.PdfDocument(io.BytesIO(Path(path).read_bytes()))[0]
    image = page.render().to_pil().convert("RGB")
    found = image.getpixel((round(image.width / 2 + 2.8346 * x), round(image.height / 2 + 2.8346 * y)))
    assert isinstance(found, tuple)
    return found


@pytest.mark.usefixtures("meadow")
def test_a_deck_gets_a_box_of_its_size(cardtools: Any) -> None:
    outcome = cardtools("box")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "a box for 20 cards, 62.0 x 82.0 x 12.0 mm inside -> output/boxes/deck.pdf\n"
    text = PdfReader("output/boxes/deck.pdf").pages[0].extract_text()
    assert "Meadow: 20 cards, deck" in text
    assert "Meadow: deck: 62.0 x 82.0 x 12.0 mm inside" in text
    # From left to right 12 (glue), 62, 12, 62 and 11.5 mm; the middle is 5.75 mm right of the back.
    assert pixel("output/boxes/deck.pdf", 37, 20) == (0xC0, 0xA0, 0x60)  # the front
    assert pixel("output/boxes/deck.pdf", -37, 20) == (0x20, 0x40, 0x60)  # the back has no face
    assert pixel("output/boxes/deck.pdf", -74, 0) == (255, 255, 255)  # the glue flap
    before = Path("output/boxes/deck.pdf").read_bytes()
    cardtools("box")
    assert Path("output/boxes/deck.pdf").read_bytes() == before


@pytest.mark.usefixtures("meadow")
def test_the_number_and_the_thickness_of_the_cards_may_be_given(cardtools: Any) -> None:
    outcome = cardtools("box", "--cards", "30", "--thickness", "0.4", "-o", "my box.pdf")
    assert outcome.out == "a box for 30 cards, 62.0 x 82.0 x 14.0 mm inside -> my box.pdf\n"


@pytest.mark.parametrize(
    ("arguments", "change", "message"),
    [
        (
            ("--cards", "200"),
            ("", ""),
            "--paper: the box takes 354 x 330 mm, more than letter\n  help: a ",
        ),
        (("--cards", "90"), ("", ""), "more than letter\n  help: print it on tabloid: --paper tabloid\n"),
        (("--paper", "a0"), ("", ""), "--paper: no paper 'a0'\n  help: known: letter, legal"),
        (("--thickness", "0"), ("", ""), "--thickness 0, expected 0.05 to 5 mm"),
        (
            (),
            ('"#204060"', '"blu"'),
            "cardtools.toml:8:1: invalid colour 'blu'\n  help: write one like #1a2b3c, or",
        ),
        ((), ("thickness = 0.5", "thickness = 50"), "cardtools.toml:9:1: thickness = 50, expected 0.05 to 5"),
        ((), ("front.toml", "frnt.toml"), "cardtools.toml:7:1: frnt.toml: no such file"),
        ((), ('front = "front', 'side = "front'), "safe = 1 leaves no room on the card"),
    ],
)
@pytest.mark.usefixtures("meadow")
def test_what_cannot_be_used_is_one_error(
    cardtools: Any, write: Write, arguments: tuple[str, ...], change: tuple[str, str], message: str
) -> None:
    write("cardtools.toml", PROJECT.replace(*change) if change[0] else PROJECT)
    if "side" in change[1]:
        write("deck.txt", "1 Fox\n")
    outcome = cardtools("box", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert not Path("output").exists()


@pytest.mark.parametrize("game", ["", *(f"{EXAMPLES}/{name}" for name in games())])
def test_the_box_of_a_sample_game_names_the_game_and_the_deck(
    cardtools: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.chdir(starter_folder() / game)
    settings = find_project(starter_folder() / game).settings
    deck, title = next(iter(settings.box.titles.items()))
    outcome = cardtools("box", "--deck", f"cards/decks/{deck}.txt", "-o", folder / "box.pdf", "--paper", "a4")
    assert (outcome.code, outcome.err) == (0, "")
    text = " ".join(PdfReader(folder / "box.pdf").pages[0].extract_text().split())
    assert text.count(settings.name) >= 4, "front, two lids, and the line below the box"
    assert text.count(title) >= 2
    assert outcome.out.split()[3] in text, "the number of cards"


@pytest.mark.usefixtures("meadow")
def test_a_cutter_finds_the_lines_by_their_spot_colours(cardtools: Any) -> None:
    cardtools("box")
    reader = PdfReader("output/boxes/deck.pdf")
    resources: Any = reader.pages[0]["/Resources"]
    spaces = [space.get_object() for space in resources["/ColorSpace"].values()]
    assert {(space[0], space[1]) for space in spaces} == {
        ("/Separation", "/CutContour"),
        ("/Separation", "/Crease"),
    }
    assert any(state.get("/OP") for state in resources["/ExtGState"].values())
    root: Any = reader.trailer["/Root"]
    figures = [figure.get_object() for figure in root["/StructTreeRoot"]["/K"]["/K"]]
    assert [figure["/Alt"] for figure in figures] == ["front. Meadow: 20 cards, deck"]


@pytest.mark.usefixtures("meadow")
def test_a_face_is_read_once_for_panels_of_one_size(
    cardtools: Any, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = FACE.replace(
        "left = 4\nright = 4\ntop = 10\nheight = 20", "left = 1\nright = 1\ntop = 1\nheight = 8"
    )
    write("side.toml", small % "panel")
    write("cardtools.toml", PROJECT + 'side = "side.toml"\nlid = "side.toml"\n')
    read: list[tuple[str, Any]] = []

    def load(path: Path, size: Any, **others: Any) -> Face:
        read.append((path.name, size))
        return load_face(path, size, **others)

    monkeypatch.setattr(boxes, "load_face", load)
    assert cardtools("box").code == 0
    assert len(read) == len(set(read)) == 4, "five panels: both lids are of one size, the sides are not"


WARNING = '\n[ruleset]\nid = "own"\nversion = "1"\n[fields.NAME]\n[override.RND001]\nseverity = "{}"\n'


@pytest.mark.usefixtures("meadow")
@pytest.mark.parametrize(("severity", "code"), [("error", 1), ("warning", 0), ("off", 0)])
def test_a_box_exits_1_for_errors_as_the_ruleset_has_them(
    cardtools: Any, write: Write, severity: str, code: int
) -> None:
    words = "box.title ~ ' " + "and more words " * 8 + "'"
    write("front.toml", (FACE % words).replace("height = 20", "height = 3"))
    write("game.toml", WARNING.format(severity))
    write("cardtools.toml", f'ruleset = "game.toml"\n{PROJECT}')
    outcome = cardtools("box")
    assert outcome.code == code
    assert ("RND001" in outcome.err) is (severity != "off")
