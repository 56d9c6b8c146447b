"""`cardtools dedupe`: each line once (Doc 4.7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardtools.commands import argument, command
from cardtools.effects.large.ordering import first_of_each
from cardtools.ground.console import Console
from cardtools.ground.io.files import is_standard, iter_lines, scratch_folder, shown, write_lines
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project


@command(epilog="Example: cardtools dedupe effects/all_effects.txt")
def dedupe(console: Console, file: Path | None = argument()) -> None:
    """Remove repeated lines from FILE, in place; each line stays where it first appears.

    With - the lines of the standard input go to the standard output. Blank lines are dropped. Without FILE:
    effects/all_effects.txt of the project.
    """
    project = find_project(required=file is None)
    dedupe_file(console, file or project.path(project.settings.effects.effects))


def dedupe_file(console: Console, path: Path) -> None:
    """Rewrite the file with each of its lines once."""
    console.is_piped = is_standard(path)
    read = 0

    def lines() -> Iterator[str]:
        nonlocal read
        for part in iter_lines(path):
            read += len(part)
            yield from part

    kept = write_lines(path, first_of_each(lines(), str, scratch_folder(path)))
    console.say(f"{counted(kept, 'line')} kept, {read - kept:,} repeated removed -> {shown(path)}")
