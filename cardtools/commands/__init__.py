"""One file a command: parse, call one stage, print what was made and where.

`cardtools NAME` is the function NAME of the module NAME, imported when it runs. A command module imports
heavy packages (pandas, Pillow, reportlab, Jinja2) only inside the function that needs them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from cardtools.console import Console

FILE = click.Path(path_type=Path)
fail_on = click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "info"]),
    default="error",
    show_default=True,
    help="Exit with 1 from this severity on.",
)
DEFAULT = "\0"  # stands for an option that was given without its value


def command(epilog: str, **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """A click command whose function gets the Console first; `-q` and `-v` work behind every command.

    `epilog` is the example that its help ends with.
    """

    def decorate(function: Callable[..., Any]) -> click.Command:
        @functools.wraps(function)
        def run(quiet: bool, verbose: bool, **values: Any) -> Any:
            console: Console = click.get_current_context().ensure_object(Console)
            if quiet or verbose:
                console.verbosity = int(verbose) - int(quiet)
            return function(console, **values)

        made = click.command(cls=click.Command, epilog=epilog, **settings)(run)
        made.params += [
            click.Option(["-q", "--quiet"], is_flag=True, help="Print only problems."),
            click.Option(["-v", "--verbose"], is_flag=True, help="Print more details."),
        ]
        return made

    return decorate
