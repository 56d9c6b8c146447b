"""The values that expressions are computed from, column by column."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, cached_property
from typing import Any

from cardtools.cards.names import names_of
from cardtools.cards.search_names import search_names
from cardtools.cards.table import CardTable
from cardtools.ground.errors import bad_input
from cardtools.ground.spelling import listed
from cardtools.ground.tables.dictionary_column import mapped, with_gaps
from cardtools.language.conditions import COMPUTING_ERRORS, Expression, ExpressionFault
from cardtools.language.decimals import plain_number
from cardtools.language.functions import folded
from cardtools.language.search import Query, SearchNames, kinds_of_card, read_query
from cardtools.language.value_kinds import ANY, DATE, NUMBER, TRUTH
from cardtools.language.whole_columns import RowFilter

RowsByColumn = Mapping[str, Set[int]]
_LISTS = (tuple, list)


class Columns:
    """`columns("ATTACK")` are the values in row order, `_given_ATTACK` whether the cells are filled,
    `_text_ATTACK` the cells as written, without white space around them, `_folded_ATTACK` the same as
    searches compare it, `_has_ATTACK` whether the table has the column.

    A cell in `broken` (column to rows) has no value under any of these names, so rules that read it are
    not applied. A cell in `unwritten` has a value but no text: examples give numbers. `kinds` are those of
    the columns that the ruleset does not know; a column that the table lacks is empty.
    """

    def __init__(
        self,
        table: CardTable,
        broken: RowsByColumn | None = None,
        unwritten: RowsByColumn | None = None,
        kinds: Mapping[str, str] | None = None,
    ) -> None:
        self.table, self.broken, self.unwritten = table, broken or {}, unwritten or {}
        self.kinds = kinds or {}
        self._known: dict[str, Sequence[Any]] = {}

    def __call__(self, variable: str) -> Sequence[Any]:
        """The values under an expression's variable name."""
        if variable in self._known:
            return self._known[variable]
        column = variable
        values: Sequence[Any]
        if variable.startswith("_has_"):
            values = [variable.removeprefix("_has_") in self.table.columns] * len(self.table)
        elif variable.startswith("_given_"):
            column = variable.removeprefix("_given_")
            values = mapped(self._values(column), lambda value: value is not None)
        elif variable.startswith(("_text_", "_folded_")):
            form, column = variable[1:].split("_", 1)
            change = str.strip if form == "text" else folded
            values = with_gaps(mapped(self.table.texts(column), change), self.unwritten.get(column, ()))
        else:
            values, known = self._values(column), self.table.ruleset.fields.get(column)
            if known and known.entry.type == "list":
                values = mapped(values, lambda value: () if value is None else value)
            elif known is None and self.kinds.get(column) == NUMBER:
                values = mapped(values, lambda value: None if value is None else plain_number(str(value)))
        self._known[variable] = with_gaps(values, self.broken.get(column, ()))
        return self._known[variable]

    def _values(self, column: str) -> Sequence[Any]:
        if column in self.kinds and column not in self.table.values:
            return [None] * len(self.table)
        return self.table.values[column]


def values_of(expression: Expression, columns: Columns, count: int) -> list[Any]:
    """The expression's value by row, None where a cell that it needs has none; lists in sorted order."""
    if expression.variables == (expression.text,):
        values = columns(expression.text)
    else:
        names = expression.variables
        value = cache(lambda *cells: value_of(expression, dict(zip(names, cells, strict=True))))
        values = list(map(value, *map(columns, names))) if names else [value()] * count
    # An expression may give any list, and its values must be comparable.
    return [tuple(sorted(map(str, value))) if type(value) in _LISTS else value for value in values]


def value_at(expression: Expression, columns: Callable[[str], Sequence[Any]], row: int) -> Any:
    """The expression's value for the card in a row; None where a cell that it needs has none."""
    return value_of(expression, {name: columns(name)[row] for name in expression.variables})


def value_of(expression: Expression, variables: Mapping[str, Any]) -> Any:
    """The expression's value for one card; None where a cell that it needs has none."""
    if any(variables[name] is None for name in expression.needs):
        return None
    try:
        return expression.value(variables)
    except COMPUTING_ERRORS:
        return None


class RowVariables(Mapping[str, Any]):
    """The variables of the card in a row of a table, for messages: a card always has a name."""

    def __init__(self, row: int, columns: Callable[[str], Sequence[Any]], table: CardTable) -> None:
        self.row, self.columns, self.label, self.name = row, columns, table.ruleset.label, table.name(row)

    def __getitem__(self, variable: str) -> Any:
        return self.name if variable == self.label else self.columns(variable)[self.row]

    def __iter__(self) -> Any:
        return iter((self.label,))

    def __len__(self) -> int:
        return 1


