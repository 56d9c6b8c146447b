"""What PDFs tell their readers: language, author, bookmarks, alternative texts; and watermarks that show."""

from __future__ import annotations

import io
from typing import Any

import numpy
import pypdf
import pypdfium2
import pytest
from render_helpers import TEMPLATES

from cardtools.print.sheets.definition import CropMarks, Sheet
from cardtools.print.sheets.printing import PrintOptions, SheetDefinition, write_sheets
from cardtools.render.pdf.tags import alternative_text
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.pages import PdfInfo
from cardtools.render.scene.scene import Box, Fill, Rectangle, Scene, SetText, TextRun
from cardtools.render.text.fonts import read_font

FONT = read_font(TEMPLATES / "fonts/AlegreyaSans-Regular.ttf")
INFO = PdfInfo("Game: deck", "© 2026 Ω", "4 cards on sheets", "de")


def card(name: str, colour: str = "#8090a0") -> Scene:
    run = TextRun(4, 8, f"Draw {name}.", FONT.name, 8, "#000000", 20)
    rules = SetText("rules", Box(4, 4, 30, 8), 8, None, (run,))
    return Scene(name, 40, 60, 2, 0, (Rectangle(Box(-2, -2, 44, 64), 0, Fill((colour,))), run), (rules,))


def pdf(cards: list[Scene], backs: list[Scene] | None = None, **options: Any) -> pypdf.PdfReader:
    sheet = Sheet(2, 1, paper_width=100, paper_height=80, flip="long" if backs else "none", marks=CropMarks())
    file, definition = io.BytesIO(), SheetDefinition(TEMPLATES, sheet, FONT)
    write_sheets(
        file, definition, cards, {FONT.name: FONT}, ArtFiles(()), INFO, backs or (), PrintOptions(**options)
    )
    return pypdf.PdfReader(file)


def figures(reader: pypdf.PdfReader) -> list[Any]:
    root: Any = reader.trailer["/Root"]
    return [figure.get_object() for figure in root["/StructTreeRoot"]["/K"]["/K"]]


def test_a_pdf_has_a_language_a_title_an_author_and_a_subject() -> None:
    reader = pdf([card("Ox")])
    root: Any = reader.trailer["/Root"]
    meta = reader.metadata
    assert meta is not None
    assert (meta.title, meta.author, meta.subject) == ("Game: deck", "© 2026 Ω", "4 cards on sheets")
    assert root["/Lang"] == "de"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value is True
    assert root["/MarkInfo"]["/Marked"].value is True


def test_each_card_has_a_bookmark_at_its_first_print() -> None:
    ox, elk = card("Ox"), card("Elk Ω")
    reader = pdf([ox, ox, elk], [card("Ox"), card("Ox"), card("Elk Ω")])
    marks: Any = reader.outline
    assert [mark.title for mark in marks] == ["Ox", "Elk Ω"]
    assert [reader.get_destination_page_number(mark) for mark in marks] == [0, 2]
    points = 72 / 25.4
    assert float(marks[0].left) == pytest.approx(10 * points, abs=0.02)
    assert float(marks[0].top) == pytest.approx((80 - 10) * points, abs=0.02)


def test_each_print_of_a_card_is_a_figure_with_the_words_of_the_card() -> None:
    reader = pdf([card("Ox"), card("Ox"), card("Elk")])
    found = figures(reader)
    assert [figure["/Alt"] for figure in found] == ["Ox. Draw Ox", "Ox. Draw Ox", "Elk. Draw Elk"]
    assert {figure["/S"] for figure in found} == {"/Figure"}
    pages = [reader.get_page_number(figure["/Pg"]) for figure in found]
    assert pages == [0, 0, 1]


def test_the_structure_agrees_with_the_marked_content_of_the_pages() -> None:
    reader = pdf([card("Ox"), card("Ox"), card("Elk")])
    root: Any = reader.trailer["/Root"]
    numbers = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    parents = {numbers[index]: numbers[index + 1] for index in range(0, len(numbers), 2)}
    for page in reader.pages:
        content = page.get_contents()
        assert content is not None
        code = content.get_data()
        listed = [figure.get_object() for figure in parents[page["/StructParents"]]]
        assert [figure["/K"] for figure in listed] == list(range(len(listed)))
        for number in range(len(listed)):
            assert code.count(b"/Figure <</MCID %d>> BDC" % number) == 1
        assert code.count(b"BDC") + code.count(b"BMC") == code.count(b"EMC")
        assert b"/Artifact BMC" in code


def test_the_alternative_text_does_not_repeat_the_name() -> None:
    name = TextRun(0, 0, "Ox", "F", 8, "#000000", 9)
    scene = Scene("Ox", 40, 60, 0, 0, (), (SetText("name", Box(0, 0, 9, 9), 8, None, (name,)),))
    assert alternative_text(scene) == "Ox"


@pytest.mark.parametrize("colour", ["#000000", "#ffffff", "#808080", "#c02020", "#ffe060"])
def test_a_watermark_is_readable_on_any_colour(colour: str) -> None:
    ground = Scene("Ox", 40, 60, 0, 0, (Rectangle(Box(0, 0, 40, 60), 0, Fill((colour,))),))
    reader = pdf([ground], watermark="DRAFT")
    file = io.BytesIO()
    pypdf.PdfWriter(reader).write(file)
    page = pypdfium2.PdfDocument(file)[0].render(scale=3).to_pil().convert("L")
    shades = numpy.asarray(page)[40:-40, 40:200].astype(int)
    assert shades.max() - shades.min() > 60
