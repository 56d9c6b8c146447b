"""`cardtools diff`: what changed between two versions of a card table."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

import click

from cardtools.cards.deck import read_deck
from cardtools.cards.table import read_tables
from cardtools.commands import command, deck_option, format_option, path_option, ruleset_option
from cardtools.commands.reporting import faults
from cardtools.ground.console import Console, echo
from cardtools.ground.errors import CardtoolsError, Diagnostic, InputError
from cardtools.ground.io.files import STANDARD, is_standard, shown, user_path, write_atomic
from cardtools.ground.tables.workbooks import table_file
from cardtools.project.project import find_project
from cardtools.reports.diff import as_json, as_markdown, as_text
from cardtools.reports.diff.compare import Comparison, compare
from cardtools.reports.diff.versions import read_version
from cardtools.reports.diff.wording import Origins
from cardtools.rulesets import load_ruleset, project_ruleset

T = TypeVar("T")


@command("Example: cardtools diff v1.0 --format markdown -o CHANGES.md")
@click.argument("old")
@click.argument("new", required=False)
@deck_option
@ruleset_option
@format_option(
    "markdown", help="text for the terminal, json for programs, markdown for release notes. [default: text]"
)
@path_option("-o", "--output", help="Write to this file.")
@click.option("--exit-code", is_flag=True, help="Exit 1 if there is any difference.")
def diff(
    console: Console,
    old: str,
    new: str | None,
    decks: tuple[Path, ...],
    ruleset: str | None,
    form: Literal["text", "json", "markdown"],
    output: Path | None,
    exit_code: bool,
) -> int:
    """Report what changed between two versions of the card database.

    OLD and NEW are card tables, or git revisions (HEAD~1, v1.0) of the project's card database; by default
    NEW is that database as it is now; - is the standard input. If NEW is a file, OLD may be a revision of
    that file.

    Reports new, removed and renamed cards, buffs and nerfs, changed effects by template and slot, other
    changes, and the decks that are legal with only one of the tables. By default the decks and the ruleset
    are those of the project (with --ruleset, no decks). The templates are always the project's.

    Exits 0 if the tables could be compared, whether they differ or not, unless --exit-code is given, and 2 if
    a file cannot be used.
    """
    console.prints_json = form == "json" and not output
    try:
        found, name = _compared(old, new, decks, ruleset)
    except CardtoolsError as error:
        if output and form == "json":
            write_atomic(output, faults(error))
        raise
    if form == "markdown":
        data = as_markdown.render(found, name)
    else:
        data = (as_json if form == "json" else as_text).render(found)
    if output:
        write_atomic(output, click.unstyle(data))
        console.say(f"{as_text.summarise(found)}; written to {shown(output)}")
    else:
        echo(data, nl=False)
    return int(exit_code and found.different)


def _compared(
    old: str, new: str | None, decks: tuple[Path, ...], ruleset: str | None
) -> tuple[Comparison, str]:
    """What changed, and the name of the game."""
    if "" in (old, new):
        raise click.UsageError("OLD and NEW must be card tables or git revisions; one of them is empty.")
    if old == new == STANDARD:
        raise click.UsageError("Only one of OLD and NEW can be the standard input.")
    for name in (old, new or ""):
        if name == STANDARD:
            user_path(name)
    both = new is not None and all(is_standard(name) or Path(name).is_file() for name in (old, new))
    project = find_project(required=not both)
    settings = project.settings
    rules = load_ruleset(ruleset, Path()) if ruleset else project_ruleset(project)
    tables = project.tables
    current = (Path(new),) if new and (is_standard(new) or os.path.isfile(table_file(Path(new)))) else tables
    before, after = _read_all(
        lambda: read_version(old, current, rules),
        lambda: read_version(new, tables, rules) if new else read_tables(tables, rules),
    )
    if not decks and not ruleset:
        decks = tuple(project.path(deck) for deck in settings.cards.decks)
    lists = _read_all(*(partial(read_deck, deck) for deck in decks))
    return compare(before, after, Origins(project), lists), settings.name


def _read_all(*readers: Callable[[], T]) -> list[T]:
    """The result of each reader. Raises InputError with the problems of all files."""
    results: list[T] = []
    problems: list[Diagnostic] = []
    for read in readers:
        try:
            results.append(read())
        except InputError as error:
            problems += error.diagnostics
    if problems:
        raise InputError(problems)
    return results
