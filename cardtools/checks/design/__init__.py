"""Checks that hold the cards of a table against each other: what is there twice, what is out of line, what
nothing leads to. What they go by is the [design] of the ruleset.
"""

from __future__ import annotations

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns
from cardtools.checks.design.alike import check_alike
from cardtools.checks.design.outliers import check_outliers
from cardtools.checks.design.reach import check_rank_gaps, check_references
from cardtools.errors import Diagnostic
from cardtools.rulesets.ruleset import Design


def check_design(table: CardTable, columns: Columns, design: Design) -> list[Diagnostic]:
    """The findings, in no order; `columns` have no value where a cell has an error."""
    return [
        *check_alike(table, columns, design),
        *check_outliers(table, columns, design),
        *check_references(table, columns, design),
        *check_rank_gaps(table, columns, design),
    ]
