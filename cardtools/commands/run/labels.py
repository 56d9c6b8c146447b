"""`cardtools run labels`: labels for packs and boxes."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import click

from cardtools.commands import command, option, paper_option
from cardtools.commands.run.options import (
    folder_option,
    ledger_argument,
    read_definition,
    run_folder,
    wave_option,
)
from cardtools.ground.console import Console
from cardtools.ground.io.files import make_folder, replacing, shown
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project

A_FILE = 1_000  # labels
GAP = 2.0  # mm between labels


def _size(context: click.Context, parameter: click.Parameter, value: str) -> tuple[float, float]:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)x([0-9]+(?:\.[0-9]+)?)", value.strip().lower())
    size = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    if not (20 <= size[0] <= 200 and 10 <= size[1] <= 200):
        raise click.BadParameter(f"{value!r}: write width x height in mm, such as 60x25; at least 20x10")
    return size


@command("Example: cardtools run labels runs/first-light.toml --size 60x25")
def labels(
    console: Console,
    ledger: Path = ledger_argument,
    kind: str | None = option(
        "--of", "What the labels are for. [default: both]", type=click.Choice(["packs", "boxes"])
    ),
    size: tuple[float, float] = option(
        "--size", "Width x height of a label in mm.", default="60x25", multiple=False, callback=_size
    ),
    wave: int | None = wave_option,
    paper: str | None = paper_option,
    output: Path | None = folder_option,
) -> int:
    """Print a label for every pack and every box of a run, with a QR code.

    A label says where a pack belongs, and nothing about its cards: its number is a random one, so that nobody
    sees which packs were printed last. The manifest of the run has it beside the number in the ledger.
    """
    from cardtools.print.sheets.definition import Sheet
    from cardtools.print.sheets.printing import SheetDefinition, write_sheets
    from cardtools.printrun.labels import box_labels, label_scene, pack_labels
    from cardtools.render.project_cards import pdf_info
    from cardtools.steps.game_files import GameFiles
    from cardtools.steps.runs.planned_run import open_run

    project = find_project(required=True)
    game = GameFiles(project)
    with open_run(ledger) as book:
        run, name = book.opening.id, project.settings.name
        folder = make_folder(run_folder(project, book, output, "labels"))
        own = read_definition(project, None, paper)
        layout = Sheet(
            paper=own.layout.paper, paper_width=own.layout.paper_width, paper_height=own.layout.paper_height,
            gutter=GAP, edge=own.layout.edge,
        )  # fmt: skip
        fonts = game.project_cards.fonts()
        font = own.label_font or fonts[min(fonts)]
        makers = {"packs": pack_labels, "boxes": box_labels}
        for what in [kind] if kind else makers:
            every = makers[what](book.packs(wave), book.opening, name)
            number = 0
            while some := list(islice(every, A_FILE)):
                number += 1
                target = folder / f"{run}-{what}-{number:04d}.pdf"
                scenes = [label_scene(label, *size, font) for label in some]
                info = pdf_info(project, f"{name}: labels of {what}", f"run {run}")
                with replacing(target) as file:
                    definition = SheetDefinition(own.path, layout)
                    write_sheets(
                        file, definition, scenes, {font.name: font}, game.project_cards.art_files, info
                    )
                console.say(f"{counted(len(some), 'label')} -> {shown(target)}")
    return 0
