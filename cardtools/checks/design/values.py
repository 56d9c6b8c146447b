"""What the checks of a design read from the table, and how they report what they found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowValues
from cardtools.errors import Diagnostic
from cardtools.rulesets.expressions import COMPUTING_ERRORS, Expression
from cardtools.rulesets.ruleset import CheckWording
from cardtools.spelling import counted

T = TypeVar("T")
# Findings of one check that are reported one by one; a table with more of them is meant to be so.
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
    # An expression may give any list, and its values must be comparable.
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
    """By row, the name that all pictures and rarities of a card share: not an id, which has a fixed shape."""
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


def some(
    table: CardTable,
    check: CheckWording,
    found: Iterable[tuple[int, str, T]],
    words: Callable[[T], tuple[str, str]],
    what: str,
) -> list[Diagnostic]:
    """The first ten of what was found (row, column, and what `words` makes message and hint of), and one
    finding that counts the others.
    """
    ordered = sorted(found, key=lambda one: one[0])
    first = [finding(table, check, row, column, *words(one)) for row, column, one in ordered[:_MOST]]
    if len(ordered) <= _MOST:
        return first
    message = f"{counted(len(ordered) - _MOST, 'more card')} {what}"
    hint = "only the first of them are reported one by one"
    return [*first, check.info.finding(table.file.at_header(0), message, hint)]
