"""The cut, where nobody can cut exactly: too little bleed, and lines and edges that lie on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from cardtools.checks.proof.side import DrawnSide, at_box
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import counted
from cardtools.render.scene.scene import Box, Point, Scene, around
from cardtools.render.scene.shapes import outline
from cardtools.render.scene.units import MM_PER_INCH

if TYPE_CHECKING:
    import numpy
    from PIL.Image import Image

    Floats = numpy.typing.NDArray[numpy.float64]
    Pixels = numpy.typing.NDArray[numpy.int16]


BLEED = Check.of("""RND013 little-bleed warning: a face has too little bleed for a cutter
    why: A cutter is up to a millimetre off. Without colour beyond the cut, paper is seen at an edge; makers
    mirror the edge, or send the file back.
    bad: bleed = 0
    good: bleed = 3
    fix: write bleed = 3 under [card], and let the background reach that far; for cards that you cut out of
    paper yourself, accept the finding""")
CUT_LINE = Check.of("""RND014 cut-line warning: a line or an edge lies on the cut
    why: A cutter is up to a millimetre off: a line on the cut is on some cards and not on others, or is as
    wide as it likes.
    bad: a frame from left = 0 to right = 0
    good: a frame from left = 3 to right = 3, or a border that begins in the bleed and ends 3 mm inside
    fix: move the line to 2 mm or more from the cut, or let the area reach the bleed""")

LEAST, USUAL = 2.0, 3.0  # mm of bleed
NEAR = 0.5  # mm
_INNER = (1.2, 2.8)  # mm from the cut, for comparison
_JUMP = 24  # of 255: a smaller step is a shade of the art
_SHARE = 0.7  # of a side
_PLACES, _PART = 100, (0.12, 0.88)  # along a side, without its corners
_SIDES = ("top", "right side", "bottom", "left side")


def check(side: DrawnSide) -> Iterator[Diagnostic]:
    """RND013 about the face, RND014 about the sides of a card along which a colour ends near the cut."""
    place = side.face.file.at("card")
    if side.scene.bleed < LEAST:
        message = f"the face has {side.scene.bleed:g} mm of bleed"
        hint = f"write bleed = {USUAL:g}, and let the background reach {-USUAL:g} on every side"
        yield BLEED.finding(place, message, hint)
    found = lines_on_the_cut(side.scene, side.picture, side.dpi)
    if not found:
        return
    where = f"on {counted(len(found), 'side')}"
    if side.scene.shape == "rectangle":
        *first, last = (_SIDES[index] for index in found)
        where = f"at the {', '.join(first)} and {last}" if first else f"at the {last}"
    message = f"a line or an edge lies on the cut {where}, as on the card {side.card.name}"
    hint = "move it 2 mm or more to the inside, or let the area reach the bleed"
    finding = CUT_LINE.finding(place, message, hint)
    yield at_box(finding, around(box.grown(NEAR) for box in found.values()))


def lines_on_the_cut(scene: Scene, picture: Image, dpi: int) -> dict[int, Box]:
    """The sides of a card, numbered clockwise from the top (of a hexagon, from its upper right side), with a
    step of colour along most of them; each with its box. The picture has the card's bleed.
    """
    import numpy

    pixels = numpy.asarray(picture.convert("RGB")).astype(numpy.int16)
    corners = [(float(x), float(y)) for _, x, y in outline(scene.shape, scene.trim)]
    found = {}
    for index, (one, other) in enumerate(zip(corners, [*corners[1:], corners[0]], strict=True)):
        steps = partial(_steps, pixels, scene.bleed, MM_PER_INCH / dpi, one, other)
        # Art of many colours has steps everywhere.
        if steps(-NEAR, NEAR).max(initial=0) >= _SHARE and numpy.median(steps(*_INNER)) <= _SHARE / 2:
            found[index] = around((Box(*one, 0, 0), Box(*other, 0, 0))) or scene.trim
    return found


def _steps(
    pixels: Pixels, bleed: float, pixel: float, one: Point, other: Point, first: float, last: float
) -> Floats:
    """At which share of a side, from one corner to the other, there is a step of colour; for each distance
    inwards from the first to the last one (mm, one for each pixel of this size).
    """
    import numpy

    high, wide, _ = pixels.shape
    (x0, y0), (x1, y1) = one, other
    length = math.dist(one, other)
    along = numpy.linspace(*_PART, _PLACES)
    inwards = numpy.arange(round(first / pixel), round(last / pixel) + 1)[:, None] * pixel
    x = x0 + along * (x1 - x0) + inwards * (y0 - y1) / length
    y = y0 + along * (y1 - y0) + inwards * (x1 - x0) / length
    columns, rows = (numpy.floor((place + bleed) / pixel).astype(int) for place in (x, y))
    inside = ((columns >= 0) & (columns < wide) & (rows >= 0) & (rows < high)).all(axis=1)
    seen = pixels[rows[inside], columns[inside]]
    return numpy.asarray((numpy.abs(seen[2:] - seen[:-2]).max(axis=-1) >= _JUMP).mean(axis=1))
