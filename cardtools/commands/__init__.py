"""One file a command: parse, call one stage, print what was made and where.

`cardtools NAME` is the function NAME of the module NAME, imported when it runs. The signature of the function
declares its options and arguments: each is the default of the parameter that gets it. A command module
imports heavy packages (pandas, Pillow, reportlab, Jinja2) only inside the function that needs them.
"""

from __future__ import annotations

import functools
import inspect
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cardtools.ground.console import Console, to_json
from cardtools.ground.errors import Diagnostic
from cardtools.ground.io.files import is_standard, user_path
from cardtools.ground.spelling import nearest
from cardtools.project.project import find_project
from cardtools.project.settings import EffectSettings

if TYPE_CHECKING:
    from cardtools.reports.stats.table import Table


class File(click.Path):
    """A path that the user types, which may be a pipe, or `-` for the standard input or output."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = user_path(str(super().convert(value, param, ctx)))
        if is_standard(path) and isinstance(param, click.Option) and param.name:
            if param.metavar in ("FOLDER", "DIR"):
                self.fail("this is a folder, and - is the standard output.", param, ctx)
            if param.name.startswith("output") and ctx:
                ctx.ensure_object(Console).is_piped = True
        return path


class OneOf(click.Choice[str]):
    """A choice of words; a misspelt one gets the nearest as a hint."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            near = nearest(str(value), list(self.choices))
            self.fail(error.message + (f" Did you mean {near}?" if near else ""), param, ctx)


class _NumberRange(click.FloatRange):
    """A decimal number in a range; never nan, which is neither below nor above a limit."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value} is not a number.", param, ctx)
        return number


FILE = File(path_type=Path)
# What ends a command and is a fault of neither the input nor cardtools.
NO_FAULT = (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError)
DEFAULT = "\0"  # stands for an option that was given without its value
EFFECTS = EffectSettings()  # the defaults that help texts show


@dataclass(eq=False)
class _Declared:
    """An option or an argument, as the signature of a command declares it."""

    kind: type[click.Parameter]
    names: Sequence[str]
    settings: dict[str, Any]

    def parameter(self, name: str, annotation: str) -> click.Parameter:
        """Click's parameter. What is not set follows from the annotation."""
        whole = annotation.removesuffix(" | None")
        one = whole.removeprefix("tuple[").removesuffix(", ...]")
        settings = dict(self.settings)
        limits = settings.pop("least", None), settings.pop("most", None)
        inferred: dict[str, Any] = {}
        if limits != (None, None):
            inferred["type"] = (click.IntRange if one == "int" else _NumberRange)(*limits)
        elif kind := {"Path": FILE, "int": int, "float": float}.get(one):
            inferred["type"] = kind
        if self.kind is click.Argument:
            inferred |= {"nargs": -1} if one != whole else {"required": whole == annotation}
        elif one == "bool":
            inferred |= {"is_flag": True} | ({} if whole == annotation else {"default": None})
        else:
            inferred |= {"is_flag": False} if "flag_value" in settings else {}
            shows_default = "default" in settings and "default:" not in settings["help"]
            inferred |= {"multiple": one != whole, "show_default": shows_default}
            inferred["metavar"] = {"Path": "FILE", "int": "N"}.get(one)
            inferred |= {"default": ""} if annotation == "str" and not settings.get("required") else {}
        return self.kind([name, *self.names], **(inferred | settings))


def option(*words: str, **settings: Any) -> Any:
    """An option, as the default of the parameter of a command that gets it: its names, and its help.

    The annotation says that it is a flag (bool), may be repeated (tuple), or gets a FILE (Path) or a number N
    (int); an optional one is None where it is not given. `least` and `most` limit a number. Other settings
    are those of `click.option`. A default is shown in the help where the text does not say it.
    """
    *names, text = words
    return _Declared(click.Option, names, {"help": text, **settings})


def argument(**settings: Any) -> Any:
    """An argument, as `option`; a tuple takes several words, an optional one may be left out."""
    return _Declared(click.Argument, (), settings)


@dataclass(eq=False)
class _Together:
    make: Callable[..., Any]
    parts: dict[str, tuple[str, Any]]


def together(make: Callable[..., Any], **others: Any) -> Any:
    """Options and arguments that a command gets as one value, as `make` declares them or `others` do."""
    return _Together(make, _declared(make, others))


def _declared(function: Callable[..., Any], others: Mapping[str, Any] = {}) -> dict[str, tuple[str, Any]]:
    return {
        name: (str(parameter.annotation), own)
        for name, parameter in inspect.signature(function).parameters.items()
        if isinstance(own := others.get(name, parameter.default), _Declared | _Together)
    }


def _parameters(declared: Mapping[str, tuple[str, Any]]) -> list[click.Parameter]:
    return [
        one
        for name, (kind, own) in declared.items()
        for one in (_parameters(own.parts) if isinstance(own, _Together) else [own.parameter(name, kind)])
    ]


