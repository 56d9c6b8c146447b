"""Checks of whole cards: the ruleset's own rules, applied where the cells they read have no error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, GroupColumns, RowVariables, value_at
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Fix
from cardtools.ground.spelling import listed
from cardtools.ground.tables.dictionary_column import DictionaryColumn
from cardtools.rulesets.ruleset import Rule

RULE_NOT_JUDGED = Check.of("""RUL014 rule-not-judged error: a rule cannot be computed for a card
    why: A rule that cannot be computed for a card neither passes nor fails it.
    bad: ATTACK // DEFENSE for a card whose DEFENSE is 0
    good: the same with when = "DEFENSE > 0"
    fix: correct the rule, or the table it reads""")

ABSENT_COLUMN = Check.of("""CSV021 absent-column info: a rule is not checked, because the table lacks a column
    why: The column may be left out, but then nobody knows whether the cards keep to the rule.
    bad: NAME;TYPE in a game where units have an attack
    good: NAME;TYPE;ATTACK
    fix: add the column, or leave it out on purpose""")


def check_rules(table: CardTable, columns: Columns, only: Collection[str] | None = None) -> list[Diagnostic]:
    """The findings of the ruleset's row rules, in its order. A rule is not applied to a card where a cell it
    reads has an error or, unless it uses `given(X)`, is empty; nor where a rule named in its `after` found a
    fault, also in the first card of its group; nor, with `only`, when it reads other columns.
    """
    found: list[Diagnostic] = []
    failed: dict[str, set[int]] = {}
    absent: dict[str, list[str]] = {}
    whole = Columns(table, unwritten=columns.unwritten)
    grouped: dict[tuple[str, str], tuple[GroupColumns, GroupColumns]] = {}
    for rule in table.ruleset.rules:
        reads = {*rule.broken.columns, *filter(None, (rule.entry.group, rule.entry.order))}
        if rule.info.severity == "off" or (only is not None and not reads <= set(only)):
            continue
        passed_over: set[int] = set().union(*(failed.get(code, ()) for code in rule.entry.after))
        if rule.same:
            if only is not None:
                rule = replace(rule, same=tuple(one for one in rule.same if one.columns <= set(only)))
            unlike = list(_unlike_cells(table, rule, columns, passed_over))
            failed[rule.info.code] = {row for row, _ in unlike}
            found += [finding for _, finding in unlike]
            continue
        # A cause explains cells that are wrong.
        values: Columns | GroupColumns = Columns(table, table.unusable) if rule.entry.cause else columns
        names: Columns | GroupColumns = whole
        if rule.entry.group:
            key = (rule.entry.group, rule.entry.order)
            if key not in grouped:
                grouped[key] = GroupColumns(columns, *key), GroupColumns(whole, *key)
            values, names = grouped[key]
            compares = any(name.startswith("_first_") for name in rule.broken.needs)
            if compares and not any(first is not None for first in values.firsts):
                continue
        for column in (c for c in rule.broken.asked_for if c not in table.columns):
            absent.setdefault(column, []).append(f"{rule.info.code} {rule.info.name}")
        rows, stuck = rule.broken.rows(values, len(table))
        if isinstance(values, GroupColumns) and passed_over:
            passed_over |= {row for row, first in enumerate(values.firsts) if first in passed_over}
        rows = [row for row in rows if row not in passed_over]
        failed[rule.info.code] = {*rows, *stuck}
        for row in (*rows, *stuck):
            card = RowVariables(row, names, table)
            place = table.place(row, rule.at.fill(card))
            if row not in stuck:
                found.append(rule.info.finding(place, rule.message.fill(card), rule.hint.fill(card)))
                continue
            message = f"{card.name}: {rule.info.code} {rule.info.name} cannot be computed: {stuck[row]}"
            found.append(RULE_NOT_JUDGED.finding(place, message, "correct the rule or the table it reads"))
    wording = table.ruleset.check(ABSENT_COLUMN)
    if absent and not wording.off:
        rules = dict.fromkeys(rule for names in absent.values() for rule in names)
        lacking = f"column{'s' * (len(absent) > 1)} {listed(list(absent))}"
        these = "these rules are" if len(rules) > 1 else "this rule is"
        message = f"without the {lacking} {these} not checked: {listed(list(rules))}"
        found.append(wording.info.finding(table.file.at_header(0), message, "add it, if cards have it"))
    return found


def _unlike_cells(
    table: CardTable, rule: Rule, columns: Columns, passed_over: Collection[int]
) -> Iterator[tuple[int, Diagnostic]]:
    """A finding, with its row, for each value of `same` that is not that of most cards of its group; where no
    value has a majority, not that of the first of them. Rows that are `passed_over`, and cells with an error,
    are not compared.
    """
    repeated = table.repeated(rule.entry.group) - {None}
    if not repeated:
        return
    keys = list(columns(rule.entry.group))
    groups: dict[Any, list[int]] = {}
    for row in rule.broken.rows(columns, len(table))[0]:
        if keys[row] in repeated and row not in passed_over:
            groups.setdefault(keys[row], []).append(row)
    several = [(rows, itemgetter(*rows)) for rows in groups.values() if len(rows) > 1]
    orders = columns(rule.entry.order)
    for expression in rule.same if several else ():
        if plain := expression.text in table.ruleset.fields:
            known: Any = columns(expression.text)
        else:
            known = {row: value_at(expression, columns, row) for rows, _ in several for row in rows}
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
        message, hint, fix = rule.message.fill(names), rule.hint.fill(names), None
        texts = table.texts(column)
        own, other = _shown(texts[row]), _shown(texts[model])
        if column and not message:
            line = table.file.line_numbers[model]
            message = f"{table.name(row)}: {column} is {own}, but {other} on line {line}"
        if 2 * count > len(values) and column in table.columns:
            edit = table.file.edit(row, table.columns.index(column), texts[model])
            hint = f"write {other}" if texts[model].strip() else "leave it empty"
            fix = Fix((edit,), False) if edit.cell != -1 else None
        yield row, rule.info.finding(table.place(row, column or rule.at.text), message, hint, fix=fix)


class _PairValues(RowVariables):
    """The variables of a card, with `first_X` those of the card `model` that it is compared with."""

    def __init__(self, row: int, model: int, table: CardTable) -> None:
        super().__init__(row, Columns(table), table)
        self.model = model

    def __getitem__(self, variable: str) -> Any:
        if variable.startswith("_first_"):
            return self.columns(variable.removeprefix("_first_"))[self.model]
        return super().__getitem__(variable)


def _shown(text: str) -> str:
    text = text.strip()
    text = f"{text[:57]}..." if len(text) > 60 else text
    return f'"{text}"' if " " in text else text or "empty"
