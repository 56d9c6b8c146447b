"""Effects for a new card: which fit what it has, drawn so that no template is worn out."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardtools.cards.cells import read_column
from cardtools.cards.lexicon import Lexicon
from cardtools.cards.table import CardTable, make_table, read_unchecked
from cardtools.effects import draw
from cardtools.effects.parsing.nearest import NearestEffect
from cardtools.effects.parsing.parse import read_parser
from cardtools.effects.tagged import read_effects
from cardtools.ground.errors import Diagnostic, Location, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted, suggest
from cardtools.ground.tables.csv_reader import read_csv
from cardtools.ground.tables.workbooks import table_file
from cardtools.project.project import Project
from cardtools.reports.stats.roles import StatColumn, find_columns, tag_columns
from cardtools.rulesets import project_ruleset
from cardtools.steps.effect_lists import read_template_file


class EffectCriteria(Record):
    """What effects must be like: values of the new card as `COLUMN=VALUE`, tag columns that are True, texts
    to contain or not. `pin` is an effect that every card has, `texts` their number (None: as the game has).
    """

    values: Sequence[str] = ()
    columns: Sequence[str] = ()
    contain: Sequence[str] = ()
    omit: Sequence[str] = ()
    pin: str = ""
    texts: int | None = None


class DrawnEffects(Record):
    """The effects by card, how many are possible, their templates, why there are none, and what `emptied`."""

    cards: Sequence[Sequence[str]]
    possible: int
    templates: Mapping[str, str]
    emptied: draw.DrawCondition | None
    reason: Diagnostic | None


def draw_effects(
    project: Project, number: int, criteria: EffectCriteria, seed: int, report: Callable[[Diagnostic], object]
) -> DrawnEffects:
    """Effects for so many new cards. No card is drawn twice, its effects come from different templates, and
    templates that the card database has used least are the most likely. `report` gets notices.

    Raises InputError for criteria and files that cannot be used.
    """
    settings = project.settings.effects
    path = project.path(settings.tagged)
    paths = [table for table in project.tables if os.path.isfile(table_file(table))]
    ruleset = project_ruleset(project)
    if paths:
        cards = read_unchecked(paths, ruleset)
    else:
        cards = make_table(read_csv(Path("cards.csv"), text=f"{ruleset.label}\n"), ruleset)
    roles = find_columns(cards)
    card, own, words = _card(cards, {column.name: column for column in roles.columns}, criteria.values)
    required = [*tag_columns(ruleset, card), *criteria.columns]
    if not os.path.isfile(path) and not required and os.path.isfile(project.path(settings.effects)):
        path = project.path(settings.effects)
    if not os.path.isfile(path):
        raise bad_input(shown(path), "no such file", "`cardtools build` or `cardtools tag` makes it")
    table = read_effects(path)
    if not len(cards):
        message = "no cards, so every template counts as unused"
        report(Diagnostic(Location(shown(project.tables[0])), message, severity="info"))
    for name in required:
        table.require(name)
    conditions = [
        *(draw.column_true(f"column {name}", table.booleans(name)) for name in required),
        *map(draw.contains, criteria.contain),
        *map(draw.omits, criteria.omit),
    ]
    effects, emptied, before = draw.select(table.effects, conditions)
    templates = read_template_file(project.path(settings.templates))
    parser, _ = read_parser(project.root, settings, templates, Lexicon(project))
    pin = criteria.pin
    if pin and pin not in table.effects:
        miss = NearestEffect(parser).to(pin)
        raise bad_input("--pin", f"{pin!r} is not in {shown(path)}", miss.hint if miss else "")
    last = draw.mentions_another(effects, own, words) if own else set()
    effect_columns = roles.of("text")
    names = cards.values[ruleset.label]
    used = [
        (str(names[row]), effect.text)
        for column in effect_columns
        for row, effect in ruleset.split.rows(column.values)
    ]
    size = criteria.texts or len(ruleset.text_fields) or len(effect_columns) or 1
    known = dict.fromkeys([*effects, *(effect for _, effect in used), *([pin] if pin else [])])
    origin = {effect: template.text for effect, template in parser.find_templates(list(known)).items()}
    drawing = draw.EffectDraw(effects, origin, size, draw.count_uses(used, origin), last, pin)
    drawn = drawing.draw(random.Random(seed), number)
    reason = None if drawn else _nothing(shown(path), effects, emptied, before, size)
    return DrawnEffects(drawn, drawing.possible, origin, emptied, reason)


def _card(
    cards: CardTable, known: Mapping[str, StatColumn], given: Sequence[str]
) -> tuple[dict[str, Any], list[str], list[str]]:
    """The new card's values by column, its own words, and all words of columns that effects refer to."""
    ruleset = cards.ruleset
    names = {name.casefold(): name for name in (*cards.columns, *ruleset.fields)}
    names |= {field.label.casefold(): name for name, field in ruleset.fields.items()}
    names |= {title.casefold(): name for title, name in ruleset.columns.items()}
    card: dict[str, Any] = {}
    own: list[str] = []
    named = ruleset.design.words if ruleset.design else ()
    words = [word for name in named for word in _words(known, cards, name)]
    for text in given:
        title, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not value:
            raise bad_input("--for", f"{text!r} has no column and value", "as in: --for TYPE=Fire")
        name = names.get(title.casefold())
        if name is None:
            columns = list(dict.fromkeys((*ruleset.fields, *cards.columns)))
            raise bad_input("--for", f"unknown column {title!r}", suggest(title, columns, "columns"))
        field = ruleset.fields.get(name)
        typed = read_column([value], field).values[0] if field else value
        every = _words(known, cards, name)
        if every:
            meant = typed if isinstance(typed, tuple) else (str(typed),) if field else value.split(",")
            by_fold = {word.casefold(): word for word in every}
            for word in map(str.strip, meant):
                if word.casefold() not in by_fold:
                    message = f"{word!r} is not a word of {name}"
                    raise bad_input("--for", message, suggest(word, every, "words"))
            found = tuple(by_fold[word.strip().casefold()] for word in meant)
            typed = found if isinstance(typed, tuple) else found[0]
            own += found
            words += every
        elif typed is None:
            raise bad_input("--for", f"{value!r} cannot be a value of {name}", "a whole number")
        card[name] = typed
    return card, own, words


def _words(known: Mapping[str, StatColumn], cards: CardTable, name: str) -> Sequence[str]:
    """The words of a column: the ruleset's, and those that cards have there."""
    field = cards.ruleset.fields.get(name)
    if name in known:
        return known[name].order
    return field.vocabulary.values if field and field.vocabulary else ()


def _nothing(
    path: str, effects: Sequence[str], emptied: draw.DrawCondition | None, before: int, size: int
) -> Diagnostic:
    if emptied:
        message = f"{emptied.label} leaves no effect; {before:,} met the conditions before it"
        return Diagnostic(Location(path), message, "remove that condition, or change it")
    if not effects:
        return Diagnostic(Location(path), "there are no effects in it", "`cardtools build` makes it again")
    what = f"all {len(effects)} effects that fit are" if len(effects) > 1 else "the only effect that fits is"
    message = f"{what} from fewer than {counted(size, 'template')}, and a card has {counted(size, 'effect')}"
    hint = "remove a condition, so that another template fits, or draw fewer with --texts"
    return Diagnostic(Location(path), message, hint)
