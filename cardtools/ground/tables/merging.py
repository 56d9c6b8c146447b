"""Three versions of a file become one: of a table cell by cell, of other texts line by line."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from cardtools.ground.errors import Edit, InputError, bad_input
from cardtools.ground.io.encoding import Decoded, decode_table
from cardtools.ground.tables.csv_document import format_csv
from cardtools.ground.tables.csv_reader import find_delimiter
from cardtools.ground.tables.edits import record_spans, unquoted_cell, write_edits

TABLES = (".csv", ".tsv")
_MOST_PAIRS = 2_000_000  # of lines that are compared with each other


class Conflict(NamedTuple):
    """What both sides changed, by its `kind`: a `cell` of a table, by the text of its row's first cell and
    its heading; a whole `row`, as it is written in the file; the `order` of the rows, by their first cells;
    `lines` of another text, `row` is the first of them, from 1; or a `file` that is no text. `base` is what
    it was; `theirs` stands in the file, "" where it is gone.
    """

    path: str
    row: str
    column: str
    base: str
    ours: str
    theirs: str
    kind: str = "cell"


def _conflict(kind: str, path: str, row: str, texts: Iterable[str]) -> Conflict:
    base, ours, theirs = texts
    return Conflict(path, row, "", base, ours, theirs, kind)


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
        sizes = (f"{len(data):,} bytes" for data in (base, ours, theirs))
        return Merged(theirs, (_conflict("file", path, "", sizes),))
    return _merge_lines(path, base, ours, theirs)


class Records:
    """A delimited file: its records (the heading is one of them) as cells, and the bytes of each.

    Raises InputError if it is in no known encoding, or its quotes are wrong.
    """

    def __init__(self, path: str, data: bytes) -> None:
        self.raw = data
        self.decoded: Decoded = decode_table(data, path)
        self.data = self.decoded.text.encode()
        self.delimiter = find_delimiter(self.decoded.text.replace("\r", "\n"))
        spans = record_spans(self.data, self.delimiter)
        self.lines = list(spans)
        self.spans = list(spans.values())
        if self.data[self.spans[-1][-1][1] if spans else 0 :].strip(b"\r\n"):
            raise bad_input(path, "a quote stands in a cell, or is not closed")  # as reading it says
        self.cells = [tuple(unquoted_cell(self.data[start:end]) for start, end in row) for row in self.spans]
        widths = Counter(map(len, self.cells))
        width = widths.most_common(1)[0][0] if widths else 0
        # A title above the table has fewer cells, or others that are empty.
        full = (
            n
            for n, row in enumerate(self.cells)
            if len(row) == width and row[0] and (width == 1 or any(row[1:]))
        )
        self.heading = next(full, 0)

    def encoded(self, data: bytes) -> bytes:
        """Other content in the encoding of this file. Raises InputError for a character that it lacks."""
        return self.decoded.encode(data.decode(), "")

    @cached_property
    def chunks(self) -> list[tuple[bytes, bytes, bytes]]:
        """The blank lines above each record, its bytes, and its line end."""
        found, at = [], 0
        for row in self.spans:
            start, end = row[0][0], row[-1][1]
            rest = self.data[end : end + 2]
            stop = end + (2 if rest == b"\r\n" else len(rest[:1]))
            found.append((self.data[at:start], self.data[start:end], self.data[end:stop]))
            at = stop
        return found

    def written(self, cells: Sequence[str]) -> bytes:
        """A new record, without its line end."""
        return format_csv(cells, (), self.delimiter).encode().removesuffix(b"\r\n")

    def changed(self, number: int, cells: Mapping[int, str]) -> bytes:
        """The bytes of a record with other cells; a record that is too short for them becomes longer."""
        here = len(self.cells[number])
        edits = [Edit(1, at, "", text) for at, text in cells.items() if at < here]
        record = write_edits(self.chunks[number][1], edits, self.delimiter)
        if max(cells) >= here:
            more = [cells.get(at, "") for at in range(here, max(cells) + 1)]
            record += self.delimiter.encode() + self.written(more)
        return record or b'""'  # else it would be a blank line

    def joined(
        self,
        order: Iterable[int],
        gone: Collection[int] = (),
        added: Iterable[tuple[int, bytes]] = (),
        changed: Mapping[int, bytes] = {},
    ) -> bytes:
        """The file with its records in another order, without those `gone`, with others `added`, each below a
        record (-1: above the first), and with other bytes of those `changed`. Every other byte stays.
        """
        new: dict[int, list[bytes]] = {}
        for after, record in added:
            new.setdefault(after, []).append(record)
        chunks = self.chunks
        end = next((found[2] for found in chunks if found[2]), b"\n")
        whole = [record + end for record in new.get(-1, ())]
        for number in order:
            above, record, own = chunks[number]
            whole.append(above if number in gone else above + changed.get(number, record) + (own or end))
            whole += [record + end for record in new.get(number, ())]
        data = b"".join(whole) + self.data[sum(map(len, chain.from_iterable(chunks))) :]
        if self.data and not self.data.endswith((b"\n", b"\r")):
            data = re.sub(rb"(\r\n?|\n)\Z", b"", data)
        return data

    def arranged(self, gone: Collection[int], added: Iterable[tuple[int, Sequence[str]]]) -> bytes:
        """The file without the records on the lines `gone`, with new ones: the line above, and the cells."""
        rows = ((self.numbers.get(line, len(self.lines) - 1), self.written(cells)) for line, cells in added)
        return self.joined(range(len(self.lines)), {self.numbers.get(line, -1) for line in gone}, rows)

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The records by the lines that they begin on."""
        return {line: number for number, line in enumerate(self.lines)}

    @property
    def titles(self) -> tuple[str, ...]:
        """The heading."""
        return self.cells[self.heading] if self.cells else ()

    @cached_property
    def names(self) -> list[str]:
        """A name for every column: what stands above it, or, as that is missing or not alone, its number."""
        found: dict[str, None] = {}
        for number in range(max(map(len, self.cells), default=0)):
            name = self.titles[number].strip() if number < len(self.titles) else ""
            found[name if name and name not in found else f"{name} (column {number + 1})".lstrip()] = None
        return list(found)

    def columns(self) -> dict[str, int]:
        """The cells of a record by the names of their columns."""
        return {name: number for number, name in enumerate(self.names)}

    def order_of(self, first: Sequence[str]) -> list[int]:
        """Its records in the order in which their first cells stand in `first`; others stay."""
        ranks: dict[str, list[int]] = {}
        for rank, text in reversed(list(enumerate(first))):
            ranks.setdefault(text, []).append(rank)
        known = [(ranks[row[0]].pop(), n) for n, row in enumerate(self.cells) if ranks.get(row[0])]
        return self.reordered([number for _, number in sorted(known)])

    def reordered(self, wanted: Sequence[int]) -> list[int]:
        """Its records, those `wanted` in their order in the places of each other."""
        order = list(range(len(self.cells)))
        for place, number in zip(sorted(wanted), wanted, strict=True):
            order[place] = number
        return order


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
        ours, theirs = _places(old, left, part), _places(new, right, part)
        for key, places in ours.items():
            others = theirs.get(key, [])
            # The same first cell several times says nothing where one of them came or went.
            if part == slice(None) or (any(key) and len(places) == len(others)):
                found.update(zip(places, others, strict=False))
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


