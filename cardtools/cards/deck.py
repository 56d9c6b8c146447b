"""Decks: plain text, one card a line with its count (Doc 2.2.1), under headings where a deck has parts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cardtools.errors import Location, bad_input
from cardtools.files import read_text, shown

# `2 Name`, `2x Name`, `-1 Name`, `1.5 Name`: whatever begins like a number is meant as a count.
_BEFORE = r"([+-]?[0-9][0-9.,/]*)\s*[xX×]?\s+(?=\S)"
_BEFORE_X = r"([+-]?[0-9][0-9.,/]*)[xX×](?=\S)"
_AFTER = r"\s+[xX×]\s*([+-]?[0-9][0-9.,/]*)$"
_COUNT = r"\+?0*[1-9][0-9]{0,5}"
_SUM = r"\(\s*([0-9]{1,6})\s*\)"
# `[vault]`, `[vault] (12)`; `Vault:`, `Creatures (24):`; `Creatures (24)`. A line with a count is a card.
_HEADINGS = (
    rf"\[\s*(?P<name>[^\[\]]*[^\[\]\s])\s*\]\s*(?:{_SUM})?\s*:?",
    rf"(?P<name>.*[^\s:])\s*{_SUM}\s*:?",
    r"(?P<name>.*[^\s:])\s*:(?P<none>)",
)


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """One line of a deck: `count` copies of the card `name`, which stands at `location`.

    `written` is the count as written, empty for a bare name (1 copy). A count that is not a whole number
    above zero is kept for the check that reports it, and `count` is 0 then. `section` is the heading above
    it as written, empty where there is none; what it means is up to the ruleset.
    """

    count: int
    name: str
    location: Location
    written: str = ""
    section: str = ""

    @property
    def readable(self) -> bool:
        """Whether the count is a whole number above zero."""
        return self.count > 0


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a deck list, with the number of cards it states (None: none); `bracketed` is `[name]`."""

    name: str
    location: Location
    count: int | None = None
    bracketed: bool = False


@dataclass(frozen=True)
class Deck:
    """A deck list: its lines and its headings, each in file order."""

    path: Path
    entries: tuple[DeckEntry, ...]
    headings: tuple[Heading, ...] = ()

    @property
    def size(self) -> int:
        """The number of cards, in all sections."""
        return sum(entry.count for entry in self.entries)


def read_deck(path: Path) -> Deck:
    """Read a deck list: `2 Name`, `2x Name`, `Name x2` or a bare `Name`; `#` begins a comment.

    A `#` counts at the beginning of a line and behind white space. Headings are `[vault]`, `Vault:` and
    `Creatures (24)`. A `.csv` file has the columns COUNT, NAME and, where wanted, SECTION. Raises InputError
    when the file is missing, not UTF-8, or names no card. Counts that cannot be are kept for the check.
    """
    text = read_text(path)
    deck = _read_csv(path, text) if path.suffix.lower() == ".csv" else parse_deck(path, text)
    if not deck.entries:
        raise bad_input(shown(path), "the deck is empty", "one card a line, as `2 Card Name`")
    return deck


def parse_deck(path: Path, text: str) -> Deck:
    """A deck list's text as a deck; one without any card is empty."""
    entries: list[DeckEntry] = []
    headings: list[Heading] = []
    name = shown(path)
    for number, line in enumerate(text.split("\n"), 1):
        section = headings[-1].name if headings else ""
        place = Location(name, number)
        if heading := _read_heading(line, place):
            headings.append(heading)
        elif entry := _read_line(line, place, section):
            entries.append(entry)
    return Deck(path, tuple(entries), tuple(headings))


def format_deck(entries: Iterable[DeckEntry]) -> str:
    """The entries as a deck list that reads back as the same cards, counts and sections."""
    lines: list[str] = []
    section = ""
    for entry in entries:
        if entry.section != section:
            section = entry.section
            lines += [*([""] if lines else []), f"[{section}]"]
        # `2 x Name` would be read as two of `Name`.
        times = "x" if re.match(r"[xX×]\s", entry.name) else ""
        lines.append(f"{entry.written or entry.count}{times} {entry.name}")
    return "".join(f"{line}\n" for line in lines)


def _text(line: str) -> str:
    return re.sub(r"(?:^|(?<=\s))#.*$", "", line).rstrip()


def _read_heading(line: str, location: Location) -> Heading | None:
    text = _text(line).strip()
    if not text.endswith((":", ")", "]")) or re.match(_BEFORE, text) or re.match(_BEFORE_X, text):
        return None
    for form in _HEADINGS:
        if found := re.fullmatch(form, text):
            number = found[2]
            start = len(line) - len(line.lstrip()) + 1
            return Heading(
                found["name"],
                Location(location.path, location.line, start),
                int(number) if number else None,
                text.startswith("["),
            )
    return None


def _read_line(line: str, location: Location, section: str = "") -> DeckEntry | None:
    text = _text(line)
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
    place = Location(location.path, location.line, start + 1)
    return DeckEntry(_count(written), text, place, written, section)


def _count(written: str) -> int:
    return int(written) if re.fullmatch(_COUNT, written) else 0 if written else 1


def _read_csv(path: Path, text: str) -> Deck:
    from cardtools.csvfile import read_csv

    file = read_csv(path, text=text)
    header = [name.upper() for name in file.header]
    if "NAME" not in header or "COUNT" not in header:
        missing = " and ".join(name for name in ("COUNT", "NAME") if name not in header)
        message = f"a deck needs the columns COUNT and NAME, there is no {missing}"
        raise bad_input(shown(path), message, "the first line is COUNT;NAME or COUNT;NAME;SECTION", 1, 1)
    count, name = header.index("COUNT"), header.index("NAME")
    part = header.index("SECTION") if "SECTION" in header else None
    entries: list[DeckEntry] = []
    headings: list[Heading] = []
    for row, cells in enumerate(file.rows):
        if not cells[name].strip():
            continue
        section = cells[part].strip() if part is not None else ""
        if part is not None and section and section not in [heading.name for heading in headings]:
            headings.append(Heading(section, file.at(row, part), None, bracketed=True))
        written = cells[count].strip()
        entries.append(DeckEntry(_count(written), cells[name].strip(), file.at(row, name), written, section))
    return Deck(path, tuple(entries), tuple(headings))
