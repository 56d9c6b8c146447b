"""Sheets: nothing overlaps, everything is on the paper, each card is placed as often as asked."""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from render_helpers import TEMPLATES

from cardtools.ground.errors import InputError
from cardtools.print.sheets.definition import PAPERS, CropMarks, Sheet, load_sheet
from cardtools.print.sheets.layout import Side, grid, impose, read_cells
from cardtools.print.sheets.marks import page_marks
from cardtools.print.sheets.printing import printed, sheet_title
from cardtools.render.scene.scene import Box, Rectangle, TextRun
from cardtools.render.text.fonts import read_font
from cardtools.render.text.metrics import FontMetrics

SHEETS = st.builds(
    Sheet,
    columns=st.none() | st.integers(1, 4),
    rows=st.none() | st.integers(1, 4),
    paper=st.sampled_from(sorted(PAPERS)),
    landscape=st.booleans(),
    gutter=st.sampled_from([0.0, 1.5, 6.0]),
    edge=st.sampled_from([0.0, 4.0, 10.0]),
    bleed=st.sampled_from([0.0, 0.5, 2.0]),
    marks=st.sampled_from([CropMarks(), CropMarks(full=True, second="#ffffff")]),
)
WITH_BACKS = SHEETS.flatmap(
    lambda sheet: st.sampled_from(
        [{"flip": "long"}, {"flip": "short"}, {"fold": "vertical"}, {"fold": "horizontal"}]
    ).map(lambda backs: dataclasses.replace(sheet, **backs))
)
SHIPPED = sorted((TEMPLATES / "sheets").glob("*.toml"))
METRICS = FontMetrics({"label": [read_font(TEMPLATES / "fonts/AlegreyaSans-Regular.ttf")]})
SIZES = st.sampled_from([(63.5, 88.9), (63.0, 88.0), (44.45, 88.9), (20.0, 30.0)])


def overlap(one: Box, other: Box, slack: float = 1e-6) -> bool:
    """Whether two boxes share more than an edge."""
    return (
        one.left < other.right - slack
        and other.left < one.right - slack
        and one.top < other.bottom - slack
        and other.top < one.bottom - slack
    )


def imposed(sheet: Sheet, cards: int, size: tuple[float, float]) -> tuple[Side, ...]:
    try:
        return impose(sheet, cards, *size)
    except InputError:
        return ()


@given(SHEETS, st.integers(0, 40), SIZES)
def test_cards_do_not_overlap_and_lie_on_the_paper(
    sheet: Sheet, cards: int, size: tuple[float, float]
) -> None:
    check_pages(sheet, imposed(sheet, cards, size))


@given(WITH_BACKS, st.integers(0, 40), SIZES, st.sets(st.integers(1, 3)))
def test_the_back_of_each_card_lies_behind_it(
    sheet: Sheet, cards: int, size: tuple[float, float], skip: set[int]
) -> None:
    try:
        pages = impose(sheet, cards, *size, skip=skip)
    except InputError:
        return
    check_pages(sheet, pages)
    check_backs(sheet, pages, cards)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_shipped_sheets_are_sound(path: Path) -> None:
    for paper in ("letter", "a4"):
        sheet = load_sheet(path, paper)
        pages = impose(sheet, 40, 63.5, 88.9)
        check_pages(sheet, pages)
        check_backs(sheet, pages, 40)
        for page in pages:
            assert page.back or page_marks(sheet, page, "Dawnwatch", METRICS)


def check_backs(sheet: Sheet, pages: tuple[Side, ...], cards: int) -> None:
    """Every card has one front, and behind it, as the paper is turned, one back."""
    fronts = {s.card: (page.number, s.box) for page in pages for s in page.cells if not s.back}
    backs = {s.card: (page.number, s.box) for page in pages for s in page.cells if s.back}
    assert sorted(fronts) == list(range(cards))
    assert sorted(backs) == (list(range(cards)) if sheet.has_backs else [])
    width, height = sheet.size
    upright = width <= height
    level = sheet.fold == "horizontal" or (sheet.flip == "short" if upright else sheet.flip == "long")
    for card, (number, back) in backs.items():
        sheet_number, front = fronts[card]
        assert number == sheet_number
        # Turned about the middle of the paper, every point of the front comes to lie on the back.
        for x, y in ((front.left, front.top), (front.right, front.bottom)):
            there = (x, height - y) if level else (width - x, y)
            assert back.left - 1e-6 <= there[0] <= back.right + 1e-6
            assert back.top - 1e-6 <= there[1] <= back.bottom + 1e-6
    assert all(page.back == all(cell.back for cell in page.cells) for page in pages)


