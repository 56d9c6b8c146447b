"""Where letters stand, on a straight line or on an arc. A line is set straight, as long as the arc; each
letter is then moved to the arc and turned. The arc of the first line goes from side to side of the box, and
further lines are around the same centre.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from cardtools.render.scene.scene import Box, Glyph, Item, Matrix, Rectangle, TextRun, around, joined, turned
from cardtools.render.scene.units import em
from cardtools.render.text.fonts import Font

_SLICE = 0.5  # mm


class Arc(NamedTuple):
    """The arc of a box: its radius (below 0 if its middle is lowest), its length, its height; mm."""

    radius: float
    length: float
    height: float

    def straight(self, box: Box) -> Box:
        """The box in which its lines are set before they are bent."""
        top = box.top if self.radius > 0 else box.top + self.height
        return Box(box.left + (box.width - self.length) / 2, top, self.length, box.height - self.height)


def arc_of(width: float, bend: float) -> Arc:
    """The arc that turns by `bend` degrees over a width: above 0 its middle is highest."""
    angle = math.radians(abs(bend))
    radius = width / 2 / math.sin(min(angle, math.pi) / 2)
    return Arc(math.copysign(radius, bend), radius * angle, radius * (1 - math.cos(angle / 2)))


def bent(items: Iterable[Item], centre: tuple[float, float], baseline: float) -> Iterator[Item]:
    """The items of a straight line on an arc around a centre."""
    for item in items:
        if isinstance(item, TextRun):
            yield replace(item, curve=centre)
        elif isinstance(item, Rectangle) and not item.radius:  # a line or a background, which bends
            box, count = item.box, math.ceil(item.box.width / _SLICE)
            for at in range(count):
                part = replace(box, left=box.left + at * box.width / count, width=box.width / count)
                turn = _moved(centre, part.left + part.width / 2, baseline)
                yield turned(replace(item, box=part.grown(0.01)), turn)
        else:
            box = getattr(item, "box", None) or item.items[0].box  # type: ignore[union-attr]
            yield turned(item, _moved(centre, box.left + box.width / 2, baseline))


def letters(run: TextRun) -> Iterator[TextRun]:
    """The run as straight ones: itself or, on an arc, each of its letters, turned."""
    if not run.curve:
        yield run
        return
    spaces = [space * em(run.size) for space in run.spacing()]
    unit = (run.width - sum(spaces)) / (sum(glyph.advance for glyph in run.glyphs) or 1)
    left, start, width = run.left, 0, 0.0
    for index, (glyph, space) in enumerate(zip(run.glyphs, spaces, strict=True), 1):
        width += glyph.advance * unit + space
        if glyph.last:
            by = joined(run.turn, _moved(run.curve, left + width / 2, run.baseline))
            glyphs = run.glyphs[start:index]
            text = "".join(one.text for one in glyphs)
            yield replace(run, left=left, width=width, glyphs=glyphs, text=text, curve=None, turn=by)
            left, start, width = left + width, index, 0.0


def placed_glyphs(run: TextRun, units: int) -> Iterator[tuple[Glyph, Matrix]]:
    """The glyphs of a straight run, each with what moves it to its place from font units, y upwards."""
    unit, left = em(run.size) / units, run.left
    for glyph, space in zip(run.glyphs, run.spacing(), strict=True):
        yield glyph, (unit, 0, 0, -unit, left + glyph.x * unit, run.baseline - glyph.y * unit)
        left += glyph.advance * unit + space * em(run.size)


def ink_box(run: TextRun, fonts: Mapping[str, Font]) -> Box | None:
    """The box around the ink of a run, whose font is found by its PostScript name; None without ink."""
    if run.curve:
        return around(filter(None, (ink_box(letter, fonts) for letter in letters(run))))
    font = fonts[run.font]
    boxes = [
        Box(x + ink[0] * unit, y - ink[3] * unit, (ink[2] - ink[0]) * unit, (ink[3] - ink[1]) * unit)
        for glyph, (unit, _, _, _, x, y) in placed_glyphs(run, font.units)
        if (ink := font.outline(glyph.id, 0).box)
    ]
    box = around(boxes)
    if box and run.stroke:
        box = box.grown(run.stroke.width)
    return box and box.turned(run.turn)


def _moved(centre: tuple[float, float], x: float, baseline: float) -> Matrix:
    """The transformation that moves a point of a straight line to the arc, and turns the letter there."""
    radius = centre[1] - baseline
    angle = (x - centre[0]) / radius
    cosine, sine = math.cos(angle), math.sin(angle)
    right, down = centre[0] + radius * sine, centre[1] - radius * cosine
    turn = cosine, sine, -sine, cosine
    return (*turn, right - cosine * x + sine * baseline, down - sine * x - cosine * baseline)
