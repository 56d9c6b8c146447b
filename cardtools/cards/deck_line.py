"""Reads one line of a deck list, and writes it with another count, name or sum."""

from __future__ import annotations

import re

# `2 Name`, `2x Name`, `2xName`, `-1 Name`, `1.5 Name`: whatever begins like a number is a count.
_BEFORE = r"([+-]?[0-9][0-9.,/]*)(?:\s*[xX×]?\s+|[xX×])(?=\S)"
_AFTER = r"(?<=\S)(?:\s+[xX×]|\s*×)\s*([+-]?[0-9][0-9.,/]*)$"
_COUNT = r"\+?0*[1-9][0-9]{0,5}"
MOST = 999_999  # what a line can count
_SUM = r"\(\s*([0-9]{1,6})\s*\)"
_GROUP = rf"{_SUM}\s*:\s*(?=\S)"
# Of an item, or of a card of the sideboard, as MTGO writes it.
_BULLET = r"\s*(?:[-*•–]\s+|SB:\s*)(?=\S)"
# Which reprint is meant, by set and number: `Ox (XMP) 12`, and `*F*` for foil.
_PRINTING = r"(.*\S)\s+\((?![0-9]+\)$)([^()]{1,60})\)(?:\s+([^\s*]{1,20}))?(?:\s+\*\w+\*)?"
_REST = rf"\s*{_SUM}|\s*"
# `@ruleset alpha v0.1`: no card has such a name, and a comment must never count.
_REMARK = r"@(ruleset|format|date|list)(?:\s*:)?(?:\s+(.+))?"
# `Ox @2`: the second picture of the card.
_PICTURE = r"\s+@([1-9][0-9]{0,5})"
_LONGEST = 300  # characters of a name with a printing
TextRange = tuple[int, int]


def content(line: str) -> str:
    """The line without its comment and the white space at its end."""
    return re.sub(r"(?:^|(?<=\s))#.*$", "", line).rstrip()


def read_count(written: str) -> int:
    """The count as a number: 1 where none is written, 0 where it is not a whole number above zero."""
    return int(written) if re.fullmatch(_COUNT, written) else 0 if written else 1


def read_remark(line: str) -> tuple[str, str] | None:
    """A word and what it says: `@ruleset alpha v0.1`, `@format league`, `@date 2026-01-31`, `@list mtgo`."""
    found = re.fullmatch(_REMARK, content(line).strip(), re.IGNORECASE) if "@" in line else None
    return (found[1].lower(), found[2] or "") if found else None


def read_heading(line: str) -> tuple[str, int | None, bool] | None:
    """A heading's name, the number of cards it states, and whether it is in brackets.

    `[vault]`, `[vault] (12)`; `Vault:`, `Creatures (24):`; `Creatures (24)`. A line with a count is a card.
    """
    text = _unlisted(content(line)).strip()
    if not text.endswith((":", ")", "]")) or re.match(_BEFORE, text):
        return None
    # Not one regular expression: it would be slow on a line of a thousand spaces.
    bare, colon = text.removesuffix(":").rstrip(), text.endswith(":")
    bracketed = bare.startswith("[")
    name, closed, rest = bare[1:].partition("]")
    if bracketed and closed and name.strip() and "[" not in name and re.fullmatch(_REST, rest):
        return name.strip(), _number(rest), True
    name, _, number = bare.rpartition("(")
    name = name.rstrip()
    if name and not name.endswith(":") and re.fullmatch(_SUM, f"({number}"):
        return name, _number(f"({number}"), bracketed
    if colon and bare and not bare.endswith(":"):
        return bare, None, bracketed
    return None


def read_group(line: str) -> tuple[str, int, tuple[TextRange, ...]] | None:
    """Name, stated number and ranges of the cards of a whole group: `Creatures (5): Ox×3, Owl ×2`."""
    text = content(line)
    found = re.search(_GROUP, text)
    title = _unlisted(text[: found.start()]).strip() if found else ""
    if not found or not title or re.match(_BEFORE, title):
        return None
    cards = [(card.start(), card.end()) for card in re.compile("[^,]+").finditer(text, found.end())]
    return title, int(found[1]), tuple(cards)


def _unlisted(text: str) -> str:
    """The text without the sign that begins an item of a list."""
    return re.sub(rf"\A{_BULLET}", "", text)


def _number(text: str) -> int | None:
    found = re.search(_SUM, text)
    return int(found[1]) if found else None


def read_card(line: str) -> tuple[TextRange, TextRange, int] | None:
    """The ranges of a card's count (may be empty) and name, and the number of its picture, `@2`."""
    text = content(line)
    start, end = len(text) - len(_unlisted(text).lstrip()), len(text)
    if start == end:
        return None
    rest, count, begin = text[start:], (start, start), start
    if before := re.match(_BEFORE, rest):
        count, begin = (start + before.start(1), start + before.end(1)), start + before.end()
    elif after := re.search(_AFTER, rest):
        count, end = (start + after.start(1), start + after.end(1)), start + after.start()
    name, picture = read_picture(text[begin:end])
    return count, (begin, begin + len(name)), picture


def read_picture(name: str) -> tuple[str, int]:
    """A card's name as decks write it, `Ox @2`, as its name and the number of its picture (0: none given)."""
    found = re.search(f"{_PICTURE}$", name)
    return (name[: found.start()], int(found[1])) if found else (name, 0)


def picture_name(name: str, picture: int) -> str:
    """The name as decks write it: what `read_picture` reads."""
    return f"{name} @{picture}" if picture else name


def write_card(line: str, count: int, name: str) -> str | None:
    """The line with another count and name and all else as it is; None where that cannot be written."""
    places = read_card(line)
    if places is None:
        return None
    (first, last), (start, end), _ = places
    written = line[first:last] if read_count(line[first:last]) == count else str(count)
    if last <= start:
        new = f"{line[:first]}{written}{line[last:start]}{name}{line[end:]}"
    else:
        new = f"{line[:start]}{name}{line[end:first]}{written}{line[last:]}"
    if not _says(new, count, name):  # as where a count joins a bare name, or a name begins like a count
        new = f"{line[: min(first, start)]}{card_line(count, name)}{line[max(last, end) :]}"
    return new if _says(new, count, name) else None


def card_line(count: int | str, name: str) -> str:
    """The usual line for a card; `2 x Ray` would be read as two of `Ray`."""
    times = "x" if re.match(r"[xX×]\s", name) else ""
    return f"{count}{times} {name}"


def write_sum(line: str, number: int) -> str | None:
    """The heading with another number of cards; None where it has none."""
    found = re.search(rf"{_SUM}\s*:?$", content(line))
    return f"{line[: found.start(1)]}{number}{line[found.end(1) :]}" if found else None


def without_card(line: str) -> str | None:
    """What is left of the line when its card is removed: its comment, or None."""
    return line[len(content(line)) :].strip() or None


def _says(line: str, count: int, name: str) -> bool:
    places = read_card(line)
    if places is None or read_heading(line) or read_group(line) or read_remark(line):
        return False
    (first, last), (start, end), _ = places
    return (read_count(line[first:last]), line[start:end]) == (count, name)
