"""Marked text as spans: which font, size and colour each piece of a paragraph has."""

from __future__ import annotations

import re

from cardtools.ground.toml.tomlplaces import Key
from cardtools.render.compose.compose_checks import MARKUP, MARKUP_OFF
from cardtools.render.compose.composition import Composition, element_name
from cardtools.render.face.load import COLOUR
from cardtools.render.face.model.style import TextStyle
from cardtools.render.pictures.icons import OWN
from cardtools.render.text.markup import Marked, marks_in, read_markup
from cardtools.render.text.measured import Span
from cardtools.render.text.shaping import Setting
from cardtools.render.text.typography import typographic

SMALL = 0.8  # the height of small capitals that a font doesn't have
_SMALL_LETTERS = re.compile(r"[a-z\u00df-\u00f6\u00f8-\u00ff]+|[^a-z\u00df-\u00f6\u00f8-\u00ff]+")


def marked(work: Composition, text: str, style: str, keys: tuple[Key, ...]) -> tuple[Span, ...]:
    """The text as spans, without its marks. Bad marks (RND003) are findings."""
    own, icons = work.face.design.styles[style], work.face.icons
    pieces: list[Marked] = [Marked(text)]
    faults: list[str] = []
    if "<" in text or "{" in text:
        if own.markup:
            pieces, faults = read_markup(text, icons)
        elif marks := marks_in(text, icons):
            message = (
                f"the style {style} prints marks as they stand, such as {marks[0]} on the card {work.card}"
            )
            hint = f"write markup = true under [styles.{style}]"
            place = work.face.file.at("styles", style)
            work.findings.append(MARKUP_OFF.finding(place, message, hint, element_name(keys)))
    texts = set_texts(work, [piece.text for piece in pieces], own)
    spans: list[Span] = []
    for piece, words in zip(pieces, texts, strict=True):
        font, missing = _font(own, piece)
        if missing:
            faults.append(f"the style {style} has no font for {missing} text")
        colour = _colour(work, piece, faults)
        if piece.icon:
            spans.append(Span("", font, 1.0, colour, piece.icon, icons[piece.icon][1]))
            continue
        look, parts = look_of(work, own), [(words, 1.0)]
        if piece.small or own.small_caps:
            if "smcp" in work.metrics.fonts[font][0].features:
                look = look._replace(features=(("smcp", 1), *look.features))
            else:
                found = _SMALL_LETTERS.findall(words)
                parts = [(one.upper(), SMALL) if one[0].islower() else (one, 1.0) for one in found]
        spans += [Span(part, font, scale, colour, look=look) for part, scale in parts]
    for fault in dict.fromkeys(faults):
        hint = "marks are <b>, <i>, <sc>, <c NAME> and {icon}, each closed as </b>; "
        hint += "a < of its own has a space behind it"
        work.finding(keys, MARKUP, f"the text {keys[-2]}: {fault}", hint)
    return tuple(spans)


def look_of(work: Composition, style: TextStyle) -> Setting:
    """How HarfBuzz sets text in a style."""
    return Setting(style.opentype, work.face.design.language)


def set_texts(work: Composition, texts: list[str], style: TextStyle) -> list[str]:
    """The texts, which follow one another, with the typography that the face asks for."""
    language, family = work.face.design.typography, work.metrics.fonts[style.font_name()]
    return typographic(texts, language, lambda one: any(f.has(one) for f in family)) if language else texts


def _font(style: TextStyle, piece: Marked) -> tuple[str, str]:
    """The font of a piece, and which look the style has no font for."""
    look = " ".join(name for name in ("bold", "italic") if getattr(piece, name))
    own = getattr(style, look.replace(" ", "_")) if look else ""
    instead = style.bold if look == "bold italic" else ""
    return style.font_name(own or instead), "" if own else look


def _colour(work: Composition, piece: Marked, faults: list[str]) -> str:
    name = piece.colour or (work.face.design.icon_colours.get(piece.icon, "") if piece.icon else "")
    colour = work.face.design.colours.get(name, name)
    if piece.icon and name == OWN:
        return OWN
    if colour and not COLOUR.match(colour):
        faults.append(f"no colour {name!r}")
        return ""
    return colour.lower()