class GroupColumns:
    """Columns with `_first_X` too, the X of the first card of a group by `order`, and `_given__first_X`."""

    def __init__(self, columns: Columns, group: str, order: str) -> None:
        self.columns = columns
        firsts: dict[Any, int] = {}
        keys, orders = columns(group), columns(order)
        for row, key in enumerate(keys):
            if key is not None and orders[row] is not None:
                first = firsts.setdefault(key, row)
                firsts[key] = row if orders[row] < orders[first] else first
        own = (firsts.get(key) if orders[row] is not None else None for row, key in enumerate(keys))
        # By row, the row of the first card of its group; None for that card itself, and without a group.
        self.firsts = [None if first == row else first for row, first in enumerate(own)]
        self._known: dict[str, Sequence[Any]] = {}

    def __call__(self, variable: str) -> Sequence[Any]:
        """The values under an expression's variable name."""
        asked = variable.startswith("_given__first_")
        if not (asked or variable.startswith("_first_")):
            return self.columns(variable)
        if variable not in self._known:
            values, none = self.columns(variable.replace("_first_", "", 1)), False if asked else None
            self._known[variable] = [none if first is None else values[first] for first in self.firsts]
        return self._known[variable]


WHERE = "--where"


class CardSearch:
    """Finds cards of tables by conditions and searches, also again and again: what they read is kept."""

    def __init__(self, tables: Sequence[CardTable]) -> None:
        names = names_of(tables)[0]
        self.tables, self.kinds = tables, names.kinds
        self.scope = replace(names.scope(WHERE), records=())
        self._columns = [Columns(table, kinds=names.kinds) for table in tables]

    @cached_property
    def names(self) -> SearchNames:
        """What a search may name."""
        return search_names(self.tables, self.kinds)

    def rows(self, text: str, box: bool = False) -> tuple[list[list[int]], Query]:
        """By table, the rows (from 0) of the cards that meet a condition or a search (in the search `box` of
        a page), and what it asks for. Raises InputError where it cannot be read, or not be computed.
        """
        faults: list[ExpressionFault] = []
        query = read_query(text, lambda: self.names, self.scope, faults, box)
        if query is None:
            fault = faults[0]
            hint = fault.hint or f"a text stands in quotes, as 'Fire'; columns: {listed(tuple(self.kinds))}"
            raise bad_input(WHERE, fault.message, hint, fault.line + 1, fault.column + 1)
        if query.expression is None:
            return [list(range(len(table))) for table in self.tables], query
        found, condition = [], RowFilter(query.expression)
        for table, columns in zip(self.tables, self._columns, strict=True):
            columns.kinds = {**dict.fromkeys(query.expression.columns, ANY), **self.kinds}
            rows, stuck = condition.rows(columns, len(table))
            for row, reason in stuck.items():
                message = f"{table.name(row)}: cannot be computed: {reason}"
                hint = "compare numbers with numbers, and 'texts' in quotes with texts"
                raise bad_input(WHERE, message, hint)
            found.append(rows)
        return found, query

    def kinds_of_card(self) -> list[str]:
        """What can stand behind `is:`."""
        return kinds_of_card(self.names, self.scope)

    def ordered(self, text: str) -> tuple[list[tuple[int, int]], Query]:
        """The cards that a search finds, each as the number of its table and its row, in its order (empty
        cells come last), and what it asks for. Raises InputError as `rows`.
        """
        found, query = self.rows(text, box=True)
        cards = [(number, row) for number, rows in enumerate(found) for row in rows]
        for column, down in reversed(query.order):
            keys = [self._keys(number, column) for number in range(len(self.tables))]
            filled = [card for card in cards if keys[card[0]][card[1]] is not None]
            empty = [card for card in cards if keys[card[0]][card[1]] is None]
            filled.sort(key=lambda card: keys[card[0]][card[1]], reverse=down)
            cards = filled + empty
        return cards, query

    def _keys(self, number: int, column: str) -> Sequence[Any]:
        """What cards are put in order by; None where a cell is empty."""
        columns = self._columns[number]
        if self.kinds[column] in (NUMBER, DATE, TRUTH):
            return columns(column)
        return mapped(columns(f"_folded_{column}"), _natural)


def _natural(text: str) -> list[Any] | None:
    """A text as people put it in order: card 9 before card 10."""
    parts: list[Any] = re.split("([0-9]{1,15})", text)
    parts[1::2] = map(int, parts[1::2])
    return parts if text else None


def rows_where(condition: str, tables: Sequence[CardTable]) -> list[list[int]]:
    """By table, the rows (from 0) of the cards that meet a condition or a search. Raises InputError as
    `CardSearch.rows`, and for a search that asks for an order.
    """
    found, query = CardSearch(tables).rows(condition)
    if query.order:
        raise bad_input(WHERE, "this chooses cards, whose order stays as it is", "leave out order:")
    return found
