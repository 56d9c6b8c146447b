"""What an effect list is made of: which combinations, the stages they go through, and the place where it is
made. Nothing is made yet.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from cardtools.effects.combinations import Combinations
from cardtools.effects.polish import PER_LINE, RowColumns, polish, polish_rows

IndexRange = tuple[int, int]
Place = Literal["memory", "disk", "cluster"]
_FEW = 20_000  # combinations up to which a list is made in memory, which then takes half the time


class EffectPlan(NamedTuple):
    """Which combinations (`spans` of positions; None: all of them), and what the stages do to them.

    Every place gives the same lines: in memory as a whole, on the disk in blocks and with `jobs` processes,
    or on a cluster in parts (that at `scheduler`, or one on this machine). Without a place, their number
    decides between the first two.
    """

    combinations: Combinations
    stages: tuple[str, ...]
    phrases: Sequence[str] = ()
    replacements: Mapping[str, str] = {}
    spans: tuple[IndexRange, ...] | None = None
    jobs: int = 1
    chosen_place: Place | None = None
    scheduler: str | None = None

    @property
    def place(self) -> Place:
        """Where the list is made."""
        return self.chosen_place or ("memory" if self.total <= _FEW else "disk")

    @property
    def ranges(self) -> tuple[IndexRange, ...]:
        """The ranges of positions."""
        return ((0, self.combinations.total),) if self.spans is None else self.spans

    @property
    def total(self) -> int:
        """The number of combinations before the stages."""
        return sum(stop - start for start, stop in self.ranges)

    def texts(self) -> list[str]:
        """The combinations as a list."""
        if self.spans is None:
            return list(self.combinations)
        return [text for span in self.spans for text in self.combinations.slice(*span)]

    def effects(self) -> list[str]:
        """The finished list, made in memory."""
        return polish(self.texts(), self.stages, self.phrases, self.replacements)

    def polish_rows(self, stages: Sequence[str], rows: RowColumns) -> RowColumns:
        """The rows after stages of a single line."""
        return polish_rows(rows, stages, self.phrases, self.replacements)

    def groups(self) -> list[tuple[str, ...]]:
        """The stages that matter, in groups that are done together: stages of a single line, and ordering.

        Of several `sort` only the last decides the order, since what lies between is the same for equal
        lines; of several `dedupe` only the last decides what is left, for the same reason.
        """
        stages = list(self.stages)
        for name in ("sort", "dedupe"):
            for _ in range(stages.count(name) - 1):
                stages.remove(name)
        return [tuple(group) for _, group in itertools.groupby(stages, PER_LINE.__contains__)]
