"""Every built-in ruleset against generated cards and decks: legal ones pass, each spoiled one is found."""

from __future__ import annotations

import random
from functools import cache

import pytest
from game_samples import GAMES, RULESETS, Row, codes_of_cards, codes_of_deck
from strategies import cases

SAMPLES = cases(100)


@cache
def codes_of_legal_cards(game: str, seed: int) -> set[str]:
    return codes_of_cards(GAMES[game](random.Random(seed)).rows, RULESETS[game])


@pytest.mark.parametrize("game", GAMES)
def test_legal_cards_and_decks_give_no_error(game: str) -> None:
    ruleset = RULESETS[game]
    for seed in range(SAMPLES):
        sample = GAMES[game](random.Random(seed))
        assert codes_of_cards(sample.rows, ruleset, "error") == set(), seed
        assert codes_of_deck(sample.rows, sample.deck, ruleset, "error") == set(), seed


# Game, what the card to spoil is (its TYPE or TYPES), the cells that spoil it, what must be found.
CARD_MUTATIONS: list[tuple[str, str, Row, str]] = [
    ("alpha", "Creature", {"TYPE": "Spell"}, "AFC101"),
    ("alpha", "Creature", {"TYPE": ""}, "AFC102"),
    ("alpha", "Creature", {"COST": ""}, "AFC102"),
    ("alpha", "Creature", {"HEALTH": ""}, "AFC102"),
    ("alpha", "Creature", {"HEALTH": 11}, "AFC103"),
    ("alpha", "Creature", {"ATTACK": 6}, "AFC104"),
    ("alpha", "Creature", {"COST": 11}, "AFC105"),
    ("alpha", "Object", {"COST": 12}, "AFC106"),
    ("alpha", "Object", {"HEALTH": 1}, "AFC107"),
    ("alpha", "Creature", {"EFFECT": "Deal 2 damage."}, "AFC108"),
    ("alpha", "Object", {"EFFECT": "Heal a friend."}, "AFT101"),
    ("alpha", "Object", {"EFFECT": "When summoned, deal 2 damage."}, "AFT102"),
    ("kingdom", "Spell", {"COLOUR": "red"}, "DDC101"),
    ("kingdom", "Creature", {"COLOUR": "grey"}, "DDC101"),
    ("kingdom", "Spell", {"COLOUR": "gray"}, "DDC102"),
    ("kingdom", "Creature", {"COLOUR": "pink"}, "DDC102"),
    ("kingdom", "Creature", {"ATTACK": "3"}, "DDC103"),
    ("kingdom", "Creature", {"DECK_LIMIT": "9"}, "DDC104"),
    ("kingdom", "Spell", {"TEXT": "Search your deck for a spell."}, "DDT101"),
    ("kingdom", "Spell", {"TEXT": "You can draw a card."}, "DDT102"),
    ("kingdom", "Spell", {"TEXT": "After you roll, reroll one die."}, "DDT103"),
    ("mana", "Creature", {"TYPE": "Artifact"}, "MLC101"),
    ("mana", "Land", {"COST": "1"}, "MLC102"),
    ("mana", "Land", {"COLOUR": ""}, "MLC103"),
    ("mana", "Land", {"COLOUR": "Pink"}, "MLC103"),
    ("mana", "Creature", {"COST": ""}, "MLC104"),
    ("mana", "Creature", {"COST": "2X"}, "MLC105"),
    ("mana", "Creature", {"ATTACK": ""}, "MLC106"),
    ("mana", "Leader", {"DEFENSE": ""}, "MLC106"),
    ("mana", "Spell", {"ATTACK": 2}, "MLC107"),
    ("mana", "Creature", {"DEFENSE": 0}, "MLC108"),
    ("mana", "Creature", {"KEYWORDS": "Lifelink"}, "MLC109"),
    ("mana", "Spell", {"KEYWORDS": "Haste"}, "MLC110"),
    ("mana", "Creature", {"KEYWORDS": "First Strike, Double Strike"}, "MLC111"),
    ("mana", "Creature", {"KEYWORDS": "Flying"}, "MLC112"),
    ("mana", "Instant", {"TEXT": "Target creature gets +2/+2."}, "MLT101"),
    ("school", "Booster", {"TYPES": "Energie"}, "SVC101"),
    ("school", "Booster", {"TIER": "Mythic"}, "SVC102"),
    ("school", "Booster", {"ID": "booster_7"}, "SVC103"),
    ("school", "Spell", {"TYPES": "Instant"}, "SVC104"),
    ("school", "Spell", {"TYPES": "Spell, Monster"}, "SVC105"),
    ("school", "Booster", {"HP": ""}, "SVC106"),
    ("school", "Booster", {"HP": 6}, "SVC107"),
    ("school", "Spell", {"ATK": 1}, "SVC108"),
    ("school", "Spell", {"COST": "2 Pryo"}, "SVC109"),
    ("school", "Spell", {"COST": "2 Pyro/Cryo"}, "SVC110"),
    ("school", "Booster", {"ELEMENT": "Fire"}, "SVC111"),
    ("school", "Spell", {"KEYWORDS": "Flyng"}, "SVC112"),
    ("school", "Spell", {"KEYWORDS": "Hexproof"}, "SVC113"),
    ("school", "Booster", {"KEYWORDS": "Persistent"}, "SVC114"),
    ("school", "Spell", {"ID": "booster_000"}, "SVC115"),
    ("school", "Spell", {"TEXT": "Search your graveyard."}, "SVT101"),
    ("school", "Spell", {"TEXT": "Exile target Monster."}, "SVT102"),
    ("school", "Spell", {"TEXT": "Your opponent loses 1 SV."}, "SVT103"),
    ("ttcg", "Fire", {"TYPE": "Fier"}, "TTC101"),
    ("ttcg", "Fire", {"SUBTYPES": "Humanoid"}, "TTC102"),
    ("ttcg", "Fire", {"SUBTYPES": ""}, "TTC103"),
    ("ttcg", "Fire", {"LEVEL": 6}, "TTC104"),
    ("ttcg", "Fire", {"EFFECT2": ""}, "TTC105"),
    ("ttcg", "Fire", {"EFFECT1_STYLE": "Dormnt"}, "TTC106"),
    ("ttcg", "Fire", {"ATTACK": "5"}, "TTU101"),
    ("ttcg", "Fire", {"ATTACK": "-5"}, "TTU102"),
    ("ttcg", "Fire", {"RARITY": 7}, "TTR101"),
    ("ttcg", "Spell", {"ATTACK": "5"}, "TTS103"),
    ("ttcg", "Spell", {"SUBTYPES": "Dragon"}, "TTC103"),
]


