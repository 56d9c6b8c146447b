"""How much work something is, in units that are the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable


def calls(action: Callable[[], object]) -> int:
    """How many functions the action calls, those written in C included."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return count
