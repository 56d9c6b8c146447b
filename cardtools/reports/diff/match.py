"""Matches the cards of two tables.

Each card is matched once, in this order: cards that are equal; that are equal in all columns that identify a
card; that are equal in one of these and the columns it is unique with (`SERIAL` and `RARITY`, `NAME` and
`RARITY`), then in it alone, if no other card of either table has the same; finally, cards with the same
contents and different names. Several cards with the same identity are matched in file order; nothing else
depends on the order of the rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from cardtools.reports.diff.cells import ComparedTable

ComparedRow = tuple[Any, ...]
Pair = tuple[int, int]
RowKey = Callable[[ComparedRow], Hashable]
_AGREEING = 3  # filled cells that must agree before cards with different names are matched
_COMPARED = 100  # characters of a name
_MOST_PAIRS = 1_000  # in larger groups of cards with the same contents, names are not compared in pairs


def match_cards(old: ComparedTable, new: ComparedTable) -> list[Pair]:
    """The rows (from 0) of both tables that are the same card; the others were removed or added.

    Cards with different names are the same if the ruleset's other columns agree and three of them are filled.
    Pictures don't count, and one cell that is not an effect may differ.
    """
    # The columns that identify a card, and those that distinguish cards with equal values in them.
    unique = [known for known in old.ruleset.fields.values() if known.entry.unique]
    distinguishing = list(dict.fromkeys(name for known in unique for name in known.entry.unique_with))
    identity = [known.name for known in unique] or [old.ruleset.label]
    names = old.ruleset.deck_names
    matcher = _CardMatcher(old, new)
    matcher.match(lambda row: row)
    matcher.match(_cells(old, (*identity, *distinguishing)))
    for more in (distinguishing, []):
        # Names come last: they are what changes.
        for column in sorted(identity, key=lambda column: column in names):
            matcher.match(_cells(old, (column, *more)), only_once=True)
    fields = old.ruleset.fields.values()
    contents = [known.name for known in fields if known.name not in names and not known.entry.file]
    matcher.match_contents(contents)
    for column in contents:
        if old.role(column) != "effect":
            matcher.match_contents([other for other in contents if other != column])
    return matcher.pairs


def _cells(table: ComparedTable, wanted: Iterable[str]) -> RowKey:
    """The cells of some columns, None if the first is empty. The case of names doesn't matter."""
    names = table.ruleset.deck_names
    places = [(table.columns.index(column), column in names) for column in wanted]

    def key(row: ComparedRow) -> Hashable:
        if row[places[0][0]] is None:
            return None
        return tuple(str(row[at]).casefold() if name else row[at] for at, name in places)

    return key


class _CardMatcher:
    """The pairs found so far, and the rows that remain."""

    def __init__(self, old: ComparedTable, new: ComparedTable) -> None:
        self.old, self.new = old, new
        self.pairs: list[Pair] = []
        self._left = (dict(enumerate(old.rows)), dict(enumerate(new.rows)))

    def match(self, key: RowKey, only_once: bool = False) -> None:
        """Pair the remaining cards by a key (not None), in file order; `only_once`: it is unique in both."""
        groups = self._groups(key)
        if only_once and groups:
            counts = [Counter(map(key, table.rows)) for table in (self.old, self.new)]
            groups = [group for group in groups if all(count[group[0]] == 1 for count in counts)]
        for _, rows, others in groups:
            self._pair(zip(rows, others, strict=False))

    def match_contents(self, columns: Sequence[str]) -> None:
        """Pair the remaining cards that agree in the columns, the most similar names first."""
        fields = self.old.ruleset.fields
        empty = [(None, fields[column].entry.default) for column in columns]
        places = [self.old.columns.index(column) for column in columns]
        for cells, rows, others in self._groups(lambda row: tuple([row[at] for at in places])):
            if sum(cell not in none for cell, none in zip(cells, empty, strict=True)) >= _AGREEING:
                self._pair(self._by_name(rows, others))

    def _pair(self, pairs: Iterable[Pair]) -> None:
        for pair in pairs:
            self.pairs.append(pair)
            for left, row in zip(self._left, pair, strict=True):
                del left[row]

    def _groups(self, key: RowKey) -> list[tuple[Any, list[int], list[int]]]:
        """The keys that remaining cards of both tables have, with their rows in each."""
        if not all(self._left):
            return []
        groups: tuple[dict[Any, list[int]], dict[Any, list[int]]] = ({}, {})
        for found, left in zip(groups, self._left, strict=True):
            for row, cells in left.items():
                found.setdefault(key(cells), []).append(row)
        old, new = groups
        return [(key, old[key], new[key]) for key in old if key is not None and key in new]

    def _by_name(self, rows: list[int], others: list[int]) -> Iterable[Pair]:
        if len(rows) == len(others) == 1:
            return [(rows[0], others[0])]
        rows, others = sorted(rows, key=self.old.order), sorted(others, key=self.new.order)
        if len(rows) * len(others) > _MOST_PAIRS:
            return zip(rows, others, strict=False)
        from difflib import SequenceMatcher

        scored = []
        for row in rows:
            for other in others:
                # In a fixed order, so that comparing in the other direction finds the same pairs.
                first, second = sorted((self.old.name(row)[:_COMPARED], self.new.name(other)[:_COMPARED]))
                alike = SequenceMatcher(None, first, second).ratio()
                scored.append((-alike, first, second, row, other))
        chosen: dict[int, int] = {}
        for *_, row, other in sorted(scored):
            if row not in chosen and other not in chosen.values():
                chosen[row] = other
        return chosen.items()
