"""Which copies are printed: by the events of a ledger, and by `sheets.jsonl`, the record of a folder of PDFs,
a line for each with its copies and checksum. A run that was stopped goes on behind the last line that is
whole. Printing a copy again needs a reason.
"""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple, cast

from cardtools.ground.errors import OutputError, bad_input
from cardtools.ground.io.files import make_folder, open_to_change, read_text, shown
from cardtools.printrun.ledger import Copy, Ledger, Order
from cardtools.printrun.manifest import file_sum

Slots = tuple[int, int, int]  # a wave, the first and the last of its slots
RECORD = "sheets.jsonl"
_PDF = re.compile(r"[0-9A-Z]-(?:pack|sheet|number)-\d+\.pdf")


class PrintedSlots:
    """The slots of waves that are printed; `again` counts those that were printed before."""

    def __init__(self, slots: Iterable[Slots] = ()) -> None:
        self.again = self.once = 0
        self._ranges: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for wave, first, last in sorted(slots):
            ranges = self._ranges[wave]
            start, end = ranges[-1] if ranges else (first, first - 2)
            new = max(first, end + 1)
            self.again += min(last + 1, new) - first
            self.once += max(0, last + 1 - new)
            if first <= end + 1:
                ranges[-1] = (start, max(last, end))
            else:
                ranges.append((first, last))

    def has(self, wave: int, slot: int) -> bool:
        """Whether the copy with this slot is printed."""
        ranges = self._ranges.get(wave, [])
        place = bisect_right(ranges, slot, key=itemgetter(0)) - 1
        return place >= 0 and slot <= ranges[place][1]


def slots_of(copies: Iterable[Copy]) -> list[Slots]:
    """The slots of copies, those that follow each other together."""
    found: list[Slots] = []
    for wave, slot in sorted((copy.wave, copy.slot) for copy in copies):
        goes_on = found and found[-1][::2] == (wave, slot - 1)
        found.append((wave, found.pop()[1] if goes_on else slot, slot))
    return found


class PrintedPart(NamedTuple):
    """A PDF that was written: name, checksum, the copies in order, how many are on a sheet (0: unknown)."""

    name: str
    sha256: str
    numbers: tuple[int, ...]
    a_sheet: int = 0

    def sheets(self) -> Iterator[tuple[int, ...]]:
        """The numbers of the copies on each sheet; none if it is not known how many are on one."""
        for start in range(0, len(self.numbers) if self.a_sheet else 0, self.a_sheet or 1):
            yield self.numbers[start : start + self.a_sheet]


def read_printed_parts(folder: Path) -> list[PrintedPart]:
    """The PDFs of a folder that were written. Raises InputError for a bad line that is not the last."""
    path = folder / RECORD
    if not os.path.isfile(path):
        return []
    lines = read_text(path, "table_bytes").split("\n")
    found: dict[str, PrintedPart] = {}  # a PDF that was made again has a second line
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            name = data["file"]
            if not _PDF.fullmatch(name):
                raise ValueError(name)
            numbers, a_sheet = tuple(map(int, data["copies"])), max(0, int(data.get("a_sheet", 0)))
            found[name] = PrintedPart(name, str(data["sha256"]), numbers, a_sheet)
        except (ValueError, KeyError, TypeError, RecursionError):
            if number < len(lines):
                hint = "restore it from a backup: it says which copies are printed"
                message = "the line has no PDF with its checksum and copies"
                raise bad_input(shown(path), message, hint, number) from None
    return list(found.values())


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Keep other processes from printing copies into the folder. Raises OutputError if one does."""
    make_folder(folder)
    try:
        import fcntl
    except ImportError:  # on Windows
        yield
        return
    try:
        with open_to_change(folder / RECORD) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
    except BlockingIOError:
        message = "another process prints copies into this folder"
        raise OutputError(f"{shown(folder)}: {message}\n  help: wait until it has finished") from None


def printed_parts(ledger: Ledger, folder: Path, a_sheet: int) -> list[PrintedPart]:
    """The PDFs of the run in a folder, with so many copies on a sheet, after what a process that was stopped
    left undone: a PDF that the ledger has and the record lacks, or the other way round.
    """
    every, run = read_printed_parts(folder), f"{ledger.opening.id}-"
    done = {one.name: one for one in every if one.name.startswith(run)}
    events = {(data["file"], data["sha256"]): data for _, data in ledger.said("print")}
    unknown = [one for one in done.values() if one.numbers and (one.name, one.sha256) not in events]
    copies = {copy.number: copy for copy in ledger.copies("number", voided=True)} if unknown else {}
    for one in unknown:
        if own := [copies[number] for number in one.numbers if number in copies]:
            ledger.note_print(one.name, one.sha256, slots_of(own), "")
    for (name, sha256), data in events.items():
        path = folder / name
        if name not in done and _PDF.fullmatch(name) and os.path.isfile(path) and file_sum(path) == sha256:
            slots, order = PrintedSlots(data["slots"]), cast(Order, name.split("-")[1])
            numbers = (c.number for c in ledger.copies(order, voided=True) if slots.has(c.wave, c.slot))
            done[name] = PrintedPart(name, sha256, tuple(numbers), a_sheet)
            append_printed(folder / RECORD, done[name])
    return list(done.values())


def copies_in(folder: Path, done: Sequence[PrintedPart]) -> set[int]:
    """The numbers of the copies on those PDFs that are still in the folder."""
    return {n for one in done if os.path.isfile(folder / one.name) for n in one.numbers}


def append_printed(path: Path, part: PrintedPart) -> None:
    """Add a line to the record; what a stopped run left of one is taken away."""
    names = ("file", "sha256", "copies", "a_sheet")
    line = json.dumps(dict(zip(names, part, strict=True))) + "\n"
    try:
        with open_to_change(path) as file:
            if end := file.seek(0, os.SEEK_END):
                file.seek(end - 1)
                if file.read(1) != b"\n":
                    file.seek(0)
                    file.truncate(file.read().rfind(b"\n") + 1)
            file.seek(0, os.SEEK_END)
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OutputError(f"{shown(path)}: cannot be written: {error.strerror}") from None
