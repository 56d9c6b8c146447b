"""Typographic quotes, apostrophes, dashes, minus signs for those of the keyboard, where text is drawn."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

_NARROW = "\u202f"  # a narrow no-break space
# Opening and closing quotes, then those within quotes.
QUOTES = {
    "cs": "„“‚‘", "da": "»«›‹", "de": "„“‚‘", "de-CH": "«»‹›", "el": "«»“”", "en": "“”‘’", "en-GB": "‘’“”",
    "es": "«»“”", "fi": "””’’", "fr": "«»“”", "hu": "„”»«", "it": "«»“”", "ja": "「」『』", "ko": "“”‘’",
    "nl": "“”‘’", "no": "«»‘’", "pl": "„”«»", "pt": "“”‘’", "ro": "„”«»", "ru": "«»„“", "sv": "””’’",
    "tr": "“”‘’", "uk": "«»„“", "vi": "“”‘’", "zh": "“”‘’",
}  # fmt: skip
_RANGE = r"(?<![\w.-])[0-9]+-[0-9]+(?![\w-])"
_TOKEN = re.compile(rf"""{_RANGE}|["']|\.\.\.|-{{1,3}}|[;:!?»]|«""")
_MARK = "\x00"  # between pieces of text that look different


def style_of(language: str) -> str:
    """The key of QUOTES for a language such as `de-AT`; "" if there is none."""
    return next((one for one in (language, language.partition("-")[0]) if one in QUOTES), "")


def typographic(texts: Sequence[str], language: str, has: Callable[[str], bool]) -> list[str]:
    """The texts, which follow one another, with the characters of the language that the font has (`has`)."""
    whole = _MARK.join(texts)
    style, stack = style_of(language), list[str]()
    quotes, french = QUOTES[style], style == "fr"
    last, at = " ", 0  # the character before, whatever it looks like

    def instead(match: re.Match[str]) -> str:
        nonlocal last, at
        last = (whole[at : match.start()].rstrip(_MARK) or last)[-1]
        at = match.end()
        made, token, after = match[0], match[0], whole[at : at + 8].lstrip(_MARK)[:1] or " "
        if token in ('"', "'"):
            made = _quote(token, last, after, stack, quotes)
            if french and made in "«»":
                made = made + _NARROW if made == "«" else _NARROW + made
        elif token == "...":
            made = "…"
        elif token[0].isdigit():
            made = token.replace("-", "–")
        elif token[0] == "-":
            made = "-–—"[len(token) - 1]
            if token == "-" and after.isdigit() and (last.isspace() or last in "([{+/=<>:"):
                made = "−"
            elif token == "-" and last.isspace() and after.isspace():
                made = "–"
        elif french and token in ";:!?»" and (last.isalnum() or last in ")]»”’%") and not after.isalnum():
            made = _NARROW + token
        elif french and token == "«" and not after.isspace():
            made = token + _NARROW
        if made != token and not all(map(has, made.replace(_NARROW, ""))):
            made = token
        last = made[-1]
        return made

    return _TOKEN.sub(instead, whole).split(_MARK)


def _quote(token: str, last: str, after: str, stack: list[str], quotes: str) -> str:
    """The quote or the apostrophe for a straight one: single ones stay single."""
    opens = (last.isspace() or last in "([{–—-/\u202f«“„‘‚「") and not after.isspace()
    opening, closing = list(quotes[:2] if (token == '"') != (quotes[0] == "‘") else quotes[2:])
    if token in stack and not opens:
        while stack.pop() != token:
            pass
        return closing
    # An apostrophe is within or after a word, or stands for a decade: '90s.
    if token == "'" and (not opens or after.isdigit()):
        return "’"
    if not opens:
        return closing
    stack.append(token)
    return opening


def normalised(text: str) -> str:
    """The text as it is set: composed letters (NFC), one kind of line end, spaces for tabs."""
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFC", text)
    return re.sub("\r\n|[\r\v\f\x85\u2028\u2029]", "\n", text).replace("\t", " ").replace(_MARK, "")
