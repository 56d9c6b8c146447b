"""Rules about cards that must agree, such as the prints of one design."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from operator import itemgetter
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowVariables, value_of
from cardtools.ground.errors import Diagnostic, Edit, Fix
from cardtools.ground.tables.dictionary_column import DictionaryColumn
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
    keys = list(columns(rule.group))
    groups: dict[Any, list[int]] = {}
    for row in rule.broken.rows(columns, len(table))[0]:
        if keys[row] in repeated and row not in passed_over:
            groups.setdefault(keys[row], []).append(row)
    several = [(rows, itemgetter(*rows)) for rows in groups.values() if len(rows) > 1]
    orders = columns(rule.order)
    for expression in rule.same if several else ():
        plain = expression.text in table.ruleset.fields
        known: Any = columns(expression.text) if plain else {}
        if not plain:
            cells = [(name, columns(name)) for name in expression.variables]
            for row in (row for rows, _ in several for row in rows):
                known[row] = value_of(expression, {name: cell[row] for name, cell in cells})
        # Most groups agree, and comparing codes is faster than comparing the words they stand for.
        codes = known.codes if isinstance(known, DictionaryColumn) else known
        broken = {row for column in expression.columns for row in columns.broken.get(column, ())}
        for rows, pick in several:
            if len(set(pick(codes))) > 1:
                sound = [row for row in rows if row not in broken and (plain or known[row] is not None)]
                sound.sort(key=lambda row: (orders[row] is None, orders[row] or 0))
                values = {row: frozenset(v) if isinstance(v := known[row], tuple) else v for row in sound}
                yield from _differing(table, rule, expression.text if plain else "", values)


def _differing(
    table: CardTable, rule: Rule, column: str, values: Mapping[int, Any]
) -> Iterator[tuple[int, Diagnostic]]:
    """The findings of a group, by the values of its rows; without a `column`, these are computed."""
    ((usual, count),) = Counter(values.values()).most_common(1) or [(None, 0)]
    model = next((row for row in values if values[row] == usual), 0)
    for row, value in values.items():
        if value == usual:
            continue
        names = _PairValues(row, model, table)
        message, hint = rule.message.fill(names), rule.hint.fill(names)
        if not column:
            yield row, rule.info.finding(table.place(row, rule.at.text), message, hint)
            continue
        texts = table.texts(column)
        own, other = _shown(texts[row]), _shown(texts[model])
        line, fix = table.file.line_numbers[model], None
        message = message or f"{table.name(row)}: {column} is {own}, but {other} on line {line}"
        if 2 * count > len(values) and column in table.columns:
            index = table.columns.index(column)
            edit = Edit(table.file.line_numbers[row], index, texts[row], texts[model])
            hint, fix = f"write {other}" if texts[model].strip() else "leave it empty", Fix((edit,), False)
        yield row, rule.info.finding(table.place(row, column), message, hint, fix=fix)


class _PairValues(RowVariables):
    """The variables of a card, with `first_X` those of the card that it is compared with."""

    def __init__(self, row: int, model: int, table: CardTable) -> None:
        super().__init__(row, Columns(table), table)
        self.model = model

    def __getitem__(self, variable: str) -> Any:
        if variable.startswith("_first_"):
            return self.columns(variable.removeprefix("_first_"))[self.model]
        return super().__getitem__(variable)


def _shown(text: str) -> str:
    text = text.strip()
    text = f"{text[: _LONGEST - 3]}..." if len(text) > _LONGEST else text
    return f'"{text}"' if " " in text else text or "empty"
