"""Small texts that are printed, or left open, in several inks."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.checks.proof.side import DrawnSide
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.render.pdf.ink import is_dark
from cardtools.render.scene.scene import TextRun

SEVERAL_INKS = Check.of("""RND015 several-inks warning: the edges of a small text are made of several inks
    why: The plates of a press are never quite exact. Letters below 6 pt in two inks or more, or light ones
    that two inks or more leave open, get coloured edges or close up. Dark text is black ink alone. A style
    with a smaller minimum asks for smaller letters.
    bad: #ffd868 in 5.5 pt on a dark violet of four inks
    good: the same text in 6.5 pt, or white on black
    fix: make the text larger, its colour nearer to black, or what is behind it of one ink""")

LEAST = 6.0  # points
_DIFFERENT = 0.2  # of an ink, between a text and what is behind it
_NAMES = ("cyan", "magenta", "yellow", "black")


def check(side: DrawnSide) -> Iterator[Diagnostic]:
    """RND015 for each text with letters below 6 pt that have such edges, about the smallest."""
    for text in side.scene.texts:
        least = min(LEAST, text.minimum or LEAST) - 1e-6
        small = [run for run in text.runs if run.size < least and len(edge_inks(side, run)) > 1]
        if small:
            run = min(small, key=lambda run: run.size)
            inks = edge_inks(side, run)
            named = f"{', '.join(inks[:-1])} and {inks[-1]}"
            message = f"the edges of the text {text.element}, in {run.size:.3g} pt, are made of {named}: "
            message += f"{run.colour} on {side.contrasts[run].background}"
            hint = f"give it {LEAST:g} pt or more, a colour nearer to black, or a plainer area behind it"
            yield side.finding(SEVERAL_INKS, message, hint, side.ink_box(small), text.element)


def edge_inks(side: DrawnSide, run: TextRun) -> list[str]:
    """The inks that end at the edges of letters: they are in the letters or behind them, and not as much in
    the other. None where nothing is drawn, and for dark letters, which are black ink alone.
    """
    if run not in side.contrasts or is_dark(run.colour):
        return []
    own, behind = side.colour_inks(run.colour), side.colour_inks(side.contrasts[run].background)
    return [
        name
        for name, one, other in zip(_NAMES, own, behind, strict=True)
        if abs(float(one) - float(other)) > _DIFFERENT
    ]
