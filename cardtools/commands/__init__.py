"""One file a command: parse, call one stage, print what was made and where.

`cardtools NAME` is the function NAME of the module NAME, imported when it runs. A command module imports
heavy packages (pandas, Pillow, reportlab, Jinja2) only inside the function that needs them.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cardtools.console import Console
from cardtools.files import user_path
from cardtools.project import EffectSettings

F = TypeVar("F", bound=Callable[..., Any])


class _File(click.Path):
    """A path that the user types, which may be a pipe."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        return user_path(str(super().convert(value, param, ctx)))


FILE = _File(path_type=Path)
DEFAULT = "\0"  # stands for an option that was given without its value


def path_option(*names: str, help: str, default: str = "", metavar: str = "FILE") -> Callable[[F], F]:
    """An option for a path. The default, which the command puts in, is only shown in the help."""
    shown = f"{help} [default: {default}]" if default else help
    return click.option(*names, type=FILE, metavar=metavar, help=shown)


def optional_path(*names: str, help: str, default: str) -> Callable[[F], F]:
    """An option for a path that may be given without one: it is DEFAULT then."""
    shown = f"{help} [default: {default}]"
    return click.option(*names, is_flag=False, flag_value=DEFAULT, metavar="[FILE]", help=shown)


placeholder_dir = path_option(
    "-p",
    "--placeholder_dir",
    "placeholders",
    metavar="DIR",
    help="Folder of the placeholder files.",
    default=EffectSettings.placeholders,
)


def card_filters(function: Callable[..., Any]) -> Callable[..., Any]:
    """The filters of cards: arguments and options that the command gets as one CardChoice, `choice`."""

    @functools.wraps(function)
    def run(*args: Any, names: tuple[str, ...], where: str, decks: tuple[Path, ...], **values: Any) -> Any:
        from cardtools.stages.choice import CardChoice

        return function(*args, choice=CardChoice(names, where, decks), **values)

    names = click.argument("names", nargs=-1, metavar="[CARD]...")
    return names(where_option(deck_option(run)))


deck_option = click.option(
    "--deck", "decks", multiple=True, metavar="FILE", type=FILE, help="The cards of a deck. May be repeated."
)
where_option = click.option(
    "--where",
    metavar="CONDITION",
    default="",
    help="The cards that meet a condition on their columns: \"TYPE == 'Fire' and LEVEL >= 3\".",
)
ruleset_option = click.option(
    "--ruleset", metavar="NAME_OR_FILE", help="A built-in ruleset, or a ruleset file."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def override(settings: EffectSettings, **given: Any) -> EffectSettings:
    """The project's settings with those of the command line, whose paths are relative to the caller."""
    wanted = {name: value for name, value in given.items() if value is not None}
    paths = {name: str(value.absolute()) for name, value in wanted.items() if isinstance(value, Path)}
    return dataclasses.replace(settings, **{**wanted, **paths})


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
