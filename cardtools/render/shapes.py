"""Outlines: rounded rectangles, and contours stretched over a box."""

from __future__ import annotations

from collections.abc import Iterable

from cardtools.render.scene import Box, Contour, Segment

KAPPA = 0.5522847498  # a quarter circle as one cubic curve


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

    corner, size = (box.left, box.top), (box.width, box.height)

    def moved(segment: Segment) -> Segment:
        kind, *values = segment
        return (kind, *(corner[i % 2] + float(value) * size[i % 2] for i, value in enumerate(values)))

    return tuple(tuple(moved(segment) for segment in contour) for contour in contours)
