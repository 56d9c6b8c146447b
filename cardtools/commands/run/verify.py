"""`cardtools run verify`: check a ledger against its events."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from cardtools.commands import FILE, command, path_option
from cardtools.console import Console
from cardtools.errors import Diagnostic, Location
from cardtools.files import shown
from cardtools.project import find_project


@command(epilog="Example: cardtools run verify runs/first-light.toml")
@click.argument("ledger", type=FILE)
@click.option(
    "--last", default="", metavar="HASH", help="The last event, as `deal` printed it, or how it begins."
)
@path_option("--key", help="The key of the run: with it, every serial is made again.")
def verify(console: Console, ledger: Path, last: str, key: Path | None) -> int:
    """Compute everything in a ledger again from its events, and report what differs.

    The first event that was changed, removed or added by hand is named. Somebody who changes an event and all
    that follow it is found by --last. Without the key, serials are compared with their digests. LEDGER may be
    the plan beside it. Exits 1 if anything is wrong.
    """
    from cardtools.printrun import serials
    from cardtools.printrun.checks import CHAIN
    from cardtools.printrun.keys import fingerprint, read_key
    from cardtools.printrun.verify import verify as differences
    from cardtools.stages.runs import open_run

    problems: list[Diagnostic] = []
    with open_run(ledger) as opened:
        make = None
        if key:
            secret = read_key(key, opened.opening.id, find_project().root)
            opened.check_key(fingerprint(secret))
            make = partial(serials.make, secret, opened.opening.id)
        events = opened.events()
        if last and not any(event.hash.startswith(last.lower()) for event in events):
            message = f"no event has the hash {last}: the ledger was changed since, or it is another one"
            problems.append(CHAIN.finding(Location(shown(opened.path)), message))
        problems += differences(opened, make)
        console.problems(problems, err=False)
        wrong = any(problem.severity == "error" for problem in problems)
        if not wrong:
            serial = "every serial is right" if make else "the serials are as they were made"
            number = opened.count(voided=True)
            console.say(
                f"{shown(opened.path)}: {len(events):,} events, {number:,} copies: all hold; {serial}"
            )
    return int(wrong)
