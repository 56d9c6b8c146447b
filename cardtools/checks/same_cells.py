"""Rules about cards that must agree, such as the prints of one design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.cards.values import values_of
from cardtools.checks.columns import Columns, RowValues
from cardtools.errors import Diagnostic, Edit, Fix
from cardtools.rulesets.expressions import Expression
from cardtools.rulesets.ruleset import Rule

_LONGEST = 60


def unlike_cells(
    table: CardTable, rule: Rule, columns: Columns, passed_over: Collection[int]
) -> Iterator[tuple[int, Diagnostic]]:
    """A finding, with its row, for each value of `same` that is not that of most cards of its group; where no
    value has a majority, not that of the first of them.

    Rows that are `passed_over`, and cells with an error, are not compared.
    """
    repeated = table.repeated(rule.group) - {None}
    if not repeated:
        return
    keys, orders = columns(rule.group), columns(rule.order)
    groups: dict[Any, list[int]] = {}
    for row in rule.broken.rows(columns, len(table))[0]:
        if keys[row] in repeated and row not in passed_over:
            groups.setdefault(keys[row], []).append(row)
    for rows in groups.values():
        rows.sort(key=lambda row: (orders[row] is None, orders[row] or 0))
    for expression in rule.same:
        values = values_of(expression, columns, len(table))
        plain = expression.text in columns.table.values
        broken = {row for column in expression.columns for row in columns.broken.get(column, ())}
        for rows in groups.values():
            if len({values[row] for row in rows}) > 1:
                rows = [row for row in rows if row not in broken and (plain or values[row] is not None)]
                yield from _differing(table, rule, expression if plain else None, values, rows)


def _differing(
    table: CardTable, rule: Rule, column: Expression | None, values: Sequence[Any], rows: list[int]
) -> Iterator[tuple[int, Diagnostic]]:
    """The findings of a group; without a `column`, the values are computed from several cells."""
    ((usual, count),) = Counter(values[row] for row in rows).most_common(1) or [(None, 0)]
    model = next((row for row in rows if values[row] == usual), 0)
    for row in rows:
        if values[row] == usual:
            continue
        names = _PairValues(row, model, table)
        message, hint = rule.message.fill(names), rule.hint.fill(names)
        if column is None:
            yield row, rule.info.finding(table.place(row, str(rule.at)), message, hint)
            continue
        texts = table.texts(column.text)
        own, other = _shown(texts[row]), _shown(texts[model])
        line, fix = table.file.line_numbers[model], None
        message = message or f"{table.name(row)}: {column.text} is {own}, but {other} on line {line}"
        if 2 * count > len(rows) and column.text in table.columns:
            index = table.columns.index(column.text)
            edit = Edit(table.file.line_numbers[row], index, texts[row], texts[model])
            hint, fix = f"write {other}" if texts[model].strip() else "leave it empty", Fix((edit,), False)
        yield row, rule.info.finding(table.place(row, column.text), message, hint, fix=fix)


class _PairValues(RowValues):
    """The variables of a card, with `first_X` those of the card that it is compared with."""

    def __init__(self, row: int, model: int, table: CardTable) -> None:
        super().__init__(row, Columns(table), table.ruleset.label, table.name(row))
        self.model = model

    def __getitem__(self, variable: str) -> Any:
        if variable.startswith("_first_"):
            return self.columns(variable.removeprefix("_first_"))[self.model]
        return super().__getitem__(variable)


def _shown(text: str) -> str:
    text = text.strip()
    text = f"{text[: _LONGEST - 3]}..." if len(text) > _LONGEST else text
    return f'"{text}"' if " " in text else text or "empty"
