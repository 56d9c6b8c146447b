"""The values of expressions, row by row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtools.checks.columns import Columns
from cardtools.language.conditions import COMPUTING_ERRORS, Expression


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
                known[key] = value_of(expression, dict(zip(expression.variables, key, strict=True)))
            values.append(known[key])
    # An expression may give any list, and its values must be comparable.
    return [tuple(sorted(map(str, v))) if isinstance(v, tuple | list) else v for v in values]


def value_of(expression: Expression, variables: Mapping[str, Any]) -> Any:
    """The expression's value for one card; None where a cell that it needs has none."""
    if any(variables[name] is None for name in expression.needs):
        return None
    try:
        return expression.value(variables)
    except COMPUTING_ERRORS:
        return None
