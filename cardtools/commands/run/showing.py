"""Printing the tables of a run, and writing their page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.ground.console import Console, to_json
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.project.project import Project

if TYPE_CHECKING:
    from cardtools.reports.stats.table import Table


def show(
    console: Console,
    project: Project,
    source: Path,
    tables: Sequence[Table],
    output: Path | None,
    form: str,
) -> None:
    """Print the tables, as JSON if wanted; otherwise also write a page that has the name of the source."""
    if form == "json":
        if output:
            raise click.UsageError("--format json writes no files: it cannot be combined with -o.")
        console.data(to_json([table.data() for table in tables]) + "\n")
        return
    from cardtools.reports.stats.as_text import format_tables
    from cardtools.reports.stats.page import format_page

    console.result(*format_tables(tables, console.verbosity > 0, min(console.width(), 100)))
    context = click.get_current_context()
    part = str(context.info_name)
    page = (output or project.output_path("runs")) / f"{source.stem}-{context.info_name}.html"
    make_folder(page.parent)
    title = f"{project.settings.name or 'Print run'}: {source.stem}"
    summary = f"{part} of {shown(source)}"
    write_atomic(page, format_page(title, summary, tables, part, f"cardtools run {part}"))
    console.say("")
    console.say(f"the same with charts -> {shown(page)}")
