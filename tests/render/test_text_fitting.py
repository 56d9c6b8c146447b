"""Breaking and fitting: no word is lost, no line is too long, the size is the largest that fits."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from cardtools.render.text import Lead, Paragraph, fit, lay, sizes, wrap


class Monospace:
    """Metrics in which every character is half an em wide."""

    def width(self, font: str, text: str) -> float:
        return 0.5 * len(text)

    def cap_height(self, font: str) -> float:
        return 0.7

    def descent(self, font: str) -> float:
        return 0.2

    def split(self, font: str, text: str) -> list[tuple[str, str]]:
        return [(font, text)]

    def missing(self, font: str, text: str) -> list[str]:
        return []


WORDS = st.lists(st.text("abcdefgh.,é", min_size=1, max_size=12), max_size=30)
TEXTS = WORDS.map(" ".join)
METRICS = Monospace()


@given(WORDS, st.floats(1, 40), st.floats(0, 20))
def test_wrapping_keeps_every_word_in_order(words: list[str], width: float, indent: float) -> None:
    lines = wrap(" ".join(words), width, len, indent)
    assert [word for line in lines for word in line.split()] == words


@given(WORDS, st.integers(12, 40))
def test_no_line_is_wider_than_asked_when_every_word_fits(words: list[str], width: int) -> None:
    assert all(len(line) <= width for line in wrap(" ".join(words), width, len))


@given(WORDS, st.integers(12, 40))
def test_no_word_would_have_fitted_on_the_line_before(words: list[str], width: int) -> None:
    lines = wrap(" ".join(words), width, len)
    for line, following in itertools.pairwise(lines):
        assert len(line) + 1 + len(following.split()[0]) > width


def test_a_line_end_in_the_text_stays_one() -> None:
    assert wrap("one two\nthree", 100, len) == ["one two", "three"]


def test_a_no_break_space_holds() -> None:
    assert wrap("gain 5\u00a0points", 8, len) == ["gain", "5\u00a0points"]


def test_a_lead_shortens_the_first_line_only() -> None:
    assert wrap("aa bb cc dd", 8, len, indent=4) == ["aa", "bb cc dd"]


@given(TEXTS.filter(bool), st.floats(10, 60), st.floats(4, 30))
def test_the_fitted_size_is_the_largest_that_fits(text: str, width: float, height: float) -> None:
    paragraphs = [Paragraph(text, "any")]

    def fits(size: float) -> bool:
        block = lay(paragraphs, size, width, METRICS)
        return block.height <= height and block.width <= width

    block, found = fit(paragraphs, width, height, 12.0, 5.0, METRICS)
    larger = [size for size in sizes(12.0, 5.0) if size > block.size]
    assert not any(fits(size) for size in larger)
    assert found == fits(block.size)
    assert found or block.size == 5.0


@given(TEXTS.filter(bool), st.floats(20, 60))
def test_balancing_adds_no_line_and_loses_no_word(text: str, width: float) -> None:
    plain, _ = fit([Paragraph(text, "any")], width, 1000, 8.0, 8.0, METRICS)
    balanced, _ = fit([Paragraph(text, "any")], width, 1000, 8.0, 8.0, METRICS, balance="all")
    assert len(balanced.lines) == len(plain.lines)
    assert " ".join(line.text for line in balanced.lines).split() == text.split()
    assert balanced.width <= plain.width + 1e-6


def test_sizes_go_down_by_quarters_to_the_smallest() -> None:
    assert sizes(7.0, 6.4) == [7.0, 6.75, 6.5, 6.4]


def test_one_line_is_preferred_to_a_larger_size_on_two() -> None:
    paragraphs = [Paragraph("Crown of Understone", "any")]
    width = 19 * 0.5 * 9.0 * 25.4 / 72
    two, _ = fit(paragraphs, width, 20, 12, 6, METRICS)
    one, _ = fit(paragraphs, width, 20, 12, 6, METRICS, one_line=8)
    assert (two.size, len(two.lines)) == (12, 2)
    assert (one.size, len(one.lines)) == (9, 1)


def test_paragraphs_share_one_size_and_do_not_touch() -> None:
    lead = Lead("Counter", "label", 0.8, pad=0.4)
    block = lay([Paragraph("a " * 40, "any"), Paragraph("b", "any", gap=0.5, lead=lead)], 8, 40, METRICS)
    last, first = block.lines[-2], block.lines[-1]
    assert (last.paragraph, first.paragraph) == (0, 1)
    assert first.baseline - last.baseline > block.lines[1].baseline - block.lines[0].baseline
    assert first.left > 0
