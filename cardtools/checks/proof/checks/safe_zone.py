"""Texts that are too close to the cut: a cutter is never quite where it should be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardtools.cards.spaces import in_a_line
from cardtools.cards.table import Card
from cardtools.checks.proof.side import ProofSide, at_box
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.render.scene.scene import Box, Scene, TextRun, around
from cardtools.render.scene.shapes import clearance
from cardtools.render.text.extent import Extents

SAFE_ZONE = Check.of("""RND006 safe-zone error: a text is too close to the cut
    why: A cutter is never quite where it should be: a text close to the cut ends up at the edge of the card,
    or without its last letter.
    bad: a name whose ink begins 1.2 mm from the cut
    good: the safe zone of the face, 3 mm, or what the maker of the cards asks for
    fix: move the text, or make it smaller; `cardtools proof --format html` marks it on the card""")

SLACK = 0.01  # mm
_LONGEST = 40  # characters of a text in a message


def check(side: ProofSide) -> Iterator[Diagnostic]:
    """RND006 for each text too close to the cut, about the run that is closest."""
    for text in side.scene.texts:
        near = too_near(side.scene, text.runs, side.safe, side.extents)
        if near:
            whose = "the face" if side.limits.safe is None else "--safe"
            hint = f"{whose} keeps {side.safe:g} mm from every edge: move it, make it smaller, or write less"
            found = near_finding(side.card, near[0], hint, text.element)
            yield at_box(found, around(one.box for one in near))


@dataclass(frozen=True)
class Near:
    """A run, the box of its ink, and its distance from the nearest edge: mm, below 0 when it is cut."""

    distance: float
    run: TextRun
    box: Box


def too_near(scene: Scene, texts: Iterable[TextRun], safe: float, extents: Extents) -> list[Near]:
    """Those of the scene's texts whose ink is less than `safe` mm from the cut, the nearest first."""
    found = []
    for run in texts:
        if box := extents.box(run):
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
