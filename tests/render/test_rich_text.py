"""Marks in running text: what is a mark, what becomes of it, and that no word is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_fonts import monospace
from render_helpers import TEMPLATES, compose

from cardtools.ground.errors import InputError
from cardtools.ground.text_marks import read_mark
from cardtools.render.face.load import Face, load_face
from cardtools.render.scene.scene import Symbol, TextRun, runs
from cardtools.render.scene.units import em
from cardtools.render.text.measured import Measured, Paragraph, Span
from cardtools.render.text.rich import Marked, read_markup

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
        ("I <3 you: 1 < 2 and 3 > 2, <-, a<b, {}", [Marked("I <3 you: 1 < 2 and 3 > 2, <-, a<b, {}")]),
        ("<sc>a</sc>", [Marked("a", small=True)]),
        ("<B>a</b > <SC >b</Sc>", [Marked("a", bold=True), Marked(" "), Marked("b", small=True)]),
        ("<c  gold >a</C>{ tap }", [Marked("a", colour="gold"), Marked("", icon="tap")]),
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
        ("{tip}", "no icon 'tip', did you mean tap?"),
        ("<c>a</c>", "<c> names no colour, write <c gold>"),
        ("<strong>a", "<strong> is no mark, did you mean <b>?"),
        ("a</strong>", "</strong> is no mark, did you mean </b>?"),
        ("<strong>a</strong>", "<strong> is no mark, did you mean <b>?"),
        ('<font color="red">a</font>', '<font color="red"> is no mark, did you mean <c NAME>?'),
        ("a<br/>b", "<br/> is no mark, did you mean a new line?"),
        ("<sub>a", "<sub> is no mark, did you mean <up 0.2>?"),
        ("<size>a", "<size> is no mark, did you mean <size 150%>?"),
        ("<s>a", "<s> is never closed"),
        ("<color=gold>a", "<color=gold> is no mark, did you mean <c NAME>?"),
        ("<b two cards>a", "<b two cards> is no mark, did you mean <b>?"),
        ("< b>a", "< b> is no mark, did you mean <b>?"),
        ("<b/>a", "<b/> is no mark, did you mean <b>?"),
        ("</b gold>a", "</b gold> is no mark, did you mean </b>?"),
        ("<tap>a", "<tap> is no mark, did you mean {tap}?"),
        ("<rank+1>a", "<rank+1> is no mark"),
        ("</>a", "</> is no mark"),
        ("a <b two", "<b is no mark, did you mean <b>?"),
        ("a</strong two", "</strong is no mark, did you mean </b>?"),
        ("<!-- a -->a", "<!-- a --> is no mark"),
        ("{two words}", "no icon 'two words'"),
        (f"<{'x' * 50}>", f"<{'x' * 38}… is no mark"),
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


@pytest.mark.parametrize(
    ("text", "mark"), [("<strong>two", "<strong>"), ("</EM>two", "</EM>"), ("<rank>", "")]
)
def test_a_style_that_reads_no_marks_names_what_was_meant_as_one(load: Load, text: str, mark: str) -> None:
    _, _, findings = set_text(load(""), text)
    said = f"RND011 the style rules prints marks as they stand, such as {mark} on the card Card"
    assert findings == ([said] if mark else [])


def test_what_a_style_or_a_face_lacks_is_told(load: Load) -> None:
    _, _, findings = set_text(load(), "<b>a</b> <c silvr>b</c> {tip}")
    assert findings == [
        "RND003 card Card: the text it: no icon 'tip', did you mean tap?",
        "RND003 card Card: the text it: the style rules has no font for bold text",
        "RND003 card Card: the text it: no colour 'silvr'",
    ]
    with pytest.raises(InputError, match="no font 'bld'"):
        load('markup = true\nbold = "bld"')


NEAR_MISSES = st.builds(
    "<{}{}{}{}>".format,
    st.sampled_from(["", "/", "/ ", " /"]),
    st.one_of(
        st.sampled_from(["b", "I", "sc", "C", "strong", "em", "u", "br", "rank", "bb"]),
        st.text("bisc", min_size=1),
    ),
    st.sampled_from(["", " ", " gold", "=gold", "/", " /", "+1", "#2", ' class="x"']),
    st.sampled_from(["", " ", "\n"]),
)


@given(st.text("ab .\n", max_size=12), NEAR_MISSES, st.text("ab .\n", max_size=12))
def test_what_looks_like_a_mark_is_one_or_a_fault(before: str, written: str, after: str) -> None:
    """No mark is printed unsaid, and no letter that is not part of a mark is lost."""
    pieces, faults = read_markup(before + written + after, ())
    printed = "".join(piece.text for piece in pieces)
    assert printed in (before + after, before + written + after)
    if printed != before + after:
        shown = written if len(written) <= 40 else f"{written[:39]}…"
        assert any(fault.startswith(f"{shown} is no mark") for fault in faults)
    elif not faults:
        assert written.strip("< >").casefold()[:1] in "biscu"
    assert read_mark(written) is not None or faults


LOOKS = st.sampled_from([("", ""), ("<b>", "</b>"), ("<i>", "</i>"), ("<c gold>", "</c>")])
PIECES = st.lists(st.tuples(st.text("ab .\n", max_size=12), LOOKS), max_size=8)


@given(PIECES, st.integers(3, 20))
def test_marks_change_no_word_and_no_line_end(pieces: list[tuple[str, tuple[str, str]]], width: int) -> None:
    plain = "".join(text for text, _ in pieces)
    text = "".join(f"{begin}{part}{end}" for part, (begin, end) in pieces)
    fonts = {True: "bold", False: "any"}
    spans = tuple(
        Span(piece.text, fonts[piece.bold], colour=piece.colour) for piece in read_markup(text, ())[0]
    )

    def lines(spans: tuple[Span, ...]) -> list[str]:
        measured = Measured(Paragraph(spans, "any"), monospace())
        return [
            "".join(p.shaped.text for p in measured.pieces(line.start, line.end, False) if p.shaped)
            for line in measured.lines(lambda *_, room=width / 2: room)
        ]

    # Both fonts are as wide: marked and plain text break at the same places.
    marked, unmarked = lines(spans), lines((Span(plain, "any"),))
    assert marked == unmarked
    assert " ".join(marked).split() == plain.split()


def test_marks_cost_nothing_where_there_are_none(load: Load, monkeypatch: Any) -> None:
    monkeypatch.setattr("cardtools.render.text.rich.read_markup", None)
    assert [run.text for run in set_text(load(), "Draw two cards.")[0]] == ["Draw two cards."]
