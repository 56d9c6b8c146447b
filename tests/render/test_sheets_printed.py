"""Printed sheets: backs, folds, mirrored bleed, low ink, watermarks, corrections, what changed, the ruler."""

from __future__ import annotations

import dataclasses
import io
from pathlib import Path
from typing import Any

import numpy
import pypdf
import pypdfium2
import pytest
from in_memory import sheet_pdf
from render_helpers import TEMPLATES

from cardtools.ground.errors import InputError
from cardtools.print.sheets.calibration import write_calibration
from cardtools.print.sheets.definition import CropMarks, Sheet, load_sheet
from cardtools.print.sheets.low_ink import low_ink
from cardtools.print.sheets.printing import PrintOptions, SheetDefinition
from cardtools.project.settings import Adjustment, Printer
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.scene import Box, Fill, Group, Picture, Rectangle, Scene, Symbol, TextRun, walk
from cardtools.render.text.fonts import Font, read_font

LABEL = TEMPLATES / "fonts/AlegreyaSans-Regular.ttf"
GALLERY = ArtFiles(())


@pytest.fixture(scope="module")
def font() -> Font:
    return read_font(LABEL)


def card(colour: str, bleed: float = 0.0) -> Scene:
    """A card that is all of one colour but for a dark bar at its upper left."""
    whole = Box(0, 0, 40, 60).grown(bleed)
    return Scene(
        colour, 40, 60, bleed, 0, (
            Rectangle(whole, 0, Fill((colour,))),
            Rectangle(Box(0, 0, 10, 5), 0, Fill(("#000000",))),
        ),
    )  # fmt: skip


def pixels(data: bytes, page: int = 0, dpi: int = 100) -> Any:
    image = pypdfium2.PdfDocument(io.BytesIO(data))[page].render(scale=dpi / 72).to_pil().convert("RGB")
    return numpy.asarray(image).astype(int)


def at(image: Any, x: float, y: float, dpi: int = 100) -> tuple[int, int, int]:
    """The colour at a place in mm, in steps of 16."""
    r, g, b = image[round(y / 25.4 * dpi), round(x / 25.4 * dpi)]
    return round(r / 16), round(g / 16), round(b / 16)


RED, BLUE, BLACK, WHITE = (16, 0, 0), (0, 0, 16), (0, 0, 0), (16, 16, 16)


@pytest.mark.parametrize(("flip", "turned"), [("long", False), ("short", True)])
def test_backs_are_printed_behind_their_fronts(font: Font, flip: Any, turned: bool) -> None:
    sheet = Sheet(2, 2, paper_width=100, paper_height=150, flip=flip)
    data = sheet_pdf(sheet, [card("#ff0000")], {}, GALLERY, "T", font, backs=[card("#0000ff")])
    front, back = pixels(data), pixels(data, 1)
    assert at(front, 10 + 30, 15 + 30) == RED
    assert at(front, 10 + 2, 15 + 2) == BLACK
    x, y = (10, 75) if turned else (50, 15)
    assert at(back, x + 20, y + 30) == BLUE
    assert at(back, *((x + 38, y + 58) if turned else (x + 2, y + 2))) == BLACK
    viewer = pypdf.PdfReader(io.BytesIO(data)).trailer["/Root"]["/ViewerPreferences"]  # type: ignore[index]
    assert viewer["/Duplex"] == f"/DuplexFlip{flip.title()}Edge"


def test_a_fold_puts_the_back_upside_down_beside_its_front(font: Font) -> None:
    sheet = Sheet(1, 1, paper_width=60, paper_height=140, fold="horizontal")
    data = sheet_pdf(sheet, [card("#ff0000")], {}, GALLERY, "T", font, backs=[card("#0000ff")])
    image = pixels(data)
    assert at(image, 30, 40) == RED
    assert at(image, 30, 100) == BLUE
    assert at(image, 10 + 38, 70 + 58) == BLACK


def test_a_sheet_with_backs_wants_backs() -> None:
    with pytest.raises(InputError, match=r"the cards have none\n.*\[\[backs\]\] face"):
        sheet_pdf(Sheet(2, 2, flip="long"), [card("#ff0000")], {}, GALLERY, "T")


