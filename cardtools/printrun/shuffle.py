"""Seeded orders of any length, any part of which can be computed without the rest; those of different
purposes are independent, and the same with every version of numpy, which guarantees the raw numbers of its
bit generators: only these are used.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
_TABLE = 1 << 16  # orders up to this length are kept whole
_ROUNDS = 12


def random_words(seed: int, purpose: str, count: int) -> NDArray[np.uint64]:
    """Random 64-bit numbers, which are the same for the same seed and purpose."""
    digest = hashlib.sha256(f"{seed} {purpose}".encode()).digest()
    source: Any = np.random.PCG64(int.from_bytes(digest, "big"))
    words: NDArray[np.uint64] = source.random_raw(count)
    return words


def random_numbers(seed: int, purpose: str, count: int) -> NDArray[np.float64]:
    """Random numbers from 0 to below 1, which are the same for the same seed and purpose."""
    numbers: NDArray[np.float64] = (random_words(seed, purpose, count) >> 11) / float(1 << 53)
    return numbers


class RandomOrder:
    """A random order of 0 to `length` - 1: called with places, it gives the numbers that stand there."""

    def __init__(self, length: int, seed: int, purpose: str) -> None:
        self.length, self.seed, self.purpose = length, seed, purpose

    def __call__(self, places: Integers) -> Integers:
        if self.length <= _TABLE:
            return self._table[places]
        found = self._mixed(places.astype(np.uint64))
        while len(beyond := np.flatnonzero(found >= self.length)):
            found[beyond] = self._mixed(found[beyond])
        return found.astype(np.int64)

    def part(self, start: int, stop: int) -> Integers:
        """The numbers at the places from `start` to before `stop`."""
        return self(np.arange(start, stop, dtype=np.int64))

    @cached_property
    def _table(self) -> Integers:
        return np.argsort(random_words(self.seed, self.purpose, self.length), kind="stable").astype(np.int64)

    @cached_property
    def _keys(self) -> list[Any]:
        return list(random_words(self.seed, self.purpose, _ROUNDS))

    def _mixed(self, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """A Feistel network over the smallest power of two that is at least the length."""
        bits = (self.length - 1).bit_length()
        low_bits = np.uint64(bits // 2)
        low_mask, high_mask = np.uint64((1 << (bits // 2)) - 1), np.uint64((1 << (bits - bits // 2)) - 1)
        high, low = numbers >> low_bits, numbers & low_mask
        for number, key in enumerate(self._keys):
            if number % 2:
                low ^= _scrambled(high, key) & low_mask
            else:
                high ^= _scrambled(low, key) & high_mask
        return (high << low_bits) | low


def _scrambled(numbers: NDArray[np.uint64], key: Any) -> NDArray[np.uint64]:
    mixed: NDArray[np.uint64] = numbers + key
    mixed ^= mixed >> np.uint64(30)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed
