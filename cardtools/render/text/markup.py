"""Marks in running text: `<b>`, `<i>`, `<sc>` (small capitals), `<c NAME>` (a colour), `{name}` (an icon)."""

from __future__ import annotations

import re
from collections.abc import Collection, Container
from dataclasses import replace
from typing import Any

from cardtools.ground.frozen_record import Record
from cardtools.ground.spelling import nearest
from cardtools.ground.text_marks import MARKS, near_mark, read_mark, tag_name

# Whatever looks like a mark, with its > or without; `<3`, `a < b` and `a<b` do not.
_TOKEN = re.compile(
    rf"<(?:[^\W\d_][^<>]*|\s*+/[^<>]*|!--[^<>]*|\s++(?:{'|'.join(MARKS)})\s*+)>"
    r"|(?:(?<!\w)<|</)[^\W\d_]\w*"
    r"|\{\s*+([^{}]+)\}",
    re.IGNORECASE,
)
_LONGEST = 40  # characters of what is no mark, in a message

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
    """The pieces of a marked text, in order, and what is wrong with its marks.

    Marks may be nested; a mark that is never closed holds to the end. What only looks like a mark is a fault
    and stays in the text, and so does the name of an unknown icon.
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
