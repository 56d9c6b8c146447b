"""A side of a card as the checks of a proof see it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cardtools.cards.spaces import in_a_line
from cardtools.catalogue import Check
from cardtools.errors import Diagnostic
from cardtools.proof.contrast import Contrast
from cardtools.proof.limits import PrintLimits
from cardtools.render.extent import Extents
from cardtools.render.pictures import CardSource
from cardtools.render.scene import Box, Scene, TextRun, around


@dataclass(frozen=True)
class InkUse:
    """The most ink (2.4 is 240 %), SHARE of the picture left out; the share of it above the limit, and
    the box (mm) around that.
    """

    most: float
    share: float = 0.0
    box: Box | None = None


@dataclass(frozen=True)
class ProofSide:
    """A side of a card, drawn and measured: `safe` is how far its texts stay from the cut (mm), `contrasts`
    are those of its runs that have ink on the card.
    """

    card: CardSource
    scene: Scene
    limits: PrintLimits
    safe: float
    ink: InkUse
    contrasts: Mapping[TextRun, Contrast]
    extents: Extents

    def ink_box(self, runs: Iterable[TextRun]) -> Box | None:
        """The box around the ink of runs; None where they have none."""
        return around(filter(None, map(self.extents.box, runs)))

    def finding(
        self, check: Check, message: str, hint: str, box: Box | None = None, part: str = ""
    ) -> Diagnostic:
        """A finding about the card, at the box (mm) where one is known."""
        message = f"card {in_a_line(self.card.name)}: {message}"
        return at_box(check.finding(self.card.where, message, hint, part), box)


def at_box(finding: Diagnostic, box: Box | None) -> Diagnostic:
    """The finding with its place on the card."""
    if box is None:
        return finding
    place = round(box.left, 2), round(box.top, 2), round(box.width, 2), round(box.height, 2)
    return dataclasses.replace(finding, box=place)
