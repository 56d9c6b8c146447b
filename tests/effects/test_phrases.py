"""Phrases: the expansions of a template written short."""

from __future__ import annotations

import itertools
from pathlib import Path

from hypothesis import assume, given
from strategies import grammars, sentences

from cardtools.effects.grammar import Grammar, Template, parse_template
from cardtools.effects.match import Phrase, Phrases, plain


def texts(phrases: list[Phrase]) -> list[str]:
    return [" ".join(words) for phrase in phrases for words in itertools.product(*phrase)]


def phrases(template: str, **values: list[str]) -> list[Phrase]:
    grammar = Grammar({name: tuple(map(parse_template, lines)) for name, lines in values.items()}, {}, Path())
    return list(Phrases(grammar).of(parse_template(template)))


@given(grammars(), sentences().map(parse_template))
def test_phrases_are_the_expansions_and_nothing_else(grammar: Grammar, template: Template) -> None:
    assume(grammar.count(template) <= 300)
    found = list(Phrases(grammar).of(template))
    expansions = set(grammar.expand(template))
    assert set(texts(found)) == expansions
    assert len(found) <= grammar.count(template)


def test_single_words_are_one_choice() -> None:
    assert phrases("Draw <n> cards", n=["one", "two", "one"]) == [(("Draw",), ("one", "two"), ("cards",))]
    assert phrases("x<n>s.", n=["1", "2", "1"]) == [(("x1s.", "x2s."),)]
    assert phrases("<n><n#2>", n=["1", "2"]) == [(("11", "12", "21", "22"),)]


def test_a_value_with_spaces_or_slots_is_a_phrase_of_its_own() -> None:
    found = phrases("a <some>.", some=["<n> x", "y", "z z", "w"], n=["1", "2"])
    assert found == [(("a",), ("y.", "w.")), *[(*plain("a z"), ("z.",))], (("a",), ("1", "2"), ("x.",))]


def test_slots_that_share_a_value_choose_together() -> None:
    assert phrases("<n> <n>", n=["1", "2"]) == [plain("1 1"), plain("2 2")]
