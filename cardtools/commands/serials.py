"""`cardtools serials`: ids for the cards that have none, and whether the others fit."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import FILE, command, ruleset_option
from cardtools.console import Console
from cardtools.files import replace_unchanged, shown
from cardtools.project import find_project
from cardtools.stages.game import Game


@command(epilog="Example: cardtools serials --check")
@click.argument("cards", required=False, type=FILE)
@click.option("--again", is_flag=True, help="Make new ids for the cards that theirs no longer fits.")
@click.option("--check", is_flag=True, help="Write nothing; a missing id counts as one that doesn't fit.")
@ruleset_option
def serials(console: Console, cards: Path | None, again: bool, check: bool, ruleset: str | None) -> int:
    """Fill in the ids of cards that have none, by the scheme of the ruleset.

    No two cards get the same id. Ids that say something else than their card are reported. Of the table only
    the cells of new ids change; for a workbook they are listed.

    Exits 1 if a card has no id or one that doesn't fit it.
    """
    from cardtools.checks.fix_files import FixedFile
    from cardtools.stages.serials import make_serials

    made = make_serials(Game(find_project(required=cards is None), cards, ruleset).table, again and not check)
    console.problems(made.problems)
    files = made.files()
    if not files and not made.problems:
        console.say(f"{made.table.file.name}: every card has its id")
    left = bool(made.problems)
    for file in files:
        if check or not isinstance(file, FixedFile):
            console.result(*file.diff().split("\n"))
            left = True
        else:
            replace_unchanged(file.path, file.before, file.after)
            console.say(f"{shown(file.path)}: {file.done}")
    return int(left)
