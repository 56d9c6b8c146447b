"""Three versions of a file become one: of a table cell by cell, of other texts line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from cardtools.ground.errors import Edit, InputError
from cardtools.ground.io.encoding import Decoded, decode_table
from cardtools.ground.tables.csv_document import format_csv
from cardtools.ground.tables.csv_reader import find_delimiter
from cardtools.ground.tables.edits import record_spans, unquoted_cell, write_edits

TABLES = (".csv", ".tsv")


class Conflict(NamedTuple):
    """What both sides changed: in a table a cell, by the text of its row's first cell and its heading (no
    heading: the row); in other files the line, from 1. `base` is what it was; `theirs` stands in the file.
    """

    path: str
    row: str
    column: str
    base: str
    ours: str
    theirs: str


class Merged(NamedTuple):
    """The file with both changes, but theirs where they contradict each other."""

    data: bytes
    conflicts: tuple[Conflict, ...] = ()


def merge(path: str, base: bytes, ours: bytes, theirs: bytes) -> Merged:
    """`theirs` with what `ours` changed in `base`; the other bytes of `theirs` stay. Conflicts name `path`.

    Rows of a table are found again by their cells wherever they have moved. What is neither a table nor text
    is one thing: only one side may change it.
    """
    if ours in (base, theirs):
        return Merged(theirs)
    if theirs == base:
        return Merged(ours)
    if path.lower().endswith(TABLES):
        try:
            return _TableMerge(path, *(Records(path, data) for data in (base, ours, theirs))).merged()
        except InputError:
            pass  # one of them is no table: its lines are compared
    if any(b"\0" in data for data in (base, ours, theirs)):
        return Merged(
            theirs, (Conflict(path, "", "", *(f"{len(data):,} bytes" for data in (base, ours, theirs))),)
        )
    return _merge_lines(path, base, ours, theirs)


class Records:
    """A delimited file: its records (the heading is one of them) as cells, and the bytes of each.

    Raises InputError if it is in no known encoding.
    """

    def __init__(self, path: str, data: bytes) -> None:
        self.raw = data
        self.decoded: Decoded = decode_table(data, path)
        self.data = self.decoded.text.encode()
        self.delimiter = find_delimiter(self.decoded.text)
        spans = record_spans(self.data, self.delimiter)
        self.lines = list(spans)
        self.spans = list(spans.values())
        self.cells = [tuple(unquoted_cell(self.data[start:end]) for start, end in row) for row in self.spans]
        widths = Counter(map(len, self.cells))
        width = widths.most_common(1)[0][0] if widths else 0
        # Titles above the table have fewer cells.
        self.heading = next((n for n, row in enumerate(self.cells) if len(row) == width and all(row[:2])), 0)

    def encoded(self, data: bytes) -> bytes:
        """Other content in the encoding of this file. Raises InputError for a character that it lacks."""
        return self.decoded.encode(data.decode(), "")

    @property
    def chunks(self) -> list[bytes]:
        """The bytes of every record with its line end and the blank lines above it."""
        ends = [0]
        for row in self.spans:
            at = row[-1][1]
            rest = self.data[at : at + 2]
            ends.append(at + (2 if rest == b"\r\n" else len(rest[:1])))
        return [self.data[start:end] for start, end in pairwise(ends)]

    def joined(
        self, order: Sequence[int], gone: Collection[int], added: Iterable[tuple[int, bytes]]
    ) -> bytes:
        """The file with its records in another order, without those `gone`, with others `added`: each below a
        record (-1: above the first).
        """
        new: dict[int, list[bytes]] = {}
        for after, record in added:
            new.setdefault(after, []).append(record)
        chunks = self.chunks
        whole = [*new.get(-1, ())]
        for number in order:
            whole += [*([] if number in gone else [chunks[number]]), *new.get(number, ())]
        ends = b"\r\n" if b"\r\n" in self.data else b"\n"
        data = b"".join(chunk.rstrip(b"\r\n") + ends for chunk in whole) + self.data[sum(map(len, chunks)) :]
        return data if self.data.endswith((b"\n", b"\r")) or not self.data else data.removesuffix(ends)

    def arranged(self, gone: Collection[int], added: Iterable[tuple[int, Sequence[str]]]) -> bytes:
        """The file without the records that begin on the lines `gone`, with new ones: each the line of the
        record above it, and its cells.
        """
        numbers = {line: number for number, line in enumerate(self.lines)}
        rows = (
            (numbers.get(line, len(self.lines) - 1), format_csv(cells, (), self.delimiter, "").encode())
            for line, cells in added
        )
        return self.joined(range(len(self.lines)), {numbers[line] for line in gone if line in numbers}, rows)

    def columns(self) -> dict[str, int]:
        """The cells of a record by the heading above them."""
        found: dict[str, int] = {}
        for index, name in enumerate(self.cells[self.heading] if self.cells else ()):
            found.setdefault(name.strip(), index)
        return found


def align(old: Sequence[tuple[str, ...]], new: Sequence[tuple[str, ...]]) -> dict[int, int]:
    """Which record of `new` is which of `old`: equal ones, then those with the same first cell, then those
    that stand between the same neighbours, as far as records are unique or stand in the same order.
    """
    found: dict[int, int] = {}
    start = next(
        (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    found.update((n, n) for n in range(start))
    left, right = list(range(start, len(old))), list(range(start, len(new)))
    while left and right and old[left[-1]] == new[right[-1]]:
        found[left.pop()] = right.pop()
    for part in (slice(None), slice(0, 1)):
        ours, theirs = Counter(old[n][part] for n in left), Counter(new[n][part] for n in right)
        places = {new[n][part]: n for n in right}
        for n in left:
            key = old[n][part]
            if ours[key] == theirs[key] == 1 and any(key):
                found[n] = places[key]
        taken = set(found.values())
        left, right = [n for n in left if n not in found], [n for n in right if n not in taken]
    free = set(right)
    for n in left:
        after = found.get(n - 1, -2) + 1 if n else 0
        alike = after in free and sum(a == b for a, b in zip(old[n], new[after], strict=False)) * 2
        before = found.get(n + 1, len(new)) - 1 == after
        if after in free and (before or alike >= len(old[n])):
            found[n] = after
            free.discard(after)
    return found


class _TableMerge:
    def __init__(self, path: str, base: Records, ours: Records, theirs: Records) -> None:
        self.path, self.base, self.ours, self.theirs = path, base, ours, theirs
        self.to_ours, self.to_theirs = align(base.cells, ours.cells), align(base.cells, theirs.cells)
        self.conflicts: list[Conflict] = []

    def merged(self) -> Merged:
        if self.base.columns().keys() != self.ours.columns().keys():
            return _merge_lines(self.path, self.base.raw, self.ours.raw, self.theirs.raw)
        edits = list(self._cell_edits())
        gone = set(self._removed())
        added = self._added()
        theirs = self.theirs
        data = write_edits(theirs.data, edits, theirs.delimiter) if edits else theirs.data
        if gone or added or self._is_reordered():
            data = self._arranged(Records(self.path, data), gone, added)
        return Merged(theirs.encoded(data), tuple(self.conflicts))

    def _cell_edits(self) -> Iterator[Edit]:
        columns, here = self.base.columns(), self.theirs.columns()
        mine = self.ours.columns()
        for number, own in self.to_ours.items():
            old, new = self.base.cells[number], self.ours.cells[own]
            if old == new:
                continue
            at = self.to_theirs.get(number)
            for name, index in columns.items():
                was, now = (
                    row[place] if place < len(row) else "" for row, place in ((old, index), (new, mine[name]))
                )
                if was == now:
                    continue
                row = self.theirs.cells[at] if at is not None else ()
                place = here.get(name, len(row))
                there = row[place] if place < len(row) else None
                if there == was:
                    assert at is not None
                    yield Edit(self.theirs.lines[at], place, was, now)
                elif there != now:
                    self.conflicts.append(Conflict(self.path, old[0], name, was, now, there or ""))

    def _removed(self) -> Iterator[int]:
        """The records of theirs that ours has not any more."""
        for number, at in self.to_theirs.items():
            if number not in self.to_ours:
                old, there = self.base.cells[number], self.theirs.cells[at]
                if old == there:
                    yield at
                else:
                    texts = (" | ".join(row) for row in (old, there))
                    was, now = texts
                    self.conflicts.append(Conflict(self.path, old[0], "", was, "", now))

    def _added(self) -> list[tuple[int, int]]:
        """The records that only ours has, each with the record of theirs that it follows (-1: the first)."""
        known = {own: number for number, own in self.to_ours.items()}
        also = {
            self.theirs.cells[at] for at in set(range(len(self.theirs.cells))) - set(self.to_theirs.values())
        }
        found, after = [], -1
        for own, cells in enumerate(self.ours.cells):
            if own in known:
                after = self.to_theirs.get(known[own], after)
            elif cells not in also:
                found.append((after, own))
        return found

    def _is_reordered(self) -> bool:
        return _order(self.to_ours) != sorted(self.to_ours) and _order(self.to_theirs) == sorted(
            self.to_theirs
        )

    def _arranged(self, now: Records, gone: set[int], added: Sequence[tuple[int, int]]) -> bytes:
        """The records of theirs as they are `now`, in the order of ours if only that is another."""
        order = list(range(len(now.cells)))
        if self._is_reordered():
            moved = [self.to_theirs[n] for n in _order(self.to_ours) if n in self.to_theirs]
            for place, record in zip(sorted(moved), moved, strict=True):
                order[place] = record
        ours = self.ours.chunks if added else []
        return now.joined(order, gone, [(after, ours[own].strip(b"\r\n")) for after, own in added])


def _order(found: dict[int, int]) -> list[int]:
    """The records of the base in the order that the other side has them in."""
    return sorted(found, key=found.__getitem__)


def _merge_lines(path: str, base: bytes, ours: bytes, theirs: bytes) -> Merged:
    old, *sides = (data.splitlines(keepends=True) for data in (base, ours, theirs))
    changes = sorted(
        (a, b, side, new) for side, lines in enumerate(sides) for a, b, new in _changes(old, lines)
    )
    out: list[bytes] = []
    conflicts: list[Conflict] = []
    done = at = 0
    while at < len(changes):
        start, end = changes[at][:2]
        near = [changes[at]]
        # Another change meets this one if it begins in it; two insertions, if they are at one place.
        while (at := at + 1) < len(changes) and (
            changes[at][0] < end or changes[at][:2] == (start, start) == (start, end)
        ):
            near.append(changes[at])
            end = max(end, changes[at][1])
        was = b"".join(old[start:end])
        mine, their = (_changed(old, start, end, [one for one in near if one[2] == side]) for side in (0, 1))
        if was != mine != their != was:
            texts = (part.decode("utf-8", "replace") for part in (was, mine, their))
            conflicts.append(Conflict(path, str(start + 1), "", *texts))
        out += [*old[done:start], mine if their == was else their]
        done = end
    return Merged(b"".join([*out, *old[done:]]), tuple(conflicts))


def _changed(
    old: Sequence[bytes], start: int, end: int, changes: Sequence[tuple[int, int, int, bytes]]
) -> bytes:
    out: list[bytes] = []
    for begin, stop, _, new in changes:
        out += [*old[start:begin], new]
        start = stop
    return b"".join([*out, *old[start:end]])


def _changes(old: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int, bytes]]:
    """The lines of `old` (from, to) that became other lines."""
    found = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(a, b, b"".join(new[c:d])) for kind, a, b, c, d in found if kind != "equal"]
