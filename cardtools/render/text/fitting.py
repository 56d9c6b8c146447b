"""Text fitting: paragraphs in, placed lines out. The paragraphs of a block share one size: the largest one at
which all of them fit the box.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import Literal, NamedTuple

from cardtools.render.scene.units import em
from cardtools.render.text.measured import Line, Measured

STEP = 0.25  # points between the sizes that are tried
SHORT = 0.35  # a last line below this share of the width looks lost
LONE = 0.12  # a single word on the last line, narrower than this share, looks lost in any text
STEPS = 50  # widths tried to even out lines
LineBalance = Literal["none", "last", "all"]


class Block(NamedTuple):
    """Lines set at one size (points); `width` of the widest line and `height` down to the descent (mm)."""

    size: float
    lines: tuple[Line, ...]
    width: float
    height: float


def sizes(largest: float, smallest: float) -> list[float]:
    """The sizes to try, from the largest down in steps of a quarter of a point, the smallest always last."""
    tried = [largest - STEP * step for step in range(int((largest - smallest) / STEP + 1e-9) + 1)]
    return tried if tried[-1] <= smallest + 1e-9 else [*tried, smallest]


def lay(paragraphs: Sequence[Measured], size: float, width: float | Sequence[float]) -> Block:
    """The paragraphs broken at this size (points) to this width (mm), or each to its own width."""
    widths = [width] * len(paragraphs) if isinstance(width, float | int) else width
    lines: list[Line] = []
    baseline = below = 0.0
    for number, measured in enumerate(paragraphs):
        paragraph = measured.paragraph
        own = em(size * paragraph.scale)
        room, index = widths[number] / own - measured.reserved, 0
        for index, line in enumerate(measured.lines(room, measured.indent, measured.indented), 1):
            if lines:
                baseline += own * paragraph.leading + (own * paragraph.gap if index == 1 else 0.0)
            else:
                baseline = measured.cap_height * own
            if measured.tall or below:
                above, deeper = measured.grown(line)
                baseline, below = baseline + below + above * own, deeper * own
            left = measured.indent * own if index <= measured.indented else 0.0
            lines.append(Line(*line[:5], line.width * own, left, baseline, number))
        if index < measured.indented < math.inf and measured.beside:  # a large letter that is higher
            baseline += (measured.indented - index) * own * paragraph.leading
            below = 0.0
    if not lines:
        return Block(size, (), 0.0, 0.0)
    last = lines[-1].measured
    height = baseline + last.descent * em(size * last.paragraph.scale) + below
    ends = (line.left + line.width + line.measured.reserved * em(size) for line in lines)
    return Block(size, tuple(lines), max(ends), height)


def fit(
    paragraphs: Sequence[Measured],
    width: float,
    height: float,
    largest: float,
    smallest: float,
    one_line: float | None = None,
    balance: LineBalance = "none",
) -> tuple[Block, bool]:
    """The block at the largest size that fits the box (mm), and whether any size fits.

    If none fits, the block has the smallest size. With `one_line`, a size (not below that one) at which
    everything is a single line is preferred to a larger one with more lines; `balance` evens out the lines
    of all paragraphs, or of those whose last line is short, or is a single short word.
    """

    def fits(block: Block) -> bool:
        return block.height <= height + 1e-6 and block.width <= width + 1e-6

    def may_fit(size: float, most: float = math.inf) -> bool:
        """Whether the words without the spaces would fit; if so, they fit at all smaller sizes."""
        lines, high, step = 0, 0.0, 0.0
        for measured in paragraphs:
            parts, total, widest = measured.least
            own = em(size * measured.paragraph.scale)
            if widest * own > width + 1e-6:
                return False
            leading = own * measured.paragraph.leading
            here = max(parts, math.ceil(total * own / width - 1e-6))
            lines, high, step = lines + here, high + here * leading, max(step, leading)
        return lines <= most and high - step <= height + 1e-6

    def tried(smallest: float, most: float = math.inf) -> list[float]:
        """The sizes that are worth laying out."""
        found = sizes(largest, smallest)
        first = 0 if may_fit(largest, most) else bisect_left(found, True, key=lambda one: may_fit(one, most))
        return found[first:]

    if one_line is not None:
        for size in tried(one_line, 1):
            block = lay(paragraphs, size, width)
            if len(block.lines) == 1 and fits(block):
                return block, True
    block = Block(largest, (), 0.0, 0.0)
    for size in tried(smallest) or [sizes(largest, smallest)[-1]]:
        block = lay(paragraphs, size, width)
        if fits(block):
            return _balanced(paragraphs, block, width, balance), True
    return block, False


def _balanced(paragraphs: Sequence[Measured], block: Block, width: float, balance: LineBalance) -> Block:
    """The same text on as many lines, in narrower columns: the narrowest there is for "all", else the widest
    in which the last line is not short ("last") or not a single short word ("none")."""
    widths = [width] * len(paragraphs)
    for number, measured in enumerate(paragraphs):
        tried = lay([measured], block.size, width)
        count = len(tried.lines)
        if count < 2 or measured.beside or (balance == "none" and not _is_lone(tried.lines[-1], width)):
            continue
        for step in range(STEPS):
            narrower = width * (1 - step / STEPS)
            if tried.width > narrower:  # else it would be broken in the same places
                tried = lay([measured], block.size, narrower)
            if len(tried.lines) > count or tried.width > narrower + 1e-6:
                break
            if balance == "none" and _is_lone(tried.lines[-1], width):
                continue
            widths[number] = narrower
            if balance == "none" or (balance == "last" and tried.lines[-1].width >= SHORT * width):
                break
    return lay(paragraphs, block.size, widths) if min(widths) < width else block


def _is_lone(line: Line, width: float) -> bool:
    return line.width < LONE * width and " " not in line.text
