"""Which card of one table is which of the other.

In this order, each card once: cards that are equal; equal in all columns that identify a card; equal in one
of these and those it is unique with (`SERIAL` and `RARITY`, `NAME` and `RARITY`), then in it alone, where no
other card of either table has the same; at last, cards with another name and the same contents. Where several
have the same identity they are matched in file order; nothing else depends on the order of the rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from cardtools.diff.sheet import Sheet
from cardtools.rulesets import Ruleset

Row = tuple[Any, ...]
Pair = tuple[int, int]
Key = Callable[[Row], Hashable]
# Two cards without a name in common are one only where at least so many filled cells say so.
_AGREEING = 3
# In larger groups of cards with the same contents names are not compared each with each.
_MOST_PAIRS = 1_000


def match_cards(old: Sheet, new: Sheet) -> list[Pair]:
    """The rows (from 0) of both tables that are the same card; the others were removed or added.

    Cards with other names are the same where the ruleset's other columns agree and three of them are filled.
    Pictures do not count, and one cell may differ that is no effect.
    """
    identity, marks = _identity(old.ruleset)
    names = old.ruleset.deck_names
    work = _Matching(old, new)
    work.match(lambda row: row)
    work.match(_cells(old, (*identity, *marks)))
    for more in (marks, []):
        # Names come last, they are what changes.
        for column in sorted(identity, key=lambda column: column in names):
            work.match(_cells(old, (column, *more)), only_once=True)
    fields = old.ruleset.fields.values()
    contents = [known.name for known in fields if known.name not in names and not known.entry.file]
    work.match_contents(contents)
    for column in contents:
        if old.role(column) != "effect":
            work.match_contents([other for other in contents if other != column])
    return work.pairs


def _identity(ruleset: Ruleset) -> tuple[list[str], list[str]]:
    """The columns that no two cards share, and those in which cards that share them differ."""
    unique = [known for known in ruleset.fields.values() if known.entry.unique]
    marks = dict.fromkeys(mark for known in unique for mark in known.entry.unique_with)
    return [known.name for known in unique] or [ruleset.label], list(marks)


def _cells(sheet: Sheet, wanted: Iterable[str]) -> Key:
    """The cells of some columns, None where the first is empty. The case of names does not count."""
    names = sheet.ruleset.deck_names
    places = [(sheet.columns.index(column), column in names) for column in wanted]

    def key(row: Row) -> Hashable:
        if row[places[0][0]] is None:
            return None
        return tuple(str(row[at]).casefold() if name else row[at] for at, name in places)

    return key


class _Matching:
    """The pairs found so far, and the rows that are left."""

    def __init__(self, old: Sheet, new: Sheet) -> None:
        self.old, self.new = old, new
        self.pairs: list[Pair] = []
        self._left = (dict(enumerate(old.rows)), dict(enumerate(new.rows)))

    def match(self, key: Key, only_once: bool = False) -> None:
        """Pair the cards that are left and have the same key, which is not None, in file order.

        With `only_once` no other card of either whole table may have it.
        """
        groups = self._groups(key)
        if only_once and groups:
            counts = [Counter(map(key, sheet.rows)) for sheet in (self.old, self.new)]
            groups = [group for group in groups if all(count[group[0]] == 1 for count in counts)]
        for _, rows, others in groups:
            self._pair(zip(rows, others, strict=False))

    def match_contents(self, columns: Sequence[str]) -> None:
        """Pair the cards that are left and agree in the columns, the most similar names first."""
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

    def _groups(self, key: Key) -> list[tuple[Any, list[int], list[int]]]:
        """The keys of cards that are left in both tables, with the rows in each."""
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
                # In one order, so that the way back finds the same pairs.
                first, second = sorted((self.old.name(row), self.new.name(other)))
                alike = SequenceMatcher(None, first, second).ratio()
                scored.append((-alike, first, second, row, other))
        chosen: dict[int, int] = {}
        for *_, row, other in sorted(scored):
            if row not in chosen and other not in chosen.values():
                chosen[row] = other
        return chosen.items()
