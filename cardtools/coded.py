"""Long columns in little memory: few different values as numbers, many different texts packed together.

A small table's columns are of these kinds too; what asks about a column asks each different value once.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, compress, count
from typing import Any, TypeVar, overload

T = TypeVar("T")
U = TypeVar("U")
_MOST = (1 << 16) - 1  # as many numbers as two bytes have, but the one for a gap
_FEW = 1 << 13  # rows after which a column of many values is known to be one
_SLOTS = 1 << 24


class Coded(Sequence[T]):
    """Values of which few are different: the value in place `i` is `words[codes[i]]`. Words may be equal."""

    __slots__ = ("codes", "words")

    def __init__(self, words: Sequence[T], codes: array[int]) -> None:
        self.words, self.codes = words, codes

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self.words[code] for code in self.codes[index]]
        return self.words[self.codes[index]]

    def __iter__(self) -> Iterator[T]:
        return map(self.words.__getitem__, self.codes)

    def __contains__(self, value: object) -> bool:
        return value in self.words


class Packed(Sequence[Any]):
    """Texts of which most are different, many joined to one; `empty` stands for those without a character."""

    __slots__ = ("_known", "empty", "pieces", "starts")

    def __init__(self, pieces: Sequence[str], starts: Sequence[int], empty: str | None = "") -> None:
        """Pieces are texts joined by line ends; `starts` are the places of their first ones, and the end."""
        self.pieces, self.starts, self.empty = pieces, starts, empty
        self._known: tuple[int, list[Any]] = (-1, [])

    def __len__(self) -> int:
        return self.starts[-1]

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        number = bisect_right(self.starts, place) - 1
        if self._known[0] != number:
            self._known = (number, self._texts(self.pieces[number]))
        return self._known[1][place - self.starts[number]]

    def __iter__(self) -> Iterator[Any]:
        return chain.from_iterable(map(self._texts, self.pieces))

    def __contains__(self, value: object) -> bool:
        return any(value in self._texts(piece) for piece in self.pieces)

    def _texts(self, piece: str) -> list[Any]:
        texts = piece.split("\n")
        return texts if self.empty == "" else [text or self.empty for text in texts]

    def stripped(self, empty: str | None) -> Packed:
        """The same without white space around the texts."""
        pieces = ["\n".join(map(str.strip, piece.split("\n"))) for piece in self.pieces]
        # The same texts again need no memory.
        pieces = [old if old == new else new for old, new in zip(self.pieces, pieces, strict=True)]
        return Packed(pieces, self.starts, empty)


class _Numbers(dict[str, int]):
    """Texts with numbers from 0, in the order in which they were first asked for."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


class Column:
    """A column of texts that grows: coded while its texts are few, else packed, else a list."""

    def __init__(self) -> None:
        self._known = _Numbers()
        self._codes: array[int] | None = array("H")
        self._pieces: list[str] | None = None
        self._starts = array("q", (0,))
        self._texts: list[str] = []

    def extend(self, cells: Sequence[str]) -> None:
        """Add the cells of some hundred rows more."""
        if self._codes is not None:
            codes = list(map(self._known.__getitem__, cells))
            many = len(self._known) >= _FEW and 2 * len(self._known) > len(self._codes)
            if not many and len(self._known) < _MOST:
                self._codes.fromlist(codes)
                return
            before, self._codes = self.cells, None
            self._known.clear()
            self._pieces = []
            for place in range(0, len(before), len(cells)):
                self.extend(before[place : place + len(cells)])
        if self._pieces is not None:
            piece = "\n".join(cells)
            if piece.count("\n") == len(cells) - 1:
                self._pieces.append(piece)
                self._starts.append(self._starts[-1] + len(cells))
                return
            self._texts, self._pieces = list(self.cells), None
        self._texts.extend(cells)

    @property
    def cells(self) -> Sequence[str]:
        """All cells so far."""
        if self._codes is not None:
            return Coded(list(self._known), self._codes)
        return self._texts if self._pieces is None else Packed(self._pieces, self._starts)


def words(values: Sequence[T]) -> Sequence[T]:
    """A sequence with all of the values, and each of them as few times as is known."""
    return values.words if isinstance(values, Coded) else values


def distinct(values: Sequence[T]) -> set[T]:
    """Every value once."""
    return set(words(values))


def each(values: Sequence[T], change: Callable[[T], U]) -> Sequence[U]:
    """Each value as `change` makes it."""
    if isinstance(values, Coded):
        return Coded(list(map(change, values.words)), values.codes)
    return list(map(change, values))


def places(values: Sequence[T], wanted: Collection[object]) -> list[int]:
    """Where one of the wanted values stands, from 0."""
    if isinstance(values, Coded):
        codes = {code for code, word in enumerate(values.words) if word in wanted}
        return list(compress(count(), map(codes.__contains__, values.codes))) if codes else []
    if not wanted or (len(wanted) == 1 and not any(value in values for value in wanted)):
        return []
    return [place for place, value in enumerate(values) if value in wanted]


def repeated(values: Sequence[T]) -> set[T]:
    """The values that stand in more than one place."""
    if len(values) > _SLOTS >> 6:
        return {value for value, times in Counter(_candidates(values)).items() if times > 1}
    return {value for value, times in Counter(values).items() if times > 1}


def _candidates(values: Sequence[T]) -> Iterator[T]:
    """All values that may stand in more than one place: a set of all would be larger than the table."""
    slots = bytearray(_SLOTS)
    likely = set()
    for value in values:
        slot = hash(value) & _SLOTS - 1
        if slots[slot]:
            likely.add(slot)
        slots[slot] = 1
    return (value for value in values if hash(value) & _SLOTS - 1 in likely)


def with_gaps(values: Sequence[Any], gaps: Collection[int]) -> Sequence[Any]:
    """The same with None in these places."""
    if not gaps:
        return values
    if not isinstance(values, Coded):
        values = list(values)
        for place in gaps:
            values[place] = None
        return values
    codes = values.codes[:]
    for place in gaps:
        codes[place] = len(values.words)
    return Coded([*values.words, None], codes)
