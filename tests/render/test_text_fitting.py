"""Breaking and fitting: no word is lost, no line is too long, the size is the largest that fits."""

from __future__ import annotations

import itertools
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from made_fonts import monospace

from cardtools.render.text.fitting import TextFrame, fit, lay, sizes
from cardtools.render.text.measured import Beside, Measured, Paragraph, Span, measure

WORDS = st.lists(st.text("abcdefghé", min_size=1, max_size=12), max_size=30)
TEXTS = WORDS.map(" ".join)


def set_(text: str, **more: Any) -> Measured:
    """A paragraph in a font whose letters are half an em wide."""
    return measure([Paragraph((Span(text, "any"),), "any", **more)], monospace())[0]


def wrap(text: str, letters: float, indent: float = 0.0) -> list[str]:
    """The lines of a text in a width of so many letters."""
    measured = set_(text)
    measured.indent = indent / 2
    found = measured.lines(lambda count, *_: letters / 2 - (0 if count else indent / 2))
    return [measured.text[line.start : line.end] for line in found]


@given(WORDS, st.floats(1, 40), st.floats(0, 20))
def test_wrapping_keeps_every_word_in_order(words: list[str], width: float, indent: float) -> None:
    lines = wrap(" ".join(words), width, indent)
    assert [word for line in lines for word in line.split()] == words


@given(WORDS, st.integers(12, 40))
def test_no_line_is_wider_than_asked_when_every_word_fits(words: list[str], width: int) -> None:
    assert all(len(line) <= width for line in wrap(" ".join(words), width))


@given(WORDS, st.integers(12, 40))
def test_no_word_would_have_fitted_on_the_line_before(words: list[str], width: int) -> None:
    lines = wrap(" ".join(words), width)
    for line, following in itertools.pairwise(lines):
        assert len(line) + 1 + len(following.split()[0]) > width


def test_a_line_end_in_the_text_stays_one() -> None:
    assert wrap("one two\nthree", 100) == ["one two", "three"]


def test_a_no_break_space_holds() -> None:
    assert wrap("gain 5\u00a0points", 8) == ["gain", "5\u00a0points"]


def test_a_lead_shortens_the_first_line_only() -> None:
    assert wrap("aa bb cc dd", 8, indent=4) == ["aa", "bb cc dd"]


@given(TEXTS.filter(bool), st.floats(10, 60), st.floats(4, 30))
def test_the_fitted_size_is_the_largest_that_fits(text: str, width: float, height: float) -> None:
    paragraphs = [set_(text)]

    def fits(size: float) -> bool:
        block = lay(paragraphs, size, width)
        return block.height <= height and block.width <= width

    block = fit(paragraphs, [TextFrame(width, height)], 12.0, 5.0)
    larger = [size for size in sizes(12.0, 5.0) if size > block.size]
    assert not any(fits(size) for size in larger)
    assert block.fits == fits(block.size)
    assert block.fits or block.size == 5.0


@given(TEXTS.filter(bool), st.floats(20, 60))
def test_balancing_adds_no_line_and_loses_no_word(text: str, width: float) -> None:
    plain = fit([set_(text)], [TextFrame(width)], 8.0, 8.0)
    balanced = fit([set_(text)], [TextFrame(width)], 8.0, 8.0, balance="all")
    assert len(balanced.lines) == len(plain.lines)
    assert " ".join(line.text for line in balanced.lines).split() == text.split()
    assert balanced.width <= plain.width + 1e-6


def test_sizes_go_down_by_quarters_to_the_smallest() -> None:
    assert sizes(7.0, 6.4) == [7.0, 6.75, 6.5, 6.4]


def test_one_line_is_preferred_to_a_larger_size_on_two() -> None:
    paragraphs = [set_("Crown of Understone")]
    width = 19 * 0.5 * 9.0 * 25.4 / 72
    two = fit(paragraphs, [TextFrame(width, 20)], 12, 6)
    one = fit(paragraphs, [TextFrame(width, 20)], 12, 6, one_line=8)
    assert (two.size, len(two.lines)) == (12, 2)
    assert (one.size, len(one.lines)) == (9, 1)


def test_paragraphs_share_one_size_and_do_not_touch() -> None:
    lead = Beside((Span("Counter", "label", 0.8),), lines=1, pad=0.4)
    block = lay([set_("a " * 40), set_("b", gap=0.5, beside=lead)], 8, 40)
    last, first = block.lines[-2], block.lines[-1]
    assert (last.paragraph, first.paragraph) == (0, 1)
    assert first.baseline - last.baseline > block.lines[1].baseline - block.lines[0].baseline
    assert first.left > 0
