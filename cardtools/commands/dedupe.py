"""`cardtools dedupe`: each line once (Doc 4.7.3)."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.effects.large.external import order_file
from cardtools.effects.polish import dedupe as unique
from cardtools.files import read_lines, shown, write_lines
from cardtools.project import find_project
from cardtools.spelling import counted


@command(epilog="Example: cardtools dedupe effects/all_effects.txt")
@click.argument("file", type=FILE, required=False)
def dedupe(console: Console, file: Path | None) -> None:
    """Remove repeated lines from FILE, in place; each line stays where it first appears.

    Blank lines are dropped. Without FILE: effects/all_effects.txt of the project.
    """
    project = find_project()
    dedupe_file(console, file or project.path(project.settings.effects.effects))


def dedupe_file(console: Console, path: Path) -> None:
    """Rewrite the file with each of its lines once."""
    written = order_file(path, path, sort=False, once=True)
    if written is not None:
        console.say(f"{counted(written, 'line')} kept -> {shown(path)}")
        return
    lines = read_lines(path)
    kept = unique(lines)
    write_lines(path, kept)
    console.say(
        f"{counted(len(kept), 'line')} kept, {len(lines) - len(kept):,} repeated removed -> {shown(path)}"
    )
