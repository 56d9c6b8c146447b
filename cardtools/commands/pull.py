"""`cardtools pull`: fetch a card table, show what is new in it, and replace the old one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from cardtools.commands import argument, command, option
from cardtools.ground.console import Console, echo
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.ground.tables.workbooks import table_file
from cardtools.library.versions import own_table, pull_table
from cardtools.project.project import Project, find_project


@command("Example: cardtools pull https://docs.google.com/spreadsheets/d/1AbC/edit#gid=0")
def pull(
    console: Console,
    url: str | None = argument(),
    output: Path | None = option(
        "-o", "--output", "The table to replace. [default: the card table of the project]"
    ),
    yes: bool = option("-y", "--yes", "Replace the table without being asked."),
) -> int:
    """Fetch a card table by its URL, and replace the one of the project after showing what changes.

    URL is that of a Google Sheet that everybody with the link may read, or of any CSV file or workbook;
    without one, the `source` of the project file is fetched. Without --yes you are asked before anything is
    replaced; where nobody can be asked, nothing is.

    Exits 1 if a table is new and was not replaced, 2 if there is no usable table at the URL.
    """
    project = find_project(required=True)
    left = 0
    for path, source in _wanted(project, url, output).items():
        pulled = pull_table(project, path, source, url is not None, console.detail)
        name = shown(table_file(path))
        if pulled is None:
            console.say(f"{name} is up to date")
            continue
        echo(pulled.changes, nl=False)
        if not yes and not (sys.stdin.isatty() and sys.stdout.isatty()):
            console.say(f"{name} is not replaced: add --yes to replace it")
            left += 1
        elif yes or click.confirm(f"{'Write' if pulled.before is None else 'Replace'} {name}?"):
            pulled.write()
            console.say(f"{counted(len(pulled.cards), 'card')} -> {name}")
        else:
            left += 1
    return int(left > 0)


def _wanted(project: Project, url: str | None, output: Path | None) -> Mapping[Path, str]:
    """The tables to replace, each with its URL."""
    tables = project.tables
    source = project.settings.cards.source
    if url is None and not source:
        raise click.UsageError('Which URL? Name one, or write source = "https://..." under [cards].')
    if url is None and isinstance(source, dict):
        if output:
            raise click.UsageError("-o needs a URL: the project file has one for each table.")
        return {own_table(project, name): address for name, address in source.items()}
    if output is None and len(tables) > 1:
        names = ", ".join(map(shown, tables))
        raise click.UsageError(f"Which table? There is more than one: name one with -o ({names}).")
    path = output or own_table(project, str(tables[0].relative_to(project.root)))
    return {path: url or str(source)}
