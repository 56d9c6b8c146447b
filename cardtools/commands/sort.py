"""`cardtools sort`: the lines of a file in order (Doc 4.9)."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.effects.large.external import order_file
from cardtools.effects.polish import dedupe
from cardtools.files import read_lines, shown, write_lines
from cardtools.spelling import counted


@command(epilog="Example: cardtools sort -i effects.txt -o sorted_effects.txt")
@click.option("-i", "--input", "source", type=FILE, default=Path("input.txt"), show_default=True)
@click.option("-o", "--output", type=FILE, default=Path("output.txt"), show_default=True)
@click.option("--ignore-case", is_flag=True, help="Sort apple before Zebra.")
@click.option("--reverse", is_flag=True, help="Sort from the end of the alphabet.")
@click.option("--unique", is_flag=True, help="Keep each line once.")
def sort(
    console: Console, source: Path, output: Path, ignore_case: bool, reverse: bool, unique: bool
) -> None:
    """Sort the lines of a file; blank lines are dropped, repeated ones kept.

    The order is by code point, so capitals come before small letters. Input and output may be one file.
    """
    if not ignore_case and not reverse:
        written = order_file(source, output, sort=True, once=unique)
        if written is not None:
            console.say(f"{counted(written, 'line')} -> {shown(output)}")
            return
    lines = read_lines(source)
    lines.sort(key=(lambda line: (line.casefold(), line)) if ignore_case else None, reverse=reverse)
    lines = dedupe(lines) if unique else lines
    write_lines(output, lines)
    console.say(f"{counted(len(lines), 'line')} -> {shown(output)}")
