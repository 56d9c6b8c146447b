"""A side of a card as the checks of a proof see it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtools.cards.spaces import in_a_line
from cardtools.cards.table import Card
from cardtools.checks.proof.contrast_ratio import Contrast
from cardtools.checks.proof.proof_limits import PrintLimits
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.render.face.load import Face
from cardtools.render.pdf.ink import separate
from cardtools.render.pdf.profile import PressProfile
from cardtools.render.scene.scene import Box, Scene, TextRun, around
from cardtools.render.text.extent import Extents

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardtools.render.pdf.ink import Shares


@dataclass(frozen=True)
class InkUse:
    """The most ink (2.4 is 240 %), SHARE of the picture left out; the share of it above the limit, and
    the box (mm) around that.
    """

    most: float
    share: float = 0.0
    box: Box | None = None


@dataclass(frozen=True)
class DrawnSide:
    """A side of a card, drawn and measured: `picture` has its bleed and `dpi` pixels per inch, `safe` is how
    far its texts stay from the cut (mm), `contrasts` are those of its runs that have ink on the card. With a
    `profile` its inks are those of that press.
    """

    card: Card
    face: Face
    scene: Scene
    picture: Image
    dpi: int
    limits: PrintLimits
    safe: float
    ink: InkUse
    contrasts: Mapping[TextRun, Contrast]
    extents: Extents
    profile: PressProfile | None = None

    def colour_inks(self, colour: str) -> Sequence[float]:
        """The shares of the four inks in a colour."""
        from PIL import Image as Images

        return inks_of(Images.new("RGB", (1, 1), colour), self.profile)[0, 0]  # type: ignore[no-any-return]

    def ink_box(self, runs: Iterable[TextRun]) -> Box | None:
        """The box around the ink of runs; None where they have none."""
        return around(filter(None, map(self.extents.box, runs)))

    def finding(
        self, check: Check, message: str, hint: str, box: Box | None = None, part: str = ""
    ) -> Diagnostic:
        """A finding about the card, at the box (mm) where one is known."""
        message = f"card {in_a_line(self.card.name)}: {message}"
        return at_box(check.finding(self.card.where, message, hint, part), box)


def inks_of(image: Image, profile: PressProfile | None) -> Shares:
    """The inks of a picture: those of a press or, without its profile, as much black as there can be."""
    import numpy

    if profile is None:
        return separate(numpy.asarray(image))
    return numpy.asarray(profile.inks(image), numpy.float32) / numpy.float32(255)


def at_box(finding: Diagnostic, box: Box | None) -> Diagnostic:
    """The finding with its place on the card."""
    if box is None:
        return finding
    place = round(box.left, 2), round(box.top, 2), round(box.width, 2), round(box.height, 2)
    return dataclasses.replace(finding, box=place)
