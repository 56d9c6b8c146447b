"""Icons as data: contours in a box of 1 x 1, in one colour or in their own, or a picture; lines as areas."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from cardtools.render.pictures.images import Art
from cardtools.render.scene.scene import (
    Box,
    Contour,
    Fill,
    Item,
    Picture,
    Point,
    Stroke,
    Symbol,
    around,
    joined,
)
from cardtools.render.scene.shapes import area_of, placed, points_of

OWN = "own"  # instead of a colour: those of the icon
_BUTT, _ROUND_CAP, _SQUARE = 0, 1, 2
_MITER, _ROUND_JOIN = 0, 1
_FINEST = 1e-4  # of an icon: no side is shorter
_STEPS = 24  # straight lines in place of a curve
_ARC = math.pi / 10  # of a round end, as one straight line


class IconPart(NamedTuple):
    """A shape of an icon in its own colours: filled, or a line whose width is a share of the icon's."""

    contours: tuple[Contour, ...]
    fill: Fill | None = None
    stroke: Stroke | None = None
    open: bool = False


class Icon(NamedTuple):
    """The filled contours of an icon, its width divided by its height, and its shapes in drawing order; or
    the picture that it is. `undrawn` is what its file asks for and is not drawn, each with line and column.
    """

    contours: tuple[Contour, ...]
    ratio: float
    parts: tuple[IconPart, ...] = ()
    picture: Art | None = None
    undrawn: tuple[tuple[str, int, int], ...] = ()

    @property
    def size(self) -> int:
        """How many lines and curves are drawn."""
        return sum(map(len, chain(self.contours, *(part.contours for part in self.parts if part.stroke))))

    def items(self, name: str, box: Box, fill: Fill | None, stroke: Stroke | None) -> list[Item]:
        """The icon in a box: in one fill and with one outline, or without both in its own colours."""
        if self.picture:
            return [Picture(box, self.picture.source, icon=self.picture)]
        own = not fill and not stroke
        items: list[Item] = []
        if self.contours and not own:
            items.append(Symbol(box, name, self.contours, fill, stroke))
        for contours, area, line, is_open in self.parts:
            if line:
                dashes = tuple(length * box.width for length in line.dashes)
                line = replace(line, width=line.width * box.width, dashes=dashes)
            if own and (area or line):
                items.append(Symbol(box, name, contours, area, line, open=is_open))
            elif line and fill and fill.colours and (is_plain(fill) or line.dashes):
                line = replace(line, colour=fill.colours[0], opacity=fill.opacity)
                items.append(Symbol(box, name, contours, None, line, open=is_open))
            elif line and fill:  # a line has one colour
                items.append(Symbol(box, name, covered(contours, box, line, is_open), fill))
        return items


@dataclass(frozen=True, kw_only=True)
class Drawing(Art):
    """Art without pixels, which is drawn; its width and height only give its shape."""

    icon: Icon


def trimmed(icon: Icon) -> Icon:
    """The icon without the room around what it draws."""
    found = []
    for contours, _, line, _ in icon.parts:
        half = line.width / 2 if line else 0.0
        for x, y in chain.from_iterable(points_of(contour, _STEPS) for contour in contours):
            found.append(Box(x - half, y - half * icon.ratio, 2 * half, 2 * half * icon.ratio))
    seen = around(found) or Box(0, 0, 1, 1)
    wide, high = max(seen.width, _FINEST), max(seen.height, _FINEST)
    by = Box(-seen.left / wide, -seen.top / high, 1 / wide, 1 / high)
    parts = []
    for part in icon.parts:
        fill, line = part.fill, part.stroke
        if fill and fill.frame:
            fill = replace(fill, frame=joined((by.width, 0, 0, by.height, by.left, by.top), fill.frame))
        if line:
            line = replace(line, width=line.width / wide, dashes=tuple(one / wide for one in line.dashes))
        parts.append(IconPart(placed(part.contours, by), fill, line, part.open))
    contours = placed(icon.contours, by)
    return icon._replace(contours=contours, ratio=icon.ratio * wide / high, parts=tuple(parts))


