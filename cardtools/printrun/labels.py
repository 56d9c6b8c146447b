"""Labels of packs and boxes: what they are, where they belong, and a code that machines read. They say
nothing about the cards inside, and not when they were printed (Doc 1): a label has another number than the
ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from cardtools.ground.spelling import counted
from cardtools.printrun.events import RunOpening
from cardtools.printrun.ledger import Pack
from cardtools.printrun.shuffle import RandomOrder
from cardtools.render.pictures.qr import qr_contours
from cardtools.render.scene.scene import Box, Fill, Item, Point, Rectangle, Scene, Stroke, Symbol
from cardtools.render.scene.units import em
from cardtools.render.text.fonts import Font
from cardtools.render.text.metrics import FontMetrics, text_runs

LabelKind = Literal["pack", "box"]
_NUMBERS = 100_000_000  # on labels
_EDGE = 2.0  # mm
_FONT = "label"
_INK = "#000000"
_LARGE, _SMALL = 11.0, 7.0  # points
_ROUND = 2.0  # mm


def label_numbers(run: RunOpening, what: LabelKind, numbers: Sequence[int]) -> list[int]:
    """The numbers on the labels of packs or boxes, given their numbers from 1 in the ledger. All of them are
    different, over all waves, and only who knows the seed of the run can tell which is which.
    """
    order = RandomOrder(_NUMBERS, run.seed, f"labels {what}")
    found: list[int] = (order(np.array(numbers, np.int64) - 1) + 1).tolist()
    return found


def make_labels(
    what: LabelKind, packs: Sequence[Pack], run: RunOpening, game: str, size: Point, font: Font
) -> Iterator[Scene]:
    """The labels of packs, or of the boxes that they are in by their numbers in the ledger; `size` is mm."""
    boxes = label_numbers(run, "box", [pack.box for pack in packs])
    lines = {one.number: f"box {box:,}, place {one.position}" for one, box in zip(packs, boxes, strict=True)}
    if what == "box":
        counts = sorted(Counter(pack.box for pack in packs).items())
        lines = {box: counted(count, "pack") for box, count in counts}
    for line, number in zip(lines.values(), label_numbers(run, what, [*lines]), strict=True):
        code, words = f"{run.id}-{what[0].upper()}{number}", [line, f"run {run.id}", game]
        yield _label(f"{what.title()} {number:,}", words, code, *size, font)


def _label(title: str, lines: list[str], qr: str, width: float, height: float, font: Font) -> Scene:
    """The code on the left, the words beside it."""
    side = min(height - 2 * _EDGE, width / 2)
    square, code = Box(_EDGE, (height - side) / 2, side, side), qr_contours(qr, "M")
    frame = Rectangle(Box(0, 0, width, height), _ROUND, None, Stroke("#b0b0b0", 0.1))
    items: list[Item] = [frame, Symbol(square, "qr", code, Fill((_INK,)))]
    left, metrics = _EDGE + side + 1.0, FontMetrics({_FONT: [font]})
    room = width - left - _EDGE
    step = min((height - 2 * _EDGE) / (len(lines) + 1.6), 1.4 * em(_LARGE))
    baseline = (height - (len(lines) + 1) * step) / 2 + 0.75 * step
    for text, size in ((title, _LARGE), *((line, _SMALL) for line in lines if line)):
        size = min(size, step / em(1.0))
        wide = metrics.width(_FONT, text) * em(size)
        size *= min(1.0, room / wide) if wide else 1.0  # smaller if it would be wider than the room
        items += text_runs(metrics.line(_FONT, text), left, baseline, size, _INK)
        baseline += step
    return Scene(qr, width, height, 0.0, 0.0, tuple(items))
