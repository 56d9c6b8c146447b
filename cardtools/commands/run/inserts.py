"""`cardtools run inserts`: the inserts of packs, to print and to cut."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import argument, command, option, paper_option, strict_option
from cardtools.commands.run.options import (
    again_option,
    definition_option,
    folder_option,
    read_definition,
    run_folder,
    sheets_option,
    wave_option,
)
from cardtools.ground.console import Console
from cardtools.ground.io.files import make_folder, replacing, shown, write_atomic
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project


@command("Example: cardtools run inserts runs/first-light.toml --format pdf --format svg")
def inserts(
    console: Console,
    plan: Path = argument(),
    formats: tuple[str, ...] = option(
        "--format",
        "pdf: the cards with the cut lines; svg, dxf: only the cut lines of each page. [default: all]",
        type=click.Choice(["pdf", "svg", "dxf"]),
    ),
    wave: int | None = wave_option,
    definition: Path | None = definition_option,
    paper: str | None = paper_option,
    sheets: int = sheets_option,
    again: bool = again_option,
    output: Path | None = folder_option,
    strict: bool = strict_option,
) -> int:
    """Print the insert of every pack, such as its lore card, with an outline that no other pack has.

    Outlines are random, never cross themselves, and have no part or notch that is narrower than the plan's
    `insert_narrowest`. The words of the card are set inside each outline, over its picture. Areas
    follow the policy of [integrity]. The cut lines are in the spot colour CutContour, and the number of the
    pack is outside them. The same plan and ledger always give the same outlines.

    Exits 1 if there are errors among the findings about the cards.
    """
    from cardtools.printrun.outlines import as_dxf, as_svg
    from cardtools.steps.game_files import GameFiles
    from cardtools.steps.runs.inserts import InsertPrinter
    from cardtools.steps.runs.planned_run import PlannedRun, open_run

    project = find_project(required=True)
    game, wanted = GameFiles(project, strict=strict), formats or ("pdf", "svg", "dxf")
    with open_run(plan) as ledger:
        design = read_definition(project, definition, paper)
        printer = InsertPrinter(game, PlannedRun(plan, project).plan, ledger, design)
        folder = make_folder(run_folder(project, ledger, output, "inserts"))
        for part in printer.parts(wave, sheets):
            target, stem = folder / part.name, part.name.removesuffix(".pdf")
            outlines = printer.outlines(part)
            if "pdf" in wanted and (again or not target.exists()):
                with replacing(target) as file:
                    printer.write(file, part, outlines)
            for side, placed in printer.pages(part, outlines):
                title = f"{stem}, page {side.number}"
                name = f"{stem}-p{side.number:03d}"
                if "svg" in wanted:
                    write_atomic(folder / f"{name}.svg", as_svg(placed, side.width, side.height, title))
                if "dxf" in wanted:
                    write_atomic(folder / f"{name}.dxf", as_dxf(placed, side.height, title))
            console.say(f"{counted(len(outlines), 'insert')} of {part.stock:g} g/m² -> {shown(target)}")
        findings = game.reported(printer.findings)
    console.problems(findings)
    return int(any(finding.severity == "error" for finding in findings))
