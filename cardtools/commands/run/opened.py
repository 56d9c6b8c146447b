"""`cardtools run opened`: check packs that somebody has packed or opened."""

from __future__ import annotations

from pathlib import Path

from cardtools.commands import argument, command, format_option, option
from cardtools.commands.reporting import findings_json
from cardtools.commands.run.options import ledger_argument
from cardtools.ground.console import Console
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project


@command(epilog="Example: cardtools run opened runs/first-light.toml opened.csv")
def opened(
    console: Console,
    ledger: Path = ledger_argument,
    table: Path = argument(),
    whole: bool = option("--whole", "The table has all packs of the run: report designs that are in none."),
    form: str = format_option(),
) -> int:
    """Check a table of packs that somebody has packed or opened against the ledger of their run.

    Its columns are pack, design (or serial) and rarity; inserts are rows too. Packs may be numbered
    in any way.

    Exits 1 for errors, and 2 for a name, a rarity or a serial that the run does not have: each is reported
    once, and all other rows are checked.
    """
    from cardtools.cards.table import read_rows
    from cardtools.printrun.opened import check_opened
    from cardtools.steps.game_files import GameFiles
    from cardtools.steps.runs.planned_run import open_run

    file, notices = read_rows(table)
    with open_run(ledger) as run:
        every = [*notices, *check_opened(file, run, whole)]
    unknown = [one for one in every if not one.code]
    found = GameFiles(find_project()).reported(one for one in every if one.code)
    rows = len(file.line_numbers)
    if form == "json":
        console.data(findings_json([*unknown, *found], table=file.name, rows=rows))
    else:
        console.problems(unknown)
        console.problems(found, err=False)
    number = counted(len(unknown) + len(found), "finding")
    console.say(f"{file.name}: {counted(rows, 'row')}, {number}")
    return 2 if unknown else int(any(one.severity == "error" for one in found))
