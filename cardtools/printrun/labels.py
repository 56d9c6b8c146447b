"""Labels of packs and boxes: what they are, where they belong, and a code that machines read.

They say nothing about the cards inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardtools.printrun.ledger import Pack
from cardtools.render.fonts import Font
from cardtools.render.metrics import FontMetrics, text_runs
from cardtools.render.qr import qr_contours
from cardtools.render.scene import Box, Fill, Item, Rectangle, Scene, Stroke, Symbol, TextRun
from cardtools.render.units import em
from cardtools.spelling import counted

_EDGE = 2.0  # mm
_FONT = "label"
_INK = "#000000"
_LARGE, _SMALL = 11.0, 7.0  # points
_ROUND = 2.0  # mm


@dataclass(frozen=True)
class Label:
    """What a label says: its title, its other lines, and the text of its code."""

    title: str
    lines: tuple[str, ...]
    code: str


def pack_labels(packs: Iterable[Pack], run: str, game: str) -> Iterator[Label]:
    """The labels of packs."""
    for pack in packs:
        place = f"box {pack.box:,}, place {pack.position}"
        yield Label(
            f"Pack {pack.number:,}", (place, f"run {run}, wave {pack.wave}", game), f"{run}-P{pack.number}"
        )


def box_labels(packs: Iterable[Pack], run: str, game: str) -> Iterator[Label]:
    """The labels of the boxes that these packs are in, by number."""
    counts: dict[tuple[int, int], int] = {}
    for pack in packs:
        counts[pack.box, pack.wave] = counts.get((pack.box, pack.wave), 0) + 1
    for (box, wave), count in sorted(counts.items()):
        yield Label(
            f"Box {box:,}", (counted(count, "pack"), f"run {run}, wave {wave}", game), f"{run}-B{box}"
        )


def label_scene(label: Label, width: float, height: float, font: Font) -> Scene:
    """The label as a scene of this size in mm: the code on the left, the words beside it."""
    side = min(height - 2 * _EDGE, width / 2)
    items: list[Item] = [
        Rectangle(Box(0, 0, width, height), _ROUND, None, Stroke("#b0b0b0", 0.1)),
        Symbol(
            Box(_EDGE, (height - side) / 2, side, side), "qr", qr_contours(label.code, "M"), Fill((_INK,))
        ),
    ]
    left, metrics = _EDGE + side + 1.0, FontMetrics({_FONT: [font]})
    room = width - left - _EDGE
    step = min((height - 2 * _EDGE) / (len(label.lines) + 1.6), 1.4 * em(_LARGE))
    baseline = (height - (len(label.lines) + 1) * step) / 2 + 0.75 * step
    for text, size in ((label.title, _LARGE), *((line, _SMALL) for line in label.lines if line)):
        items += _fitted(metrics, text, left, baseline, room, min(size, step / em(1.0)))
        baseline += step
    return Scene(label.code, width, height, 0.0, 0.0, tuple(items))


def _fitted(
    metrics: FontMetrics, text: str, left: float, baseline: float, room: float, size: float
) -> list[TextRun]:
    """A line of text, smaller if it would be wider than the room."""
    wide = metrics.width(_FONT, text) * em(size)
    size *= min(1.0, room / wide) if wide else 1.0
    return text_runs(metrics.line(_FONT, text), left, baseline, size, _INK)
