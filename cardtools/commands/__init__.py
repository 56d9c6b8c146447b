"""One file a command: parse, call one stage, print what was made and where.

`cardtools NAME` is the function NAME of the module NAME, imported when it runs. A command module imports
heavy packages (pandas, Pillow, reportlab, Jinja2) only inside the function that needs them.
"""

from __future__ import annotations

import dataclasses
import functools
import time
from collections.abc import Callable, Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from cardtools.commands import completing
from cardtools.ground.console import Console
from cardtools.ground.io.files import is_standard, shown, user_path
from cardtools.ground.spelling import did_you_mean, nearest
from cardtools.project.project import find_project
from cardtools.project.settings import EffectSettings

if TYPE_CHECKING:
    from cardtools.reports.stats.table import Table

F = TypeVar("F", bound=Callable[..., Any])


class _File(click.Path):
    """A path that the user types, which may be a pipe, or `-` for the standard input or output."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = user_path(str(super().convert(value, param, ctx)))
        if is_standard(path) and isinstance(param, click.Option) and param.name:
            if param.metavar in ("FOLDER", "DIR"):
                self.fail("this is a folder, and - is the standard output.", param, ctx)
            if param.name.startswith("output") and ctx:
                ctx.ensure_object(Console).is_piped = True
        return path


class _Deck(_File):
    """A deck list; where there is none, the nearest deck of the project is the hint."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = super().convert(value, param, ctx)
        if not (path.exists() or is_standard(path)) and not path.parent.name:
            decks = {Path(deck).stem: deck for deck in find_project().settings.cards.decks}
            if near := did_you_mean(path.stem, decks):
                self.fail(f"no such file: {shown(path)}. Did you mean {decks[near]}?", param, ctx)
        return path


class OneOf(click.Choice[str]):
    """A choice of words; a misspelt one gets the nearest as a hint."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            near = nearest(str(value), list(self.choices))
            self.fail(error.message + (f" Did you mean {near}?" if near else ""), param, ctx)


class NumberRange(click.FloatRange):
    """A decimal number in a range; never nan, which is neither below nor above a limit."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value} is not a number.", param, ctx)
        return number


FILE = _File(path_type=Path)
# What ends a command and is a fault of neither the input nor cardtools.
NO_FAULT = (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError)
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
    default=EffectSettings().placeholders,
)


def card_filters(function: Callable[..., Any]) -> Callable[..., Any]:
    """The filters of cards, and the edition in which they are drawn: arguments and options that the command
    gets as one CardChoice, `choice`.
    """

    @functools.wraps(function)
    def run(
        *args: Any, names: tuple[str, ...], where: str, decks: tuple[Path, ...], edition: str, **values: Any
    ) -> Any:
        from cardtools.steps.card_choice import CardChoice

        return function(*args, choice=CardChoice(names, where, decks, edition), **values)

    names = click.argument("names", nargs=-1, metavar="[CARD]...", shell_complete=completing.cards)
    return names(where_option(deck_option(edition_option(run))))


