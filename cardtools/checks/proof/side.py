"""A side of a card as the checks of a proof see it, and the limits that it is proofed against."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtools.cards.spaces import in_a_line
from cardtools.cards.table import Card
from cardtools.checks.proof.contrast_ratio import Contrast
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.frozen_record import Record
from cardtools.render.face.load import Face
from cardtools.render.pdf.ink import LIMIT, separate
from cardtools.render.pdf.profile import PressProfile
from cardtools.render.scene.scene import Box, Scene, SetText, TextRun, around
from cardtools.render.text.arc import ink_box
from cardtools.render.text.fonts import Font

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardtools.render.pdf.ink import Shares


SMALLEST = 5.5  # points
LARGE, LARGE_BOLD = 18.0, 14.0  # points: WCAG asks less of text from these sizes on
_LARGE_SHARE = 2 / 3  # of the contrast: 3 where 4.5 is asked
_BOLD = ("Bold", "Black", "Heavy")


@dataclass(frozen=True)
class PrintLimits:
    """The least `contrast` (1 to 21), the most `ink` (2.4 is 240 %), how far texts stay from the cut (`safe`,
    mm; None: as the face says), the smallest `size` (points; None: 5.5, or what the element allows).
    """

    contrast: float = 4.5
    ink: float = LIMIT
    safe: float | None = None
    size: float | None = None

    def contrast_of(self, run: TextRun, font: Font) -> float:
        """The contrast that this text needs: two thirds of it where it is large."""
        bold = any(word in font.name for word in _BOLD)
        return self.contrast * (_LARGE_SHARE if run.size >= (LARGE_BOLD if bold else LARGE) else 1)

    def size_of(self, text: SetText) -> float:
        """The smallest size this text may be printed in. A smaller minimum of its style is intended."""
        return min(SMALLEST, text.minimum or SMALLEST) if self.size is None else self.size


class InkUse(Record):
    """The most ink (2.4 is 240 %), SHARE of the picture left out; the share of it above the limit, and
    the box (mm) around that.
    """

    most: float
    share: float = 0.0
    box: Box | None = None


class DrawnSide(Record):
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
    fonts: Mapping[str, Font]
    profile: PressProfile | None = None

    def colour_inks(self, colour: str) -> Sequence[float]:
        """The shares of the four inks in a colour."""
        from PIL import Image as Images

        return inks_of(Images.new("RGB", (1, 1), colour), self.profile)[0, 0]  # type: ignore[no-any-return]

    def ink_box(self, runs: Iterable[TextRun]) -> Box | None:
        """The box around the ink of runs; None where they have none."""
        return around(filter(None, (ink_box(run, self.fonts) for run in runs)))

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
