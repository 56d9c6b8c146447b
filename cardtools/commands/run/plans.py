"""Commands about the plan of a print run: write one, show it, and try it before anything is dealt."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from cardtools.commands import argument, command, exit_code, option, options, print_data
from cardtools.commands.run import shared
from cardtools.commands.run.shared import show
from cardtools.ground.console import Console
from cardtools.ground.errors import InputError, OutputError
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.project.project import find_project


@command("Example: cardtools run init runs/first-light.toml --copies 77")
def init(
    console: Console,
    plan: Path = argument(),
    copies: int | None = option(
        "--copies",
        "Copies of each design. [default: the fewest that give exact shares]",
        least=1,
        most=1_000_000,
    ),
    size: int | None = option("--size", "Cards in a pack. [default: a number that fits]", least=1, most=1000),
    id_: str | None = option(
        "--id",
        "What serials begin with. [default: the first letter that no run of the project has]",
        metavar="LETTER",
    ),
) -> None:
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


@command("Example: cardtools run plan runs/first-light.toml")
def plan(
    console: Console, plan: Path = argument(), output: Path | None = shared.page, form: str = options.form()
) -> int:
    """Show what a plan prints, packs and costs, as tables and a page with charts; nothing is dealt.

    Exits 1 if closed packs give themselves away (see `cardtools run integrity`) or if another run has the id,
    and 2 if the plan cannot be carried out; then it lists the nearest plans that can.
    """
    from cardtools.reports.stats.runs import plan_tables
    from cardtools.steps.runs.numbering import check_id
    from cardtools.steps.runs.plan_checks import check_finishes, check_integrity, check_plan
    from cardtools.steps.runs.planned_run import PlannedRun

    run = PlannedRun(plan, find_project(required=True))
    allocations = run.allocations
    found = [*check_id(run), *check_plan(run), *check_integrity(run)[1]]
    with suppress(InputError):  # of cards that cannot be drawn: `run sheets` reports it
        found += check_finishes(run)
    findings = run.game.reported(found)
    console.problems(findings)
    last = len(run.plan.waves) - 1
    tables = list(plan_tables(run.plan, allocations, (run.sizes(), run.copies(last))))
    show(console, run.project, plan, tables, output, form)
    return exit_code(findings)


@command("Example: cardtools run integrity runs/first-light.toml")
def integrity(console: Console, plan: Path = argument(), form: str = options.form()) -> int:
    """Find out what closed packs give away about the rarities in them.

    The plan is dealt until there are 40,000 packs. An attacker weighs them, measures how thick they are,
    feels how large the insert is, knows their places in the boxes, and opens half of them to learn from. The
    area under the curve (AUC) says how well the attacker guesses what is in the others: 0.5 is guessing. What
    cards weigh and how exactly the attacker measures is in [integrity] of the plan.

    Exits 1 if the attacker is better than the plan's `most` allows.
    """
    from cardtools.steps.runs.plan_checks import check_integrity
    from cardtools.steps.runs.planned_run import PlannedRun

    found, problems = check_integrity(PlannedRun(plan, find_project(required=True)))
    console.problems(problems)
    if found is None:
        console.say("nothing to check: the policy is none, or there is one rarity")
        print_data(console, form, {"packs": 0, "worst": None, "auc": {}})
        return 0
    worst = dict(zip(("by", "aim", "auc"), found.worst, strict=True))
    data = {"packs": found.packs, "worst": worst, "auc": found.areas}
    title = f"{found.packs:,} packs; area under the curve of the best guess, 0.5 is guessing:"
    print_data(console, form, data, title, *(f"  {by:<12} {found.best(by):.3f}" for by in found.areas))
    return exit_code(problems)


@command("Example: cardtools run simulate runs/first-light.toml --people 4 --people 20")
def simulate(
    console: Console,
    plan: Path = argument(),
    groups: tuple[int, ...] = option(
        "--people", "People who trade with each other; may be repeated. [default: 4, 10]", least=2, most=1000
    ),
    trials: int = option("--trials", "Repetitions.", least=1, most=10_000, default=100),
    seed: int = option("--seed", "The seed of the random orders.", default=1),
    output: Path | None = shared.page,
    form: str = options.form(),
) -> None:
    """Deal a plan and open its packs in random orders: how many a complete set needs, alone and with trading.

    Nothing is written but a page with charts. The same seed gives the same numbers.
    """
    from cardtools.printrun import simulate as opening
    from cardtools.reports.stats.runs import ANY, simulation_tables
    from cardtools.steps.runs.planned_run import PlannedRun

    run = PlannedRun(plan, find_project(required=True))
    targets: dict[str, tuple[int, ...]] = {ANY: tuple(rarity.tier for rarity in run.plan.rarities)}
    if len(run.plan.rarities) > 1:
        targets |= {rarity.name: (rarity.tier,) for rarity in run.plan.rarities}
    people = (1, *sorted(set(groups or (4, 10))))
    found = opening.simulate(run.allocations, targets, people, trials, seed)
    show(console, run.project, plan, list(simulation_tables(run.plan, run.allocations, found)), output, form)
