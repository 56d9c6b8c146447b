"""What several commands of `cardtools run` share: options, folders, and how tables are shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.commands import argument, option, print_json, show_tables
from cardtools.ground.console import Console
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.project.project import Project

if TYPE_CHECKING:
    from cardtools.print.sheets.printing import SheetDefinition
    from cardtools.reports.stats.table import Table

ledger = argument(metavar="PLAN_OR_LEDGER")
wave = option("--wave", "Only this wave.", least=1)
folder = option("-o", "--output", "Where to write. [default: output/runs/NAME]", metavar="FOLDER")
page = option("-o", "--output", "The folder of the page. [default: output/runs]", metavar="FOLDER")
definition = option("--sheet", "A sheet definition.")
sheets = option("--sheets", "Sheets of each PDF.", least=1, most=1000, default=50, metavar=None)


def read_definition(project: Project, definition: Path | None, paper: str | None) -> SheetDefinition:
    """The sheet definition that was asked for, or the project's."""
    from cardtools.print.sheets.printing import read_sheet

    return read_sheet(definition or project.sheet(), paper or project.settings.sheet.paper)


def show(
    console: Console, project: Project, source: Path, tables: Sequence[Table], output: Path | None, form: str
) -> None:
    """Print the tables, as JSON if wanted; otherwise also write a page that has the name of the source."""
    if form == "json":
        if output:
            raise click.UsageError("--format json writes no files: it cannot be combined with -o.")
        print_json(console, [table.data() for table in tables])
        return
    from cardtools.reports.stats.page import format_page

    show_tables(console, tables)
    part = str(click.get_current_context().info_name)
    page = make_folder(output or project.output_path("runs")) / f"{source.stem}-{part}.html"
    title = f"{project.settings.name or 'Print run'}: {source.stem}"
    summary = f"{part} of {shown(source)}"
    write_atomic(page, format_page(title, summary, tables, part, f"cardtools run {part}"))
    console.say("")
    console.say(f"the same with charts -> {shown(page)}")
