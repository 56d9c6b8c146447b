"""The page of all commands, from their help: `docs/reference/commands.md`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from cardtools.reports.reference.pages import cell, code_cell

_EVERYWHERE = {"--quiet", "--verbose", "--help"}
_HEAD = """\
# Commands

Made by `cardtools explain commands --format markdown`; a test compares it. In the terminal:
`cardtools COMMAND --help`.

All commands work in a project folder or anywhere below it. Each accepts `-q` (print only problems), `-v`
(print more details) and `-h` (show its help). Results go to standard output, problems to standard error.

Each command that prints data has `--format json`: then the standard output is one JSON text and nothing
else. Where the input cannot be used, it is an object whose `findings` say why, with `complete` false.

Exit codes: 0 success; 1 there are findings (a rule is broken, a text does not fit); 2 invalid input or
options; 130 interrupted."""


def commands_page(group: click.Group) -> str:
    rows = ["| command | what it does | example |", "|---|---|---|"]
    sections: list[str] = []
    for name, command in commands_of(group).items():
        rows.append(f"| [`{name}`](#{name}) | {_escaped(purpose(command))} | {_example(command)} |")
        sections += _section(command, f"cardtools {name}", "##")
        for inner, one in commands_of(command).items():
            sections += _section(one, f"cardtools {name} {inner}", "###")
    return "\n\n".join([_HEAD, "\n".join(rows), *sections]) + "\n"


def commands_of(group: click.Command) -> dict[str, click.Command]:
    """The commands of a group by name, without hidden ones; none if it is no group."""
    if not isinstance(group, click.Group):
        return {}
    context = click.Context(group)
    found = ((name, group.get_command(context, name)) for name in group.list_commands(context))
    return {name: command for name, command in found if command and not command.hidden}


def purpose(command: click.Command) -> str:
    """What a command does: the first paragraph of its help."""
    return " ".join(inspect.cleandoc(command.help or "").partition("\n\n")[0].split())


def _example(command: click.Command) -> str:
    return code_cell((command.epilog or "").removeprefix("Example: "))


def _section(command: click.Command, name: str, heading: str) -> Iterator[str]:
    context = click.Context(command, info_name=name)
    yield f"{heading} {name.removeprefix('cardtools ')}"
    yield f"```text\n{name} {' '.join(command.collect_usage_pieces(context))}\n```"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        lines = paragraph.split("\n")
        if lines[0] == "\b":
            yield "\n".join(["```text", *lines[1:], "```"])
        else:
            yield _escaped(" ".join(lines))
    records = [
        (record[0], " ".join(record[1].split()))
        for parameter in command.get_params(context)
        if isinstance(parameter, click.Option)
        if not _EVERYWHERE.intersection(parameter.opts) and (record := parameter.get_help_record(context))
    ]
    if records:
        rows = [f"| {code_cell(names)} | {cell(_escaped(meaning.strip()))} |" for names, meaning in records]
        yield "\n".join(["| option | meaning |", "|---|---|", *rows])
    yield f"Example: {_example(command)}"


def _escaped(text: str) -> str:
    """The text with what Markdown would read as marks escaped, except in code."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"([<*_]|\[(?=\[)|\](?=\]))", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)
