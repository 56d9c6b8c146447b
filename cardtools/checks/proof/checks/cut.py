"""Faces with so little bleed that paper may be seen at an edge."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.checks.proof.side import DrawnSide
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

BLEED = Check.of("""RND013 little-bleed warning: a face has too little bleed for a cutter
    why: A cutter is up to a millimetre off. Without colour beyond the cut, paper is seen at an edge; makers
    mirror the edge, or send the file back.
    bad: bleed = 0
    good: bleed = 3
    fix: write bleed = 3 under [card], and let the background reach that far; for cards that you cut out of
    paper yourself, accept the finding""")

LEAST, USUAL = 2.0, 3.0  # mm


def check(side: DrawnSide) -> Iterator[Diagnostic]:
    """RND013 about a face with less than 2 mm of bleed."""
    if side.scene.bleed < LEAST:
        message = f"the face has {side.scene.bleed:g} mm of bleed"
        hint = f"write bleed = {USUAL:g}, and let the background reach {-USUAL:g} on every side"
        yield BLEED.finding(side.face.file.at("card"), message, hint)
