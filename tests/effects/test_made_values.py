"""Placeholders without a file: ranges, optional parts, words of the game. Their laws are those of all others,
which are tried with them wherever `strategies.sentences` are.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from outcome import Outcome
from strategies import known_words

from cardtools.effects.grammar import Grammar, parse_template
from cardtools.effects.parsing.parse import Parser
from cardtools.effects.polish import Stages
from cardtools.ground.errors import InputError
from cardtools.programs.programs_file import program_name

Write = Callable[[str, str | bytes], Path]
Cardtools = Callable[..., Outcome]
GRAMMAR = Grammar({}, {}, Path(), words=known_words)
RULES = """\
[ruleset]
id = "posts"
version = "1"
[vocabulary.kind]
values = ["Owl", "Fox"]
[fields.NAME]
unique = true
[fields.KIND]
type = "list"
vocabulary = "kind"
[fields.RANK]
type = "int"
values = [1, 3]
[fields.TEXT]
[effects]
columns = ["TEXT"]
"""


@pytest.fixture
def project(write: Write) -> None:
    write("cardtools.toml", 'ruleset = "game.toml"\n')
    write("game.toml", RULES)
    cards = "NAME;KIND;RANK;TEXT;PLACE\nOak;Fox, Owl;1;;the  hill\nElm;Fox;3;;\nAsh;;;;<b> hut\n"
    write("cards/cards.csv", cards)


def expand(text: str) -> list[str]:
    return list(GRAMMAR.expand(parse_template(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<1..3>", ["1", "2", "3"]),
        ("<-1..1+1>", ["0", "1", "2"]),
        ("<1..2>/<1..2>", ["1/1", "2/2"]),
        ("<1..2>/<1..2#2>", ["1/1", "1/2", "2/1", "2/2"]),
        ("Draw<? twice>.", ["Draw twice.", "Draw."]),
        ("<?a >b<?a >c", ["a ba c", "bc"]),
        ("<?a >b<?a #2>c", ["a ba c", "a bc", "ba c", "bc"]),
        ("x<? <1..2><?!>>", ["x 1!", "x 1", "x 2!", "x 2", "x"]),
        ("<column:KIND>", ["fire", "two"]),
        ("<vocabulary:kind>", ["<a>", "Draw 2"]),
        ("<column:SIZE> <1...3> <? <colum:KIND>", ["<column:SIZE> <1...3> <? <colum:KIND>"]),
    ],
)
def test_values_are_made(text: str, expected: list[str]) -> None:
    assert expand(text) == expected
    assert GRAMMAR.count(parse_template(text)) == len(expected)
    parser = Parser([parse_template(text)], GRAMMAR, Stages())
    assert all(
        [match.text for match in parser.parse(one)].count(one) == expected.count(one) for one in expected
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<1..999999999>", "999,999,999 numbers in a range"),
        ("<9..1>", "0 numbers in a range"),
        ("<?a" * 60 + ">" * 60, "optional parts contain each other more than 50 deep"),
        (" ".join(f"<{n}..{n + 9999}>" for n in range(101)), "more than 1,000,000 values"),
    ],
)
def test_what_would_take_all_memory_is_refused(text: str, message: str) -> None:
    grammar = Grammar({}, {}, Path())  # of its own, since it keeps the values that it has made
    with pytest.raises(InputError, match=message):
        grammar.count(parse_template(text))


def test_many_parts_take_no_time() -> None:
    assert len(parse_template("<? >" * 50_000).slots) == 50_000
    with pytest.raises(InputError, match="deep"):
        parse_template("<? <? >" * 50_000)


@pytest.mark.usefixtures("project")
def test_a_cycle_through_an_optional_part_is_found(write: Write, cardtools: Cardtools) -> None:
    write("placeholders/a.txt", "x<? and <a>>\n")
    said = cardtools("generate", "-s", "Draw <a>.", "-t")
    assert "GEN002" in said.out + said.err
    assert "Draw <a>." in said.out


@pytest.mark.usefixtures("project")
def test_words_come_from_the_cards_and_the_ruleset(cardtools: Cardtools, write: Write) -> None:
    def made(text: str) -> list[str]:
        return cardtools("generate", "-s", text, "-t").out.splitlines()[:-1]

    assert made("<column:KIND>.") == ["Fox.", "Owl."]
    assert made("<column:PLACE>") == ["<b> hut", "the hill"]
    assert made("<vocabulary:kind>") == made("<vocabulary:KIND>") == ["Fox", "Owl"]
    assert made("<vocabulary:RANK+1>") == ["2", "4"]
    write("game.toml", f"{RULES}[text]\nlower = true\n")
    assert made("<column:KIND>") == ["fox", "owl"]


@pytest.mark.usefixtures("project")
def test_unknown_names_are_reported_with_what_was_meant(cardtools: Cardtools) -> None:
    said = cardtools("generate", "-s", "<column:KINDS> <vocabulary:knid> <?x <1..y>>", "-t").err
    assert "-s:1:1: GEN001 unknown-placeholder: warning: no column 'KINDS' with words" in said
    assert "did you mean KIND?" in said
    assert "-s:1:16: GEN001 unknown-placeholder: warning: no vocabulary 'knid' with words" in said
    assert "-s:1:38: GEN004 malformed: warning: malformed placeholder <1..y>" in said


@pytest.mark.usefixtures("project")
def test_a_build_sees_new_words_of_the_cards(write: Write, cardtools: Cardtools) -> None:
    write("effects/all_effect_templates.txt", "Wake <column:KIND>.\n")
    write("effects/tags.toml", '[[rules]]\ncolumn = "OWL"\ntext = ["Wake <vocabulary:kind><? twice>."]\n')
    cardtools("build")
    assert Path("effects/all_effects.txt").read_text("utf-8") == "Wake Fox.\nWake Owl.\n"
    tagged = Path("effects/effects_with_placeholders.csv").read_text("utf-8")
    assert tagged.split() == ["EFFECTNAME;OWL", "Wake", "Fox.;True", "Wake", "Owl.;True"]
    write("cards/cards.csv", "NAME;KIND;TEXT\nOak;Fox;Wake Owl.\n")
    cardtools("build")
    assert Path("effects/all_effects.txt").read_text("utf-8") == "Wake Fox.\n"


@pytest.mark.parametrize(
    ("slot", "name"),
    [
        ("<n#2+1>", "n_2+1"),
        ("<column:CARD TYPE>", "CARD_TYPE"),
        ("<1..4#2>", "from_1_4_2"),
        ("<? twice>", "twice"),
    ],
)
def test_programs_have_a_name_for_each_slot(slot: str, name: str) -> None:
    assert program_name(parse_template(slot).slots[0]) == name
