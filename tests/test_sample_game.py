"""The sample game: it uses everything the documentation names, and its list reads as correct English."""

from __future__ import annotations

import re
from functools import cache

import pytest

from cardtools.effects.grammar import Grammar
from cardtools.effects.tagged import TagTable
from cardtools.ground.tables.csv_reader import read_csv
from cardtools.project.project import Project, find_project
from cardtools.project.starter import starter_folder
from cardtools.steps import effect_lists as stage

# Doc 3.3.3 to 3.3.5, each with a phrase that an effect using it contains, or the column that marks it.
CONDITIONS = {
    "Discard one card to": "Discard one card to ",
    "Discard one card of a kind to": "Discard one dragon card to ",
    "Discard this card to": "Discard this card to ",
    "If you have": "If you have two or more fire units on the field, ",
    "Let your opponent": "Let your opponent ",
    "Lose X points to": "Lose two points to ",
    "This turn": "This turn, ",
    "While this card remains on the field": "While this card remains on the field, ",
    "When this card is sent to the discard pile": "When this card is sent to the discard pile, ",
    "When another card is destroyed": "When another card is destroyed, ",
    "When an enemy card attacks": "When an enemy card attacks, ",
    "If you control": "If you control ",
    "At the start of your turn": "At the start of your turn, ",
    "After this card attacks": "After this card attacks, ",
    "When this card attacks": "When this card attacks, ",
    "During your opponent's phase": "During your opponent's battle phase, ",
    "When a card effect activates": "When a card effect activates, ",
    "Destroy one card to": "Destroy one card to ",
    "Destroy this card to": "Destroy this card to ",
    "Skip your next turn to": "Skip your next turn to ",
}
TARGETS = {
    "one": "one card",
    "two": "two cards",
    "rank x": "rank 3 unit",
    "rank x or lower": "rank 2 or lower",
    "rank x or higher": "rank 4 or higher",
    "a type": "one dark unit",
    "spell": "one spell your opponent controls",
    "a sub-type": "one warrior unit",
    "this card": "this card",
    "all cards": "all cards",
    "each": "each equipped unit",
    "opponent's cards": "your opponent's cards",
    "your cards": "your cards",
    "lowest attack": "lowest attack",
    "highest defense": "highest defense",
    "in your hand": "in your hand",
    "in your discard pile": "in your discard pile",
    "in your deck": "in your deck",
    "equipped unit": "one equipped unit",
    "another card on the field": "another card on the field",
    "another card on your side of the field": "another card on your side of the field",
    "card under this card": "one card under this card",
    "cards under this card": "two cards under this card",
    "card under another card": "one card under another card",
    "cards under another card": "two cards under another card",
    "cards below this card": "the cards below this card",
    "a card below this card": "spell below this card",
}
ACTIONS = (
    "DESTROY SEND MILL DISCARD COUNTER RETURN EQUIP ACTIVATE ADD SHUFFLE REVEAL SEARCH GAIN LOSE SKIP DRAW "
    "PLAY PLACE SWAP PREVENT MODIFY RANK_UP"
).split()
KINDS = ["UNIT", "SPELL"]
LEVELS = [f"LEVEL_{rank}" for rank in range(1, 6)]

TYPES = "earth|water|fire|air|electric|light|nature|dark"
SUBTYPES = (
    "dragon|beast|elemental|aquatic|warrior|spellcaster|machine|ghost|insect|reptile|fairy|undead|"
    "botanic|avian"
)
RANKED = r"(?:rank \d (?:or (?:lower|higher) )?)?"
MANY = "(?:two|three|four|five|six|seven|eight|nine|ten)"
SINGULAR = "(?:card|unit|spell|point|effect|turn)"
PLURAL = "(?:cards|units|spells|points|effects)"
KIND_WORDS = rf"(?:(?:{TYPES}|{SUBTYPES}) )*"

