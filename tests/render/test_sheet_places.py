"""Sheets with places of their own: form of a print shop, punchboards, standees."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.errors import InputError
from cardtools.print.sheets.definition import CardPlace, CropMarks, Sheet, load_sheet, unfolded
from cardtools.print.sheets.layout import cut_lines, impose
from cardtools.print.sheets.marks import cut_outlines
from cardtools.print.sheets.printing import SheetDefinition, write_sheets
from cardtools.render.pdf.raster import page_image
from cardtools.render.scene.pages import PdfInfo
from cardtools.render.scene.scene import Box, Fill, Rectangle, Scene, moved
from cardtools.render.scene.units import pixels

PLACES = st.builds(
    CardPlace,
    left=st.floats(0, 20),
    top=st.floats(0, 20),
    rotation=st.floats(-360, 360),
    foot=st.none() | st.floats(0, 20),
)
SIZES = st.sampled_from([(63.5, 88.9), (25.0, 25.0), (44.0, 30.0)])


def scene(width: float, height: float, colour: str = "#ff0000") -> Scene:
    """A card whose upper half is coloured, and whose lower half is blue."""
    halves = [(0.0, colour), (height / 2, "#0000ff")]
    items = tuple(Rectangle(Box(0, top, width, height / 2), 0.0, Fill((ink,))) for top, ink in halves)
    return Scene("one", width, height, 0, 0, items)


@given(PLACES, SIZES)
def test_a_turned_card_just_fills_its_box(place: CardPlace, size: tuple[float, float]) -> None:
    box, lying = place.lying(*size)
    body = unfolded(*size, place.foot)
    there = body.turned(lying)
    assert (there.left, there.top) == pytest.approx((place.left, place.top), abs=1e-6)
    assert (there.width, there.height) == pytest.approx((box.width, box.height), abs=1e-6)
    a, b, c, d, *_ = lying
    assert a * d - b * c == pytest.approx(1)  # as large as it is, and not mirrored


@given(PLACES, SIZES, st.sampled_from(["long", "short"]), st.booleans(), st.floats(0, 1), st.floats(0, 1))
def test_each_point_of_a_back_is_behind_that_of_its_front(
    place: CardPlace, size: tuple[float, float], flip: str, landscape: bool, right: float, down: float
) -> None:
    sheet = Sheet(places=(place,), flip=flip, landscape=landscape, paper_width=320, paper_height=450)
    front, back = impose(sheet, 1, *size)
    x, y = moved(front.cells[0].lying, right * size[0], down * size[1])
    # Seen from behind, the card's right side is its left one.
    behind = moved(back.cells[0].lying, size[0] - right * size[0], down * size[1])
    paper = sheet.size
    expected = (x, paper[1] - y) if sheet.turned else (paper[0] - x, y)
    assert behind == pytest.approx(expected, abs=1e-6)


@given(st.lists(SIZES, min_size=1, max_size=30))
def test_every_card_is_once_in_a_place_of_its_size(sizes: list[tuple[float, float]]) -> None:
    places = [
        CardPlace(5, 5),
        CardPlace(5, 100, width=25, height=25),
        CardPlace(40, 100, width=44, height=30),
    ]
    places += [CardPlace(90, 100, width=63.5, height=88.9), CardPlace(5, 140, width=25, height=25)]
    sheet = Sheet(paper="a4", places=tuple(places))
    pages = impose(sheet, len(sizes), 63.5, 88.9, sizes=sizes)
    cells = [cell for page in pages for cell in page.cells]
    assert sorted(cell.card for cell in cells) == list(range(len(sizes)))
    assert all((cell.box.width, cell.box.height) == pytest.approx(sizes[cell.card]) for cell in cells)
    for size in set(sizes):  # in order
        same = [cell.card for cell in cells if sizes[cell.card] == size]
        assert same == sorted(same)
    assert not any(list(cut_lines(page)) for page in pages)


def test_skipped_places_stay_empty_on_the_first_sheet() -> None:
    sheet = Sheet(places=(CardPlace(5, 5), CardPlace(80, 5)))
    pages = impose(sheet, 3, 63.5, 88.9, skip=(1,))
    assert [[cell.box.left for cell in page.cells] for page in pages] == [[80], [5, 80]]


@pytest.mark.parametrize(
    ("sheet", "sizes", "told"),
    [
        (Sheet(places=(CardPlace(190, 5),)), [(63.5, 88.9)], "place 1 ends at 253.5 x 93.9 mm"),
        (
            Sheet(places=(CardPlace(5, 5),)),
            [(63.5, 88.9), (25.0, 25.0)],
            "there is no place for cards of 25 x 25 mm",
        ),
    ],
)
def test_cards_without_a_place_are_an_error(
    sheet: Sheet, sizes: list[tuple[float, float]], told: str
) -> None:
    with pytest.raises(InputError, match=told):
        impose(sheet, len(sizes), 63.5, 88.9, sizes=sizes)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[places]]\nleft = 1\n", "top"),
        ("[[places]]\nleft = 1\ntop = 1\nwidth = 5\n", "width and height belong together"),
        ("[[places]]\nleft = -1\ntop = 1\n", "left"),
        ("[[places]]\nleft = nan\ntop = 1\n", "left"),
        ("[[places]]\nleft = 1\ntop = 1\nrotation = 1e400\n", "rotation"),
        ("[[places]]\nleft = 1\ntop = 1\n" * 501, "501 places"),
    ],
)
def test_places_that_are_none_are_refused(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "sheet.toml").write_text(text)
    with pytest.raises(InputError, match=told):
        load_sheet(tmp_path / "sheet.toml")


def test_a_standee_is_printed_with_its_mirror_image_and_its_lines() -> None:
    sheet = Sheet(paper_width=100, paper_height=100, places=(CardPlace(10, 10, foot=5),), marks=CropMarks())
    out = io.BytesIO()
    write_sheets(out, SheetDefinition(Path("sheet.toml"), sheet), [scene(20, 30)], {}, {}, PdfInfo("T"))
    image = page_image(out.getvalue(), 0, 72)
    at = [image.getpixel((round(pixels(20, 72)), round(pixels(y, 72)))) for y in (12, 18, 38, 52, 72, 82)]
    white, red, blue = (255, 255, 255), (255, 0, 0), (0, 0, 255)
    assert at == [white, blue, red, red, blue, white]
    (page,) = impose(sheet, 1, 20, 30)
    lines = list(cut_outlines(sheet, page, [scene(20, 30)]))
    assert len(lines) == 4  # around it, at the fold, and at both feet


def test_a_card_on_its_side_is_printed_on_its_side() -> None:
    sheet = Sheet(paper_width=100, paper_height=100, places=(CardPlace(10, 10, 90),))
    out = io.BytesIO()
    write_sheets(out, SheetDefinition(Path("sheet.toml"), sheet), [scene(20, 30)], {}, {}, PdfInfo("T"))
    image = page_image(out.getvalue(), 0, 72)
    # Turned clockwise, its upper half is on the right.
    found = [image.getpixel((round(pixels(x, 72)), round(pixels(20, 72)))) for x in (15, 35, 45)]
    assert found == [(0, 0, 255), (255, 0, 0), (255, 255, 255)]


def test_a_back_of_another_size_than_its_front_is_reported() -> None:
    sheet = Sheet(places=(CardPlace(10, 10), CardPlace(60, 10)), flip="long")
    fronts = [scene(20, 30), scene(20, 30)]
    with pytest.raises(InputError, match=r"the back of one is 30 x 20 mm, its face is 20 x 30 mm"):
        backs = [fronts[0], scene(30, 20)]
        write_sheets(io.BytesIO(), SheetDefinition(Path("s"), sheet), fronts, {}, {}, PdfInfo("T"), backs)
