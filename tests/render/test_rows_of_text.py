"""Bullets that hang, columns before and behind a tab, large first letters."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_fonts import monospace
from test_words_in_texts import Load, drawn, load, words

from cardtools.render.face.model.face import TextStyle
from cardtools.render.scene.scene import Scene, TextRun, runs
from cardtools.render.scene.units import em
from cardtools.render.text.beside import rows
from cardtools.render.text.fitting import TextFrame, fit
from cardtools.render.text.measured import Measured, Paragraph, Span

__all__ = ["load"]
LONG = "words that go on for more than one line of the box, and then for some more of them"


def lines(scene: Scene) -> dict[float, list[TextRun]]:
    """The runs of each line, from left to right, by their baseline."""
    found: dict[float, list[TextRun]] = {}
    for run in sorted(runs(scene), key=lambda run: (round(run.baseline, 3), run.left)):
        found.setdefault(round(run.baseline, 3), []).append(run)
    return found


def right(run: TextRun) -> float:
    return run.left + run.width


def test_bullets_hang(load: Load) -> None:
    face = load('markup = true\nhang = "• –"\nalign = "centre"')
    scene, findings = drawn(face, f"First:\n• <b>one</b> {LONG}\n– two\n -no bullet")
    assert findings == []
    first, one, *more, two, last = lines(scene).values()
    assert [run.text for run in one][:2] == ["•", "one"]
    assert one[0].left == pytest.approx(5)
    assert len(more) > 0
    assert {round(line[0].left, 3) for line in more} == {round(one[1].left, 3)}
    assert [run.text for run in two] == ["–", "two"]
    assert first[0].left > 10 < last[0].left  # these are centred


def test_bullets_are_text_where_a_style_has_none(load: Load) -> None:
    scene, _ = drawn(load(), "• one")
    assert words(scene) == ["• one"]


def test_the_second_column_begins_at_the_tab(load: Load) -> None:
    face = load("markup = true\ntab = 5", marks={" :: ": "\t"})
    scene, findings = drawn(face, f"<b>One</b> :: {LONG}\nTwo\tshort\nMuch too wide for it\tx\nplain")
    assert findings == []
    one, *more, two, wide, plain = lines(scene).values()
    stop = 5 + 5 * em(10)
    assert [run.text for run in one][:1] == ["One"]
    assert [round(line[-1].left, 3) for line in (one, *more, two)] == [round(stop, 3)] * (2 + len(more))
    assert wide[1].left > wide[0].left + wide[0].width > stop
    assert plain[0].left == pytest.approx(5)


def test_a_leader_fills_the_gap(load: Load) -> None:
    scene, findings = drawn(load('markup = true\nleader = "."'), f"Draw\t1 {{tap}}\n{LONG}\t<c gold>20</c>")
    assert findings == []
    draw, *more = lines(scene).values()
    assert draw[0].text == "Draw"
    assert set(draw[1].text) == {"."}
    assert right(draw[0]) < draw[1].left < right(draw[1]) < draw[2].left
    last = more[-1]
    assert right(last[-1]) == pytest.approx(55)
    assert last[-1].colour == "#aa8800"
    assert all(right(line[0]) < last[-1].left for line in more)
    scene, _ = drawn(load('leader = " "'), "Draw\t1")
    assert words(scene) == ["Draw", "1"]


def test_without_a_tab_stop_a_tab_is_a_space(load: Load) -> None:
    assert words(drawn(load(), "a\tb")[0]) == ["a b"]


def test_a_large_first_letter(load: Load) -> None:
    face = load("markup = true\ndrop_cap = 3\nleading = 1.3")
    scene, findings = drawn(face, f"“Once, {LONG} {LONG}")
    assert findings == []
    initial, *others = runs(scene)
    assert initial.text == "“O"
    baselines = sorted({round(run.baseline, 3) for run in others})
    assert initial.baseline == pytest.approx(baselines[2], abs=1e-3)
    cap = face.metrics.cap_height("text")
    assert initial.baseline - cap * em(initial.size) == pytest.approx(baselines[0] - cap * em(10), abs=1e-3)
    lefts = [min(run.left for run in others if round(run.baseline, 3) == at) for at in baselines]
    assert all(left > right(initial) - 1e-6 for left in lefts[:3])
    assert all(left == pytest.approx(5) for left in lefts[3:])


def test_a_large_first_letter_of_a_short_text_takes_its_lines(load: Load) -> None:
    face = load("drop_cap = 3\nmarkup = true")
    scene, _ = drawn(face, "Once.\n\nThen.")
    face = load("drop_cap = 4", keys="", more='[elements.it.paragraphs.two]\ntext = "Below"')
    scene, _ = drawn(face, "Once.")
    by_word = {run.text: run for run in runs(scene)}
    assert by_word["B"].baseline - by_word["O"].baseline > 3 * em(10)
    assert by_word["O"].baseline - by_word["nce."].baseline == pytest.approx(3 * 1.2 * em(10))


def test_text_from_right_to_left_hangs_at_its_own_side(load: Load) -> None:
    metrics = monospace()
    hebrew = "שלום עולם וכל השאר"
    (row,) = rows([Span(f"• {hebrew}", "any")], TextStyle("any", 10, hang="•"), metrics)
    measured = Measured(Paragraph(row[0], "any", beside=row[1]), metrics)
    assert measured.base == 1
    block = fit([measured], [TextFrame(20, 90)], 10, 10)
    assert block.fits
    assert len({line.left for line in block.lines}) == 1


@pytest.mark.parametrize(
    ("style", "fault"),
    [
        ("drop_cap = 1", "drop_cap = 1, expected 2 to 10"),
        ('leader = ".."', "leader = '..', expected one character"),
        ("tab = -1", "tab = -1, expected 0 to 100"),
    ],
)
def test_what_a_style_cannot_have_is_told(load: Load, style: str, fault: str) -> None:
    with pytest.raises(Exception, match=fault.replace("'", ".")):
        load(style)


TEXT = st.text("ab •\n\t.", max_size=40)


@given(
    TEXT, st.sampled_from([{"hang": "•"}, {"tab": 3.0}, {"leader": "."}, {"drop_cap": 3}]), st.integers(8, 60)
)
def test_no_letter_is_lost_and_lines_stay_in_the_box(text: str, style: dict[str, Any], width: int) -> None:
    metrics = monospace()
    found = rows([Span(text, "any")], TextStyle("any", 10, **style), metrics)
    printed = "".join(
        span.text for words, beside in found for span in (*(beside.spans if beside else ()), *words)
    )
    assert sorted(printed.replace("\n", "").replace(" ", "").replace("\t", "")) == sorted(
        "".join(text.split())
    )
    paragraphs = [Measured(Paragraph(words, "any", beside=beside), metrics) for words, beside in found]
    block = fit(paragraphs, [TextFrame(width, 500)], 10, 10)
    assert all(one.baseline <= two.baseline for one, two in pairwise(block.lines))
    if block.fits:
        for line in block.lines:
            assert line.left + line.width <= width + 1e-6
