"""What a shell completes: cards, checks, printers, rulesets, papers; nothing where a file cannot be used."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from cardtools.ground.errors import CardtoolsError
from cardtools.project.project import find_project

Completion = Callable[[click.Context, click.Parameter, str], list[str]]


def _completes(find: Callable[[click.Context], Iterable[str]]) -> Completion:
    """The words that begin with what is typed, whatever its case; after a comma, the last of several."""

    def complete(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
        before, comma, last = typed.rpartition(",")
        try:
            words = dict.fromkeys(find(ctx))
        except CardtoolsError:
            return []
        if any("," in word for word in words):
            before, comma, last = "", "", typed
        found = [before + comma + word for word in words if word.casefold().startswith(last.casefold())]
        if os.environ.get("_CARDTOOLS_COMPLETE") == "bash_complete":  # two backslashes: its script reads one
            found = [re.sub(r"([^\w@%+=:,./-])", r"\\\\\1", word) for word in found]
        return found

    return complete


@_completes
def cards(ctx: click.Context) -> Iterable[str]:
    from cardtools.cards.table import make_table, read_rows
    from cardtools.rulesets import project_ruleset

    project = find_project()
    ruleset = project_ruleset(project)
    for path in (*project.tables, *project.extras):
        table = make_table(read_rows(path)[0], ruleset)
        yield from filter(None, map(table.title, range(len(table))))


@_completes
def checks(ctx: click.Context) -> Iterable[str]:
    from cardtools.rulesets import load_ruleset

    project = find_project()
    given = ctx.params.get("ruleset")
    ruleset = load_ruleset(given, Path()) if given else load_ruleset(project.settings.ruleset, project.root)
    known = ruleset.checks()
    yield from known
    yield from (check.name for check in known.values())


@_completes
def papers(ctx: click.Context) -> Iterable[str]:
    from cardtools.print.sheets.definition import PAPERS

    return PAPERS


@_completes
def rulesets(ctx: click.Context) -> Iterable[str]:
    from cardtools.rulesets import built_in_rulesets

    yield from built_in_rulesets()
    yield from map(str, sorted(Path().glob("*.toml")))


editions = _completes(lambda ctx: find_project().settings.editions)
printers = _completes(lambda ctx: [printer.name for printer in find_project().settings.printers])
