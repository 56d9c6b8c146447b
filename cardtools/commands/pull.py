"""`cardtools pull`: fetch a card table, show what is new in it, and replace the old one."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from cardtools.cards.table import CardTable, read_tables
from cardtools.commands import command, path_option
from cardtools.ground.console import Console, echo
from cardtools.ground.errors import InputError, OutputError, bad_input
from cardtools.ground.io.files import check_output, read_bytes, replace_unchanged, shown, write_atomic
from cardtools.ground.spelling import counted
from cardtools.ground.tables.workbooks import is_workbook, table_file
from cardtools.project.project import Project, find_project
from cardtools.rulesets import Ruleset, project_ruleset


@command("Example: cardtools pull https://docs.google.com/spreadsheets/d/1AbC/edit#gid=0")
@click.argument("url", required=False)
@path_option("-o", "--output", help="The table to replace.", default="the card table of the project")
@click.option("-y", "--yes", is_flag=True, help="Replace the table without being asked.")
def pull(console: Console, url: str | None, output: Path | None, yes: bool) -> int:
    """Fetch a card table by its URL, and replace the one of the project after showing what changes.

    URL is that of a Google Sheet that everybody with the link may read, or of any CSV file or workbook;
    without one, the `source` of the project file is fetched. Without --yes you are asked before anything is
    replaced; where nobody can be asked, nothing is.

    Exits 1 if a table is new and was not replaced, 2 if there is no usable table at the URL.
    """
    project = find_project(required=True)
    left = 0
    for path, source in _wanted(project, url, output).items():
        left += _pull(console, project, path, source, typed=url is not None, yes=yes)
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
        return {_own(project, name): address for name, address in source.items()}
    if output is None and len(tables) > 1:
        names = ", ".join(map(shown, tables))
        raise click.UsageError(f"Which table? There is more than one: name one with -o ({names}).")
    path = output or _own(project, str(tables[0].relative_to(project.root)))
    return {path: url or str(source)}


def _own(project: Project, name: str) -> Path:
    """A table of the project, which may come from a stranger."""
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise OutputError(f"{name}: not written: it leaves the project\n  help: name it yourself, with -o")
    check_output(table_file(project.root / name), project.root)
    return project.root / name


def _pull(console: Console, project: Project, path: Path, url: str, typed: bool, yes: bool) -> int:
    """Fetch a table and replace the one at the path; how many were left as they are though they are old."""
    from cardtools.ground.io.fetch import fetch, table_address

    file = table_file(path)
    address = table_address(url, is_workbook(path))
    console.detail(f"fetching {address}")
    data = fetch(address, typed)
    _check_kind(path, data, url)
    before = (
        read_bytes(file, "workbook_bytes" if is_workbook(path) else "table_bytes") if file.exists() else None
    )
    if data == before:
        console.say(f"{shown(file)} is up to date")
        return 0
    ruleset = project_ruleset(project)
    new = _read(project, ruleset, path, data)
    if not len(new):
        raise bad_input(url, "there is no card in the answer")
    _show(project, ruleset, new)
    if not yes:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            console.say(f"{shown(file)} is not replaced: add --yes to replace it")
            return 1
        if not click.confirm(f"Replace {shown(file)}?" if before is not None else f"Write {shown(file)}?"):
            return 1
    if before is None:
        write_atomic(file, data)
    else:
        replace_unchanged(file, before, data)
    console.say(f"{counted(len(new), 'card')} -> {shown(file)}")
    return 0


def _check_kind(path: Path, data: bytes, url: str) -> None:
    """Raise InputError where a workbook would replace a CSV file, or the other way round."""
    if data.startswith(b"PK") != is_workbook(path):
        what, other = ("a CSV table", "csv") if is_workbook(path) else ("a workbook", "xlsx")
        hint = f"name another file: -o {table_file(path).with_suffix(f'.{other}').name}"
        raise bad_input(url, f"the answer is {what}, {shown(path)} is not", hint)


def _read(project: Project, ruleset: Ruleset, path: Path, data: bytes | None) -> CardTable:
    """The card database with the fetched table in its place."""
    tables = [*project.tables]
    own = [os.path.realpath(table_file(table)) for table in tables]
    real = os.path.realpath(table_file(path))
    if real not in own:  # a table that the project does not have
        return read_tables([Path(f"pulled:{shown(path)}")], ruleset, [data])
    contents = [data if one == real else None for one in own]
    names = [Path(f"pulled:{shown(t)}") if one == real else t for t, one in zip(tables, own, strict=True)]
    return read_tables(names, ruleset, contents)


def _show(project: Project, ruleset: Ruleset, new: CardTable) -> None:
    """Print what changes."""
    from cardtools.reports.diff import as_text
    from cardtools.reports.diff.compare import compare
    from cardtools.reports.diff.wording import Origins

    try:
        old = read_tables(project.tables, ruleset)
    except InputError:  # there is none yet, or none that can be read
        return
    echo(as_text.render(compare(old, new, Origins(project), [])), nl=False)
