"""The PDFs of copies that were printed into a folder. `sheets.jsonl` has a line for each of them, with its
copies and its checksum. A run that was stopped goes on behind the last line that is whole.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from cardtools.ground.errors import OutputError, bad_input
from cardtools.ground.io.files import make_folder, open_to_change, read_text, shown
from cardtools.printrun.ledger import Ledger, Order
from cardtools.printrun.manifest import file_sum
from cardtools.printrun.printed_slots import PrintedSlots, slots_of

RECORD = "sheets.jsonl"
_PDF = re.compile(r"[0-9A-Z]-(?:pack|sheet|number)-\d+\.pdf")


@dataclass(frozen=True)
class PrintedPart:
    """A PDF that was written: its name, its checksum, the numbers of its copies in order, and how many of
    them are on a sheet, 0 if that is not known.
    """

    name: str
    sha256: str
    numbers: tuple[int, ...]
    a_sheet: int = 0

    def sheets(self) -> Iterator[tuple[int, ...]]:
        """The numbers of the copies on each sheet; none if it is not known how many are on one."""
        for start in range(0, len(self.numbers) if self.a_sheet else 0, self.a_sheet or 1):
            yield self.numbers[start : start + self.a_sheet]


def read_printed_parts(folder: Path) -> list[PrintedPart]:
    """The PDFs of a folder that were written, in order.

    A last line that is not whole belongs to a run that was stopped. Raises InputError for any other.
    """
    path = folder / RECORD
    if not os.path.isfile(path):
        return []
    lines = read_text(path, "table_bytes").split("\n")
    found: dict[str, PrintedPart] = {}  # a PDF that was made again has a second line
    for number, line in enumerate(lines, 1):
        if not line and number == len(lines):
            break
        try:
            data = json.loads(line)
            name = data["file"]
            if not _PDF.fullmatch(name):
                raise ValueError(name)
            numbers, a_sheet = tuple(map(int, data["copies"])), max(0, int(data.get("a_sheet", 0)))
            found[name] = PrintedPart(name, str(data["sha256"]), numbers, a_sheet)
        except (ValueError, KeyError, TypeError, RecursionError):
            if number == len(lines):
                break
            hint = "restore it from a backup: it says which copies are printed"
            raise bad_input(
                shown(path), "the line has no PDF with its checksum and copies", hint, number
            ) from None
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
    done = {
        one.name: one for one in read_printed_parts(folder) if one.name.startswith(f"{ledger.opening.id}-")
    }
    events = {(data["file"], data["sha256"]): data for _, data in ledger.prints()}
    wanted = {
        number for one in done.values() if (one.name, one.sha256) not in events for number in one.numbers
    }
    copies = {copy.number: copy for copy in ledger.copies("number", voided=True)} if wanted else {}
    for one in done.values():
        own = [copies[number] for number in one.numbers if number in copies]
        if own and (one.name, one.sha256) not in events:
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
    data = {"file": part.name, "sha256": part.sha256, "copies": part.numbers}
    line = json.dumps({**data, "a_sheet": part.a_sheet}) + "\n"
    try:
        with open_to_change(path) as file:
            end = file.seek(0, os.SEEK_END)
            if end:
                file.seek(max(0, end - 1))
                if file.read(1) != b"\n":
                    file.seek(0)
                    file.truncate(file.read().rfind(b"\n") + 1)
            file.seek(0, os.SEEK_END)
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OutputError(f"{shown(path)}: cannot be written: {error.strerror}") from None
