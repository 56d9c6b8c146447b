"""`cardtools sort`: the lines of a file in order (Doc 4.9)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path

from cardtools.commands import command, option
from cardtools.effects.large.ordering import merge_sort
from cardtools.ground.console import Console
from cardtools.ground.io.files import iter_lines, scratch_folder, shown, write_lines
from cardtools.ground.spelling import counted


@command(epilog="Example: cardtools sort -i effects/all_effects.txt -o sorted.txt")
def sort(
    console: Console,
    source: Path = option("-i", "--input", "The file to sort.", default=Path("input.txt"), metavar="PATH"),
    output: Path = option("-o", "--output", "The sorted file.", default=Path("output.txt"), metavar="PATH"),
    ignore_case: bool = option("--ignore-case", "Ignore upper and lower case: apple before Zebra."),
    reverse: bool = option("--reverse", "Sort in reverse order."),
    unique: bool = option("--unique", "Keep each line once."),
) -> None:
    """Sort the lines of a file; blank lines are dropped, repeated ones kept.

    The order is by code point, so capitals come before small letters. Input and output may be one file.
    """
    lines: Iterable[str] = itertools.chain.from_iterable(iter_lines(source))
    key = (lambda line: (line.casefold(), line)) if ignore_case else str
    lines = merge_sort(lines, key, scratch_folder(output), reverse)
    if unique:
        lines = (line for line, _ in itertools.groupby(lines))
    written = write_lines(output, lines)
    console.say(f"{counted(written, 'line')} -> {shown(output)}")
