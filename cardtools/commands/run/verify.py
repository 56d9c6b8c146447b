"""`cardtools run verify`: check a ledger against its events."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from cardtools.commands import command, format_option, key_option, option
from cardtools.commands.reporting import findings_json
from cardtools.commands.run.options import ledger_argument
from cardtools.ground.console import Console
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.project.project import find_project


@command(epilog="Example: cardtools run verify runs/first-light.toml")
def verify(
    console: Console,
    ledger: Path = ledger_argument,
    last: str = option(
        "--last", "The hash of the last event, as `deal` printed it, or its beginning.", metavar="HASH"
    ),
    key: Path | None = key_option,
    form: str = format_option(),
) -> int:
    """Compute everything in a ledger again from its events, and report what differs.

    The first event that was changed, removed or added by hand is named. A change of an event and of all that
    follow it is found with --last. Without the key, serials are compared with their digests. Exits 1 if
    anything is wrong.
    """
    from cardtools.printrun import serials
    from cardtools.printrun.keys import fingerprint, key_file, read_key
    from cardtools.printrun.run_checks import CHAIN
    from cardtools.printrun.verify import verify as differences
    from cardtools.steps.runs.planned_run import open_run

    problems: list[Diagnostic] = []
    with open_run(ledger) as opened:
        make, project, id_ = None, find_project(), opened.opening.id
        path = key or key_file(project.settings.name, id_)
        if key or path.is_file():
            secret = read_key(path, id_, project.root)
            opened.check_key(fingerprint(secret))
            make = partial(serials.make, secret, id_)
        events = opened.events()
        if last and not any(event.hash.startswith(last.lower()) for event in events):
            message = f"no event has the hash {last}: the ledger was changed since then, or it is another one"
            problems.append(CHAIN.finding(Location(shown(opened.path)), message))
        problems += differences(opened, make)
        if form == "json":
            name, copies = shown(opened.path), opened.count(voided=True)
            facts = {"ledger": name, "events": len(events), "copies": copies, "has_key": make is not None}
            console.data(findings_json(problems, **facts))
        else:
            console.problems(problems, err=False)
        wrong = any(problem.severity == "error" for problem in problems)
        if not wrong:
            serial = "every serial is right" if make else "the serials are as they were made"
            number = opened.count(voided=True)
            console.say(
                f"{shown(opened.path)}: {len(events):,} events, {number:,} copies: all consistent; {serial}"
            )
    return int(wrong)
