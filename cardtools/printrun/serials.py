"""Serials of copies: 14 characters that only the key of a run can make (Doc 4.3).

    A 7K2M9QX4WTRC 5
    | |            +- check symbol over GF(32): finds every wrong character and every swap of two
    | +- 60 bits: the copy's index with 28 zero bits, enciphered with the key of the run
    +- the run

Upper and lower case are the same, O is read as 0, I and L as 1; spaces and hyphens don't count. A serial says
nothing about its card or its pack. Without the key, a random text that has the right check symbol is a valid
serial with a chance of 1 in 268 million.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache, reduce
from operator import xor
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32
LENGTH = 14
MOST = 1 << 32  # copies of a run
_BODY = LENGTH - 2
_ZEROS = 28  # bits below the index, by which a serial proves itself
_HALF = 30  # bits of a half of the Feistel network
_ROUNDS = 10
_PIECE = 1 << 15  # serials made at once: their arrays stay in the cache
_POLYNOMIAL = 0b100101  # of GF(32)
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", " ": None, "-": None})

SerialVerdict = Literal["valid", "unproved", "slip", "forgery"]


@dataclass(frozen=True)
class CheckedSerial:
    """A serial that was typed or scanned, and the verdict: `valid`, made with the key, for the copy `index`;
    `unproved`, well-formed, no key here; `slip`, mistyped, see `why`; `forgery`, not made with the key.
    """

    text: str
    verdict: SerialVerdict
    index: int = -1
    why: str = ""

    @property
    def run(self) -> str:
        """The run that the serial names."""
        return self.text[:1]


def make(key: bytes, run: str, first: int, count: int) -> list[str]:
    """The serials of the copies from the index `first` on, in order; no two indices have the same. Raises
    ValueError when `run` is no character of serials or an index is out of range.
    """
    if count < 0 or not 0 <= first <= first + count <= MOST:
        raise ValueError(f"the copies {first:,} to {first + count:,}, expected 0 to {MOST:,}")
    return make_for(key, run, range(first, first + count))


def make_for(key: bytes, run: str, numbers: Sequence[int]) -> list[str]:
    """The serials of the copies with these indices; see `make`."""
    if run not in ALPHABET or len(run) != 1:
        raise ValueError(f"{run!r} is not a run, expected one character of {ALPHABET}")
    import numpy as np

    letters = np.frombuffer(ALPHABET.encode(), np.uint8)
    made: list[str] = []
    for start in range(0, len(numbers), _PIECE):
        index = np.array(numbers[start : start + _PIECE], np.uint64)
        body = _feistel(_round_keys(key, run), index << np.uint64(_ZEROS))
        symbols = np.empty((len(index), LENGTH), np.uint8)
        symbols[:, 0] = ALPHABET.index(run)
        for place in range(_BODY):
            symbols[:, place + 1] = (body >> np.uint64(5 * (_BODY - 1 - place))) & np.uint64(31)
        symbols[:, -1] = _check_symbols(symbols)
        made += letters[symbols].view(f"S{LENGTH}").ravel().astype(f"U{LENGTH}").tolist()
    return made


def indices(key: bytes, run: str, serials: Sequence[str]) -> NDArray[np.int64]:
    """The index of each copy, -1 where the key did not make its serial; all are as long as `make` writes."""
    import numpy as np

    values = np.full(256, 255, np.uint8)
    values[np.frombuffer(ALPHABET.encode(), np.uint8)] = np.arange(32)
    found = np.full(len(serials), -1, np.int64)
    for start in range(0, len(serials), _PIECE):
        some = np.array(serials[start : start + _PIECE], f"S{LENGTH}")
        symbols = values[some.view(np.uint8).reshape(-1, LENGTH)]
        well = (symbols < 32).all(1) & (symbols[:, 0] == ALPHABET.index(run))
        symbols[~well] = 0
        well &= symbols[:, -1] == _check_symbols(symbols)
        body = np.zeros(len(some), np.uint64)
        for place in range(1, _BODY + 1):
            body = body << np.uint64(5) | symbols[:, place]
        plain = _feistel(_round_keys(key, run), body, back=True)
        well &= plain & np.uint64((1 << _ZEROS) - 1) == 0
        found[start : start + _PIECE][well] = (plain >> np.uint64(_ZEROS)).astype(np.int64)[well]
    return found


def clean_serial(text: str) -> str:
    """A serial as it is stored: in upper case, O, I and L read as digits, without spaces and hyphens."""
    return text.strip().upper().translate(_READ_AS)


def check(text: str, key: bytes | None = None) -> CheckedSerial:
    """What a text is, as a serial; without the key of its run, only a slip can be told from the rest."""
    serial = clean_serial(text)
    if strange := sorted(set(serial) - set(ALPHABET)):
        return CheckedSerial(serial, "slip", why=f"{strange[0]!r} is not a character of serials")
    if len(serial) != LENGTH:
        return CheckedSerial(serial, "slip", why=f"{len(serial)} characters, expected {LENGTH}")
    if reduce(
        xor, (table[ALPHABET.index(symbol)] for table, symbol in zip(_products(), serial, strict=True))
    ):
        return CheckedSerial(serial, "slip", why="the check symbol does not fit the other characters")
    if key is None:
        return CheckedSerial(serial, "unproved")
    index = int(indices(key, serial[0], [serial])[0])
    return CheckedSerial(serial, "valid" if index >= 0 else "forgery", index)


@cache
def _products() -> list[list[int]]:
    """By place, each symbol times the weight of the place: a different power of a generator of GF(32). The
    sum over a serial is zero; a wrong symbol adds its difference times a weight, a swap that of two weights.
    """

    def product(left: int, right: int) -> int:
        result = 0
        while right:
            result ^= left if right & 1 else 0
            left = left << 1 ^ (_POLYNOMIAL if left & 16 else 0)
            right >>= 1
        return result

    # The last place has the weight 1, so that the sum of the others is the check symbol.
    weight, table = 1, []
    for _ in range(LENGTH):
        table.append([product(weight, symbol) for symbol in range(32)])
        weight = product(weight, 2)
    return table[::-1]


def _check_symbols(symbols: NDArray[np.uint8]) -> NDArray[np.uint8]:
    import numpy as np

    result = np.zeros(len(symbols), np.uint8)
    for table, column in zip(np.array(_products(), np.uint8), symbols[:, : LENGTH - 1].T, strict=False):
        result ^= table[column]
    return result


@cache
def _round_keys(key: bytes, run: str) -> tuple[int, int]:
    """The two words of the cipher's key: of the whole key and the run, so that no other use shares them."""
    digest = hashlib.blake2b(run.encode(), key=key, digest_size=16, person=b"ct copy serials").digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")


