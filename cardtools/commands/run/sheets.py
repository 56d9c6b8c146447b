"""`cardtools run sheets`: the copies of a run, to print."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.commands import command, key_option, strict_option
from cardtools.commands.run.options import (
    folder_option,
    ledger_argument,
    read_definition,
    run_folder,
    sheet_options,
    wave_option,
)
from cardtools.console import Console
from cardtools.files import shown
from cardtools.project import find_project
from cardtools.spelling import counted

if TYPE_CHECKING:
    from cardtools.printrun.ledger import Order


@command("Example: cardtools run sheets runs/first-light.toml --paper a4")
@ledger_argument
@click.option(
    "--order",
    type=click.Choice(["pack", "sheet"]),
    default="sheet",
    show_default=True,
    help="Pack by pack, or in the random order of the run's sheets, which reveals nothing about packs.",
)
@wave_option
@sheet_options
@key_option
@folder_option
@strict_option
def sheets(
    console: Console,
    ledger: Path,
    order: Order,
    wave: int | None,
    definition: Path | None,
    paper: str | None,
    sheets: int,
    key: Path | None,
    output: Path | None,
    strict: bool,
) -> int:
    """Print the copies of a run: each with the face of its rarity and its own serial.

    The face of every card needs an element of the kind `copy`, where its serial goes. Every copy is printed
    once: run it again to continue after an interruption, or to print a new wave or the replacements of voided
    copies; missing PDFs are made again. `sheets.jsonl` beside the PDFs says which copies are on each.

    Exits 1 if there are errors among the findings about the cards.
    """
    from cardtools.printrun.keys import run_key
    from cardtools.stages.copies import CopyPrinter, alone, missing_parts, read_records, write_part
    from cardtools.stages.game import Game
    from cardtools.stages.runs import open_run

    project = find_project(required=True)
    game = Game(project, strict=strict)
    with open_run(ledger) as book:
        secret = run_key(key, project, book.opening, required=book.opening.store == "hash")
        printer = CopyPrinter(game, book, read_definition(project, definition, paper), secret)
        printer.check()
        folder = run_folder(project, book, output, "sheets")
        count = 0
        with alone(folder):
            done = read_records(folder)
            waiting = chain(missing_parts(printer, folder, done), printer.parts(order, wave, sheets, done))
            for part in waiting:
                record = write_part(printer, part, folder)
                count += len(record.numbers)
                console.say(f"{counted(len(record.numbers), 'card')} -> {shown(folder / record.name)}")
        if not count:
            console.say("every copy is printed already")
        findings = game.reported(printer.findings)
        console.problems(findings)
    return int(any(finding.severity == "error" for finding in findings))
