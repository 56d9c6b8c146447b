"""Text to glyphs, by HarfBuzz: kerning, ligatures, marks, joined letters. Only this measures text."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from cardtools.ground.errors import bad_input
from cardtools.ground.frozen_record import Record
from cardtools.render.scene.scene import Glyph
from cardtools.render.text.bidi import MIRRORED, levels, visual
from cardtools.render.text.cjk_spacing import closed_up, has_punctuation, removable_white, without
from cardtools.render.text.fonts import BLANK, EMPTY, Font

if TYPE_CHECKING:
    import uharfbuzz

_NONE = "none"  # the fault of a glyph that the font does not have
MOST_SHAPED = 5_000  # texts whose glyphs are cached
_MOST_GLYPHS = 16  # for a letter; no real font has as many
_WIDE_TRACKING = 0.02  # em: from here on, letters stand apart and have no ligatures
# Letters that are joined have no space between them.
_JOINED = frozenset(("Arab", "Syrc", "Mong", "Nkoo", "Mand", "Adlm", "Phag", "Rohg", "Sogd"))
_TOGETHER = dict.fromkeys(("Hira", "Kana", "Bopo", "Hang"), "Hani") | {"Zinh": "", "Zyyy": "", "Zzzz": ""}
_SPACE = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
# Unicode's Default_Ignorable_Code_Point: HarfBuzz has a way to set it in any font.
_IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# What has no ink by nature; the last is the Braille pattern without dots.
_BLANK = re.compile(f"(?:{_SPACE.pattern}|{_IGNORED.pattern}|\u2800)+")
_FEATURE = re.compile(r"([-+]?)([A-Za-z0-9]{4})(?:=([0-9]{1,4}))?\Z")


class Setting(NamedTuple):
    """The settings of shaping: OpenType features, the language."""

    features: tuple[tuple[str, int], ...] = ()
    language: str = ""

    def spaced(self, tracking: float) -> Setting:
        """The look with this letter space."""
        if abs(tracking) <= _WIDE_TRACKING:
            return self
        return self._replace(features=(("liga", 0), ("clig", 0), *self.features))


PLAIN = Setting()
# A game has the same few hundred glyphs again and again: each is one object.
_glyph = lru_cache(maxsize=20_000)(Glyph)


def read_features(text: str) -> tuple[tuple[str, int], ...]:
    """The features of a style: `smcp, tnum, -liga, ss01=2`. Raises ValueError for anything else."""
    found = []
    for word in filter(None, re.split(r"[\s,]+", text)):
        match = _FEATURE.match(word)
        if match is None or (match[1] and match[3]):
            raise ValueError(f"features has {word!r}, expected OpenType features such as smcp, tnum or -liga")
        found.append((match[2], int(match[3] or match[1] != "-")))
    return tuple(found)


class Shaped(Record, eq=False):
    """A text in one font and one direction as glyphs, from left to right.

    `clusters` are its smallest parts in reading order: where in the text each begins, and its advance (font
    units). `safe` are the places in the text where it can be divided without a change to any glyph. `undrawn`
    is what is not seen as the font has it: why ("": it is not in the font) and the letters.
    """

    font: Font
    text: str
    glyphs: tuple[Glyph, ...]
    clusters: tuple[tuple[int, int], ...]
    safe: frozenset[int]
    joined: bool
    simple: bool  # from left to right, a glyph for each letter
    undrawn: tuple[tuple[str, str], ...] = ()

    def part(self, start: int, end: int) -> Shaped | None:
        """A part of the text as it would be alone; None if it has to be shaped to know."""
        if self.simple and start == 0 and end == len(self.text):
            return self
        if not self.simple or start not in self.safe or end not in self.safe:
            return None
        first, last = (bisect_left(self.clusters, (place,)) for place in (start, end))
        clusters = tuple((place - start, advance) for place, advance in self.clusters[first:last])
        whole = self.font, self.text[start:end], self.glyphs[first:last], clusters
        return Shaped(*whole, frozenset(), self.joined, True)

    def trimmed(self, at_start: bool, at_end: bool) -> Shaped:
        """The text without the white of full-width punctuation at one end or both, as at those of a line."""
        if not self.simple or not has_punctuation(self.text[:1] + self.text[-1:]):
            return self
        before = removable_white(self.font, self.glyphs[0])[0] * at_start
        after = removable_white(self.font, self.glyphs[-1])[1] * at_end
        if not before and not after:
            return self
        glyphs, clusters = list(self.glyphs), list(self.clusters)
        for index, left, right in ((0, before, 0), (-1, 0, after)):
            glyphs[index] = without(glyphs[index], left, right)
            clusters[index] = clusters[index][0], clusters[index][1] - left - right
        return replace(self, glyphs=tuple(glyphs), clusters=tuple(clusters))

    def width(self, tracking: float = 0.0, word_space: float = 0.0) -> float:
        """The advance in em."""
        width = sum(advance for _, advance in self.clusters) / self.font.units
        if word_space:
            width += word_space * sum(glyph.text in (" ", "\u00a0") for glyph in self.glyphs)
        return width if self.joined else width + tracking * len(self.clusters)


class ShapedPart(NamedTuple):
    """A part of a text to be shaped at once; `script`: "" for none, `white`: whose spaces (None: its own)."""

    start: int
    end: int
    font: Font
    script: str
    level: int
    white: Font | None = None

    def shape(self, text: str, look: Setting = PLAIN) -> Shaped:
        """A text, which is about that of the part, as the part is shaped."""
        return shape(self.font, text, look, self.level % 2 == 1, self.script, self.white)


@lru_cache(maxsize=MOST_SHAPED)
def shape(
    font: Font,
    text: str,
    look: Setting = PLAIN,
    rtl: bool = False,
    script: str = "",
    white: Font | None = None,
) -> Shaped:
    """The text as glyphs, with spaces as wide as those of the font `white`. Raises InputError when the font
    makes far too many, or glyphs that are too much to draw.
    """
    import uharfbuzz

    if not text:
        return Shaped(font, "", (), (), frozenset((0,)), False, True)
    buffer = uharfbuzz.Buffer()
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    if script and not buffer.script:
        buffer.script = script
    if look.language:
        buffer.language = look.language
    count = ""
    try:
        uharfbuzz.shape(font.harfbuzz, buffer, dict(look.features))
    except MemoryError:  # HarfBuzz has limits of its own
        count = "too many"
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    if count or len(infos) > _MOST_GLYPHS * (len(text) + 4):
        message = f"is damaged: it makes {count or f'{len(infos):,}'} glyphs of {len(text):,} letters"
        raise bad_input(font.path, message, "get the file again from where the font came from")
    glyph_ids, clusters = [info.codepoint for info in infos], [info.cluster for info in infos]
    starts = sorted(set(clusters))
    parts = {start: text[start:end] for start, end in pairwise([*starts, len(text)])}
    simple = clusters == starts
    letters, lasts = _letters(clusters, parts, rtl)
    spaces = {
        place: round(shape(white, visible, look).width() * font.units)
        for place, part in parts.items()
        if white and _SPACE.fullmatch(visible := _IGNORED.sub("", part))
    }
    undrawn, boxes = _faults(font, glyph_ids, clusters, parts, spaces)
    places = [position.position for position in positions]
    if undrawn or spaces:
        for index, (cluster, last) in enumerate(zip(clusters, lasts, strict=True)):
            if not glyph_ids[index] or (last and cluster in boxes):
                glyph_ids[index], places[index] = 0, (0, 0, font.advance(0), 0)
            if cluster in spaces:
                glyph_ids[index] = glyph_ids[index] or EMPTY
                places[index] = (*places[index][:2], spaces[cluster], 0)
    rights, ups, widths, _ = zip(*places, strict=True) if places else ((),) * 4
    glyphs = list(map(_glyph, glyph_ids, widths, rights, ups, letters, lasts))
    if simple and not rtl and has_punctuation(text):
        glyphs = closed_up(font, glyphs)
    advances = dict.fromkeys(starts, 0)
    for cluster, glyph in zip(clusters, glyphs, strict=True):
        advances[cluster] += glyph.advance
    flags = zip(clusters, _flags(buffer, font), strict=False)
    safe = {0, len(text), *(cluster for cluster, flag in flags if not flag)}
    joined = bool(script or not text.isascii()) and _script_of(text) in _JOINED
    laid = tuple(glyphs), tuple(advances.items()), frozenset(safe)
    return Shaped(font, text, *laid, joined, simple, tuple(undrawn.values()))


def _letters(clusters: Sequence[int], parts: Mapping[int, str], rtl: bool) -> tuple[list[str], list[bool]]:
    """For each glyph what it stands for, and whether it is the last of its letter, which is divided among its
    glyphs. Programs that read a PDF turn what runs from right to left, but not the brackets in it.
    """
    if len(parts) == len(clusters):
        letters = [parts[cluster] for cluster in clusters]
        return ([one.translate(MIRRORED) for one in letters] if rtl else letters), [True] * len(letters)
    letters, lasts = [], []
    for cluster, found in groupby(clusters):
        text, count = parts[cluster], len(list(found))
        own = [*text[: count - 1], text[count - 1 :]]
        own += [""] * (count - len(own))
        letters += [letter.translate(MIRRORED) for letter in reversed(own)] if rtl else own
        lasts += [False] * (count - 1) + [True]
    return letters, lasts


def _flags(buffer: uharfbuzz.Buffer, font: Font) -> list[str]:
    """For each glyph "", or something where the glyphs change if a line ends before it. Written out and read:
    `flags` of each glyph would take two thirds of the time of shaping.
    """
    import uharfbuzz

    asked = uharfbuzz.BufferSerializeFlags
    what = asked.NO_GLYPH_NAMES | asked.NO_POSITIONS | asked.GLYPH_FLAGS
    written = buffer.serialize(font.harfbuzz, uharfbuzz.BufferSerializeFormat.TEXT, what)
    return [glyph.partition("#")[2] for glyph in written.strip("[]").split("|")]


def _faults(
    font: Font,
    glyphs: Sequence[int],
    clusters: Sequence[int],
    parts: Mapping[int, str],
    spaces: Collection[int],
) -> tuple[dict[int, tuple[str, str]], set[int]]:
    """The clusters that are not seen, or not as the font has them: why ("": it lacks them) and what they say;
    and those in whose place nothing is seen. Blank characters and spaces from another font are no faults.
    """
    found: dict[int, tuple[str, str]] = {}
    unseen: set[int] = set()
    odd = set(glyphs) - font.sound  # most texts have nothing else than the space
    for glyph, cluster in zip(glyphs, clusters, strict=True) if odd else ():
        part = parts[cluster]
        if glyph not in odd or cluster in spaces or cluster in found or (glyph and part == " "):
            continue
        fault = font.fault(glyph) if glyph else _NONE
        if not fault or (fault == BLANK and _BLANK.fullmatch(part)):
            continue
        ids = [one for one, its in zip(glyphs, clusters, strict=True) if its == cluster]
        seen = any(map(font.has_ink, ids))
        if fault == BLANK and seen and 0 not in ids:
            continue  # of several glyphs, one is blank
        why = f"{fault} in {font.path}" if fault == BLANK else f"in {font.path} {fault}"
        found[cluster] = "" if 0 in ids else why, _BLANK.sub("", part) or part
        unseen |= set() if seen else {cluster}
    return found, unseen


def shape_line(family: Sequence[Font], text: str, look: Setting = PLAIN) -> list[Shaped]:
    """A line of text in one look, as parts from left to right."""
    parts = list(divided(text, 0, len(text), family, levels(text)[1]))
    order = visual([part.level for part in parts])
    return [part.shape(text[part.start : part.end], look) for part in map(parts.__getitem__, order)]


def divided(
    text: str, start: int, end: int, family: Sequence[Font], found: Sequence[int]
) -> Iterator[ShapedPart]:
    """The parts of a piece of a text, which has these fonts and whose characters have these levels."""
    if text.isascii() and all(map(family[0].has, set(text[start:end]))):
        yield ShapedPart(start, end, family[0], "", 0)
        return
    fonts = _fonts(text[start:end], family)
    at, script = start, ""
    for index in range(start, end + 1):
        own = _script_of(text[index]) if index < end else ""
        if index > at and (
            index == end
            or fonts[index - start] is not fonts[at - start]
            or (own and script and own != script)
            or found[index] != found[at]
        ):
            font = fonts[at - start]
            # Spaces are from the first font that has any; HarfBuzz makes the others of it.
            spaced = _SPACE.search(text, at, index)
            white = next((one for one in family if one.has(" ")), None) if spaced else None
            yield ShapedPart(at, index, font, script, found[at], None if white is font else white)
            at, script = index, ""
        script = script or own


def _fonts(text: str, family: Sequence[Font]) -> list[Font]:
    """The font of each character: the first that has it and its marks, else the first; of a space, that of
    what it follows, or readers of a PDF would lose it.
    """
    if all(map(family[0].has, set(text))):
        return [family[0]] * len(text)
    starts = [index for index, one in enumerate(text) if not index or not _follows(one)]
    found: list[Font | None] = []
    for start, end in pairwise([*starts, len(text)]):  # a letter and its marks
        letter = _IGNORED.sub("", text[start:end])
        if not letter or _SPACE.fullmatch(letter):
            found += found[-1:] * (end - start) or [None] * (end - start)
            continue
        whole = (font for font in family if all(map(font.has, letter)))
        some = (font for font in family if font.has(text[start]))
        found += [next(chain(whole, some, family))] * (end - start)
    first = next(filter(None, found), family[0])
    return [font or first for font in found]


@lru_cache(maxsize=10_000)
def _follows(character: str) -> bool:
    """Whether it belongs to the letter before it."""
    return unicodedata.category(character)[0] == "M" or bool(_IGNORED.match(character))


@lru_cache(maxsize=10_000)
def _script_of(text: str) -> str:
    """The script of the first character that has one; "" if none has."""
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    script = buffer.script or ""
    return _TOGETHER.get(script, script)
