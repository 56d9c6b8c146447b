"""Text with marks as spans: which font, size and colour each piece of a paragraph has. The marks are those of
`ground/text_marks` and `{name}` (an icon); a game's own, and calls of its terms, are put into these first.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Container
from contextlib import suppress
from dataclasses import replace
from typing import Any

from cardtools.ground.frozen_record import Record
from cardtools.ground.spelling import nearest
from cardtools.ground.text_marks import MARKS, OPENED, near_mark, read_mark, tag_name
from cardtools.ground.toml.tomlplaces import KeyPath
from cardtools.render.compose.compose_checks import MARKUP, MARKUP_OFF
from cardtools.render.compose.composition import Composition, element_name
from cardtools.render.face.load import Face
from cardtools.render.face.model.face import TextStyle
from cardtools.render.pictures.icons import OWN
from cardtools.render.text.measured import ICON, Span
from cardtools.render.text.shaping import PLAIN, Setting
from cardtools.render.text.typography import typographic
from cardtools.rulesets.glossary import UNKNOWN_TERM

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
_LOOKS: dict[str, Any] = {
    "b": {"bold": True}, "i": {"italic": True}, "sc": {"small": True},
    "u": {"under": True}, "s": {"strike": True},
}  # fmt: skip
# The fields that have the words of marks.
_WORDS = {"c": "colour", "bg": "back", "size": "size", "up": "up", "style": "style"}
# The marks with a number: how it is written, its least and its most.
_NUMBERS = {"size": (r"([0-9.]{1,6})\s*(%|pt)?", 0.1, 10.0), "up": (r"([+-]?[0-9.]{1,5})\s*(em)?", -3.0, 3.0)}


class Marked(Record):
    """A piece of text with one look, or one icon. `size`, `up` and `style` are as they are written."""

    text: str
    bold: bool = False
    italic: bool = False
    small: bool = False
    colour: str = ""
    icon: str = ""
    under: bool = False
    strike: bool = False
    back: str = ""
    size: str = ""
    up: str = ""
    style: str = ""


def marks_in(text: str, icons: Container[str]) -> list[str]:
    """The marks in a text and what was probably meant as one, and the names of icons in braces."""

    def is_meant(written: str) -> bool:
        return bool(read_mark(written) or near_mark(written) or f"</{tag_name(written)}>" in text)

    return [
        token[0]
        for token in _TOKEN.finditer(text)
        if (token[1].strip() in icons if token[1] is not None else is_meant(token[0]))
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
            faults.append(f"no icon {_short(name)!r}{_meant(nearest(name, list(icons)))}")
            add(written)
        elif (mark := read_mark(written)) is None:
            name, word = tag_name(written), written.strip("</ >")
            if not name or name not in wrong:  # </strong> is the same fault as <strong>
                near = f"{{{word}}}" if word in icons else near_mark(written)
                faults.append(f"{_short(written)} is no mark{_meant(near)}")
            wrong.add(name)
            add(written)
        elif not mark.closing:
            if mark.name == "c" and not mark.word:
                faults.append("<c> names no colour, write <c gold>")
            more = {_WORDS[mark.name]: mark.word} if mark.word else _LOOKS.get(mark.name, {})
            opened.append((mark.name, replace(look, **more)))
        elif last == mark.name:
            opened.pop()
        else:
            is_open = f"<{last}> is open" if last else "nothing is open"
            faults.append(f"</{mark.name}> closes nothing: {is_open}")
    add(text[at:])
    return pieces, faults + [f"<{mark}> is never closed" for mark, _ in opened[1:]]


def _meant(near: str) -> str:
    return f", did you mean {near}?" if near else ""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def spelled_out(work: Composition, text: str, markup: bool, keys: KeyPath, source: str = "") -> str:
    """A text with its terms (TXT040) and, with `markup`, the game's own marks in the language of ours. What
    its `source` in the face calls is reported there.
    """
    face = work.face
    if "@[" in text:
        for name, hint in face.glossary.unknown(text).items():
            message = f"the text {keys[-2]} calls {name!r}, which is no term"
            if name in source:
                place = face.file.at(*keys, find=name)
                work.findings.append(UNKNOWN_TERM.finding(place, message, hint, element_name(keys)))
            else:
                work.finding(keys, UNKNOWN_TERM, message, hint)
        text = face.glossary.spelled_out(text, str if markup else _plain)
    text = face.glossary.marks.applied(text) if markup else text
    work.step(len(text), *keys)
    return text


def _plain(text: str) -> str:
    """A text without its marks and icons."""
    icons = re.findall(r"\{([^{}]+)\}", text)
    return "".join(piece.text for piece in read_markup(text, icons)[0]).strip("\u00a0")


def faults_of(text: str, face: Face) -> bool:
    """Whether a text of a card or of the face has a fault in its marks or calls a term that there isn't."""
    if "@[" in text and face.glossary.unknown(text):
        return True
    text = face.glossary.marks.applied(face.glossary.spelled_out(text))
    return ("<" in text or "{" in text) and bool(read_markup(text, face.icons)[1])