@pytest.mark.parametrize(("game", "kind", "cells", "code"), CARD_MUTATIONS)
def test_a_spoiled_card_is_found(game: str, kind: str, cells: Row, code: str) -> None:
    ruleset = RULESETS[game]
    for seed in range(cases(5)):
        rows = [dict(row) for row in GAMES[game](random.Random(seed)).rows]
        row = next(row for row in rows if kind in (row.get("TYPE"), row.get("TYPES")))
        if code == "TTU101" and row["ATTACK"] == "5":
            continue
        assert code not in codes_of_legal_cards(game, seed)
        row.update(cells)
        assert code in codes_of_cards(rows, ruleset), (seed, row)


# Game, what replaces the deck's lines (None: they stay), what is added at its end, what must be found.
DECK_MUTATIONS: list[tuple[str, str | None, str, str]] = [
    ("alpha", None, "1 Beast 0", "AFD101"),
    ("alpha", "29 Beast 0", "", "AFD101"),
    ("alpha", "9 Beast 0\n21 Stone 0", "", "AFD102"),
    ("alpha", None, "1 Best 0", "AFD103"),
    ("kingdom", None, "1 Tea 0", "DDD101"),
    ("kingdom", "4 Tea 0", "", "DDD102"),
    ("kingdom", "3 Tea 0\n3 Tea 1", "", "DDD104"),
    ("mana", "9 Hare 0\n[vault]\n9 Red Field", "", "MLD101"),
    ("mana", None, "1 Queen Ilva", "MLD101"),
    ("mana", None, "[vault]\n1 Hare 0", "MLD102"),
    ("mana", None, "[main]\n1 Red Field", "MLD103"),
    ("mana", None, "[main]\n1 Queen Ilva", "MLD104"),
    ("mana", "4 Hare 0\n[vault]\n9 Red Field", "", "MLD105"),
    ("mana", "9 Hare 0\n[vault]\n1 Red Field", "", "MLD105"),
    ("mana", "9 Bolt\n[vault]\n9 Blue Field", "", "MLD106"),
    ("mana", None, "", "MLD107"),
    ("mana", None, "[leader]\n1 Hare 0", "MLD108"),
    ("school", "39 booster_000", "", "SVD101"),
    ("school", None, "5 spell_001", "SVD102"),
    ("school", "4 spell_001", "", "SVD103"),
    ("school", None, "1 token_001", "SVD104"),
    ("school", "49 booster_000", "", "SVD105"),
    ("school", "60 booster_001", "", "SVD106"),
    ("school", "Boosters (40):\n41 booster_000", "", "SVD110"),
    ("ttcg", None, "71 Card 0", "TTD101"),
    ("ttcg", "49 Card 0", "", "TTD101"),
    ("ttcg", None, "3 Card 0", "TTD102"),
    ("ttcg", None, "1 Cord 0", "TTD103"),
    ("ttcg", None, "0 Card 0", "TTD105"),
    ("ttcg", None, "1 Card 0\n1 Card 0", "TTD106"),
]


