"""Checks of whole cards: the ruleset's own rules, applied where the cells they read have no error."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from cardtools.cards.table import CardTable
from cardtools.catalogue import Check
from cardtools.checks.columns import Columns, GroupColumns, RowValues
from cardtools.checks.same_cells import unlike_cells
from cardtools.errors import Diagnostic
from cardtools.rulesets.ruleset import Rule

RULE_NOT_JUDGED = Check.of("""RUL014 rule-not-judged error: a rule cannot be computed for a card
    why: A rule that cannot be computed for a card neither passes nor fails it.
    bad: ATTACK // DEFENSE for a card whose DEFENSE is 0
    good: the same with when = "DEFENSE > 0"
    fix: correct the rule, or the table it reads""")


def check_rules(table: CardTable, columns: Columns, only: Collection[str] | None = None) -> list[Diagnostic]:
    """The findings of the ruleset's row rules, in its order.

    A rule is not applied to a card where a cell it reads has an error or, unless it uses `given(X)`, is
    empty; nor where a rule named in its `after` found a fault, also in the first card of its group; nor, with
    `only`, when it reads other columns.
    """
    found: list[Diagnostic] = []
    failed: dict[str, set[int]] = {}
    whole = Columns(table, unwritten=columns.unwritten)
    grouped: dict[tuple[str, str], tuple[GroupColumns, GroupColumns]] = {}
    for rule in table.ruleset.rules:
        reads = {*rule.broken.columns, *filter(None, (rule.group, rule.order))}
        if rule.info.severity == "off" or (only is not None and not reads <= set(only)):
            continue
        passed_over: set[int] = set().union(*(failed.get(code, ()) for code in rule.after))
        if rule.same:
            if only is not None:
                rule = replace(rule, same=tuple(one for one in rule.same if one.columns <= set(only)))
            unlike = list(unlike_cells(table, rule, columns, passed_over))
            failed[rule.info.code] = {row for row, _ in unlike}
            found += [finding for _, finding in unlike]
            continue
        values: Columns | GroupColumns = columns
        names: Columns | GroupColumns = whole
        if rule.group:
            key = (rule.group, rule.order)
            if key not in grouped:
                grouped[key] = GroupColumns(columns, *key), GroupColumns(whole, *key)
            values, names = grouped[key]
            compares = any(name.startswith("_first_") for name in rule.broken.needs)
            if compares and not any(first is not None for first in values.firsts):
                continue
        rows, stuck = rule.broken.rows(values, len(table))
        if isinstance(values, GroupColumns) and passed_over:
            passed_over |= {row for row, first in enumerate(values.firsts) if first in passed_over}
        rows = [row for row in rows if row not in passed_over]
        failed[rule.info.code] = {*rows, *stuck}
        found += [_finding(table, names, rule, row) for row in rows]
        found += [_not_judged(table, rule, row, reason) for row, reason in stuck.items()]
    return found


def _finding(table: CardTable, columns: Columns | GroupColumns, rule: Rule, row: int) -> Diagnostic:
    names = RowValues(row, columns, table.ruleset.label, table.name(row))
    column = rule.at if isinstance(rule.at, str) else rule.at.fill(names)
    return rule.info.finding(table.place(row, column), rule.message.fill(names), rule.hint.fill(names))


def _not_judged(table: CardTable, rule: Rule, row: int, reason: str) -> Diagnostic:
    message = f"{table.name(row)}: {rule.info.code} {rule.info.name} cannot be computed: {reason}"
    column = rule.at if isinstance(rule.at, str) else ""
    return RULE_NOT_JUDGED.finding(
        table.place(row, column), message, "correct the rule or the table it reads"
    )
