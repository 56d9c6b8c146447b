"""Whether a regular expression describes a whole text, in one step a character.

A state is the set of all places of the pattern where a text read so far can be; which state follows which is
worked out when a text first asks for it.

This is the one place that uses private modules of `re`: the trees into which Python parses a pattern. They
are not documented, so the names that are used are checked on import, and a test compares what is built of the
trees with `re` itself, in each version of Python.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from re import (  # type: ignore[attr-defined]
    _compiler,
    _constants,
    _parser,
)
from typing import Any

_LARGEST = 2000  # places of a pattern
_MOST_KEPT = 50_000  # known steps from state to state
_MOST_WORK = 4_000_000  # places looked at to find steps that weren't known

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


class _Reading(dict[str, "_Reading"]):
    """The states that follow it, by character; `before` is the last one, where the pattern asks."""

    def __init__(self, automaton: Automaton, places: frozenset[int], before: str) -> None:
        self.automaton, self.places, self.before = automaton, places, before

    def __missing__(self, character: str) -> _Reading:
        self[character] = found = self.automaton.step(self, character)
        return found


class Automaton:
    """A parsed pattern. Raises ValueError for one that can't be read character by character.

    `too_slow` makes the error for a pattern that needs too many states.
    """

    def __init__(self, tree: Any, too_slow: Callable[[], Exception]) -> None:
        self.program: list[tuple[Any, Any, tuple[int, ...]]] = [(ops.SUCCESS, None, ())]
        self.too_slow, self.work, self.kept = too_slow, 0, 0
        self.looks_back = False
        first = self._build(tree, tree.state.flags, 0)
        self.states: dict[tuple[frozenset[int], str], _Reading] = {}
        self.dead, self.start = _Reading(self, frozenset(), ""), _Reading(self, frozenset((first,)), "")

    def fullmatch(self, text: str) -> bool:
        """Whether the pattern describes the whole text."""
        state, dead = self.start, self.dead
        # `$` also holds before a line end that ends the text.
        for character in [*text[:-1], "\n$"] if text.endswith("\n") else text:
            state = state[character]
            if state is dead:
                return False
        return 0 in self._reached(state, "")

    def step(self, state: _Reading, character: str) -> _Reading:
        """The state after a character."""
        reached = self._reached(state, character)
        self.work += len(reached)
        if self.work > _MOST_WORK:
            raise self.too_slow()
        self.kept += 1
        if self.kept > _MOST_KEPT:
            for known in (self.start, *self.states.values()):
                known.clear()
            self.states, self.kept = {}, 0
        places = frozenset(
            then[0]
            for op, value, then in map(self.program.__getitem__, reached)
            if op is ops.IN and value(character[0])
        )
        if not places:
            return self.dead
        key = places, character[0] if self.looks_back else ""
        if key not in self.states:
            self.states[key] = _Reading(self, *key)
        return self.states[key]

    def _reached(self, state: _Reading, after: str) -> set[int]:
        """The places that are reached without reading the character `after` ("": the text ends)."""
        reached: set[int] = set()
        left = list(state.places)
        while left:
            place = left.pop()
            if place not in reached:
                reached.add(place)
                op, value, then = self.program[place]
                if op is ops.BRANCH or (
                    op is ops.AT and _holds(value, state is self.start, state.before, after)
                ):
                    left += then
        return reached

    def _build(self, nodes: Sequence[Node], flags: int, then: int) -> int:
        """Add what leads to the place `then`; returns where it begins."""
        for op, value in reversed(nodes):
            then = self._node(op, value, flags, then)
        return then

    def _node(self, op: Any, value: Any, flags: int, then: int) -> int:
        if op is ops.LITERAL and not flags & re.IGNORECASE:
            return self._add(ops.IN, chr(value).__eq__, (then,))
        if op in (ops.LITERAL, ops.NOT_LITERAL, ops.IN, ops.ANY):
            return self._add(ops.IN, character_class((op, value), flags).match, (then,))
        if op is ops.SUBPATTERN:
            return self._build(value[3], (flags | value[1]) & ~value[2], then)
        if op is ops.BRANCH:
            return self._add(op, None, [self._build(way, flags, then) for way in value[1]])
        if op is ops.AT and not flags & (re.MULTILINE | re.ASCII):
            self.looks_back |= value in (ops.AT_BOUNDARY, ops.AT_NON_BOUNDARY)
            return self._add(op, value, (then,))
        if op not in (ops.MAX_REPEAT, ops.MIN_REPEAT):
            hint = "leave (?...), \\1 and possessives out"
            raise ValueError(f"the regular expression could take very long: {hint}")
        low, high, body = value
        if high is ops.MAXREPEAT:
            loop = self._add(ops.BRANCH, None, ())
            self.program[loop] = (ops.BRANCH, None, (self._build(body, flags, loop), then))
            then, high = loop, low
        for _ in range(high - low):
            then = self._add(ops.BRANCH, None, (self._build(body, flags, then), then))
        for _ in range(low):
            then = self._build(body, flags, then)
        return then

    def _add(self, op: Any, value: Any, then: Iterable[int]) -> int:
        if len(self.program) >= _LARGEST:
            raise ValueError("the regular expression could take very long: it repeats too much")
        self.program.append((op, value, tuple(then)))
        return len(self.program) - 1


def _holds(at: Any, is_start: bool, before: str, after: str) -> bool:
    """Whether an assertion such as ^ or \\b holds between two characters."""
    if at in (ops.AT_BEGINNING, ops.AT_BEGINNING_STRING):
        return is_start
    if at is ops.AT_END:
        return after in ("", "\n$")
    if at is ops.AT_END_STRING:
        return not after
    border = bool(re.match(r"\w", before)) != bool(re.match(r"\w", after))
    return border == (at is ops.AT_BOUNDARY)
