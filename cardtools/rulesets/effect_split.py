"""The effects of a cell: one, or several that a ruleset tells apart by `split` of its [effects]."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple

from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.frozen_record import Record
from cardtools.language.patterns import PatternError, TextPattern

# The end of a sentence before another one, within a line.
SENTENCE_END = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!\bvs)(?<!\betc)[.!?][)\"”’»]*\s+(?=\S*\w)")


class CellEffect(NamedTuple):
    """An effect of a cell: its text, where that begins in the cell, and which of how many it is."""

    text: str
    start: int = 0
    number: int = 1
    of: int = 1

    def named(self, column: str) -> str:
        """What messages call it."""
        return column if self.of == 1 else f"effect {self.number} of {column}"


class EffectSplit(Record):
    """How cells are divided into effects: `how` as the ruleset says it, and the pattern that it may be."""

    how: str = ""
    pattern: TextPattern | None = None

    @cached_property
    def _known(self) -> dict[str, tuple[CellEffect, ...]]:
        return {}

    def effects(self, cell: str) -> tuple[CellEffect, ...]:
        """The effects of a cell, in order, without white space around them; without a split, the cell."""
        if not self.how:
            return (CellEffect(cell),)
        if cell not in self._known:
            pieces = [(start, cell[start:end]) for start, end in self._spans(cell)]
            found = [(at + len(text) - len(text.lstrip()), text.strip()) for at, text in pieces]
            found = [(at, text) for at, text in found if text]
            numbered = enumerate(found, 1)
            self._known[cell] = tuple(CellEffect(text, at, n, len(found)) for n, (at, text) in numbered)
        return self._known[cell]

    def _spans(self, cell: str) -> Iterator[tuple[int, int]]:
        begin = 0
        for start, end in (*self._gaps(cell), (len(cell), len(cell))):
            yield begin, start
            begin = end

    def _gaps(self, cell: str) -> Iterator[tuple[int, int]]:
        if self.pattern:
            try:
                yield from (gap for gap in self.pattern.spans(cell) if gap[0] < gap[1])
            except ValueError as error:
                raise InputError(Diagnostic(self.pattern.place(), str(error))) from None
            return
        gaps = [match.span() for match in re.finditer("\n", cell)]
        if self.how == "sentence":
            ends = [(match.end(), match.end()) for match in SENTENCE_END.finditer(cell)]
            # What is in brackets is a part of the sentence that it explains.
            gaps += [gap for gap in ends if cell.count("(", 0, gap[0]) <= cell.count(")", 0, gap[0])]
        yield from sorted(gaps)


def make_split(how: str, place: Callable[[], Location]) -> EffectSplit:
    """The split that `how` says. Raises PatternError for a pattern that cannot be used."""
    if how in ("", "line", "sentence"):
        return EffectSplit(how)
    if how.isalpha():
        raise PatternError(f"unknown split {how!r}: write line, sentence, or a pattern such as ' / '")
    return EffectSplit(how, TextPattern(how, place, search=True))
