"""`cardtools run simulate`: open the packs of a plan as buyers would."""

from __future__ import annotations

from pathlib import Path

from cardtools.commands import argument, command, format_option, option
from cardtools.commands.run.options import page_option
from cardtools.commands.run.showing import show
from cardtools.ground.console import Console
from cardtools.project.project import find_project


@command(epilog="Example: cardtools run simulate runs/first-light.toml --people 4 --people 20")
def simulate(
    console: Console,
    plan: Path = argument(),
    groups: tuple[int, ...] = option(
        "--people",
        "People who trade with each other; may be repeated. [default: 4, 10]",
        least=2,
        most=1000,
        metavar="N",
    ),
    trials: int = option("--trials", "Repetitions.", least=1, most=10_000, default=100, metavar="N"),
    seed: int = option("--seed", "The seed of the random orders.", default=1, metavar="N"),
    output: Path | None = page_option,
    form: str = format_option(),
) -> None:
    """Deal a plan and open its packs in random orders: how many a complete set needs, alone and with trading.

    Nothing is written but a page with charts. The same seed gives the same numbers.
    """
    from cardtools.printrun import simulate as room
    from cardtools.reports.stats.runs import ANY, simulation_tables
    from cardtools.steps.runs.planned_run import PlannedRun

    run = PlannedRun(plan, find_project(required=True))
    targets: dict[str, tuple[int, ...]] = {ANY: tuple(rarity.tier for rarity in run.plan.rarities)}
    if len(run.plan.rarities) > 1:
        targets |= {rarity.name: (rarity.tier,) for rarity in run.plan.rarities}
    people = (1, *sorted(set(groups or (4, 10))))
    found = room.simulate(run.allocations, targets, people, trials, seed)
    show(console, run.project, plan, list(simulation_tables(run.plan, run.allocations, found)), output, form)
