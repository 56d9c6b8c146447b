"""How much ink a card takes, and where it is too much for a press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtools.catalogue import Check
from cardtools.render.ink import SHARE, separate
from cardtools.render.scene import Box, Scene
from cardtools.render.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

INK = Check(
    "RND007", "ink", "warning", "a place of the card takes more ink than a press can",
    why=(
        "Paper takes no more: wet ink smears and sticks to the next sheet. 240 % is the least that makers"
        " ask for. Grey counts as black ink alone; half a percent of a card may take more."
    ),
    bad="#010014 as a ground: 95 % cyan, 100 % magenta and 92 % black",
    good="#14141a, which is nearly black ink alone",
    fix=(
        "take a lighter colour, or one nearer to grey; `cardtools export --to dtc` reduces what is too "
        "much by itself"
    ),
)  # fmt: skip


@dataclass(frozen=True)
class InkUse:
    """The most ink (2.4 is 240 %), SHARE of the picture left out; the share of it above the limit, and
    the box (mm) around that.
    """

    most: float
    share: float = 0.0
    box: Box | None = None


def ink_use(image: Image, scene: Scene, dpi: int, limit: float) -> InkUse:
    """The ink of a card that is drawn with its bleed."""
    import numpy

    sums = separate(numpy.asarray(image)).sum(axis=-1)
    least = int(sums.size * SHARE)
    most = float(numpy.partition(sums, sums.size - 1 - least, axis=None)[sums.size - 1 - least])
    above = sums > limit + 1e-4  # a colour of just the limit is within it
    if most <= limit + 1e-4:
        return InkUse(most)
    rows, columns = numpy.flatnonzero(above.any(axis=1)), numpy.flatnonzero(above.any(axis=0))
    pixel = MM_PER_INCH / dpi
    box = Box(
        float(columns[0] * pixel - scene.bleed),
        float(rows[0] * pixel - scene.bleed),
        float((columns[-1] - columns[0] + 1) * pixel),
        float((rows[-1] - rows[0] + 1) * pixel),
    )
    return InkUse(most, float(above.mean()), box)
