"""The regular expressions of rulesets, matched in bounded time.

`re` tries every way to divide a text among repetitions: `(a+)+b` takes years on forty letters. So it is used
only where the steps that it can take, counted in advance, are few; elsewhere an automaton decides whether a
text matches, one step a character. RE2 has no wheels for some systems and takes fifteen times as long as `re`
on harmless patterns; a timer can't end a match, because `re` keeps other threads from running.

The package `regex` has a time-out, but by the clock: whether a card meets a pattern would depend on the
machine. For the patterns of the built-in rulesets it takes two to five times as long as this module.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from time import thread_time
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.language.automaton import CHARACTER, REPEAT, Automaton, Node, character_class, ops, parsed

LONGEST = 2000  # characters of a pattern
_TEXT = 32_767  # what a spreadsheet can have in a cell
_LINEAR = 300  # steps a character
_MOST_STEPS = 200_000_000  # of one search: half a second
_SECONDS, _SECONDS_A_CHARACTER = 2.0, 1e-6  # of all searches for a pattern
_NEVER = float("inf")
_HINT = "let no repetition match what follows it: [^,]*, instead of .*, and no repetition within another"

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_ESCAPES = {"\a": r"\a", "\b": r"\b", "\t": r"\t", "\n": r"\n", "\v": r"\v", "\f": r"\f", "\r": r"\r"}


class PatternError(ValueError):
    """Why a regular expression cannot be used. `character` is the control character in it, as `\\b`."""

    def __init__(self, message: str, character: str = "") -> None:
        super().__init__(message)
        self.character = character


class TextPattern:
    """A regular expression, written at `place` of the ruleset, to match whole texts or (`search`) to find in
    them. Raises PatternError for one that can't be used.
    """

    def __init__(self, pattern: str, place: Callable[[], Location], search: bool = False) -> None:
        self.pattern, self.place = pattern, place
        self._compiled, self._longest = _plan(pattern, search)
        self._seconds, self._characters = 0.0, 0
        # Whether the pattern describes a whole text.
        self.fullmatch: Callable[[str], object] = self._compiled.fullmatch
        if search and not self._longest:
            raise PatternError(f"searching for {pattern} could take very long: {_HINT}")
        if not search and self._longest < _TEXT:
            try:
                self.fullmatch = Automaton(parsed(pattern), self._too_slow).fullmatch
            except ValueError as error:
                raise PatternError(str(error)) from None

    def finds(self, text: str) -> tuple[str, ...]:
        """All that it finds in the text, in order (its last group, where it has one)."""
        return tuple(match[match.lastindex or 0] for match in self._matches(text))

    def spans(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where all that it finds begins and ends. Raises InputError."""
        try:
            return tuple(match.span() for match in self._matches(text))
        except ValueError:
            raise self._too_slow() from None

    def _matches(self, text: str) -> Sequence[re.Match[str]]:
        if self._longest > _TEXT:
            return tuple(self._compiled.finditer(text))
        if len(text) > self._longest:
            raise ValueError(f"a text of {len(text):,} characters is too long to search for {self.pattern}")
        began = thread_time()
        found = tuple(self._compiled.finditer(text))
        self._seconds += thread_time() - began
        self._characters += len(text)
        if self._seconds > _SECONDS + self._characters * _SECONDS_A_CHARACTER:
            raise self._too_slow()
        return found

    def _too_slow(self) -> InputError:
        message = f"the regular expression {self.pattern} takes too long on these cards"
        return InputError(Diagnostic(self.place(), message, _HINT))


@cache
def _plan(pattern: str, search: bool) -> tuple[re.Pattern[str], float]:
    """The pattern compiled, and the longest text that `re` reads in bounded time: infinite, where it takes a
    few steps a character.
    """
    if len(pattern) > LONGEST:
        what = f"has {len(pattern):,} characters, at most {LONGEST:,} are read"
        raise PatternError(f"the regular expression {what}")
    if control := _CONTROL.search(pattern):  # \b in quotes is a backspace, which no cell has
        character = _ESCAPES.get(control[0]) or f"\\x{ord(control[0]):02x}"
        raise PatternError(f"the pattern has a control character, {character}", character)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about what other versions of Python may read in it
            compiled = re.compile(pattern)
            tree = list(parsed(pattern))
        if _Steps(_TEXT, search).of(tree) <= _LINEAR * (1 if search else _TEXT):
            return compiled, _NEVER
        for size in (_TEXT, 10_000, 5000, 3000, 1000, 300) if search else ():
            if size * _Steps(size, search).of(tree) <= _MOST_STEPS:
                return compiled, size
    except (re.error, OverflowError, RecursionError) as error:
        raise PatternError(f"not a regular expression: {error}") from None
    return compiled, 0


