"""The figures and findings of each side of a card that a proof measured."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from cardtools.cards.table import Card
from cardtools.checks.proof.side import PrintLimits
from cardtools.ground.errors import Diagnostic
from cardtools.render.scene.scene import Box, Scene


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
        parts = [] if self.smallest is None else [f"smallest text {self.smallest:.3g} pt"]
        parts += [] if self.contrast is None else [f"lowest contrast {floored(self.contrast)}"]
        return ", ".join([*parts, f"ink {100 * self.ink:.0f} %"])

    def figures(self) -> str:
        """`Ash Hound: rules 8.75 pt (least 5.5), ...; contrast 6.1, ink 184 %`."""
        if self.scene is None:
            return f"{self.name}: cannot be drawn"
        texts = [f"{text.element.rpartition('.')[2]} {text.size:g} pt{text.least}" for text in self.texts]
        contrast = "" if self.contrast is None else f"contrast {floored(self.contrast)}, "
        return f"{self.name}: {', '.join(texts) or 'no text'}; {contrast}ink {100 * self.ink:.0f} %"

    def data(self) -> dict[str, Any]:
        """The figures for JSON. Sizes are points, lengths mm from the top left corner of the trim, ink is
        percent; null is unknown.
        """
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
    """The sides with those of their findings that are `asked` for: what cannot be drawn comes first, then the
    worst findings; else they keep their order.
    """

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
    ends = []
    if sizes := [side.smallest for side in drawn if side.smallest is not None]:
        ends.append(f"smallest text {min(sizes):.3g} pt")
    if contrasts := [side.contrast for side in drawn if side.contrast is not None]:
        ends.append(f"lowest contrast {floored(min(contrasts))}")
    if drawn:
        ends.append(f"highest ink {100 * max(side.ink for side in drawn):.0f} %")
    return f"; {', '.join(ends)}" if ends else ""


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
