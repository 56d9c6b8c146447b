"""What would correct a deck, as edits of its lines (of cells and rows in a CSV deck)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from cardtools.cards.deck import Deck, DeckEntry, Heading
from cardtools.cards.deck_line import (
    MOST,
    card_line,
    content,
    picture_name,
    read_group,
    without_card,
    write_card,
    write_sum,
)
from cardtools.cards.names import CardNames
from cardtools.ground.errors import Edit, Fix


def recounted(deck: Deck, counts: Mapping[DeckEntry, int], safe: bool) -> Fix | None:
    """The fix that gives lines other counts; 0 takes the card out. None if a line cannot be written so."""
    if not counts or max(counts.values()) > MOST:
        return None
    edits = [_edits(deck, entry, count, entry.name) for entry, count in counts.items()]
    return Fix(tuple(chain.from_iterable(edits)), safe) if all(edits) else None


def merged(deck: Deck, entries: list[DeckEntry]) -> Fix | None:
    """The fix that makes lines of one card one line: the first, with all of them."""
    first, *later = entries
    if any(entry.section != first.section or not entry.readable for entry in entries):
        return None
    return recounted(deck, {first: sum(e.count for e in entries), **dict.fromkeys(later, 0)}, safe=True)


def renamed(deck: Deck, entry: DeckEntry, name: str) -> Fix | None:
    """The fix that writes another name."""
    edits = _edits(deck, entry, entry.count, name) if entry.readable else None
    return Fix(tuple(edits), False) if edits else None


def uncounted(deck: Deck, entry: DeckEntry, names: CardNames) -> tuple[str, Fix | None]:
    """The card whose name is the whole line (`7 Samurai`) or "", and the fix that adds its count."""
    if deck.file is not None or not entry.written or not deck.lines:
        return "", None
    line = entry.location.line
    old = deck.lines[line - 1]
    whole = content(old).strip()
    if names.row(whole) is None:
        return "", None
    return whole, Fix((Edit(line, None, old, old.replace(whole, card_line(1, whole), 1)),), False)


def summed(deck: Deck, heading: Heading, number: int) -> Fix | None:
    """The fix that writes another number of cards into a heading."""
    if not deck.lines:
        return None
    line = heading.location.line
    old = deck.lines[line - 1]
    new = write_sum(old, number)
    return None if new is None else Fix((Edit(line, None, old, new),), True)


def _edits(deck: Deck, entry: DeckEntry, count: int, name: str) -> list[Edit]:
    """What gives a line another count and name; nothing if it cannot be written so."""
    if deck.file is None:
        old = deck.lines[entry.location.line - 1] if deck.lines else ""
        if not deck.lines or read_group(old):
            return []
        new = write_card(old, count, name) if count else without_card(old)
        is_same = new == old or (count and new is None)
        return [] if is_same else [Edit(entry.location.line, None, old, new)]
    row, _ = deck.file.cell_at(entry.location)
    line = deck.file.line_numbers[row]
    if not count:
        return [Edit(line, None, "", None)]
    header = [column.upper() for column in deck.file.header]
    edits = []
    new_name, old_name = (picture_name(one, entry.picture) for one in (name, entry.name))
    for column, new, old in (("COUNT", str(count), str(entry.count)), ("NAME", new_name, old_name)):
        if new != old:
            cell = header.index(column)
            edits.append(Edit(line, cell, deck.file.columns[cell][row], new))
    return edits
