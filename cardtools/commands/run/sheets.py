"""`cardtools run sheets`: the copies of a run, to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.commands import command, key_option, option, paper_option, strict_option
from cardtools.commands.run.options import (
    definition_option,
    folder_option,
    ledger_argument,
    read_definition,
    run_folder,
    sheets_option,
    wave_option,
)
from cardtools.ground.console import Console
from cardtools.ground.errors import OutputError
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project

if TYPE_CHECKING:
    from cardtools.printrun.ledger import Order


@command("Example: cardtools run sheets runs/first-light.toml --paper a4")
def sheets(
    console: Console,
    ledger: Path = ledger_argument,
    order: Order = option(
        "--order",
        "Pack by pack, or in the random order of the run's sheets, which reveals nothing about packs.",
        type=click.Choice(["pack", "sheet"]),
        default="sheet",
    ),
    wave: int | None = wave_option,
    definition: Path | None = definition_option,
    paper: str | None = paper_option,
    sheets: int = sheets_option,
    reprint: str = option(
        "--reprint", "Print again what was printed and is not in the folder, and why.", metavar="REASON"
    ),
    plates: bool = option(
        "--plates",
        "For the print shop: foil and other plates as spot colours, each rarity in PDFs of its own.",
    ),
    key: Path | None = key_option,
    output: Path | None = folder_option,
    strict: bool = strict_option,
) -> int:
    """Print the copies of a run: each with the face of its rarity and its own serial.

    The face of every card needs an element of the kind `copy`, where its serial goes. Every copy is printed
    once, which the ledger keeps: run it again to continue after an interruption, or to print a new wave or
    the replacements of voided copies. What was printed and is not in the folder is printed again only for a
    reason, which the ledger keeps too. `sheets.jsonl` beside the PDFs says which copies are on each.

    Exits 1 if there are errors among the findings about the cards.
    """
    from cardtools.printrun.keys import run_key
    from cardtools.printrun.printed_parts import copies_in, lock_folder, printed_parts
    from cardtools.steps.game_files import GameFiles
    from cardtools.steps.runs.copy_sheets import CopyPrinter, write_part
    from cardtools.steps.runs.planned_run import open_run

    project = find_project(required=True)
    game = GameFiles(project, strict=strict)
    with open_run(ledger, write=True) as book:
        secret = run_key(key, project, book.opening, required=book.opening.store == "hash")
        printer = CopyPrinter(game, book, read_definition(project, definition, paper), secret, plates)
        printer.check()
        folder = run_folder(project, book, output, "sheets")
        count = 0
        with lock_folder(folder):
            done = printed_parts(book, folder, printer.a_sheet)
            here = copies_in(folder, done)
            why = reprint.strip()
            for part in printer.parts(order, wave, sheets, done, why, here):
                record = write_part(printer, part, folder)
                count += len(record.numbers)
                some = counted(len(record.numbers), f"{part.rarity} card".strip())
                console.say(f"{some} -> {shown(folder / record.name)}")
            left = 0 if why else sum(1 for _ in printer.copies(order, wave, printed=True, here=here))
        if printer.has_plates and not plates and count:
            console.say("plates are printed in colours; for foil and varnish, print with --plates")
        findings = game.reported(printer.findings)
        console.problems(findings)
    if left:
        copies = "copy was" if left == 1 else "copies were"
        message = f"{left:,} {copies} printed already, and {shown(folder)} does not have them"
        hint = 'to print them again, say why with --reprint "REASON": the ledger keeps it'
        if not count:
            raise OutputError(f"{shown(book.path)}: {message}\n  help: {hint}")
        console.say(f"{message}: {hint}")
    elif not count:
        console.say("every copy is printed already")
    return int(any(finding.severity == "error" for finding in findings))
