"""`cardtools draw`: pairs of effects for a new card."""

from __future__ import annotations

import os
import random

import click

from cardtools.cards.table import read_rows
from cardtools.commands import command, json_option
from cardtools.console import Console, to_json
from cardtools.effects.draw import (
    Condition,
    PairDraw,
    column_true,
    contains,
    count_uses,
    mentions_another,
    omits,
    select,
)
from cardtools.effects.parsing.nearest import NearestEffect
from cardtools.effects.parsing.parse import Parser, read_parser
from cardtools.effects.parsing.trace import find_templates
from cardtools.effects.tagged import read_effects
from cardtools.errors import Diagnostic, Location, bad_input
from cardtools.files import shown
from cardtools.project import Project, find_project
from cardtools.spelling import suggest
from cardtools.stages import effects as stage
from cardtools.workbooks import table_file


@command(epilog="Example: cardtools draw --kind UNIT --rank 3 --type Fire --subtype Dragon -n 5")
@click.option(
    "-n", "--number", type=click.IntRange(1), default=1, show_default=True, help="How many pairs to draw."
)
@click.option("--kind", metavar="COLUMN", help="Effects for this kind of card: UNIT or SPELL.")
@click.option("--rank", type=click.IntRange(1), metavar="N", help="Effects for this rank (column LEVEL_N).")
@click.option("--type", "types", multiple=True, metavar="NAME", help="The card's type; may be repeated.")
@click.option("--subtype", "subtypes", multiple=True, metavar="NAME", help="Its sub-type; may be repeated.")
@click.option("--column", "columns", multiple=True, metavar="NAME", help="A tag column that must be True.")
@click.option("--contains", "wanted", multiple=True, metavar="TEXT", help="Effects must contain TEXT.")
@click.option("--omit", "unwanted", multiple=True, metavar="TEXT", help="Effects must not contain TEXT.")
@click.option("--pin", default="", metavar="EFFECT", help="An effect that every pair contains.")
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed and files, same pairs.")
@json_option
def draw(
    console: Console,
    number: int,
    kind: str | None,
    rank: int | None,
    types: tuple[str, ...],
    subtypes: tuple[str, ...],
    columns: tuple[str, ...],
    wanted: tuple[str, ...],
    unwanted: tuple[str, ...],
    pin: str,
    seed: int,
    as_json: bool,
) -> int:
    """Draw pairs of effects for a new card from the tagged list.

    Both effects must meet every condition; --column, --contains and --omit may be repeated. A pinned effect
    need not meet them. No pair is drawn twice, and its effects come from two templates. Templates that the
    card database has used least are the most likely: one used n times has the weight 1/(1+n).

    With --type or --subtype, effects that mention the card's own type or sub-type, or none at all, go before
    those that mention another: these are drawn only when no other pair is left.

    Exits with 1 if nothing fits, and says which condition leaves nothing.
    """
    if not all(text.strip() for text in (*wanted, *unwanted)):
        raise click.UsageError("--contains and --omit need a text; every effect contains an empty one.")
    project = find_project(required=True)
    settings = project.settings.effects
    path = project.path(settings.tagged)
    if not os.path.isfile(path):
        raise bad_input(shown(path), "no such file", "`cardtools build` or `cardtools tag` makes it")
    table = read_effects(path)
    required = [*filter(None, (kind, f"LEVEL_{rank}" if rank else "")), *columns]
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
    own, words = _kinds(parser, types, subtypes)
    last = mentions_another(effects, own, words) if own else set()
    used = _used(console, project)
    known = dict.fromkeys([*effects, *(effect for _, effect in used), *([pin] if pin else [])])
    templates = find_templates(list(known), parser)
    origin = {effect: template.text for effect, template in templates.items()}
    drawing = PairDraw(effects, origin, count_uses(used, origin), last, pin)
    pairs = drawing.draw(random.Random(seed), number)
    if as_json:
        data = {
            "asked": number,
            "possible": drawing.possible,
            "seed": seed,
            "emptied_by": emptied.label if emptied else None,
            "pairs": [[{"effect": text, "template": origin.get(text)} for text in pair] for pair in pairs],
        }
        console.data(to_json(data) + "\n")
    else:
        for position, (one, other) in enumerate(pairs, 1):
            console.result(f"{position}. {one}", f"{' ' * len(str(position))}  {other}")
    if not pairs:
        console.problem(_nothing(shown(path), effects, emptied, before))
        return 1
    if len(pairs) < number and not as_json:
        console.say(f"there are only {len(pairs)} pairs that fit; {number} were asked for")
    return 0


def _kinds(parser: Parser, types: tuple[str, ...], subtypes: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The card's own types and sub-types, and all there are: the values of <type> and <subtype>."""
    own, every = [], []
    for option, given in (("type", types), ("subtype", subtypes)):
        values = [value.text for value in parser.expander.grammar.values.get(option, ())]
        every += values
        for name in (name.strip() for names in given for name in names.split(",")):
            if name.casefold() not in map(str.casefold, values):
                message = f"{name!r} is not a value of <{option}>"
                raise bad_input(f"--{option}", message, suggest(name, values, f"{option}s"))
            own.append(name)
    return own, every


def _used(console: Console, project: Project) -> list[tuple[str, str]]:
    """The name and effects of every card of the database."""
    titles = {title: name for name, title in project.settings.columns.items()}
    used: list[tuple[str, str]] = []
    for path in project.tables:
        if not os.path.isfile(table_file(path)):
            message = "no such file, so every template counts as unused"
            console.problem(Diagnostic(Location(shown(path)), message, severity="info"))
            continue
        file, _ = read_rows(path)
        header = [titles.get(title, title) for title in file.header]
        columns = [header.index(name) for name in ("EFFECT1", "EFFECT2") if name in header]
        name = header.index("NAME") if "NAME" in header else 0
        used += [(row[name], row[column]) for row in file.rows for column in columns]
    return used


def _nothing(path: str, effects: list[str], emptied: Condition | None, before: int) -> Diagnostic:
    if emptied:
        message = f"{emptied.label} leaves no effect; {before:,} met the conditions before it"
        return Diagnostic(Location(path), message, "remove that condition, or change it")
    if not effects:
        return Diagnostic(Location(path), "there are no effects in it", "`cardtools build` makes it again")
    count = f"all {len(effects)} effects that fit are" if len(effects) > 1 else "the only effect that fits is"
    message = f"no pair: {count} from one template"
    return Diagnostic(Location(path), message, "remove a condition, so that another template fits")
