"""Marked text as spans: which font, size and colour each piece of a paragraph has."""

from __future__ import annotations

import re
import unicodedata

from cardtools.render.checks import MARKUP, MARKUP_OFF
from cardtools.render.design import TextStyle
from cardtools.render.face import COLOUR
from cardtools.render.filling import Filling, element_name
from cardtools.render.icons import OWN
from cardtools.render.markup import Marked, marks_in, read_markup
from cardtools.render.text import Span
from cardtools.tomlplaces import Key

SMALL = 0.8  # the height of small capitals


def marked(work: Filling, text: str, style: str, keys: tuple[Key, ...]) -> tuple[str, tuple[Span, ...]]:
    """The text without marks, and its spans; none if it is plain. Bad marks (RND003) are findings."""
    own = work.face.design.styles[style]
    if not own.markup and ("<" in text or "{" in text) and (marks := marks_in(text, work.face.icons)):
        message = f"the style {style} prints marks as they stand, such as {marks[0]} on the card {work.card}"
        hint = f"write markup = true under [styles.{style}]"
        place = work.face.file.at("styles", style)
        work.findings.append(MARKUP_OFF.finding(place, message, hint, element_name(keys)))
    if not own.small_caps and not (own.markup and ("<" in text or "{" in text)):
        return text, ()
    pieces, faults = read_markup(text, work.face.icons) if own.markup else ([Marked(text)], [])
    spans: list[Span] = []
    for piece in pieces:
        font, missing = _font(own, piece)
        if missing:
            faults.append(f"the style {style} has no font for {missing} text")
        colour = _colour(work, piece, faults)
        if piece.icon:
            ratio = work.face.icons[piece.icon][1]
            spans.append(Span("", font, 1.0, colour, piece.icon, ratio))
        elif piece.small or own.small_caps:
            for part in re.findall(
                r"[a-z\u00df-\u00f6\u00f8-\u00ff]+|[^a-z\u00df-\u00f6\u00f8-\u00ff]+", piece.text
            ):
                small = part[0].islower()
                spans.append(Span(part.upper() if small else part, font, SMALL if small else 1.0, colour))
        else:
            spans.append(Span(piece.text, font, 1.0, colour))
    for fault in dict.fromkeys(faults):
        hint = "marks are <b>, <i>, <sc>, <c NAME> and {icon}, each closed as </b>"
        work.finding(keys, MARKUP, f"the text {keys[-2]}: {fault}", hint)
    return "".join(piece.text for piece in pieces), tuple(spans)


def _font(style: TextStyle, piece: Marked) -> tuple[str, str]:
    """The font of a piece, and which look the style has no font for."""
    if piece.bold and piece.italic:
        return style.bold_italic or style.bold or style.font, "" if style.bold_italic else "bold italic"
    if piece.bold:
        return style.bold or style.font, "" if style.bold else "bold"
    if piece.italic:
        return style.italic or style.font, "" if style.italic else "italic"
    return style.font, ""


def _colour(work: Filling, piece: Marked, faults: list[str]) -> str:
    name = piece.colour or (work.face.design.icon_colours.get(piece.icon, "") if piece.icon else "")
    colour = work.face.design.colours.get(name, name)
    if piece.icon and name == OWN:
        return OWN
    if colour and not COLOUR.match(colour):
        faults.append(f"no colour {name!r}")
        return ""
    return colour.lower()


def is_right_to_left(text: str) -> bool:
    """Whether it has a letter of a script that is written from right to left."""
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)