def is_plain(fill: Fill) -> bool:
    """Whether a fill is one colour alone."""
    return len(fill.colours) == 1 and not fill.pattern


@lru_cache(maxsize=256)  # cards of a game have the same icons in the same places
def covered(contours: tuple[Contour, ...], box: Box, stroke: Stroke, is_open: bool) -> tuple[Contour, ...]:
    """The area that a stroke (mm) covers, for contours of a 1 x 1 box that is stretched over `box`: contours
    of the 1 x 1 box, all clockwise, so that the nonzero rule unites them.
    """
    found = []
    for contour in placed(contours, box):
        for polygon in _pieces([point for point, _ in groupby(points_of(contour, _STEPS))], stroke, is_open):
            clockwise = polygon if area_of(polygon) >= 0 else polygon[::-1]
            places = [((x - box.left) / box.width, (y - box.top) / box.height) for x, y in clockwise]
            found.append((("M", *places[0]), *(("L", *place) for place in places[1:])))
    return tuple(found)


def _pieces(points: list[Point], stroke: Stroke, is_open: bool) -> Iterator[list[Point]]:
    """The polygons that a line is made of: its straight pieces, its corners, its ends."""
    if not is_open and points[-1] != points[0]:
        points = [*points, points[0]]
    half, pieces = stroke.width / 2, list(pairwise(points))
    for one, other in pieces:
        x, y = _across(one, other, half)
        yield [
            (one[0] + x, one[1] + y), (other[0] + x, other[1] + y),
            (other[0] - x, other[1] - y), (one[0] - x, one[1] - y),
        ]  # fmt: skip
    for (before, corner), (_, after) in pairwise(pieces if is_open else [*pieces, *pieces[:1]]):
        yield _corner(before, corner, after, half, stroke)
    if is_open and pieces and stroke.cap != _BUTT:
        for end, other in (pieces[0], pieces[-1][::-1]):
            yield _end(end, other, half, stroke.cap)


def _across(one: Point, other: Point, half: float) -> Point:
    """From a line to its edge on the left of it."""
    length = math.dist(one, other)
    return (one[1] - other[1]) / length * half, (other[0] - one[0]) / length * half


def _corner(before: Point, at: Point, after: Point, half: float, stroke: Stroke) -> list[Point]:
    """The polygon that fills the outer side of a corner."""
    one, other = _across(before, at, half), _across(at, after, half)
    if one[0] * other[1] - one[1] * other[0] > 0:  # it turns to the side of the edges
        one, other = (-one[0], -one[1]), (-other[0], -other[1])
    if stroke.join == _ROUND_JOIN:
        return [at, *_arc(at, one, other, half)]
    middle, edge = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2), [one, other]
    share = (middle[0] ** 2 + middle[1] ** 2) / half**2
    # A tip is 1 / sqrt(share) times as far from the corner as the edges are.
    if stroke.join == _MITER and share > 0 and 1 / math.sqrt(share) <= stroke.miter:
        edge.insert(1, (middle[0] / share, middle[1] / share))
    return [at, *((at[0] + x, at[1] + y) for x, y in edge)]


def _end(end: Point, other: Point, half: float, cap: int) -> list[Point]:
    """The polygon that a round or square end adds to a line from `end` to `other`."""
    x, y = _across(end, other, half)
    left, right = (end[0] + x, end[1] + y), (end[0] - x, end[1] - y)
    back = -y, x  # against the line
    if cap == _SQUARE:
        return [left, (left[0] + back[0], left[1] + back[1]), (right[0] + back[0], right[1] + back[1]), right]
    return [*_arc(end, (x, y), back, half), *_arc(end, back, (-x, -y), half)]


def _arc(centre: Point, start: Sequence[float], end: Sequence[float], radius: float) -> list[Point]:
    """Points of the shorter arc around a centre, from one direction to another."""
    first = math.atan2(start[1], start[0])
    turn = math.remainder(math.atan2(end[1], end[0]) - first, math.tau)
    steps = max(1, math.ceil(abs(turn) / _ARC))
    angles = (first + turn * step / steps for step in range(steps + 1))
    return [(centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles]