def check_pages(sheet: Sheet, pages: tuple[Side, ...]) -> None:
    for page in pages:
        paper = Box(0, 0, page.width, page.height).grown(-sheet.edge)
        assert all(cell.box.inside(paper) for cell in page.cells)
        assert not any(overlap(a.box, b.box) for a, b in itertools.combinations(page.cells, 2))


@given(SHEETS, st.integers(0, 40))
def test_each_card_is_placed_once_in_order(sheet: Sheet, cards: int) -> None:
    pages = impose(sheet, cards, 15, 20)
    assert [cell.card for page in pages for cell in page.cells] == list(range(cards))
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    assert all(page.pages == len(pages) and page.cells for page in pages)


@given(SHEETS, st.integers(1, 40), SIZES)
def test_the_block_is_centred(sheet: Sheet, cards: int, size: tuple[float, float]) -> None:
    try:
        full = len(grid(sheet, *size))
    except InputError:
        return
    for page in imposed(sheet, full, size):
        left = min(cell.box.left for cell in page.cells)
        right = max(cell.box.right for cell in page.cells)
        assert left == pytest.approx(page.width - right)


@given(SHEETS, st.integers(1, 40), SIZES)
def test_printed_bleed_never_covers_another_card(sheet: Sheet, cards: int, size: tuple[float, float]) -> None:
    for page in imposed(sheet, cards, size):
        areas = [
            Box(cell.box.left + part.left, cell.box.top + part.top, part.width, part.height)
            for cell in page.cells
            for part in [printed(cell, page, sheet)]
        ]
        for (cell, _), (_, area) in itertools.permutations(zip(page.cells, areas, strict=True), 2):
            assert not overlap(cell.box, area)


@given(SHEETS, st.integers(1, 20), SIZES)
def test_marks_are_on_the_paper_and_beside_the_cards(
    sheet: Sheet, cards: int, size: tuple[float, float]
) -> None:
    for page in imposed(sheet, cards, size):
        for item in page_marks(sheet, page, "Dawnwatch", METRICS):
            if isinstance(item, Rectangle):
                box = item.box
            else:
                assert isinstance(item, TextRun)
                box = Box(item.left, item.baseline - 1.0, item.width, 1.0)
            assert box.inside(Box(0, 0, page.width, page.height))
            lies_below = sheet.marks is not None and sheet.marks.full
            assert lies_below or not any(overlap(box, cell.box) for cell in page.cells)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_3x3_sheet_has_a_ruler_of_100_mm_and_a_label(templates: Path, paper: str) -> None:
    sheet = load_sheet(templates / "sheets" / "3x3.toml", paper)
    pages = impose(sheet, 10, 63.5, 88.9)
    items = page_marks(sheet, pages[1], "Dawnwatch", METRICS)
    lengths = [max(item.box.width, item.box.height) for item in items if isinstance(item, Rectangle)]
    words = [item.text for item in items if isinstance(item, TextRun)]
    assert lengths.count(100.0) == 1
    assert "Dawnwatch - sheet 2 of 2" in words
    assert any("100 mm" in text for text in words)


def test_a_card_that_does_not_fit_says_which_would() -> None:
    with pytest.raises(InputError, match=r"70 x 120 mm do not fit on paper of 210 x 297 mm") as error:
        impose(Sheet(3, 3, paper="a4"), 9, 70, 120)
    assert "the largest card that fits is 67.3 x 96.3 mm" in str(error.value)
    with pytest.raises(InputError, match=r"1 x 2 cards of 250 x 120 mm .*\n.*is 202\.0 x 144\.5 mm"):
        impose(Sheet(paper="a4"), 9, 250, 120)


