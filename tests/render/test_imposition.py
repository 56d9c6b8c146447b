"""Sheets: nothing overlaps, everything is on the paper, each card is placed as often as asked."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.errors import InputError
from cardtools.render.fonts import read_font
from cardtools.render.marks import page_marks
from cardtools.render.metrics import FontMetrics
from cardtools.render.proxies import printed, sheet_title
from cardtools.render.scene import Box, Rectangle, TextRun
from cardtools.render.sheets import PAPERS, CropMarks, Page, Sheet, impose, load_sheet

SHEETS = st.builds(
    Sheet,
    columns=st.integers(1, 4),
    rows=st.integers(1, 4),
    paper=st.sampled_from(sorted(PAPERS)),
    landscape=st.booleans(),
    gutter=st.sampled_from([0.0, 1.5, 6.0]),
    edge=st.sampled_from([0.0, 4.0, 10.0]),
    bleed=st.sampled_from([0.0, 0.5, 2.0]),
    marks=st.just(CropMarks()),
)
SIZES = st.sampled_from([(63.5, 88.9), (63.0, 88.0), (44.45, 88.9), (20.0, 30.0)])


def imposed(sheet: Sheet, cards: int, size: tuple[float, float]) -> tuple[Page, ...]:
    try:
        return impose(sheet, cards, *size)
    except InputError:
        return ()


@given(SHEETS, st.integers(0, 40), SIZES)
def test_cards_do_not_overlap_and_lie_on_the_paper(
    sheet: Sheet, cards: int, size: tuple[float, float]
) -> None:
    for page in imposed(sheet, cards, size):
        paper = Box(0, 0, page.width, page.height).grown(-sheet.edge)
        assert all(slot.box.inside(paper) for slot in page.slots)
        assert not any(a.box.overlaps(b.box) for a, b in itertools.combinations(page.slots, 2))


@given(SHEETS, st.integers(0, 40))
def test_each_card_is_placed_once_in_order(sheet: Sheet, cards: int) -> None:
    pages = impose(sheet, cards, 15, 20)
    assert [slot.card for page in pages for slot in page.slots] == list(range(cards))
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    assert all(page.pages == len(pages) and page.slots for page in pages)


@given(SHEETS, st.integers(1, 40), SIZES)
def test_the_block_is_centred(sheet: Sheet, cards: int, size: tuple[float, float]) -> None:
    for page in imposed(sheet, sheet.per_page, size):
        left = min(slot.box.left for slot in page.slots)
        right = max(slot.box.right for slot in page.slots)
        assert left == pytest.approx(page.width - right)


@given(SHEETS, st.integers(1, 40), SIZES)
def test_printed_bleed_never_covers_another_card(sheet: Sheet, cards: int, size: tuple[float, float]) -> None:
    for page in imposed(sheet, cards, size):
        areas = [
            Box(slot.box.left + part.left, slot.box.top + part.top, part.width, part.height)
            for slot in page.slots
            for part in [printed(slot, page, sheet)]
        ]
        for (slot, _), (_, area) in itertools.permutations(zip(page.slots, areas, strict=True), 2):
            assert not slot.box.overlaps(area)


@pytest.fixture(scope="module")
def label(request: pytest.FixtureRequest) -> FontMetrics:
    fonts = Path(__file__).parents[2] / "templates" / "fonts"
    return FontMetrics({"label": [read_font(fonts / "AlegreyaSans-Regular.ttf")]})


@given(SHEETS, st.integers(1, 20), SIZES)
def test_marks_are_on_the_paper_and_beside_the_cards(
    label: FontMetrics, sheet: Sheet, cards: int, size: tuple[float, float]
) -> None:
    for page in imposed(sheet, cards, size):
        for item in page_marks(sheet, page, "Dawnwatch", label, "label"):
            if isinstance(item, Rectangle):
                box = item.box
            else:
                assert isinstance(item, TextRun)
                box = Box(item.left, item.baseline - 1.0, item.width, 1.0)
            assert box.inside(Box(0, 0, page.width, page.height))
            assert not any(box.overlaps(slot.box) for slot in page.slots)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_3x3_sheet_has_a_ruler_of_100_mm_and_a_label(
    label: FontMetrics, templates: Path, paper: str
) -> None:
    sheet = load_sheet(templates / "sheets" / "3x3.toml", paper)
    pages = impose(sheet, 10, 63.5, 88.9)
    items = page_marks(sheet, pages[1], "Dawnwatch", label, "label")
    lengths = [max(item.box.width, item.box.height) for item in items if isinstance(item, Rectangle)]
    words = [item.text for item in items if isinstance(item, TextRun)]
    assert lengths.count(100.0) == 1
    assert "Dawnwatch - sheet 2 of 2" in words
    assert any("100 mm" in text for text in words)


def test_a_card_that_does_not_fit_says_which_would() -> None:
    with pytest.raises(InputError, match=r"70 x 120 mm do not fit on paper of 210 x 297 mm") as error:
        impose(Sheet(paper="a4"), 9, 70, 120)
    assert "the largest card that fits is 67.3 x 96.3 mm" in str(error.value)


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
