"""Text with marks as spans: which font, size and colour each piece of a paragraph has.

The marks are `<b>`, `<i>`, `<sc>` (small capitals), `<c NAME>` (a colour) and `{name}` (an icon).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container
from dataclasses import replace
from typing import Any

from cardtools.ground.frozen_record import Record
from cardtools.ground.spelling import nearest
from cardtools.ground.text_marks import MARKS, near_mark, read_mark, tag_name
from cardtools.ground.toml.tomlplaces import Key
from cardtools.render.compose.compose_checks import MARKUP, MARKUP_OFF
from cardtools.render.compose.composition import Composition, element_name
from cardtools.render.face.model.face import TextStyle
from cardtools.render.pictures.icons import OWN
from cardtools.render.text.measured import Span
from cardtools.render.text.shaping import Setting
from cardtools.render.text.typography import typographic

# Whatever looks like a mark, with its > or without; `<3`, `a < b` and `a<b` do not.
_TOKEN = re.compile(
    rf"<(?:[^\W\d_][^<>]*|\s*+/[^<>]*|!--[^<>]*|\s++(?:{'|'.join(MARKS)})\s*+)>"
    r"|(?:(?<!\w)<|</)[^\W\d_]\w*"
    r"|\{\s*+([^{}]+)\}",
    re.IGNORECASE,
)
_LONGEST = 40  # characters of what is no mark, in a message
SMALL = 0.8  # the height of small capitals that a font doesn't have
_SMALL_LETTERS = re.compile(r"[a-z\u00df-\u00f6\u00f8-\u00ff]+|[^a-z\u00df-\u00f6\u00f8-\u00ff]+")
_LOOKS: dict[str, Any] = {"b": {"bold": True}, "i": {"italic": True}, "sc": {"small": True}}


class Marked(Record):
    """A piece of text with one look, or one icon."""

    text: str
    bold: bool = False
    italic: bool = False
    small: bool = False
    colour: str = ""
    icon: str = ""


def marks_in(text: str, icons: Container[str]) -> list[str]:
    """The marks in a text and what was probably meant as one, and the names of icons in braces."""
    return [
        token[0]
        for token in _TOKEN.finditer(text)
        if (token[1].strip() in icons if token[1] is not None else read_mark(token[0]) or near_mark(token[0]))
    ]


def read_markup(text: str, icons: Collection[str]) -> tuple[list[Marked], list[str]]:
    """The pieces of a marked text, in order, and what is wrong with its marks, which may be nested.

    What only looks like a mark, or is no icon, stays in the text; a mark never closed holds to the end.
    """
    pieces: list[Marked] = []
    faults: list[str] = []
    wrong: set[str] = set()  # the names of what is no mark
    opened = [("", Marked(""))]  # the open marks with the looks inside them

    def add(part: str) -> None:
        if part:
            pieces.append(replace(opened[-1][1], text=part))

    at = 0
    for token in _TOKEN.finditer(text):
        add(text[at : token.start()])
        at = token.end()
        written, (last, look) = token[0], opened[-1]
        if token[1] is not None:
            name = token[1].strip()
            if name in icons:
                pieces.append(replace(look, text="", icon=name))
                continue
            near = nearest(name, list(icons))
            faults.append(f"no icon {_short(name)!r}" + (f", did you mean {near}?" if near else ""))
            add(written)
        elif (mark := read_mark(written)) is None:
            name, word = tag_name(written), written.strip("</ >")
            if not name or name not in wrong:  # </strong> is the same fault as <strong>
                near = f"{{{word}}}" if word in icons else near_mark(written)
                faults.append(f"{_short(written)} is no mark" + (f", did you mean {near}?" if near else ""))
            wrong.add(name)
            add(written)
        elif not mark.closing:
            if mark.name == "c" and not mark.word:
                faults.append("<c> names no colour, write <c gold>")
            more = {"colour": mark.word or look.colour} if mark.name == "c" else _LOOKS[mark.name]
            opened.append((mark.name, replace(look, **more)))
        elif last == mark.name:
            opened.pop()
        else:
            is_open = f"<{last}> is open" if last else "nothing is open"
            faults.append(f"</{mark.name}> closes nothing: {is_open}")
    add(text[at:])
    return pieces, faults + [f"<{mark}> is never closed" for mark, _ in opened[1:]]


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def marked(work: Composition, text: str, style: str, keys: tuple[Key, ...]) -> tuple[Span, ...]:
    """The text as spans, without its marks. Bad marks (RND003) are findings."""
    design, icons = work.face.design, work.face.icons
    own = design.styles[style]
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
        look_name = " ".join(name for name in ("bold", "italic") if getattr(piece, name))
        given = getattr(own, look_name.replace(" ", "_")) if look_name else own.font
        if not given:
            faults.append(f"the style {style} has no font for {look_name} text")
        font = own.font_name(given or (own.bold if piece.bold else ""))
        name = piece.colour or design.icon_colours.get(piece.icon, "")
        in_own = bool(piece.icon) and name == OWN
        colour = OWN if in_own else work.ink(name)
        if name and not colour:
            faults.append(f"no colour {name!r}")
        if piece.icon:
            spans.append(Span("", font, 1.0, colour, piece.icon, icons[piece.icon][1]))
            continue
        look, parts = Setting(own.opentype, design.language), [(words, 1.0)]
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


def set_texts(work: Composition, texts: list[str], style: TextStyle) -> list[str]:
    """The texts, which follow one another, with the typography that the face asks for."""
    language, family = work.face.design.typography, work.metrics.fonts[style.font_name()]
    return typographic(texts, language, lambda one: any(f.has(one) for f in family)) if language else texts
