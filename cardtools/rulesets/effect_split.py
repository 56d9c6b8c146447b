"""The effects of a cell: one, or several that `split` of a ruleset's [effects] tells apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from cardtools.ground.frozen_record import Record
from cardtools.language.patterns import TextPattern

SENTENCE_END = r"(?<!e\.g)(?<!i\.e)(?<!\bvs)(?<!\betc)[.!?][)\"”’»]*\s+(?=\S*\w)"
ENDS = {"line": "\n", "sentence": rf"{SENTENCE_END}|\n"}


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
    """How cells are divided: at the `ends` of lines or sentences, or at what a pattern finds."""

    how: str = ""
    pattern: TextPattern | None = None

    @lru_cache(10_000)  # noqa: B019
    def effects(self, cell: str) -> tuple[CellEffect, ...]:
        """The effects of a cell, in order, without white space around them; without a split, the cell."""
        if not self.how:
            return (CellEffect(cell),)
        found, begin, at, depth = list[tuple[str, int]](), 0, 0, 0
        ends = (
            self.pattern.spans(cell)
            if self.pattern
            else [m.span() for m in re.finditer(ENDS[self.how], cell)]
        )
        for start, end in (*(gap for gap in ends if gap[0] < gap[1]), (len(cell), len(cell))):
            depth += cell.count("(", at, end) - cell.count(")", at, end)
            at = end
            # What is in brackets is a part of the sentence that it explains.
            if self.how == "sentence" and depth > 0 and end < len(cell):
                continue
            piece = cell[begin : start if self.pattern else end]
            if piece.strip():
                found.append((piece.strip(), begin + len(piece) - len(piece.lstrip())))
            begin = end
        return tuple([CellEffect(*one, number, len(found)) for number, one in enumerate(found, 1)])

    def rows(self, cells: Iterable[Any]) -> Iterator[tuple[int, CellEffect]]:
        """The effects of a column, with their rows."""
        filled = ((row, str(cell)) for row, cell in enumerate(cells) if cell is not None)
        return ((row, one) for row, cell in filled for one in self.effects(cell))
