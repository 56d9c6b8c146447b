"""Tables as aligned text for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from cardtools.stats.table import TOTAL, Table, shown

LABEL_WIDTH = 60


def format_tables(tables: Sequence[Table], whole: bool = False, width: int = 100) -> list[str]:
    """The lines of all tables: compact (`short`, `flow`), or `whole` with every row and column."""
    lines: list[str] = []
    section = ""
    for table in tables:
        own = _format_table(table, whole, width)
        if own:
            # A blank line between sections, and between whole tables.
            lines += [""] * bool(lines and (whole or table.section != section)) + own
            section = table.section
    return lines


def _format_table(table: Table, whole: bool, width: int) -> list[str]:
    """The lines of one table; none if its compact form has no rows."""
    if not whole and (table.short == 0 or table.frame.empty):
        return []
    title = f"{table.title} ({table.note})" if table.note else table.title
    if table.flow and not whole:
        column = TOTAL if TOTAL in table.frame.columns else table.frame.columns[0]
        words = [
            f"{name}\N{NO-BREAK SPACE}{shown(value)}" for name, value in table.frame[column].items() if value
        ]
        text = textwrap.fill(", ".join(words) or "(none)", width - 2, break_on_hyphens=False)
        return [title, *(f"  {line}".replace("\N{NO-BREAK SPACE}", " ") for line in text.split("\n"))]
    return [title, *_grid(table, None if whole else table.short, min(LABEL_WIDTH, width - 20))]


def _grid(table: Table, most: int | None, label_width: int) -> list[str]:
    rows = list(table.rows())
    grid = [[str(table.frame.index.name or ""), *map(str, table.frame.columns)]]
    for label, cells in rows[:most]:
        grid.append([textwrap.shorten(label, label_width, placeholder=" ...") if most else label, *cells])
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    lines = []
    for label, *cells in grid:
        right = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join(["", label.ljust(widths[0]), *right]).rstrip())
    left = len(rows) - len(grid) + 1
    return lines + ([f"  and {left:,} more; -v shows them all"] if left else [])
