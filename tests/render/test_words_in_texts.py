"""A game's own marks and terms in what is drawn, and the looks that marks give to words."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from render_helpers import TEMPLATES, compose

from cardtools.ground.text_marks import OwnMarks
from cardtools.project.terms import Term
from cardtools.render.face.load import Face, load_face
from cardtools.render.scene.scene import Rectangle, Scene, Symbol, runs, walk
from cardtools.render.scene.units import em
from cardtools.rulesets.glossary import Glossary

Load = Callable[..., Face]
FACE = """
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
[colours]
gold = "#aa8800"
[styles.rules]
font = "text"
bold = "bold"
size = 10
{style}
[styles.other]
font = "bold"
size = 5
colour = "gold"
[elements.it]
kind = "text"
style = "rules"
left = 5
width = 50
top = 5
height = 50
{keys}
text = "{text}"
{more}
"""
TERMS = {
    "Flying": Term("Only @[reach] blocks it.", style="<b>"),
    "Reach": Term(icon="tap", word="Long Reach"),
}


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """A face with one text element in a style of these settings."""
    for name, font in (("regular", "AlegreyaSans-Regular"), ("bold", "AlegreyaSans-Bold")):
        shutil.copyfile(TEMPLATES / f"fonts/{font}.ttf", tmp_path / f"{name}.ttf")

    def make(
        style: str = "markup = true",
        text: str = "{{ TEXT }}",
        marks: Mapping[str, str | bool] | None = None,
        keys: str = "",
        more: str = "",
    ) -> Face:
        (tmp_path / "tap.svg").write_text('<svg viewBox="0 0 2 1"><path d="M0 0H2V1H0Z"/></svg>')
        face = FACE.replace("{style}", style).replace("{text}", text).replace("{keys}", keys)
        (tmp_path / "face.toml").write_text(face.replace("{more}", more))
        return load_face(tmp_path / "face.toml", glossary=Glossary(TERMS, marks=OwnMarks(marks or {})))

    return make


def drawn(face: Face, text: str) -> tuple[Scene, list[str]]:
    scene, findings = compose(face, {"NAME": "Card", "TEXT": text})
    return scene, [f"{finding.code} {finding.message}" for finding in findings]


def words(scene: Scene) -> list[str]:
    return [run.text for run in runs(scene)]


def boxes(scene: Scene) -> list[Rectangle]:
    return [item for item in walk(scene.items) if isinstance(item, Rectangle)]


def test_own_marks_and_terms_are_drawn(load: Load) -> None:
    face = load(marks={"strong": "b", "[t]": "{tap}"})
    scene, findings = drawn(face, "<strong>Pay</strong> [t]: @[flying], @[Flying|text]")
    assert findings == []
    assert words(scene) == ["Pay", ": ", "flying", ", Only ", "\u00a0Long", "Reach blocks it."]
    assert len([item for item in walk(scene.items) if isinstance(item, Symbol)]) == 2


def test_a_face_calls_terms_and_has_marks_of_its_own(load: Load) -> None:
    text = "{% for one in TEXT.split() %}{{ term(one) }} {% endfor %}{{ term('Flying', 'text') }} !!"
    face = load(text=text, more='[marks]\\n"!!" = "now"'.replace("\\n", "\n"))
    scene, findings = drawn(face, "Flying reach")
    assert (findings, words(scene)[-1]) == ([], "\u00a0Long Reach blocks it. now")


def test_a_style_without_markup_prints_the_words_of_terms(load: Load) -> None:
    face = load("", marks={"[t]": "{tap}", "markdown": True})
    scene, findings = drawn(face, "@[Flying] @[reach], 2*3")
    assert (findings, words(scene)) == ([], ["Flying Long Reach, 2*3"])
    said = "RND011 the style rules prints marks as they stand, such as {} on the card Card"
    assert drawn(face, "Pay [t]")[1] == [said.format("[t]")]
    assert drawn(face, "*Pay*")[1] == [said.format("*Pay*")]
    assert drawn(face, "<u>two</u>")[1] == [said.format("<u>")]
    assert drawn(face, "<blink>two</blink>")[1] == [said.format("<blink>")]


def test_what_is_no_term_is_told_where_it_is_written(load: Load) -> None:
    scene, findings = drawn(load(), "@[Flyng] x")
    assert findings == ["TXT040 card Card: the text it calls 'Flyng', which is no term"]
    assert words(scene) == ["@[Flyng] x"]
    face = load(text="{{ term('Raech') }}")
    (finding,) = compose(face, {"NAME": "Card"})[1]
    assert (finding.location.line, finding.hint) == (31, "did you mean Reach?")
    assert finding.location.path.endswith("face.toml")


def test_lines_under_and_through_words_and_colours_behind_them(load: Load) -> None:
    scene, findings = drawn(
        load('markup = true\ncolour = "#102030"'), "a <u>under <b>bold</b></u> <s>gone</s> <bg gold>lit</bg>"
    )
    assert findings == []
    under, more, strike, back = boxes(scene)
    by_word = {run.text: run for run in runs(scene)}
    begin, end = by_word["under "], by_word["bold"]
    assert under.box.left == pytest.approx(begin.left)
    assert under.box.right >= more.box.left
    assert more.box.right == pytest.approx(end.left + end.width, abs=0.02)
    assert under.box.top > begin.baseline > strike.box.bottom
    assert (under.fill and under.fill.colours, back.fill and back.fill.colours) == (
        ("#102030",),
        ("#aa8800",),
    )
    lit = by_word["lit"]
    assert back.box.left <= lit.left < lit.left + lit.width < back.box.right
    assert back.box.top < lit.baseline - em(6) < lit.baseline < back.box.bottom


def test_a_line_under_words_ends_with_each_line(load: Load) -> None:
    scene, _ = drawn(load(), "<u>" + "many words " * 12 + "</u>")
    lines = {round(run.baseline, 3) for run in runs(scene)}
    assert len(boxes(scene)) == len(lines) > 2
    assert all(box.box.right <= 55 + 0.02 for box in boxes(scene))


def test_size_height_and_style_of_words(load: Load) -> None:
    scene, findings = drawn(
        load(), "a <size 150%>b</size> <size 5>c</size> <up 0.5>d</up> <style other>e</style>"
    )
    assert findings == []
    by_word = {run.text.strip(): run for run in runs(scene) if run.text.strip()}
    assert [by_word[word].size for word in "abce"] == [10, 15, 5, 5]
    assert by_word["a"].baseline - by_word["d"].baseline == pytest.approx(0.5 * em(10))
    assert (by_word["e"].colour, by_word["e"].font) == ("#aa8800", by_word["e"].font)
    assert by_word["e"].font != by_word["a"].font


def test_a_line_with_large_words_takes_more_room(load: Load) -> None:
    def lines(text: str) -> list[float]:
        return sorted({round(run.baseline, 3) for run in runs(drawn(load(), text)[0]) if run.text.strip()})

    plain, large, icon = (
        lines("a\nb\nc"),
        lines("a\n<size 200%>b</size>\nc"),
        lines("a\n<size 300%>{tap}</size>b\nc"),
    )
    assert plain[2] - plain[1] == pytest.approx(plain[1] - plain[0], abs=2e-3)
    for one in (large, icon):
        assert one[0] == plain[0]
        assert one[1] - one[0] > plain[1] - plain[0]
    assert icon[2] - icon[1] > plain[2] - plain[1]


def test_the_size_and_the_height_of_icons(load: Load) -> None:
    def icon(style: str, text: str) -> Symbol:
        return next(item for item in walk(drawn(load(style), text)[0].items) if isinstance(item, Symbol))

    plain, large = (
        icon("markup = true", "{tap}"),
        icon("markup = true\nicon_size = 2.4\nicon_up = 0.1", "{tap}"),
    )
    assert large.box.height == pytest.approx(2 * plain.box.height)
    same, marked = (
        icon("markup = true", "x{tap}"),
        icon("markup = true", "x<up 0.05><size 110%>{tap}</size></up>"),
    )
    assert marked.box.height == pytest.approx(1.1 * plain.box.height)
    middles = [one.box.top + one.box.height / 2 for one in (same, marked)]
    assert middles[0] - middles[1] == pytest.approx(0.05 * em(10))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<size big>a</size>", "<size big> is none, write <size 150%>"),
        ("<size 9000%>a</size>", "<size 9000%> is none, write <size 150%>"),
        ("<up 9>a</up>", "<up 9> is none, write <up 0.2>"),
        ("<style othr>a</style>", "no style 'othr', did you mean other?"),
        ("<bg slver>a</bg>", "no colour 'slver'"),
    ],
)
def test_looks_that_cannot_be_are_told(load: Load, text: str, fault: str) -> None:
    scene, findings = drawn(load(), text)
    assert findings == [f"RND003 card Card: the text it: {fault}"]
    assert words(scene) == ["a"]


def test_lines_and_backgrounds_bend_with_their_text(load: Load) -> None:
    face = load('markup = true\nalign = "centre"', keys="bend = 60")
    scene, _ = drawn(face, "<u>on an arc of words</u>")
    slices = boxes(scene)
    assert len(slices) > 20
    assert all(one.turn for one in slices)
