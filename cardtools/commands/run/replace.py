"""`cardtools run replace`: replace voided copies like for like."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from cardtools.commands import command, key_option, option
from cardtools.commands.run.options import ledger_argument
from cardtools.ground.console import Console
from cardtools.project.project import find_project


@command(epilog='Example: cardtools run replace runs/first-light.toml --reason "second printing of sheet 4"')
def replace(
    console: Console,
    ledger: Path = ledger_argument,
    reason: str = option("--reason", "The reason, for the ledger.", default="replacements", metavar="TEXT"),
    key: Path | None = key_option,
) -> None:
    """Replace every voided copy with a new one of the same card and rarity, for the same pack.

    The new copies have serials of their own and come at the end of the wave's sheets.
    """
    from cardtools.printrun import serials
    from cardtools.printrun.keys import fingerprint, key_file, read_key
    from cardtools.steps.runs.numbering import check_numbers, note_numbers, numbered
    from cardtools.steps.runs.planned_run import open_run

    project = find_project()
    with open_run(ledger, write=True) as opened:
        id_ = opened.opening.id
        secret = read_key(key or key_file(project.settings.name, id_), id_, project.root)
        opened.check_key(fingerprint(secret))
        check_numbers(project, numbered(opened))
        made = opened.replace(partial(serials.make, secret, id_), reason)
        note_numbers(opened)
        for old, new in made:
            console.say(f"copy {new:,} replaces copy {old:,}")
        if not made:
            console.say("every voided copy has been replaced")
