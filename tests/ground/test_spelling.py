"""Near misses: the word that was probably meant."""

from __future__ import annotations

import pytest

from cardtools.ground.spelling import nearest, suggest


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("requird", ["required", "unique"], "required"),
        ("maximum", ["max", "min", "values"], "max"),
        ("hex", ["poker", "square", "hexagon"], "hexagon"),
        ("mos", ["moss", "fire"], "moss"),
        ("mos", ["moss", "most"], ""),  # either
        ("colourful", ["col", "colour"], "colour"),
        ("m", ["max", "min"], ""),
        ("in", ["index", "width"], ""),  # too short to be a short form
    ],
)
def test_the_nearest_word(word: str, known: list[str], near: str) -> None:
    assert nearest(word, known) == near


def test_without_a_near_word_all_are_listed() -> None:
    assert suggest("xyz", ["max", "min"], "keys") == "keys: max, min"
    assert suggest("maximum", ["max", "min"], "keys") == "did you mean max?"
