"""Marks in running text: what is a mark, what becomes of it, and that no word is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from render_helpers import TEMPLATES, compose

from cardtools.errors import InputError
from cardtools.render.face import Face, load_face
from cardtools.render.markup import Marked, read_markup
from cardtools.render.metrics import em
from cardtools.render.scene import Symbol, TextRun, runs
from cardtools.render.text import Paragraph, Span, joined, lay, words, wrap

Load = Callable[..., Face]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """A face with one text element in a style of these settings."""
    regular, bold = sorted((TEMPLATES / "fonts").glob("*.ttf"))[:2]
    shutil.copyfile(regular, tmp_path / "regular.ttf")
    shutil.copyfile(bold, tmp_path / "bold.ttf")

    def make(style: str = "markup = true", text: str = "{{ TEXT }}") -> Face:
        (tmp_path / "tap.svg").write_text('<svg viewBox="0 0 2 1"><path d="M0 0H2V1H0Z"/></svg>')
        (tmp_path / "face.toml").write_text(
            f"""
[card]
width = 60
height = 60
bleed = 0
safe = 0
[fonts]
text = "regular.ttf"
bold = "bold.ttf"
[icons]
tap = "tap.svg"
[icon_colours]
tap = "gold"
[colours]
gold = "#aa8800"
[styles.rules]
font = "text"
size = 10
{style}
[elements.it]
kind = "text"
style = "rules"
left = 5
width = 50
top = 5
height = 50
text = "{text}"
"""
        )
        return load_face(tmp_path / "face.toml")

    return make


def set_text(face: Face, text: str) -> tuple[list[TextRun], list[Symbol], list[str]]:
    scene, findings = compose(face, {"NAME": "Card", "TEXT": text})
    symbols = [item for item in scene.items if isinstance(item, Symbol)]
    return runs(scene), symbols, [f"{f.code} {f.message}" for f in findings]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a <b>b</b> c", [Marked("a "), Marked("b", bold=True), Marked(" c")]),
        ("<i>a<b>b</b></i>", [Marked("a", italic=True), Marked("b", bold=True, italic=True)]),
        ("{tap}: a", [Marked("", icon="tap"), Marked(": a")]),
        ("<c gold>a{tap}</c>", [Marked("a", colour="gold"), Marked("", colour="gold", icon="tap")]),
        ("1 < 2 <types> {}", [Marked("1 < 2 <types> {}")]),
        ("<sc>a</sc>", [Marked("a", small=True)]),
    ],
)
def test_marks_are_read(text: str, pieces: list[Marked]) -> None:
    assert read_markup(text, {"tap"}) == (pieces, [])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<b>a", "<b> is never closed"),
        ("a</b>", "</b> closes nothing: nothing is open"),
        ("<b>a</i></b>", "</i> closes nothing: <b> is open"),
        ("{tip}", "no icon 'tip'"),
        ("<c>a</c>", "<c> names no colour, write <c gold>"),
    ],
)
def test_bad_marks_are_told(text: str, fault: str) -> None:
    assert read_markup(text, {"tap"})[1] == [fault]


def test_words_of_one_look_are_one_run(load: Load) -> None:
    texts, symbols, findings = set_text(load('markup = true\nbold = "bold"'), "Draw <b>two</b> cards now.")
    assert findings == []
    assert [run.text for run in texts] == ["Draw ", "two", " cards now."]
    assert texts[0].font == texts[2].font != texts[1].font
    assert texts[1].left == pytest.approx(texts[0].left + texts[0].width)
    assert texts[2].left == pytest.approx(texts[1].left + texts[1].width)
    assert not symbols


def test_an_icon_stands_on_its_line_in_its_colour(load: Load) -> None:
    face = load()
    texts, (icon,), findings = set_text(face, "Pay {tap} to draw.")
    assert findings == []
    assert icon.fill is not None
    assert icon.fill.colours == ("#aa8800",)
    assert icon.box.width == pytest.approx(2 * icon.box.height)
    cap = face.metrics.cap_height("text") * em(10)
    assert icon.box.top + icon.box.height / 2 == pytest.approx(texts[0].baseline - cap / 2)
    assert texts[0].left + texts[0].width == pytest.approx(icon.box.left)
    assert texts[1].left == pytest.approx(icon.box.right)


def test_small_capitals(load: Load) -> None:
    texts, _, _ = set_text(load("small_caps = true"), "Ann Oak")
    assert [(run.text, run.size) for run in texts] == [("A", 10), ("NN", 8), (" O", 10), ("AK", 8)]


def test_without_markup_marks_are_text(load: Load) -> None:
    texts, symbols, _ = set_text(load(""), "<b>two</b> {tap}")
    assert [run.text for run in texts] == ["<b>two</b> {tap}"]
    assert not symbols


def test_what_a_style_or_a_face_lacks_is_told(load: Load) -> None:
    _, _, findings = set_text(load(), "<b>a</b> <c silver>b</c> {tip}")
    assert findings == [
        "RND003 card Card: the text it: no icon 'tip'",
        "RND003 card Card: the text it: the style rules has no font for bold text",
        "RND003 card Card: the text it: no colour 'silver'",
    ]
    with pytest.raises(InputError, match="no font 'bld'"):
        load('markup = true\nbold = "bld"')


def test_right_to_left_text_is_told(load: Load) -> None:
    _, _, findings = set_text(load(), "שלום")
    assert findings[0] == "RND004 card Card: the text it runs from right to left, which is not supported"


LOOKS = st.sampled_from([("", ""), ("<b>", "</b>"), ("<i>", "</i>"), ("<c gold>", "</c>")])
PIECES = st.lists(st.tuples(st.text("ab .\n", max_size=12), LOOKS), max_size=8)


@given(PIECES, st.integers(3, 20))
def test_marks_change_no_word_and_no_line_end(pieces: list[tuple[str, tuple[str, str]]], width: int) -> None:
    plain = "".join(text for text, _ in pieces)
    text = "".join(f"{begin}{part}{end}" for part, (begin, end) in pieces)
    spans = [
        Span(piece.text, f"{piece.bold}{piece.italic}{piece.colour}") for piece in read_markup(text, ())[0]
    ]
    lines = [list(part) for part in words(spans)]
    assert [["".join(span.text for span in word) for word in part] for part in lines] == [
        [word for word in part.split(" ") if word] for part in plain.split("\n")
    ]
    space = Span(" ", "")
    for part, words_ in zip(plain.split("\n"), lines, strict=True):
        assert "".join(span.text for span in joined(words_, space)) == " ".join(filter(None, part.split(" ")))
    # Measured by letters, marked and plain text break at the same places.
    broken = wrap(plain, width, len)
    assert [
        line.text
        for line in lay([Paragraph(plain, "", spans=tuple(spans))], 10, width * em(10), _Even()).lines
    ] == (broken if spans else [""])


class _Even:
    """A font whose letters are all one em wide."""

    def width(self, font: str, text: str) -> float:
        return float(len(text))

    def cap_height(self, font: str) -> float:
        return 0.7

    def descent(self, font: str) -> float:
        return 0.2

    def split(self, font: str, text: str) -> list[tuple[str, str]]:
        return [(font, text)]

    def missing(self, font: str, text: str) -> list[str]:
        return []


def test_marks_cost_nothing_where_there_are_none(load: Load, monkeypatch: Any) -> None:
    monkeypatch.setattr("cardtools.render.rich.read_markup", None)
    assert [run.text for run in set_text(load(), "Draw two cards.")[0]] == ["Draw two cards."]