# What no effect may contain: each expression finds a fault.
FAULTS = {
    "begins with a capital": r"^[^A-Z]",
    "ends with a period": r"[^.]$",
    "is one sentence": r"[.!?;:].",
    "has no leftovers": r"[<>_#{}]|\(s\)",
    "has single spaces": r"  |^ | $|\t| [.,;:]|[.,]{2}",
    "one takes the singular": rf"\bone (?:additional |random |more )?{RANKED}(?:\w+ )?{PLURAL}\b",
    "many take the plural": rf"\b{MANY} (?:additional |random |equipped )?{RANKED}{KIND_WORDS}{SINGULAR}\b",
    "all takes the plural": rf"\ball {RANKED}{KIND_WORDS}{SINGULAR}\b",
    "each takes the singular": r"\beach (?:\w+ ){0,4}?(?:cards|units|spells)\b(?<!you)",
    "nothing is zero": r"\b(?:zero|0)\b",
    "a before a consonant": r"\b[Aa] [aeiou](?!n[ei]\b|se|ni)",
    "an before a vowel": r"\b[Aa]n [^aeiou]|\ban (?:unit|one)\b",
    "there are five ranks": r"\brank (?:0|[6-9]|\d\d)",
    "ranges leave something out": r"\brank 1 or (?:lower|higher)|\brank 5 or (?:lower|higher)",
    "ranks are digits": r"\brank (?:one|two|three|four|five)\b|\branks?(?: of)? \d+ and\b",
    "no word is doubled": r"\b(\w+) \1\b",
    "the game's own words": r"\b(?:creature|magic|graveyard|monster|level|life|mana|token|opponents)\w*\b",
    "words in lower case": r".[A-Z]",
    "owners have an apostrophe": r"\b(?:opponents|owners|cards|units) (?:side|hand|deck|discard|rank|type)\b",
    "this takes the singular": r"\bthis (?:cards|units)\b|\bthese \w+ ?(?:card|unit)\b",
    "spells are no units": r"\bspell unit|\bunit spell|\bspell (?:\w+ )*with the (?:lowest|highest)",
    "spells have no type": rf"\b(?:{TYPES}|{SUBTYPES}) spells?\b",
    "many do": r"\b(?:units|cards|spells)(?: you control| your opponent controls)? "
    r"(?:gains|loses|skips|is|has|attacks)\b",
    "one does": r"\b(?:one \w+ unit|this card|it)(?: you control| your opponent controls)? (?:gain|lose) ",
    "costs are followed by a verb": r"\bto (?:draws|gains|destroys|adds|plays|the to)\b",
    "is short enough for a card": r"^.{121,}$|^.{0,12}$",
    "spelling": r"\b(?:defence|sub type|subtype|discardpile|targetted)\b",
    "conditions have a consequence": r"^(?:When|If|While|At the start|After|During)\b[^,]*\.$",
    "plain characters": r"[^A-Za-z0-9 ,.'\-]",
    "numbers are words": r"(?<!rank )\b\d+ (?:card|unit|spell|point)s?\b",
}


@cache
def project() -> Project:
    return find_project(starter_folder())


@cache
def sources() -> stage.Sources:
    return stage.read_sources(project().root, project().settings.effects)


@cache
def effects() -> tuple[str, ...]:
    settings = project().settings.effects
    templates = stage.read_template_file(project().path(settings.templates))
    assert stage.check_templates(sources().grammar, templates, strict=True) == []
    return tuple(stage.list_effects(stage.plan_effects(templates, sources(), settings)))


@cache
def tags() -> TagTable:
    settings = project().settings.effects
    table = TagTable(list(effects()), {}, project().path(settings.effects))
    rules = project().path(settings.tags)
    tagger, problems = stage.read_tagger(rules, sources().grammar, settings.limit, strict=True)
    tagged = tagger.apply(table)
    assert [*problems, *tagger.idle()] == []
    return tagged


def test_there_are_enough_templates_and_effects() -> None:
    templates = stage.read_template_file(project().path(project().settings.effects.templates))
    assert len(templates) >= 120
    assert len({template.text for template in templates}) == len(templates)
    assert 10_000 <= len(effects()) <= 20_000
    assert len(set(effects())) == len(effects())
    grammar = sources().grammar
    assert all(grammar.count(template) > 1 for template in templates if template.slots)


def depth(grammar: Grammar, name: str) -> int:
    nested = {slot.name for value in grammar.values[name] for slot in value.slots}
    return 1 + max((depth(grammar, other) for other in nested), default=0)


def test_placeholders_are_nested_three_deep() -> None:
    grammar = sources().grammar
    assert max(depth(grammar, name) for name in grammar.values) >= 3


@pytest.mark.parametrize("phrase", [*CONDITIONS.values(), *TARGETS.values()])
def test_every_condition_and_every_target_is_used(phrase: str) -> None:
    assert any(phrase in effect for effect in effects())


def test_every_action_is_used() -> None:
    columns = tags().columns
    assert list(columns) == [*KINDS, *LEVELS, *ACTIONS]
    assert [action for action in ACTIONS if "True" not in columns[action]] == []


@pytest.mark.parametrize("rule", FAULTS)
def test_the_list_reads_as_correct_english(rule: str) -> None:
    fault = re.compile(FAULTS[rule])
    assert [effect for effect in effects() if fault.search(effect)] == []


@pytest.mark.parametrize("group", [KINDS, LEVELS, list(ACTIONS)])
def test_every_effect_has_a_kind_a_rank_and_an_action(group: list[str]) -> None:
    rows = zip(*(tags().columns[column] for column in group), strict=True)
    assert [effects()[row] for row, cells in enumerate(rows) if "True" not in cells] == []


def test_the_database_is_the_size_and_variety_of_a_game() -> None:
    table = read_csv(project().path(project().settings.cards.database))
    cards = [dict(zip(table.header, row, strict=True)) for row in table.rows]
    assert len(cards) >= 60
    ranks = {(card["TYPE"], card["LEVEL"]) for card in cards}
    types = [word.capitalize() for word in TYPES.split("|")]
    assert {(kind, str(rank)) for kind in types for rank in range(1, 6)} <= ranks
    assert {("Spell", str(rank)) for rank in range(1, 4)} <= ranks
    subtypes = [word.strip().lower() for card in cards for word in card["SUBTYPES"].split(",")]
    assert set(SUBTYPES.split("|")) <= set(subtypes)
    assert all(card["LORE"] and card["SERIAL"] for card in cards)
    assert sum(bool(card["LORE_OF"]) for card in cards) >= 3
    pairs = [frozenset((card["EFFECT1"], card["EFFECT2"])) for card in cards if not card["LORE_OF"]]
    assert all(len(pair) == 2 for pair in pairs)
    assert len(set(pairs)) == len(pairs)
