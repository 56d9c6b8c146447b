"""Addressable combinations: every law is against the plain expansion."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grammars, sentences

from cardtools.effects.combinations import Binding, Combinations
from cardtools.effects.grammar import Grammar, parse_template
from cardtools.ground.errors import Location

texts = st.lists(sentences(), max_size=3)


def combine(grammar: Grammar, texts: list[str]) -> tuple[Combinations, list[str]]:
    templates = [parse_template(text, Location("t", line)) for line, text in enumerate(texts)]
    if sum(map(grammar.count, templates)) > 3_000:
        templates = []
    plain = [text for template in templates for text in grammar.expand(template)]
    return Combinations(templates, grammar), plain


@pytest.mark.parametrize("listed", [100_000, 1])
@given(grammars(), texts, st.data())
def test_positions_and_slices_are_those_of_the_plain_list(
    listed: int, grammar: Grammar, texts: list[str], data: st.DataObject
) -> None:
    combinations, plain = combine(grammar, texts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardtools.effects.grammar._VALUES", listed)
        assert len(combinations) == combinations.total == len(plain)
        assert list(combinations) == plain
        assert [combinations[position] for position in range(len(plain))] == plain
        start, stop = (data.draw(st.integers(0, len(plain) + 3)) for _ in range(2))
        assert list(combinations.slice(start, stop)) == plain[start:stop]


def rebuild(grammar: Grammar, text: str, bindings: tuple[Binding, ...]) -> str:
    """The text again, from the template and its bindings alone."""
    from cardtools.effects.number_words import shift

    chosen = {}
    for binding in bindings:
        (slot,) = parse_template(binding.slot).slots
        chosen[grammar.variable(slot)] = (slot, binding)
    out = ""
    for part in parse_template(text).parts:
        if isinstance(part, str):
            out += part
            continue
        slot, binding = chosen[grammar.variable(part)]
        if part.offset == slot.offset or slot.name not in grammar.values:
            out += binding.text if slot.name in grammar.values else str(part)
        else:  # linked offsets: the value that was bound, without its offset, is found among the values
            values = [t for v in grammar.values[slot.name] for t in grammar.expand(v)]
            fitting = {
                shift(t, part.offset, grammar.number_words)
                for t in values
                if shift(t, slot.offset, grammar.number_words) == binding.text
            }
            assert fitting
            out += sorted(fitting)[0] if len(fitting) == 1 else "\0"
    return out


@given(grammars(), texts)
def test_a_text_follows_from_its_template_and_bindings(grammar: Grammar, texts: list[str]) -> None:
    combinations, plain = combine(grammar, texts)
    for position, text in enumerate(plain[:200]):
        expansion = combinations.nth(position)
        assert expansion.text == text
        rebuilt = rebuild(grammar, expansion.template.text, expansion.bindings)
        assert "\0" in rebuilt or rebuilt == text


def test_bindings_show_what_is_inside_a_value() -> None:
    values = {"n": ["one", "two"], "units": ["<n> <type> units", "it"], "type": ["fire", "air"]}
    grammar = Grammar({name: tuple(map(parse_template, lines)) for name, lines in values.items()}, {}, Path())
    combinations = Combinations([parse_template("Destroy <units>.")], grammar)
    assert combinations.total == 5
    assert combinations.nth(1).bindings == (
        Binding("<units>", "one air units", (Binding("<n>", "one"), Binding("<type>", "air"))),
    )
    assert combinations.nth(4).bindings == (Binding("<units>", "it"),)
    with pytest.raises(IndexError, match="position 5 of 5"):
        combinations.nth(5)


@given(grammars(), texts, st.integers(0, 20), st.integers())
def test_a_sample_has_no_position_twice_and_keeps_the_order(
    grammar: Grammar, texts: list[str], number: int, seed: int
) -> None:
    combinations, plain = combine(grammar, texts)
    positions = combinations.sample(random.Random(seed), number)
    assert len(positions) == min(number, len(plain))
    assert positions == sorted(set(positions))
    assert positions == combinations.sample(random.Random(seed), number)
    assert all(0 <= position < len(plain) for position in positions)


def test_a_list_too_long_to_be_listed_is_addressed_as_quickly() -> None:
    digits = tuple(parse_template(str(digit)) for digit in range(10))
    grammar = Grammar({"d": digits, "pair": (parse_template("<d><d#2>"),)}, {}, Path())
    template = parse_template("".join(f"<pair#{n}>" for n in range(1, 16)))
    combinations = Combinations([template], grammar)
    assert combinations.total == 10**30
    position = 123_456_789_012_345_678_901_234_567_890
    assert combinations[position] == str(position)
    assert list(combinations.slice(position, position + 3)) == [str(position + n) for n in range(3)]
    sample = combinations.sample(random.Random(1), 5)
    assert len(set(sample)) == 5
