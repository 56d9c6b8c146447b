"""What a proof tells: the figures and findings of each card, the worst first."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cardtools.errors import Diagnostic
from cardtools.proof.limits import Limits
from cardtools.render.pictures import CardSource
from cardtools.render.scene import Box, Scene

if TYPE_CHECKING:
    from cardtools.checks.suppress import Selection


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


@dataclass(frozen=True)
class Mark:
    """A finding and its place on the card; None is the whole card."""

    finding: Diagnostic
    box: Box | None = None


@dataclass(frozen=True)
class Proofed:
    """A side of a card, measured. `scene` is None when it cannot be drawn: then `marks` say why."""

    card: CardSource
    side: Literal["face", "back"]
    scene: Scene | None
    safe: float = 0.0
    texts: tuple[TextFigures, ...] = ()
    ink: float = 0.0
    marks: tuple[Mark, ...] = ()

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


@dataclass(frozen=True)
class Proof:
    """All that was proofed, the worst first, and the findings that are about files and not about a card."""

    limits: Limits
    cards: tuple[Proofed, ...]
    files: tuple[Diagnostic, ...] = ()
    suppressed: int = 0

    @property
    def findings(self) -> list[Diagnostic]:
        """All findings in their order, those about files last."""
        return [*(mark.finding for card in self.cards for mark in card.marks), *self.files]

    @property
    def broken(self) -> list[str]:
        """The names of what cannot be drawn."""
        return [card.name for card in self.cards if card.scene is None]


def floored(ratio: float) -> str:
    """A contrast as people read it; one below a limit never looks as if it met it."""
    return f"{int(ratio * 100) / 100:g}"


def told(cards: Iterable[Proofed], files: Iterable[Diagnostic], limits: Limits, chosen: Selection) -> Proof:
    """The proof with the findings that the project does not accept and the command line asks for.

    Cards that cannot be drawn come first, then those with the worst findings; else in their order.
    """
    left, suppressed = [], 0
    for card in cards:
        marks = [mark for mark in card.marks if not chosen.accepts(mark.finding, card.card.name)]
        suppressed += len(card.marks) - len(marks)
        kept = tuple(mark for mark in marks if card.scene is None or chosen.asks(mark.finding.code))
        left.append(dataclasses.replace(card, marks=kept))
    files = list(files)
    open_ones = [finding for finding in files if not chosen.accepts(finding, "")]
    suppressed += len(files) - len(open_ones)
    asked = tuple(finding for finding in open_ones if chosen.asks(finding.code))
    return Proof(limits, tuple(sorted(left, key=_badness)), asked, suppressed)


def _badness(card: Proofed) -> tuple[bool, int, int, int]:
    found = [mark.finding.severity for mark in card.marks]
    return card.scene is not None, -found.count("error"), -found.count("warning"), -found.count("info")
