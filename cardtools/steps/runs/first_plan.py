"""A plan to begin with, for the cards of a project."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

from cardtools.ground.io.files import shown
from cardtools.printrun.shares import exact_step, least_copies, targets
from cardtools.project.project import Project
from cardtools.steps.game_files import GameFiles
from cardtools.steps.runs.planned_run import ONE_RARITY, PlannedRun, rarities_of

_SIZE, _COPIES, _STEPS = 7, 30, 20  # of the plan; the last: how many numbers of copies are tried

_PLAN = """\
# A print run: `cardtools run plan {path}` shows what it prints.
# `cardtools explain run` says what every key means.
[run]
id = {quoted:<31} # the serials of all copies begin with it
name = "{name}"
copies = {copies:<27} # of each of {designs} designs, in all rarities together
seed = {seed:<29} # keep it secret until the packs are sold
policy = "normalise"                 # what becomes of shares that don't add up to 100 %
{rarities}
[packs]
size = {size:<29} # cards, without the insert
box = 24                             # packs

[costs]
currency = "EUR"
sheet = 1.20
slots = 9                            # cards on a sheet
pack = 0.15
box = 1.10
"""


def first_plan(project: Project, path: Path, id_: str, copies: int | None, size: int | None) -> str:
    """The text of a plan for the cards of a project whose copies fill its packs.

    What is not given is chosen: the least number of copies that has the shares exactly, and packs of seven
    or nearly so.
    """
    ruleset = GameFiles(project).ruleset
    rarities = rarities_of(ruleset)
    shares, kept = targets([rarity.share for rarity in rarities], "normalise")
    step = exact_step(shares, kept)
    step *= -(-max(least_copies(shares, kept), _COPIES) // step)
    own = "" if rarities is not ONE_RARITY else '\n[[rarities]]\ntier = 1\nname = "Standard"\nshare = 100\n'
    name = path.stem.replace("-", " ").title().replace('"', "").replace("\\", "")
    values = {
        "path": shown(path),
        "quoted": f'"{id_}"',
        "name": name,
        "seed": random.SystemRandom().getrandbits(48),
    }

    def text(number: int, cards: int, designs: int = 0) -> str:
        return _PLAN.format(copies=number, size=cards, designs=designs, rarities=own, **values)

    run = PlannedRun(path, project, text(copies or step, size or _SIZE))
    near = sorted(range(4, 16), key=lambda one: (abs(one - _SIZE), one))
    counts = [copies] if copies else range(step, _STEPS * step + 1, step)
    fitting = ((n, k) for n in counts for k in ([size] if size else near) if run.fits(0, n, k))
    others = ((copies or step, k) for k in ([] if size else run.sizes()))
    given = run.plan.run.copies, run.plan.packs.size
    number, cards = next(itertools.chain(fitting, others), given)
    return text(number, cards, len(run.designs))
