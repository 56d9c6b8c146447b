"""`[marks]`: what a game's texts have, put into the language of our marks."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.text_marks import OwnMarks, closing

MARKS = OwnMarks(
    {
        "[credit]": "{credit}", ":tool:": "{tool}", "strong": "b", "<em>": "<i>", "br": "\n", "li": "\n• ",
        "ul": "", "[[...]]": "<c gold>", "((...))": "<b>“...”</b>", "span": "", "h1": "<b><size 150%>",
    }
)  # fmt: skip
MARKDOWN = OwnMarks({"markdown": True})


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("Gain [Credit][credit].", "Gain {credit}{credit}."),
        ("<strong>Trash</STRONG>: <em >x</em>", "<b>Trash</b>: <i>x</i>"),
        ("a<br/>b<br>c", "a\nb\nc"),
        ("<ul><li>a</li><li>b</li></ul>", "\n• a\n• b"),
        ('[[rich]] <span class="x">plain</span>', "<c gold>rich</c> plain"),
        ("((said))", "<b>“said”</b>"),
        ("<h1>T</h1>", "<b><size 150%>T</size></b>"),
        ("<strongest> [credits] <emu> :tool", "<strongest> [credits] <emu> :tool"),
    ],
)
def test_marks_become_ours(text: str, ours: str) -> None:
    assert MARKS.faults == {}
    assert MARKS.applied(text) == ours
    assert bool(MARKS.first(text)) == (text != ours)


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("**Bold *and it* yes** ~~no~~", "<b>Bold <i>and it</i> yes</b> <s>no</s>"),
        ("***both*** __b__ _i_", "<b><i>both</i></b> <b>b</b> <i>i</i>"),
        (
            "2 * 3 * 4, 2*3*4, 1*, * a, my_icon_name, *a\nb*",
            "2 * 3 * 4, 2*3*4, 1*, * a, my_icon_name, *a\nb*",
        ),
    ],
)
def test_emphasis_as_in_markdown(text: str, ours: str) -> None:
    assert MARKDOWN.applied(text) == ours
    assert OwnMarks({"markdown": False}).applied(text) == text


def test_what_a_mark_cannot_be_is_told() -> None:
    given_ = {"strong": "bold", "x": "<blink>", "markdown": "yes", "...": "a", "q": True, "b...b": "x" * 201}
    assert OwnMarks(given_).faults == {
        "strong": "<bold> is no mark, did you mean <b>?",
        "x": "<blink> is no mark",
        "markdown": "expected true or false",
        "...": "expected 1 to 200 characters",
        "q": "expected a text",
        "b...b": "expected 1 to 200 characters",
    }
    assert len(OwnMarks({f"[{n}]": "x" for n in range(201)}).faults) == 1


def test_marks_that_make_marks_grow_no_text_without_end() -> None:
    bomb = OwnMarks({"." * n + "a": ".a" * 99 for n in range(100)} | {"a...": "a" * 200})
    assert len(bomb.applied("a" * 5_000)) <= 10_000


@given(st.text("*_~ab <>/[]", max_size=60))
def test_no_letter_is_lost(text: str) -> None:
    def letters(text: str) -> str:
        return "".join(one for one in text if one in "ab")

    made = MARKDOWN.applied(text)
    for tag in ("<b>", "<i>", "<s>"):
        made = made.replace(tag, "") if tag not in text else made
        made = made.replace(closing(tag), "") if closing(tag) not in text else made
    assert letters(made) == letters(text) or "<" in text


@pytest.mark.parametrize("part", ["**a ", "*", "a*", "*a ", "<strong ", "_a_", "[[a", "((", "[credit"])
def test_long_texts_take_no_time(part: str) -> None:
    began = time.perf_counter()
    MARKDOWN.applied(MARKS.applied(part * (10_000 // len(part))))
    assert time.perf_counter() - began < 0.5
