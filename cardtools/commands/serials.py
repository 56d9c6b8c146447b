"""`cardtools serials`: ids for the cards that have none, and whether the others fit."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import click

from cardtools.commands import argument, command, option, options, print_json
from cardtools.commands.reporting import findings_json
from cardtools.ground.console import Console
from cardtools.ground.io.files import replace_unchanged, shown
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles


@command("Example: cardtools serials check A-85490B1C2KJK-B")
def check(
    console: Console,
    texts: tuple[str, ...] = argument(metavar="TEXT...", required=True),
    key: Path | None = options.key,
    form: str = options.form(),
) -> int:
    """Check serials of copies: tell a slip of the pen from a forgery.

    Upper and lower case are the same, O is 0, I and L are 1; spaces and hyphens don't count. Without the key
    of the run, only slips are found: whether a serial was made by the publisher, the key alone can prove.

    Exits 1 if a text is mistyped or a forgery.
    """
    from cardtools.printrun.keys import key_file, read_key
    from cardtools.printrun.serials import check as check_serial
    from cardtools.printrun.serials import clean_serial

    project = find_project()
    data = []
    for text in texts:
        run = clean_serial(text)[:1]
        file = key or key_file(project.settings.name, run)
        secret = read_key(file, run, project.root) if run.isalnum() and (key or file.exists()) else None
        found = check_serial(text, secret)
        said = {
            "valid": f"valid, copy {found.index:,} of run {found.run}",
            "unproved": f"well-formed, run {found.run}; the key of the run is not here to prove it",
            "slip": f"mistyped: {found.why}",
            "forgery": f"a forgery: the key of run {found.run} did not make it",
        }
        data.append({"text": text, "run": run, **dataclasses.asdict(found)})
        if form == "text":
            console.result(f"{text}: {said[found.verdict]}")
    if form == "json":
        print_json(console, data)
    return int(any(one["verdict"] in ("slip", "forgery") for one in data))


class _OrCheck(click.Command):
    """`serials check` is a command of its own; a table of this name is `./check`."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args[:1] == ["check"]:
            return check.make_context(f"{info_name} check", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@command(epilog="Example: cardtools serials --check", cls=_OrCheck)
def serials(
    console: Console,
    cards: Path | None = argument(),
    again: bool = option("--again", "Make new ids for the cards that theirs no longer fits."),
    check: bool = option("--check", "Write nothing; a missing id counts as one that doesn't fit."),
    ruleset: str | None = options.ruleset,
    form: str = options.form(),
) -> int:
    """Fill in the ids of cards that have none, by the scheme of the ruleset.

    No two cards get the same id. Ids that say something else than their card are reported. Of the table only
    the cells of new ids change; for a workbook they are listed.

    These are the ids of designs. `cardtools serials check TEXT` checks the serial of a printed copy.

    Exits 1 if a card has no id or one that doesn't fit it.
    """
    from cardtools.steps.serials import make_serials

    if check and again:
        raise click.UsageError("--check writes nothing: leave --again out.")
    game = GameFiles(find_project(required=cards is None), cards, ruleset)
    made = make_serials(game.table, again)
    if form == "text":
        console.problems(made.problems)
    files = made.files()
    if not files and not made.problems:
        console.say(f"{made.table.file.name}: every card has its id")
    left = bool(made.problems)
    for file in files:
        if check or file.is_sheet:
            left = True
            if form == "text":
                console.result(*file.diff().split("\n"))
        else:
            replace_unchanged(file.path, file.before, file.after)
            console.say(f"{shown(file.path)}: {file.done}")
    if form == "json":
        table = made.table
        new = [
            {"card": table.name(row), "place": str(table.place(row, made.column)), "id": text}
            for row, text in made.new.items()
        ]
        console.data(findings_json(made.problems, new=new))
    return int(left)
