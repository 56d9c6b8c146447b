"""Checks that compare the cards of a table with each other, as the ruleset's [design] says: repeated designs,
outliers, references to cards that don't exist.
"""

from __future__ import annotations

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns
from cardtools.checks.design.alike import check_alike
from cardtools.checks.design.outliers import check_outliers
from cardtools.checks.design.reach import check_rank_gaps, check_references
from cardtools.errors import Diagnostic
from cardtools.rulesets.ruleset import DesignRules


def check_design(table: CardTable, columns: Columns, design: DesignRules) -> list[Diagnostic]:
    """The findings, in no particular order; `columns` have no value where a cell has an error."""
    return [
        *check_alike(table, columns, design),
        *check_outliers(table, columns, design),
        *check_references(table, columns, design),
        *check_rank_gaps(table, columns, design),
    ]
