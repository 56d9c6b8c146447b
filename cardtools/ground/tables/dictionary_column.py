"""Long columns in little memory: dictionary-encoded where values repeat, joined texts where they don't.

Small tables use the same classes, so that checks look at each distinct value once.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, compress, count
from typing import Any, TypeVar, Union

T = TypeVar("T")
U = TypeVar("U")
Codes = Union[bytearray, "array[int]"]  # numbers of one or two bytes
_SMALL, _MOST = (1 << 8) - 1, (1 << 16) - 1  # the codes of one and two bytes, less one for gaps
_FEW = 1 << 13  # rows after which a column with many different values is packed
_BATCH = 1 << 9  # cells that are packed at a time
_LONG = 1 << 17  # rows for which a set would be larger than the table
_SPACES = " \t\v\f\r\x1c\x1d\x1e\x1f"  # the ASCII white space of str.strip, without the line end


class DictionaryColumn(Sequence[T]):
    """Dictionary-encoded values: the value at index `i` is `words[codes[i]]`. Words may be equal."""

    __slots__ = ("codes", "words")

    def __init__(self, words: Sequence[T], codes: Codes) -> None:
        self.words, self.codes = words, codes

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self.words[code] for code in self.codes[index]]
        return self.words[self.codes[index]]

    def __iter__(self) -> Iterator[T]:
        return map(self.words.__getitem__, self.codes)

    def __contains__(self, value: object) -> bool:
        return value in self.words


class JoinedTexts(Sequence[Any]):
    """Mostly different texts, joined into long strings to save memory; empty ones are returned as `empty`."""

    __slots__ = ("_known", "empty", "pieces", "starts")

    def __init__(self, pieces: Sequence[str], starts: Sequence[int], empty: str | None = "") -> None:
        """`pieces` are texts joined by line ends, `starts` the indexes of their first ones, and the total."""
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
        if self.empty == "" or "" not in texts:
            return texts
        return [text or self.empty for text in texts]

    def stripped(self, empty: str | None) -> JoinedTexts:
        """The same without white space around the texts."""
        # Unchanged pieces are shared.
        pieces = [
            piece if _is_bare(piece) else "\n".join(map(str.strip, piece.split("\n")))
            for piece in self.pieces
        ]
        return JoinedTexts(pieces, self.starts, empty)

    @property
    def is_bare(self) -> bool:
        """Whether no text has white space around it."""
        return all(map(_is_bare, self.pieces))

    def begins_with(self, signs: Collection[str]) -> bool:
        """Whether a text begins with one of the characters."""
        return any(
            piece.startswith(sign) or f"\n{sign}" in piece
            for sign in signs
            for piece in self.pieces
            if sign in piece
        )

    def indexes_of(self, wanted: Collection[object]) -> list[int]:
        """The indexes of the wanted texts."""
        if self.empty != "":
            wanted = {*wanted, ""} if self.empty in wanted else {*wanted} - {""}
        lines = [f"\n{text}\n" for text in wanted if isinstance(text, str)]
        found = []
        for piece, start in zip(self.pieces, self.starts, strict=False):
            framed = f"\n{piece}\n"
            if len(lines) > _SMALL or any(line in framed for line in lines):
                found += [start + at for at, text in enumerate(piece.split("\n")) if text in wanted]
        return found


def _is_bare(piece: str) -> bool:
    if not piece.isascii():
        return all(text == text.strip() for text in piece.split("\n"))
    framed = f"\n{piece}\n"
    return not any(space in piece and (f"\n{space}" in framed or f"{space}\n" in framed) for space in _SPACES)


class _Numbers(dict[str, int]):
    """Numbers texts from 0, in the order of the first look-up."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


