"""Decks: plain text, one card a line with its count (Doc 2.2.1), under headings; the cards that it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.cards import deck_forms, deck_line
from cardtools.cards.names import CardNames, no_card
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import read_text, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.tables.cell_values import read_date
from cardtools.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    from cardtools.ground.tables.csv_document import CsvFile


CSV_COLUMNS = (deck_forms.COUNTS, deck_forms.NAMES, deck_forms.SECTIONS)
# What lists call the cards that one begins with, and those beside them.
MAIN = ("main", "deck", "main deck", "maindeck", "mainboard")
_SIDE = ("sideboard", "side", "sb")


class DeckEntry(Record):
    """One line of a deck: `count` copies of the card `name`, `written` as it is ("" for a bare name: 1 copy).
    A count that is no whole number above zero is 0 here, for the check that reports it. `section` is the
    heading above it as written, and `picture` the number of the picture that is wanted (0: none).
    """

    count: int
    name: str
    location: Location
    written: str = ""
    section: str = ""
    picture: int = 0

    @property
    def readable(self) -> bool:
        """Whether the count is a whole number above zero."""
        return self.count > 0

    @property
    def count_fault(self) -> str:
        """What is wrong with a count that is not readable."""
        if self.written.lstrip("+").isdecimal() and self.written.strip("+0"):
            return f"{self.name}: the count {self.written} is more than {deck_line.MOST:,}"
        return f"{self.name}: the count {self.written} is not a whole number above zero"


class Heading(Record):
    """A heading of a deck list, with the number of cards it states (None: none); `bracketed` is `[name]`."""

    name: str
    location: Location
    count: int | None = None
    bracketed: bool = False


class MadeFor(Record):
    """The ruleset that a deck is made for: its id and its version, each "" if it is not stated."""

    ruleset: str
    version: str
    location: Location


@dataclass(frozen=True)
class Deck:
    """A deck list: `lines` is its text, and `file` the table that a CSV deck was read from, for fixing it.
    What it says of its `format` and `date` is in `said`; `form` is whose list it was taken for.
    """

    path: Path
    entries: tuple[DeckEntry, ...]
    headings: tuple[Heading, ...] = ()
    made_for: tuple[MadeFor, ...] = ()
    lines: tuple[str, ...] = field(default=(), repr=False)
    file: CsvFile | None = field(default=None, repr=False)
    said: Mapping[str, str] = field(default_factory=dict)
    form: str = ""

    @property
    def format(self) -> str:
        """The format, in lower case ("": none is said)."""
        return self.said.get("format", "").casefold()

    @property
    def size(self) -> int:
        """The number of cards, in all sections."""
        return sum(entry.count for entry in self.entries)


def read_deck(path: Path, text: str | None = None) -> Deck:
    """Read a deck list: `2 Name`, `2x Name`, `Name x2`, a bare `Name`, `2 Name @3` with its third picture.
    `#` begins a comment, `-` an item. Headings are `[vault]`, `Vault:`, `Creatures (24)`, also with cards:
    `Creatures (5): Ox×3, Owl×2`; `@ruleset alpha v0.1` is what the deck is for. A `.csv` file has the columns
    COUNT, NAME and maybe SECTION; lists of other programs are found by their content (`deck_forms`). `text`
    is the file's, where known. Raises InputError when it is missing, no UTF-8 or names no card.
    """
    text = read_text(path) if text is None else text
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise bad_input(shown(path), "a NUL character, which isn't text", "save the file as UTF-8", line)
    is_table = path.suffix.lower() == ".csv" or deck_forms.is_table(text)
    deck = _read_csv(path, text) if is_table else parse_deck(path, text)
    if not deck.entries:
        example = "a row `2;Card Name`" if deck.file else "one card a line, as `2 Card Name`"
        taken = f", read as {deck.form}" if deck.form else ""
        raise bad_input(shown(path), f"the deck is empty{taken}", example)
    return deck


def parse_deck(path: Path, text: str) -> Deck:
    """A deck list's text as a deck; one without any card is empty."""
    entries: list[DeckEntry] = []
    headings: list[Heading] = []
    made_for: list[MadeFor] = []
    file, said, current = shown(path), dict[str, str](), ""
    form, lines = deck_forms.native_lines(file, text)
    for number, line in lines:
        start = Location(file, number, len(line) - len(line.lstrip()) + 1)
        if remark := deck_line.read_remark(line):
            word, value = remark
            if word == "ruleset":
                ruleset, version = (*value.split(None, 1), "", "")[:2]
                made_for.append(MadeFor(ruleset, version, start))
            elif word == "date" and not read_date(value):
                raise bad_input(file, f"{value!r} is not a date", "write it as 2026-01-31", number)
            else:
                said[word] = value
            continue
        if heading := deck_line.read_heading(line):
            current, stated, bracketed = heading
            headings.append(Heading(current, start, stated, bracketed))
            continue
        cards: Sequence[tuple[int, int]] = ((0, len(line)),)
        if group := deck_line.read_group(line):
            current, stated, cards = group
            headings.append(Heading(current, start, stated))
        section = "sideboard" if line.lstrip().startswith("SB:") else current
        if section != current and not any(one.name == section for one in headings):
            headings.append(Heading(section, start, None, bracketed=True))
        for begin, end in cards:
            part = " " * begin + line[begin:end]
            if found := deck_line.read_card(part):
                written, name = (part[slice(*places)] for places in found[:2])
                place = Location(file, number, found[1][0] + 1)
                count = deck_line.read_count(written)
                entries.append(DeckEntry(count, name, place, written, section, found[2]))
    kept = tuple(text.split("\n")) if form in ("", "Arena", "MTGO") else ()  # others are not fixed
    return Deck(path, tuple(entries), tuple(headings), tuple(made_for), kept, None, said, form)


