"""A deck with a card replaced by another, as far as it stays legal, to measure what the card adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cardtools.cards.deck import Deck, DeckEntry
from cardtools.checks.decks.contents import DeckLine, read_contents
from cardtools.checks.validate import validate_deck
from cardtools.game.game import Game
from cardtools.ground.errors import CardtoolsError
from cardtools.ground.spelling import did_you_mean
from cardtools.play.engine import DeckCards, Definition
from cardtools.play.load import load_cards, match_names
from cardtools.play.texts import understanding


class ReplacedDeck(NamedTuple):
    """A deck in which so many copies of the card `name` are the baseline; 0 if no such deck is legal."""

    name: str
    copies: int
    cards: DeckCards


def replaced_decks(game: Game, path: Path, cards: DeckCards, baseline: str) -> Iterator[ReplacedDeck]:
    """The deck in a file, of these cards, with each of them replaced in turn by the one of a name: as many
    copies as the rules of decks allow.

    Raises CardtoolsError where no card is named so, InputError where it cannot be played.
    """
    own = replace(game, deck_files=(path,))
    table, (deck,) = own.table, own.decks
    titles = match_names(table)
    rows = [row for row, title in enumerate(titles) if title.casefold() == baseline.casefold()]
    if not rows:
        near = did_you_mean(baseline, titles)
        hint = f"\n  help: did you mean {near}?" if near else ""
        raise CardtoolsError(f"{baseline!r}: no card is named so{hint}")
    other = load_cards(table, rows[:1], understanding(game))[rows[0]]
    contents = read_contents(deck, table, own.ruleset)
    for name in dict.fromkeys(card.name for pile in cards.values() for card in pile):
        if name == other.name:
            continue
        lines = [
            line
            for line in contents.lines
            if line.row is not None and titles[line.row] == name and line.section in cards
        ]
        for copies in range(sum(line.entry.count for line in lines), 0, -1):
            taken, left = list[tuple[DeckLine, int]](), copies  # from the first line on
            for line in lines:
                taken += [(line, min(left, line.entry.count))] if left else []
                left -= min(left, line.entry.count)
            changed = _rewritten(deck, taken, table.name(rows[0]))
            found = validate_deck(changed, table, own.ruleset)
            if not any(one.severity == "error" and one.code not in own.ruleset.off for one in found):
                of_section = Counter[str]()
                for line, number in taken:
                    of_section[line.section] += number
                exchanged: dict[str, list[Definition]] = {}
                for section, pile in cards.items():
                    places = [at for at, card in enumerate(pile) if card.name == name][: of_section[section]]
                    exchanged[section] = [other if at in places else card for at, card in enumerate(pile)]
                yield ReplacedDeck(name, copies, exchanged)
                break
        else:
            yield ReplacedDeck(name, 0, cards)


def _rewritten(deck: Deck, taken: Sequence[tuple[DeckLine, int]], name: str) -> Deck:
    """The deck list with the copies taken named otherwise."""
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
