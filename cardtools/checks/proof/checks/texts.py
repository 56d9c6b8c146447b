"""Texts that hardly stand out from what is behind them."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.checks.proof.figures import floored
from cardtools.checks.proof.side import DrawnSide
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

CONTRAST = Check.of("""RND005 contrast warning: a text hardly stands out from what is behind it
    why: Text that hardly stands out is not read. The contrast of WCAG 2 is measured against the pixels under
    and around the letters, a tenth of them left out; large text (18 pt, or 14 pt and bold) needs two thirds
    of it.
    bad: #c9b48a on #e8d5a2, a contrast of 1.39
    good: #3a2913 on #e8d5a2, a contrast of 9.6
    fix: make the text lighter or darker, or lay a plain area behind it; `cardtools proof --contrast 3` asks
    for less""")


def check(side: DrawnSide) -> Iterator[Diagnostic]:
    """RND005 for each text with too little contrast, about the run that has the least."""
    fonts, known = side.extents.fonts, side.contrasts
    for text in side.scene.texts:
        least = {run: side.limits.contrast_of(run, fonts[run.font]) for run in text.runs if run in known}
        faint = [run for run in least if known[run].ratio < least[run]]
        if faint:
            run = min(faint, key=lambda run: known[run].ratio)
            message = f"the text {text.element} has a contrast of {floored(known[run].ratio)}, "
            message += f"{run.colour} on {known[run].background}"
            hint = (
                f"use {least[run]:.3g} or more: a lighter or darker colour, or a plain area behind the text"
            )
            yield side.finding(CONTRAST, message, hint, side.ink_box(faint), text.element)
