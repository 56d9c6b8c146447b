"""Marks in running text: `<b>`, `<i>`, `<sc>` (small capitals), `<c NAME>` (a colour), `{name}` (an icon)."""

from __future__ import annotations

import re
from collections.abc import Collection, Container
from dataclasses import dataclass, replace
from typing import Any

from cardtools.spelling import nearest

_TOKEN = re.compile(r"<(/?)(b|i|sc|c)(?: ([^<>]*))?>|\{([^{}\s]+)\}")

_LOOKS: dict[str, Any] = {"b": {"bold": True}, "i": {"italic": True}, "sc": {"small": True}}


@dataclass(frozen=True, slots=True)
class Marked:
    """A piece of text with one look, or one icon."""

    text: str
    bold: bool = False
    italic: bool = False
    small: bool = False
    colour: str = ""
    icon: str = ""


def marks_in(text: str, icons: Container[str]) -> list[str]:
    """The marks in a text, and the names of icons in braces."""
    return [mark[0] for mark in _TOKEN.finditer(text) if not mark[4] or mark[4] in icons]


def read_markup(text: str, icons: Collection[str]) -> tuple[list[Marked], list[str]]:
    """The pieces of a marked text, in order, and what is wrong with its marks.

    Marks may be nested; a mark that is never closed holds to the end. Anything that only looks like a mark
    is text, and so is the name of an unknown icon.
    """
    pieces: list[Marked] = []
    faults: list[str] = []
    stack: list[tuple[str, Marked]] = [("", Marked(""))]
    at = 0

    def add(part: str) -> None:
        if part:
            pieces.append(replace(stack[-1][1], text=part))

    for token in _TOKEN.finditer(text):
        add(text[at : token.start()])
        at = token.end()
        closing, mark, word, icon = token.groups()
        look = stack[-1][1]
        if icon:
            if icon in icons:
                pieces.append(replace(look, text="", icon=icon))
            else:
                near = nearest(icon, list(icons))
                faults.append(f"no icon {icon!r}" + (f", did you mean {near}?" if near else ""))
                add(token[0])
        elif closing:
            if stack[-1][0] == mark:
                stack.pop()
            else:
                open_ = f"<{stack[-1][0]}> is open" if len(stack) > 1 else "nothing is open"
                faults.append(f"</{mark}> closes nothing: {open_}")
        elif mark == "c":
            if not word:
                faults.append("<c> names no colour, write <c gold>")
            stack.append((mark, replace(look, colour=word or look.colour)))
        else:
            stack.append((mark, replace(look, **_LOOKS[mark])))
    add(text[at:])
    faults += [f"<{mark}> is never closed" for mark, _ in stack[1:]]
    return pieces, faults
