"""White space and characters in a cell that cannot be seen, and the cell without them."""

from __future__ import annotations

import re
from functools import cache

_BLANK = "\t\v\f\x1c-\x1f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f"
_HIDDEN = "\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff"
# Between letters of scripts that need them, and in emoji, joiners have a meaning; next to ASCII none.
_JOINER = r"[\u200c\u200d](?=[ -~]|$)|(?:(?<=[ -~])|^)[\u200c\u200d]"
_CONTROL = "\x00-\x08\x0e-\x1b\x7f-\x9f"
_WIDTH = 40  # characters of a cell in a message
_LONGEST = 80  # characters of a name in a message


@cache
def _odd() -> re.Pattern[str]:
    return re.compile(f"([{_BLANK}])|([{_HIDDEN}]|{_JOINER})|([{_CONTROL}])")


def clean(text: str) -> str:
    """The cell with single spaces (in one line) and none around it, without what cannot be seen."""
    if not text.isprintable():
        text = _odd().sub(_instead, text)
    text = text.strip()
    return re.sub("  +", " ", text) if "  " in text and "\n" not in text else text


def _instead(odd: re.Match[str]) -> str:
    if odd[1]:
        return " "
    # Most control characters of Unicode were letters in Windows-1252.
    return odd[0].encode("latin-1").decode("cp1252", "ignore") if odd[3] and odd[0] >= "\x80" else ""


def space_fault(text: str) -> tuple[str, bool] | None:
    """What is wrong with the white space of a cell, and whether `clean` keeps the meaning; None if fine."""
    bare = text.strip()
    if bare != text and bare:
        side = "begins" if text.lstrip() != text else "ends"
        return f"{side} with white space: {visible(text, 0 if side == 'begins' else len(text))}", True
    odd = None if text.isprintable() else _odd().search(text)
    if odd:
        safe = not any(match[3] for match in _odd().finditer(text))
        return f"has {_name(odd[0])}: {visible(text, odd.start())}", safe
    if "  " in bare and "\n" not in bare:
        return f"has several spaces in a row: {visible(text, text.index('  '))}", True
    return None


def _name(sign: str) -> str:
    import unicodedata

    name = "tab" if sign == "\t" else unicodedata.name(sign, "control character").lower()
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def in_a_line(name: str) -> str:
    """A name for messages: without what cannot be seen, in one line, not endless."""
    if len(name) > _LONGEST:
        name = f"{name[:_LONGEST]}…"
    return name if name.isprintable() and "  " not in name else " ".join(clean(name).split())


def visible(text: str, at: int = 0) -> str:
    """A cell for messages, in quotes: cut to what is around a place, what cannot be seen as \\u00a0."""
    start = max(0, min(at - _WIDTH // 2, len(text) - _WIDTH))
    part = text[start : start + _WIDTH]
    signs = (sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in part)
    before, after = "…" if start else "", "…" if start + _WIDTH < len(text) else ""
    return f"'{before}{''.join(signs)}{after}'"
