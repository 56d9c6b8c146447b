"""A deck with a card replaced by another, as far as it stays legal, to measure what the card adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cardtools.cards.deck import Deck, DeckEntry, DeckLine
from cardtools.checks.decks.contents import read_contents
from cardtools.checks.validate import validate_deck
from cardtools.ground.errors import CardtoolsError
from cardtools.play.engine import DeckCards, Definition
from cardtools.play.load import load_cards, match_names, understanding
from cardtools.steps.game_files import GameFiles


class Replacement(NamedTuple):
    """The cards of a deck with the baseline for so many copies of a card; 0 if no such deck is legal."""

    name: str
    copies: int
    cards: DeckCards


def replaced_decks(game: GameFiles, path: Path, cards: DeckCards, baseline: str) -> Iterator[Replacement]:
    """The deck in a file, of these cards, with each of them replaced in turn by the one of a name: as many
    copies as the rules of decks allow.

    Raises CardtoolsError where no card is named so, InputError where it cannot be played.
    """
    own = replace(game, deck_files=(path,))
    table, (deck,) = own.table, own.decks
    titles = match_names(table)
    contents = read_contents(deck, table, own.ruleset)
    row = contents.names.row(baseline)
    if row is None:
        near = contents.names.near(baseline)
        hint = f"\n  help: did you mean {near}?" if near else ""
        raise CardtoolsError(f"{baseline!r}: no card is named so{hint}")
    other = load_cards(table, (row,), understanding(game))[row]
    for name in dict.fromkeys(card.name for pile in cards.values() for card in pile):
        if name == other.name:
            continue
        lines = [
            line
            for line in contents.lines
            if line.row is not None and titles[line.row] == name and line.section in cards
        ]
        for copies in range(sum(line.entry.count for line in lines), 0, -1):
            taken: list[tuple[DeckLine, int]] = []  # so many copies, from the first line on
            left = copies
            for line in lines:
                taken.append((line, min(left, line.entry.count)))
                left -= taken[-1][1]
            changed = _rewritten(deck, taken, table.name(row))
            found = validate_deck(changed, table, own.ruleset)
            if not any(one.severity == "error" and one.code not in own.ruleset.off for one in found):
                yield Replacement(name, copies, _exchanged(cards, name, taken, other))
                break
        else:
            yield Replacement(name, 0, cards)


def _rewritten(deck: Deck, taken: Sequence[tuple[DeckLine, int]], name: str) -> Deck:
    """The deck list with other names for the copies that are taken."""
    numbers = {id(line.entry): number for line, number in taken}
    entries: list[DeckEntry] = []
    for entry in deck.entries:
        number = numbers.get(id(entry), 0)
        parts = ((entry.count - number, entry.name), (number, name)) if number else ()
        entries += [
            replace(entry, count=count, written=str(count), name=called, picture=0)
            for count, called in parts
            if count
        ] or [entry]
    return replace(deck, entries=tuple(entries))


def _exchanged(
    cards: DeckCards, name: str, taken: Sequence[tuple[DeckLine, int]], other: Definition
) -> DeckCards:
    """The cards with the other one in place of the copies that are taken."""
    found = {section: list(pile) for section, pile in cards.items()}
    for line, number in taken:
        pile = found[line.section]
        for place in [place for place, card in enumerate(pile) if card.name == name][:number]:
            pile[place] = other
    return found
