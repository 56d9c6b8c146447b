"""`cardtools tiers`: the printed rows of cards from their records (Doc 4.6)."""

from __future__ import annotations

import os
from pathlib import Path

from cardtools.commands import argument, command, option, options
from cardtools.ground.console import Console
from cardtools.ground.io.files import beside, check_output, shown, write_atomic
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles


@command(epilog='Example: cardtools tiers --split even --split "Ember Blade=ATTACK"')
def tiers(
    console: Console,
    cards: Path | None = argument(),
    output: Path | None = option(
        "-o", "--output", "The CSV to write. [default: NAME-tiers.csv beside CARDS]", metavar="PATH"
    ),
    rules: tuple[str, ...] = option(
        "--split",
        "How columns share what a tier adds: `even`, or the column that gets all.",
        metavar="[CARD=]RULE",
    ),
    ruleset: str | None = options.ruleset,
) -> None:
    """Write the printed rows of every card: one for each tier, in place of its record.

    The ruleset says which tiers there are and what they add. Tiers that CARDS already has are kept, and so
    are all other rows. To choose a split by hand, change the numbers in the file that was written: where they
    add up to the same total, the next run without --split RULE keeps them.
    """
    from cardtools.cards.table import read_cards
    from cardtools.ground.tables.csv_document import format_csv
    from cardtools.steps.tiers import EVEN, Splits, printed_rows

    game = GameFiles(find_project(required=cards is None), cards, ruleset)
    table = game.table
    path = output or beside(table.file.path, f"{table.file.path.stem}-tiers.csv")
    if not output and not cards:  # the project file names the table
        check_output(path, game.project.root)
    named = dict(rule.rsplit("=", 1) for rule in rules if "=" in rule)
    general = [rule for rule in rules if "=" not in rule]
    keep = not general and os.path.isfile(path)
    before = read_cards(path, game.ruleset) if keep else None
    result = printed_rows(table, Splits(general[-1] if general else EVEN, named), before)
    write_atomic(path, format_csv(result.header, result.rows, table.file.delimiter))
    console.say(f"{result.summary} -> {shown(path)}")
