"""Line breaking and text fitting: words in, placed lines out.

Paragraphs of one block share one size: the largest one at which all of them fit the box. A paragraph may
have a lead, a few words in a style of their own in front of the first line (the label of an effect).
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeVar

from cardtools.render.metrics import Metrics, em

STEP = 0.25  # points between the sizes that are tried
SHORT = 0.35  # a last line below this share of the width looks lost
STEPS = 50  # widths tried to even out lines
ICON = 1.2  # the height of an icon in running text, in capitals
Balance = Literal["none", "last", "all"]
W = TypeVar("W")


@dataclass(frozen=True)
class Lead:
    """Words in front of a paragraph: `scale` is their relative size; `pad` and `gap` are in em."""

    text: str
    font: str
    scale: float = 1.0
    tracking: float = 0.0
    pad: float = 0.0
    gap: float = 0.5


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a paragraph with its own font or colour: `scale` is its size relative to the paragraph's.

    With `icon` it is that icon, `ratio` times as wide as high, as high as ICON capitals.
    """

    text: str
    font: str
    scale: float = 1.0
    colour: str = ""
    icon: str = ""
    ratio: float = 1.0

    def looks_like(self, other: Span) -> bool:
        """Whether the two look alike, so that they can be set as one text."""
        return not self.icon and replace(self, text=other.text) == other


Word = tuple[Span, ...]


@dataclass(frozen=True)
class Paragraph:
    """Text to be set: font, line distance as a multiple of the size, letter space in em, gap before in em.

    If there are `spans`, they are set, and `text` is their words.
    """

    text: str
    font: str
    leading: float = 1.2
    tracking: float = 0.0
    scale: float = 1.0
    gap: float = 0.0
    lead: Lead | None = None
    spans: tuple[Span, ...] = ()

    @cached_property
    def words(self) -> list[list[Word]]:
        """The words of the spans, grouped by the line ends between them."""
        return words(self.spans)


@dataclass(frozen=True)
class TextLine:
    """A broken line: its spans, its start from the block's left, its baseline from the top, its width: mm."""

    spans: tuple[Span, ...]
    left: float
    baseline: float
    width: float
    paragraph: int

    @property
    def text(self) -> str:
        """The words of the line."""
        return "".join(span.text for span in self.spans)


@dataclass(frozen=True)
class Block:
    """Lines set at one size (points); `width` of the widest line and `height` down to the descent (mm)."""

    size: float
    lines: tuple[TextLine, ...]
    width: float
    height: float


def wrap(text: str, width: float, measure: Callable[[str], float], indent: float = 0.0) -> list[str]:
    """The words of the text on lines of at most `width`, the first one shorter by `indent`.

    Line ends in the text are kept. A word wider than a line gets a line of its own; only spaces and line
    ends separate words, so a no-break space keeps words together.
    """
    parts = [[word for word in part.split(" ") if word] for part in text.split("\n")]
    return [" ".join(line) for line in wrap_words(parts, width, measure, measure(" "), indent)]


def wrap_words(
    parts: Iterable[Iterable[W]], width: float, measure: Callable[[W], float], space: float, indent: float
) -> list[list[W]]:
    """Like `wrap`, for words of any kind; there is a line end between two parts."""
    lines: list[list[W]] = []
    for part in parts:
        line: list[W] = []
        used = 0.0
        room = width - indent if not lines else width
        for word in part:
            wide = measure(word)
            if line and used + space + wide > room + 1e-9:
                lines.append(line)
                line, used, room = [word], wide, width
            elif not line and wide > room and not lines and indent:
                # The lead leaves too little room: the first word starts the next line.
                lines.append([])
                line, used, room = [word], wide, width
            else:
                used += wide + (space if line else 0.0)
                line.append(word)
        lines.append(line)
    return lines


