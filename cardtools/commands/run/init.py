"""`cardtools run init`: write a plan to begin with."""

from __future__ import annotations

import os
from pathlib import Path

from cardtools.commands import argument, command, option
from cardtools.ground.console import Console
from cardtools.ground.errors import OutputError
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.project.project import find_project


@command(epilog="Example: cardtools run init runs/first-light.toml --copies 77")
def init(
    console: Console,
    plan: Path = argument(),
    copies: int | None = option(
        "--copies",
        "Copies of each design. [default: the fewest that give exact shares]",
        least=1,
        most=1_000_000,
        metavar="N",
    ),
    size: int | None = option(
        "--size", "Cards in a pack. [default: a number that fits]", least=1, most=1000, metavar="N"
    ),
    id_: str | None = option(
        "--id",
        "What serials begin with. [default: the first letter that no run of the project has]",
        metavar="LETTER",
    ),
) -> None:
    """Write a plan to begin with, for the cards of the project: edit it, then look at it with `run plan`.

    Numbers of copies and cards that are not given are chosen to fit.
    """
    from cardtools.steps.runs.first_plan import first_plan
    from cardtools.steps.runs.numbering import free_id

    project = find_project(required=True)
    if os.path.lexists(plan):
        raise OutputError(f"{shown(plan)}: there is a file already\n  help: name another file")
    text = first_plan(project, plan, id_ or free_id(project, plan), copies, size)
    if str(plan.parent) != ".":
        make_folder(plan.parent)
    write_atomic(plan, text)
    console.say(f"{shown(plan)}: look at it with `cardtools run plan {shown(plan)}`")
