"""`cardtools diff`: what changed between two versions of a card table."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from cardtools.commands import argument, command, option, options
from cardtools.commands.unusable_input import faults
from cardtools.ground.console import Console, echo
from cardtools.ground.errors import CardtoolsError
from cardtools.ground.io.files import STANDARD, shown, user_path, write_atomic
from cardtools.library.versions import compare_versions
from cardtools.reports.diff import as_json, as_markdown, as_text


@command("Example: cardtools diff v1.0 --format markdown -o CHANGES.md")
def diff(
    console: Console,
    old: str = argument(),
    new: str | None = argument(),
    decks: tuple[Path, ...] = options.deck,
    ruleset: str | None = options.ruleset,
    form: Literal["text", "json", "markdown"] = options.form(
        "markdown",
        help="text for the terminal, json for programs, markdown for release notes. [default: text]",
    ),
    output: Path | None = option("-o", "--output", "Write to this file."),
    exit_code: bool = option("--exit-code", "Exit 1 if there is any difference."),
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
    if "" in (old, new):
        raise click.UsageError("OLD and NEW must be card tables or git revisions; one of them is empty.")
    if old == new == STANDARD:
        raise click.UsageError("Only one of OLD and NEW can be the standard input.")
    if STANDARD in (old, new):
        user_path(STANDARD)
    try:
        found, name = compare_versions(old, new, decks, ruleset)
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
