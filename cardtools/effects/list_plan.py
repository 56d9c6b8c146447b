"""What an effect list is made of: which combinations, and the stages they go through. Nothing is made yet."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardtools.effects.combinations import Combinations
from cardtools.effects.polish import PER_LINE, polish

IndexRange = tuple[int, int]


class EffectPlan(NamedTuple):
    """Which combinations (`spans` of positions; None: all of them), and what the stages do to them.

    `jobs` is the number of processes for a long list.
    """

    combinations: Combinations
    stages: tuple[str, ...]
    phrases: Sequence[str] = ()
    replacements: Mapping[str, str] = {}
    spans: tuple[IndexRange, ...] | None = None
    jobs: int = 1

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
