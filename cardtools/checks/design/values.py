"""What the checks of a design read from the table, and how they tell what they found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowValues
from cardtools.errors import Diagnostic
from cardtools.rulesets.expressions import COMPUTING_ERRORS, Expression
from cardtools.rulesets.ruleset import CheckWording
from cardtools.spelling import counted

# Notes of one check that are told one by one; a table with more of them follows other thoughts.
_MOST = 10


def values_of(expression: Expression, columns: Columns, count: int) -> list[Any]:
    """The expression's value by row, None where a cell that it needs has none; lists in sorted order."""
    if expression.variables == (expression.text,):
        values = columns(expression.text)
    else:
        cells = [columns(variable) for variable in expression.variables]
        known: dict[Any, Any] = {}
        values = []
        for key in zip(*cells, strict=True) if cells else [()] * count:
            if key not in known:
                known[key] = _value(expression, key)
            values.append(known[key])
    # What an expression makes may be any list, and has to be comparable.
    return [tuple(sorted(map(str, v))) if isinstance(v, tuple | list) else v for v in values]


def _value(expression: Expression, cells: Sequence[Any]) -> Any:
    variables = dict(zip(expression.variables, cells, strict=True))
    if any(variables[name] is None for name in expression.needs):
        return None
    try:
        return expression.value(variables)
    except COMPUTING_ERRORS:
        return None


def design_names(table: CardTable) -> list[str]:
    """By row, the name that all pictures and rarities of a card share: no id, as ids have a set shape."""
    fields = [table.ruleset.fields[name] for name in table.ruleset.deck_names]
    names = next((field.name for field in fields if field.pattern is None), table.ruleset.label)
    return [str(name or table.name(row)) for row, name in enumerate(table.values[names])]


def broken_rows(columns: Columns, names: Iterable[str]) -> set[int]:
    """The rows in which one of the columns has a cell with an error."""
    return set().union(*(columns.broken.get(name, ()) for name in names))


def line(table: CardTable, row: int) -> str:
    """`Tide Singer (line 7)`."""
    return f"{table.name(row)} (line {table.file.line_numbers[row]})"


def finding(
    table: CardTable, check: CheckWording, row: int, column: str, message: str, hint: str
) -> Diagnostic:
    """A finding about a card, in the ruleset's words where it has its own hint."""
    if check.hint:
        hint = check.hint.fill(RowValues(row, Columns(table), table.ruleset.label, table.name(row)))
    return check.info.finding(table.place(row, column), f"{table.name(row)}: {message}", hint)


def some(table: CardTable, check: CheckWording, found: list[Diagnostic], what: str) -> list[Diagnostic]:
    """The first ten of these findings, in place order, and one that counts the others."""
    if len(found) <= _MOST:
        return found
    found = sorted(found, key=lambda one: (one.location.line, one.location.column, one.message))
    message = f"{counted(len(found) - _MOST, 'more card')} {what}"
    hint = "those told one by one are the first of them"
    return [*found[:_MOST], check.info.finding(table.file.at_header(0), message, hint)]
