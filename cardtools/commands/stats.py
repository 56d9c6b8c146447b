"""`cardtools stats`: count cards, decks and effects, with a page of charts."""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.cards.deck import read_deck
from cardtools.cards.table import CardTable, read_tables
from cardtools.checks.decks.contents import read_contents
from cardtools.commands import OneOf, card_filters, command, format_option, is_given, path_option
from cardtools.effects.parsing.parse import read_parser
from cardtools.effects.parsing.trace import find_templates
from cardtools.effects.tagged import TagTable, read_effects
from cardtools.game import effect_lists as stage
from cardtools.game.programs import declined_texts, program_file
from cardtools.ground.console import Console, to_json
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.ground.spelling import counted, listed
from cardtools.project.project import Project, find_project
from cardtools.reports.stats.as_text import format_tables
from cardtools.reports.stats.facts import Facts, Pile
from cardtools.reports.stats.sections import make_tables
from cardtools.reports.stats.table import SECTIONS, Section, Table
from cardtools.rulesets import Ruleset, project_ruleset
from cardtools.rulesets.deck_model import LARGEST_HAND, OddsEntry

if TYPE_CHECKING:
    from cardtools.game.card_choice import CardChoice

# The files that these sections need are made by `cardtools build`, not written by hand.
_FROM_TAGS = ("actions",)
_FROM_EFFECTS = ("actions", "conditions", "templates", "mentions")
_FROM_TEMPLATES = ("templates", "coverage")
_HAND = 7  # of a game whose ruleset does not say


@command(epilog="Example: cardtools stats --deck cards/decks/starter.txt --only costs --only decks")
@card_filters
@click.option(
    "--only",
    "sections",
    multiple=True,
    type=OneOf(SECTIONS),
    metavar="SECTION",
    help=f"One of {', '.join(SECTIONS)}; may be repeated. [default: all of them]",
)
@click.option(
    "--hand",
    type=click.IntRange(1, LARGEST_HAND),
    metavar="N",
    help=f"Cards in an opening hand. [default: that of the ruleset's odds, or {_HAND}]",
)
@click.option(
    "--draws",
    type=click.IntRange(0, LARGEST_HAND),
    metavar="N",
    default=1,
    show_default=True,
    help="Cards drawn in each turn.",
)
@path_option("-o", "--output", metavar="FOLDER", help="The folder of the page.", default="output/stats")
@format_option(help="text: print tables, write a page; json: print JSON, write no files. [default: text]")
def stats(
    console: Console,
    choice: CardChoice,
    sections: tuple[Section, ...],
    hand: int | None,
    draws: int,
    output: Path | None,
    form: str,
) -> None:
    """Count the cards, decks and effects of the project, as tables and one HTML page with charts.

    Cards by each column of words; the cost curve; stats, and cards that stand out by strength for their cost;
    text length; decks and the odds of their draws; effects by action, condition and template; which words
    effects mention; which templates the cards use; how many texts can be played. What a column means is up to
    the ruleset, and guessed where it is silent. A card in several prints counts once.

    With filters, only the cards that meet all of them are counted: CARD is a name, or a pattern such as
    'Rust*', and the cards of a --deck count as often as it contains them. -v prints every row of every table.
    """
    if sections and "decks" not in sections:
        for name in filter(is_given, ("hand", "draws")):
            raise click.UsageError(f"--{name} is for the section decks: leave it out, or add --only decks.")
    if form == "json" and output:
        raise click.UsageError("--format json writes no files: it cannot be combined with -o.")
    project = find_project(required=True)
    facts, notices = _gather(project, sections or SECTIONS, choice, (hand, draws))
    console.problems(notices)
    tables = make_tables(facts, sections or SECTIONS)
    if form == "json":
        console.data(to_json([table.data() for table in tables]) + "\n")
        return
    lines = format_tables(tables, console.verbosity > 0, min(console.width(), 100))
    nothing = (
        f"there is nothing to count for {listed(sections)}"
        if sections
        else "there is nothing to count but names"
    )
    console.result(*(lines or [nothing]))
    if facts.columns.guessed and not sections:
        console.say("")
        console.say(f"guessed what these columns are: {', '.join(facts.columns.guessed)}")
    # A page of some cards or sections does not take the place of the whole one.
    name = "selection.html" if (choice or sections) and not output else "index.html"
    _write(console, project, facts, tables, (output or project.output_path("stats")) / name)


