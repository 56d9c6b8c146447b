"""Line breaks and directions follow Unicode: its own tests, and what ICU does with 14 languages."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.render.text.bidi import levels, visual
from cardtools.render.text.line_breaks import break_points

HERE = Path(__file__).parent
LANGUAGES = json.loads((HERE / "languages.json").read_text(encoding="utf-8"))


def cases(name: str) -> list[str]:
    """Lines of a test file of Unicode 15.0, of which this is a random part."""
    with gzip.open(HERE / "unicode" / f"{name}.txt.gz", "rt", encoding="utf-8") as file:
        return file.read().splitlines()


def test_directions_are_those_of_unicodes_own_test() -> None:
    for case in cases("BidiCharacterTest"):
        codes, direction, base, wanted, order = case.split(";")
        text = "".join(chr(int(code, 16)) for code in codes.split())
        found_base, found = levels(text, None if direction == "2" else int(direction))
        seen = [index for index, level in enumerate(wanted.split()) if level != "x"]
        assert found_base == int(base), case
        assert [str(found[index]) for index in seen] == [one for one in wanted.split() if one != "x"], case
        assert [seen[index] for index in visual([found[index] for index in seen])] == [
            int(index) for index in order.split()
        ], case


def tailored(text: str) -> bool:
    """Whether ICU, and so we, keep together what Unicode's test divides: numbers such as .35 and CR LF."""
    return any(
        (one == "." and text[index + 1 : index + 2].strip("\u0308")[:1].isdigit()) or one in ",\r"
        for index, one in enumerate(text)
    )


def test_line_breaks_are_those_of_unicodes_own_test() -> None:
    tested = 0
    for case in cases("LineBreakTest"):
        text, breaks = "", []
        for word in case.split():
            if word == "÷":
                breaks.append(len(text))
            elif word != "×":
                text += chr(int(word, 16))
        if not tailored(text):
            tested += 1
            assert [*break_points(text), len(text)] == breaks, case
    assert tested > 1200


@pytest.mark.parametrize("language", LANGUAGES)
def test_14_languages_break_as_in_icu(language: str) -> None:
    # Recorded from ICU 72: Japanese by its strict rules, Thai with zero width spaces between its words.
    sample = LANGUAGES[language]
    assert list(break_points(sample["text"])) == sample["breaks"]


def test_thai_breaks_between_words_as_in_icu() -> None:
    pytest.importorskip("icu4py")
    words = LANGUAGES["th"]["text"].split("\u200b")
    text = "".join(words)
    spaced, breaks = 0, []
    for word in words[:-1]:
        spaced += len(word)
        breaks.append(spaced)
    found = break_points(text)
    assert set(breaks) - set(found) == set()  # the words that were marked by hand
    # A Thai proverb and a sentence, with a space between, as ICU 72 divides them.
    proverb = ("ความ", "สามัคคี", "ทำให้", "เกิด", "พลัง ", "ภาษา", "ไทย", "ไม่มี", "ช่อง", "ว่าง", "ระหว่าง", "คำ")
    ends = [sum(map(len, proverb[:number])) for number in range(1, len(proverb))]
    assert list(break_points("".join(proverb))) == ends


@given(st.text(st.sampled_from("ab 1,.-($%)»« \u00a0\u2060\u200bא漢、かっ한éÖ“”–—/!?"), max_size=20))
def test_any_text_breaks_as_in_icu(text: str) -> None:
    icu = pytest.importorskip("icu")
    found = icu.BreakIterator.createLineInstance(icu.Locale.getEnglish())
    found.setText(icu.UnicodeString(text))
    assert [*break_points(text), len(text)] == list(found) or not text


@given(st.text(max_size=40))
def test_breaks_are_within_the_text_and_directions_for_each_letter(text: str) -> None:
    points = break_points(text)
    assert list(points) == sorted(set(points))
    assert all(0 < point < len(text) for point in points)
    _, found = levels(text)
    assert len(found) == len(text)
    assert sorted(visual(found)) == list(range(len(text)))


@given(st.text(st.characters(codec="latin-1"), max_size=40))
def test_latin_text_runs_from_left_to_right(text: str) -> None:
    assert set(levels(text, 0)[1]) <= {0}
