"""For every rule of the small games and of the School TCG, cards that break it (see spoil.py)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from oracle import Row
from spoil import Spoil, any_card, cells, same_as_another


def of(column: str, *words: str) -> Callable[[Row], bool]:
    """The cards with one of the words in the column."""
    return lambda row: row.get(column) in words


def filled(column: str) -> Callable[[Row], bool]:
    """The cards that have something in the column."""
    return lambda row: bool(row.get(column))


def has(column: str, *words: str) -> Callable[[Row], bool]:
    """The cards with one of the words in the list of the column."""
    return lambda row: any(word in row.get(column, "").split(", ") for word in words)


def both(*tests: Callable[[Row], bool]) -> Callable[[Row], bool]:
    """The cards that all tests pick."""
    return lambda row: all(test(row) for test in tests)


NO_NUMBERS = ("II", "x", "1.5", "three", "1e3", "5 5", "--1", "\u0663")

# Alpha Fixed Ruleset v0.1

_creature, _object = of("TYPE", "Creature"), of("TYPE", "Object")
_UNSUPPORTED_WORDS = (  # conditions, triggers, movement, drawing, status, elements (Rules 9)
    "If it has 2 health, destroy target creature.", "Whenever it attacks, deal 2 damage.", "Draw a card.",
    "Deal 2 damage. Draw a card.", "Move target creature.", "Swap two creatures.", "Stun target creature.",
    "Freeze target creature.", "Deal 2 fire damage to target creature.", "When played, deal 1 damage.",
    "Deal 1 damage each turn.", "Destroy target creature unless it has 3 attack.",
)  # fmt: skip
ALPHA = (
    Spoil("CRD001", "NAME", any_card, cells("NAME", "")),
    Spoil("CRD006", "NAME", any_card, same_as_another("NAME"), anywhere=True),
    Spoil("AFC101", "TYPE", any_card, cells("TYPE", "Spell", "creature", "Creatur", "Land")),
    Spoil("AFC102", "TYPE", any_card, cells("TYPE", "")),
    Spoil("AFC102", "COST", any_card, cells("COST", "", "  "), frozenset({"CSV012"})),
    Spoil("AFC102", "HEALTH", _creature, cells("HEALTH", "")),
    Spoil("AFC102", "ATTACK", _creature, cells("ATTACK", "")),
    Spoil("AFC102", "EFFECT", _object, cells("EFFECT", "")),
    Spoil("CRD002", "COST", any_card, cells("COST", *NO_NUMBERS)),
    Spoil("CRD002", "HEALTH", _creature, cells("HEALTH", *NO_NUMBERS)),
    Spoil("CRD002", "ATTACK", _creature, cells("ATTACK", *NO_NUMBERS)),
    Spoil("AFC103", "HEALTH", _creature, cells("HEALTH", "0", "11", "-1", "100")),
    Spoil("AFC104", "ATTACK", _creature, cells("ATTACK", "0", "6", "-1", "50")),
    Spoil("AFC105", "COST", _creature, cells("COST", "-1", "11", "99")),
    Spoil("AFC106", "COST", _object, cells("COST", "-1", "11", "99")),
    Spoil("AFC107", "", _object, cells("HEALTH", "1", "5")),
    Spoil("AFC107", "", _object, cells("ATTACK", "1", "5")),
    Spoil("AFC108", "EFFECT", _creature, cells("EFFECT", "Deal 2 damage.", "Destroy target creature.")),
    Spoil("AFT101", "EFFECT", _object, cells(
        "EFFECT", "Heal target creature.", "Destroy all creatures.", "Gain 2 energy.", "Deal damage.",
        "Return target creature to its owner.", "Deal 2 damage. Heal 2 health.", "Destroy target object.",
    )),
    Spoil("AFT102", "EFFECT", _object, cells("EFFECT", *_UNSUPPORTED_WORDS)),
)  # fmt: skip

# The dice game

KINGDOM = (
    Spoil("CRD001", "NAME", any_card, cells("NAME", "")),
    Spoil("CRD001", "TYPE", any_card, cells("TYPE", "")),
    Spoil("CRD001", "COLOUR", any_card, cells("COLOUR", "")),
    Spoil("CRD004", "TYPE", any_card, cells("TYPE", "Land", "creature", "Spel")),
    Spoil("CRD005", "DECK_LIMIT", filled("DECK_LIMIT"), cells("DECK_LIMIT", "many", "0", "-3", "100", "2.5")),
    Spoil("CRD006", "NAME", any_card, same_as_another("NAME"), anywhere=True),
    Spoil("DDC101", "COLOUR", of("TYPE", "Creature"), cells("COLOUR", "grey", "Grey")),
    Spoil("DDC101", "COLOUR", of("TYPE", "Spell"), cells("COLOUR", "blue", "green", "red", "yellow")),
    Spoil("DDC102", "COLOUR", of("TYPE", "Spell"), cells("COLOUR", "gray", "purple", "black", "grean")),
    Spoil("DDC103", "", any_card, cells("ATTACK", "2", "a roll")),
    Spoil("DDC103", "", any_card, cells("LIFE", "3", "0")),
    Spoil("DDC104", "DECK_LIMIT", filled("DECK_LIMIT"), cells("DECK_LIMIT", "")),
    Spoil("DDC104", "DECK_LIMIT", filled("DECK_LIMIT"), cells("TEXT", "", "You may draw a card.")),
    Spoil("DDC106", "TEXT", of("TYPE", "Spell"), cells("TEXT", ""), frozenset({"DDC104"})),
    Spoil("DDT101", "TEXT", any_card, cells("TEXT", "Search your deck for a spell."), frozenset({"DDC104"})),
    Spoil("DDT102", "TEXT", any_card, cells("TEXT", "You can draw a card."), frozenset({"DDC104"})),
    Spoil(
        "DDT103",
        "TEXT",
        any_card,
        cells(
            "TEXT",
            "After the roll, reroll a die.",
            "Reroll any die that missed.",
            "If it misses, roll that die again.",
        ),
        frozenset({"DDC104"}),
    ),
    Spoil(
        "DDT104",
        "TEXT",
        any_card,
        cells("TEXT", "Roll a D20.", "Roll an eight-sided die."),
        frozenset({"DDC104"}),
    ),
    Spoil(
        "DDT105",
        "TEXT",
        any_card,
        cells(
            "TEXT",
            "If you roll a 7, draw a card.",
            "Roll two dice. If the total is 13, draw a card.",
        ),
        frozenset({"DDC104"}),
    ),
    Spoil("DDT106", "TEXT", any_card, cells("TEXT", "Target creature gets +2/+2."), frozenset({"DDC104"})),
    Spoil(
        "TXT010",
        "TEXT",
        any_card,
        cells(
            "TEXT",
            "The opposing player discards a card.",
            "Put it into the trash.",
            "Look at your library.",
            "Put it into your grave yard.",
            "Destroy target monster.",
        ),
        frozenset({"DDC104"}),
    ),
    Spoil(
        "TXT028",
        "TEXT",
        any_card,
        cells("TEXT", "Exile target creature.", "Flip a coin."),
        frozenset({"DDC104"}),
    ),
)

# The game of lands and leaders

_land, _unit = of("TYPE", "Land"), of("TYPE", "Creature", "Leader")
_instant, _unfighting = of("TYPE", "Instant"), of("TYPE", "Land", "Spell", "Instant")
MANA = (
    Spoil("CRD001", "NAME", any_card, cells("NAME", "")),
    Spoil("CRD001", "TYPE", any_card, cells("TYPE", "")),
    Spoil("CRD002", "ATTACK", _unit, cells("ATTACK", *NO_NUMBERS)),
    Spoil("CRD002", "DEFENSE", _unit, cells("DEFENSE", *NO_NUMBERS)),
    Spoil("CRD003", "ATTACK", _unit, cells("ATTACK", "-1", "-20")),
    Spoil("CRD006", "NAME", any_card, same_as_another("NAME"), anywhere=True),
    Spoil("MLC101", "TYPE", any_card, cells("TYPE", "Artifact", "land", "Creture", "Sorcery")),
    Spoil("MLC102", "COST", _land, cells("COST", "1", "W", "0", "1 Colorless")),
    Spoil("MLC103", "COLOUR", _land, cells("COLOUR", "")),
    Spoil("MLC103", "COLOUR", _land, cells("COLOUR", "Pink", "X", "Whyte", "White, Purple")),
    Spoil("MLC104", "COST", lambda row: row["TYPE"] != "Land", cells("COST", "")),
    Spoil("MLC105", "COST", lambda row: row["TYPE"] != "Land", cells("COST", "2X", "2 Purple", "-1", "W/U")),
    Spoil("MLC106", "ATTACK", _unit, cells("ATTACK", "")),
    Spoil("MLC106", "DEFENSE", _unit, cells("DEFENSE", "")),
    Spoil("MLC107", "", _unfighting, cells("ATTACK", "0", "3")),
    Spoil("MLC107", "", _unfighting, cells("DEFENSE", "1", "3")),
    Spoil("MLC108", "DEFENSE", _unit, cells("DEFENSE", "0", "-2")),
    Spoil("MLC109", "KEYWORDS", _unit, cells("KEYWORDS", "Lifelink", "Hast", "haste", "Taunt, Flash")),
    Spoil("MLC110", "KEYWORDS", _unfighting, cells("KEYWORDS", "Haste", "Trample, Taunt")),
    Spoil("MLC111", "KEYWORDS", _unit, cells("KEYWORDS", "First Strike, Double Strike")),
    Spoil("MLC112", "KEYWORDS", _unit, cells("KEYWORDS", "Flying", "Haste, Reach")),
    Spoil("MLC113", "TEXT", of("TYPE", "Spell", "Instant"), cells("TEXT", "")),
    Spoil("MLT101", "TEXT", both(_instant, of("COLOUR", "R", "U")), cells("TEXT", "Target creature gets +2/+2.")),
    Spoil("MLC114", "COLOUR", _land, cells("COLOUR", "White, Blue", "R, G")),
    Spoil("MLT102", "TEXT", _land, cells("TEXT", "This land enters the field tapped.", "Comes into play tapped.")),
    Spoil("MLT103", "TEXT", _land, cells("TEXT", "Tap to add one mana of any color.")),
    Spoil("TXT010", "TEXT", _unit, cells(
        "TEXT", "The opposing player discards a card.", "Put it into the graveyard.", "Look at your library.",
        "Destroy target monster.",
    )),
    Spoil("TXT028", "TEXT", _unit, cells("TEXT", "Lifelink", "Target creature gains hexproof.", "Exile it.")),
    Spoil("TXT029", "TEXT", both(_unit, of("KEYWORDS", "")), cells("TEXT", "Haste", "Trample, taunt.")),
    Spoil("CRD013", "COLOUR", _land, cells("COLOUR", "White/Blue", "White & Green", "Red and Blue", "Red|Blue")),
    Spoil("CRD013", "KEYWORDS", _unit, cells("KEYWORDS", "Haste/Taunt", "Haste and Trample")),
    Spoil("CRD012", "KEYWORDS", _unit, cells("KEYWORDS", "Haste, Haste")),
)  # fmt: skip

# School TCG


def _other_type(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    kinds = ("Spell", "Instant", "Item", "Artifact", "Environment", "Token")
    return {"TYPES": rng.choice([kind for kind in kinds if kind not in row["TYPES"]])}


def _typed(row: Row) -> bool:
    return bool(row.get("TYPES"))  # a database may have ids alone


def _named(row: Row) -> bool:
    return bool(row.get("NAME"))


def _ids(form: str) -> Callable[[random.Random, Row, Sequence[Row]], Row]:
    return lambda rng, row, rows: {"ID": form.format(*row["ID"].split("_"))}


_units, _spells = has("TYPES", "Student", "Monster"), of("TYPES", "Spell", "Instant", "Item")
_costly = filled("COST")
_SCHOOL = (
    Spoil("CRD001", "ID", _typed, cells("ID", "")),
    Spoil("CRD002", "ATK", _units, cells("ATK", *NO_NUMBERS)),
    Spoil("CRD002", "HP", _units, cells("HP", *NO_NUMBERS)),
    Spoil("CRD003", "ATK", _units, cells("ATK", "-1")),
    Spoil("CRD003", "HP", _units, cells("HP", "-4")),
    Spoil("SVC101", "TYPES", _typed, cells("TYPES", "Sorcery", "monster", "Monster, Boss", "Studnet")),
    Spoil("SVC102", "TIER", _typed, cells("TIER", "Mythic", "Bos", "2")),
    Spoil("SVC103", "ID", any_card, _ids("{0}{1}")),
    Spoil("SVC103", "ID", any_card, _ids("{0}_7")),
    Spoil("SVC103", "ID", any_card, _ids("{0}_{1}a")),
    Spoil("SVC104", "ID", _typed, _other_type, frozenset(
        {"SVC108", "SVC114", "SVC116", "SVC117", "SVC118", "SVC119", "SVC122"}
    )),
    Spoil("SVC116", "COST", both(_typed, _costly), cells("COST", "")),
    Spoil("SVC117", "KEYWORDS", _spells, cells("KEYWORDS", "Flying", "Unblockable", "Energy")),
    Spoil("SVC118", "ELEMENT", of("TYPES", "Booster"), cells("ELEMENT", "")),
    Spoil("SVC119", "TEXT", _spells, cells("TEXT", "")),
    Spoil("SVC122", "COST", of("TYPES", "Token"), cells("COST", "1 Pyro")),
    Spoil("SVC105", "", _units, cells("ATK", "")),
    Spoil("SVC105", "", _units, cells("HP", "")),
    Spoil("SVC106", "HP", of("TYPES", "Booster"), cells("HP", "")),
    Spoil("SVC107", "HP", of("TYPES", "Booster"), cells("HP", "6", "12")),
    Spoil("SVC108", "", _spells, cells("ATK", "0", "2")),
    Spoil("SVC108", "", _spells, cells("HP", "1", "2")),
    Spoil("SVC109", "COST", _costly, cells("COST", "2 Pryo", "Pyro", "2 Pyro 1 Cryo", "2 Fire", "two Pyro")),
    Spoil("SVC110", "COST", _costly, cells("COST", "2 Pyro/Cryo", "X Pyro", "1 Geo, X Universal")),
    Spoil("SVC111", "ELEMENT", of("TYPES", "Booster"), cells("ELEMENT", "Fire", "Pryo", "Pyro, Air")),
    Spoil("SVC112", "KEYWORDS", _typed, cells("KEYWORDS", "Flyng", "Haste", "Flying, Menace")),
    Spoil("SVC113", "KEYWORDS", _units, cells("KEYWORDS", "Reach", "Flying, Trample", "Hexproof")),
    Spoil("SVC114", "KEYWORDS", _units, cells("KEYWORDS", "Persistent")),
    Spoil("SVC115", "ID", _typed, same_as_another("ID"), frozenset({"SVC104"}), anywhere=True),
    Spoil("SVC120", "NAME", _named, cells("NAME", "")),
    Spoil("SVC121", "", _named, same_as_another("NAME"), anywhere=True),
    Spoil("SVT101", "TEXT", _typed, cells(
        "TEXT", "Return it from your graveyard.", "Look at the discard pile.", "Put it into the trash.",
        "Return it from your grave yard.",
    )),
    Spoil("TXT010", "TEXT", _typed, cells("TEXT", "Each opposing player loses 1 SV.", "Look at your library.")),
    Spoil("TXT028", "TEXT", _typed, cells("TEXT", "Target unit gains Trample.", "It has lifelink.")),
    Spoil("SVT102", "TEXT", _typed, cells("TEXT", "Exile target Monster.", "It is exiled.")),
    Spoil("SVT103", "TEXT", _typed, cells("TEXT", "Your opponent loses 1 SV.")),
    Spoil("CRD019", "ELEMENT", of("TYPES", "Booster"), cells("ELEMENT", "Shadergy")),
    Spoil("CRD013", "ELEMENT", of("TYPES", "Booster"), cells("ELEMENT", "Pyro/Geo", "Pyro and Geo")),
    Spoil("CRD013", "TYPES", _units, cells("TYPES", "Student/Monster", "Student & Monster", "Student + Monster")),
    Spoil("CRD013", "KEYWORDS", _units, cells("KEYWORDS", "Flying/Unblockable")),
    Spoil("CRD012", "KEYWORDS", _units, cells("KEYWORDS", "Flying, Flying")),
)  # fmt: skip

# A card with two pictures has two rows, which agree in all else.
SCHOOL = tuple(replace(spoil, also=spoil.also | {"SVC121"}) for spoil in _SCHOOL)