class _Steps:
    """How many steps `re` can take from one place of a text of `size` characters, at most.

    Unless it is a `search`, the match must end where the text does.
    """

    def __init__(self, size: int, search: bool) -> None:
        self.size, self.search = size, search
        self.left = 3000  # of our own steps
        self._known: dict[tuple[int, ...], float] = {}

    def of(self, nodes: Sequence[Node]) -> float:
        """The steps of what is left of the pattern."""
        self.left -= 1
        done = 1
        while nodes and nodes[0][0] in (*CHARACTER, ops.AT):
            nodes, done = nodes[1:], done + 1
        if self.left < 0 or not nodes:
            return _NEVER if self.left < 0 else done
        # Every way through a choice goes on with the same parts, which live as long as the pattern.
        key = tuple(map(id, nodes))
        if key not in self._known:
            self._known[key] = self._choices(nodes[0], nodes[1:])
        return done + self._known[key]

    def _choices(self, node: Node, rest: Sequence[Node]) -> float:
        op, value = node
        if op is ops.SUBPATTERN:
            return self.of([*value[3].data, *rest])
        if op is ops.BRANCH:
            return sum(self.of([*way.data, *rest]) for way in value[1])
        if op in (ops.ASSERT, ops.ASSERT_NOT):
            return self.of(value[1]) + self.of(rest)
        if op is ops.ATOMIC_GROUP:
            return self.of(value) + self.of(rest)
        if op is ops.GROUPREF:
            return self.size + self.of(rest)
        return self._repeats(op, value, rest) if op in REPEAT else _NEVER

    def _repeats(self, op: Any, value: tuple[int, int, Any], rest: Sequence[Node]) -> float:
        low, high, body = value
        if high <= 3:
            return sum(self.of([*(body.data * times), *rest]) for times in range(low, high + 1))
        if any(part not in CHARACTER for part, _ in body):
            is_group = len(body) == 1 and body[0][0] is ops.SUBPATTERN and not body[0][1][1]
            if is_group:
                return self._repeats(op, (low, high, body[0][1][3]), rest)
            self.left = 0  # as many as there are, whatever follows
            return _NEVER
        low, high = min(low, self.size), min(high, self.size)
        if not rest and self.search:
            return low * len(body) + 1  # whatever it reads is found
        ways = high - low + 1
        first = self._first(rest) if len(body) == 1 and op is not ops.POSSESSIVE_REPEAT else None
        # If nothing that it matches can begin the rest, there is one way to go on.
        apart = first is not None and not any(_overlap(body[0], other) for other in first)
        if op is ops.POSSESSIVE_REPEAT or apart:
            ways = 1
        return high * len(body) + ways * self.of(rest)

    def _first(self, nodes: Sequence[Node]) -> list[Node] | None:
        """What the rest can begin with; None where that isn't known."""
        self.left -= 1
        if not nodes:
            return []
        (op, value), rest = nodes[0], nodes[1:]
        if op in CHARACTER:
            return [nodes[0]]
        ways: list[list[Node]]
        if op is ops.SUBPATTERN and not value[1]:
            ways = [[*value[3], *rest]]
        elif op is ops.BRANCH:
            ways = [[*way, *rest] for way in value[1]]
        elif op in REPEAT and value[2][0][0] in CHARACTER:
            ways = [list(value[2])] if value[0] else [list(value[2]), list(rest)]
        else:
            return None
        found = [self._first(way) for way in ways] if self.left > 0 else [None]
        return None if None in found else [node for way in found for node in way or ()]


_LATIN = 0x300


def _overlap(one: Node, other: Node) -> bool:
    """Whether a character can match both; also where that is hard to say."""
    if _is_wide(one):
        one, other = other, one
    if _is_wide(one):
        return True
    known = _characters(*one)
    if not _is_wide(other):
        return not known.isdisjoint(_characters(*other))
    return any(map(character_class(other, re.DOTALL | re.IGNORECASE).match, known))


def _is_wide(node: Node) -> bool:
    """Whether it may match characters beyond the Latin ones."""
    op, value = node
    if op is ops.LITERAL:
        return bool(value >= _LATIN)
    if op is ops.IN:
        return any(
            kind not in (ops.LITERAL, ops.RANGE) or max(part if kind is ops.RANGE else (part,)) >= _LATIN
            for kind, part in value
        )
    return True


def _characters(op: Any, value: Any) -> set[str]:
    """What it matches, in upper and lower case, where it is not wide."""
    parts = [(op, value)] if op is ops.LITERAL else value
    codes = {
        code
        for kind, part in parts
        for code in (range(part[0], part[1] + 1) if kind is ops.RANGE else (part,))
    }
    return {form for letter in map(chr, codes) for form in (letter, letter.upper(), letter.lower())}
