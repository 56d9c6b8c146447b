"""Full-width punctuation of Chinese and Japanese: half of it is white (JLREQ 3.1.2 to 3.1.5, CLREQ 3.1.6).

Between neighbours and at the ends of a line that half is taken away: never more than is white, so that
nothing is covered. Marks in the middle of their square, as in Taiwan and Hong Kong, keep their width.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from cardtools.render.scene.scene import Glyph
from cardtools.render.text.fonts import Font

_OPENING = "‘“〈《「『【〔〖〘〝（［｛｟"
_CLOSING = "’”〉》」』】〕〗〙〞〟）］｝｠、。，．：；！？"
_MUCH, _LITTLE = 0.4, 0.3  # em
_MARK = re.compile(f"[{_OPENING}{_CLOSING}]")


def has_punctuation(text: str) -> bool:
    """Whether a text may have marks that can be closed up."""
    return not text.isascii() and _MARK.search(text) is not None


def removable_white(font: Font, glyph: Glyph) -> tuple[int, int]:
    """The white before an opening bracket, and that after a closing bracket, a comma or a stop, that can be
    removed (font units). Only glyphs as wide as high have any; none if it is closed up already.
    """
    box = font.outline(glyph.id, 0).box if glyph.text and glyph.advance == font.units else None
    if not box or glyph.text not in _OPENING + _CLOSING:
        return 0, 0
    sides, half = (box[0], font.units - box[2]), font.units // 2
    # The white is on one side only; else the mark is in the middle.
    before, after = (
        min(white, half) if white >= _MUCH * font.units and other <= _LITTLE * font.units else 0
        for white, other in (sides, sides[::-1])
    )
    return (before, 0) if glyph.text in _OPENING else (0, after)


def without(glyph: Glyph, before: int, after: int = 0) -> Glyph:
    """A glyph without so much of the white before and after it."""
    return glyph._replace(advance=glyph.advance - before - after, x=glyph.x - before)


def closed_up(font: Font, glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Neighbours with the white of one character between them at most."""
    found = list(glyphs)
    for index, (one, other) in enumerate(pairwise(glyphs)):
        if not (one.text and other.text) or other.text not in _OPENING + _CLOSING:
            continue
        if one.text in _CLOSING:
            found[index] = without(found[index], 0, removable_white(font, one)[1])
        elif one.text in _OPENING and other.text in _OPENING:
            found[index + 1] = without(found[index + 1], removable_white(font, other)[0])
    return found
