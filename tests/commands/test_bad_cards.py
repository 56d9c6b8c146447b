"""Cards that cannot be drawn: told with their place, named at the end, and the other cards are made."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image
from ttcg import COLUMNS

TEMPLATES = Path(__file__).parents[2] / "templates"
ROW = "{};Earth;Beast;1;{};100;400;Draw one card.;;O1010010B1P10B;0;60;Normal;"


def picture() -> bytes:
    out = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").resize((80, 100)).save(out, "JPEG")
    return out.getvalue()


def undecodable() -> bytes:
    """A JPEG whose header is right and whose code tables are nonsense, as only decoding shows."""
    data = bytearray(picture())
    table = data.index(b"\xff\xc4") + 5
    data[table : table + 16] = b"\xff" * 16
    return bytes(data)


@pytest.fixture
def game(write: Callable[..., Path], folder: Path) -> Callable[..., None]:
    """A project of cards with these names and pictures, and a deck with one of each."""

    def make(**pictures: bytes) -> None:
        write(
            "cardtools.toml",
            'name = "Test"\nruleset = "ttcg"\n[cards]\ndecks = ["cards/deck.txt"]\n[render]\ndpi = 72\n',
        )
        rows = [ROW.format(name, f"{name.lower()}.jpg") for name in pictures]
        write("cards/cards.csv", "\n".join([COLUMNS, *rows]) + "\n")
        write("cards/deck.txt", "".join(f"1 {name}\n" for name in pictures))
        for name, data in pictures.items():
            write(f"cards/art/{name.lower()}.jpg", data)
        shutil.copytree(TEMPLATES, folder / "templates", dirs_exist_ok=True)

    return make


def made(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


def test_every_command_makes_the_other_cards(game: Any, cardtools: Any, folder: Path) -> None:
    game(Ox=picture(), Cut=picture()[:900], Empty=b"", Page=b"<html>", Owl=picture())
    told = [
        ":3:19: card Cut: the art cards/art/cut.jpg is damaged: image file is truncated",
        ":4:21: card Empty: the art cards/art/empty.jpg is empty (0 bytes)\n  help: save it",
        ":5:20: card Page: the art cards/art/page.jpg is not an image\n  help: save it as JPEG",
    ]
    for command in (["render"], ["sheet"], ["build"], ["export", "--to", "zip"], ["export", "--to", "tts"]):
        outcome = cardtools(*command)
        assert outcome.code == 2
        assert all(text in outcome.err for text in told)
        assert "not drawn: Cut, Empty, Page" in outcome.err + outcome.out
    assert made(folder / "output/cards") == ["owl.png", "ox.png"]
    text = pypdf.PdfReader(folder / "output/sheets/deck.pdf").pages[0].extract_text()
    assert [name in text for name in ("Ox", "Owl", "Cut", "Empty", "Page")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_art_that_only_decoding_shows_to_be_damaged(game: Any, cardtools: Any, folder: Path) -> None:
    game(Ox=undecodable(), Owl=picture())
    told = "cards/cards.csv:2:18: card Ox: the art ox.jpg is damaged: broken data stream"
    for command in ("render", "build"):
        outcome = cardtools(command)
        assert outcome.code == 2
        assert told in outcome.err
        assert made(folder / "output/cards") == ["owl.png"]
        shutil.rmtree(folder / "output")
    outcome = cardtools("export", "--to", "zip")
    assert (outcome.code, told in outcome.err) == (2, True)
    assert not (folder / "output/export").exists()
    assert cardtools("validate", "--format", "html", "-o", "report.html").code == 1
    assert "the art ox.jpg is damaged" in (folder / "report.html").read_text()


def test_a_face_that_divides_by_zero_for_one_card(
    game: Any, cardtools: Any, folder: Path, write: Callable[..., Path]
) -> None:
    game(Ox=picture(), Owl=picture())
    cards = folder / "cards/cards.csv"
    cards.write_text(cards.read_text().replace("100;400", "100;0", 1))
    write(
        "templates/unit.toml",
        'extends = "base.toml"\n[elements.ratio]\nkind = "rectangle"\nleft = 5\nwidth = 9\n'
        'top = 5\nheight = 9\nfill = "#102030"\nopacity = "{{ ATTACK / DEFENSE }}"\n',
    )
    outcome = cardtools("render")
    assert (outcome.code, made(folder / "output/cards")) == (2, ["owl.png"])
    place = (
        "templates/unit.toml:9:12: card Ox: a division by zero\n  help: ask first: {{ A / B if B else 0 }}"
    )
    assert place in outcome.err
    assert outcome.err.endswith("not drawn: Ox\n")


def test_a_picture_that_no_memory_would_hold(game: Any, cardtools: Any, folder: Path) -> None:
    game(Ox=picture())
    face = folder / "templates/unit.toml"
    face.write_text("[card]\nwidth = 1000\nheight = 1000\n[elements]\n")
    outcome = cardtools("render", "--dpi", "2400")
    assert outcome.code == 2
    message = (
        "a card of 1000 x 1000 mm with 2400 pixels per inch: has 9,035 megapixels, more than 100\n  help: ask"
    )
    assert message in outcome.err


def test_names_of_decks_that_some_disks_take_for_one(game: Any, cardtools: Any, write: Any) -> None:
    game(Ox=picture())
    write("cards/more/DECK.txt", "1 Ox\n")
    outcome = cardtools("sheet", "--deck", "cards/deck.txt", "--deck", "cards/more/DECK.txt")
    assert outcome.code == 2
    assert "cards/more/DECK.txt: its sheets would have the name of cards/deck.txt's" in outcome.err


def test_a_font_of_a_sheet_is_told_with_the_sheet(game: Any, cardtools: Any, write: Any) -> None:
    game(Ox=picture())
    write("x.toml", '[marks]\nfont = "templates/fonts/AlegreyaSans-Reglar.ttf"\n')
    outcome = cardtools("sheet", "--sheet", "x.toml")
    assert outcome.code == 2
    font = "templates/fonts/AlegreyaSans-Reglar.ttf"
    message = f"x.toml: marks.font: {font}: no such file\n  help: did you mean AlegreyaSans-Regular.ttf?"
    assert message in outcome.err


def test_a_fault_of_the_face_is_reported_once_for_all_its_cards(cardtools, folder: Path) -> None:
    assert cardtools("init", ".", "--blank").code == 0
    face = folder / "templates/card.toml"
    face.write_text(face.read_text("utf-8").replace("{{ COST }}", "{{ COAST }}"), encoding="utf-8")
    outcome = cardtools("render")
    assert outcome.code == 2
    assert outcome.err.splitlines() == [
        "templates/card.toml:90:9: 2 cards: 'COAST' is undefined",
        "  help: did you mean COST?",
        "not drawn: Paper Lantern, Stone Bridge",
    ]
    assert "90:9: card Stone Bridge: 'COAST' is undefined" in cardtools("render", "Stone Bridge").err
