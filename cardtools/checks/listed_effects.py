"""Checks of card effects against the tagged effect list: do they exist, and are they for such a card."""

from __future__ import annotations

from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.cards.context import CheckContext
from cardtools.checks.columns import Columns
from cardtools.checks.effect_list import NearestEffects, NearTemplates, other_numbers
from cardtools.checks.texts.card_texts import Texts
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import one_edit
from cardtools.rulesets.ruleset import RequiredTag

UNKNOWN_EFFECT = Check.of("""TXT004 unknown-effect warning: the effect is not in the generated list
    why: Effects are made from templates, so that the same idea has the same words on every card.
    bad: Hop three times around the table.
    good: Draw one card.
    fix: take an effect of the list, or add a template for it""")
NEAR_TEMPLATE = Check.of("""TXT005 near-template warning: the effect is not in the list, but close to a
    template
    why: A word or two keep the effect from being one of the list, and so from its tags.
    bad: Draw ten cards.
    good: Draw two cards.
    fix: write what the template has in that place, or add a template""")
EFFECTS_NOT_CHECKED = Check.of("""TXT027 effects-not-checked warning: there is no tagged effect list yet
    why: Effect texts are looked up in the tagged list, which a build makes.
    bad: a project that was never built
    good: effects/effects_with_placeholders.csv is there
    fix: run `cardtools build`""")


def check_effects(
    cards: CheckContext, texts: Texts, templates: NearTemplates | None = None
) -> list[Diagnostic]:
    """Effects that are not in the list, and those whose tags do not fit their card, by effect column.

    An effect whose words are at fault (`texts`) is looked up as it should read, and "2" is "two".
    """
    table, ruleset, effects, columns = cards.table, cards.ruleset, cards.effects, cards.columns
    known_tags = frozenset().union(*set(effects.values()))
    rules = [rule for rule in ruleset.tag_rules if rule.info.severity != "off"]
    wanted = [(rule, _wanted_tags(table, columns, rule)) for rule in rules]
    found = []
    for rule, asked in wanted:
        # One finding for columns that no effect has, instead of one for every card.
        missing = sorted({tag for tag in asked if tag is not None and tag not in known_tags})
        if missing and effects:
            message = f"no effect of the list is tagged {', '.join(missing)}, which cards need here"
            hint = "add a rule for it to the tag rules"
            found.append(rule.info.finding(table.file.at_header(0), message, hint))
    unknown = _Unknown(cards, texts, templates)
    for column in ruleset.effect_columns:
        for row, effect in enumerate(columns(column)):
            if effect is None:
                continue
            tags = effects.get(effect)
            if tags is None:
                tags = next((effects[same] for same in other_numbers(effect) if same in effects), None)
            if tags is None:
                found += unknown.at(column, row, effect)
                continue
            for rule, needed in wanted:
                tag = needed[row]
                if tag is not None and tag not in tags and tag in known_tags:
                    names = cards.values(row)
                    place = table.place(row, column)
                    found.append(rule.info.finding(place, rule.message.fill(names), rule.hint.fill(names)))
    return found


class _Unknown:
    """Reports effects that are not in the list, with the template or effect that is closest."""

    def __init__(self, cards: CheckContext, texts: Texts, templates: NearTemplates | None) -> None:
        self.cards, self.texts, self.templates = cards, texts, templates
        self.nearest = NearestEffects(cards.effects)
        self.check, self.near = cards.ruleset.check(UNKNOWN_EFFECT), cards.ruleset.check(NEAR_TEMPLATE)

    def at(self, column: str, row: int, written: str) -> list[Diagnostic]:
        """The finding about the effect of a row; none where a finding about its words explains it."""
        effect = self.texts.text_checks.correct(written)
        if effect is None or effect in self.cards.effects:
            return []
        table, names = self.cards.table, self.cards.values(row)
        name, place = table.name(row), table.place(row, column)
        miss = self.templates.to(effect) if self.templates and not self.near.off else None
        if miss and not (self.templates and self.templates.give(effect)):
            message = f'{name}: {miss.message}, by the template "{miss.template.text}"'
            hint = self.near.hint.fill(names) if self.near.hint else miss.hint
            # One letter of one word may be all that keeps them apart.
            words, others = effect.split(" "), miss.effect.split(" ")
            unlike = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
            is_slip = len(words) == len(others) and len(unlike) == 1 and one_edit(*unlike[0])
            fix = self.cards.edit(row, column, miss.effect, False) if is_slip else None
            return [self.near.info.finding(place, message, hint, fix=fix)]
        if self.check.off:
            return []
        shown = written if len(written) <= 120 else written[:117] + "..."
        message = f'{name}: the effect "{shown}" is not in the generated list'
        message = self.check.message.fill(names) if self.check.message else message
        if self.check.hint:
            hint = self.check.hint.fill(names)
        elif self.templates and self.templates.give(effect):
            hint = "a template gives it: run `cardtools build` to renew the list"
        else:
            near = self.nearest.to(effect)
            hint = (
                f'did you mean "{near}"?'
                if near
                else "choose an effect of the list, or add a template for it"
            )
        return [self.check.info.finding(place, message, hint)]


def _wanted_tags(table: CardTable, columns: Columns, rule: RequiredTag) -> list[str | None]:
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
