"""The values that expressions are computed from, column by column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.ground.tables.dictionary_column import mapped, with_gaps

RowsByColumn = Mapping[str, Set[int]]


class Columns:
    """`columns("ATTACK")` are the values in row order, `_given_ATTACK` whether the cells are filled,
    `_text_ATTACK` the cells as written, without white space around them, `_has_ATTACK` whether the table has
    the column.

    A cell in `broken` (column to rows) has no value under any of the three names, so rules that read it are
    not applied. A cell in `unwritten` has a value but no text: examples give numbers.
    """

    def __init__(
        self, table: CardTable, broken: RowsByColumn | None = None, unwritten: RowsByColumn | None = None
    ) -> None:
        self.table, self.broken, self.unwritten = table, broken or {}, unwritten or {}
        self._known: dict[str, Sequence[Any]] = {}

    def __call__(self, variable: str) -> Sequence[Any]:
        """The values under an expression's variable name."""
        if variable not in self._known:
            self._known[variable] = self._make(variable)
        return self._known[variable]

    def _make(self, variable: str) -> Sequence[Any]:
        column = variable
        if variable.startswith("_has_"):
            return [variable.removeprefix("_has_") in self.table.columns] * len(self.table)
        if variable.startswith("_given_"):
            column = variable.removeprefix("_given_")
            values = mapped(self.table.values[column], lambda value: value is not None)
        elif variable.startswith("_text_"):
            column = variable.removeprefix("_text_")
            values = with_gaps(mapped(self.table.texts(column), str.strip), self.unwritten.get(column, ()))
        else:
            values = self.table.values[column]
            if self.table.ruleset.fields[column].entry.type == "list":
                values = mapped(values, lambda value: () if value is None else value)
        return with_gaps(values, self.broken.get(column, ()))


class RowValues(Mapping[str, Any]):
    """The variables of one card for messages: all values are there, and a card always has a name."""

    def __init__(self, row: int, columns: Callable[[str], Sequence[Any]], label: str, name: str) -> None:
        self.row, self.columns, self.label, self.name = row, columns, label, name

    def __getitem__(self, variable: str) -> Any:
        return self.name if variable == self.label else self.columns(variable)[self.row]

    def __iter__(self) -> Any:
        return iter((self.label,))

    def __len__(self) -> int:
        return 1


def group_firsts(columns: Columns, group: str, order: str) -> list[int | None]:
    """By row, the row of the first card of its group, by `order`; None for that card itself and for cards
    that have no place in a group.
    """
    firsts: dict[Any, int] = {}
    keys, orders = columns(group), columns(order)
    for row, key in enumerate(keys):
        if key is not None and orders[row] is not None:
            first = firsts.setdefault(key, row)
            if orders[row] < orders[first]:
                firsts[key] = row
    own = (firsts.get(key) if order is not None else None for key, order in zip(keys, orders, strict=True))
    return [None if first == row else first for row, first in enumerate(own)]


class GroupColumns:
    """Columns with `_first_X` as well, the X of the first card of each card's group, by `order`, and with
    `_given__first_X`, whether there is one.
    """

    def __init__(self, columns: Columns, group: str, order: str) -> None:
        self.columns, self.firsts = columns, group_firsts(columns, group, order)
        self._known: dict[str, Sequence[Any]] = {}

    def __call__(self, variable: str) -> Sequence[Any]:
        """The values under an expression's variable name."""
        asked = variable.startswith("_given__first_")
        if not (asked or variable.startswith("_first_")):
            return self.columns(variable)
        if variable not in self._known and asked:
            given = self.columns(variable.replace("__first", ""))
            self._known[variable] = [first is not None and given[first] for first in self.firsts]
        elif variable not in self._known:
            values = self.columns(variable.removeprefix("_first_"))
            self._known[variable] = [None if first is None else values[first] for first in self.firsts]
        return self._known[variable]
