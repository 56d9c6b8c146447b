"""What an effect list is made of: which combinations, the stages they go through, and the place where it is
made. Nothing is made yet.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from cardtools.effects.combinations import Combinations
from cardtools.effects.polish import Stages

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
    stages: Stages
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
        return self.stages.polish(self.texts())
