"""Why no template gives a text: the nearest one, the word that does not fit, the effect that is meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grammars, sentences

from cardtools.effects.grammar import Grammar, parse_template
from cardtools.effects.parsing.nearest import Expected, NearestEffect, NearMiss
from cardtools.effects.parsing.parse import Parser
from cardtools.effects.polish import Stages
from cardtools.ground.errors import Location

VALUES = {
    "number": ["one", "two", "three"],
    "rank": ["1", "2", "3"],
    "type": ["fire", "water", "air"],
    "unit": ["<type> unit", "rank <rank> unit", "unit"],
}
TEMPLATES = [
    "Draw <number> card(s).",
    "Destroy one <unit> your opponent controls.",
    "Discard one rank <rank> card to add one rank <rank+1> card.",
    "Reveal one <unit> if you control a <type> unit.",
]
RULES = {"one card(s)": "one card", "card(s)": "cards", "a air": "an air"}


def nearest(text: str) -> NearMiss:
    values = {name: tuple(map(parse_template, lines)) for name, lines in VALUES.items()}
    grammar = Grammar(values, {}, Path(), link_offsets=True)
    templates = [parse_template(text, Location("t", line, 1)) for line, text in enumerate(TEMPLATES, 1)]
    parser = Parser(templates, grammar, Stages(("drop", "replace"), ["rank 4"], RULES))
    assert parser.parse(text) == ()
    miss = NearestEffect(parser).to(text)
    assert miss is not None
    assert not miss.effect or parser.parse(miss.effect)
    return miss


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        (
            "Draw five cards.",
            1,
            'word 2 "five": expected <number>: one, two or three',
            'did you mean "Draw three cards."?',
        ),
        (
            "Draw nine cards.",  # whose letters are more like those of "one"
            1,
            'word 2 "nine": expected <number>: one, two or three',
            'did you mean "Draw three cards."?',
        ),
        ("Draw one cards.", 1, 'word 3 "cards.": expected card.', 'did you mean "Draw one card."?'),
        ("Draw two", 1, "the text ends before word 3: expected cards.", 'did you mean "Draw two cards."?'),
        ("Draw two cards. Now", 1, 'word 4 "Now": expected the end', 'did you mean "Draw two cards."?'),
        (
            "Draw  one card.",
            1,
            "one space too many before word 2: expected <number>: one, two or three",
            'did you mean "Draw one card."?',
        ),
        (
            "Destroy one fier unit your opponent controls.",
            2,
            'word 3 "fier": expected <unit>: fire, water, air, rank or unit',
            'did you mean "Destroy one fire unit your opponent controls."?',
        ),
        (
            "Discard one rank 1 card to add one rank 3 card.",
            3,
            'word 10 "3": expected <rank+1>: 2',
            'did you mean "Discard one rank 1 card to add one rank 2 card."?',
        ),
        (
            "Discard one rank 3 card to add one rank 4 card.",
            3,
            "every effect that contains 'rank 4' is dropped",
            'did you mean "Discard one rank 2 card to add one rank 3 card."?',
        ),
        (
            "Reveal one unit if you control a air unit.",
            4,
            'word 8 "air": expected <type>: fire or water',
            'did you mean "Reveal one unit if you control an air unit."?',
        ),
        ("Something else entirely", 1, 'word 1 "Something": expected Draw', ""),
    ],
)
def test_the_word_that_does_not_fit_is_told(text: str, line: int, message: str, hint: str) -> None:
    miss = nearest(text)
    assert (miss.message, miss.hint) == (message, hint)
    assert miss.template.location.line == line


def test_long_lists_of_expected_words_are_cut() -> None:
    assert str(Expected("<d>", tuple("abcdefghij"))) == "<d>: a, b, c, d, e, f, g or one of 3 more"
    assert str(Expected("", ("a", "b"))) == "a or b"
    assert str(Expected("", ("",))) == "the end"


@given(grammars(), st.lists(sentences(), min_size=1, max_size=3), st.text(alphabet="Drawcd 12", max_size=12))
def test_what_is_meant_is_always_an_effect_that_there_is(
    grammar: Grammar, texts: list[str], text: str
) -> None:
    templates = [t for t in map(parse_template, texts) if grammar.count(t) <= 1_000]
    parser = Parser(templates, grammar, Stages(("drop", "agree"), ["two"]))
    if templates and not parser.parse(text):
        miss = NearestEffect(parser).to(text)
        assert miss is not None and miss.message
        assert not miss.effect or parser.parse(miss.effect)


def test_a_list_of_any_size_is_answered_in_time() -> None:
    values = {"d": tuple(parse_template(str(digit)) for digit in range(10))}
    grammar = Grammar({**values, "pair": (parse_template("<d><d#2>"),)}, {}, Path())
    template = parse_template("".join(f"<pair#{n}>" for n in range(1, 8)) + " points.")
    miss = NearestEffect(Parser([template], grammar, Stages())).to("12345678x01234 points.")
    assert miss is not None
    assert miss.word == 1


def test_there_is_no_nearest_template_without_any() -> None:
    assert NearestEffect(Parser([], Grammar({}, {}, Path()), Stages())).to("Draw") is None


def test_what_agreement_holds_back_counts_for_the_nearest_effect() -> None:
    types = tuple(parse_template(f"{letter * 3}ic") for letter in "abcdefghijklmnopqrst")
    grammar = Grammar({"type": types}, {}, Path())
    parser = Parser([parse_template("Discard one <type> card to draw.")], grammar, Stages(("agree",)))
    miss = NearestEffect(parser).to("Discard one tttic card two draw.")
    assert miss is not None
    assert miss.effect == "Discard one tttic card to draw."


@pytest.mark.parametrize("text", ["Draw all cards.", "Do not draw two cards."])
def test_no_effect_of_another_meaning_is_suggested(text: str) -> None:
    miss = nearest(text)
    assert (miss.effect, miss.hint) == ("", "")
