"""`cardtools draw`: effects for a new card."""

from __future__ import annotations

import json

import pytest

CSV = """EFFECTNAME;UNIT;SPELL;LEVEL_1;LEVEL_2;DRAW
Draw one card.;True;True;True;False;True
Draw two cards.;True;True;False;True;True
Destroy one air unit.;True;False;True;True;False
Destroy one fire unit.;True;False;True;True;False
Destroy one dragon unit.;True;False;True;False;False
Gain one point.;False;True;True;False;False
"""


@pytest.fixture
def game(write) -> None:
    write(
        "effects/all_effect_templates.txt",
        "Draw <number> card(s).\nDestroy one <kind> unit.\nGain one point.\n",
    )
    write("placeholders/number.txt", "one\ntwo\n")
    write("placeholders/type.txt", "fire\nair\n")
    write("placeholders/subtype.txt", "dragon\n")
    write("placeholders/kind.txt", "<type>\n<subtype>\n")
    write("placeholders/phrase_replacements.txt", "one card(s): one card\ncard(s): cards\n")
    write("placeholders/combinations_to_remove.txt", "")
    write("effects/effects_with_placeholders.csv", CSV)
    write("cardtools.toml", 'ruleset = "ttcg"\n')
    write("cards/cards.csv", "NAME;EFFECT1;EFFECT2\nA;Draw one card.;Gain one point.\n")


def pairs(outcome) -> list[list[str]]:
    data = json.loads(outcome.out)
    return [[effect["effect"] for effect in pair] for pair in data["cards"]]


def test_cards_are_numbered_and_seeded(cardtools, game) -> None:
    first = cardtools("draw", "-n", "2")
    assert (first.code, first.err) == (0, "")
    lines = first.out.split("\n")
    assert lines[0].startswith("1. ") and lines[1].startswith("   ") and lines[2].startswith("2. ")
    assert cardtools("draw", "-n", "2", "--seed", "0").out == first.out
    assert len({cardtools("draw", "--seed", str(seed)).out for seed in range(8)}) > 1


def test_every_condition_holds_for_all_effects(cardtools, game) -> None:
    outcome = cardtools(
        "draw", "--for", "TYPE=Earth", "--for", "rank=1", "-n", "20", "--format=json", "--omit", "dragon"
    )
    drawn = pairs(outcome)
    assert outcome.code == 0
    assert {frozenset(pair) for pair in drawn} == {
        frozenset({"Draw one card.", f"Destroy one {kind} unit."}) for kind in ("air", "fire")
    }
    outcome = cardtools("draw", "--column", "DRAW", "--pin", "Gain one point.", "-n", "9", "--format=json")
    assert sorted(pairs(outcome)) == [
        ["Gain one point.", "Draw one card."],
        ["Gain one point.", "Draw two cards."],
    ]
    drawn = pairs(cardtools("draw", "--omit", "draw", "--contains", "ONE", "-n", "9", "--format=json"))
    assert len(drawn) == 3 and all("Gain one point." in pair for pair in drawn)


def test_fewer_cards_than_asked_are_given_and_reported(cardtools, game) -> None:
    outcome = cardtools("draw", "--for", "LEVEL=1", "--column", "UNIT", "-n", "20")
    assert outcome.code == 0
    assert outcome.out.endswith("there are only 3 cards that fit; 20 were asked for\n")
    assert outcome.out.count("Draw one card.") == 3


def test_the_cards_own_types_come_first(cardtools, game) -> None:
    arguments = ["draw", "--for", "LEVEL=1", "--for", "TYPE=Fire", "--format=json"]
    assert [set(pair) for pair in pairs(cardtools(*arguments))] == [
        {"Draw one card.", "Destroy one fire unit."}
    ]
    drawn = pairs(cardtools(*arguments, "--for", "sub-type=dragon", "-n", "3"))
    assert [any("air" in effect for effect in pair) for pair in drawn] == [False, False, True]


