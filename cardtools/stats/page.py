"""The statistics as one HTML page that needs nothing else: styles and pictures are in it, no script."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardtools.stats.plots import Picture
from cardtools.stats.table import SECTIONS, TOTAL, Table

TITLES = {
    "cards": "Cards",
    "stats": "Stats",
    "actions": "Actions",
    "conditions": "Conditions",
    "templates": "Templates",
    "mentions": "Mentions",
    "coverage": "Coverage",
}
LONG = 24  # rows; longer tables are folded


def format_page(name: str, summary: str, tables: Sequence[Table], pictures: Sequence[Picture]) -> str:
    """The page. `name` is the game's, `summary` one line on what was counted."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["data"] = lambda png: "data:image/png;base64," + b64encode(png).decode("ascii")
    sections = [
        {
            "key": key,
            "title": TITLES[key],
            "blocks": [_block(table, pictures) for table in tables if table.section == key],
        }
        for key in SECTIONS
        if any(table.section == key for table in tables)
    ]
    return environment.get_template("page.html").render(name=name, summary=summary, sections=sections)


def _block(table: Table, pictures: Sequence[Picture]) -> dict[str, Any]:
    frame = table.frame
    columns = list(map(str, frame.columns))
    rows = [
        {"label": label, "cells": cells, "total": label in (TOTAL, "all")} for label, cells in table.rows()
    ]
    # The scatter stands with the table of the same cards.
    keys = (table.key, "stat-scatter") if table.key == "stats-by-rank" else (table.key,)
    own = [picture for picture in pictures if picture.key in keys]
    return {
        "table": table,
        "name": str(frame.index.name or ""),
        "columns": columns,
        "rows": rows,
        "pictured": any(picture.key == table.key for picture in own),
        "long": len(rows) > LONG,
        "wide": len(columns) > 10,
        "half": not own and len(rows) <= LONG and len(columns) <= 4,
        "pictures": own,
    }
