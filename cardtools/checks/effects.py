"""Checks of card effects against the tagged effect list: does it exist, is it meant for this card."""

from __future__ import annotations

from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowValues
from cardtools.checks.effect_list import EffectList, Nearest
from cardtools.errors import Diagnostic
from cardtools.rulesets.ruleset import TagRule


def check_effects(table: CardTable, columns: Columns, effects: EffectList) -> list[Diagnostic]:
    """Effects that are not in the list, and those whose tags do not fit their card, by effect column."""
    ruleset = table.ruleset
    known_tags = frozenset().union(*set(effects.values()))
    wanted = [
        (rule, _wanted_tags(table, columns, rule))
        for rule in ruleset.tag_rules
        if rule.info.severity != "off"
    ]
    found = [
        finding for rule, tags in wanted if (finding := _untagged(table, rule, tags, known_tags, effects))
    ]
    nearest = Nearest(effects)
    whole = Columns(table)
    for column in ruleset.effect_columns:
        for row, effect in enumerate(columns(column)):
            if effect is None:
                continue
            tags = effects.get(effect)
            if tags is None:
                found += _unknown(table, whole, column, row, effect, nearest)
                continue
            for rule, needed in wanted:
                tag = needed[row]
                if tag is not None and tag not in tags and tag in known_tags:
                    names = RowValues(row, whole, ruleset.label, table.name(row))
                    place = table.place(row, column)
                    found.append(rule.info.finding(place, rule.message.fill(names), rule.hint.fill(names)))
    return found


def _unknown(
    table: CardTable, whole: Columns, column: str, row: int, effect: str, nearest: Nearest
) -> list[Diagnostic]:
    check = table.ruleset.unknown_effect
    if check.off:
        return []
    names = RowValues(row, whole, table.ruleset.label, table.name(row))
    shown = effect if len(effect) <= 120 else effect[:117] + "..."
    message = f'{table.name(row)}: the effect "{shown}" is not in the generated list'
    near = nearest.to(effect)
    hint = f'did you mean "{near}"?' if near else "choose an effect of the list, or add a template for it"
    return [
        check.info.finding(
            table.place(row, column),
            check.message.fill(names) if check.message else message,
            check.hint.fill(names) if check.hint else hint,
        )
    ]


def _wanted_tags(table: CardTable, columns: Columns, rule: TagRule) -> list[str | None]:
    """By row, the column that must be True; None where the rule does not apply or a cell it reads is bad."""
    rows, _ = rule.when.rows(columns, len(table))
    names = list(dict.fromkeys(name for part in rule.column.expressions for name in part.variables))
    values = [columns(name) for name in names]
    known: dict[Any, str | None] = {}
    tags: list[str | None] = [None] * len(table)
    for row in rows:
        key = tuple(column[row] for column in values)
        if key not in known:
            known[key] = None if None in key else rule.column.fill(dict(zip(names, key, strict=True)))
        tags[row] = known[key]
    return tags


def _untagged(
    table: CardTable, rule: TagRule, tags: list[str | None], known: frozenset[str], effects: EffectList
) -> Diagnostic | None:
    """One finding for columns that no effect has, instead of one for every card."""
    missing = sorted({tag for tag in tags if tag is not None and tag not in known})
    if not missing or not effects:
        return None
    message = f"no effect of the list is tagged {', '.join(missing)}, which cards need here"
    return rule.info.finding(table.file.at_header(0), message, "add a rule for it to the tag rules")
