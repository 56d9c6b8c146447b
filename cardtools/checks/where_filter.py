"""The cards of tables for which a condition holds: `--where`."""

from __future__ import annotations

from collections.abc import Sequence

from cardtools.cards.names import names_of
from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.spelling import listed
from cardtools.language.conditions import ExpressionFault, parse
from cardtools.language.value_kinds import ANY
from cardtools.language.whole_columns import RowFilter

WHERE = "--where"


def rows_where(condition: str, tables: Sequence[CardTable]) -> list[list[int]]:
    """By table, the rows (from 0) of the cards for which the condition holds.

    Raises InputError for a condition that cannot be read, or not be computed for a card.
    """
    names = names_of(tables)
    faults: list[ExpressionFault] = []
    expression = parse(condition, names[0].scope(WHERE), faults)
    if expression is None:
        columns = f"a text stands in quotes, as 'Fire'; columns: {listed(tuple(names[0].kinds))}"
        raise InputError(
            Diagnostic(
                Location(WHERE, fault.line + 1, fault.column + 1), fault.message, fault.hint or columns
            )
            for fault in faults[:1]
        )
    found, kinds = [], {**dict.fromkeys(expression.columns, ANY), **names[0].kinds}
    for table in tables:
        rows, stuck = RowFilter(expression).rows(Columns(table, kinds=kinds), len(table))
        for row, reason in stuck.items():
            message = f"{table.name(row)}: cannot be computed: {reason}"
            raise bad_input(WHERE, message, "compare numbers with numbers, and 'texts' in quotes with texts")
        found.append(rows)
    return found
