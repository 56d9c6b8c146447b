"""`cardtools run void`: void copies that are damaged or misprinted."""

from __future__ import annotations

from pathlib import Path

from cardtools.commands import argument, command, option
from cardtools.commands.run.options import ledger_argument
from cardtools.ground.console import Console
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.files import shown


@command(epilog='Example: cardtools run void runs/first-light.toml 17 18 --reason "torn by the cutter"')
def void(
    console: Console,
    ledger: Path = ledger_argument,
    copies: tuple[str, ...] = argument(required=True, metavar="SERIAL_OR_NUMBER..."),
    reason: str = option("--reason", "The reason, for the ledger.", required=True, metavar="TEXT"),
) -> None:
    """Void copies that are damaged, lost or misprinted: they no longer count, and their serials are invalid.

    `cardtools run replace` makes others in their place.
    """
    from cardtools.steps.runs.planned_run import open_run

    with open_run(ledger, write=True) as opened:
        found = {word: opened.find(word) for word in copies}
        place = Location(shown(opened.path))
        problems = [
            Diagnostic(
                place, f"no copy has the serial or the number {word!r}" if copy is None else f"{word} is void"
            )
            for word, copy in found.items()
            if copy is None or copy.is_void
        ]
        if problems:
            raise InputError(problems)
        chosen = [copy for copy in found.values() if copy]
        opened.void([copy.number for copy in chosen], reason)
        for copy in chosen:
            console.say(f"void: copy {copy.number:,}, {copy.name} ({copy.rarity}), pack {copy.pack:,}")
