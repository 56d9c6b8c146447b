"""Lengths as people write them, `3` or `"0.25in"`, and the types of the fields that hold them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Length = float
    FontSize = float
else:

    class Length(float):
        """The type of a field in mm; a file may give it as a text with its unit."""

    class FontSize(float):
        """The type of a field in points, which may have a unit too."""


DPI = 300.0  # pixels in an inch, where nobody says another number
UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "inch": 25.4, '"': 25.4, "pt": 25.4 / 72}
WITH_UNIT = r"\s*(mm|cm|inch|in|\"|pt|px)"
PATTERN = r"([+-]?(?:[0-9]+(?:[.,][0-9]+)?|\.[0-9]+))" + WITH_UNIT
_SIZES: dict[type, float] = {Length: 1.0, FontSize: 72 / 25.4}  # what a field holds for each mm


def millimetres(text: str, dpi: float = DPI) -> float | None:
    """A text such as `0.25in` or `38 px` in mm; None if it is no number with a unit of length."""
    found = re.fullmatch(PATTERN, text.strip())
    if not found or len(text) > 40:
        return None
    unit = UNITS.get(found[2]) or UNITS["in"] / dpi
    return round(float(found[1].replace(",", ".")) * unit, 9)


def in_unit_of(kind: type, text: str, dpi: float = DPI) -> float | None:
    """A text with a unit as a field of that type holds it; None if it has none, or the type is no length."""
    length = millimetres(text, dpi) if kind in _SIZES else None
    return None if length is None else round(length * _SIZES[kind], 6)


def is_length(kind: object) -> bool:
    """Whether fields of that type are lengths."""
    return kind in _SIZES
