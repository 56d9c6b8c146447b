"""Checks of card effects against the tagged effect list: do they exist, and are they for such a card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardtools.checks.cards.context import CheckContext
from cardtools.checks.effect_list import NearestEffects, NearTemplates, other_numbers
from cardtools.checks.texts.card_texts import Texts
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import one_edit
from cardtools.rulesets.effect_split import CellEffect
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
) -> Iterator[Diagnostic]:
    """Effects that are not in the list, and those whose tags do not fit their card, by effect column. An
    effect whose words are at fault (`texts`) is looked up as it should read, and "2" is "two".
    """
    effects, nearest = cards.effects, NearestEffects(cards.effects)
    known_tags = frozenset().union(*set(effects.values()))
    rules = [rule for rule in cards.ruleset.tag_rules if rule.info.severity != "off"]
    wanted = [(rule, wanted_tags(cards, rule)) for rule in rules]
    for rule, asked in wanted:
        # One finding for columns that no effect has, instead of one for every card.
        missing = sorted({tag for tag in asked if tag is not None and tag not in known_tags})
        if missing and effects:
            message = f"no effect of the list is tagged {', '.join(missing)}, which cards need here"
            hint = "add a rule for it to the tag rules"
            yield rule.info.finding(cards.table.file.at_header(0), message, hint)
    for column in cards.ruleset.effect_columns:
        for row, effect in cards.ruleset.split.rows(cards.columns(column)):
            tags = effects.get(effect.text)
            if tags is None:
                tags = next((effects[same] for same in other_numbers(effect.text) if same in effects), None)
            if tags is None:
                yield from _unknown(cards, texts, templates, nearest, column, row, effect)
                continue
            for rule, needed in wanted:
                tag = needed[row]
                if tag is not None and tag not in tags and tag in known_tags:
                    names, place = cards.values(row), cards.table.place(row, column)
                    message = rule.message.fill(names) + (effect.of > 1) * f" ({effect.named(column)})"
                    yield rule.info.finding(place, message, rule.hint.fill(names))


def _unknown(
    cards: CheckContext, texts: Texts, templates: NearTemplates | None, nearest: NearestEffects,
    column: str, row: int, unknown: CellEffect,
) -> Iterator[Diagnostic]:  # fmt: skip
    """The finding about an effect that is not in the list; none where one about its words explains it."""
    written, where = unknown.text, (unknown.of > 1) * f"{unknown.named(column)}: "
    effect = texts.text_checks.correct(written)
    if effect is None or effect in cards.effects:
        return
    miss = templates.to(effect) if templates and not cards.off(NEAR_TEMPLATE) else None
    if templates and miss and not templates.give(effect):
        # One letter of one word may be all that keeps them apart.
        words, others = effect.split(" "), miss.effect.split(" ")
        unlike = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
        is_slip = len(words) == len(others) and len(unlike) == 1 and one_edit(*unlike[0])
        fix = cards.edit_effect(row, column, unknown, miss.effect, False) if is_slip else None
        message = f'{where}{miss.message}, by the template "{miss.template.text}"'
        yield cards.finding(NEAR_TEMPLATE, row, column, message, miss.hint, fix)
    elif not cards.off(UNKNOWN_EFFECT):
        shown = written if len(written) <= 120 else written[:117] + "..."
        hint = "choose an effect of the list, or add a template for it"
        if cards.ruleset.check(UNKNOWN_EFFECT).hint:
            hint = ""  # the ruleset has its own
        elif templates and templates.give(effect):
            hint = "a template gives it: run `cardtools build` to renew the list"
        elif near := nearest.to(effect):
            hint = f'did you mean "{near}"?'
        message = f'{where}the effect "{shown}" is not in the generated list'
        yield cards.finding(UNKNOWN_EFFECT, row, column, message, hint)


def wanted_tags(cards: CheckContext, rule: RequiredTag) -> list[str | None]:
    """By row, the column that must be True; None where the rule does not apply or a cell it reads is bad."""
    names = list(dict.fromkeys(name for part in rule.column.expressions for name in part.variables))
    values = [cards.columns(name) for name in names]
    known: dict[Any, str | None] = {}
    tags: list[str | None] = [None] * len(cards.table)
    for row in rule.when.rows(cards.columns, len(tags))[0]:
        key = tuple(column[row] for column in values)
        if key not in known:
            known[key] = None if None in key else rule.column.fill(dict(zip(names, key, strict=True)))
        tags[row] = known[key]
    return tags
