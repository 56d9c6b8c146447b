"""`cardtools run integrity`: what closed packs give away."""

from __future__ import annotations

from pathlib import Path

from cardtools.commands import argument, command, format_option
from cardtools.ground.console import Console, to_json
from cardtools.project.project import find_project


@command("Example: cardtools run integrity runs/first-light.toml")
def integrity(console: Console, plan: Path = argument(), form: str = format_option()) -> int:
    """Find out what closed packs give away about the rarities in them.

    The plan is dealt until there are 40,000 packs. An attacker weighs them, measures how thick they are,
    feels how large the insert is, knows their places in the boxes, and opens half of them to learn from. The
    area under the curve (AUC) says how well the attacker guesses what is in the others: 0.5 is guessing. What
    cards weigh and how exactly the attacker measures is in [integrity] of the plan.

    Exits 1 if the attacker is better than the plan's `most` allows.
    """
    from cardtools.steps.runs.integrity import check_integrity
    from cardtools.steps.runs.planned_run import PlannedRun

    found, problems = check_integrity(PlannedRun(plan, find_project(required=True)))
    console.problems(problems)
    if found is None:
        console.say("nothing to check: the policy is none, or there is one rarity")
        if form == "json":
            console.data(to_json({"packs": 0, "worst": None, "auc": {}}) + "\n")
        return 0
    if form == "json":
        by, aim, most = found.worst
        console.data(
            to_json({"packs": found.packs, "worst": {"by": by, "aim": aim, "auc": most}, "auc": found.areas})
            + "\n"
        )
    else:
        console.result(f"{found.packs:,} packs; area under the curve of the best guess, 0.5 is guessing:")
        for by in found.areas:
            console.result(f"  {by:<12} {found.best(by):.3f}")
    return int(any(problem.severity == "error" for problem in problems))
