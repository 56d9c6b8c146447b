"""What is wrong with rows that cannot be read: a cell that should be in quotes, line ends that differ."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from operator import and_
from typing import Any

from cardtools.cards.cells import read_column
from cardtools.cards.spaces import visible
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.language.decimals import Exact
from cardtools.rulesets.ruleset import Field, Ruleset

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


def unquoted(ruleset: Ruleset, columns: Sequence[str], cells: Sequence[str], delimiter: str = ";") -> str:
    """The hint that names the one column whose cell, put together, leaves all others fitting; "" if none."""
    extra = len(cells) - len(columns)
    if extra <= 0:
        return ""
    fields = [ruleset.fields.get(name) for name in columns]
    # Whether all cells up to an index fit, from the left and from the right.
    before = list(accumulate(map(_fits, fields, cells), and_, initial=True))
    after = list(accumulate(map(_fits, fields[::-1], cells[::-1]), and_, initial=True))[::-1]
    fitting = [
        index
        for index, field in enumerate(fields)
        if _is_text(field)
        and before[index]
        and after[index + 1]
        and "".join(cells[index + 1 : index + extra + 1]).strip()
    ]
    # Text continues with a space after the sign, cells begin without one.
    spaced = [i for i in fitting if all(cell.startswith(" ") for cell in cells[i + 1 : i + extra + 1])]
    chosen = spaced if len(fitting) > 1 else fitting
    if len(chosen) != 1:
        return ""
    text = delimiter.join(cells[chosen[0] : chosen[0] + extra + 1])
    quoted = text.replace('"', '""')
    hint = f"put {columns[chosen[0]]} in quotes: "
    return hint + (f'"{quoted}"' if len(quoted) <= 60 and quoted.isprintable() else visible(text))


def _is_text(field: Field | None) -> bool:
    if field is None:
        return True
    entry = field.entry
    return entry.type == "str" and not (field.vocabulary or field.pattern or entry.values or entry.file)


def _fits(field: Field | None, cell: str) -> bool:
    if field is None or not cell.strip():
        return True
    column = read_column((cell,), field)
    (value,) = column.values
    if column.unusable:
        return False
    words = value if isinstance(value, tuple) else (value,)
    if field.vocabulary:
        return all(word in (*field.vocabulary.values, *field.vocabulary.entry.undocumented) for word in words)
    if field.entry.file:
        return bool(re.search(rf"\.(?:{'|'.join(map(re.escape, field.entry.file))})$", cell.strip(), re.I))
    low: Any = field.entry.min
    high: Any = field.entry.max
    if isinstance(value, int | Exact | datetime.date) and not isinstance(value, bool):
        return (low is None or value >= low) and (high is None or value <= high)
    return field.pattern is None or bool(field.pattern.fullmatch(str(value)))
