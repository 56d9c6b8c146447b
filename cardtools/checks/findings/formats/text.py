"""The report for people: a line and a help line for each problem; on a terminal also the place itself."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from cardtools.cards.table import CardTable
from cardtools.checks.findings.check_report import Report
from cardtools.ground.console import COLOURS, Console
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import read_table
from cardtools.ground.spelling import counted
from cardtools.ground.tables.workbooks import is_workbook

_PIPE_WIDTH = 110


def show(console: Console, report: Report, excerpts: int = 0) -> None:
    """The findings and the summary on standard output; how many fixes there are on standard error. `excerpts`
    is the width that source lines are cut to, 0 for none.
    """
    lines = _Lines(report.checked.tables)
    for finding in report.diagnostics:
        if finding.severity != "error" and console.verbosity < 0:
            continue
        console.problem(finding._replace(hint="") if excerpts else finding, err=False)
        if excerpts and (pair := lines.excerpt(finding.location, excerpts)):
            console.result(pair[0], dim=True)
            console.result(pair[1], fg=COLOURS[finding.severity])
        if excerpts and finding.hint:
            console.result(f"  help: {finding.hint}")
    if left_out := report.left_out():
        console.result(left_out)
    if text := fixable(report.diagnostics):
        console.say(text, err=True)
    console.result(report.summary())


def fixable(findings: Sequence[Diagnostic]) -> str:
    """How many findings `--fix` would correct, in a sentence; "" if none."""
    fixes = Counter(finding.fix.safe for finding in findings if finding.fix)
    safe, unsafe = fixes[True], fixes[False]
    parts = [f"{counted(safe, 'problem')} can be fixed with --fix"] if safe else []
    if unsafe:
        more = f"{unsafe:,} more" if safe else counted(unsafe, "problem")
        parts.append(f"{more}{'' if safe else ' can be fixed'} with --fix --unsafe-fixes")
    return f"{', '.join(parts)} (--diff shows it first)" if parts else ""


def statistics(report: Report) -> list[str]:
    """A line for each code: how often, the code, its name, its severity; the most frequent first."""
    ordered = sorted(report.kinds.items(), key=lambda item: (-item[1], item[0]))
    width = max((len(f"{count:,}") for _, count in ordered), default=0)
    longest = max((len(name) for (_, name, _), _ in ordered), default=0)
    lines = (f"{n:>{width},}  {code}  {name:<{longest}}  {level}" for (code, name, level), n in ordered)
    return [*lines, report.summary()]


def excerpt_width(console: Console) -> int:
    """The width of the terminal; 0 where lines go into a pipe, unless `-v` asks for excerpts."""
    if not sys.stdout.isatty():
        return _PIPE_WIDTH if console.verbosity > 0 else 0
    return console.width()


class _Lines:
    """The lines of the checked files, each file read once."""

    def __init__(self, tables: Sequence[CardTable]) -> None:
        self.tables = {file.name: file for table in tables for file in table.file.parts}
        self.texts: dict[str, list[str]] = {}

    def excerpt(self, place: Location, width: int) -> tuple[str, str] | None:
        """The line, cut to the width around the place, and carets below the cell or the word."""
        table, path = self.tables.get(place.path), Path(place.path)
        if place.line and place.path not in self.texts:
            known = os.path.isfile(path) and not is_workbook(path)
            lines = table.text_lines if table else read_table(path)[0].split("\n") if known else []
            self.texts[place.path] = lines
        if not 0 < place.line <= len(self.texts[place.path]):
            return None
        line, start = self.texts[place.path][place.line - 1], max(place.column - 1, 0)
        end = start if table else len(line)
        if table and place.line >= table.header_line and place.column:
            start, end = table.span(place)
        return excerpt(line, start, end, place.line, width)


def excerpt(line: str, start: int, end: int, number: int, width: int) -> tuple[str, str]:
    """`  12 | …;Fire;245;250;…` and carets below the characters from `start` to `end` (at least one)."""
    head = f"{number:>5} | "
    room = width - len(head) - 1
    # What is further away than this is not shown, and combining marks without end take no room.
    before = max(start - 2 * width, 0)
    line, start, end = line[before : start + 2 * width], start - before, end - before
    line = "".join(sign if sign.isprintable() else " " for sign in line)
    # A third of the room goes to what stands before the place, and what is not used there to what is behind.
    first = start
    while first > 0 and terminal_width(line[first - 1 : start]) <= room // 3 - 1:
        first -= 1
    if terminal_width(line) <= room:
        first = 0
    cut_before = "…" if first else ""
    last = first
    while last < len(line) and terminal_width(cut_before + line[first : last + 1]) <= room - 1:
        last += 1
    if last == len(line) - 1 and terminal_width(cut_before + line[first:]) <= room:
        last += 1
    shown_part = cut_before + line[first:last] + ("…" if last < len(line) else "")
    indent = terminal_width(cut_before + line[first:start])
    carets = max(terminal_width(line[start : min(end, last)]), 1)
    return f"{head}{shown_part}", f"{'|':>{len(head) - 1}} {' ' * indent}{'^' * carets}"


def terminal_width(text: str) -> int:
    """Columns on a terminal: wide letters take two, combining marks none."""
    if text.isascii():
        return len(text)
    wide = sum(1 for sign in text if unicodedata.east_asian_width(sign) in "WF")
    return len(text) + wide - sum(1 for sign in text if unicodedata.combining(sign))