def _feistel(key: tuple[int, int], values: Words, back: bool = False) -> Words:
    """A keyed permutation of 60-bit numbers, or `back`; each round's function is SipHash-2-4."""
    import numpy as np

    mask, half = np.uint64((1 << _HALF) - 1), np.uint64(_HALF)
    step = -1 if back else 1
    left, right = (values >> half, values & mask)[::step]
    for number in range(_ROUNDS)[::step]:
        left, right = right, left ^ (siphash(key, right | np.uint64(number << 32)) & mask)
    left, right = (left, right)[::step]
    return left << half | right


def siphash(key: tuple[int, int], words: Words) -> Words:
    """SipHash-2-4 of each word as eight bytes, the lowest first."""
    import numpy as np

    v0 = np.full_like(words, key[0] ^ 0x736F6D6570736575)
    v1 = np.full_like(words, key[1] ^ 0x646F72616E646F6D)
    v2 = np.full_like(words, key[0] ^ 0x6C7967656E657261)
    v3 = np.full_like(words, key[1] ^ 0x7465646279746573)
    spare = np.empty_like(words)

    def turn(v: Words, by: int) -> None:
        np.right_shift(v, np.uint64(64 - by), out=spare)
        np.left_shift(v, np.uint64(by), out=v)
        np.bitwise_or(v, spare, out=v)

    def mix(rounds: int) -> None:
        halves = (((v0, v1, 13), (v2, v3, 16)), v0), (((v0, v3, 21), (v2, v1, 17)), v2)
        for pairs, last in halves * rounds:
            for a, b, by in pairs:
                np.add(a, b, out=a)
                turn(b, by)
                np.bitwise_xor(b, a, out=b)
            turn(last, 32)

    v3 ^= words
    mix(2)
    v0 ^= words
    length = np.uint64(8 << 56)
    v3 ^= length
    mix(2)
    v0 ^= length
    v2 ^= np.uint64(0xFF)
    mix(4)
    return v0 ^ v1 ^ v2 ^ v3
