"""Texts that are too small to be printed well."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.checks.proof.side import DrawnSide
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

SMALL_TEXT = Check.of("""RND008 small-text warning: a text is too small to be printed well
    why: Thin strokes fill with ink or vanish. Text below 5.5 pt is reported, unless its style allows a
    smaller minimum.
    bad: a label of 4 pt in front of a text of 8 pt
    good: a label of 6 pt
    fix: give the style a larger size or minimum, and less to say""")


def check(side: DrawnSide) -> Iterator[Diagnostic]:
    """RND008 for each text with letters that are too small, about the smallest."""
    for text in side.scene.texts:
        least = side.limits.size_of(text)
        small = [run for run in text.runs if run.size < least - 1e-6]
        if small:
            size = min(run.size for run in small)
            message = f"the text {text.element} is set in {size:.3g} pt"
            hint = f"give it {least:g} pt or more; smaller letters fill with ink"
            yield side.finding(SMALL_TEXT, message, hint, side.ink_box(small), text.element)
