"""Marks in running text: `<b>`, `<i>`, `<sc>` (small capitals), `<c NAME>` (a colour), `{name}` (an icon)."""

from __future__ import annotations

import re
from collections.abc import Collection, Container
from dataclasses import dataclass, replace
from typing import Any

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
    reader = _MarkReader(icons)
    at = 0
    for token in _TOKEN.finditer(text):
        reader.add(text[at : token.start()])
        at = token.end()
        if token[1] is None:
            reader.mark(token[0])
        else:
            reader.icon(token[1].strip(), token[0])
    reader.add(text[at:])
    reader.faults += [f"<{mark}> is never closed" for mark, _ in reader.open[1:]]
    return reader.pieces, reader.faults


class _MarkReader:
    """A text under way: its `pieces` and `faults` so far, the `open` marks with the looks inside them, and
    the names of what is no mark.
    """

    def __init__(self, icons: Collection[str]) -> None:
        self.icons = icons
        self.pieces: list[Marked] = []
        self.faults: list[str] = []
        self.open: list[tuple[str, Marked]] = [("", Marked(""))]
        self.wrong: set[str] = set()

    def add(self, part: str) -> None:
        if part:
            self.pieces.append(replace(self.open[-1][1], text=part))

    def icon(self, name: str, written: str) -> None:
        if name in self.icons:
            self.pieces.append(replace(self.open[-1][1], text="", icon=name))
            return
        near = nearest(name, list(self.icons))
        self.faults.append(f"no icon {_short(name)!r}" + (f", did you mean {near}?" if near else ""))
        self.add(written)

    def mark(self, written: str) -> None:
        look = self.open[-1][1]
        mark = read_mark(written)
        if mark is None:
            name = tag_name(written)
            if not name or name not in self.wrong:  # </strong> is the same fault as <strong>
                self.faults.append(f"{_short(written)} is no mark{self.meant(written)}")
            self.wrong.add(name)
            self.add(written)
        elif mark.closing:
            if self.open[-1][0] == mark.name:
                self.open.pop()
            else:
                is_open = f"<{self.open[-1][0]}> is open" if len(self.open) > 1 else "nothing is open"
                self.faults.append(f"</{mark.name}> closes nothing: {is_open}")
        elif mark.name == "c":
            if not mark.word:
                self.faults.append("<c> names no colour, write <c gold>")
            self.open.append((mark.name, replace(look, colour=mark.word or look.colour)))
        else:
            self.open.append((mark.name, replace(look, **_LOOKS[mark.name])))

    def meant(self, written: str) -> str:
        """The mark that was probably meant, as the end of a message."""
        name = written.strip("</ >")
        near = f"{{{name}}}" if name in self.icons else near_mark(written)
        return f", did you mean {near}?" if near else ""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