@pytest.mark.parametrize("bleed", [0.0, 1.0])
def test_bleed_that_a_card_lacks_is_its_mirrored_edge(bleed: float) -> None:
    sheet = Sheet(1, 1, paper_width=60, paper_height=80, bleed=4.0)
    data = sheet_pdf(sheet, [card("#ff0000", bleed)], {}, GALLERY, "T")
    image = pixels(data)
    assert at(image, 10 - 3, 40) == RED
    assert at(image, 50 + 3, 40) == RED
    assert at(image, 30, 70 + 3) == RED
    assert at(image, 10 - 3.5, 10 - 3.5) == BLACK
    assert at(image, 10 - 5, 40) == WHITE
    assert at(image, 30, 70 + 5) == WHITE
    if not bleed:
        assert at(image, 12, 7) == BLACK  # above the bar is the bar


def test_low_ink_keeps_every_word_and_no_area() -> None:
    run = TextRun(1, 2, "Draw", "F", 8, "#ffffff", 10)
    inner = Group("g", (Rectangle(Box(0, 0, 5, 5), 0, Fill(("#ff0000",))), run))
    symbol = Symbol(Box(0, 0, 1, 1), "s", (), Fill(("#00ff00",)))
    scene = dataclasses.replace(card("#ff0000"), items=(Picture(Box(0, 0, 9, 9), "a"), inner, symbol))
    items = list(walk(low_ink(scene).items))
    assert [item for item in items if isinstance(item, TextRun)] == [
        dataclasses.replace(run, colour="#000000")
    ]
    assert not any(isinstance(item, Picture) for item in items)
    fills = [item.fill for item in items if isinstance(item, Rectangle | Symbol) and item.fill]
    assert all(fill.colours == ("#ffffff",) for fill in fills)


def test_low_ink_draws_only_what_shows(font: Font) -> None:
    hidden, faint = Box(5, 20, 10, 10), Box(20, 20, 10, 10)
    items = (
        Rectangle(hidden, 0, Fill(("#ff0000",))),
        Picture(Box(2, 15, 16, 20), "a"),
        Rectangle(faint, 0, Fill(("#ff0000",), 0.1)),
    )
    scene = dataclasses.replace(card("#ff0000"), items=items)
    sheet = Sheet(1, 1, paper_width=60, paper_height=80)
    options = PrintOptions(low_ink=True)
    image = pixels(sheet_pdf(sheet, [scene], {}, GALLERY, "T", options=options), dpi=200)
    inside = image[
        round(12 / 25.4 * 200) : round(68 / 25.4 * 200), round(12 / 25.4 * 200) : round(48 / 25.4 * 200)
    ]
    assert inside.min() == 255


def test_cards_that_touch_leave_no_paper_between_them() -> None:
    cards, sheet = (
        [card("#203040", 2.0)] * 4,
        Sheet(2, 2, paper_width=100.33, paper_height=141.17, flip="long"),
    )
    data = sheet_pdf(sheet, cards, {}, GALLERY, "T", backs=cards)
    for page in (0, 1):
        image = pypdfium2.PdfDocument(io.BytesIO(data))[page].render(scale=600 / 72).to_pil().convert("L")
        shades = numpy.asarray(image)
        middle = shades[
            round(40 / 25.4 * 600) : round(110 / 25.4 * 600), round(25 / 25.4 * 600) : round(75 / 25.4 * 600)
        ]
        assert middle.max() <= 48


def test_a_watermark_lies_across_every_card(font: Font) -> None:
    sheet = Sheet(2, 1, paper_width=100, paper_height=80)
    cards = [card("#ff0000"), card("#0000ff")]
    plain = sheet_pdf(sheet, cards, {}, GALLERY, "T", font)
    marked = sheet_pdf(sheet, cards, {}, GALLERY, "T", font, options=PrintOptions(watermark="DRAFT"))
    words = pypdf.PdfReader(io.BytesIO(marked)).pages[0].extract_text()
    assert words.count("DRAFT") == 2
    changed = numpy.abs(pixels(plain) - pixels(marked)).sum(axis=2) > 20
    columns = numpy.flatnonzero(changed.any(axis=0)) / 100 * 25.4
    assert 10 < columns.min() < 25
    assert 75 < columns.max() < 90