def test_json_tells_the_templates_and_how_many_there_are(cardtools, game) -> None:
    outcome = cardtools(
        "draw", "--for", "TYPE=Spell", "--for", "RANK=1", "--format=json", "--pin", "Draw one card."
    )
    assert json.loads(outcome.out) == {
        "asked": 1,
        "possible": 1,
        "seed": 0,
        "emptied_by": None,
        "cards": [
            [
                {"effect": "Draw one card.", "template": "Draw <number> card(s)."},
                {"effect": "Gain one point.", "template": "Gain one point."},
            ]
        ],
    }


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (
            ["--for", "TYPE=Spell", "--contains", "unit"],
            "--contains 'unit' leaves no effect; 3 met the conditions before it",
            "remove that condition, or change it",
        ),
        (
            ["--column", "DRAW"],
            "all 2 effects that fit are from fewer than 2 templates, and a card has 2 effects",
            "remove a condition, so that another template fits, or draw fewer with --texts",
        ),
        (
            ["--contains", "Gain"],
            "the only effect that fits is from fewer than 2 templates, and a card has 2 effects",
            "remove a condition, so that another template fits, or draw fewer with --texts",
        ),
    ],
)
def test_what_leaves_nothing_is_named(cardtools, game, arguments: list[str], message: str, hint: str) -> None:
    outcome = cardtools("draw", *arguments)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == f"effects/effects_with_placeholders.csv: {message}\n  help: {hint}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seed", "x"], "Invalid value for '--seed': 'x' is not a valid integer."),
        (["-n", "0"], "Invalid value for '-n' / '--number'"),
        (["--contains", " "], "--contains and --omit need a text; every effect contains an empty one."),
        (
            ["--column", "DRAWN"],
            "effects/effects_with_placeholders.csv:1:1: no column DRAWN\n  help: did you mean DRAW?\n",
        ),
        (["--for", "rank=9"], "effects/effects_with_placeholders.csv:1:1: no column LEVEL_9\n"),
        (["--for", "TYPE=fier"], "--for: 'fier' is not a word of TYPE\n  help: did you mean Fire?\n"),
        (["--for", "SUBTYPES=Elf"], "--for: 'Elf' is not a word of SUBTYPES\n  help: words: Dragon, Beast"),
        (["--for", "LEVEL=x"], "--for: 'x' cannot be a value of LEVEL\n  help: a whole number\n"),
        (["--for", "TYP=Fire"], "--for: unknown column 'TYP'\n  help: did you mean TYPE?\n"),
        (["--for", "TYPE"], "--for: 'TYPE' has no column and value\n  help: as in: --for TYPE=Fire\n"),
        (
            ["--pin", "Draw two card."],
            (
                "--pin: 'Draw two card.' is not in effects/effects_with_placeholders.csv\n"
                '  help: did you mean "Draw two cards."?\n'
            ),
        ),
    ],
)
def test_bad_options_are_refused(cardtools, game, arguments: list[str], message: str) -> None:
    outcome = cardtools("draw", *arguments)
    assert outcome.code == 2
    assert message in outcome.err


def test_a_missing_list_is_made_by_build(cardtools, folder) -> None:
    (folder / "placeholders").mkdir()
    outcome = cardtools("draw")
    assert (outcome.code, outcome.err) == (
        2,
        (
            "effects/effects_with_placeholders.csv: no such file\n"
            "  help: `cardtools build` or `cardtools tag` makes it\n"
        ),
    )


def test_without_a_database_every_template_is_unused(cardtools, game, folder) -> None:
    (folder / "cards/cards.csv").unlink()
    outcome = cardtools("draw")
    assert outcome.code == 0
    assert outcome.err == "cards/cards.csv: info: no cards, so every template counts as unused\n"


RULES = """
[ruleset]
id = "own"
version = "1"
[fields.NAME]
[fields.CLAN]
vocabulary = "clan"
[vocabulary.clan]
values = ["Fire", "Air"]
"""


@pytest.mark.parametrize("number", [1, 3])
def test_a_card_has_as_many_effects_as_the_ruleset_has_columns_for(cardtools, game, write, number) -> None:
    fields = "".join(f'[fields.RULES_{one}]\nrole = "effect"\n' for one in range(number))
    write("own.toml", RULES + fields)
    write("cardtools.toml", 'ruleset = "own.toml"\n')
    drawn = pairs(cardtools("draw", "-n", "4", "--format=json"))
    assert [len(set(card)) for card in drawn] == [number] * 4
    first = pairs(cardtools("draw", "--for", "clan=air", "-n", "2", "--format=json", "--texts", "2"))
    assert [len(card) for card in first] == [2, 2]
    assert not any("fire" in text for card in first for text in card)


def test_without_tags_the_plain_list_is_drawn_from(cardtools, game, write, folder) -> None:
    (folder / "effects/effects_with_placeholders.csv").unlink()
    write("effects/all_effects.txt", "Draw one card.\nGain one point.\n")
    assert pairs(cardtools("draw", "--format=json", "--texts", "1"))[0][0] in (
        "Draw one card.",
        "Gain one point.",
    )
    outcome = cardtools("draw", "--for", "LEVEL=1")
    assert (outcome.code, outcome.out) == (2, "")
    assert "effects/effects_with_placeholders.csv: no such file" in outcome.err