@pytest.mark.parametrize(("game", "instead", "more", "code"), DECK_MUTATIONS)
def test_a_spoiled_deck_is_found(game: str, instead: str | None, more: str, code: str) -> None:
    sample = GAMES[game](random.Random(1))
    token: Row = {"ID": "token_001", "TYPES": "Token"}
    rows = [*sample.rows, *([token] if game == "school" else [])]
    deck = (sample.deck if instead is None else instead) + "\n" + more
    assert code in codes_of_deck(rows, deck, RULESETS[game])


def test_three_creature_colours_are_one_too_many() -> None:
    rows: list[Row] = [
        {"NAME": colour, "TYPE": "Creature", "COLOUR": colour} for colour in ("blue", "red", "green")
    ]
    assert codes_of_deck(rows[:2], "3 blue\n3 red", RULESETS["kingdom"]) == {"DDD101"}
    assert "DDD103" in codes_of_deck(rows, "3 blue\n3 red\n3 green", RULESETS["kingdom"])


def test_advice_about_costs_is_for_decks_that_have_costs() -> None:
    rows: list[Row] = [
        {"ID": "booster_001", "TYPES": "Booster", "ELEMENT": "Pyro"},
        {"ID": "monster_001", "TYPES": "Monster", "COST": "4 Cryo"},
        {"ID": "monster_002", "TYPES": "Monster"},
        *({"ID": f"monster_01{n}", "TYPES": "Monster", "TIER": "Legendary"} for n in range(3)),
    ]
    school = RULESETS["school"]
    assert {"SVD107", "SVD109"} <= codes_of_deck(rows, "40 booster_001\n4 monster_001", school)
    assert "SVD107" not in codes_of_deck(rows, "40 booster_001\n4 monster_001\n1 monster_002", school)
    assert "SVD108" in codes_of_deck(rows, "1 monster_010\n1 monster_011\n1 monster_012", school)


def test_house_rules_are_off() -> None:
    rows: list[Row] = [{"ID": "booster_001", "TYPES": "Booster", "ELEMENT": "Pyro"}]
    deck = "40 booster_001\n[sideboard]\n11 booster_001"
    assert "SVD120" not in codes_of_deck(rows, deck, RULESETS["school"])


@pytest.mark.parametrize(
    ("game", "row"),
    [
        (
            "alpha",
            {"TYPE": "Object", "EFFECT": "Deal 1 damage to a" + " and destroy target creature" * 60 + "!"},
        ),
        ("mana", {"TYPE": "Spell", "COST": "1" * 400 + "!"}),
        ("school", {"ID": "spell_001", "COST": "1 Pyro, " * 200 + "!"}),
        ("kingdom", {"TYPE": "Spell", "TEXT": "search your " * 400}),
    ],
)
def test_no_text_keeps_a_pattern_busy_for_ever(game: str, row: Row) -> None:
    # A pattern that tries every way to split such a text would not come to its end.
    assert codes_of_cards([row], RULESETS[game])


def test_two_ids_of_one_name_are_one_card_for_the_copy_limit() -> None:
    rows: list[Row] = [{"ID": f"item_00{n}", "NAME": "Big Key", "TYPES": "Item"} for n in (1, 2)]
    assert "SVD102" in codes_of_deck(rows, "3 item_001\n2 item_002", RULESETS["school"])


_LEGAL = ["Deal 2 damage to target creature", "Destroy target creature", "Deal 1 damage to each creature"]
_JOINS = [" and ", ", then ", ". ", ", ", " to ", " ", "; ", " or "]
_FORBIDDEN = [
    "draw a card", "heal it", "gain 2 energy", "its owner loses", "return it", "stun it", "you win",
    "if able", "double it", "with fire", "this turn", "summon it", "cost 1 less", "target player",
]  # fmt: skip


@pytest.mark.parametrize("legal", _LEGAL)
@pytest.mark.parametrize("forbidden", _FORBIDDEN)
def test_nothing_else_passes_beside_a_supported_effect(legal: str, forbidden: str) -> None:
    alpha = RULESETS["alpha"]
    assert codes_of_cards([{"NAME": "Rock", "TYPE": "Object", "COST": 1, "EFFECT": legal}], alpha) == set()
    for join in _JOINS:
        small, large = forbidden, forbidden[0].upper() + forbidden[1:]
        for effect in (f"{legal}{join}{small}.", f"{large}{join}{legal.lower()}."):
            row: Row = {"NAME": "Rock", "TYPE": "Object", "COST": 1, "EFFECT": effect}
            assert codes_of_cards([row], alpha) & {"AFT101", "AFT102"}, effect
