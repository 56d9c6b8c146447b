"""What is a mark in running text, such as `<b>`, and what was meant by something that only looks like one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from cardtools.ground.frozen_record import Record
from cardtools.ground.limits import limits
from cardtools.ground.spelling import nearest

# The marks, each as it is opened.
OPENED = {
    **{name: f"<{name}>" for name in ("b", "i", "u", "s", "sc")},
    "c": "<c NAME>", "bg": "<bg NAME>", "size": "<size 150%>", "up": "<up 0.2>", "style": "<style NAME>",
}  # fmt: skip
MARKS = tuple(OPENED)
_MARK = re.compile(rf"<(/?)({'|'.join(sorted(MARKS, reverse=True))})(?:\s+([^<>]*))?>", re.IGNORECASE)
# What HTML and other programs call them.
_MEANT = {
    **dict.fromkeys(("strong", "bold"), "b"),
    **dict.fromkeys(("em", "emphasis", "italic", "italics"), "i"),
    **dict.fromkeys(("underline", "ins"), "u"),
    **dict.fromkeys(("strike", "strikethrough", "del"), "s"),
    **dict.fromkeys(("small", "smallcaps", "caps"), "sc"),
    **dict.fromkeys(("color", "colour", "font", "span"), "c"),
    **dict.fromkeys(("mark", "highlight", "background"), "bg"),
    **dict.fromkeys(("big", "large"), "size"),
    **dict.fromkeys(("sup", "sub"), "up"),
}
_BREAKS = ("br", "p", "div")
_TAG = r"(?i)<?([a-z][\w-]*)>?"
_MARKDOWN = {
    "***...***": "<b><i>", "**...**": "<b>", "*...*": "<i>", "__...__": "<b>", "_..._": "<i>",
    "~~...~~": "<s>",
}  # fmt: skip
_LONGEST, _MOST = 200, 200  # characters; marks


class Mark(NamedTuple):
    """A mark: whether it closes one, its name, and its word, such as the colour of `<c NAME>`."""

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
    has_word = " " in OPENED[mark.name]
    if mark.word or not has_word or mark.closing or mark.name == "c":
        return mark if has_word or not mark.word else None
    return None  # perhaps <size> is a placeholder


def tag_name(written: str) -> str:
    """The first word in angle brackets, in lower case: `strong` of `</Strong>`; "" for none."""
    found = re.match(r"(?i)\W*([a-z]*)", written)
    return found[1].lower() if found else ""


def near_mark(written: str) -> str:
    """What was probably meant by something in angle brackets that is no mark: `<b>` for `<strong>`."""
    name = tag_name(written)
    if name in _BREAKS:
        return "a new line"
    mark = name if name in MARKS else _MEANT.get(name) or nearest(name, MARKS)
    if not mark:
        return ""
    return f"</{mark}>" if re.match(r"<\s*/", written) else OPENED[mark]


class OwnMarks(Record):
    """`[marks]`: what the texts of a game have, by what it means in our marks."""

    marks: Mapping[str, bool | str] = MappingProxyType({})

    @cached_property
    def tags(self) -> set[str]:
        """The names of those that are tags, such as `strong`."""
        return {
            tag[1].lower() for key in self.marks if (tag := re.fullmatch(_TAG, key)) and key != "markdown"
        }

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong with them, each with the reason."""
        found = dict.fromkeys([*self.marks][_MOST:], f"a game has at most {_MOST} marks")
        for key, value in self.marks.items():
            text = f"<{value}>" if re.fullmatch(_TAG, key) and str(value).isalpha() else str(value)
            wrong = [tag for tag in re.findall("<[^<>]*>", text) if not read_mark(tag)]
            if isinstance(value, bool) != (key == "markdown"):
                found[key] = "expected a text" if isinstance(value, bool) else "expected true or false"
            elif wrong and isinstance(value, str):
                near = near_mark(wrong[0])
                found[key] = f"{wrong[0]} is no mark" + (f", did you mean {near}?" if near else "")
            elif not key.strip(". ") or max(len(key), len(text)) > _LONGEST:
                found[key] = f"expected 1 to {_LONGEST} characters"
        return found

    @cached_property
    def _rules(self) -> list[tuple[re.Pattern[str], str]]:
        """What finds each, the longest first, and what takes its place, with ... for what a pair encloses."""
        own = {key: str(value) for key, value in self.marks.items() if key != "markdown"}
        own = (_MARKDOWN if self.marks.get("markdown") else {}) | own
        found: list[tuple[str, str]] = []
        for key in sorted(own, key=len, reverse=True):
            value, (first, dots, last) = own[key], key.partition("...")
            if tag := re.fullmatch(_TAG, key):
                value = f"<{value}>" if read_mark(f"<{value}>") else value
                rest = rf"\s*{tag[1]}(?![\w-])[^<>]*>"
                found += [("<" + rest, value), ("</" + rest, closing(value))]
            elif first and last:
                begin, end, edge = re.escape(first), re.escape(last), re.escape(first[-1])
                inner = rf"((?:(?!{begin}|{end}).)+)"
                if begin == end:  # at the edges of words
                    begin, end = rf"(?<!\w)(?<!{edge}){begin}(?=\S)", rf"(?<=\S){end}(?!\w)(?!{edge})"
                found.append((begin + inner + end, value if dots in value else value + dots + closing(value)))
            else:
                found.append((re.escape(key), value))
        return [(re.compile(pattern, re.IGNORECASE), value) for pattern, value in found]

    def first(self, text: str) -> str:
        """One of these marks in a text; "" for none."""
        return next((found[0] for pattern, _ in self._rules if (found := pattern.search(text))), "")

    def applied(self, text: str) -> str:
        """The text with our marks in place of its own, as far as it does not become too long."""
        for pattern, value in self._rules:

            def instead(found: re.Match[str], value: str = value) -> str:
                return value.replace("...", found[1], 1) if found.lastindex else value

            new = pattern.sub(instead, text)
            text = new if len(new) <= limits().text_characters else text
        return text


def closing(marks: str) -> str:
    """What closes these marks: `</i></b>` for `<b><i>`."""
    tags = [tag for tag in map(read_mark, re.findall("<[^<>/]*>", marks)) if tag]
    return "".join(f"</{tag.name}>" for tag in reversed(tags))
