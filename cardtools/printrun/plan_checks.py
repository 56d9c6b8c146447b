"""What is remarkable about a plan that can be carried out (Doc 4.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtools.ground.errors import Diagnostic
from cardtools.ground.toml.tomlfile import TomlFile
from cardtools.printrun.run_checks import RUN_NOT_EXACT, WEIGHTS_SUM
from cardtools.printrun.run_plan import RunPlan
from cardtools.printrun.shares import WHOLE, exact, exact_step

if TYPE_CHECKING:
    from cardtools.ground.toml.tomlplaces import Key

_BECOMES = {
    "normalise": "in proportion, they are",
    "reserve": "the rest is kept back:",
    "to_common": "the largest share gets the rest:",
    "flat": "all rarities are printed equally often:",
}


def check_plan(plan: RunPlan, file: TomlFile) -> Iterator[Diagnostic]:
    """Findings about shares that do not add up, and copies that cannot have them exactly."""
    total = sum(exact(rarity.share) for rarity in plan.rarities)
    if total != WHOLE:
        shares = ", ".join(f"{float(100 * share):.2f}" for share in plan.shares)
        message = f"the shares add up to {float(total):g} %; {_BECOMES[plan.run.policy]} {shares} %"
        place: tuple[Key, ...] = ("rarities",) if "rarities" in file.data else ("run", "policy")
        yield WEIGHTS_SUM.finding(file.at(*place), message, "say another policy in [run] if you want another")
    step = exact_step(plan.shares, plan.kept)
    for index, wave in enumerate(plan.waves):
        if wave.copies % step:
            low = wave.copies // step * step
            near = f"{low:,} and {low + step:,}" if low else f"{step:,}"
            message = f"{wave.copies:,} copies of a design cannot have exactly the shares of its rarities"
            keys: tuple[Key, ...] = ("waves", index, "copies") if "waves" in file.data else ("run", "copies")
            yield RUN_NOT_EXACT.finding(file.at(*keys), message, f"the nearest that can: {near}")
