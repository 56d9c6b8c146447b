"""The statistics of a game: what its tables count, gathered from the cards, the decks and the effect list."""

from __future__ import annotations

import dataclasses
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from cardtools.cards.deck import read_deck
from cardtools.cards.lexicon import Lexicon
from cardtools.cards.table import CardTable, read_tables
from cardtools.checks.decks.contents import read_contents
from cardtools.effects.parsing.parse import read_parser
from cardtools.effects.tagged import TagTable, read_effects
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.project.project import Project
from cardtools.reports.stats.facts import Facts, Pile
from cardtools.rulesets import Ruleset, project_ruleset
from cardtools.rulesets.deck_model import OddsEntry
from cardtools.steps.card_choice import CardChoice
from cardtools.steps.effect_lists import read_template_file
from cardtools.steps.programs import declined_texts, program_file

# The files that these sections need are made by `cardtools build`, not written by hand.
_FROM_TAGS = ("actions",)
_FROM_EFFECTS = ("actions", "conditions", "templates", "mentions")
_FROM_TEMPLATES = ("templates", "coverage")
HAND = 7  # of a game whose ruleset does not say


def summary(facts: Facts) -> str:
    """How much was counted, in one line."""
    cards, prints = counted(len(facts.designs), "card"), counted(len(facts.rows), "print")
    parts = [f"{cards} in {prints}" if len(facts.designs) < len(facts.rows) else cards]
    parts += [] if facts.effects is None else [counted(len(facts.effects.effects), "effect")]
    parts += [counted(len(facts.templates), "template")] if facts.templates else []
    return ", ".join(parts)


def gather_facts(
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
    templates = read_template_file(templates_file)
    parser, problems = read_parser(project.root, settings, templates, Lexicon(project))
    origins = parser.find_templates({*(effects.effects if effects else ()), *facts.card_effects})
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
                why = "no card is named so" if line.row is None else line.entry.count_fault
                message = f"{line.entry.name!r} is not counted: {why}"
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
    hands = {
        not rule.sections or section in rule.sections: rule.entry.hand
        for rule in reversed(ruleset.deck_rules)
        if isinstance(rule.entry, OddsEntry)
    }
    return hands.get(True, hands.get(False, HAND))
