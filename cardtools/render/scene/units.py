"""The lengths of print: everything is millimetres until an exporter draws it."""

from __future__ import annotations

from cardtools.ground.lengths import millimetres as millimetres  # a text with its unit

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH
MM_PER_POINT = MM_PER_INCH / 72


def pixels(length: float, dpi: int) -> float:
    """A length in mm as pixels, not rounded."""
    return length * dpi / MM_PER_INCH


def points(length: float) -> float:
    """A length in mm as PDF points."""
    return length * POINTS_PER_MM


def em(size: float) -> float:
    """A font size in points as mm."""
    return size * MM_PER_POINT
