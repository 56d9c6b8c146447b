"""Tables as aligned text for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from cardtools.ground.spelling import listed
from cardtools.reports.stats.table import Table

_MOST_BARS = 12  # rows with a bar; longer tables flow
_MOST_ROWS = 40
_MOST_WORDS = 60  # of a table that flows
_BAR = 24  # characters of the longest bar
_LEAST_LABEL = 20
_EIGHTHS = "▏▎▍▌▋▊▉█"


def format_tables(tables: Sequence[Table], whole: bool = False, width: int = 80) -> list[str]:
    """The lines of all tables by section: those of the terminal, or `whole` with every row and column."""
    lines: list[str] = []
    section = ""
    for table in tables:
        if whole or (table.short != 0 and table.rows):
            if table.section != section:
                section = table.section
                lines += [""] * bool(lines) + [f"── {section} ".ljust(width, "─")]
            lines += ["", *_format_table(table, whole, width)]
    return lines


def _format_table(table: Table, whole: bool, width: int) -> list[str]:
    lines = [table.title]
    if table.note:
        lines += textwrap.wrap(table.note, width, initial_indent="  ", subsequent_indent="  ")
    if whole:
        return lines + _grid(table, None)
    if table.chart == "bars" and not table.matrix:
        used = [(label, cells) for label, cells in table.rows if cells[0]]
        unused = [label for label, cells in table.rows if not cells[0]]
        if len(used) <= _MOST_BARS:
            none = f"none: {listed(unused)}" if unused else ""
            lines += _cut(_grid(replace(table, rows=used), width), width) if used else []
            return lines + textwrap.wrap(none, width, initial_indent="  ", subsequent_indent="    ")
        words = [f"{name}\N{NO-BREAK SPACE}{cells[0]:,}" for name, cells in used[:_MOST_WORDS]]
        text = textwrap.fill(", ".join(words), width - 2, break_on_hyphens=False)
        lines += [f"  {line}".replace("\N{NO-BREAK SPACE}", " ") for line in text.split("\n")]
        return lines + _more(len(used) - len(words))
    flat = replace(table, rows=table.rows[: table.short or _MOST_ROWS])
    shown = _grid(flat, width)
    if table.matrix and max(map(len, shown)) > width:
        labels = tuple(label for label, _ in table.rows)
        columns = [(name, table.column(name)) for name in table.columns]
        turned = _grid(replace(table, name="", columns=labels, rows=columns), width)
        shown = turned if max(map(len, turned)) <= width else shown
    return lines + _cut(shown, width) + _more(len(table.rows) - len(flat.rows))


def _more(number: int) -> list[str]:
    return [f"  and {number:,} more; -v shows them all"] if number > 0 else []


def _grid(table: Table, width: int | None) -> list[str]:
    """The lines of a table, which may be longer than `width`; with None no label is cut."""
    rows = list(table.texts())
    longest = max([len(table.name), *(len(label) for label, _ in rows)])
    for heads in ([[name] for name in table.columns], [name.split(" ") for name in table.columns]):
        widths = [
            max([*map(len, head), *(len(cells[index]) for _, cells in rows)])
            for index, head in enumerate(heads)
        ]
        rest = 2 + sum(widths) + 2 * len(widths)
        if not width or rest + longest <= width:
            break
    own = min(longest, max(width - rest, _LEAST_LABEL)) if width else longest
    is_text = [any(isinstance(cells[i], str) for _, cells in table.rows) for i in range(len(heads))]

    def line(label: str, cells: Iterable[str], bar: str = "") -> str:
        texts = (
            cell.ljust(wide) if left else cell.rjust(wide)
            for cell, wide, left in zip(cells, widths, is_text, strict=True)
        )
        return "  ".join(["", _short(label, own).ljust(own), *texts, bar]).rstrip()

    *upper, last = list(zip_longest(*map(reversed, heads), fillvalue=""))[::-1]
    bars = _bars(table, width - rest - own - 2 if width else 0)
    body = (line(*row, bar) for row, bar in zip(rows, bars, strict=True))
    return [*(line("", head) for head in upper), line(table.name, last), *body]


def _short(text: str, width: int) -> str:
    if len(text) <= width:
        return text
    cut = textwrap.shorten(text, width, placeholder=" ...")
    return cut if len(cut) > width // 2 else f"{text[: width - 4]} ..."


def _bars(table: Table, room: int) -> list[str]:
    """A bar for each row, as long as its first column says."""
    if table.matrix or room < 8 or table.chart not in ("bars", "columns"):
        return [""] * len(table.rows)
    numbers = [cells[0] if isinstance(cells[0], int | float) else 0 for _, cells in table.rows]
    scale = 8 * min(room, _BAR) / max([*numbers, 1])
    lengths = [max(round(number * scale), number > 0) for number in numbers]
    return ["█" * (length // 8) + (_EIGHTHS[length % 8 - 1] if length % 8 else "") for length in lengths]


def _cut(lines: Sequence[str], width: int) -> list[str]:
    """The lines of a table, cut at the right, and what is left out."""
    cut = [line if len(line) <= width else f"{line[: width - 4]} ..." for line in lines]
    if any(len(line) > width for line in lines):
        cut.append("  cut; the page has every column")
    return cut
