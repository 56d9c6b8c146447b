"""The statistics as one self-contained HTML page: styles and plots are embedded, there is no script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardtools.stats.plots import Plot
from cardtools.stats.table import SECTIONS, TOTAL, Table
from cardtools.webpage import page_template

LONG = 24  # rows; longer tables are folded


def format_page(name: str, summary: str, tables: Sequence[Table], plots: Sequence[Plot]) -> str:
    """The page. `name` is the name of the game, `summary` says in one line what was counted."""
    blocks = {key: [_block(table, plots) for table in tables if table.section == key] for key in SECTIONS}
    sections = {key: blocks[key] for key in SECTIONS if blocks[key]}
    return page_template(Path(__file__).with_name("page.html")).render(
        name=name, summary=summary, sections=sections
    )


def _block(table: Table, plots: Sequence[Plot]) -> dict[str, Any]:
    columns = list(map(str, table.frame.columns))
    rows = [
        {"label": label, "cells": cells, "total": label in (TOTAL, "all")} for label, cells in table.rows()
    ]
    # The scatter plot goes with the table of the same cards.
    keys = (table.key, "stat-scatter") if table.key == "stats-by-rank" else (table.key,)
    own = [plot for plot in plots if plot.key in keys]
    return {
        "table": table,
        "name": str(table.frame.index.name or ""),
        "columns": columns,
        "rows": rows,
        "pictured": any(plot.key == table.key for plot in own),
        "long": len(rows) > LONG,
        "wide": len(columns) > 10,
        "half": not own and len(rows) <= LONG and len(columns) <= 4,
        "plots": own,
    }
