"""Texts that go on in another box, and texts around a shape."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_fonts import monospace
from test_words_in_texts import Load, drawn, load, words

from cardtools.ground.errors import InputError
from cardtools.render.scene.scene import Box, Fill, Rectangle, Scene, Symbol, TextRun, rotation, runs
from cardtools.render.scene.shapes import polygons, reaches, row_of
from cardtools.render.text.fitting import TextFrame, fit
from cardtools.render.text.measured import Measured, Paragraph, Span

__all__ = ["load"]
LONG = ", ".join(["one two three", "four five", "six seven", "eight nine ten"] * 2)
FLOW = """
[elements.story]
text = "{{ TEXT }}"
style = "rules"
box = [5, 5, 20, 10]
flow = "next"
[elements.next]
style = "rules"
text = ""
box = [30, 5, 25, 10]
flow = [[5, 30, "5cm", 10], [5, 45, -5, 10]]
"""
PLACES = [Box(5, 5, 20, 10), Box(30, 5, 25, 10), Box(5, 30, 50, 10), Box(5, 45, 50, 10)]
BALL = """
[elements.ball]
shape = "ellipse"
box = [20, 10, 20, 20]
fill = "gold"
{when}
[elements.story]
text = "{{ TEXT }}"
style = "rules"
box = [5, 5, -5, -5]
around = "ball"
around_gap = 2
"""


def within(scene: Scene, box: Box) -> list[TextRun]:
    return [run for run in runs(scene) if Box(run.left, run.baseline - 2, run.width, 2.5).inside(box, 1e-3)]


def said(found: list[TextRun]) -> str:
    return " ".join(run.text for run in found)


def test_what_does_not_fit_goes_on_in_the_next_boxes(load: Load) -> None:
    scene, findings = drawn(load("", text="", more=FLOW), LONG)
    assert findings == []
    parts = [within(scene, place) for place in PLACES]
    assert said([run for part in parts for run in part]) == LONG == said(runs(scene))
    assert all(parts[:3])
    assert not parts[3]
    assert [text.element for text in scene.texts] == ["story", "next", "next+1"]
    tops = [part[0].baseline - place.top for part, place in zip(parts[:3], PLACES, strict=False)]
    assert max(tops) == pytest.approx(min(tops))


def test_only_the_last_box_reports_what_does_not_fit(load: Load) -> None:
    scene, findings = drawn(load("", text="", more=FLOW), LONG * 3)
    (finding,) = findings
    assert finding.startswith("RND001 card Card: the text next+2 does not fit at 10 pt: ")
    assert all(within(scene, place) for place in PLACES)
    smaller, findings = drawn(load("minimum = 5", text="", more=FLOW), LONG * 3)
    assert findings == []
    assert len({run.size for run in runs(smaller)}) == 1
    assert runs(smaller)[0].size < 10


def test_a_box_that_is_not_drawn_is_passed_over(load: Load) -> None:
    hidden = FLOW.replace("[30, 5, 25, 10]", "[30, 5, 25, 10]\nwhen = \"NAME == 'x'\"")
    hidden = hidden.replace('flow = [[5, 30, "5cm", 10], [5, 45, -5, 10]]', 'flow = "last"')
    more = hidden + '[elements.last]\nstyle = "rules"\ntext = ""\nbox = [5, 30, 50, 25]'
    scene, findings = drawn(load("", text="", more=more), LONG)
    assert (findings, said(runs(scene))) == ([], LONG)
    assert [text.element for text in scene.texts] == ["story", "last"]


def test_paragraphs_keep_their_labels_and_gaps_over_boxes(load: Load) -> None:
    more = FLOW.replace('text = "{{ TEXT }}"', "", 1) + (
        '[elements.story.paragraphs]\na.text = "{{ TEXT }}"\nb.lead = "Then"\nb.text = "last"\nb.gap = 3'
    )
    scene, findings = drawn(load("", text="", more=more), LONG)
    assert findings == []
    assert words(scene).count("Then") == 1
    assert words(scene)[-2:] == ["Then", "last"]


def test_lines_leave_room_for_a_shape(load: Load) -> None:
    scene, findings = drawn(load("", text="", more=BALL.replace("{when}", "")), LONG * 2)
    assert (findings, said(runs(scene))) == ([], LONG * 2)
    beside = [run for run in runs(scene) if 12 < run.baseline < 28]
    assert beside
    for run in beside:
        for y in (run.baseline, run.baseline - 2):
            half = math.sqrt(max(0.0, 12**2 - (y - 20) ** 2))
            assert run.left + run.width <= 30 - half + 0.7 or run.left >= 30 + half - 0.7
    wide = [run for run in runs(scene) if run.baseline > 36]
    assert max(run.left + run.width for run in wide) > 45
    plain, _ = drawn(load("", text="", more=BALL.replace("{when}", "when = \"NAME == 'x'\"")), LONG * 2)
    assert max(run.baseline for run in runs(plain)) < max(run.baseline for run in runs(scene))


def test_justified_lines_end_at_the_shape(load: Load) -> None:
    more = (
        BALL.replace("{when}", "").replace("[20, 10, 20, 20]", "[35, 5, 20, 20]").replace("ellipse", "grid")
    )
    scene, _ = drawn(load('align = "justify"', text="", more=more), LONG * 2)
    beside = [run for run in runs(scene) if run.baseline < 25]
    assert {round(run.left + run.width, 2) for run in beside} == {33}


def test_text_from_right_to_left_begins_at_the_shape(load: Load) -> None:
    more = (
        BALL.replace("{when}", "").replace("[20, 10, 20, 20]", "[35, 5, 20, 20]").replace("ellipse", "grid")
    )
    scene, _ = drawn(load("", text="", more=more), "שלום עולם וכל השאר " * 6)
    beside = [run for run in runs(scene) if run.baseline < 20]
    assert {round(run.left + run.width, 2) for run in beside} == {33}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('flow = "next"', 'flow = "nxt"', "flow = 'nxt' is not a text without words behind it"),
        ('text = ""', 'text = "words"', "flow = 'next' is not a text without words behind it"),
        ('"5cm", 10]', '"5cm"]', "flow has boxes of four numbers: left, top, width, height"),
        ("[5, 45, -5, 10]", "[5, 45, -5, 90]", r"next\+2 leaves the bleed"),
        ("[5, 45, -5, 10]", "[5, 45, 0, 10]", r"the box of next\+2 is empty"),
        ('flow = "next"', 'around = "next"', "around = 'next' is not an element before it"),
        ('flow = "next"', 'flow = "next"\nbend = 20', "a text with a bend has no flow and no around"),
        ('flow = "next"', 'around = "it"\nrotation = 20', "a text with around is not rotated or flipped"),
        (
            'text = "{{ TEXT }}"',
            'text = ""\naround = "it"\naround_gap = -1',
            "around_gap = -1, expected 0 to",
        ),
    ],
)
def test_a_flow_that_leads_nowhere_is_told(load: Load, old: str, new: str, fault: str) -> None:
    assert old in FLOW
    with pytest.raises(InputError, match=fault):
        load("", text="", more=FLOW.replace(old, new))


def test_texts_cannot_flow_in_a_circle(load: Load) -> None:
    circle = FLOW.replace('text = "{{ TEXT }}"', 'text = ""').replace(
        'flow = [[5, 30, "5cm", 10], [5, 45, -5, 10]]', 'flow = "story"'
    )
    with pytest.raises(InputError, match="flow = 'story' is not a text without words behind it"):
        load("", text="", more=circle)


BOX = st.tuples(st.floats(0, 40), st.floats(0, 40), st.floats(1, 40), st.floats(1, 40)).map(lambda t: Box(*t))


@given(BOX, st.floats(0, 360))
def test_the_reaches_of_a_shape_hold_all_of_it(box: Box, angle: float) -> None:
    fill, by = Fill(("#000000",)), rotation(angle, box)
    contour = (("M", 0.5, 0.0), ("L", 1.0, 1.0), ("L", 0.0, 0.6))
    rows = range(20, 200)
    for item in (Rectangle(box, 0.3, fill), Symbol(box, "x", (contour,), fill, turn=by)):
        (points,) = polygons([item])
        found = reaches(points, rows)
        assert set(found) <= set(rows)
        for one, other in pairwise([*points, points[0]]):
            for share in (0, 0.25, 0.5, 1):
                x, y = (a + share * (b - a) for a, b in zip(one, other, strict=True))
                left, right = found.get(row_of(y), (x, x))
                assert left - 1e-6 <= x <= right + 1e-6
                assert row_of(y) in found or row_of(y) not in rows


WORDS = st.lists(st.text("abcé", min_size=1, max_size=6), min_size=1, max_size=40)
FRAMES = st.lists(st.tuples(st.integers(3, 30), st.integers(1, 40)), min_size=1, max_size=4)


@given(WORDS, FRAMES, st.floats(0, 10))
def test_no_word_is_lost_and_frames_fill_in_order(
    these: list[str], sizes: list[tuple[int, int]], cut: float
) -> None:
    def free(top: float, bottom: float) -> tuple[float, float]:
        return (0.0, 8.0) if top < cut else (2.0, 12.0)

    frames = [TextFrame(12, 30, free), *(TextFrame(*size) for size in sizes)]
    paragraphs = [Measured(Paragraph((Span(" ".join(these), "any"),), "any"), monospace())]
    block = fit(paragraphs, frames, 10, 5)
    assert " ".join(line.text for line in block.lines).split() == these
    assert [line.frame for line in block.lines] == sorted(line.frame for line in block.lines)
    for line in block.lines:
        room = line.room or (0.0, float(frames[line.frame].width))
        if block.fits:
            assert line.width <= room[1] + 1e-6
            assert line.baseline <= frames[line.frame].height
    for one, other in pairwise(block.lines):
        assert one.frame < other.frame or one.baseline < other.baseline


def test_a_word_too_wide_for_an_early_box_is_cut_and_reported(load: Load) -> None:
    _, findings = drawn(load("", text="", more=FLOW), "Rindfleischetikettierungsgesetz")
    (finding,) = findings
    assert finding.startswith("RND001 card Card: the text story does not fit at 10 pt: ")
    assert finding.endswith(" mm too wide")
