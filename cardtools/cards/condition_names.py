"""What conditions outside of rulesets may name: the columns of all tables of a project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.language.decimals import plain_number
from cardtools.language.value_kinds import LIST, NUMBER, OF_TYPES, TEXT
from cardtools.language.when import TableNames


def names_of(tables: Sequence[CardTable]) -> list[TableNames]:
    """For each of the tables, what a condition about its cards may name. They all know the columns of the
    others; of columns that the ruleset does not know, the cells of all of them decide whether they are
    numbers.
    """
    ruleset = tables[0].ruleset
    kinds = {name: OF_TYPES[known.entry.type] for name, known in ruleset.fields.items()}
    for table in tables:
        for name, cells in table.values.items():
            if name not in ruleset.fields and kinds.get(name) != TEXT:
                kinds[name] = NUMBER if _are_numbers(cells) else TEXT
    lists = frozenset(name for name, kind in kinds.items() if kind == LIST)
    every = TableNames(kinds, ruleset.tables, ruleset.defined, lists=lists)
    return [replace(every, written=frozenset(table.columns)) for table in tables]


def _are_numbers(cells: Sequence[Any]) -> bool:
    try:
        return all(plain_number(cell) is not None for cell in set(cells) if cell is not None)
    except (ValueError, ArithmeticError):
        return False
