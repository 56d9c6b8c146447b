"""Outlines turned so that the nonzero rule fills them: what is filled clockwise, holes the other way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

from cardtools.render.scene.scene import Contour, Point, Segment

Points = list[Point]
_STEPS = 8  # straight lines in place of a curve


def turned(contours: Sequence[Contour]) -> list[Contour]:
    """The contours of a nonzero shape, turned so that no part is a hole in another one."""
    total = sum(map(area_of, map(points_of, contours)))
    return [backwards(contour) for contour in contours] if total < 0 else list(contours)


def nested(contours: Sequence[Contour]) -> list[Contour]:
    """The contours of a shape with the even-odd rule: each turned by how many others it lies in."""
    outlines = list(map(points_of, contours))
    boxes = [[(min(side), max(side)) for side in zip(*points, strict=True)] for points in outlines]
    found = []
    for index, (contour, points) in enumerate(zip(contours, outlines, strict=True)):
        # A point on the first line of the polygon, where no other outline has a corner by chance.
        (x0, y0), (x1, y1) = points[0], points[1]
        x, y = x0 + 0.37 * (x1 - x0), y0 + 0.37 * (y1 - y0)
        depth = sum(
            _contains(outlines[other], x, y)
            for other, ((left, right), (top, bottom)) in enumerate(boxes)
            if other != index and left <= x <= right and top <= y <= bottom
        )
        found.append(contour if (area_of(points) > 0) == (depth % 2 == 0) else backwards(contour))
    return found


def points_of(contour: Contour, steps: int = _STEPS) -> Points:
    """The contour as a polygon, with so many straight lines in place of a curve."""
    points: Points = []
    for kind, *values in contour:
        if kind != "C":
            points.append((values[0], values[1]))  # type: ignore[arg-type]
            continue
        x0, y0 = points[-1]
        x1, y1, x2, y2, x3, y3 = map(float, values)
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def area_of(points: Points) -> float:
    """Twice the area, positive where the polygon runs clockwise (y grows downwards)."""
    return sum(one[0] * other[1] - other[0] * one[1] for one, other in pairwise([*points, points[0]]))


def _contains(points: Points, x: float, y: float) -> bool:
    inside = False
    for (x0, y0), (x1, y1) in pairwise([*points, points[0]]):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside


def backwards(contour: Contour) -> Contour:
    """The same outline in the other direction."""
    segments: list[Segment] = [("M", *contour[-1][-2:])]
    for before, (kind, *values) in reversed([*pairwise(contour)]):
        back = (values[2], values[3], values[0], values[1]) if kind == "C" else ()
        segments.append((kind, *back, *before[-2:]))
    return tuple(segments)


class ContourPen:
    """A pen for fontTools and HarfBuzz; `digits` are those that are kept of a number (None: all)."""

    def __init__(self, digits: int | None = 5) -> None:
        self.contours: list[list[Segment]] = []
        self.closed: list[bool] = []
        self.digits = digits

    def add(self, kind: str, *points: Point) -> None:
        numbers = chain.from_iterable(points)
        digits = self.digits
        self.contours[-1].append((kind, *(n if digits is None else round(n, digits) for n in numbers)))
        self.at = points[-1]

    def moveTo(self, point: Point) -> None:  # noqa: N802
        self.contours.append([])
        self.closed.append(False)
        self.add("M", point)

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self.add("L", point)

    def qCurveTo(self, control: Point, point: Point) -> None:  # noqa: N802
        (x, y), (x1, y1), (x2, y2) = self.at, control, point
        one = x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y)
        self.add("C", one, (x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2)), point)

    def curveTo(self, one: Point, two: Point, point: Point) -> None:  # noqa: N802
        self.add("C", one, two, point)

    def closePath(self) -> None:  # noqa: N802
        self.closed[-1] = True

    def endPath(self) -> None:  # noqa: N802
        """A line that stays open."""
