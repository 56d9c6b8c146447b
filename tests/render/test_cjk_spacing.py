"""Full-width punctuation of Chinese and Japanese loses its white side between marks and at line ends."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_memory import pdf_bytes
from made_fonts import made_font

from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Scene
from cardtools.render.text.fonts import Font, read_font
from cardtools.render.text.measured import Measured, Paragraph, Span
from cardtools.render.text.metrics import FontMetrics, text_runs
from cardtools.render.text.shaping import shape

JAPANESE = Path(__file__).parent / "fonts" / "NotoSansJP.ttf"


@cache
def metrics() -> FontMetrics:
    return FontMetrics({"ja": [font()]})


def font() -> Font:
    return read_font(JAPANESE)


def measured(text: str) -> Measured:
    return Measured(Paragraph((Span(text, "ja"),), "ja"), metrics())


def lines(text: str, width: float) -> list[tuple[str, float]]:
    """The lines of a text in this width (em), and how wide each is."""
    whole = measured(text)
    found = [*whole.lines(lambda *_: width)]
    for line in found:
        pieces = whole.pieces(line.start, line.end, line.hyphen)
        assert sum(piece.width for piece in pieces) == pytest.approx(line.width)
    return [(whole.text[line.start : line.end], round(line.width, 3)) for line in found]


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("大引", 2),
        ("大、引", 3),
        ("大」「引", 3.5),  # of the two halves between the words, one stays
        ("大。」引", 3.5),
        ("大」。引", 3.5),
        ("「「大」」", 4),
        ("（「大」）。", 4.5),
        ("大！」引", 4),  # the first mark is in the middle of its square
    ],
)
def test_neighbours_are_closed_up(text: str, width: float) -> None:
    assert shape(font(), text).width() == pytest.approx(width)


def test_lines_begin_and_end_with_ink() -> None:
    assert lines("「大引撃」", 9) == [("「大引撃」", 4.0)]
    assert lines("「大引撃攻」最枚点。", 4.5) == [("「大引撃", 3.5), ("攻」最枚", 4.0), ("点。", 1.5)]
    # Without that, the stop would not have had room, and would have taken a letter with it to the next line.
    assert lines("大引撃攻。最枚", 4.5) == [("大引撃攻。", 4.5), ("最枚", 2.0)]
    assert lines("大引。「最枚」点", 2.5) == [("大引。", 2.5), ("「最", 1.5), ("枚」", 1.5), ("点", 1.0)]


def test_a_mark_in_the_middle_of_its_square_keeps_its_width() -> None:
    middle = made_font("。「」、", width=1000)  # boxes from 50 to 450
    assert shape(middle, "。。").width() == 1.5, "this one is at the left"
    assert shape(middle, "「「").width() == 2, "this one would be cut"
    latin = made_font("。”“", width=500)
    assert shape(latin, "。”“").width() == 1.5, "narrow already"


@given(st.text("大引撃、。「」（）！a ", min_size=1, max_size=24), st.integers(4, 20))
def test_no_glyph_leaves_its_line_or_covers_another(text: str, half: int) -> None:
    text = " ".join(text.split())
    whole = measured(text)
    for line in whole.lines(lambda *_, room=half / 2: room):
        at, right = 0.0, 0.0
        for piece in whole.pieces(line.start, line.end, line.hyphen):
            assert piece.shaped
            for glyph in piece.shaped.glyphs:
                box = font().outline(glyph.id, 0).box
                if box:
                    assert at + glyph.x + box[0] >= right - 1
                    right = at + glyph.x + box[2]
                at += glyph.advance
        assert at / 1000 == pytest.approx(line.width)
        assert right <= at + 1


def test_pictures_and_pdfs_have_the_same_places() -> None:
    text = "（「大」「引」）。"
    words = text_runs([shape(font(), text)], 5, 15, 24, "#000000")
    scene = Scene("S", 90, 20, 0, 0, tuple(words))
    fonts = {font().name: font()}
    image = Rasteriser(fonts, {}, 300).image(scene).convert("L").point(lambda value: 255 * (value < 128))
    left, _, right, _ = image.getbbox() or (0, 0, 0, 0)
    start, unit = 5 / 25.4 * 300, 24 / 72 * 300 / 1000
    first, last = (font().outline(words[0].glyphs[index].id, 0).box or (0, 0, 0, 0) for index in (0, -1))
    before = sum(glyph.advance for glyph in words[0].glyphs[:-1])
    assert left == pytest.approx(start + first[0] * unit, abs=1.5)
    assert right == pytest.approx(start + (before + last[2]) * unit, abs=1.5)
    data = pdf_bytes([Page(90, 20, (Placement(scene, 0, 0),))], fonts, {}, "S")
    assert pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text().strip() == text
