"""The trees into which Python parses regular expressions: the one place that uses private modules of `re`.

They are not documented, so the names that are used are checked on import, and a test compares what is built
of the trees with `re` itself, in each version of Python.
"""

from __future__ import annotations

import re
import sys
from re import (  # type: ignore[attr-defined]
    _compiler,
    _constants,
    _parser,
)
from typing import Any

Node = tuple[Any, Any]
ops: Any = _constants
_CHARACTERS = ("LITERAL", "NOT_LITERAL", "IN", "ANY")
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
USED = (
    *_CHARACTERS, *_REPEATS, "ASSERT", "ASSERT_NOT", "AT", "AT_BEGINNING", "AT_BEGINNING_STRING",
    "AT_BOUNDARY", "AT_END", "AT_END_STRING", "AT_NON_BOUNDARY", "ATOMIC_GROUP", "BRANCH",
    "GROUPREF", "MAXREPEAT", "RANGE", "SUBPATTERN", "SUCCESS",
)  # fmt: skip
if lacking := [name for name in USED if not hasattr(ops, name)]:
    raise ImportError(f"re of Python {sys.version.split()[0]} has no {', '.join(lacking)}")
CHARACTER = tuple(getattr(ops, name) for name in _CHARACTERS)
REPEAT = tuple(getattr(ops, name) for name in _REPEATS)


def parsed(pattern: str) -> Any:
    """The tree of a pattern: a sequence of nodes, with the flags in `state.flags`. Raises re.error."""
    return _parser.parse(pattern)


def character_class(node: Node, flags: int) -> re.Pattern[str]:
    """A pattern for the single characters that a part of a pattern matches."""
    state = _parser.State()
    state.flags = flags | re.UNICODE
    compiled: re.Pattern[str] = _compiler.compile(_parser.SubPattern(state, [node]))
    return compiled
