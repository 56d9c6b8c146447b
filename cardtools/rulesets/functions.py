"""The functions that ruleset expressions may call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cardtools.errors import did_you_mean


def any_in(items: Iterable[Any], wanted: Iterable[Any]) -> bool:
    """Whether at least one of `items` is in `wanted`."""
    known = set(wanted)
    return any(item in known for item in items)


def all_in(items: Iterable[Any], wanted: Iterable[Any]) -> bool:
    """Whether all of `items` are in `wanted`."""
    return set(items) <= set(wanted)


def startswith(text: str, *starts: str) -> bool:
    """Whether the text begins with one of `starts`."""
    return text.startswith(starts)


def endswith(text: str, *ends: str) -> bool:
    """Whether the text ends with one of `ends`."""
    return text.endswith(ends)


def signed(number: int) -> str:
    """The number with its sign: `+5`, `-10`, `+0`."""
    return f"{number:+d}"


def nearest(word: str, words: Iterable[str]) -> str:
    """The one close match of the word, or an empty text."""
    return did_you_mean(word, words)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "all_in": all_in,
    "any_in": any_in,
    "endswith": endswith,
    "int": int,
    "len": len,
    "lower": str.lower,
    "max": max,
    "min": min,
    "nearest": nearest,
    "signed": signed,
    "startswith": startswith,
    "str": str,
    "sum": sum,
    "upper": str.upper,
}

# Not functions of a value but of a cell: whether it is filled, and how it is written.
FORMS = ("given", "text")
