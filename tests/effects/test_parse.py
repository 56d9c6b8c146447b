"""Back from text: every law is against plain expansion and polishing."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import WORDS, grammars, sentences
from work import calls

from cardtools.effects.combinations import Binding, Combinations
from cardtools.effects.grammar import Grammar, parse_template
from cardtools.effects.parsing import parse as module
from cardtools.effects.parsing.parse import Parser
from cardtools.effects.polish import Stages
from cardtools.ground.errors import Location
from cardtools.project.project import find_project
from cardtools.project.starter import starter_folder
from cardtools.steps import effect_lists as stage

STAGES = ("drop", "replace", "agree", "capitalise", "dedupe", "sort")
stages = st.lists(st.sampled_from(STAGES), max_size=5)
fragments = st.one_of(
    st.sampled_from(
        [*WORDS, "one ", " cards", "s", "one card", "Draw one", "d ", "Σ", "İ", "\t", "  ", "aab"]
    ),
    st.text(alphabet="ab 1.", max_size=3),
)
rules = st.dictionaries(fragments.filter(str.strip), fragments, max_size=4)
phrases = st.lists(st.sampled_from(["two", "1 ", "x  y", "é", "card"]), max_size=1)
texts = st.lists(sentences(), max_size=3)


def make_grammar(**values: list[str]) -> Grammar:
    return Grammar({name: tuple(map(parse_template, lines)) for name, lines in values.items()}, {}, Path())


@pytest.mark.parametrize("listed", [256, 0])
@given(grammars(), texts, stages, phrases, rules)
def test_every_combination_is_found_from_its_polished_text_and_nothing_else(
    listed: int,
    grammar: Grammar,
    texts: list[str],
    stages: list[str],
    phrases: list[str],
    rules: dict[str, str],
) -> None:
    templates = [parse_template(text, Location("t", line)) for line, text in enumerate(texts, 1)]
    if sum(map(grammar.count, templates)) > 400:
        templates = templates[:1] if grammar.count(templates[0]) <= 400 else []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_LISTED", listed)
        combinations = Combinations(templates, grammar)
        makers: dict[str, list[int]] = {}
        for position, raw in enumerate(combinations):
            for text in Stages(stages, phrases, rules).polish([raw]):
                makers.setdefault(text, []).append(position)
        parser = Parser(templates, grammar, Stages(stages, phrases, rules))
        for text, positions in list(makers.items())[:60]:
            assert list(parser.parse(text)) == [combinations.nth(position) for position in positions]
        for text in ("", "two", *(text + "x" for text in list(makers)[:3])):
            if text not in makers:
                assert parser.parse(text) == ()


def test_every_third_effect_of_the_sample_game_leads_back_to_its_combination() -> None:
    project = find_project(starter_folder())
    settings = project.settings.effects
    templates = stage.read_template_file(project.path(settings.templates))
    sources = stage.read_sources(project.root, settings)
    grammar = sources.grammar

    def make_parser() -> Parser:
        return Parser(templates, grammar, sources.stages)

    parser = make_parser()
    assert calls(make_parser) < parser.combinations.total  # less work than to make the list
    dropped = 0
    for position in range(0, parser.combinations.total, 3):
        expansion = parser.combinations.nth(position)
        text = parser.polish(expansion.text)
        if text is None:
            dropped += 1
        else:
            assert expansion in parser.parse(text)
    effects = stage.list_effects(stage.plan_effects(templates, sources, settings))
    assert 0 < dropped <= parser.combinations.total - len(effects)


def test_bindings_show_what_the_text_is_made_of() -> None:
    grammar = make_grammar(n=["one", "two"], units=["<n> <type> units", "it"], type=["fire", "aquatic"])
    parser = Parser([parse_template("Destroy <units>.")], grammar, Stages())
    found = parser.parse("Destroy two aquatic units.")
    assert [(match.index, match.bindings) for match in found] == [
        (
            3,
            (Binding("<units>", "two aquatic units", (Binding("<n>", "two"), Binding("<type>", "aquatic"))),),
        )
    ]


def test_a_replacement_across_a_slot_border_is_read_back() -> None:
    grammar = make_grammar(number=["one", "two"], kind=["aquatic", "fire"])
    template = parse_template("Draw <number> card(s) for a <kind> unit.")
    rules = {"one card(s)": "one card", "card(s)": "cards", "a aquatic": "an aquatic"}
    parser = Parser([template], grammar, Stages(["drop", "replace"], [], rules))
    (match,) = parser.parse("Draw one card for an aquatic unit.")
    assert [binding.text for binding in match.bindings] == ["one", "aquatic"]
    assert parser.parse("Draw one cards for an aquatic unit.") == ()
    assert parser.parse("Draw one card(s) for a aquatic unit.") == ()


def test_agreement_is_read_back() -> None:
    grammar = make_grammar(number=["one", "two"], type=["fire", "air"])
    template = parse_template("Discard <number> <type> cards to rank up.")
    parser = Parser([template], grammar, Stages(["agree"]))
    assert [match.index for match in parser.parse("Discard one air card to rank up.")] == [1]
    assert [match.index for match in parser.parse("Discard two air cards to rank up.")] == [3]
    assert parser.parse("Discard one air cards to rank up.") == ()


def test_a_dropped_combination_is_a_candidate_and_no_match() -> None:
    grammar = make_grammar(a=["1", "2"])
    parser = Parser([parse_template("rank <a>")], grammar, Stages(["drop"], ["rank 2"]))
    assert parser.parse("rank 2") == ()
    assert [candidate.index for candidate in parser.candidates("rank 2")] == [1]


def test_every_way_is_found_where_values_overlap() -> None:
    grammar = make_grammar(a=["", "x", "xx"])
    template = parse_template("<a><a#2><a#3>")
    found = Parser([template], grammar, Stages()).parse("xx")
    assert [match.index for match in found] == [2, 4, 6, 10, 12, 18]


def test_a_list_too_long_to_be_made_is_parsed() -> None:
    grammar = make_grammar(
        d=[str(digit) for digit in range(10)],
        pair=["<d><d#2>"],
        kind=["card", "unit"],
        many=[f"word{number}" for number in range(1000)],
    )
    long = "".join(f"<pair#{number}>" for number in range(1, 8))
    templates = [parse_template(f"Draw {long} <kind>(s) of <many>, <many#2>."), parse_template(long)]
    tracemalloc.start()
    parser = Parser(templates, grammar, Stages(["drop", "replace"], [], {"00 card(s)": "no cards"}))
    assert parser.combinations.total > 10**20
    (match,) = parser.parse("Draw 123456789012no cards of word17, word999.")
    assert [binding.text for binding in match.bindings[-3:]] == ["card", "word17", "word999"]
    assert match == parser.combinations.nth(match.index)
    assert len(parser.parse("Draw 12345678901200 card(s) of word17, word999.")) == 0
    assert [match.index for match in parser.parse("12345678901234")] == [12345678901234]
    assert tracemalloc.get_traced_memory()[1] < 30_000_000
    tracemalloc.stop()


def test_the_number_of_ways_to_fail_does_not_grow_with_the_number_of_slots() -> None:
    grammar = make_grammar(a=["", "x", "xx"])
    template = parse_template("".join(f"<a#{number}>" for number in range(1, 40)) + ".")
    parser = Parser([template], grammar, Stages())
    assert parser.parse("x" * 30) == ()
    assert (
        len({match.index for match, _ in zip(parser.matches("x" * 30 + "."), range(50), strict=False)}) == 50
    )
