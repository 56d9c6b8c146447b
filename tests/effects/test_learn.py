"""Templates that are learned from the texts of cards: what is proposed gives the texts back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcome import Outcome

from cardtools.effects.grammar import Grammar, parse_template
from cardtools.effects.input_files import _read_value
from cardtools.effects.learn import Learner
from cardtools.effects.parsing.parse import Parser
from cardtools.effects.polish import Stages

Write = Callable[[str, str | bytes], Path]
Cardtools = Callable[..., Outcome]
LISTS = {
    "vocabulary:kind": ["Fox", "Owl", "Red Owl"],
    "column:PLACE": ["hill", "old mill", "Fox"],
    "amount": ["few", "some"],
    "column:2ND-1": ["north", "south", "so_so"],
}


def known_words(kind: str) -> dict[str, list[str]]:
    return {name.partition(":")[2]: words for name, words in LISTS.items() if name.startswith(kind)}


def proposals(*effects: str, least: int = 2) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    learner = Learner(LISTS)
    return [one.text for one in learner.propose(Counter(effects), least)], learner.files


@pytest.mark.parametrize(
    ("effects", "templates", "files"),
    [
        (["Gain 2 coins.", "Gain 12 coins."], ["Gain <2..12> coins."], {}),
        (["Gain 2 coins.", "Gain 2 coins.", "Lose."], ["Gain 2 coins."], {}),
        (["Wake a Fox.", "Wake a Red Owl."], ["Wake a <vocabulary:kind>."], {}),
        (["Wake 2 Foxs.", "Wake 3 Owls."], ["Wake <2..3> <vocabulary:kind>s."], {}),
        (["Wake a fox.", "Wake a owl."], ["Wake a <kind>."], {"kind": ("fox", "owl", "red owl")}),
        (["Wake a fox.", "Wake a Owl."], ["Wake a <word>."], {"word": ("Owl", "fox")}),
        (["Go to hill.", "Go to old mill."], ["Go to <column:PLACE>."], {}),
        (["Eat some.", "Eat few."], ["Eat <amount>."], {}),
        (["Go north.", "Go south."], ["Go <word>."], {"word": ("north", "south")}),
        (["Draw two.", "Draw four."], ["Draw <number_word>."], {"number_word": ("two", "three", "four")}),
        (["2 to 3.", "4 to 5."], ["<2..4> to <3..5>."], {}),
        (["Owl to Owl.", "Fox to Fox."], ["<vocabulary:kind> to <vocabulary:kind>."], {}),
        (["Owl to Fox.", "Fox to Fox."], ["<vocabulary:kind> to Fox."], {}),
        (["Owl to Fox.", "Fox to Owl."], ["<vocabulary:kind> to <vocabulary:kind#2>."], {}),
        (["Gain 007.", "Gain 08."], ["Gain <word>."], {"word": ("007", "08")}),
    ],
)
def test_texts_become_templates(
    effects: list[str], templates: list[str], files: dict[str, tuple[str, ...]]
) -> None:
    assert proposals(*effects) == (templates, files)


def test_the_template_of_the_most_effects_is_first() -> None:
    effects = Counter({"Gain 2.": 1, "Gain 3.": 1, "Lose 1.": 4, "Draw.": 1})
    found = Learner({}).propose(effects)
    assert [(one.number, one.text) for one in found] == [(4, "Lose 1."), (2, "Gain <2..3>.")]


words = st.sampled_from(
    ["Gain", "fox", "Fox", "owls", "Red Owl", "old mill", "few", "two", "2", "30", "007", "٣"]
)
signs = st.sampled_from([" ", ". ", "+", "<b>", "</b>", "[fox]", "_", "#2", "so_so", "north", "<", ">"])
lines = st.lists(st.one_of(words, words, signs), min_size=1, max_size=6).map("".join)


@given(st.lists(lines.map(str.strip).filter(bool), min_size=1, max_size=25), st.integers(1, 3))
def test_each_template_gives_its_effects_and_no_other_template_is_for_them(
    effects: list[str], least: int
) -> None:
    learner, counts = Learner(LISTS), Counter(effects)
    found = learner.propose(counts, least)
    values = {
        name: tuple(parse_template(_read_value(word.strip())) for word in words)
        for name, words in {"amount": LISTS["amount"], **learner.files}.items()
    }
    grammar = Grammar(values, {}, Path(), words=known_words)
    explained = [text for one in found for text in one.effects]
    assert len(explained) == len(set(explained))
    assert explained == [] or set(explained) <= set(effects)
    for one in found:
        assert one.number == sum(counts[text] for text in one.effects) >= least
        parser = Parser([parse_template(one.text)], grammar, Stages())
        assert all(parser.parse(text) for text in one.effects), one
    again = Learner(LISTS).propose(Counter(reversed(effects)), least)
    assert sorted(one.number for one in again) == sorted(one.number for one in found)


@pytest.fixture
def project(write: Write) -> None:
    write("cardtools.toml", 'ruleset = "game.toml"\n')
    write(
        "game.toml",
        '[ruleset]\nid = "posts"\nversion = "1"\n[vocabulary.kind]\nvalues = ["Owl", "Fox"]\n[fields.NAME]\n'
        'unique = true\n[fields.KIND]\nvocabulary = "kind"\n[fields.TEXT]\n[effects]\ncolumns = ["TEXT"]\n'
        'split = "line"\n',
    )
    write(
        "cards/cards.csv",
        'NAME;KIND;TEXT\nOak;Owl;"Gain 2 coins.\nWake an owl."\nElm;Fox;Gain 5 coins.\n'
        'Ash;Owl;"Gain 4 coins.\nWake an fox."\nFir;Owl;"<number> of you\nSay <i>hush</i>."\n'
        'Yew;Fox;"<number> of you\nSay <i>hush</i>.\nOnce."\n',
    )
    write("placeholders/kind.txt", "Badger\n")
    write("placeholders/number.txt", "two\n")


@pytest.mark.usefixtures("project")
def test_what_is_learned_is_written_and_parses(cardtools: Cardtools) -> None:
    said = cardtools("effects", "learn").out
    assert said.splitlines() == [
        "    3  Gain <2..5> coins.",
        "       Gain 2 coins.",
        "    2  Say <i>hush</i>.",
        "       Say <i>hush</i>.",
        "    2  Wake an <kind_2>.",
        "       Wake an owl.",
        "3 templates for 7 of 10 effects (70%); 0 had one before",
    ]
    assert not Path("effects").exists()
    said = cardtools("effects", "learn", "-o", "effects/all_effect_templates.txt").out
    assert "-> effects/all_effect_templates.txt, 1 placeholder" in said
    assert Path("placeholders/kind_2.txt").read_text("utf-8") == "fox\nowl\n"
    assert Path("placeholders/kind.txt").read_text("utf-8") == "Badger\n"
    outcome = cardtools("parse", "--cards")
    assert outcome.code == 1
    assert "7 of 10 effects (70%) have a template, all those of 3 of 5 cards" in outcome.out
    assert "    2  <number> of you\n       cards/cards.csv:7:9: Fir\n" in outcome.out
    again = cardtools("effects", "learn", "-o", "effects/all_effect_templates.txt").out
    assert again == "0 templates for 0 of 10 effects (0%); 7 had one before\n"


@pytest.mark.usefixtures("project")
def test_templates_are_added_below_those_that_there_are(write: Write, cardtools: Cardtools) -> None:
    path = write("effects/all_effect_templates.txt", b"Gain <1..3> coins.\r\n\r\nOnce.")
    data = json.loads(cardtools("effects", "learn", "--least", "1", "--format", "json").out)
    assert (data["effects"], data["parsed"], data["explained"]) == (10, 2, 6)
    assert {
        "template": "Gain <4..5> coins.",
        "count": 2,
        "examples": ["Gain 5 coins.", "Gain 4 coins."],
    } in data["templates"]
    cardtools("effects", "learn", "-o", "effects/all_effect_templates.txt")
    assert path.read_bytes().startswith(b"Gain <1..3> coins.\r\n\r\nOnce.\r\nGain <4..5> coins.\r\n")


@pytest.mark.usefixtures("project")
def test_effects_of_cards_are_parsed_with_their_places(write: Write, cardtools: Cardtools) -> None:
    write("effects/all_effect_templates.txt", "Gain <1..5> coins.\n")
    data = json.loads(cardtools("parse", "--cards", "--format", "json").out)
    assert data[1] == {
        "place": "cards/cards.csv:2:9",
        "card": "Oak",
        "column": "TEXT",
        "effect": 2,
        "text": "Wake an owl.",
        "template": None,
    }
    assert [one["template"] for one in data].count("Gain <1..5> coins.") == 3
    assert cardtools("parse", "--cards", "Gain 2 coins.").code == 2
    assert cardtools("parse").code == 2


def test_without_columns_of_effects_it_is_said_what_to_write(write: Write, cardtools: Cardtools) -> None:
    write("cardtools.toml", 'ruleset = ""\n')
    write("cards/cards.csv", "A;B\nx;1\n")
    outcome = cardtools("effects", "learn")
    assert outcome.code == 2
    assert "name the columns of effects in the ruleset: [effects] columns" in outcome.err


@pytest.mark.usefixtures("project")
def test_lines_that_are_not_told_apart_are_pointed_out(write: Write, cardtools: Cardtools) -> None:
    rules = Path("game.toml").read_text("utf-8").replace('split = "line"\n', "")
    write("game.toml", rules)
    said = cardtools("effects", "learn").out
    assert 'some cells have several lines: split = "line" under [effects]' in said


@pytest.mark.usefixtures("project")
def test_nothing_is_written_outside_the_project(write: Write, cardtools: Cardtools) -> None:
    write("cardtools.toml", 'ruleset = "game.toml"\n[effects]\nplaceholders = "../elsewhere"\n')
    outcome = cardtools("effects", "learn", "-o", "learned.txt")
    assert outcome.code == 2
    assert not Path("../elsewhere").exists()
    assert not Path("learned.txt").exists()
