"""Why an expression has no value for a card, in the words of rulesets instead of Python's."""

from __future__ import annotations

import re

_OTHER_KIND = "a value is of another kind than is needed here"
# What Python says of values, and what it means here. What functions of rulesets say is said as it is.
_VALUES = (
    (r"invalid literal for int\(\) with base 10: ((?s:.*))", "{} is not a whole number"),
    ("integer string conversion", "a number has too many digits"),
    (r"^m(?:ax|in)\(\) .*empty", "max() or min() of nothing"),
)


def reason(error: Exception) -> str:
    """Why it could not be computed."""
    said = str(error)
    if isinstance(error, KeyError):
        return f"a table has no entry {said}"
    if isinstance(error, ZeroDivisionError):
        return "it divides by zero"
    if isinstance(error, TypeError):
        compared = "not supported between" in said
        return "a text and a number are compared" if compared and "str" in said else _OTHER_KIND
    if not isinstance(error, ValueError):
        return _OTHER_KIND
    for pattern, words in _VALUES:
        if found := re.search(pattern, said):
            return words.format(*(one[:60] for one in found.groups()))
    return said