def test_a_printer_is_corrected_on_each_side() -> None:
    sheet = Sheet(1, 1, paper_width=60, paper_height=80, flip="long")
    printer = Printer("p", Adjustment(dx=2, dy=-3), Adjustment(angle=5, scale=0.95))
    data = sheet_pdf(
        sheet,
        [card("#ff0000")],
        {},
        GALLERY,
        "T",
        None,
        backs=[card("#0000ff")],
        options=PrintOptions(printer=printer),
    )
    front, back = pixels(data), pixels(data, 1)
    red = numpy.argwhere((front[:, :, 0] > 200) & (front[:, :, 2] < 60)) / 100 * 25.4
    assert red.min(axis=0) == pytest.approx([7, 12], abs=0.4)
    assert red.max(axis=0) == pytest.approx([67, 52], abs=0.4)
    blue = numpy.argwhere(back[:, :, 2] > 200) / 100 * 25.4
    blue = blue[(back[:, :, 0] < 60)[tuple(numpy.round(blue / 25.4 * 100).astype(int).T)]]
    # Clockwise: the top goes to the right, the upper left corner goes up.
    top = blue[blue[:, 0] < blue[:, 0].min() + 0.6]
    assert top[:, 1].mean() < 30
    with pytest.raises(ValueError, match=r"angle = 9, expected -5 to 5"):
        Adjustment(angle=9)


@pytest.mark.parametrize("path", sorted((TEMPLATES / "sheets").glob("*.toml")), ids=lambda path: path.stem)
def test_100_mm_of_the_ruler_are_100_mm(path: Path, font: Font) -> None:
    sheet = load_sheet(path)
    scene = dataclasses.replace(card("#ffffff"), width=63.5, height=88.9)
    data = sheet_pdf(sheet, [scene] * 9, {}, GALLERY, "T", font, backs=[scene] * 9)
    grey = pypdfium2.PdfDocument(io.BytesIO(data))[0].render(scale=600 / 72, grayscale=True)
    dark = grey.to_numpy().squeeze() < 100
    # The ruler is the longest straight dark line.
    rows, columns = dark.sum(axis=1), dark.sum(axis=0)
    line = dark[rows.argmax()] if rows.max() >= columns.max() else dark[:, columns.argmax()]
    runs = numpy.flatnonzero(numpy.diff(numpy.concatenate(([0], line.astype(int), [0]))))
    longest = max(end - start for start, end in zip(runs[::2], runs[1::2], strict=True))
    assert longest / 600 * 25.4 == pytest.approx(100, abs=0.05)


def test_the_test_page_has_both_sides_and_says_what_to_do(font: Font) -> None:
    file = io.BytesIO()
    write_calibration(file, SheetDefinition(Path("s"), Sheet(marks=CropMarks()), font), None)
    data = file.getvalue()
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    assert [page.extract_text().split("\n")[0] for page in pages] == [
        "cardtools printer test, front",
        "cardtools printer test, back",
    ]
    assert "[[printers]]" in pages[0].extract_text()
    with pytest.raises(InputError, match="the test page needs a font"):
        write_calibration(io.BytesIO(), SheetDefinition(Path("s"), Sheet()), None)


def test_outlines_in_a_spot_colour_are_lines_that_overprint(font: Font) -> None:
    marks = CropMarks(outline=True, spot="CutContour", second="#ffffff")
    sheet = Sheet(1, 1, paper_width=60, paper_height=80, marks=marks)
    scene = dataclasses.replace(card("#ff0000"), corner=3)
    page = pypdf.PdfReader(io.BytesIO(sheet_pdf(sheet, [scene], {}, GALLERY, "T"))).pages[0]
    resources: Any = page["/Resources"]
    (space,) = resources["/ColorSpace"].values()
    assert list(space[:2]) == ["/Separation", "/CutContour"]
    content = page.get_contents()
    assert content is not None
    line = content.get_data().split(b" SCN")[-1]
    assert line.count(b" c ") + line.count(b" c\n") == 4  # its corners are round
    assert any(state.get("/OP") for state in resources["/ExtGState"].values())


def test_the_spot_colour_of_outlines_has_a_name_that_a_cutter_can_have() -> None:
    with pytest.raises(ValueError, match="spot = 'Black'"):
        CropMarks(spot="Black")
