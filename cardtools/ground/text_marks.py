"""What is a mark in running text, such as `<b>`, and what was meant by something that only looks like one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from cardtools.ground.frozen_record import Record
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
_TAG = re.compile(r"<?([a-z][\w-]*)>?", re.IGNORECASE)
_PAIR = re.compile(r".+\.{3}.+")
_MARKDOWN = {
    "***...***": "<b><i>", "**...**": "<b>", "*...*": "<i>", "__...__": "<b>", "_..._": "<i>",
    "~~...~~": "<s>",
}  # fmt: skip
_LONGEST, _MOST, _MOST_PAIRS = 200, 500, 50
_NAME = re.compile(r"\W*([a-z]*)", re.IGNORECASE)


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
    return f"</{mark}>" if re.match(r"<\s*/", written) else OPENED[mark]


class OwnMarks(Record, eq=False):
    """`[marks]`: what the texts of a game have, by what it means in the language of our marks."""

    marks: Mapping[str, str | bool] = MappingProxyType({})

    @cached_property
    def written(self) -> dict[str, str]:
        """What each stands for: of tags such as `strong`, of texts, and of pairs such as `*...*`."""
        found: dict[str, str] = {}
        for key, value in self.marks.items():
            if key == "markdown":
                found |= _MARKDOWN if value is True else {}
            elif tag := _TAG.fullmatch(key):
                is_mark = read_mark(f"<{value}>") is not None
                found[tag[1].lower()] = f"<{value}>" if is_mark else str(value)
            else:
                found[key] = str(value)
        return found

    @property
    def tags(self) -> set[str]:
        """The names of its tags."""
        return {key for key in self.written if _TAG.fullmatch(key)}

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong with them, each with the reason."""
        found: dict[str, str] = {}
        for key, value in self.marks.items():
            text = str(value)
            wrong = [tag for tag in re.findall("<[^<>]*>", text) if not read_mark(tag)]
            if key != "markdown" and _TAG.fullmatch(key) and _TAG.fullmatch(text):
                wrong += [] if read_mark(f"<{text}>") or "<" in text else [text]
            if isinstance(value, bool) != (key == "markdown"):
                found[key] = "expected a text" if isinstance(value, bool) else "expected true or false"
            elif wrong:
                near = near_mark(wrong[0] if "<" in wrong[0] else f"<{wrong[0]}>")
                found[key] = f"{wrong[0]} is no mark" + (f", did you mean {near}?" if near else "")
            elif not key.strip(". ") or max(len(key), len(text)) > _LONGEST:
                found[key] = f"expected 1 to {_LONGEST} characters"
        for kind, most in ((_PAIR, _MOST_PAIRS), (re.compile(".*"), _MOST)):
            over = [key for key in self.marks if kind.fullmatch(key)][most:]
            found |= dict.fromkeys(over, f"is one of more than {most} such marks")
        return found

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        """What finds texts and tags, the longest first."""
        keys = sorted((key for key in self.written if not _PAIR.fullmatch(key)), key=len, reverse=True)
        texts = [re.escape(key) for key in keys if not _TAG.fullmatch(key)]
        tags = "|".join(re.escape(key) for key in keys if _TAG.fullmatch(key))
        texts += [rf"<(/?)({tags})(?![\w-])[^<>]*>"] if tags else []
        return re.compile("|".join(texts), re.IGNORECASE) if texts else None

    @cached_property
    def _pairs(self) -> list[tuple[re.Pattern[str], str]]:
        """What finds pairs, the longest first, and what takes their place with ... for the text between."""
        found = []
        for key in sorted(filter(_PAIR.fullmatch, self.written), key=len, reverse=True):
            value, (first, last) = self.written[key], key.split("...", 1)
            begin, end, edge = re.escape(first), re.escape(last), re.escape(first[-1])
            inner = rf"((?:(?!{begin}|{end}).)+)"
            if begin == end:  # at the edges of words
                begin, end = rf"(?<!\w)(?<!{edge}){begin}(?=\S)", rf"(?<=\S){end}(?!\w)(?!{edge})"
            whole = value if "..." in value else f"{value}...{closing(value)}"
            found.append((re.compile(begin + inner + end), whole))
        return found

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {key.casefold(): value for key, value in self.written.items()}

    def first(self, text: str) -> str:
        """The first of these marks in a text; "" for none."""
        patterns = [self._pattern, *(pair for pair, _ in self._pairs)] if self.marks else []
        return next((found[0] for one in patterns if one and (found := one.search(text))), "")

    def applied(self, text: str) -> str:
        """The text with our marks in place of its own."""

        def instead(found: re.Match[str]) -> str:
            if not found.lastindex:
                return self._folded[found[0].casefold()]
            value = self._folded[found[2].casefold()]
            return closing(value) if found[1] else value

        if not self.marks:
            return text
        text = self._pattern.sub(instead, text) if self._pattern else text
        for pair, whole in self._pairs:
            text = pair.sub(lambda found, whole=whole: whole.replace("...", found[1], 1), text)  # type: ignore[misc]
        return text


def closing(marks: str) -> str:
    """What closes these marks: `</i></b>` for `<b><i>`."""
    tags = [tag for tag in map(read_mark, re.findall("<[^<>/]*>", marks)) if tag]
    return "".join(f"</{tag.name}>" for tag in reversed(tags))
