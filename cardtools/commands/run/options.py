"""Options and arguments of several commands of `cardtools run`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardtools.commands import FILE, paper_option, path_option

if TYPE_CHECKING:
    from cardtools.print.sheets.printing import SheetDefinition
    from cardtools.printrun.ledger import Ledger
    from cardtools.project.project import Project

F = TypeVar("F", bound=Callable[..., Any])

ledger_argument = click.argument("ledger", metavar="PLAN_OR_LEDGER", type=FILE)
wave_option = click.option("--wave", type=click.IntRange(1), metavar="N", help="Only this wave.")
folder_option = click.option(
    "-o", "--output", metavar="FOLDER", type=FILE, help="Where to write. [default: output/runs/NAME]"
)
page_option = path_option(
    "-o", "--output", metavar="FOLDER", help="The folder of the page.", default="output/runs"
)
again_option = click.option("--again", is_flag=True, help="Make files again, even those that exist.")


def sheet_options(function: F) -> F:
    """The sheet definition, its paper, and how much is on a PDF."""
    most = click.option(
        "--sheets", type=click.IntRange(1, 1000), default=50, show_default=True, help="Sheets of each PDF."
    )
    return click.option("--sheet", "definition", metavar="FILE", type=FILE, help="A sheet definition.")(
        paper_option(most(function))
    )


def read_definition(project: Project, definition: Path | None, paper: str | None) -> SheetDefinition:
    """The sheet definition that was asked for, or the project's."""
    from cardtools.print.sheets.printing import read_sheet

    return read_sheet(definition or project.sheet(), paper or project.settings.sheet.paper)


def run_folder(project: Project, ledger: Ledger, output: Path | None, part: str) -> Path:
    """The folder for files of a run."""
    return output or project.output_path("runs", ledger.path.stem, part)