def test_where_no_card_fits_the_hint_can_be_followed() -> None:
    def told(sheet: Sheet, width: float, height: float) -> str:
        with pytest.raises(InputError) as error:
            grid(sheet, width, height)
        return str(error.value)

    small = Sheet(paper_width=50, paper_height=60)
    assert told(small, 63.5, 88.9) == (
        "sheet: a card of 63.5 x 88.9 mm does not fit on paper of 50 x 60 mm\n"
        "  help: the largest card that fits is 42.0 x 52.0 mm"
    )
    assert grid(small, 42, 52)
    many = Sheet(columns=9, paper="letter")
    assert "the largest card that fits is 23.1 x 90.4 mm; of these cards 3 x 3 fit" in told(many, 63.5, 88.9)
    assert 'delete columns and rows here, or write sheet = "templates/sheets/fit.toml"' in told(
        many, 63.5, 88.9
    )
    assert grid(many, 23.1, 90.4)
    folded = Sheet(fold="horizontal", landscape=True, paper="letter")
    assert "these cards fit with landscape = false" in told(folded, 69.85, 120.65)
    assert grid(dataclasses.replace(folded, landscape=False), 69.85, 120.65)
    assert "help: a smaller edge, left, top or gutter, or larger paper" in told(Sheet(edge=200), 63.5, 88.9)


def test_as_many_cards_as_fit() -> None:
    assert len(grid(Sheet(paper="letter"), 63.5, 88.9)) == 9
    assert len(grid(Sheet(paper="letter", gutter=4), 63.5, 88.9)) == 6
    assert len(grid(Sheet(paper="a4", landscape=True), 63.5, 88.9)) == 8
    assert len(grid(Sheet(paper="a4", left=80, top=30), 63.5, 88.9)) == 2
    assert grid(Sheet(paper="a4", left=80, top=30), 63.5, 88.9)[0] == Box(80, 30, 63.5, 88.9)
    assert len(grid(Sheet(paper="a4", fold="horizontal", landscape=True), 63.5, 88.9)) == 4


def test_skipped_cells_stay_empty_on_both_sides() -> None:
    sheet = Sheet(3, 3, flip="long")
    front, back, *more = impose(sheet, 8, 63.5, 88.9, skip=read_cells("1, 4-5"))
    places = grid(sheet, 63.5, 88.9)
    assert [places.index(cell.box) + 1 for cell in front.cells] == [2, 3, 6, 7, 8, 9]
    assert [cell.card for page in more for cell in page.cells] == [6, 7, 6, 7]
    assert [sheet.behind(cell.box) for cell in front.cells] == [cell.box for cell in back.cells]
    with pytest.raises(InputError, match=r"there is no cell 10\n.*cells are 1 to 9"):
        impose(sheet, 8, 63.5, 88.9, skip=(10,))
    with pytest.raises(InputError, match="invalid cell 'x'"):
        read_cells("1,x")
    with pytest.raises(InputError, match="every cell of the first sheet is skipped"):
        impose(sheet, 8, 63.5, 88.9, skip=range(1, 10))


def test_full_marks_run_over_the_paper_in_two_colours() -> None:
    sheet = Sheet(2, 2, marks=CropMarks(full=True, second="#ffffff"))
    (page,) = impose(sheet, 4, 60, 80)
    lines = [item for item in page_marks(sheet, page, "", None) if isinstance(item, Rectangle)]
    assert len(lines) == 12
    assert {line.box.height for line in lines if line.box.width < 1} == {279.4}
    assert [line.fill.colours for line in lines[:2] if line.fill] == [("#ffffff",), ("#000000",)]
    assert lines[0].box.width == pytest.approx(3 * lines[1].box.width)
    with pytest.raises(ValueError, match="invalid colour 'rad'"):
        CropMarks(colour="rad")


def test_a_sheet_file_names_its_wrong_key_and_paper(tmp_path: Path) -> None:
    file = tmp_path / "sheet.toml"
    file.write_text("colums = 3\n")
    with pytest.raises(InputError, match=r"sheet.toml:1:1: unknown key 'colums'\n.*did you mean columns\?"):
        load_sheet(file)
    file.write_text('paper = "leter"\n')
    with pytest.raises(InputError, match="no paper 'leter': did you mean letter"):
        load_sheet(file)
    file.write_text("columns = 2\n")
    with pytest.raises(InputError, match="no paper 'b99'"):
        load_sheet(file, "b99")


def test_a_sheet_with_a_size_of_its_own_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "sheet.toml"
    file.write_text("paper_width = 330.2\npaper_height = 482.6\n")
    assert load_sheet(file, "a4").size == (330.2, 482.6)


def test_a_deck_named_like_its_project_is_labelled_once() -> None:
    assert sheet_title("Dawnwatch", "dawnwatch") == "Dawnwatch"
    assert sheet_title("Dawnwatch", "fire-starter") == "Dawnwatch: fire starter"
    assert sheet_title("", "starter") == "Starter"