class ColumnBuilder:
    """Builds a column batch by batch: dictionary-encoded while few texts differ, then packed, and a list
    where a text has a line end.
    """

    def __init__(self) -> None:
        self._known = _Numbers()
        self._codes: Codes | None = bytearray()
        self._pieces: list[str] | None = None
        self._starts = array("q", (0,))
        self._texts: list[str] = []

    def extend(self, cells: Sequence[str]) -> None:
        """Add the cells of some hundred rows more."""
        if self._codes is not None:
            codes = list(map(self._known.__getitem__, cells))
            many = len(self._known) >= _FEW and 2 * len(self._known) > len(self._codes)
            if not many and len(self._known) < _MOST:
                if isinstance(self._codes, bytearray) and len(self._known) > _SMALL:
                    self._codes = array("H", list(self._codes))
                if isinstance(self._codes, bytearray):
                    self._codes += bytes(codes)
                else:
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
            return DictionaryColumn(list(self._known), self._codes)
        return self._texts if self._pieces is None else JoinedTexts(self._pieces, self._starts)


def packed(parts: Iterable[Sequence[str]]) -> Sequence[str]:
    """The cells of all parts as a column."""
    column = ColumnBuilder()
    for cells in parts:
        for start in range(0, len(cells), _BATCH):
            column.extend(cells[start : start + _BATCH])
    return column.cells


def dictionary_of(values: Sequence[T]) -> Sequence[T]:
    """All of the values, each once where they are dictionary-encoded."""
    return values.words if isinstance(values, DictionaryColumn) else values


def distinct(values: Sequence[T]) -> set[T]:
    """Every value once."""
    return set(dictionary_of(values))


def mapped(values: Sequence[T], change: Callable[[T], U]) -> Sequence[U]:
    """Each value as `change` makes it."""
    if isinstance(values, DictionaryColumn):
        return DictionaryColumn(list(map(change, values.words)), values.codes)
    return list(map(change, values))


def values_at(values: Sequence[T], rows: Iterable[int]) -> Iterator[T]:
    """The values in these places."""
    if isinstance(values, DictionaryColumn):
        return map(values.words.__getitem__, map(values.codes.__getitem__, rows))
    return map(values.__getitem__, rows)


def indexes_of(values: Sequence[T], wanted: Collection[object]) -> list[int]:
    """The indexes of the wanted values."""
    if isinstance(values, JoinedTexts):
        return values.indexes_of(wanted) if wanted else []
    if not isinstance(values, DictionaryColumn):
        return [place for place, value in enumerate(values) if value in wanted] if wanted else []
    codes = {code for code, word in enumerate(values.words) if word in wanted}
    if not codes:
        return []
    if isinstance(values.codes, bytearray):
        some = b"[" + re.escape(bytes(sorted(codes))) + b"]"
        return [found.start() for found in re.finditer(some, values.codes)]
    if len(values) < _LONG:
        return list(compress(count(), map(codes.__contains__, values.codes)))
    import numpy

    is_wanted = numpy.zeros(len(values.words), bool)
    is_wanted[list(codes)] = True
    return numpy.flatnonzero(is_wanted[numpy.asarray(values.codes)]).tolist()


def repeated(values: Sequence[T]) -> set[T]:
    """The values that occur more than once."""
    if isinstance(values, DictionaryColumn) or len(values) < _LONG:
        return {value for value, times in Counter(values).items() if times > 1}
    import numpy

    hashes = numpy.fromiter(map(hash, values), numpy.int64, len(values))
    ordered = numpy.sort(hashes)
    likely = ordered[1:][ordered[1:] == ordered[:-1]]
    nearest = likely[:-1].searchsorted(hashes)  # the last of them serves what is above all
    places = numpy.flatnonzero(likely[nearest] == hashes) if likely.size else ()
    times = Counter(values[int(place)] for place in places)
    return {value for value in times if times[value] > 1}


def with_gaps(values: Sequence[Any], gaps: Collection[int]) -> Sequence[Any]:
    """The same with None in these places."""
    if not gaps:
        return values
    if not isinstance(values, DictionaryColumn):
        values = list(values)
        for place in gaps:
            values[place] = None
        return values
    # There is room for one more word, and a column may get gaps twice.
    words = values.words if None in values.words else [*values.words, None]
    codes, gap = values.codes[:], words.index(None)
    for place in gaps:
        codes[place] = gap
    return DictionaryColumn(words, codes)
