"""The line ends of a card table's bytes, which its text no longer shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.tables.csv_document import CsvFile

LINE_ENDINGS = Check.of("""CSV011 line-endings info: lines end in different ways
    why: Some tools read such a file as one with empty lines, or as one long line.
    bad: two lines with CRLF (Windows), one with LF (Linux, macOS)
    good: all lines alike; lines within a cell may differ, as spreadsheets write them
    fix: save the file with one kind of line ends (in most editors at the bottom of the window)""")

_NAMES = {b"\r\n": "CRLF (Windows)", b"\n": "LF (Linux, macOS)", b"\r": "a lone CR"}


def different_ends(data: bytes) -> Sequence[bytes]:
    """The end of every line where they are not all alike, else nothing."""
    windows = data.count(b"\r\n")
    others = (data.count(b"\r") - windows, data.count(b"\n") - windows)
    if sum(map(bool, (windows, *others))) < 2:
        return ()
    return re.findall(rb"\r\n?|\n", data)


def mixed_ends(file: CsvFile, ends: Sequence[bytes]) -> list[Diagnostic]:
    """Rows that end in different ways; lines within a cell may (spreadsheets write LF there)."""
    last = [begin - 1 for begin in file.line_numbers]
    if file.text.endswith("\n"):
        last.append(len(ends))
    kinds = [ends[line - 1] for line in last]
    counts = Counter(kinds)
    if len(counts) < 2:
        return []
    rarest = min(counts, key=lambda kind: (counts[kind], kinds.index(kind)))
    listed = ", ".join(f"{counts[kind]:,} with {name}" for kind, name in _NAMES.items() if counts[kind])
    place = Location(file.name, last[kinds.index(rarest)], 1)
    message = f"lines end in different ways: {listed}"
    return [LINE_ENDINGS.finding(place, message, "choose one of them when you save the file")]


def lone_return(ends: Sequence[bytes], line: int) -> str:
    """The hint where a lone CR, among other line ends, precedes or follows the line; else ""."""
    for before in (line - 1, line):
        if 0 < before <= len(ends) and ends[before - 1] == b"\r":
            return f"line {before} ends with a lone CR, perhaps within a cell: remove it"
    return ""
