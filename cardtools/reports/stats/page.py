"""The statistics as one self-contained HTML page: tables, and charts of them where scripts are allowed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from cardtools.ground.errors import printable
from cardtools.ground.web.page_template import page_template
from cardtools.reports.stats.table import NONE, TOTAL, Table

LONG = 24  # rows; longer tables are folded
MOST_ROWS = 1000  # of a table on the page
_MOST_BARS = 40
_MOST_SERIES = 14
_MOST_NAMES = 50  # of a point
_LONGEST = 60  # characters of a name


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
        chart = _chart(table)
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
    page = page_template(Path(__file__).with_name("page.html"))
    return page.render(name=name, summary=summary, sections=sections, title=title, command=command)


def _chart(table: Table) -> dict[str, Any] | None:
    """The data of a table's chart; None where it has none, or nothing to show.

    `series` have a name and a number for each of the `labels`; of a scatter, points with names of cards.
    """
    if not table.chart or not table.rows:
        return None
    if table.chart == "scatter":
        return _scatter(table)
    rows = [(label, cells) for label, cells in table.rows if not table.matrix or label != TOTAL]
    if table.chart == "bars":
        rows = [(label, cells) for label, cells in rows if any(isinstance(c, int) and c for c in cells)]
        rows = rows[:_MOST_BARS]
    columns = list(enumerate(table.columns))[:1]
    if table.matrix or table.chart == "lines":
        columns = [(i, name) for i, name in enumerate(table.columns) if name not in (TOTAL, "seen")]
    series = [
        {"name": _name(name), "data": [cells[index] for _, cells in rows]}
        for index, name in columns[:_MOST_SERIES]
    ]
    if not any(value for one in series for value in one["data"]):
        return None
    return {
        "kind": table.chart,
        "title": printable(table.title),
        "labels": [_name(label) for label, _ in rows],
        "series": series,
        "x": _name(table.name),
        "stacked": table.matrix and TOTAL in table.columns,
        "percent": table.percent if table.chart == "lines" else None,
    }


def _name(text: str) -> str:
    return printable(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")


def _scatter(table: Table) -> dict[str, Any]:
    x, y, *_ = table.columns
    outlier = table.columns.index("outlier") if "outlier" in table.columns else None
    points: dict[tuple[Any, ...], list[str]] = {}
    for name, cells in table.rows:
        stands_out = outlier is not None and bool(cells[outlier])
        points.setdefault((str(cells[2]), stands_out, cells[0], cells[1]), []).append(_name(name))
    for names in points.values():
        if (more := len(names) - _MOST_NAMES) > 0:
            names[_MOST_NAMES:] = [f"{more:,} more"]
    groups: dict[str, list[dict[str, Any]]] = {}
    for (group, far, across, up), names in sorted(points.items(), key=lambda point: point[0][0] == NONE):
        groups.setdefault(group, []).append({"x": across, "y": up, "names": names, "outlier": far})
    series = [{"name": _name(group), "data": data} for group, data in groups.items()]
    axes = {"x": _name(x), "y": _name(y), "percent": None}
    return {"kind": "scatter", "title": printable(table.title), "series": series, **axes}
