"""`cardtools run init`: write a plan to begin with."""

from __future__ import annotations

import os
from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.ground.console import Console
from cardtools.ground.errors import OutputError
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.project.project import find_project


@command(epilog="Example: cardtools run init runs/first-light.toml --copies 77")
@click.argument("plan", type=FILE)
@click.option(
    "--copies",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Copies of each design. [default: the fewest that give exact shares]",
)
@click.option(
    "--size", type=click.IntRange(1, 1000), metavar="N", help="Cards in a pack. [default: a number that fits]"
)
@click.option(
    "--id",
    "id_",
    metavar="LETTER",
    help="What serials begin with. [default: the first letter that no run of the project has]",
)
def init(console: Console, plan: Path, copies: int | None, size: int | None, id_: str | None) -> None:
    """Write a plan to begin with, for the cards of the project: edit it, then look at it with `run plan`.

    Numbers of copies and cards that are not given are chosen to fit.
    """
    from cardtools.steps.runs.numbering import free_id
    from cardtools.steps.runs.planned_run import first_plan

    project = find_project(required=True)
    if os.path.lexists(plan):
        raise OutputError(f"{shown(plan)}: there is a file already\n  help: name another file")
    text = first_plan(project, plan, id_ or free_id(project, plan), copies, size)
    if str(plan.parent) != ".":
        make_folder(plan.parent)
    write_atomic(plan, text)
    console.say(f"{shown(plan)}: look at it with `cardtools run plan {shown(plan)}`")
