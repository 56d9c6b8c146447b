"""What a command prints: results on standard output, everything else on standard error.

Cards, file names and rulesets may come from a stranger and hold anything, so every line goes through
`printable`; only `data` is printed as it is.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from cardtools.ground.errors import UNSAFE, Diagnostic, printable
from cardtools.ground.io.files import shown
from cardtools.ground.io.progress import PROGRESS, tell

T = TypeVar("T")
MOST_ERRORS = 150
MOST_WARNINGS = 20
MOST_REMOVED = 20  # files that are named
LONGEST = 2_000  # characters of a problem: a cell may be a book
COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}


def is_plain() -> bool:
    """Whether the user wants no colours (https://no-color.org), or has a terminal that has none."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def echo(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a text, on a terminal in its colours unless `is_plain`."""
    click.echo(text, err=err, nl=nl, color=False if is_plain() else None)


class Console:
    """Prints as much as is wanted: `verbosity` is -1 for problems only (-q), 0, or 1 for details too (-v). If
    it `is_piped`, a file goes to the standard output, and everything else to standard error. If it
    `prints_json`, everything but `data` goes to standard error.
    """

    def __init__(self, verbosity: int = 0) -> None:
        self.verbosity = verbosity
        self.is_piped = False
        self.prints_json = False

    def result(self, *lines: str, err: bool = False, **style: Any) -> None:
        """Print lines of what the command was asked for, even with `-q`."""
        text = "\n".join(map(printable, lines))
        echo(click.style(text, **style) if style else text, err or self.is_piped or self.prints_json)

    def data(self, text: str) -> None:
        """Print a text for another program: byte for byte, but on a terminal as safe lines."""
        if sys.stdout.isatty():
            echo("\n".join(map(printable, text.removesuffix("\n").split("\n"))))
        else:
            sys.stdout.write(text)
            sys.stdout.flush()

    def say(self, line: str, **style: Any) -> None:
        """Print a line about what was made and where."""
        if self.verbosity >= 0:
            self.result(line, **style)

    def detail(self, line: str) -> None:
        """Print a line if `-v` is given."""
        if self.verbosity >= 1:
            self.result(line, err=True)

    def problem(self, diagnostic: Diagnostic, err: bool = True) -> None:
        """Print a problem, in colour on a terminal; with `-q` only if it is an error."""
        if diagnostic.severity == "error" or self.verbosity >= 0:
            line, newline, hint = str(diagnostic).partition("\n")
            place, _, rest = _shortened(line).partition(": ")
            code, colon, message = rest.partition(": ") if diagnostic.code else ("", "", rest)
            text = click.style(place, bold=True) + ": " + click.style(code, fg=COLOURS[diagnostic.severity])
            hint = click.style(_shortened(hint), dim=True)
            echo(f"{text}{colon}{message}{newline}{hint}", err or self.prints_json)

    def problems(self, diagnostics: Iterable[Diagnostic], err: bool = True) -> None:
        """Print the problems in order; without `-v` at most 150 errors and 20 others."""
        listed = [one for one in diagnostics if one.severity == "error" or self.verbosity >= 0]
        printed = errors = others = 0
        for diagnostic in listed:
            errors += diagnostic.severity == "error"
            others += diagnostic.severity != "error"
            if self.verbosity <= 0 and errors > MOST_ERRORS:
                break
            if self.verbosity > 0 or diagnostic.severity == "error" or others <= MOST_WARNINGS:
                self.problem(diagnostic, err)
                printed += 1
        if printed < len(listed):
            what = "problems" if errors else "warnings"
            echo(f"and {len(listed) - printed:,} more {what}; -v shows them all", err or self.prints_json)

    def width(self) -> int:
        """The columns of the terminal (at least 40), or those that COLUMNS says; 100 where there is none."""
        import shutil  # takes as long to import as fifty cards to check

        return max(shutil.get_terminal_size((100, 24)).columns, 40)

    def not_drawn(self, names: Sequence[str], outdated: Sequence[Path] = ()) -> None:
        """Print which cards cannot be drawn, if any, and which pictures of an earlier run they still have."""
        if names:
            self.result(f"not drawn: {', '.join(names)}", err=True)
        for path in outdated:
            self.result(f"{shown(path)} is outdated: it is from an earlier run", err=True)

    def cleared(self, removed: Sequence[Path], changed: Sequence[Path]) -> None:
        """Print which files of earlier runs, which are no longer made, were removed, and which stay."""
        for path in removed[:MOST_REMOVED]:
            self.say(f"removed {shown(path)}, which is no longer made")
        if len(removed) > MOST_REMOVED:
            self.say(f"removed {len(removed) - MOST_REMOVED:,} more files that are no longer made")
        for path in changed:
            why = "is no longer made, and stays since it was changed: delete it or move it away"
            self.result(f"{shown(path)} {why}", err=True)

    @contextmanager
    def progress(self, items: Iterable[T], length: int, label: str) -> Iterator[Iterable[T]]:
        """The items, with a progress bar on a terminal unless `-q` is given."""
        if os.environ.get(PROGRESS):
            yield _told(items, length, label)
            return
        dumb = os.environ.get("TERM") == "dumb"  # it cannot go back to the beginning of a line
        hidden = self.verbosity < 0 or dumb or not sys.stderr.isatty()
        with click.progressbar(items, length=length, label=label, file=sys.stderr, hidden=hidden) as bar:
            yield bar


def _told(items: Iterable[T], length: int, label: str) -> Iterator[T]:
    known = -1
    for number, item in enumerate(items):
        if (now := 100 * number // max(length, 1)) > known:
            known = now
            tell(f"{now / 100:.2f}", label)
        yield item


def _shortened(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}… ({len(line):,} characters)"


def to_json(data: object, indent: int | None = 2) -> str:
    """Data as JSON, readable as far as it is safe to print; other characters are escaped, as JSON has it."""
    import json

    text = json.dumps(data, ensure_ascii=False, indent=indent)
    return re.sub(rf"(?!\n){UNSAFE}|#(?=#\w*\[)", lambda found: f"\\u{ord(found[0]):04x}", text)
