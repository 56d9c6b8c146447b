"""Two card tables compared: every card of both is unchanged, changed, renamed, removed or added."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from cardtools.cards.deck import Deck
from cardtools.cards.table import CardTable
from cardtools.checks.decks import Verdict, judge_deck
from cardtools.diff.changes import Balance, CardChange, find_changes
from cardtools.diff.match import match_cards
from cardtools.diff.sheet import Sheet, compared_columns, own_columns
from cardtools.diff.wording import Origins


@dataclass(frozen=True)
class DeckChange:
    """A deck as judged with the old cards and with the new ones.

    `renamed` are the cards in it that have another name now, each with its old name and its new one.
    """

    path: Path
    before: Verdict
    after: Verdict
    renamed: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Comparison:
    """Rows (from 0) that only one table has, the cards that changed, the decks that changed with them.

    All are sorted by the names of the cards, so the order of the rows does not matter. `new_columns` and
    `old_columns` are those of the designer's own that only one table has.
    """

    old: Sheet
    new: Sheet
    added: tuple[int, ...]
    removed: tuple[int, ...]
    changed: tuple[CardChange, ...]
    unchanged: int
    new_columns: tuple[str, ...]
    old_columns: tuple[str, ...]
    decks: tuple[DeckChange, ...] = ()

    @property
    def renamed(self) -> tuple[CardChange, ...]:
        """The cards with another name; whatever else changed is theirs too."""
        return tuple(card for card in self.changed if card.of("name"))

    def balanced(self, balance: Balance) -> tuple[CardChange, ...]:
        """The cards that were buffed, nerfed or rebalanced."""
        return tuple(card for card in self.changed if card.balance == balance)

    def touched(self, *kinds: str) -> tuple[CardChange, ...]:
        """The cards with a change of one of these kinds."""
        return tuple(card for card in self.changed if any(change.kind in kinds for change in card.changes))

    @property
    def different(self) -> bool:
        """Whether there is any difference."""
        return bool(self.added or self.removed or self.changed or self.new_columns or self.old_columns)


def compare(old: CardTable, new: CardTable, origins: Origins, decks: Iterable[Deck] = ()) -> Comparison:
    """What is different in the new table, and which decks are judged otherwise with it.

    Both tables are of one ruleset. Raises InputError where an effect changed and the effect files of the
    project cannot be used.
    """
    columns = compared_columns(old, new)
    before, after = Sheet(old, columns), Sheet(new, columns)
    pairs = match_cards(before, after)
    found = (
        CardChange(row, other, find_changes(before, after, row, other, origins))
        for row, other in pairs
        if before.rows[row] != after.rows[other]
    )
    changed = [card for card in found if card.changes]
    removed = set(range(len(old))).difference(row for row, _ in pairs)
    added = set(range(len(new))).difference(row for _, row in pairs)
    return Comparison(
        before,
        after,
        tuple(sorted(added, key=after.order)),
        tuple(sorted(removed, key=before.order)),
        tuple(sorted(changed, key=lambda card: after.order(card.new))),
        len(pairs) - len(changed),
        own_columns(new, old),
        own_columns(old, new),
        _judge(decks, before, after, (changed, removed, added)),
    )


def _judge(
    decks: Iterable[Deck], old: Sheet, new: Sheet, cards: tuple[Sequence[CardChange], Set[int], Set[int]]
) -> tuple[DeckChange, ...]:
    """The decks that are judged otherwise, or name a card by a name that no card has any more.

    `cards` are those that changed, that were removed and that were added: a deck without them is as it was.
    """
    changed, removed, added = cards
    touched = _names(old, {*removed, *(card.old for card in changed)})
    touched |= _names(new, {*added, *(card.new for card in changed)})
    known = _names(new, range(len(new.table))) if touched else set()
    names = {
        change.old.casefold(): change.new
        for card in changed
        for change in card.of("name")
        if change.old.casefold() not in known
    }
    found = []
    for deck in decks:
        entries = dict.fromkeys(entry.name for entry in deck.entries)
        if touched.isdisjoint(map(str.casefold, entries)):
            continue
        before, after = (judge_deck(deck, sheet.table, sheet.ruleset) for sheet in (old, new))
        renamed = tuple((name, names[name.casefold()]) for name in entries if name.casefold() in names)
        if renamed or before.status != after.status:
            found.append(DeckChange(deck.path, before, after, renamed))
    return tuple(found)


def _names(sheet: Sheet, rows: Iterable[int]) -> set[str]:
    return {name.casefold() for row in rows for name in sheet.names(row).values()}
