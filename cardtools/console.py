"""What a command prints: results on standard output, everything else on standard error."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

import click

from cardtools.errors import Diagnostic

T = TypeVar("T")
MOST_WARNINGS = 20
_COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}


_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


def visible(diagnostic: Diagnostic) -> Diagnostic:
    """The problem with control characters made visible: a card's text must not control the terminal."""
    texts = (diagnostic.location.path, diagnostic.message, diagnostic.hint)
    if all(map(str.isprintable, texts)):
        return diagnostic
    path, message, hint = (_CONTROL.sub(lambda sign: repr(sign[0])[1:-1], text) for text in texts)
    return replace(diagnostic, location=replace(diagnostic.location, path=path), message=message, hint=hint)


class Console:
    """Prints as much as is wanted: `verbosity` is -1 for problems only (-q), 0, or 1 for details too (-v)."""

    def __init__(self, verbosity: int = 0) -> None:
        self.verbosity = verbosity

    def result(self, text: str) -> None:
        """Print what the command was asked for, even with `-q`."""
        click.echo(text)

    def say(self, text: str) -> None:
        """Print a line about what was made and where."""
        if self.verbosity >= 0:
            click.echo(text)

    def detail(self, text: str) -> None:
        """Print a line if `-v` is given."""
        if self.verbosity >= 1:
            click.echo(text, err=True)

    def problem(self, diagnostic: Diagnostic, err: bool = True) -> None:
        """Print a problem, in colour on a terminal; with `-q` only if it is an error."""
        if diagnostic.severity == "error" or self.verbosity >= 0:
            place, _, rest = str(visible(diagnostic)).partition(": ")
            head, newline, hint = rest.partition("\n")
            code, colon, message = head.partition(": ") if diagnostic.code else ("", "", head)
            text = click.style(place, bold=True) + ": " + click.style(code, fg=_COLOURS[diagnostic.severity])
            click.echo(f"{text}{colon}{message}{newline}{click.style(hint, dim=True)}", err=err)

    def problems(self, diagnostics: Iterable[Diagnostic], err: bool = True) -> None:
        """Print the problems in order; without `-v` all errors, but at most twenty others."""
        left = sys.maxsize if self.verbosity > 0 else MOST_WARNINGS
        passed_over = 0
        for diagnostic in diagnostics:
            if diagnostic.severity != "error":
                left -= 1
                if left < 0:
                    passed_over += 1
                    continue
            self.problem(diagnostic, err)
        if passed_over and self.verbosity >= 0:
            click.echo(f"and {passed_over:,} more warnings; -v shows them all", err=err)

    def not_drawn(self, names: Sequence[str]) -> None:
        """Print which cards cannot be drawn, if any."""
        if names:
            click.echo(f"not drawn: {', '.join(names)}", err=True)

    @contextmanager
    def progress(self, items: Iterable[T], length: int, label: str) -> Iterator[Iterable[T]]:
        """The items, with a progress bar on a terminal unless `-q` is given."""
        hidden = self.verbosity < 0 or not sys.stderr.isatty()
        with click.progressbar(items, length=length, label=label, file=sys.stderr, hidden=hidden) as bar:
            yield bar