def format_option(
    *more: str, default: str | None = "text", help: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The one way to ask for data: the command gets `form`, which is text, json or one `more`.

    With json the standard output is one JSON text, where the input cannot be used too.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def run(console: Console, *args: Any, form: str | None, **values: Any) -> Any:
            console.prints_json = form == "json"
            try:
                return function(console, *args, form=form, **values)
            except NO_FAULT:
                raise
            except Exception as error:
                if console.prints_json:
                    from cardtools.commands.unusable_input import faults

                    console.data(faults(error))
                raise

        return click.option(
            "--format",
            "form",
            type=OneOf(("text", "json", *more)),
            default=default,
            help=help or "text for people, json for programs. [default: text]",
        )(run)

    return decorate


def is_given(name: str) -> bool:
    """Whether the user has given a parameter of the command."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def uses_only(way: str, *names: str) -> None:
    """Raise UsageError where another parameter is given than `names`, which alone have an effect in this way
    of working.
    """
    for parameter in click.get_current_context().command.params:
        name = str(parameter.name)
        if name not in (*names, "quiet", "verbose") and is_given(name):
            is_option = isinstance(parameter, click.Option)
            word = max(parameter.opts, key=len) if is_option else parameter.human_readable_name
            raise click.UsageError(f"{way} does not use {word}: leave it out.")


def each_edition(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --all-editions to a command with --edition: it runs for the cards' own language and every edition.

    Its exit code is the highest of them.
    """

    @functools.wraps(function)
    def run(*args: Any, edition: str, all_editions: bool, **values: Any) -> Any:
        if not all_editions:
            return function(*args, edition=edition, **values)
        if edition or values.get("output"):
            other = "--edition" if edition else "-o"
            raise click.UsageError(f"--all-editions and {other} do not go together.")
        if (form := values.get("form", "text")) not in ("text", "jsonl", "github"):
            raise click.UsageError(f"--format {form} is one report, --all-editions makes several: use jsonl.")
        editions = find_project(required=True).settings.editions
        return max([function(*args, edition=name, **values) or 0 for name in ("", *editions)])

    return click.option(
        "--all-editions", is_flag=True, help="The cards' own language, and every edition of the project."
    )(run)


deck_option = click.option(
    "--deck",
    "decks",
    multiple=True,
    metavar="FILE",
    type=_Deck(path_type=Path),
    help="A deck list; may be repeated.",
)
where_option = click.option(
    "--where",
    metavar="CONDITION",
    default="",
    help="Only cards that meet a condition on their columns: \"TYPE == 'Fire' and LEVEL >= 3\".",
)
edition_option = click.option(
    "--edition",
    metavar="NAME",
    default="",
    shell_complete=completing.editions,
    help="An edition of the project file: the cards in another language.",
)
ruleset_option = click.option(
    "--ruleset",
    metavar="NAME_OR_FILE",
    shell_complete=completing.rulesets,
    help="A built-in ruleset, or a ruleset file.",
)
strict_option = click.option(
    "--strict", is_flag=True, help="Missing art is an error; without it, a placeholder is drawn."
)
paper_option = click.option(
    "--paper",
    metavar="NAME",
    shell_complete=completing.papers,
    help="letter, a4 or another paper (default: the project's).",
)
drawing_jobs_option = click.option(
    "--jobs", metavar="N", type=click.IntRange(1), help="Draw with N processes (default: all processors)."
)
scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Address of the Dask cluster. [default: one on this machine]"
)
key_option = click.option(
    "--key", metavar="FILE", type=FILE, help="The key of the run. [default: the one in your settings folder]"
)


def show_tables(
    console: Console,
    tables: Sequence[Table],
    width: int = 100,
    every_row: bool = False,
    nothing: str = "",
) -> None:
    """Print tables, at most so many characters wide, every row with -v; `nothing` where there is none."""
    from cardtools.reports.stats.as_text import format_tables

    whole = every_row or console.verbosity > 0
    console.result(*(format_tables(tables, whole, min(console.width(), width)) or nothing.split("\n")))


def override(settings: EffectSettings, **given: Any) -> EffectSettings:
    """The project's settings with those of the command line, whose paths are relative to the caller."""
    wanted = {name: value for name, value in given.items() if value is not None}
    paths = {name: str(value.absolute()) for name, value in wanted.items() if isinstance(value, Path)}
    return dataclasses.replace(settings, **{**wanted, **paths})


def _console(quiet: bool, verbose: bool) -> Console:
    """The Console of the command line, which prints as much as was asked for."""
    console = click.get_current_context().ensure_object(Console)
    if quiet or verbose:
        console.verbosity = int(verbose) - int(quiet)
    return console


def _console_options() -> list[click.Parameter]:
    return [
        click.Option(["-q", "--quiet"], is_flag=True, help="Print only problems."),
        click.Option(["-v", "--verbose"], is_flag=True, help="Print more details."),
    ]


def group(epilog: str, cls: type[click.Group] = click.Group) -> Callable[[Callable[[], None]], click.Group]:
    """A click group; `-q` and `-v` work before the name of its command too.

    `epilog` is the example that its help ends with.
    """

    def decorate(function: Callable[[], None]) -> click.Group:
        @functools.wraps(function)
        def run(quiet: bool, verbose: bool) -> None:
            _console(quiet, verbose)

        made = click.group(cls=cls, epilog=epilog)(run)
        made.params += _console_options()
        return made

    return decorate


def command(
    epilog: str, cls: type[click.Command] = click.Command, **settings: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """A click command whose function gets the Console first; `-q` and `-v` work behind every command.

    `epilog` is the example that its help ends with.
    """

    def decorate(function: Callable[..., Any]) -> click.Command:
        @functools.wraps(function)
        def run(quiet: bool, verbose: bool, **values: Any) -> Any:
            console = _console(quiet, verbose)
            start = time.perf_counter()
            code = function(console, **values)
            console.detail(f"took {time.perf_counter() - start:.2f} s")
            return code

        made = click.command(cls=cls, epilog=epilog, **settings)(run)
        made.params += _console_options()
        return made

    return decorate
