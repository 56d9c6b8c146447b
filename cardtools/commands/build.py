"""`cardtools build`: the whole pipeline (Doc 4.10)."""

from __future__ import annotations

import shutil
import sys
import textwrap
import time

from cardtools.commands import command, option, options
from cardtools.ground.console import Console
from cardtools.project.project import find_project
from cardtools.steps.build import BuildRow, run_build

_WIDTH = 140  # characters, where the output is no terminal


@command(epilog="Example: cardtools build")
def build(
    console: Console,
    strict: bool | None = option(
        "--strict/--no-strict",
        "Missing art and an unresolved placeholder are errors, or neither (default: only the placeholder).",
    ),
    again: bool = option("--again", "Make everything again, even what has not changed."),
    jobs: int | None = options.drawing_jobs,
    all_editions: bool = options.each_edition,
    edition: str = options.edition,
) -> int:
    """Run the whole pipeline: effects, tags, checks, cards, sheets.

    What has not changed since the last build is skipped. Exits 1 if the checks or the drawing found
    something, 2 if something could not be made. With --edition only the cards and sheets are made.
    """
    start = time.perf_counter()
    project = find_project(required=True).in_edition(edition)
    outcomes = run_build(project, console, strict is not False, again, jobs or 0, bool(strict))
    for line in summary(outcomes):
        console.say(line)
    console.say(f"built in {time.perf_counter() - start:.1f} s")
    return max(outcome.code for outcome in outcomes)


def summary(outcomes: list[BuildRow]) -> list[str]:
    """The outcomes as a table as wide as the terminal: step, what was made, where, how long."""
    others = max(len(outcome.step) for outcome in outcomes) + max(len(outcome.where) for outcome in outcomes)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDTH
    room = max(24, width - others - len("unchanged") - 6)
    made = [textwrap.wrap(outcome.made, room) or [""] for outcome in outcomes]
    rows = [(outcome.step, first, outcome.where) for outcome, (first, *_) in zip(outcomes, made, strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for outcome, row, (_, *more) in zip(outcomes, rows, made, strict=True):
        time = "unchanged" if outcome.skipped else f"{outcome.seconds:.1f} s"
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append("  ".join([*cells, time if outcome.where else ""]).rstrip())
        lines += [f"{'':<{widths[0]}}  {line}" for line in more]
    return lines