def marked(work: Composition, text: str, style: str, keys: KeyPath) -> tuple[Span, ...]:
    """The text as spans, without its marks. Bad marks (RND003) are findings."""
    design, icons = work.face.design, work.face.icons
    own = design.styles[style]
    pieces: list[Marked] = [Marked(text)]
    faults: list[str] = []
    unread = "" if own.markup else work.face.glossary.marks.first(text)
    if "<" in text or "{" in text or unread:
        if own.markup:
            pieces, faults = read_markup(text, icons)
        elif marks := marks_in(text, icons) or [unread] * bool(unread):
            message = (
                f"the style {style} prints marks as they stand, such as {marks[0]} on the card {work.card}"
            )
            hint = f"write markup = true under [styles.{style}]"
            place = work.face.file.at("styles", style)
            work.findings.append(MARKUP_OFF.finding(place, message, hint, element_name(keys)))
    texts = set_texts(work, [piece.text for piece in pieces], own)
    spans: list[Span] = []
    for piece, words in zip(pieces, texts, strict=True):
        spans += _spans(work, piece, words, style, faults)
    for fault in dict.fromkeys(faults):
        hint = f"marks are {', '.join(OPENED.values())} and {{icon}}, each closed as </b>, "
        hint += "and those of [marks]; a < of its own has a space behind it"
        work.finding(keys, MARKUP, f"the text {keys[-2]}: {fault}", hint)
    return tuple(spans)


def _spans(work: Composition, piece: Marked, words: str, style: str, faults: list[str]) -> list[Span]:
    """The spans of a piece of a text in a style: several for small capitals that the font doesn't have."""
    design, whole = work.face.design, work.face.design.styles[style]
    used = piece.style if piece.style in design.styles else style
    if piece.style not in ("", used):
        faults.append(f"no style {_short(piece.style)!r}{_meant(nearest(piece.style, list(design.styles)))}")
    own = design.styles[used]
    look_name = " ".join(name for name in ("bold", "italic") if getattr(piece, name))
    given = getattr(own, look_name.replace(" ", "_")) if look_name else own.font
    if not given:
        faults.append(f"the style {used} has no font for {look_name} text")
    font = own.font_name(given or (own.bold if piece.bold else ""))

    def ink(name: str) -> str:
        colour = work.ink(name)
        if name and not colour:
            faults.append(f"no colour {name!r}")
        return colour

    def number(mark: str, written: str) -> float | None:
        pattern, least, most = _NUMBERS[mark]
        found = re.fullmatch(pattern, written)
        with suppress(ValueError):
            value = float(found[1]) if found else math.nan
            value /= (100 if found and found[2] == "%" else whole.size) if mark == "size" else 1
            if least <= value <= most:
                return value
        faults.append(f"<{mark} {_short(written)}> is none, write {OPENED[mark]}")
        return None

    name = piece.colour or design.icon_colours.get(piece.icon, "")
    colour = OWN if piece.icon and name == OWN else ink(name)
    if used != style and not name:
        colour = work.colour(own.colour, "styles", used, "colour")
    scale = (number("size", piece.size) if piece.size else None) or own.size / whole.size
    up = (number("up", piece.up) if piece.up else None) or 0.0
    lines, back = "u" * piece.under + "s" * piece.strike, ink(piece.back)
    if piece.icon:
        scale, up, ratio = scale * own.icon_size / ICON, up + own.icon_up, work.face.icons[piece.icon][1]
        return [Span("", font, scale, colour, piece.icon, ratio, PLAIN, lines, back, up)]
    look, parts = Setting(own.opentype, design.language), [(words, 1.0)]
    if piece.small or own.small_caps:
        if "smcp" in work.metrics.fonts[font][0].features:
            look = look._replace(features=(("smcp", 1), *look.features))
        else:
            found = _SMALL_LETTERS.findall(words)
            parts = [(one.upper(), SMALL) if one[0].islower() else (one, 1.0) for one in found]
    return [Span(part, font, one * scale, colour, "", 1.0, look, lines, back, up) for part, one in parts]


def set_texts(work: Composition, texts: list[str], style: TextStyle) -> list[str]:
    """The texts, which follow one another, with the typography that the face asks for."""
    language, family = work.face.design.typography, work.metrics.fonts[style.font_name()]
    return typographic(texts, language, lambda one: any(f.has(one) for f in family)) if language else texts
