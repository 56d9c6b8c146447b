"""The cards that the lines of a deck mean, and the sections of the ruleset that they are in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtools.cards.deck import Deck, DeckEntry
from cardtools.cards.names import CardNames, no_card
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.limits import limits, raise_hint
from cardtools.rulesets.ruleset import Ruleset


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
    """The sections by all their names, in lower case."""
    names = {key.casefold(): key for key in ruleset.sections}
    for key, entry in ruleset.sections.items():
        names |= {name.casefold(): key for name in entry.names}
    return names


def counted_lines(
    deck: Deck, names: CardNames, problems: list[Diagnostic]
) -> Iterator[tuple[DeckEntry, int]]:
    """The lines of a deck with the rows of their cards; one that names no card or has no count is a problem.

    Raises InputError as `check_size`.
    """
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