def _gather(
    project: Project, sections: Sequence[str], choice: CardChoice, drawing: tuple[int | None, int]
) -> tuple[Facts, list[Diagnostic]]:
    """What the sections count, and a warning for each file that is missing."""
    settings = project.settings.effects
    table = read_tables(project.tables, project_ruleset(project))
    rows = choice.rows(table) if choice else range(len(table))
    wanted = set(sections)
    notices: list[Diagnostic] = []
    piles: list[Pile] = []
    if "decks" in wanted:
        decks = choice.decks or (() if choice.narrows else map(project.path, project.settings.cards.decks))
        piles = _piles(decks, table, drawing, notices)
    effects: TagTable | None = None
    templates_file = project.path(settings.templates)
    # A game without templates has no effect list either.
    has_templates = os.path.isfile(templates_file)
    if wanted.intersection(_FROM_EFFECTS):
        tagged, listed = project.path(settings.tagged), project.path(settings.effects)
        source = tagged if os.path.isfile(tagged) else listed
        if os.path.isfile(source):
            effects = read_effects(source)
        # Without tag rules a build makes only the list.
        has_tags = os.path.isfile(project.path(settings.tags))
        no_actions = has_tags and bool(wanted.intersection(_FROM_TAGS))
        if has_templates and source is listed and (effects is None or no_actions):
            missing = "no effects are counted" if effects is None else "no actions are counted"
            place = Location(shown(tagged if has_tags else listed))
            hint = "make it with cardtools build"
            notices.append(Diagnostic(place, f"no such file, so {missing}", hint, severity="warning"))
    quantity = project.settings.cards.quantity
    facts = Facts(table, rows, bool(choice.decks), piles, effects, quantity=quantity)
    if "coverage" in wanted and program_file(project):
        facts = dataclasses.replace(facts, declined=declined_texts(project, facts.card_effects))
    if not wanted.intersection(_FROM_TEMPLATES) or not has_templates:
        return facts, notices
    templates = stage.read_template_file(templates_file)
    parser, problems = read_parser(project.root, settings, templates)
    origins = find_templates({*(effects.effects if effects else ()), *facts.card_effects}, parser)
    texts = {effect: template.text for effect, template in origins.items()}
    listed_templates = [template.text for template in templates]
    return dataclasses.replace(facts, templates=listed_templates, origins=texts), [*notices, *problems]


def _piles(
    decks: Iterable[Path], table: CardTable, drawing: tuple[int | None, int], notices: list[Diagnostic]
) -> list[Pile]:
    """The decks, each section that cards are drawn from by itself."""
    ruleset = table.ruleset
    found: list[Pile] = []
    decks = list(decks)
    stems = Counter(path.stem for path in decks)
    for path in decks:
        deck = path.stem if stems[path.stem] == 1 else shown(path)
        sections: dict[str, Counter[int]] = {}
        for line in read_contents(read_deck(path), table, ruleset).lines:
            if line.row is None or not line.entry.readable:
                message = f"{line.entry.name!r} is not counted: " + (
                    "no card is named so" if line.row is None else line.entry.count_fault
                )
                notices.append(Diagnostic(line.entry.location, message, severity="warning"))
            elif not (line.section and ruleset.sections[line.section].apart):
                sections.setdefault(line.section, Counter())[line.row] += line.entry.count
        for section, copies in sections.items():
            name = deck if len(sections) == 1 else section if len(decks) == 1 else f"{deck} {section}"
            hand = drawing[0] or _hand(ruleset, section)
            found.append(Pile(name, copies, hand, drawing[1]))
    return found


def _hand(ruleset: Ruleset, section: str) -> int:
    """The size of an opening hand, from the rule about its odds."""
    rules = [(rule.sections, rule.entry) for rule in ruleset.deck_rules]
    hands = {
        not own or section in own: entry.hand
        for own, entry in reversed(rules)
        if isinstance(entry, OddsEntry)
    }
    return hands.get(True, hands.get(False, _HAND))


def _write(console: Console, project: Project, facts: Facts, tables: Sequence[Table], page: Path) -> None:
    from cardtools.reports.stats.page import format_page

    name = project.settings.name or "Card statistics"
    summary = counted(len(facts.designs), "card")
    if len(facts.designs) < len(facts.rows):
        summary += f" in {counted(len(facts.rows), 'print')}"
    if facts.effects is not None:
        summary += f", {counted(len(facts.effects.effects), 'effect')}"
    if facts.templates:
        summary += f", {counted(len(facts.templates), 'template')}"
    make_folder(page.parent)
    write_atomic(page, format_page(name, summary, tables))
    console.say("")
    console.say(f"{summary}: {counted(len(tables), 'table')} -> {shown(page)}")
