"""Pictures for makers of cards: their size, their bleed, how they are named, how many there are."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

from cardtools.ground.tables.csv_document import escape_formula
from cardtools.print.export.decks import Job
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.scene import Box, Fill, Rectangle, Scene

Game, Exported, Names = Callable[..., None], Callable[..., Job], Callable[[], list[str]]


def striped(bleed: float) -> Scene:
    """A card of red with a blue rim of 2 mm inside its trim."""
    whole = Box(0, 0, 63.5, 88.9)
    return Scene(
        "S", 63.5, 88.9, bleed, 0,
        (
            Rectangle(whole.grown(bleed), 0, Fill(("#0000ff",))),
            Rectangle(whole.grown(-2), 0, Fill(("#ff0000",))),
        ),
    )  # fmt: skip


def picture(bleed: float, wanted: float = 3.175) -> Any:
    return numpy.asarray(Rasteriser({}, ArtFiles(()), 300, wanted).image(striped(bleed))).astype(int)


@pytest.mark.parametrize("bleed", [2.0, 3.0, 3.175, 6.0])
def test_bleed_is_as_wide_as_wanted_and_has_no_paper_in_it(bleed: float) -> None:
    pixels = picture(bleed)
    assert pixels.shape == (1125, 825, 3)
    assert pixels[..., 1].max() == 0
    # Trim and bleed are 37.5 px apart, rim and trim 2 mm: red begins 61 px from the edge on every side.
    red = numpy.argwhere(pixels[..., 0] > 128)
    assert red.min(axis=0).tolist() == [61, 61]
    assert red.max(axis=0).tolist() == [1125 - 62, 825 - 62]


def test_bleed_that_is_lacking_is_the_mirrored_edge() -> None:
    pixels = picture(0.0)
    assert pixels[..., 1].max() == 0
    # The trim ends in the middle of pixel 37.
    assert (pixels[:, :37] == pixels[:, 74:37:-1]).all()
    assert (pixels[:37] == pixels[74:37:-1]).all()
    assert pixels[562, 3, 0] == 255  # 35 px inside the trim it is red


def test_the_game_crafter_gets_each_card_once_and_how_many(
    game: Game, exported: Exported, names: Names, folder: Path
) -> None:
    game()
    exported("tgc")
    assert names() == ["deck/back.png", "deck/copies.csv", "deck/fronts/owl.png", "deck/fronts/ox.png"]
    for name in ("back", "fronts/ox"):
        with Image.open(folder / f"out/deck/{name}.png") as image:
            assert image.size == (825, 1125)
    assert (
        folder / "out/deck/copies.csv"
    ).read_bytes() == b"FILE;NAME;COPIES\r\nox.png;Ox;2\r\nowl.png;Owl;1\r\n"


def test_make_playing_cards_gets_a_picture_for_every_copy_in_order(
    game: Game, exported: Exported, names: Names, folder: Path
) -> None:
    game()
    exported("mpc", dpi=100)
    fronts = ["deck/fronts/001-ox.png", "deck/fronts/002-ox.png", "deck/fronts/003-owl.png"]
    assert names() == ["deck/backs/001-back.png", *fronts]
    with Image.open(folder / "out" / fronts[0]) as image:
        assert image.size == (275, 375)


def test_backs_that_differ_are_paired_by_number(game: Game, exported: Exported, names: Names) -> None:
    game(back="\"{{ '#0000ff' if TYPE == 'Air' else '#00ff00' }}\"")
    exported("mpc", dpi=50)
    backs = [name.partition("backs/")[2] for name in names() if "backs/" in name]
    assert backs == ["001-ox.png", "002-ox.png", "003-owl.png"]
    exported("tgc")
    assert {"deck/backs/ox.png", "deck/backs/owl.png"} <= set(names())
    assert "deck/back.png" not in names()


def test_the_archive_is_the_same_every_time(game: Game, exported: Exported, folder: Path) -> None:
    game()
    exported("zip", dpi=50)
    first = (folder / "out/deck.zip").read_bytes()
    exported("zip", dpi=50)
    assert (folder / "out/deck.zip").read_bytes() == first
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist() == ["cards.csv", "back.png", "fronts/owl.png", "fronts/ox.png"]
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        rows = list(csv.DictReader(io.StringIO(archive.read("cards.csv").decode()), delimiter=";"))
        with Image.open(io.BytesIO(archive.read(rows[0]["FILE"]))) as image:
            assert image.size == (137, 187)  # with 3 mm of bleed, as the face has it
    assert [(row["FILE"], row["COPIES"]) for row in rows] == [("fronts/ox.png", "2"), ("fronts/owl.png", "1")]
    assert rows[1]["SUBTYPES"] == "Avian, Beast"


def test_a_spreadsheet_runs_no_cell_of_a_table(game: Game, exported: Exported, folder: Path) -> None:
    game("=1+1;Earth;Beast;1;ox.png;+100;400;@home.;;O1010010B1P10B;0;60;Normal;", deck="=1+1\n")
    assert exported("zip", dpi=50).findings == exported("tgc").findings == []
    with zipfile.ZipFile(folder / "out/deck.zip") as archive:
        (row,) = csv.DictReader(io.StringIO(archive.read("cards.csv").decode()), delimiter=";")
    assert (row["NAME"], row["EFFECT1"], row["ATTACK"]) == ("'=1+1", "'@home.", "100")
    assert b"'=1+1;1" in (folder / "out/deck/copies.csv").read_bytes()


@pytest.mark.parametrize("cell", ["", "Ox", "5", "-5", "+1.5", "-1,000", "a=b", "'=1", "-"])
def test_cells_that_no_spreadsheet_runs_stay(cell: str) -> None:
    assert escape_formula(cell) == cell


@pytest.mark.parametrize("cell", ["=1", "@a", "+a", "-a", "-1+1", "-1|' /C calc'!A0", "\t=1", "\r=1", "+5-a"])
def test_cells_that_begin_like_formulas_are_texts(cell: str) -> None:
    assert escape_formula(cell) == f"'{cell}"
