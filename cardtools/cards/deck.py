"""Decks: plain text, one card a line with its count (Doc 2.2.1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from cardtools.errors import Location, bad_input
from cardtools.files import read_text, shown

# `2 Name`, `2x Name`, `-1 Name`, `1.5 Name`: whatever begins like a number is meant as a count.
_BEFORE = r"([+-]?[0-9][0-9.,/]*)\s*[xX×]?\s+(?=\S)"
_BEFORE_X = r"([+-]?[0-9][0-9.,/]*)[xX×](?=\S)"
_AFTER = r"\s+[xX×]\s*([+-]?[0-9][0-9.,/]*)$"
_COUNT = r"\+?0*[1-9][0-9]{0,5}"


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """One line of a deck: `count` copies of the card `name`, which stands at `location`.

    `written` is the count as written, empty for a bare name (1 copy). A count that is not a whole number
    above zero is kept for the check that reports it, and `count` is 0 then.
    """

    count: int
    name: str
    location: Location
    written: str = ""

    @property
    def readable(self) -> bool:
        """Whether the count is a whole number above zero."""
        return self.count > 0


@dataclass(frozen=True)
class Deck:
    """A deck list: its lines in file order."""

    path: Path
    entries: tuple[DeckEntry, ...]

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(entry.count for entry in self.entries)


def read_deck(path: Path) -> Deck:
    """Read a deck list: `2 Name`, `2x Name`, `Name x2` or a bare `Name`; `#` begins a comment.

    A `#` counts at the beginning of a line and behind white space. Raises InputError when the file is
    missing, not UTF-8, or names no card. Counts that cannot be are kept for the check.
    """
    entries = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        entry = _read_line(line, Location(shown(path), number))
        if entry:
            entries.append(entry)
    if not entries:
        raise bad_input(shown(path), "the deck is empty", "one card a line, as `2 Card Name`")
    return Deck(path, tuple(entries))


def _read_line(line: str, location: Location) -> DeckEntry | None:
    text = re.sub(r"(?:^|(?<=\s))#.*$", "", line).rstrip()
    start = len(text) - len(text.lstrip())
    text = text.lstrip()
    if not text:
        return None
    written = ""
    if before := re.match(_BEFORE, text) or re.match(_BEFORE_X, text):
        written, text = before[1], text[before.end() :]
        start += before.end()
    elif after := re.search(_AFTER, text):
        written, text = after[1], text[: after.start()]
    count = int(written) if re.fullmatch(_COUNT, written) else 0 if written else 1
    return DeckEntry(count, text, Location(location.path, location.line, start + 1), written)
