"""`cardtools run key`: the key of a run."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.files import shown
from cardtools.project import find_project


@command("Example: cardtools run key F")
@click.argument("run", metavar="RUN")
@click.option("--key", metavar="FILE", type=FILE, help="Where to write it. [default: your settings folder]")
def key(console: Console, run: str, key: Path | None) -> int:
    """Make the key of a run, whose id is a digit or a capital letter.

    Serials are made with the key, and only with it can anybody prove one. The file is outside the project,
    and nobody else can read it. Keep a copy in a safe place: it cannot be made again. Each run has a key of
    its own, so a key that is stolen or lost is replaced by beginning a new run.
    """
    from cardtools.printrun.keys import fingerprint, key_file, new_key

    project = find_project(required=True)
    path = key or key_file(project.settings.name, run)
    made = new_key(path, run, project.root)
    console.say(f"the key of run {run}, {fingerprint(made)} -> {shown(path)}")
    console.say("keep a copy of it in a safe place: without it no serial can be proved")
    return 0