def is_given(name: str) -> bool:
    """Whether the user has given a parameter of the command."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def uses_only(way: str, *names: str) -> None:
    """Raise UsageError where a parameter is given that has no effect in this way of working."""
    for parameter in click.get_current_context().command.params:
        name = str(parameter.name)
        if name not in (*names, "quiet", "verbose") and is_given(name):
            is_option = isinstance(parameter, click.Option)
            word = max(parameter.opts, key=len) if is_option else parameter.human_readable_name
            raise click.UsageError(f"{way} does not use {word}: leave it out.")


def print_json(console: Console, data: object) -> None:
    console.data(to_json(data) + "\n")


def print_data(console: Console, form: str | None, data: object, *lines: str) -> None:
    """Print data as JSON if the form is json, else the lines that tell it to people."""
    if form == "json":
        print_json(console, data)
    elif lines:
        console.result(*lines)


def exit_code(findings: Iterable[Diagnostic]) -> int:
    """1 if there is an error among the findings, else 0."""
    return int(any(finding.severity == "error" for finding in findings))


def show_tables(
    console: Console, tables: Sequence[Table], width: int = 100, every_row: bool = False, nothing: str = ""
) -> None:
    """Print tables, at most so many characters wide, every row with -v; `nothing` where there is none."""
    from cardtools.reports.stats.as_text import format_tables

    whole = every_row or console.verbosity > 0
    console.result(*(format_tables(tables, whole, min(console.width(), width)) or nothing.split("\n")))


def override(settings: EffectSettings, given: Mapping[str, Any]) -> EffectSettings:
    """The settings with the options that have their names, whose paths are relative to the caller."""
    wanted = {one.name: value for one in fields(settings) if (value := given.get(one.name)) is not None}
    paths = {name: str(value.absolute()) for name, value in wanted.items() if isinstance(value, Path)}
    return replace(settings, **{**wanted, **paths})


def _console(quiet: bool, verbose: bool) -> Console:
    console = click.get_current_context().ensure_object(Console)
    if quiet or verbose:
        console.verbosity = int(verbose) - int(quiet)
    return console


_CONSOLE_OPTIONS = [
    click.Option(["-q", "--quiet"], is_flag=True, help="Print only problems."),
    click.Option(["-v", "--verbose"], is_flag=True, help="Print more details."),
]


def group(epilog: str, cls: type[click.Group] = click.Group) -> Callable[[Callable[[], None]], click.Group]:
    """A click group; `-q` and `-v` work before the name of its command too. `epilog` is an example."""

    def decorate(function: Callable[[], None]) -> click.Group:
        @functools.wraps(function)
        def run(quiet: bool, verbose: bool) -> None:
            _console(quiet, verbose)

        made = click.group(cls=cls, epilog=epilog)(run)
        made.params += _CONSOLE_OPTIONS
        return made

    return decorate


def command(
    epilog: str, cls: type[click.Command] = click.Command, of: click.Group | None = None, **settings: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """A click command whose function gets the Console first; `epilog` is its example, `of` its group."""

    def decorate(function: Callable[..., Any]) -> click.Command:
        declared = _declared(function)

        def once(console: Console, values: dict[str, Any]) -> Any:
            for name, (_, own) in declared.items():
                if isinstance(own, _Together):
                    values[name] = own.make(**{part: values.pop(part) for part in own.parts})
            if "form" in values:
                console.prints_json = values["form"] == "json"
            try:
                return function(console, **values)
            except Exception as error:
                if "form" in values and console.prints_json and not isinstance(error, NO_FAULT):
                    from cardtools.commands.unusable_input import print_faults

                    print_faults(console, error)
                raise

        @functools.wraps(function)
        def run(quiet: bool, verbose: bool, **values: Any) -> Any:
            console = _console(quiet, verbose)
            start = time.perf_counter()
            if values.get("all_editions"):
                code = max([once(console, {**values, "edition": name}) or 0 for name in _editions(values)])
            else:
                code = once(console, values)
            console.detail(f"took {time.perf_counter() - start:.2f} s")
            return code

        made = click.command(cls=cls, epilog=epilog, **settings)(run)
        made.params += [*_parameters(declared), *_CONSOLE_OPTIONS]
        if of:
            of.add_command(made)
        return made

    return decorate


def _editions(values: dict[str, Any]) -> tuple[str, ...]:
    """The cards' own language and the editions. Raises UsageError for options that are about one edition."""
    if values["edition"] or values.get("output"):
        other = "--edition" if values["edition"] else "-o"
        raise click.UsageError(f"--all-editions and {other} do not go together.")
    if (form := values.get("form", "text")) not in ("text", "jsonl", "github"):
        raise click.UsageError(f"--format {form} is one report, --all-editions makes several: use jsonl.")
    return ("", *find_project(required=True).settings.editions)
