"""What is a mark in running text, such as `<b>`, and what was meant by something that only looks like one."""

from __future__ import annotations

import re
from typing import NamedTuple

from cardtools.ground.spelling import nearest

MARKS = ("b", "i", "sc", "c")
_MARK = re.compile(r"<(/?)(b|i|sc|c)(?:\s+([^<>]*))?>", re.IGNORECASE)
# What HTML and other programs call them.
_MEANT = {
    **dict.fromkeys(("strong", "bold"), "b"),
    **dict.fromkeys(("em", "emphasis", "italic", "italics", "u"), "i"),
    **dict.fromkeys(("small", "smallcaps", "caps"), "sc"),
    **dict.fromkeys(("color", "colour", "font", "span"), "c"),
}
_BREAKS = ("br", "p", "div")
_NAME = re.compile(r"\W*([a-z]*)", re.IGNORECASE)


class Mark(NamedTuple):
    """A mark: whether it closes one, its name, and the colour that `<c NAME>` names."""

    closing: bool
    name: str
    word: str = ""


def read_mark(written: str) -> Mark | None:
    """The mark `<b>`, `</b>` or `<c NAME>`; None for anything else.

    Upper and lower case do not count, nor do spaces before the `>`.
    """
    found = _MARK.fullmatch(written)
    if not found:
        return None
    mark = Mark(bool(found[1]), found[2].lower(), (found[3] or "").strip())
    return mark if not mark.word or mark.name == "c" else None


def tag_name(written: str) -> str:
    """The first word in angle brackets, in lower case: `strong` of `</Strong>`; "" for none."""
    found = _NAME.match(written)
    return found[1].lower() if found else ""


def near_mark(written: str) -> str:
    """What was probably meant by something in angle brackets that is no mark: `<b>` for `<strong>`."""
    name = tag_name(written)
    if name in _BREAKS:
        return "a new line"
    mark = name if name in MARKS else _MEANT.get(name) or nearest(name, MARKS)
    if not mark:
        return ""
    if re.match(r"<\s*/", written):
        return f"</{mark}>"
    return "<c NAME>" if mark == "c" else f"<{mark}>"
