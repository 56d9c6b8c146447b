"""Tabletop Simulator: sheets within the game's limits, and saved objects that point at the right cards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardtools.ground.errors import InputError
from cardtools.print.export import tts
from cardtools.print.export.decks import Job
from cardtools.print.export.tts import COLUMNS, FACES, LONGEST, ROWS, dpi_for, rows_for
from cardtools.render.scene.scene import Scene

Game, Exported, Names = Callable[..., None], Callable[..., Job], Callable[[], list[str]]
BLUE = (0, 0, 255)


def saved(folder: Path) -> Any:
    return json.loads((folder / "out/deck/deck.json").read_text(encoding="utf-8"))["ObjectStates"][0]


@given(st.floats(20, 200), st.floats(20, 200))
def test_a_full_sheet_is_as_large_as_the_game_takes(width: float, height: float) -> None:
    dpi = dpi_for(Scene("S", width, height, 0, 0, ()))

    def longest(dpi: int) -> int:
        return max(round(width / 25.4 * dpi) * COLUMNS, round(height / 25.4 * dpi) * ROWS)

    assert longest(dpi) <= LONGEST
    assert longest(dpi) > LONGEST * 0.9


@given(st.integers(1, FACES))
def test_a_sheet_has_room_for_its_faces_and_the_hidden_card(faces: int) -> None:
    assert 2 <= rows_for(faces) <= ROWS
    assert faces < rows_for(faces) * COLUMNS


def test_a_deck_is_one_object_that_knows_each_copy(game: Game, exported: Exported, folder: Path) -> None:
    game()
    table = folder / "cards/cards.csv"
    table.write_text(table.read_text().replace("Draw two", "<b>Draw</b> two"))
    exported("tts")
    deck = saved(folder)
    assert (deck["Name"], deck["Nickname"], deck["DeckIDs"]) == ("DeckCustom", "Test: deck", [100, 100, 101])
    cards = deck["ContainedObjects"]
    assert [(card["CardID"], card["Nickname"]) for card in cards] == [(100, "Ox"), (100, "Ox"), (101, "Owl")]
    assert cards[2]["Description"] == "Draw two cards.\nGain one point."
    sheet = deck["CustomDeck"]["1"]
    assert cards[0]["CustomDeck"] == {"1": sheet}
    assert (sheet["NumWidth"], sheet["NumHeight"], sheet["UniqueBack"]) == (10, 2, False)
    faces = Path(sheet["FaceURL"].removeprefix("file://"))
    assert faces == folder / "out/deck/faces-1.jpg"
    with Image.open(faces) as image, Image.open(folder / "out/deck/back.jpg") as back:
        assert image.size == (back.width * 10, back.height * 2)
        last = image.getpixel((image.width - back.width // 2, image.height - back.height // 2))
        first = image.getpixel((back.width // 2, back.height - 20))
    assert all(abs(found - wanted) < 8 for found, wanted in zip(last, BLUE, strict=True))
    assert all(abs(found - wanted) < 8 for found, wanted in zip(first, (0xE0, 0xB0, 0x50), strict=True))


def test_pictures_may_be_on_the_web(game: Game, exported: Exported, folder: Path) -> None:
    game()
    exported("tts", url="https://example.org/cards/")
    assert saved(folder)["CustomDeck"]["1"]["BackURL"] == "https://example.org/cards/deck/back.jpg"


def test_seventy_cards_take_two_sheets(game: Game, exported: Exported, names: Names, folder: Path) -> None:
    rows = [f"Ox {number};Earth;Beast;1;;100;400;;;O{number:013};0;60;Normal;" for number in range(FACES + 1)]
    game(
        *rows, deck="".join(f"1 Ox {number}\n" for number in range(FACES + 1)), width=12, height=16, left=0.5
    )
    face = folder / "templates/face.toml"
    text = (
        face.read_text().partition("[elements.art]")[0].replace("right = 4\ntop = 4", "right = 0.5\ntop = 4")
    )
    face.write_text(text.replace("size = 9", "size = 3").replace("[fonts]", "safe = 0.5\n[fonts]"))
    back = folder / "templates/reverse.toml"
    back.write_text(back.read_text().partition("[elements.name]")[0])
    exported("tts")
    assert names() == ["deck/back.jpg", "deck/deck.json", "deck/faces-1.jpg", "deck/faces-2.jpg"]
    deck = saved(folder)
    assert deck["DeckIDs"] == [*range(100, 100 + FACES), 200]
    assert [sheet["NumHeight"] for sheet in deck["CustomDeck"].values()] == [7, 2]
    with Image.open(folder / "out/deck/faces-1.jpg") as image:
        assert max(image.size) <= LONGEST


def test_different_backs_are_a_sheet_of_their_own(
    game: Game, exported: Exported, names: Names, folder: Path
) -> None:
    game(back="\"{{ '#0000ff' if TYPE == 'Air' else '#00ff00' }}\"")
    exported("tts")
    assert names() == ["deck/backs-1.jpg", "deck/deck.json", "deck/faces-1.jpg"]
    sheet = saved(folder)["CustomDeck"]["1"]
    assert sheet["UniqueBack"]
    assert sheet["BackURL"].endswith("/deck/backs-1.jpg")
    with (
        Image.open(folder / "out/deck/backs-1.jpg") as image,
        Image.open(folder / "out/deck/faces-1.jpg") as faces,
    ):
        assert image.size == faces.size


def test_a_single_card_is_no_deck(game: Game, exported: Exported, folder: Path) -> None:
    game(deck="1 Owl\n")
    exported("tts")
    assert (saved(folder)["Name"], saved(folder)["CardID"]) == ("Card", 100)


def test_backs_are_needed(game: Game, exported: Exported) -> None:
    game(back=None)
    with pytest.raises(InputError, match=r"Tabletop Simulator needs backs.*\n.*\[\[backs\]\] face"):
        exported("tts")


@pytest.mark.parametrize(
    ("shape", "corner", "kind"),
    [("rectangle", 3, 0), ("rectangle", 0, 1), ("hexagon", 1, 2), ("hexagon", 0, 3)],
)
def test_the_table_cuts_cards_to_their_shape(shape: Any, corner: float, kind: int) -> None:
    assert tts.shape_number(Scene("Ox", 95.25, 82.55, 3, corner, (), (), shape)) == kind
