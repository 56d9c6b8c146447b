"""Checks of whole cards: the ruleset's own rules, applied where the cells they read have no error."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, GroupColumns, RowVariables
from cardtools.checks.same_cells import unlike_cells
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import listed
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
    """The findings of the ruleset's row rules, in its order.

    A rule is not applied to a card where a cell it reads has an error or, unless it uses `given(X)`, is
    empty; nor where a rule named in its `after` found a fault, also in the first card of its group; nor, with
    `only`, when it reads other columns.
    """
    found: list[Diagnostic] = []
    failed: dict[str, set[int]] = {}
    absent: dict[str, list[str]] = {}
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
        # A cause explains cells that are wrong.
        values: Columns | GroupColumns = Columns(table, table.unusable) if rule.cause else columns
        names: Columns | GroupColumns = whole
        if rule.group:
            key = (rule.group, rule.order)
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
        found += [_finding(table, names, rule, row) for row in rows]
        found += [_not_judged(table, names, rule, row, reason) for row, reason in stuck.items()]
    wording = table.ruleset.check(ABSENT_COLUMN)
    if absent and not wording.off:
        rules = dict.fromkeys(rule for names in absent.values() for rule in names)
        lacking = f"column{'s' * (len(absent) > 1)} {listed(list(absent))}"
        these = "these rules are" if len(rules) > 1 else "this rule is"
        message = f"without the {lacking} {these} not checked: {listed(list(rules))}"
        found.append(wording.info.finding(table.file.at_header(0), message, "add it, if cards have it"))
    return found


def _finding(table: CardTable, columns: Columns | GroupColumns, rule: Rule, row: int) -> Diagnostic:
    names = RowVariables(row, columns, table)
    place = table.place(row, rule.at.fill(names))
    return rule.info.finding(place, rule.message.fill(names), rule.hint.fill(names))


def _not_judged(
    table: CardTable, columns: Columns | GroupColumns, rule: Rule, row: int, reason: str
) -> Diagnostic:
    message = f"{table.name(row)}: {rule.info.code} {rule.info.name} cannot be computed: {reason}"
    place = table.place(row, rule.at.fill(RowVariables(row, columns, table)))
    return RULE_NOT_JUDGED.finding(place, message, "correct the rule or the table it reads")
