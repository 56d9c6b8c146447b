"""Texts of a card: too faint, too close to the cut, too small, of several inks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from cardtools.cards.spaces import in_a_line
from cardtools.cards.table import Card
from cardtools.checks.proof.side import DrawnSide, at_box, floored
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.render.pdf.ink import is_dark
from cardtools.render.scene.scene import Box, Scene, SetText, TextRun, around
from cardtools.render.scene.shapes import clearance
from cardtools.render.text.arc import ink_box
from cardtools.render.text.fonts import Font

CONTRAST = Check.of("""RND005 contrast warning: a text hardly stands out from what is behind it
    why: Text that hardly stands out is not read. The contrast of WCAG 2 is measured against the pixels under
    and around the letters, a tenth of them left out; large text (18 pt, or 14 pt and bold) needs two thirds
    of it.
    bad: #c9b48a on #e8d5a2, a contrast of 1.39
    good: #3a2913 on #e8d5a2, a contrast of 9.6
    fix: make the text lighter or darker, or lay a plain area behind it; `cardtools proof --contrast 3` asks
    for less""")
SAFE_ZONE = Check.of("""RND006 safe-zone error: a text is too close to the cut
    why: A cutter is never quite where it should be: a text close to the cut ends up at the edge of the card,
    or without its last letter.
    bad: a name whose ink begins 1.2 mm from the cut
    good: the safe zone of the face, 3 mm, or what the maker of the cards asks for
    fix: move the text, or make it smaller; `cardtools proof --format html` marks it on the card""")

SEVERAL_INKS = Check.of("""RND015 several-inks warning: the edges of a small text are made of several inks
    why: The plates of a press are never quite exact. Letters below 6 pt in two inks or more, or light ones
    that two inks or more leave open, get coloured edges or close up. Dark text is black ink alone. A style
    with a smaller minimum asks for smaller letters.
    bad: #ffd868 in 5.5 pt on a dark violet of four inks
    good: the same text in 6.5 pt, or white on black
    fix: make the text larger, its colour nearer to black, or what is behind it of one ink""")

SMALL_TEXT = Check.of("""RND008 small-text warning: a text is too small to be printed well
    why: Thin strokes fill with ink or vanish. Text below 5.5 pt is reported, unless its style allows a
    smaller minimum.
    bad: a label of 4 pt in front of a text of 8 pt
    good: a label of 6 pt
    fix: give the style a larger size or minimum, and less to say""")

SLACK = 0.01  # mm
_LONGEST = 40  # characters of a text in a message
_LEAST = 6.0  # points, of letters of several inks
_DIFFERENT = 0.2  # of an ink, between a text and what is behind it
_NAMES = ("cyan", "magenta", "yellow", "black")


def check(side: DrawnSide) -> Iterator[Diagnostic]:
    """The findings about each text, check by check."""
    for test in (_contrast, _safe_zone, _several_inks, _small_text):
        yield from filter(None, (test(side, text) for text in side.scene.texts))


def _contrast(side: DrawnSide, text: SetText) -> Diagnostic | None:
    fonts, known = side.fonts, side.contrasts
    least = {run: side.limits.contrast_of(run, fonts[run.font]) for run in text.runs if run in known}
    faint = [run for run in least if known[run].ratio < least[run]]
    if not faint:
        return None
    run = min(faint, key=lambda run: known[run].ratio)
    message = f"the text {text.element} has a contrast of {floored(known[run].ratio)}, "
    message += f"{run.colour} on {known[run].background}"
    hint = f"use {least[run]:.3g} or more: a lighter or darker colour, or a plain area behind the text"
    return side.finding(CONTRAST, message, hint, side.ink_box(faint), text.element)


def _safe_zone(side: DrawnSide, text: SetText) -> Diagnostic | None:
    near = [] if text.bleed else too_near(side.scene, text.runs, side.safe, side.fonts)
    if not near:
        return None
    whose = "the face" if side.limits.safe is None else "--safe"
    hint = f"{whose} keeps {side.safe:g} mm from every edge: move it, make it smaller, or write less"
    return at_box(near_finding(side.card, near[0], hint, text.element), around(one.box for one in near))


def _several_inks(side: DrawnSide, text: SetText) -> Diagnostic | None:
    """About the smallest run below 6 pt that has such edges."""
    least = min(_LEAST, text.minimum or _LEAST) - 1e-6
    small = [run for run in text.runs if run.size < least and len(_edge_inks(side, run)) > 1]
    if not small:
        return None
    run = min(small, key=lambda run: run.size)
    *inks, last = _edge_inks(side, run)
    message = f"the edges of the text {text.element}, in {run.size:.3g} pt, are made of {', '.join(inks)} "
    message += f"and {last}: {run.colour} on {side.contrasts[run].background}"
    hint = f"give it {_LEAST:g} pt or more, a colour nearer to black, or a plainer area behind it"
    return side.finding(SEVERAL_INKS, message, hint, side.ink_box(small), text.element)


def _edge_inks(side: DrawnSide, run: TextRun) -> list[str]:
    """The inks that end at the edges of letters; none of dark ones, which are black alone, or not drawn."""
    if run not in side.contrasts or is_dark(run.colour):
        return []
    inks = zip(_NAMES, *map(side.colour_inks, (run.colour, side.contrasts[run].background)), strict=True)
    return [name for name, own, behind in inks if abs(float(own) - float(behind)) > _DIFFERENT]


def _small_text(side: DrawnSide, text: SetText) -> Diagnostic | None:
    least = side.limits.size_of(text)
    small = [run for run in text.runs if run.size < least - 1e-6]
    if not small:
        return None
    message = f"the text {text.element} is set in {min(run.size for run in small):.3g} pt"
    hint = f"give it {least:g} pt or more; smaller letters fill with ink"
    return side.finding(SMALL_TEXT, message, hint, side.ink_box(small), text.element)


class Near(NamedTuple):
    """A run, the box of its ink, and its distance from the nearest edge: mm, below 0 when it is cut."""

    distance: float
    run: TextRun
    box: Box


def too_near(scene: Scene, texts: Iterable[TextRun], safe: float, fonts: Mapping[str, Font]) -> list[Near]:
    """The texts of the scene that have ink less than `safe` mm from the cut, the nearest first."""
    found = []
    for run in texts:
        if box := ink_box(run, fonts):
            distance = clearance(scene.shape, scene.trim, box)
            if distance < safe - SLACK:
                found.append(Near(distance, run, box))
    return sorted(found, key=lambda near: near.distance)


def near_finding(card: Card, near: Near, hint: str, part: str = "") -> Diagnostic:
    """RND006 about a text of a card."""
    text = near.run.text.strip()
    words = repr(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")
    place = "from" if near.distance >= 0 else "beyond"
    message = f"card {in_a_line(card.name)}: the text {words} is {abs(near.distance):.2f} mm {place} the cut"
    return SAFE_ZONE.finding(card.where, message, hint, part)