def _read_csv(path: Path, text: str) -> Deck:
    from cardtools.ground.tables.csv_reader import read_csv

    file = read_csv(path, text=text)
    wanted = (*CSV_COLUMNS, deck_forms.SETS, deck_forms.NUMBERS)
    count, name, part, *_ = places = [deck_forms.column_of(file.header, names) for names in wanted]
    if count is None or name is None:
        missing = "COUNT and no NAME" if count is name else "COUNT" if count is None else "NAME"
        message = f"a deck needs the columns COUNT and NAME, but there is no {missing}"
        hint = "the first line is COUNT;NAME or COUNT;NAME;SECTION"
        raise bad_input(shown(path), message, hint, file.header_line, 1)
    entries: list[DeckEntry] = []
    headings: dict[str, Heading] = {}
    problems: list[Diagnostic] = []
    for row, cells in enumerate(file.rows):
        written, card, section, *codes = ("" if at is None else cells[at].strip() for at in places)
        if not card:
            if written:
                hint = "name a card, or leave COUNT empty too"
                problems.append(Diagnostic(file.at(row, name), f"the count {written} has no name", hint))
            continue
        if section and section not in headings:
            headings[section] = Heading(section, file.at(row, part or 0), None, bracketed=True)
        card, picture = deck_line.read_picture(card)
        card, place = deck_forms.printed(card, *codes), file.at(row, name)
        entries.append(DeckEntry(deck_line.read_count(written), card, place, written, section, picture))
    if problems:
        raise InputError(problems)
    return Deck(path, tuple(entries), tuple(headings.values()), file=file)


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A line of a deck: the row of its card (None: unknown) and the section of the ruleset it is in."""

    entry: DeckEntry
    row: int | None
    section: str


def deck_lines(deck: Deck, names: CardNames, ruleset: Ruleset) -> tuple[DeckLine, ...]:
    """The lines of a deck with the rows of their cards and their sections."""
    sections = section_names(ruleset)
    # A heading that is not a section, such as `Creatures (24)`, only groups cards of the section above it.
    headings = [(heading.location.line, sections.get(heading.name.casefold())) for heading in deck.headings]
    above = first = next(iter(ruleset.sections), "")
    passed = 0
    lines: list[DeckLine] = []
    for entry in deck.entries:
        while passed < len(headings) and headings[passed][0] <= entry.location.line:
            above = headings[passed][1] or above
            passed += 1
        section = sections.get(entry.section.casefold(), above) if entry.section else first
        lines.append(DeckLine(entry, names.row(entry.name), section))
    return tuple(lines)


def section_names(ruleset: Ruleset) -> dict[str, str]:
    """The sections by all their names, in lower case, and by the words of other programs for them."""
    names = {key.casefold(): key for key in ruleset.sections}
    names |= {name.casefold(): key for key, one in ruleset.sections.items() for name in one.names}
    for words, other in ((MAIN, next(iter(ruleset.sections), "")), (_SIDE, "")):
        if section := next((names[word] for word in words if word in names), other):
            names = dict.fromkeys(words, section) | names
    return names


def counted_lines(
    deck: Deck, names: CardNames, problems: list[Diagnostic]
) -> Iterator[tuple[DeckEntry, int]]:
    """The lines of a deck with rows; one without card or count is a problem. Raises as `check_size`."""
    check_size(deck)
    for line in deck_lines(deck, names, names.ruleset):
        entry = line.entry
        if line.row is None:
            problems.append(no_card(entry.name, entry.location, names.near(entry.name)))
        elif not entry.readable:
            problems.append(Diagnostic(entry.location, entry.count_fault, "write 1 to 999,999"))
        else:
            yield entry, line.row


def check_size(deck: Deck) -> None:
    """Raise InputError at the line with which the deck has more cards than is allowed."""
    size, most = 0, limits().deck_cards
    for entry in deck.entries:
        size += entry.count
        if size > most:
            message = f"a deck of more than {most:,} cards"
            raise InputError(Diagnostic(entry.location, message, raise_hint("deck_cards")))
