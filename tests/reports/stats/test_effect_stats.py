"""Statistics of effects against plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from built_in import built_in_ruleset
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import cases, grammars, sentences

from cardtools.cards.table import CardTable, make_table
from cardtools.effects.grammar import parse_template
from cardtools.effects.parsing import parse
from cardtools.effects.parsing.parse import Parser
from cardtools.effects.polish import Stages
from cardtools.effects.tagged import TagTable
from cardtools.ground.tables.csv_reader import read_csv
from cardtools.reports.stats.effects import (
    COST,
    UNCONDITIONAL,
    EffectCondition,
    MentionFinder,
    action_words,
    find_condition,
)
from cardtools.reports.stats.facts import UNKNOWN, Facts
from cardtools.reports.stats.roles import carrier_columns
from cardtools.reports.stats.sections import make_tables
from cardtools.reports.stats.table import SECTIONS, Section, Table
from cardtools.rulesets import Ruleset

TTCG = built_in_ruleset("ttcg")
Row = tuple[str, tuple[str, ...], int]


def make_cards(cards: Sequence[Row], ruleset: Ruleset = TTCG) -> CardTable:
    lines = ["NAME;TYPE;SUBTYPES;LEVEL;ATTACK;DEFENSE;EFFECT1;EFFECT2"]
    for number, (card_type, subtypes, rank) in enumerate(cards):
        stats = f"{rank};{rank * 100};{number * 5}"
        lines.append(f"N{number};{card_type};{', '.join(subtypes)};{stats};Draw {rank} cards.;")
    return make_table(read_csv(Path("cards.csv"), text="\n".join(lines)), ruleset)


def by_key(facts: Facts, *sections: Section) -> dict[str, Table]:
    return {table.key: table for table in make_tables(facts, sections or SECTIONS)}


def list_of(*effects: str, **columns: Sequence[bool]) -> TagTable:
    return TagTable(
        list(effects), {name: list(map(str, cells)) for name, cells in columns.items()}, Path("e")
    )


def facts_of(
    cards: Sequence[Row],
    effects: TagTable | None = None,
    templates: Sequence[str] = (),
    origins: Mapping[str, str] | None = None,
) -> Facts:
    table = make_cards(cards)
    return Facts(table, range(len(table)), effects=effects, templates=templates, origins=origins or {})


def column(table: Table, name: str) -> dict[str, Any]:
    index = table.columns.index(name)
    return {label: cells[index] for label, cells in table.rows}


def test_tags_that_say_who_carries_an_effect_come_from_the_tag_rules_of_the_ruleset() -> None:
    facts = facts_of([("Fire", (), 1), ("Spell", (), 2), ("", (), 1)])
    ranks = [f"LEVEL_{rank}" for rank in range(1, 6)]
    assert carrier_columns(TTCG, facts.columns) == ["UNIT", "SPELL", *ranks]


@given(grammars(), st.lists(sentences(), min_size=1, max_size=4), st.lists(sentences(()), max_size=3))
@settings(max_examples=cases(20))
def test_every_effect_has_exactly_one_template_or_is_reported_as_unknown(
    grammar, sentences: list[str], strangers: list[str]
) -> None:
    templates = [parse_template(sentence) for sentence in sentences]
    assume(sum(map(grammar.count, templates)) < 1_000)  # more takes long, and shows nothing new
    stages, phrases, rules = ["drop", "replace", "sort", "dedupe"], ["two"], {"card(s)": "card"}
    made = [set(Stages(stages, phrases, rules).polish(list(grammar.expand(one)))) for one in templates]
    effects = sorted(set().union(*made, strangers))
    found = Parser(templates, grammar, Stages(stages, phrases, rules)).find_templates(effects)
    origins = {text: template.text for text, template in found.items()}
    pairs = list(zip(sentences, made, strict=True))
    first = {text: next((one for one, texts in pairs if text in texts), None) for text in effects}
    assert {text: origins.get(text) for text in effects} == first
    facts = facts_of([("Fire", (), 1)], list_of(*effects), sentences, origins)
    rows = by_key(facts, "templates")["effects-by-template"].rows if effects else []
    counts = {label: cells[0] for label, cells in rows}
    assert sum(counts.values()) == len(effects)
    assert counts.get(UNKNOWN, 0) == sum(number is None for number in first.values())


@given(grammars(), st.lists(sentences(), min_size=1, max_size=3))
@settings(max_examples=cases(20))
def test_in_a_long_list_texts_are_parsed_to_the_same_templates(grammar, sentences: list[str]) -> None:
    templates = [parse_template(sentence) for sentence in sentences]
    listed = [text for template in templates for text in grammar.expand(template)]
    effects = [*sorted(set(listed))[:20], "no such text"]
    parser = Parser(templates, grammar, Stages())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parse, "_WORTH", 10**6)
        expanded = parser.find_templates(effects)
        patch.setattr(parse, "_WORTH", 0)
        assert parser.find_templates(effects) == expanded


EFFECTS = [
    "When this card attacks a fire unit, draw two cards.",
    "When this card attacks an air unit, discard one card to draw two cards.",
    "If you control a dragon, gain 3 points.",
    "Discard one card to gain 2 points.",
    "Return this card to your hand.",
    "Modify the type of one dragon to fire.",
    "Draw two cards, then discard one card.",
    "This turn, all fire units gain 50 attack.",
    "Gain 1 point.",
]


def test_for_each_is_one_condition() -> None:
    found = [
        find_condition(f"{text}, draw one card.", frozenset()) for text in ("For each card", "For", "Now")
    ]
    assert [one.kind for one in found] == ["For each", "For", "Now"]


def test_tags_are_shown_where_all_of_them_say_who_carries_an_effect() -> None:
    tables = by_key(facts_of([("Fire", (), 1)], list_of("A", "B", UNIT=(True, False))), "actions")
    assert tables["effects-by-carrier"].short is None
    both = list_of("A", "B", UNIT=(True, False), DRAWS=(True, True))
    assert by_key(facts_of([("Fire", (), 1)], both), "actions")["effects-by-carrier"].short == 0


def test_a_condition_is_the_leading_phrase_and_a_cost_comes_before_an_action() -> None:
    actions = action_words(EFFECTS)
    assert actions == {"when", "if", "discard", "return", "modify", "draw", "gain"}
    found = [find_condition(text, actions) for text in EFFECTS]
    assert [one.kind for one in found] == [
        *("When", "When", "If", COST),
        *(UNCONDITIONAL, UNCONDITIONAL, UNCONDITIONAL),
        *("This turn", UNCONDITIONAL),
    ]
    assert found[3] == EffectCondition(COST, "Discard one card")
    tables = by_key(facts_of([("Fire", (), 1)], list_of(*EFFECTS)))
    assert sum(column(tables["effects-by-condition"], "effects").values()) == len(EFFECTS)
    assert column(tables["condition-phrases"], "effects") == {
        "When this card attacks a <type> unit, ...": 2,
        "If you control a <sub-type>, ...": 1,
        "Discard <number> card to ...": 1,
        "This turn, ...": 1,
    }


def test_actions_are_the_tags_that_do_not_say_who_may_carry_an_effect() -> None:
    effects = list_of("Draw 2 cards.", "Gain.", UNIT=[True, True], DRAW=[True, False], GAIN=[False, True])
    effects.columns["NOTE"] = ["my own", "words"]
    tables = by_key(facts_of([("Fire", (), 2), ("Fire", (), 2), ("Water", (), 3)], effects))
    assert column(tables["effects-by-action"], "effects") == {"DRAW": 1, "GAIN": 1}
    assert column(tables["effects-by-action"], "on cards") == {"DRAW": 2, "GAIN": 0}
    assert column(tables["effects-by-carrier"], "effects") == {"UNIT": 2}


def test_mentions_are_whole_words_in_any_case_by_alias_and_in_the_plural() -> None:
    finder = MentionFinder({"type": TTCG.vocabulary["type"], "sub-type": TTCG.vocabulary["subtype"]})
    assert finder.mentions("Two dragons, a Spell-caster and fire") == {
        ("sub-type", "Dragon"),
        ("sub-type", "Spellcaster"),
        ("type", "Fire"),
    }
    assert finder.mentions("firefly earthen spellbound") == set()
    assert finder.generalise("Discard an air unit of rank 3") == "Discard a <type> unit of rank <number>"


words = st.lists(st.sampled_from(["fire", "air", "dragon", "beast", "x"]), max_size=4)


@given(st.lists(words.map(" ".join), min_size=1))
@settings(max_examples=cases(20))
def test_the_matrix_counts_effects_that_mention_both(effects: list[str]) -> None:
    tables = by_key(facts_of([("Fire", (), 1)], list_of(*effects)), "mentions")
    both = tables["mentions-of-both"]
    cell = {(row, name): n for row, cells in both.rows for name, n in zip(both.columns, cells, strict=True)}
    said = [set(text.split()) for text in effects]
    for one in ("Fire", "Air"):
        assert cell[one, "all"] == sum(one.lower() in words for words in said)
        for other in ("Dragon", "Beast"):
            assert cell[one, other] == sum({one.lower(), other.lower()} <= words for words in said)
            assert cell["all", other] == sum(other.lower() in words for words in said)
    assert cell["all", "all"] == sum(bool(words - {"x"}) for words in said)


def test_coverage_counts_the_used_the_unused_and_the_unknown() -> None:
    cards = [("Fire", (), 1), ("Fire", (), 1), ("Fire", (), 2)]
    templates = ["Draw <few> cards.", "Gain <few> points."]
    coverage = by_key(facts_of(cards, None, templates, {"Draw 1 cards.": templates[0]}))["coverage"]
    assert column(coverage, "on cards") == {templates[0]: 2, UNKNOWN: 1, templates[1]: 0}
    assert coverage.note == "1 of 2, 50%; 1 unused; effects on cards of no template: 1"
