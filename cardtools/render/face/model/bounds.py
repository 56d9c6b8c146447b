"""Limits on the values of a face, which a sheet shares."""

from __future__ import annotations

import re

PLATE = re.compile(r"[A-Za-z][A-Za-z0-9 _-]{0,39}")
PROCESS_INKS = ("cyan", "magenta", "yellow", "black", "all", "none")  # names that PDF reserves
LARGEST = 1000.0  # mm; anything longer is a mistake


def bounded(part: object, low: float, high: float, *names: str) -> None:
    """Raise ValueError for the first of these fields that is neither None nor between `low` and `high`."""
    for name in names:
        value = getattr(part, name, None)
        if isinstance(value, int | float) and not low <= value <= high:  # also catches NaN
            raise ValueError(f"{name} = {value:g}, expected {low:g} to {high:g}")


def check_plate(name: str, key: str = "plate") -> None:
    """Raise ValueError unless a plate, or the spot colour of a `key`, may have the name."""
    if name and (not PLATE.fullmatch(name) or name.casefold() in PROCESS_INKS):
        raise ValueError(f"{key} = {name[:50]!r}: write letters, digits, spaces, - and _, such as foil")
