"""Two card tables compared: every card of both is unchanged, changed, renamed, removed or added."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from cardtools.cards.deck import Deck
from cardtools.cards.table import CardTable
from cardtools.checks.decks.deck_rules import Verdict, judge_deck
from cardtools.ground.frozen_record import Record
from cardtools.reports.diff.cells import ComparedTable
from cardtools.reports.diff.changes import BALANCES, Balance, CardChange, ChangeKind, find_changes
from cardtools.reports.diff.match import match_cards
from cardtools.reports.diff.wording import Origins


class DeckChange(Record):
    """A deck's verdicts with the old and the new cards; `renamed` are pairs of an old and a new name."""

    path: Path
    before: Verdict
    after: Verdict
    renamed: tuple[tuple[str, str], ...]


class Comparison(Record):
    """Rows (from 0) that only one table has, the cards that changed, and the decks affected by them.

    All are sorted by name. `new_columns` and `old_columns` are the designer's own that one table has.
    """

    old: ComparedTable
    new: ComparedTable
    added: tuple[int, ...]
    removed: tuple[int, ...]
    changed: tuple[CardChange, ...]
    unchanged: int
    new_columns: tuple[str, ...]
    old_columns: tuple[str, ...]
    decks: tuple[DeckChange, ...] = ()

    def balanced(self, balance: Balance) -> tuple[CardChange, ...]:
        """The cards that were buffed, nerfed or rebalanced."""
        return tuple(card for card in self.changed if card.balance == balance)

    def touched(self, *kinds: ChangeKind) -> tuple[CardChange, ...]:
        """The cards with a change of one of these kinds, whatever else changed."""
        return tuple(card for card in self.changed if card.of(*kinds))

    @property
    def counts(self) -> dict[str, int]:
        """The number of cards by what happened to them; a card with several changes counts in each."""
        return {
            "added": len(self.added),
            "removed": len(self.removed),
            "renamed": len(self.touched("name")),
            **{balance: len(self.balanced(balance)) for balance in BALANCES},
            "effects": len(self.touched("effect")),
            "other": len(self.touched("list", "cell")),
            "unchanged": self.unchanged,
        }

    @property
    def different(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.new_columns or self.old_columns)


def compare(old: CardTable, new: CardTable, origins: Origins, decks: Iterable[Deck] = ()) -> Comparison:
    """The differences of the new table, and the decks whose verdict they change.

    Both have one ruleset. Raises InputError if an effect changed and the effect files are unusable.
    """
    # A column of the ruleset that a table doesn't have counts as empty; a designer's own column that only one
    # table has doesn't change any card.
    fields = old.ruleset.fields
    own, others = (set(table.columns).difference(fields) for table in (old, new))
    columns = (*fields, *sorted(own & others))
    before, after = ComparedTable(old, columns), ComparedTable(new, columns)
    pairs = match_cards(before, after)
    cards = (
        CardChange(row, other, find_changes(before, after, row, other, origins))
        for row, other in pairs
        if before.rows[row] != after.rows[other]
    )
    changed = sorted((card for card in cards if card.changes), key=lambda card: after.order(card.new))
    removed = sorted(set(range(len(old))).difference(row for row, _ in pairs), key=before.order)
    added = sorted(set(range(len(new))).difference(row for _, row in pairs), key=after.order)
    rows = tuple(added), tuple(removed), tuple(changed), len(pairs) - len(changed)
    found = Comparison(before, after, *rows, tuple(sorted(others - own)), tuple(sorted(own - others)))
    return replace(found, decks=_affected_decks(found, decks))


def _affected_decks(comparison: Comparison, decks: Iterable[Deck]) -> tuple[DeckChange, ...]:
    """The decks whose verdict changed, or that list a card under a name that no card has any more."""
    old, new, changed = comparison.old, comparison.new, comparison.changed
    # A deck without any of these cards is not affected.
    touched = _names(old, {*comparison.removed, *(card.old for card in changed)})
    touched |= _names(new, {*comparison.added, *(card.new for card in changed)})
    known = _names(new, range(len(new.cards))) if touched else set()
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
        before, after = (judge_deck(deck, table.cards, table.ruleset) for table in (old, new))
        renamed = tuple((name, names[name.casefold()]) for name in entries if name.casefold() in names)
        if renamed or before.status != after.status:
            found.append(DeckChange(deck.path, before, after, renamed))
    return tuple(found)


def _names(table: ComparedTable, rows: Iterable[int]) -> set[str]:
    return {name.casefold() for row in rows for name in table.names(row).values()}
