"""What scripts and notebooks use, and what the commands are made of: `cardtools.load` gives a `Game`."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any


def no_bar(items: Any, length: int, label: str) -> AbstractContextManager[Any]:
    """The items without a progress bar: what a script gets where a command has `Console.progress`."""
    return nullcontext(items)
