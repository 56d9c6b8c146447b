"""Pictures for people, sheets as pictures, and the table of PlayingCards.io."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image
from pypdf import PdfReader

from cardtools.ground.errors import InputError
from cardtools.print.export.decks import Job
from cardtools.print.export.posing import in_perspective, reflected

Game, Exported, Names = Callable[..., None], Callable[..., Job], Callable[[], Sequence[str]]
OXEN = [f"Ox {number};Earth;Beast;1;ox.png;1;4;Draw.;;O{number};0;60;Normal;" for number in range(11)]


@pytest.mark.parametrize(("target", "most"), [("showcase", 7), ("hand", 10)])
def test_cards_lie_on_no_ground_or_a_coloured_one(
    game: Game, exported: Exported, names: Names, folder: Path, target: str, most: int
) -> None:
    game(*OXEN, deck="".join(f"2 Ox {number}\n" for number in range(11)))
    job = exported(target, dpi=36)
    assert names() == ["deck.png"]
    assert job.remarks == [f"deck: the first {most} of 11 cards are shown; name those that you want"]
    with Image.open(folder / "out/deck.png") as clear:
        assert clear.mode == "RGBA"
        assert clear.getpixel((0, 0)) == (0, 0, 0, 0)
        assert clear.width > 3 * 90  # cards lie beside each other
    exported(target, dpi=36, ground="#102030")
    with Image.open(folder / "out/deck.png") as coloured:
        assert coloured.getpixel((0, 0)) == (16, 32, 48, 255)
        assert coloured.size == clear.size
        lowest, highest = coloured.getchannel("A").getextrema()
        assert lowest == highest == 255


def test_a_picture_that_is_too_large_is_refused(
    game: Game, exported: Exported, monkeypatch: pytest.MonkeyPatch
) -> None:
    game()
    monkeypatch.setattr("cardtools.print.export.posing.limits", lambda: type("", (), {"picture_pixels": 10}))
    with pytest.raises(InputError, match="too many"):
        exported("hand", dpi=36)


def test_a_turned_picture_is_high_where_it_is_near() -> None:
    image = Image.new("RGBA", (100, 200), "red")
    turned = in_perspective(image, 30, 100)
    columns = (turned.getchannel("A").crop((x, 0, x + 1, turned.height)) for x in (1, turned.width - 2))
    heights = [sum(pixel > 127 for pixel in column.tobytes()) for column in columns]
    assert heights[0] < 200 < heights[1]
    assert math.isclose(turned.width, 100 * math.cos(math.radians(30)), rel_tol=0.02)
    same = in_perspective(image, 0, 100)
    assert same.size == (100, 200)
    assert same.tobytes() == image.tobytes()


def test_a_reflection_fades_below_its_card() -> None:
    card = Image.new("RGBA", (10, 100), "red")
    card.putpixel((5, 99), (0, 0, 255, 255))
    whole = reflected(card)
    assert whole.crop((0, 0, 10, 100)).tobytes() == card.tobytes()
    column = [whole.getpixel((5, y)) for y in range(100, whole.height)]
    assert column[0][2] == 255  # the lowest row of the card comes first
    alphas = [pixel[3] for pixel in column]
    assert alphas == sorted(alphas, reverse=True)
    assert 80 < alphas[0] < 128 and alphas[-1] < 10


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_card_turns_over_and_back(
    game: Game, exported: Exported, names: Names, folder: Path, kind: str
) -> None:
    game(deck="1 Ox\n")
    exported("flip", animation=kind)
    assert names() == [f"deck/ox.{kind}"]
    with Image.open(folder / f"out/deck/ox.{kind}") as film:
        assert film.n_frames == 30
        middle = film.width // 2, film.height - film.height // 4
        film.seek(0)
        front = film.convert("RGB").getpixel(middle)
        film.seek(15)
        back = film.convert("RGB").getpixel(middle)
    assert front[0] > 150 and front[2] < 150  # of the face's ground, #e0b050
    assert back[2] > 200 and back[0] < 60  # blue


def test_cards_without_backs_do_not_turn_over(game: Game, exported: Exported) -> None:
    game(back=None)
    with pytest.raises(InputError, match="the cards have none"):
        exported("flip")


def test_sheets_are_pictures_of_their_paper(
    game: Game, exported: Exported, names: Names, folder: Path
) -> None:
    game(deck="10 Ox\n")
    exported("sheet-png", dpi=40)
    assert names() == ["deck-1.png", "deck-2.png"]
    with Image.open(folder / "out/deck-1.png") as sheet:
        assert sheet.size == (340, 440)  # letter
        assert round(sheet.info["dpi"][0]) == 40


def test_a_page_of_too_many_pixels_is_refused(
    game: Game, exported: Exported, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(deck="1 Ox\n")
    monkeypatch.setattr("cardtools.render.pdf.raster.limits", lambda: type("", (), {"picture_pixels": 10}))
    with pytest.raises(InputError, match="megapixels"):
        exported("sheet-png", dpi=40)


def test_the_table_of_playingcards_has_every_card_in_a_pile(
    game: Game, exported: Exported, names: Names, folder: Path
) -> None:
    game('"=Ox";Earth;Beast;1;ox.png;1;4;Draw.;;O1;0;60;Normal;', deck="3 =Ox\n")
    exported("pcio")
    assert names() == ["deck.csv", "deck.pcio"]
    with ZipFile(folder / "out/deck.pcio") as archive:
        things = json.loads(archive.read("widgets.json"))
        files = set(archive.namelist())
    pile, deck, *cards = things
    assert [pile["type"], deck["type"]] == ["cardPile", "cardDeck"]
    assert [(card["deck"], card["parent"], card["cardType"]) for card in cards] == 3 * [
        (deck["id"], pile["id"], "ox")
    ]
    assert len({thing["id"] for thing in things}) == 5
    kind = deck["cardTypes"]["ox"]
    assert {f"package://{name}" for name in files if name != "widgets.json"} == {kind["face"], kind["back"]}
    assert (deck["cardWidth"], deck["cardHeight"]) == (103, 144)
    for side in ("face", "back"):
        assert deck[f"{side}Template"]["objects"][0]["value"] == side
    row = next(csv.DictReader((folder / "out/deck.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert row["item-count"] == "3" and row["label"].lstrip("'") == "=Ox" and row["label"] != "=Ox"


def test_an_export_that_is_asked_twice_is_the_same(game: Game, exported: Exported, folder: Path) -> None:
    game()
    exported("pcio")
    first = (folder / "out/deck.pcio").read_bytes()
    exported("pcio")
    assert (folder / "out/deck.pcio").read_bytes() == first


def test_a_rulebook_has_every_card_and_the_terms(game: Game, exported: Exported, folder: Path) -> None:
    game()
    project = folder / "cardtools.toml"
    text = "It stays in the air. " * 20
    terms = "".join(f'[terms.Word{number:02}]\ntext = "{text}"\n' for number in range(30))
    project.write_text(
        project.read_text() + f'{terms}[terms.Air]\ntext = "See <b>@[Word07]</b>."\nword = "Aloft"\n'
    )
    exported("rulebook")
    pages = [page.extract_text() for page in PdfReader(folder / "out/deck.pdf").pages]
    assert "Ox" in pages[0] and "Owl" in pages[0]
    assert len(pages) > 2  # the terms have pages of their own
    assert "Aloft\nSee Word07." in pages[1]
    words = " ".join(" ".join(pages[1:]).split())
    assert words.count("stays") == 600
    assert all(f"Word{number:02} " in words for number in range(30))
