"""The limits that cards are proofed against."""

from __future__ import annotations

from dataclasses import dataclass

from cardtools.render.pdf.ink import LIMIT
from cardtools.render.scene.scene import SetText, TextRun
from cardtools.render.text.fonts import Font

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
