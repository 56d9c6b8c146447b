"""A paragraph measured once: its glyphs, where its lines may end, and which lines it has in any width."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from cardtools.render.text.bidi import levels, visual
from cardtools.render.text.cjk_spacing import has_punctuation, removable_white
from cardtools.render.text.line_breaks import break_points, hyphens
from cardtools.render.text.metrics import FontMetrics
from cardtools.render.text.shaping import PLAIN, Setting, Shaped, ShapedPart, divided

ICON = 1.2  # the height of an icon in running text, in capitals
_FREE, _FREE_ICON = 0.2, 1.4  # em above the capitals of a line that nothing fills; icons so large have room
ICON_LETTER = "\ufffc"
SOFT_HYPHEN = "\u00ad"
_NEAR = 0.5  # em: widths that differ by less are compared exactly
_HYPHEN_ZONE = 0.15  # of the width: what a line may lack before a word is divided
_MOST_HYPHENS = 2  # one below the other
_MOST_WORD_SPACE = 0.25  # em, added to each space of a justified line before letters are spaced
_SHORT = 40  # letters of a text that is measured once for many cards: a label, a number
_TRAILING = " \n\u200b"
# Scripts without spaces between words: a part too long for a line is divided between syllables, not within.
_SYLLABLE = re.compile(
    "(?<=[^\u0e40-\u0e44\u0ec0-\u0ec4\u1039\u17d2])"
    "(?![\u0e2f-\u0e3a\u0e45-\u0e4e\u0eaf-\u0ebd\u0ec6-\u0ece\u102b-\u103e\u17b4-\u17d3])"
    "[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff]"
)


class Span(NamedTuple):
    """A piece of a paragraph with its own font or colour, `scale` times as large; or an icon, as high as ICON
    capitals, `ratio` times as wide. It has `lines` under it (u) or through it (s), and stands `up` em higher.
    """

    text: str
    font: str
    scale: float = 1.0
    colour: str = ""
    icon: str = ""
    ratio: float = 1.0
    look: Setting = PLAIN
    lines: str = ""
    back: str = ""
    up: float = 0.0


class Beside(NamedTuple):
    """Words beside the first lines of a paragraph (0: all), which begin behind them, at least `indent` em
    from the side; at the `end`, they stand beside its last line on the other side, behind the `leader`.
    Those of one line are a label: in the middle of its capitals, `pad` em from the ends of a pill in `fill`.
    """

    spans: tuple[Span, ...]
    indent: float = 0.0
    gap: float = 0.4
    lines: int = 0
    end: bool = False
    leader: str = ""
    tracking: float | None = None  # in em of each span; None: that of the paragraph
    pad: float = 0.0
    fill: str = ""


class Paragraph(NamedTuple):
    """Text to be set: font, line distance as a multiple of the size, letter space in em, gap before in em.

    `font` decides the heights; the spans have fonts of their own. Words are divided if `hyphenate` is their
    language. `colour` is that of spans without one, `divider` that of the line above.
    """

    spans: tuple[Span, ...]
    font: str
    leading: float = 1.2
    tracking: float = 0.0
    scale: float = 1.0
    gap: float = 0.0
    hyphenate: str = ""
    colour: str = ""
    divider: str = ""
    beside: Beside | None = None


class Piece(NamedTuple):
    """A part of a line: glyphs in one look, or an icon; its width is in em of the paragraph."""

    span: Span
    shaped: Shaped | None
    width: float


class Break(NamedTuple):
    """A place where a line may end: what is drawn of the line ends at `end`, the next begins at `start`."""

    end: int
    start: int
    hyphen: bool = False
    hard: bool = False


class Line(NamedTuple):
    """A broken line: its place in the text of its paragraph, its width in em. `ends` says whether the next
    line begins a new part of the text. Laid in a block, it has its width, its start from the block's left and
    its baseline from the top in mm, the numbers of its paragraph and its frame, and the left and the width of
    the room that it has beside a shape.
    """

    measured: Measured
    start: int
    end: int
    hyphen: bool
    ends: bool
    width: float
    left: float = 0.0
    baseline: float = 0.0
    paragraph: int = 0
    frame: int = 0
    room: tuple[float, float] | None = None

    @property
    def text(self) -> str:
        """The words of the line."""
        return self.measured.text[self.start : self.end]

    def pieces(self, word_space: float = 0.0, more: float = 0.0) -> list[Piece]:
        """The pieces of the line, from left to right; `more` is added to the letter space (em)."""
        return self.measured.pieces(self.start, self.end, self.hyphen, word_space, more)

    def justified(self, slack: float, most: float) -> tuple[float, float]:
        """The space to add to each space and to each letter (at most `most`) to fill the slack: all in em."""
        letters = sum(len(piece.shaped.clusters) for piece in self.pieces() if piece.shaped) or 1
        spaces = self.text.count(" ") + self.text.count("\u00a0")
        words = min(_MOST_WORD_SPACE, slack / spaces) if spaces else 0.0
        more = min(most, max(0.0, slack - words * spaces) / letters)
        return (slack - more * letters) / spaces if spaces else 0.0, more


def _tidy(spans: Sequence[Span]) -> list[Span]:
    """The spans with one space where there are several, and none beside a line end."""
    found: list[Span] = []
    last = "\n"
    for span in spans:
        text = re.sub(r" *\n *", "\n", re.sub(" +", " ", span.text))
        if last in " \n":
            text = text.lstrip(" ")
        if text.startswith("\n") and last == " ":
            found[-1] = found[-1]._replace(text=found[-1].text.rstrip(" "))
        if text or span.icon:
            found.append(span._replace(text=text) if text != span.text else span)
            last = ICON_LETTER if span.icon else text[-1]
    return found


def measure(paragraphs: Sequence[Paragraph], metrics: FontMetrics) -> list[Measured]:
    """The paragraphs, measured for `fitting.lay`."""
    return [
        (_measured if sum(len(span.text) for span in one.spans) <= _SHORT else Measured)(one, metrics)
        for one in paragraphs
    ]


class Measured:
    """A paragraph with the places of its letters, that of a label with all its spaces. Lengths are in em."""

    def __init__(self, paragraph: Paragraph, metrics: FontMetrics, is_label: bool = False) -> None:
        self.paragraph = paragraph
        self.metrics = metrics
        self.cap_height = metrics.cap_height(paragraph.font)
        self.descent = -metrics.fonts[paragraph.font][0].descent / metrics.fonts[paragraph.font][0].units
        self.indent = 0.0
        self.indented: float = 1  # how many lines have it
        self.beside: Measured | None = None
        self.reserved = 0.0  # room at the other side
        # The font of letters that are not drawn, why, and the letters.
        self.undrawn: list[tuple[str, str, str]] = []
        if beside := paragraph.beside:
            tracking = paragraph.tracking if beside.tracking is None else beside.tracking
            own = paragraph._replace(spans=beside.spans, tracking=tracking, beside=None)
            self.beside = _measured(own, metrics, beside.lines == 1)  # the same for many cards
            self.undrawn += self.beside.undrawn
            wide, self.indented = self.beside.places[-1] + 2 * beside.pad, beside.lines or math.inf
            self.reserved = wide + 2 * beside.gap if beside.end else 0.0
            self.indent = 0.0 if beside.end else max(beside.indent, wide + beside.gap)
        self.text, self.soft, spans = _joined(paragraph.spans if is_label else _tidy(paragraph.spans))
        self.base, levels_ = levels(self.text)
        self._drawn = self.text.replace("\n", " ")  # a line end is not drawn, nor missing in any font
        self.parts: list[tuple[Span, ShapedPart, Shaped | None]] = []
        for start, end, span in spans:
            family = metrics.fonts[span.font]
            if span.icon:
                self.parts.append((span, ShapedPart(start, end, family[0], "", levels_[start]), None))
                continue
            parts = divided(self._drawn, start, end, family, levels_)
            self.parts += [(span, part, self._shape(span, part, part.start, part.end)) for part in parts]
        # By place: the white of a full-width mark, which a line that begins, or ends, there does not have.
        self.before: dict[int, float] = {}
        self.after: dict[int, float] = {}
        # The place of each letter on one long line, and the places where a line end changes no glyph.
        self.safe = {0, len(self.text)}
        self.places: list[float] = [0.0]
        for part in self.parts:
            self._place(*part)
        # Where letters and icons are higher or deeper than plain ones: their place, and how far in em.
        self.tall = [
            (part.start, part.end, *self._reach(span))
            for span, part, _ in self.parts
            if span.up or (span.scale > 1.0 if not span.icon else span.scale > _FREE_ICON)
        ]
        self.breaks = self._breaks()
        self._ends = [self.places[one.end] for one in self.breaks]
        self._hard = [index for index, one in enumerate(self.breaks) if one.hard]
        self._hyphen = metrics.width(paragraph.font, "-") if any(one.hyphen for one in self.breaks) else 0.0
        # Where a text without spaces may be divided if it has to be.
        self._syllables = [one.start() for one in _SYLLABLE.finditer(self.text) if one.start() in self.safe]

    def _place(self, span: Span, part: ShapedPart, shaped: Shaped | None) -> None:
        self.safe |= {part.start, part.end}
        if shaped is None:
            self.places.append(self.places[-1] + self._icon(span))
            return
        self.undrawn += [(span.font, *one) for one in shaped.undrawn]
        self.safe.update(part.start + index for index in shaped.safe)
        unit = span.scale / part.font.units
        space = 0.0 if shaped.joined else self.paragraph.tracking * span.scale
        if shaped.simple and has_punctuation(shaped.text):
            for (index, _), glyph in zip(shaped.clusters, shaped.glyphs, strict=True):
                place, (before, after) = part.start + index, removable_white(part.font, glyph)
                self.before[place], self.after[place + len(glyph.text)] = before * unit, after * unit
        if len(shaped.clusters) == len(shaped.text):  # a cluster for each letter, as in most texts
            steps = [advance * unit + space for _, advance in shaped.clusters]
        else:
            starts = [*(index for index, _ in shaped.clusters), len(shaped.text)]
            steps = [0.0] * starts[0]
            for (_, advance), (start, end) in zip(shaped.clusters, pairwise(starts), strict=True):
                steps += [(advance * unit + space) / (end - start)] * (end - start)
        self.places[-1:] = accumulate(steps, initial=self.places[-1])

    def _icon(self, span: Span) -> float:
        return ICON * self.cap_height * span.ratio * span.scale + self.paragraph.tracking

    def _reach(self, span: Span) -> tuple[float, float]:
        """How far a span is above and below plain words."""
        half = (ICON * span.scale - 1) * self.cap_height / 2
        above, below = ((span.scale - 1) * one for one in (self.cap_height, self.descent))
        above, below = (half, half - self.descent) if span.icon else (above, below)
        return max(0.0, above + span.up - _FREE), max(0.0, below - span.up)

    def grown(self, line: Line) -> tuple[float, float]:
        """How far a line reaches above and below a plain one, in em."""
        found = [one[2:] for one in self.tall if one[0] < line.end and one[1] > line.start]
        return max((one[0] for one in found), default=0.0), max((one[1] for one in found), default=0.0)

    def _shape(self, span: Span, part: ShapedPart, start: int, end: int, hyphen: str = "") -> Shaped:
        return part.shape(self._drawn[start:end] + hyphen, span.look.spaced(self.paragraph.tracking))

    def _breaks(self) -> list[Break]:
        """Where lines may end, in order; the last is the end of the text."""
        text, language = self.text, self.paragraph.hyphenate
        found = [
            Break(len(text[:place].rstrip(_TRAILING)), place, hard=text[place - 1] == "\n")
            for place in break_points(text.replace(ICON_LETTER, "x"))
        ]
        places = self.soft | set(hyphens(text, language) if language else ())
        found += [Break(place, place, hyphen=True) for place in places - {one.start for one in found}]
        found.append(Break(len(text.rstrip(_TRAILING)), len(text), hard=True))
        return sorted(found, key=lambda one: one.start)

    @cached_property
    def least(self) -> tuple[int, float, float]:
        """The lines that it has at least, about the width of all its words, and that of the widest."""
        starts = [0, *(one.start for one in self.breaks)]
        wide = [self._plain(start, one) for start, one in zip(starts, self.breaks, strict=False)]
        return len(self._hard), 0.98 * sum(wide), 0.0 if self._syllables else 0.98 * max(wide, default=0.0)

    def _plain(self, start: int, one: Break) -> float:
        """The width of a line without a hyphen, if its ends change no glyph."""
        if start >= one.end:
            return 0.0
        white = self.before.get(start, 0.0) + self.after.get(one.end, 0.0)
        return self.places[one.end] - self.places[start] - white

    def width(self, start: int, one: Break, room: float = math.nan) -> float:
        """The width of a line; with a `room`, exact only if it is about as wide as that."""
        about = self._plain(start, one) + (self._hyphen if one.hyphen else 0.0)
        if (start in self.safe and one.end in self.safe and not one.hyphen) or abs(about - room) > _NEAR:
            return about
        return sum(piece.width for piece in self.pieces(start, one.end, one.hyphen))

    def lines(self, room_for: Callable[[int, int, Break], float]) -> Iterator[Line]:
        """The lines in the room (em) there is for each, by its number, its start and the first place where it
        may end. If only the first has an indent, it is empty without room beside it.
        """
        count = start = first = hyphened = 0
        while first < len(self.breaks):
            room = room_for(count, start, self.breaks[first])
            last = self._last(start, first, room, hyphened >= _MOST_HYPHENS)
            one = self.breaks[last]
            wide = self.width(start, one, room)
            end = None
            if wide > room + 1e-9:
                beside = self.indent and self.indented == 1 and not count
                end = start if beside else self._emergency(start, one.end, room)
            count += 1
            if end is not None:
                yield Line(self, start, end, False, False, self.width(start, Break(end, end), room))
                start = end
                continue
            if abs(wide - room) > _NEAR:
                wide = self.width(start, one)
            yield Line(self, start, one.end, one.hyphen, one.hard, wide)
            hyphened = hyphened + 1 if one.hyphen else 0
            start, first = one.start, last + 1

    def _last(self, start: int, first: int, room: float, no_hyphen: bool) -> int:
        """The last break that fits, or the first there is."""
        stop = self._hard[bisect_left(self._hard, first)]
        limit = self.places[start] + room
        white = 1.0 if self.before or self.after else 0.0  # em: what a line may lose at its ends
        last = bisect_right(self._ends, limit + _NEAR + white, first, stop + 1) - 1
        while last > first and self.width(start, self.breaks[last], room) > room + 1e-9:
            last -= 1
        last = max(first, last)
        if self.breaks[last].hyphen:
            whole = next((at for at in range(last - 1, first - 1, -1) if not self.breaks[at].hyphen), last)
            if no_hyphen or self._ends[whole] >= limit - _HYPHEN_ZONE * room:
                return whole
        return last

    def _emergency(self, start: int, end: int, room: float) -> int | None:
        """The place to divide a text without spaces that is too wide for a line; None if there is none."""
        low, high = bisect_right(self._syllables, start), bisect_left(self._syllables, end)
        limit = self.places[start] + room
        at = bisect_right(self._syllables, limit, low, high, key=self.places.__getitem__) - 1
        return self._syllables[at] if at >= low else None

    def pieces(
        self, start: int, end: int, hyphen: bool, word_space: float = 0.0, more: float = 0.0
    ) -> list[Piece]:
        """A line's pieces from left to right; `more` is added to the letter space."""
        found: list[tuple[int, Piece]] = []
        tracking = self.paragraph.tracking + more
        for span, part, whole in self.parts:
            low, high = max(start, part.start), min(end, part.end)
            if low >= high:
                continue
            if whole is None:
                found.append((part.level, Piece(span, None, self._icon(span))))
                continue
            if hyphen and high == end:
                shaped = self._shape(span, part, low, high, "\u2010" if part.font.has("\u2010") else "-")
                glyphs, at = list(shaped.glyphs), 0 if part.level % 2 else -1
                if glyphs[at].text in ("-", "\u2010"):  # a soft one to those who copy the text
                    glyphs[at] = glyphs[at]._replace(text=SOFT_HYPHEN)
                shaped = replace(shaped, text=shaped.text[:-1] + SOFT_HYPHEN, glyphs=tuple(glyphs))
            else:
                shaped = whole.part(low - part.start, high - part.start) or self._shape(span, part, low, high)
                shaped = shaped.trimmed(low == start, high == end)
            found.append((part.level, Piece(span, shaped, shaped.width(tracking, word_space) * span.scale)))
        return [found[index][1] for index in visual([level for level, _ in found])]


_measured = lru_cache(maxsize=512)(Measured)


def _joined(spans: Sequence[Span]) -> tuple[str, set[int], list[tuple[int, int, Span]]]:
    """The text of the spans without soft hyphens, where these were, and the place of each span."""
    text, soft = "", set()
    places: list[tuple[int, int, Span]] = []
    for span in spans:
        start = len(text)
        if span.icon:
            text += ICON_LETTER
        for index, part in enumerate(span.text.split(SOFT_HYPHEN)):
            if index:
                soft.add(len(text))
            text += part
        if len(text) > start:
            places.append((start, len(text), span))
    within = {place for place in soft if text[place - 1 : place].strip() and text[place : place + 1].strip()}
    return text, within, places
