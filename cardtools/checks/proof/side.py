"""A side of a card as the checks of a proof see it, the limits it keeps to, and what was measured of it."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

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
    """The most ink (2.4 is 240 %) of all but SHARE, the share above the limit, and the box (mm) of that."""

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
    return finding._replace(box=place)


@dataclass(frozen=True)
class TextFigures:
    """A text element of a card: its name and words, the size chosen for it, the smallest one its style
    allows (None: it does not shrink), and that of its smallest letters, of a label or a remark (points); its
    lowest contrast (None where it has no ink on the card) and the box of its ink (mm).
    """

    element: str
    text: str
    size: float
    minimum: float | None
    smallest: float
    contrast: float | None
    box: Box

    @property
    def least(self) -> str:
        """The smallest size, for people."""
        return "" if self.minimum is None else f" (least {self.minimum:g})"


@dataclass(frozen=True)
class SideFigures:
    """A side of a card, measured. `scene` is None when it cannot be drawn: then `findings` say why."""

    card: Card
    side: Literal["face", "back"]
    scene: Scene | None
    safe: float = 0.0
    texts: tuple[TextFigures, ...] = ()
    ink: float = 0.0
    findings: tuple[Diagnostic, ...] = ()

    @property
    def name(self) -> str:
        """What people call it."""
        return self.card.name if self.side == "face" else f"{self.card.name} (back)"

    @property
    def contrast(self) -> float | None:
        """The lowest contrast of its texts."""
        return min((text.contrast for text in self.texts if text.contrast is not None), default=None)

    @property
    def smallest(self) -> float | None:
        """The size of its smallest letters."""
        return min((text.smallest for text in self.texts), default=None)

    def about(self) -> str:
        """`smallest text 8 pt, lowest contrast 6.1, ink 184 %`."""
        if self.scene is None:
            return "cannot be drawn"
        return ", ".join([*_least([self]), f"ink {100 * self.ink:.0f} %"])

    def figures(self) -> str:
        """`Ash Hound: rules 8.75 pt (least 5.5), ...; contrast 6.1, ink 184 %`."""
        if self.scene is None:
            return f"{self.name}: cannot be drawn"
        texts = [f"{text.element.rpartition('.')[2]} {text.size:g} pt{text.least}" for text in self.texts]
        contrast = "" if self.contrast is None else f"contrast {floored(self.contrast)}, "
        return f"{self.name}: {', '.join(texts) or 'no text'}; {contrast}ink {100 * self.ink:.0f} %"

    def data(self) -> dict[str, Any]:
        """The figures for JSON: points, mm from the trim's top left corner, ink in percent; null: unknown."""
        scene = self.scene
        return {
            "name": self.card.name,
            "file_name": self.card.slug,
            "side": self.side,
            "path": self.card.where.path,
            "line": self.card.where.line,
            "drawn": scene is not None,
            "width": scene and scene.width,
            "height": scene and scene.height,
            "safe": scene and self.safe,
            "ink": scene and round(100 * self.ink, 1),
            "contrast": _number(self.contrast),
            "codes": [finding.code for finding in self.findings],
            "texts": [
                dataclasses.asdict(text)
                | {"smallest": round(text.smallest, 2), "contrast": _number(text.contrast)}
                | {"box": {name: round(value, 2) for name, value in dataclasses.asdict(text.box).items()}}
                for text in self.texts
            ],
        }


def worst_first(sides: Iterable[SideFigures], asked: Collection[Diagnostic]) -> list[SideFigures]:
    """The sides with the findings `asked` for: what cannot be drawn first, then the worst findings."""

    def badness(side: SideFigures) -> tuple[bool, int, int, int]:
        found = Counter(finding.severity for finding in side.findings)
        return side.scene is not None, -found["error"], -found["warning"], -found["info"]

    left = (
        dataclasses.replace(side, findings=tuple(f for f in side.findings if f in asked)) for side in sides
    )
    return sorted(left, key=badness)


def note(sides: Sequence[SideFigures]) -> str:
    """The end of a proof's summary: `; smallest text 5.25 pt, lowest contrast 4.8, highest ink 242 %`."""
    drawn = [side for side in sides if side.scene]
    if not drawn:
        return ""
    ink = f"highest ink {100 * max(side.ink for side in drawn):.0f} %"
    return f"; {', '.join([*_least(drawn), ink])}"


def _least(sides: Iterable[SideFigures]) -> Iterator[str]:
    texts = [text for side in sides for text in side.texts]
    if texts:
        yield f"smallest text {min(text.smallest for text in texts):.3g} pt"
    if contrasts := [text.contrast for text in texts if text.contrast is not None]:
        yield f"lowest contrast {floored(min(contrasts))}"


def facts(sides: Iterable[SideFigures], limits: PrintLimits) -> dict[str, Any]:
    """The limits and the figures of all sides for JSON."""
    return {
        "limits": dataclasses.asdict(limits) | {"ink": round(100 * limits.ink, 1)},
        "cards": [side.data() for side in sides],
    }


def floored(ratio: float) -> str:
    """A contrast as people read it; one below a limit never looks as if it met it."""
    return f"{int(ratio * 100) / 100:g}"


def _number(ratio: float | None) -> float | None:
    return None if ratio is None else float(floored(ratio))
