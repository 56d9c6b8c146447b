"""Row conditions, run over whole columns: one compiled loop a rule instead of one call a card."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import cached_property
from types import CodeType
from typing import Any

from cardtools.ground.frozen_record import Record
from cardtools.language.conditions import COMPUTING_ERRORS, Expression
from cardtools.language.reasons import reason

ColumnCells = Sequence[Any]


class RowFilter(Record):
    """The cards for which `when` holds and, where there is one, `wanted` does not.

    A card for which a variable in `needs` has no value (an empty cell, or one that has a problem already) is
    skipped; so is one whose `_given_X` or `_text_X` is None, which means the same for column X.
    """

    when: Expression | None
    wanted: Expression | None = None

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """What the expressions are computed from, by variable name."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.variables))

    @cached_property
    def columns(self) -> frozenset[str]:
        """The columns the expressions read."""
        return frozenset().union(*(part.columns for part in self.parts))

    @cached_property
    def asked_for(self) -> tuple[str, ...]:
        """The columns that the expressions ask for with `has(X)`."""
        return tuple(name.removeprefix("_has_") for name in self.variables if name.startswith("_has_"))

    @cached_property
    def needs(self) -> frozenset[str]:
        """The variables that must have a value: those that neither expression can do without. A `when` that
        asks for `given(first_X)` decides for both.
        """
        asked = {name for part in self.parts for name in part.variables if name not in part.needs}
        firsts = {name.removeprefix("_given_") for name in self.variables if name.startswith("_given__")}
        return frozenset(self.variables) - asked - firsts

    @property
    def parts(self) -> tuple[Expression, ...]:
        """The expressions there are."""
        return tuple(part for part in (self.when, self.wanted) if part is not None)

    @cached_property
    def code(self) -> CodeType:
        """`[row for row, A, B in zip(rows, col_A, col_B) if A is not None ... if when if not wanted]`"""
        load, store = ast.Load(), ast.Store()
        needed = [ast.Name(name, load) for name in self.variables if name in self.needs]
        tests: list[ast.expr] = [ast.Compare(one, [ast.IsNot()], [ast.Constant(None)]) for one in needed]
        if self.when is not None:
            tests.append(self.when.tree)
        if self.wanted is not None:
            tests.append(ast.UnaryOp(ast.Not(), self.wanted.tree))
        columns = (ast.Name(f"_col_{name}", load) for name in self.variables)
        zipped = ast.Call(ast.Name("_zip", load), [ast.Name("_rows", load), *columns], [])
        names: list[ast.expr] = [ast.Name(name, store) for name in ("_row", *self.variables)]
        loop = ast.comprehension(ast.Tuple(names, store), zipped, tests, 0)
        tree = ast.Expression(ast.ListComp(ast.Name("_row", load), [loop]))
        return compile(ast.fix_missing_locations(tree), "<rule>", "eval")

    def rows(self, column: Callable[[str], ColumnCells], count: int) -> tuple[list[int], dict[int, str]]:
        """The rows (from 0) it holds for, and why it could not be computed for others, if any."""
        columns = {f"_col_{name}": column(name) for name in self.variables}
        names: dict[str, Any] = {"_zip": zip}
        for part in self.parts:
            names |= part.names
        try:
            found: list[int] = eval(self.code, {**names, **columns, "_rows": range(count)})
            return found, {}
        except COMPUTING_ERRORS:
            found, stuck = [], {}
        for row in range(count):
            cells = {name: (values[row],) for name, values in columns.items()}
            try:
                found += eval(self.code, {**names, **cells, "_rows": (row,)})
            except COMPUTING_ERRORS as error:
                stuck[row] = reason(error)
        return found, stuck