def words(spans: Iterable[Span]) -> list[list[Word]]:
    """Spans as words, grouped by the line ends in them. A word may have several spans."""
    parts: list[list[list[Span]]] = [[]]
    glued = False
    for span in spans:
        if span.icon:
            if glued:
                parts[-1][-1].append(span)
            else:
                parts[-1].append([span])
            glued = True
            continue
        for piece in re.findall(r"\n| +|[^ \n]+", span.text):
            if piece == "\n":
                parts.append([])
            elif piece.strip(" "):
                own = replace(span, text=piece)
                if glued:
                    parts[-1][-1].append(own)
                else:
                    parts[-1].append([own])
            glued = bool(piece.strip())
    return [[tuple(word) for word in part] for part in parts]


def joined(line: Sequence[Word], space: Span) -> tuple[Span, ...]:
    """The words of a line with `space` between them, as few spans as possible."""
    found: list[Span] = []
    for word in line:
        for span in (space, *word) if found else word:
            if found and found[-1].looks_like(span):
                found[-1] = replace(found[-1], text=found[-1].text + span.text)
            else:
                found.append(span)
    return tuple(found)


def sizes(largest: float, smallest: float) -> list[float]:
    """The sizes to try, from the largest down in steps of a quarter of a point, the smallest always last."""
    count = int((largest - smallest) / STEP + 1e-9)
    tried = [largest - STEP * step for step in range(count + 1)]
    return tried if tried[-1] <= smallest + 1e-9 else [*tried, smallest]


def advance(metrics: Metrics, font: str, text: str, tracking: float) -> float:
    """The width of the text in em with its letter space."""
    return metrics.width(font, text) + tracking * len(text)


def span_width(metrics: Metrics, paragraph: Paragraph, span: Span) -> float:
    """The width of a span in em of its paragraph."""
    if span.icon:
        return ICON * metrics.cap_height(paragraph.font) * span.ratio + paragraph.tracking
    return advance(metrics, span.font, span.text, paragraph.tracking) * span.scale


def lead_width(metrics: Metrics, lead: Lead) -> float:
    """The width of a lead in em of the paragraph, with its padding and the gap behind it."""
    return (advance(metrics, lead.font, lead.text, lead.tracking) + 2 * lead.pad) * lead.scale + lead.gap


def lay(
    paragraphs: Sequence[Paragraph], size: float, width: float | Sequence[float], metrics: Metrics
) -> Block:
    """The paragraphs broken at this size (points) to this width (mm), or each to its own width."""
    widths = [width] * len(paragraphs) if isinstance(width, float | int) else width
    lines: list[TextLine] = []
    baseline = 0.0
    for number, paragraph in enumerate(paragraphs):
        own = em(size * paragraph.scale)

        indent = lead_width(metrics, paragraph.lead) if paragraph.lead else 0.0
        for index, (spans, wide) in enumerate(_broken(paragraph, widths[number] / own, metrics, indent)):
            if lines:
                baseline += own * paragraph.leading + (own * paragraph.gap if index == 0 else 0.0)
            else:
                baseline = metrics.cap_height(paragraph.font) * own
            left = indent * own if index == 0 else 0.0
            lines.append(TextLine(spans, left, baseline, wide * own, number))
    if not lines:
        return Block(size, (), 0.0, 0.0)
    last = paragraphs[lines[-1].paragraph]
    height = baseline + metrics.descent(last.font) * em(size * last.scale)
    return Block(size, tuple(lines), max(line.left + line.width for line in lines), height)


def _broken(
    paragraph: Paragraph, width: float, metrics: Metrics, indent: float
) -> Iterator[tuple[tuple[Span, ...], float]]:
    """The lines of a paragraph and their widths in em."""
    if not paragraph.spans:

        def measure(text: str) -> float:
            return advance(metrics, paragraph.font, text, paragraph.tracking)

        for text in wrap(paragraph.text, width, measure, indent):
            yield (Span(text, paragraph.font),), measure(text)
        return
    space = Span(" ", paragraph.font)

    def wide(spans: Word) -> float:
        return sum(span_width(metrics, paragraph, span) for span in spans)

    for line in wrap_words(paragraph.words, width, wide, wide((space,)), indent):
        spans = joined(line, space)
        yield spans, wide(spans)


