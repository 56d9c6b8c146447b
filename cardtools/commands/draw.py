"""`cardtools draw`: effects for a new card."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from cardtools.cards.cells import read_column
from cardtools.cards.table import CardTable, make_table, read_unchecked
from cardtools.commands import command, format_option
from cardtools.effects.draw import (
    DrawCondition,
    EffectDraw,
    column_true,
    contains,
    count_uses,
    mentions_another,
    omits,
    select,
)
from cardtools.effects.parsing.nearest import NearestEffect
from cardtools.effects.parsing.parse import read_parser
from cardtools.effects.parsing.trace import find_templates
from cardtools.effects.tagged import read_effects
from cardtools.game import effect_lists as stage
from cardtools.ground.console import Console, to_json
from cardtools.ground.errors import Diagnostic, Location, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted, suggest
from cardtools.ground.tables.csvread import read_csv
from cardtools.ground.tables.workbooks import table_file
from cardtools.project.project import Project, find_project
from cardtools.reports.stats.roles import StatColumn, find_columns, tag_columns
from cardtools.rulesets import project_ruleset


@command(epilog="Example: cardtools draw --for LEVEL=2 --for TYPE=Fire -n 5")
@click.option(
    "-n",
    "--number",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="For how many cards to draw.",
)
@click.option(
    "--for",
    "values",
    multiple=True,
    metavar="COLUMN=VALUE",
    help="What the new card has in a column; may be repeated.",
)
@click.option(
    "--texts",
    type=click.IntRange(1, 20),
    metavar="N",
    help="Effects of a card. [default: as many as the ruleset has columns for]",
)
@click.option("--column", "columns", multiple=True, metavar="NAME", help="A tag column that must be True.")
@click.option("--contains", "wanted", multiple=True, metavar="TEXT", help="Effects must contain TEXT.")
@click.option("--omit", "unwanted", multiple=True, metavar="TEXT", help="Effects must not contain TEXT.")
@click.option("--pin", default="", metavar="EFFECT", help="An effect that every card has.")
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed and files, same effects.")
@format_option()
def draw(
    console: Console,
    number: int,
    values: tuple[str, ...],
    texts: int | None,
    columns: tuple[str, ...],
    wanted: tuple[str, ...],
    unwanted: tuple[str, ...],
    pin: str,
    seed: int,
    form: str,
) -> int:
    """Draw effects for a new card from the effect list: as many as a card of the game has.

    All effects must meet every condition; --column, --contains and --omit may be repeated. A pinned effect
    need not meet them. No card is drawn twice, and its effects come from different templates. Templates that
    the card database has used least are the most likely: one used n times has the weight 1/(1+n).

    --for says what the new card has in a column. Where the ruleset has tag rules, its effects have the tags
    that these ask for. Effects that mention the card's own words in such a column, or none of the column's
    words, go before those that mention another: these are drawn only when no others are left.

    Exits 1 if nothing fits, and says which condition leaves nothing.
    """
    if not all(text.strip() for text in (*wanted, *unwanted)):
        raise click.UsageError("--contains and --omit need a text; every effect contains an empty one.")
    project = find_project(required=True)
    settings = project.settings.effects
    path = project.path(settings.tagged)
    cards = _cards(project)
    card, own, words = _card(cards, values)
    required = [*tag_columns(cards.ruleset, card), *columns]
    if not os.path.isfile(path) and not required and os.path.isfile(project.path(settings.effects)):
        path = project.path(settings.effects)
    if not os.path.isfile(path):
        raise bad_input(shown(path), "no such file", "`cardtools build` or `cardtools tag` makes it")
    table = read_effects(path)
    if not len(cards):
        message = "no cards, so every template counts as unused"
        console.problem(Diagnostic(Location(shown(project.tables[0])), message, severity="info"))
    for name in required:
        table.require(name)
    conditions = [
        *(column_true(f"column {name}", table.booleans(name)) for name in required),
        *map(contains, wanted),
        *map(omits, unwanted),
    ]
    effects, emptied, before = select(table.effects, conditions)
    parser, _ = read_parser(
        project.root, settings, stage.read_template_file(project.path(settings.templates))
    )
    if pin and pin not in table.effects:
        miss = NearestEffect(parser).to(pin)
        raise bad_input("--pin", f"{pin!r} is not in {shown(path)}", miss.hint if miss else "")
    last = mentions_another(effects, own, words) if own else set()
    effect_columns = find_columns(cards).of("text")
    names = cards.values[cards.ruleset.label]
    used = [
        (str(name), text)
        for column in effect_columns
        for name, text in zip(names, column.values, strict=True)
        if text is not None
    ]
    size = texts or len(cards.ruleset.text_fields) or len(effect_columns) or 1
    known = dict.fromkeys([*effects, *(effect for _, effect in used), *([pin] if pin else [])])
    templates = find_templates(list(known), parser)
    origin = {effect: template.text for effect, template in templates.items()}
    drawing = EffectDraw(effects, origin, size, count_uses(used, origin), last, pin)
    drawn = drawing.draw(random.Random(seed), number)
    if form == "json":
        data = {
            "asked": number,
            "possible": drawing.possible,
            "seed": seed,
            "emptied_by": emptied.label if emptied else None,
            "cards": [[{"effect": text, "template": origin.get(text)} for text in one] for one in drawn],
        }
        console.data(to_json(data) + "\n")
    else:
        for position, (first, *others) in enumerate(drawn, 1):
            indent = " " * len(f"{position}. ")
            console.result(f"{position}. {first}", *(f"{indent}{other}" for other in others))
    if not drawn:
        console.problem(_nothing(shown(path), effects, emptied, before, size))
        return 1
    if len(drawn) < number and form == "text":
        console.say(f"there are only {counted(len(drawn), 'card')} that fit; {number} were asked for")
    return 0


def _card(cards: CardTable, given: Sequence[str]) -> tuple[dict[str, Any], list[str], list[str]]:
    """The values of the new card by column, its own words, and all words of the columns these are in
    and of those by which effects refer to cards.
    """
    ruleset = cards.ruleset
    known = {column.name: column for column in find_columns(cards).columns}
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


def _cards(project: Project) -> CardTable:
    """The card table, unchecked; an empty one where there is none."""
    ruleset = project_ruleset(project)
    paths = [path for path in project.tables if os.path.isfile(table_file(path))]
    if not paths:
        return make_table(read_csv(Path("cards.csv"), text=f"{ruleset.label}\n"), ruleset)
    return read_unchecked(paths, ruleset)


def _nothing(
    path: str, effects: Sequence[str], emptied: DrawCondition | None, before: int, size: int
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
