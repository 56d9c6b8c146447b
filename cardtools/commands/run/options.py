"""Options and arguments of several commands of `cardtools run`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.commands import argument, option

if TYPE_CHECKING:
    from cardtools.print.sheets.printing import SheetDefinition
    from cardtools.printrun.ledger import Ledger
    from cardtools.project.project import Project

ledger_argument = argument(metavar="PLAN_OR_LEDGER")
wave_option = option("--wave", "Only this wave.", least=1, metavar="N")
folder_option = option("-o", "--output", "Where to write. [default: output/runs/NAME]", metavar="FOLDER")
page_option = option("-o", "--output", "The folder of the page. [default: output/runs]", metavar="FOLDER")
again_option = option("--again", "Make files again, even those that exist.")
definition_option = option("--sheet", "A sheet definition.")
sheets_option = option("--sheets", "Sheets of each PDF.", least=1, most=1000, default=50)


def read_definition(project: Project, definition: Path | None, paper: str | None) -> SheetDefinition:
    """The sheet definition that was asked for, or the project's."""
    from cardtools.print.sheets.printing import read_sheet

    return read_sheet(definition or project.sheet(), paper or project.settings.sheet.paper)


def run_folder(project: Project, ledger: Ledger, output: Path | None, part: str) -> Path:
    """The folder for files of a run."""
    return output or project.output_path("runs", ledger.path.stem, part)