def _places(
    rows: Sequence[tuple[str, ...]], numbers: Iterable[int], part: slice
) -> dict[tuple[str, ...], list[int]]:
    found: dict[tuple[str, ...], list[int]] = {}
    for number in numbers:
        found.setdefault(rows[number][part], []).append(number)
    return found


class _TableMerge:
    def __init__(self, path: str, base: Records, ours: Records, theirs: Records) -> None:
        self.path, self.base, self.ours, self.theirs = path, base, ours, theirs
        self.conflicts: list[Conflict] = []
        self.changed: dict[int, bytes] = {}  # records of theirs
        places = theirs.columns()
        same = base.titles == theirs.titles
        self.places = [n if same else places.get(name) for n, name in enumerate(base.names)]
        # Their records with the columns of the base, as far as both have them.
        seen = theirs.cells if same else [self._as_base(row) for row in theirs.cells]
        self.to_ours, self.to_theirs = align(base.cells, ours.cells), align(base.cells, seen)

    def _as_base(self, row: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(["" if at is None or at >= len(row) else row[at] for at in self.places])

    def merged(self) -> Merged:
        base, ours, theirs = self.base, self.ours, self.theirs
        if base.titles != ours.titles:  # a column more or less changes every line
            data, conflicts = _merge_lines(self.path, base.data, ours.data, theirs.data)
            self.conflicts += conflicts
        else:
            for number, own in self.to_ours.items():
                self._change(number, own)
            gone = set(self._removed())
            data = theirs.joined(self._order(), gone, list(self._added()), self.changed)
        try:
            data = theirs.encoded(data)
        except InputError:  # the other side's file holds what this encoding lacks
            data = BOM_UTF8 + data
        return Merged(data, tuple(self.conflicts))

    def _change(self, number: int, own: int) -> None:
        """Take over what we changed in a record."""
        old, new = self.base.cells[number], self.ours.cells[own]
        at = self.to_theirs.get(number)
        there = self.theirs.cells[at] if at is not None else ()
        if new in (old, there):
            return
        if at is None or len(old) != len(new):
            if at is None or there != old or self.base.titles != self.theirs.titles:
                self._disagree(number, own, at)
            else:
                self.changed[at] = self._row(own)
            return
        cells = {}
        for index, (was, now) in enumerate(zip(old, new, strict=True)):
            place = self.places[index] if was != now else None
            text = there[place] if place is not None and place < len(there) else ""
            if was != now != text:
                if place is not None and text == was:
                    cells[place] = now
                else:
                    names = there[0], self.base.names[index]
                    self.conflicts.append(Conflict(self.path, *names, was, now, text))
        if cells:
            self.changed[at] = self.theirs.changed(at, cells)

    def _disagree(self, number: int, own: int | None, at: int | None) -> None:
        """Both sides changed a record as a whole."""
        found = ((self.base, number), (self.ours, own), (self.theirs, at))
        texts = ("" if n is None else side.chunks[n][1].decode() for side, n in found)
        self.conflicts.append(_conflict("row", self.path, self.base.cells[number][0], texts))

    def _removed(self) -> Iterator[int]:
        """The records of theirs that ours has not any more."""
        for number, at in self.to_theirs.items():
            if number not in self.to_ours:
                if self._moved(self.base.cells[number]) == self.theirs.cells[at]:
                    yield at
                else:
                    self._disagree(number, None, at)

    def _added(self) -> Iterator[tuple[int, bytes]]:
        """The records that only ours has, each with the record of theirs that it follows (-1: the first)."""
        known = {own: number for number, own in self.to_ours.items()}
        taken = set(self.to_theirs.values())
        also = Counter(cells for at, cells in enumerate(self.theirs.cells) if at not in taken)
        after = -1
        for own, cells in enumerate(self.ours.cells):
            if own in known:
                after = self.to_theirs.get(known[own], after)
            elif also[self._moved(cells)]:
                also[self._moved(cells)] -= 1
            else:
                yield after, self._row(own)

    def _moved(self, cells: tuple[str, ...]) -> tuple[str, ...]:
        """A record of ours with its cells where theirs has the columns; those of no column come last."""
        if self.base.titles == self.theirs.titles:
            return cells
        found: dict[int, str] = dict.fromkeys(range(len(self.theirs.titles)), "")
        for index, text in enumerate(cells):
            place = self.places[index] if index < len(self.places) else None
            if place is not None or text:
                found[len(found) if place is None else place] = text
        return tuple(found[n] for n in sorted(found))

    def _row(self, own: int) -> bytes:
        """A record of ours as theirs would write it."""
        if (self.ours.delimiter, self.base.titles) == (self.theirs.delimiter, self.theirs.titles):
            return self.ours.chunks[own][1]
        return self.theirs.written(self._moved(self.ours.cells[own]))

    def _order(self) -> list[int]:
        """The records of theirs, in the order of ours if only that is another."""
        mine, their = _order(self.to_ours, self.to_theirs), _order(self.to_theirs, self.to_ours)
        if mine != sorted(mine) and their == sorted(their):
            return self.theirs.reordered([self.to_theirs[n] for n in mine])
        if mine not in (their, sorted(mine)):
            texts = ("\n".join(self.base.cells[n][0] for n in one) for one in (sorted(mine), mine, their))
            self.conflicts.append(_conflict("order", self.path, "", texts))
        return list(range(len(self.theirs.cells)))


def _order(found: Mapping[int, int], also: Collection[int]) -> list[int]:
    """The records of the base that both sides have, in the order that one of them has them in."""
    return sorted((n for n in found if n in also), key=found.__getitem__)


def settle(data: bytes, conflict: Conflict) -> bytes:
    """The file with our side of a conflict in place of theirs; unchanged if that is not there any more."""
    if conflict.kind == "lines":
        return _settle_lines(data, conflict)
    if conflict.kind == "file":
        return data
    records = Records(conflict.path, data)
    numbers = range(len(records.cells))
    if conflict.kind == "order":
        return records.encoded(records.joined(records.order_of(conflict.ours.split("\n"))))
    if conflict.kind == "row":
        ours, theirs = conflict.ours.encode(), conflict.theirs.encode()
        here = [n for n in numbers if theirs and records.chunks[n][1] == theirs][:1]
        if theirs and not here:
            return data
        if here and ours:
            return records.encoded(records.joined(numbers, changed={here[0]: ours}))
        return records.encoded(records.joined(numbers, here, [(len(numbers) - 1, ours)] if ours else ()))
    column = records.columns().get(conflict.column)
    for number, cells in enumerate(records.cells):
        text = cells[column] if column is not None and column < len(cells) else ""
        if column is not None and cells[0] == conflict.row and text == conflict.theirs:
            cell = {number: records.changed(number, {column: conflict.ours})}
            return records.encoded(records.joined(numbers, changed=cell))
    return data


def _settle_lines(data: bytes, conflict: Conflict) -> bytes:
    lines = data.splitlines(keepends=True)
    ours, theirs = (
        text.encode("utf-8", "surrogateescape").splitlines(True) for text in (conflict.ours, conflict.theirs)
    )
    expected = int(conflict.row) - 1 if conflict.row.isdecimal() else 0
    here, wanted = ([line.rstrip(b"\r\n") for line in some] for some in (lines, theirs))
    places = [n for n in range(len(lines) + 1) if here[n : n + len(wanted)] == wanted]
    if not places:
        return data
    at = min(places, key=lambda n: abs(n - expected))
    return _in_lines([*lines[:at], *ours, *lines[at + len(theirs) :]])


def _in_lines(parts: Sequence[bytes]) -> bytes:
    """The parts as whole lines, also those that were the last one of a file without a line end."""
    parts = [part for part in parts if part]
    return b"".join(
        part if n == len(parts) or part.endswith((b"\n", b"\r")) else part + b"\n"
        for n, part in enumerate(parts, 1)
    )


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
            texts = (part.decode("utf-8", "surrogateescape") for part in (was, mine, their))
            line = sum(len(part.splitlines()) for part in out) + start - done + 1
            conflicts.append(_conflict("lines", path, str(line), texts))
        out += [*old[done:start], mine if their == was else their]
        done = end
    return Merged(_in_lines([*out, *old[done:]]), tuple(conflicts))


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
    start, end = 0, 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    if len(before) * len(after) > _MOST_PAIRS:
        return [(start, len(old) - end, b"".join(after))]
    found = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [(start + a, start + b, b"".join(after[c:d])) for kind, a, b, c, d in found if kind != "equal"]
