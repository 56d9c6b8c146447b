"""Rules about cards that must agree, such as the prints of one design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowValues
from cardtools.errors import Diagnostic, Edit, Fix
from cardtools.rulesets.ruleset import Rule

_LONGEST = 60


def unlike_cells(
    table: CardTable, rule: Rule, columns: Columns, only: Collection[str] | None = None
) -> Iterator[tuple[int, Diagnostic]]:
    """A finding, with its row, for each cell of the columns `same` that is not as in most cards of its group;
    where no value has a majority, not as in the first of them.

    Cells with an error are not compared; `only` names the columns that there are.
    """
    keys, orders = columns(rule.group), columns(rule.order)
    groups: dict[Any, list[int]] = {}
    if table.repeated(rule.group):
        repeated = table.repeated(rule.group) - {None}
        for row in rule.broken.rows(columns, len(table))[0]:
            if keys[row] in repeated:
                groups.setdefault(keys[row], []).append(row)
    for rows in groups.values():
        rows.sort(key=lambda row: (orders[row] is None, orders[row] or 0))
    for column in rule.same:
        if only is not None and column not in only:
            continue
        values, broken = columns(column), columns.broken.get(column, ())
        for rows in groups.values():
            if len({values[row] for row in rows}) > 1:
                yield from _differing(table, rule, column, values, [r for r in rows if r not in broken])


def _differing(
    table: CardTable, rule: Rule, column: str, values: Any, rows: list[int]
) -> Iterator[tuple[int, Diagnostic]]:
    meant = [frozenset(value) if isinstance(value := values[row], tuple) else value for row in rows]
    ((usual, count),) = Counter(meant).most_common(1) or [(None, 0)]
    model = rows[meant.index(usual)] if rows else 0
    texts = table.texts(column)
    for row, value in zip(rows, meant, strict=True):
        if value == usual:
            continue
        own, other = _shown(texts[row]), _shown(texts[model])
        line = table.file.line_numbers[model]
        names = RowValues(row, Columns(table), table.ruleset.label, table.name(row))
        message = f"{table.name(row)}: {column} is {own}, but {other} on line {line}"
        hint = rule.hint.fill(names) or f"write the same {column} in all of them"
        fix = None
        if 2 * count > len(rows) and column in table.columns:
            index = table.columns.index(column)
            edit = Edit(table.file.line_numbers[row], index, texts[row], texts[model])
            hint, fix = f"write {other}" if texts[model].strip() else "leave it empty", Fix((edit,), False)
        where = table.place(row, column)
        yield row, rule.info.finding(where, rule.message.fill(names) or message, hint, fix=fix)


def _shown(text: str) -> str:
    text = text.strip()
    return f"{text[: _LONGEST - 3]}..." if len(text) > _LONGEST else text or "empty"
