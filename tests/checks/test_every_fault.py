"""A finding names every fault that it is about, and the cause of several stands in place of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from built_in import built_in_ruleset

from cardtools.cards.table import read_cards
from cardtools.checks.validate import validate
from cardtools.ground.errors import Diagnostic
from cardtools.rulesets import load_ruleset

Write = Callable[[str, str | bytes], Path]


def found(game: str, header: str, *rows: str) -> list[Diagnostic]:
    ruleset = built_in_ruleset(game)
    return validate(read_cards(Path("c.csv"), ruleset, "\n".join((header, *rows)) + "\n"), ruleset)


MANA = "NAME;TYPE;COST;COLOUR;ATTACK;DEFENSE;KEYWORDS;TEXT"
KINGDOM = "NAME;TYPE;COLOUR;TEXT;DECK_LIMIT"
SCHOOL = "ID;NAME;TYPES;TIER;COST;ATK;HP;ELEMENT;KEYWORDS;TEXT"
LORE = (
    "NAME;TYPE;SUBTYPES;LEVEL;IMAGE;ATTACK;DEFENSE;EFFECT1;EFFECT2;SERIAL;RARITY;TRANSPARENCY;EFFECT1_STYLE;"
    "EFFECT2_STYLE;LORE_OF;LORE"
)
OWL = "Ash Owl;Air;Avian;1;;250;250;Draw one card.;Gain one point.;A0000000000001;0;60;;;;"


@pytest.mark.parametrize(
    ("game", "header", "row", "code", "words"),
    [
        ("mana", MANA, "A;Instant;1B;Black;;;;Target creature gets +1/+1. Deal 2 damage to it. Tap it.",
         "MLT101", "a buff, damage, tapping"),
        ("mana", MANA, "A;Instant;1B;Black;;;;Tap target elf. Return it to its owner's hand.",
         "MLT101", "tapping, bouncing"),
        ("mana", MANA, "A;Land;;White;1;2;;", "MLC107", "attack and defence"),
        ("mana", MANA, "A;Land;;White;;;;Tap to add Blue or Red.", "MLT103", "Blue, Red"),
        ("mana", MANA, "A;Creature;1;White;1;1;;Haste, taunt", "TXT029", "Haste, Taunt"),
        ("school", SCHOOL, "item_001;Key;Item;;1 Pyro;;;Pyro;Flying, Energy;Draw a card.",
         "SVC117", "Flying, Energy, for Boosters, units"),
        ("school", SCHOOL, "monster_001;Ox;Monster;;1 Pyro;1;1;Pyro;Reach, Trample;",
         "SVC113", "Reach, Trample"),
        ("kingdom", KINGDOM, "A;Spell;grey;Roll a D8 and a D20.;", "DDT104", "8, 20"),
        ("kingdom", KINGDOM, "A;Spell;grey;Roll a die. On a 7 or an 8 draw a card.;", "DDT105", "7, 8"),
        ("ttcg", LORE, "Tale;;;2;;100;200;Draw one card.;;A0000000000002;1;;Counter;;Ash Owl;It was late.",
         "TTC107", "a rank, stats, an effect, a rarity, an effect style"),
        ("ttcg", LORE, "E;Air;Avian;1;;250;250;Tap cards above this card.;Add cards above this card.;;;;;;;",
         "TTC110", "EFFECT1, EFFECT2"),
        ("ttcg", LORE, "Elm;Air;Golem, Humanoid;1;;250;250;Draw two cards.;Gain one point.;;;;;;;",
         "TTC102", "'Golem', 'Humanoid'"),
    ],
)  # fmt: skip
def test_a_finding_names_every_fault(game: str, header: str, row: str, code: str, words: str) -> None:
    told = [one for one in found(game, header, row, *([OWL] if game == "ttcg" else [])) if one.code == code]
    assert len(told) == 1
    assert words in told[0].message


def test_a_row_that_is_hardly_a_card_is_one_finding() -> None:
    (told,) = found("ttcg", LORE, OWL, "The First Owl;;;;;;;;;A0000000000002;;;;;;It flew.")
    assert (told.code, told.location.line) == ("TTC113", 3)


def test_a_cause_stands_in_place_of_what_follows_from_it(write: Write) -> None:
    text = """\
[ruleset]
id = "small"
version = "1"
[fields.NAME]
required = true
[fields.KIND]
required = true
values = ["Fox", "Owl"]
[fields.POWER]
type = "int"
required = true
[rule.SML101]
name = "remark"
cause = true
assert = "given(KIND) or given(POWER)"
message = "{NAME} is no card"
"""
    write("small.toml", text)
    rules = load_ruleset("small.toml", Path())
    cards = "NAME;KIND;POWER\nA;;\nB;Elk;\nC;;x\n"
    told = validate(read_cards(Path("c.csv"), rules, cards), rules)
    assert [(one.code, one.location.line) for one in told] == [
        ("SML101", 2), ("CRD004", 3), ("CRD001", 3), ("CRD001", 4), ("CRD002", 4),
    ]  # fmt: skip
