"""How much ink a card takes, and where it is too much for a press."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtools.checks.proof.side import DrawnSide, InkUse, inks_of
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.render.pdf.ink import SHARE
from cardtools.render.pdf.profile import PressProfile
from cardtools.render.scene.scene import Box, Scene
from cardtools.render.scene.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

INK = Check.of("""RND007 ink warning: part of the card takes more ink than a press can apply
    why: Too much wet ink smears and sticks to the next sheet. 240 % is the lowest limit that makers ask for,
    and grey counts as black ink alone. With a [print] profile, the inks are those of that press and the limit
    is [print] ink, or 300 %. Half a percent of a card may take more.
    bad: #010014 as a ground: 95 % cyan, 100 % magenta and 92 % black
    good: #14141a, which is nearly black ink alone
    fix: take a lighter colour, or one nearer to grey; `cardtools export --to dtc` reduces what is too much by
    itself""")

# One level of a dark 8-bit colour is up to 0.03 of ink: a colour of just the limit may be drawn as more.
_ROUNDING = 0.03


def check(side: DrawnSide) -> Iterator[Diagnostic]:
    """RND007 about the place that takes too much ink."""
    if side.ink.box:
        message = f"{100 * side.ink.share:.1f} % of it takes more than {100 * side.limits.ink:g} % ink, "
        message += f"the most is {100 * side.ink.most:.0f} %"
        hint = "take lighter or plainer colours, or let `cardtools export` reduce them for a press"
        yield side.finding(INK, message, hint, side.ink.box)


def ink_use(
    image: Image, scene: Scene, dpi: int, limit: float, profile: PressProfile | None = None
) -> InkUse:
    """The ink of a card that is drawn with its bleed, on the press of the profile."""
    import numpy

    sums = inks_of(image, profile).sum(axis=-1)
    least = int(sums.size * SHARE)
    most = float(numpy.partition(sums, sums.size - 1 - least, axis=None)[sums.size - 1 - least])
    if most <= limit + _ROUNDING:
        return InkUse(most)
    above = sums > limit + _ROUNDING
    rows, columns = (numpy.flatnonzero(above.any(axis=axis)).tolist() for axis in (1, 0))
    pixel = MM_PER_INCH / dpi
    width, height = (columns[-1] - columns[0] + 1) * pixel, (rows[-1] - rows[0] + 1) * pixel
    box = Box(columns[0] * pixel - scene.bleed, rows[0] * pixel - scene.bleed, width, height)
    return InkUse(most, float(above.mean()), box)
