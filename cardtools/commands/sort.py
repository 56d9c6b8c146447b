"""`cardtools sort`: the lines of a file in order (Doc 4.9)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.effects.large.ordering import merge_sort
from cardtools.ground.console import Console
from cardtools.ground.io.files import iter_lines, scratch_folder, shown, write_lines
from cardtools.ground.spelling import counted


@command(epilog="Example: cardtools sort -i effects/all_effects.txt -o sorted.txt")
@click.option(
    "-i",
    "--input",
    "source",
    type=FILE,
    default=Path("input.txt"),
    show_default=True,
    help="The file to sort.",
)
@click.option(
    "-o", "--output", type=FILE, default=Path("output.txt"), show_default=True, help="The sorted file."
)
@click.option("--ignore-case", is_flag=True, help="Ignore upper and lower case: apple before Zebra.")
@click.option("--reverse", is_flag=True, help="Sort in reverse order.")
@click.option("--unique", is_flag=True, help="Keep each line once.")
def sort(
    console: Console, source: Path, output: Path, ignore_case: bool, reverse: bool, unique: bool
) -> None:
    """Sort the lines of a file; blank lines are dropped, repeated ones kept.

    The order is by code point, so capitals come before small letters. Input and output may be one file.
    """
    key = _without_case if ignore_case else str
    lines: Iterable[str] = itertools.chain.from_iterable(iter_lines(source))
    lines = merge_sort(lines, key, scratch_folder(output), reverse)
    if unique:
        lines = (line for line, _ in itertools.groupby(lines))
    written = write_lines(output, lines)
    console.say(f"{counted(written, 'line')} -> {shown(output)}")


def _without_case(line: str) -> tuple[str, str]:
    return line.casefold(), line
