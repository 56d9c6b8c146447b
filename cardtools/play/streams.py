"""Random numbers of a match, specified bit by bit: the same seed is the same match on every machine.

A stream is a 64-bit key, made of the seed, the stream's name and numbers, such as a player's. Its n-th word
(n from 0) is a pure function of the key and n, SplitMix64:

    z = key + (n + 1) * 0x9E3779B97F4A7C15
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    word = z ^ (z >> 31)

all modulo 2^64. A number below `bound` is `((word >> 32) * bound) >> 32`, for bounds up to 2^32. A shuffle is
Fisher and Yates's from the last item to the second, each swapped with one at or before it. Decision d of a
match (from 0) takes its random numbers from the decider's stream `agent`, from word d * 2^32 on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

_T = TypeVar("_T")
ALL = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """The output function of SplitMix64."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & ALL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & ALL
    return z ^ (z >> 31)


def stream_key(seed: int, name: str, *numbers: int) -> int:
    """The key of a stream: `mix((key ^ part) + golden)` over the bytes of its name in UTF-8 and its numbers,
    from `mix(seed)`.
    """
    key = mix(seed & ALL)
    for part in (*name.encode(), *numbers):
        key = mix((key ^ (part & ALL)) + GOLDEN & ALL)
    return key


class Stream:
    """A stream of random numbers: its key, and how many of its words are used."""

    __slots__ = ("key", "used")

    def __init__(self, key: int, used: int = 0) -> None:
        self.key = key
        self.used = used

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        self.used = used = self.used + 1
        z = self.key + used * GOLDEN & ALL
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & ALL
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & ALL
        return ((z ^ (z >> 31)) >> 32) * bound >> 32

    def pick(self, items: Sequence[_T]) -> _T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[Any]) -> None:
        """Put the items in a random order, in place."""
        # `below` for each place, written out: games shuffle often.
        key, used = self.key, self.used
        for last in range(len(items) - 1, 0, -1):
            used += 1
            z = key + used * GOLDEN & ALL
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & ALL
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB & ALL
            other = ((z ^ (z >> 31)) >> 32) * (last + 1) >> 32
            items[last], items[other] = items[other], items[last]
        self.used = used

    def copy(self) -> Stream:
        """Another stream at the same place."""
        return Stream(self.key, self.used)
