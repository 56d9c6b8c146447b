"""`cardtools run plan`: what a plan prints, packs and costs."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from cardtools.commands import argument, command, format_option
from cardtools.commands.run.options import page_option
from cardtools.commands.run.showing import show
from cardtools.ground.console import Console
from cardtools.ground.errors import InputError
from cardtools.project.project import find_project


@command(epilog="Example: cardtools run plan runs/first-light.toml")
def plan(
    console: Console, plan: Path = argument(), output: Path | None = page_option, form: str = format_option()
) -> int:
    """Show what a plan prints, packs and costs, as tables and a page with charts; nothing is dealt.

    Exits 1 if closed packs give themselves away (see `cardtools run integrity`) or if another run has the id,
    and 2 if the plan cannot be carried out; then it lists the nearest plans that can.
    """
    from cardtools.printrun.plan_checks import check_plan
    from cardtools.reports.stats.runs import plan_tables
    from cardtools.steps.finish_checks import check_finishes
    from cardtools.steps.runs.integrity import check_integrity
    from cardtools.steps.runs.numbering import check_id
    from cardtools.steps.runs.planned_run import PlannedRun

    run = PlannedRun(plan, find_project(required=True))
    allocations = run.allocations
    found = [*check_id(run), *check_plan(run.plan, run.file), *check_integrity(run)[1]]
    with suppress(InputError):  # of cards that cannot be drawn: `run sheets` reports it
        found += check_finishes(run)
    findings = run.game.reported(found)
    console.problems(findings)
    last = len(run.plan.waves) - 1
    tables = list(plan_tables(run.plan, allocations, (run.sizes(), run.copies(last))))
    show(console, run.project, plan, tables, output, form)
    return int(any(one.severity == "error" for one in findings))
