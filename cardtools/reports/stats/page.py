"""The statistics as one self-contained HTML page: tables, and charts of them where scripts are allowed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from cardtools.ground.web.page_template import page_template
from cardtools.reports.stats.charts import chart_of
from cardtools.reports.stats.table import TOTAL, Table

LONG = 24  # rows; longer tables are folded
MOST_ROWS = 1000  # of a table on the page


def format_page(
    name: str,
    summary: str,
    tables: Sequence[Table],
    title: str = "statistics",
    command: str = "cardtools stats",
) -> str:
    """The page of a command. `name` is the name of the game, `summary` says in one line what was counted."""
    sections: dict[str, list[dict[str, Any]]] = {}
    for table in tables:
        rows = [
            {"label": label, "cells": cells, "total": label in (TOTAL, "all") and table.matrix}
            for label, cells in islice(table.texts(), MOST_ROWS)
        ]
        chart = chart_of(table)
        block = {
            "table": table,
            "rows": rows,
            "more": max(len(table.rows) - MOST_ROWS, 0),
            "chart": chart,
            "long": len(rows) > LONG,
            "wide": len(table.columns) > 10,
            "half": table.chart in ("bars", "columns") or (not chart and len(table.columns) <= 5),
        }
        sections.setdefault(table.section, []).append(block)
    return page_template(Path(__file__).with_name("page.html")).render(
        name=name,
        summary=summary,
        sections=sections,
        title=title,
        command=command,
    )