def fit(
    paragraphs: Sequence[Paragraph],
    width: float,
    height: float,
    largest: float,
    smallest: float,
    metrics: Metrics,
    one_line: float | None = None,
    balance: Balance = "none",
) -> tuple[Block, bool]:
    """The block at the largest size that fits the box (mm), and whether any size fits.

    If none fits, the block has the smallest size. With `one_line`, a size (not below that one) at which
    everything is a single line is preferred to a larger one with more lines; `balance` evens out the lines
    of all paragraphs, or of those whose last line is short.
    """

    def fits(block: Block) -> bool:
        return block.height <= height + 1e-6 and block.width <= width + 1e-6

    least = [_least(paragraph, metrics) for paragraph in paragraphs]

    def may_fit(size: float, most: float = math.inf) -> bool:
        """Whether the words alone, without the spaces, leave it possible; it is so for all smaller sizes."""
        lines, high, step = 0, 0.0, 0.0
        for paragraph, (parts, total, widest) in zip(paragraphs, least, strict=True):
            own = em(size * paragraph.scale)
            here = max(parts, math.ceil(total * own / width - 1e-6))
            lines += here
            high += here * own * paragraph.leading
            step = max(step, own * paragraph.leading)
            if widest * own > width + 1e-6:
                return False
        return lines <= most and high - step <= height + 1e-6

    def tried(smallest: float, most: float = math.inf) -> list[float]:
        """The sizes that are worth laying out."""
        found = sizes(largest, smallest)
        return found[bisect_left(found, True, key=lambda size: may_fit(size, most)) :]

    if one_line is not None:
        for size in tried(one_line, 1):
            block = lay(paragraphs, size, width, metrics)
            if len(block.lines) == 1 and fits(block):
                return block, True
    block = Block(largest, (), 0.0, 0.0)
    for size in tried(smallest) or [sizes(largest, smallest)[-1]]:
        block = lay(paragraphs, size, width, metrics)
        if fits(block):
            break
    else:
        return block, False
    if balance != "none":
        block = _balanced(paragraphs, block, width, metrics, balance)
    return block, True


def _least(paragraph: Paragraph, metrics: Metrics) -> tuple[int, float, float]:
    """The lines that a paragraph has at least, the width of all its words and of the widest, in em."""
    if paragraph.spans:
        parts = len(paragraph.words)
        wide = [
            sum(span_width(metrics, paragraph, span) for span in word)
            for line in paragraph.words
            for word in line
        ]
    else:
        parts = paragraph.text.count("\n") + 1
        wide = [
            advance(metrics, paragraph.font, word, paragraph.tracking)
            for word in re.split("[ \n]+", paragraph.text)
        ]
    return parts, sum(wide), max(wide, default=0.0)


def _balanced(
    paragraphs: Sequence[Paragraph], block: Block, width: float, metrics: Metrics, balance: Balance
) -> Block:
    """The same text on as many lines, in narrower columns: the narrowest there is for "all", for "last" the
    widest in which the last line is not short."""
    widths = [width] * len(paragraphs)
    for number, paragraph in enumerate(paragraphs):
        count = sum(line.paragraph == number for line in block.lines)
        if count < 2:
            continue
        tried = lay([paragraph], block.size, width, metrics)
        for step in range(STEPS):
            narrower = width * (1 - step / STEPS)
            if tried.width > narrower:  # else it would be broken in the same places
                tried = lay([paragraph], block.size, narrower, metrics)
            if len(tried.lines) > count or tried.width > narrower + 1e-6:
                break
            widths[number] = narrower
            if balance == "last" and tried.lines[-1].width >= SHORT * width:
                break
    return lay(paragraphs, block.size, widths, metrics)
