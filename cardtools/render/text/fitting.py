"""Text fitting: paragraphs in, placed lines out, all of one size: the largest at which they fit the box."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, NamedTuple

from cardtools.render.scene.units import em
from cardtools.render.text.line_breaks import break_points
from cardtools.render.text.measured import Break, Line, Measured, Span, measure

STEP = 0.25  # points between the sizes that are tried
_DOWN = 0.25  # mm between the places for a line beside a shape
SLACK = 1e-6  # mm
SHORT = 0.35  # a last line below this share of the width looks lost
LONE = 0.12  # a single word on the last line, narrower than this share, looks lost in any text
STEPS = 50  # widths tried to even out lines
_BEFORE_ELLIPSIS = " \t\n.,:;-\u2013\u2014\u2026"  # not printed before an ellipsis
LineBalance = Literal["none", "last", "all"]
FreeRoom = Callable[[float, float], tuple[float, float]]


class TextFrame(NamedTuple):
    """A box for lines (mm); `free`: the left and the width of the room beside a shape between two heights."""

    width: float
    height: float = math.inf
    free: FreeRoom | None = None


class Block(NamedTuple):
    """Lines set at one size (points); `width` of the widest line and `height` down to the descent (mm), in
    the last frame that they reach; `over` is how much too high and too wide they are.
    """

    size: float
    lines: tuple[Line, ...]
    width: float
    height: float
    over: tuple[float, float] = (-math.inf, -math.inf)

    @property
    def fits(self) -> bool:
        return max(self.over) <= SLACK


def sizes(largest: float, smallest: float) -> list[float]:
    """The sizes to try, from the largest down in steps of a quarter of a point, the smallest always last."""
    tried = [largest - STEP * step for step in range(int((largest - smallest) / STEP + 1e-9) + 1)]
    return tried if tried[-1] <= smallest + 1e-9 else [*tried, smallest]


def lay(
    paragraphs: Sequence[Measured],
    size: float,
    width: float | Sequence[float],
    frames: Sequence[TextFrame] = (),
) -> Block:
    """The paragraphs broken at this size (points) to this width (mm), or each to its own width; from one of
    several frames to the next, and beside the shapes in a frame.
    """
    setter = _Setter(size, frames)
    for number, measured in enumerate(paragraphs):
        setter.add(number, measured, width if isinstance(width, float | int) else width[number])
    if not setter.lines:
        return Block(size, (), 0.0, 0.0)
    last = setter.lines[-1].measured
    height = setter.baseline + last.descent * em(size * last.paragraph.scale) + setter.below
    most = frames[setter.frame].height if frames else math.inf
    return Block(size, tuple(setter.lines), setter.width, height, (height - most, setter.wide))


class _Setter:
    """Sets lines one below the other; lengths are mm."""

    def __init__(self, size: float, frames: Sequence[TextFrame]) -> None:
        self.size, self.frames = size, frames
        self.is_plain = _is_plain(frames)
        self.lines: list[Line] = []
        self.baseline = self.below = self.width = self.long = 0.0
        self.wide = -math.inf  # how much a line is too wide
        self.frame = 0
        self.room: tuple[float, float] | None = None

    def add(self, number: int, measured: Measured, width: float) -> None:
        paragraph = measured.paragraph
        own, index = em(self.size * paragraph.scale), 0
        for index, line in enumerate(measured.lines(partial(self.room_for, measured, own, width)), 1):
            if measured.tall or self.below:
                above, deeper = measured.grown(line)
                self.baseline, self.below = self.baseline + self.below + above * own, deeper * own
            left = measured.indent * own if index <= measured.indented else 0.0
            place = left, self.baseline, number, self.frame, self.room
            self.lines.append(Line(*line[:5], line.width * own, *place))
            right = left + line.width * own + measured.reserved * em(self.size)
            self.width, self.wide = max(self.width, right), max(self.wide, right - self.long)
        if index < measured.indented < math.inf:  # a large letter that is higher
            self.baseline += (measured.indented - index) * own * paragraph.leading
            self.below = 0.0

    def room_for(
        self, measured: Measured, own: float, width: float, index: int, start: int, least: Break
    ) -> float:
        """Go to the next line of a paragraph, and say how long it may be (em)."""
        leading = own * measured.paragraph.leading
        gap = 0.0 if index else own * measured.paragraph.gap
        self.baseline = self.baseline + (leading + gap) if self.lines else measured.cap_height * own
        taken = measured.reserved + (measured.indent if index < measured.indented else 0.0)
        self.long = width
        if not self.is_plain:
            large = 0 if index or measured.indented == math.inf else measured.indented - 1
            needed = (measured.width(start, least) + taken) * own
            self._find_room(measured, own, needed, large * leading)
        return self.long / own - taken

    def _find_room(self, measured: Measured, own: float, needed: float, more: float) -> None:
        """Go down to where a line and what is below a large letter have room, in the next frame if needed."""
        above, deeper = (max((one[side] for one in measured.tall), default=0.0) * own for side in (2, 3))
        cap, deep = measured.cap_height * own + above, measured.descent * own + deeper + more
        at = self.baseline + self.below + above
        while True:
            frame = self.frames[self.frame]
            if at + deep > frame.height + SLACK and self.frame + 1 < len(self.frames):
                self.frame, self.below, at = self.frame + 1, 0.0, cap
                continue
            self.room = frame.free(at - cap, at + deep) if frame.free else None
            self.long = self.room[1] if self.room else frame.width
            if not self.room or self.long >= needed - SLACK or at > frame.height:
                break
            at += _DOWN
        self.baseline = at - self.below - above


def _is_plain(frames: Sequence[TextFrame]) -> bool:
    return len(frames) < 2 and not any(frame.free for frame in frames)


def fit(
    paragraphs: Sequence[Measured],
    frames: Sequence[TextFrame],
    largest: float,
    smallest: float,
    one_line: float | None = None,
    balance: LineBalance = "none",
) -> Block:
    """The block at the largest size that fits the frames (mm).

    If none fits, the block has the smallest size. With `one_line`, a size (not below that one) at which
    everything is a single line is preferred to a larger one with more lines; `balance` evens out the lines
    of all paragraphs, or of those whose last line is short, or is a single short word, in a single frame.
    """
    width, height = max(frame.width for frame in frames), sum(frame.height for frame in frames)

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
        return lines <= most and high - len(frames) * step <= height + 1e-6

    def tried(smallest: float, most: float = math.inf) -> list[float]:
        """The sizes that are worth laying out."""
        found = sizes(largest, smallest)
        first = 0 if may_fit(largest, most) else bisect_left(found, True, key=lambda one: may_fit(one, most))
        return found[first:]

    if one_line is not None:
        for size in tried(one_line, 1):
            block = lay(paragraphs, size, width, frames)
            if len(block.lines) == 1 and block.fits:
                return block
    block = Block(largest, (), 0.0, 0.0)
    for size in tried(smallest) or [sizes(largest, smallest)[-1]]:
        block = lay(paragraphs, size, width, frames)
        if block.fits:
            return _balanced(paragraphs, block, width, balance) if _is_plain(frames) else block
    return block


def _balanced(paragraphs: Sequence[Measured], block: Block, width: float, balance: LineBalance) -> Block:
    """The same text on as many lines, in narrower columns: the narrowest there is for "all", else the widest
    in which the last line is not short ("last") or not a single short word ("none")."""
    widths = [width] * len(paragraphs)
    for number, measured in enumerate(paragraphs):
        tried = lay([measured], block.size, width)
        count = len(tried.lines)
        if count < 2 or measured.indented > 1 or (balance == "none" and not _is_lone(tried.lines[-1], width)):
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


def shortened(paragraphs: list[Measured], fits: Callable[[list[Measured]], bool]) -> list[Measured]:
    """As many of the words as fit with an ellipsis behind them; all words if not even the first one does."""

    def cut(number: int, place: int) -> list[Measured]:
        last, kept, left = paragraphs[number].paragraph, list[Span](), place
        for span in last.spans:
            if left > 0:
                kept.append(span._replace(text=span.text[:left]))
                left -= len(span.text) or 1
        end = kept.pop()
        short = end._replace(text=end.text.rstrip(_BEFORE_ELLIPSIS) + "…")
        kept += [end, Span("…", last.font)] if end.icon else [short]
        whole = [one.paragraph for one in paragraphs[:number]]
        return measure([*whole, last._replace(spans=tuple(kept))], paragraphs[0].metrics)

    texts = ["".join(span.text or "x" for span in one.paragraph.spans) for one in paragraphs]
    places = [
        (number, place)
        for number, text in enumerate(texts)
        for place in (*break_points(text), len(text))
        if place
    ]
    count = bisect_left(places, True, key=lambda place: not fits(cut(*place)))
    return cut(*places[count - 1]) if count else paragraphs
