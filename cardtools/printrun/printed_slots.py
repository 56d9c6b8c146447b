"""Which copies are printed, from the events of a ledger: printing is one, and printing again has a reason."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable

from cardtools.printrun.ledger import Copy

Slots = tuple[int, int, int]  # a wave, the first and the last of its slots


class PrintedSlots:
    """The slots of waves that are printed; `again` counts those that were printed before."""

    def __init__(self, slots: Iterable[Slots] = ()) -> None:
        self.again = self.once = 0
        each: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for wave, first, last in slots:
            each[wave].append((first, last))
        self._first: dict[int, list[int]] = {}
        self._last: dict[int, list[int]] = {}
        for wave, ranges in each.items():
            firsts, lasts = self._first.setdefault(wave, []), self._last.setdefault(wave, [])
            for first, last in sorted(ranges):
                new = max(first, lasts[-1] + 1) if lasts else first
                self.again += min(last + 1, new) - first
                self.once += max(0, last + 1 - new)
                if lasts and first <= lasts[-1] + 1:
                    lasts[-1] = max(last, lasts[-1])
                else:
                    firsts.append(first)
                    lasts.append(last)

    def has(self, wave: int, slot: int) -> bool:
        """Whether the copy with this slot is printed."""
        place = bisect_right(self._first.get(wave, []), slot) - 1
        return place >= 0 and slot <= self._last[wave][place]


def slots_of(copies: Iterable[Copy]) -> list[Slots]:
    """The slots of copies, those that follow each other together."""
    found: list[Slots] = []
    for wave, slot in sorted((copy.wave, copy.slot) for copy in copies):
        if found and found[-1][0] == wave and found[-1][2] == slot - 1:
            found[-1] = (wave, found[-1][1], slot)
        else:
            found.append((wave, slot, slot))
    return found
