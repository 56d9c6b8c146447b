"""Outlines as polygons and rounded rectangles as outlines."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from cardtools.render.scene import Box, Contour, Segment

KAPPA = 0.5522847498  # a quarter circle as one cubic curve
Point = tuple[float, float]


def rounded(box: Box, radius: float) -> Contour:
    """The outline of a rounded rectangle, clockwise from the top left."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    if radius <= 0:
        return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom))
    near = radius * (1 - KAPPA)
    return (
        ("M", left + radius, top),
        ("L", right - radius, top),
        ("C", right - near, top, right, top + near, right, top + radius),
        ("L", right, bottom - radius),
        ("C", right, bottom - near, right - near, bottom, right - radius, bottom),
        ("L", left + radius, bottom),
        ("C", left + near, bottom, left, bottom - near, left, bottom - radius),
        ("L", left, top + radius),
        ("C", left, top + near, left + near, top, left + radius, top),
    )


def placed(contours: Iterable[Contour], box: Box) -> tuple[Contour, ...]:
    """Contours of a 1 x 1 box stretched over `box`."""

    def moved(segment: Segment) -> Segment:
        values = [float(value) for value in segment[1:]]
        return (
            segment[0],
            *(
                box.left + value * box.width if index % 2 == 0 else box.top + value * box.height
                for index, value in enumerate(values)
            ),
        )

    return tuple(tuple(moved(segment) for segment in contour) for contour in contours)


def polygon(contour: Contour) -> list[Point]:
    """The contour (mm) as points: curves are cut into pieces that leave it by 0.01 mm at most."""
    found: list[Point] = []
    for segment in contour:
        values = [float(value) for value in segment[1:]]
        if segment[0] == "C":
            x0, y0 = found[-1]
            x1, y1, x2, y2, x3, y3 = values
            corners = ((x0, y0), (x1, y1), (x2, y2), (x3, y3))
            around = sum(itertools.starmap(math.dist, itertools.pairwise(corners)))
            steps = max(12, math.ceil(4.2 * math.sqrt(around)))
            for step in range(1, steps + 1):
                t = step / steps
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        else:
            found.append((values[0], values[1]))
    return found
