"""Cards and decks of every built-in ruleset: a seeded generator of legal ones, for tests to try and spoil."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from built_in import built_in_ruleset

from cardtools.cards.deck import parse_deck
from cardtools.checks.examples import rows_table
from cardtools.checks.validate import validate, validate_deck
from cardtools.rulesets import Ruleset

Row = dict[str, int | str]
RULESETS = {name: built_in_ruleset(name) for name in ("alpha", "kingdom", "mana", "school", "ttcg")}


@dataclass(frozen=True)
class Sample:
    """Legal cards of a game, and a legal deck of them."""

    rows: tuple[Row, ...]
    deck: str


def codes_of_cards(rows: Sequence[Row], ruleset: Ruleset, severity: str = "") -> set[str]:
    """The codes found in these cards (of one severity, where given)."""
    found = validate(rows_table(rows, ruleset), ruleset)
    return {d.code for d in found if severity in ("", d.severity)}


def codes_of_deck(rows: Sequence[Row], deck: str, ruleset: Ruleset, severity: str = "") -> set[str]:
    """The codes found in this deck list (of one severity, where given)."""
    table = rows_table(rows, ruleset)
    found = validate_deck(parse_deck(Path("d.txt"), deck), table, ruleset)
    return {d.code for d in found if severity in ("", d.severity)}


def lines(counts: dict[str, int]) -> str:
    """Counts by card as a deck list."""
    return "".join(f"{count} {name}\n" for name, count in counts.items() if count)


def fill(rng: random.Random, names: Sequence[str], size: int, most: int) -> dict[str, int]:
    """`size` cards of these names, no more than `most` of each."""
    counts = dict.fromkeys(names, 0)
    while sum(counts.values()) < size:
        name = rng.choice([name for name, count in counts.items() if count < most])
        counts[name] += 1
    return counts


def alpha(rng: random.Random) -> Sample:
    """Creatures and Objects; thirty cards, ten Creatures or more."""
    rows: list[Row] = [
        {
            "NAME": f"Beast {n}", "TYPE": "Creature", "HEALTH": rng.randint(1, 10),
            "ATTACK": rng.randint(1, 5), "COST": rng.randint(0, 10), "EFFECT": "",
        }
        for n in range(rng.randint(1, 6))
    ]  # fmt: skip
    effects = [f"Deal {rng.randint(1, 9)} damage to target creature.", "Destroy target creature."]
    rows += [
        {
            "NAME": f"Stone {n}", "TYPE": "Object", "HEALTH": "", "ATTACK": "",
            "COST": rng.randint(0, 10), "EFFECT": rng.choice(effects),
        }
        for n in range(rng.randint(1, 4))
    ]  # fmt: skip
    creatures = rng.randint(10, 30)
    deck = fill(rng, [str(r["NAME"]) for r in rows if r["TYPE"] == "Creature"], creatures, 30)
    deck |= fill(rng, [str(r["NAME"]) for r in rows if r["TYPE"] == "Object"], 30 - creatures, 30)
    return Sample(tuple(rows), lines(deck))


def kingdom(rng: random.Random) -> Sample:
    """Creatures of two colours and grey spells; thirty cards, three of each at most."""
    colours = rng.sample(["blue", "green", "red", "yellow"], 2)
    rows: list[Row] = [
        {
            "NAME": f"Frog {n}", "TYPE": "Creature", "COLOUR": rng.choice(colours), "DECK_LIMIT": "",
            "TEXT": "You may draw a card.", "ATTACK": "", "LIFE": "",
        }
        for n in range(10)
    ]  # fmt: skip
    rows += [{**rows[0], "NAME": f"Tea {n}", "TYPE": "Spell", "COLOUR": "grey"} for n in range(5)]
    text = "Your deck can have any number of copies of this card."
    rows.append({**rows[0], "NAME": "Rat Choir", "TEXT": text, "DECK_LIMIT": "unlimited"})
    rats = rng.randint(0, 20)
    deck = fill(rng, [str(row["NAME"]) for row in rows[:-1]], 30 - rats, 3)
    return Sample(tuple(rows), lines({**deck, "Rat Choir": rats}))


def mana(rng: random.Random) -> Sample:
    """Lands of all colours, units and spells, one leader; a main deck and a vault."""
    symbols = dict(zip("WUBRG", ("White", "Blue", "Black", "Red", "Green"), strict=True))
    blank: Row = {"COST": "", "COLOUR": "", "ATTACK": "", "DEFENSE": "", "KEYWORDS": "", "TEXT": ""}
    lands: list[Row] = [
        {**blank, "NAME": f"{word} Field", "TYPE": "Land", "COLOUR": rng.choice([sign, word])}
        for sign, word in symbols.items()
    ]

    def cost() -> str:
        return f"{rng.randint(0, 9)}{''.join(rng.choices('WUBRG', k=rng.randint(0, 3)))}"

    def unit(name: str, kind: str) -> Row:
        stats: Row = {"ATTACK": rng.randint(0, 9), "DEFENSE": rng.randint(1, 9)}
        word = rng.choice(["", "Haste", "Taunt, Trample", "Double Strike"])
        return {**blank, "NAME": name, "TYPE": kind, "COST": cost(), "KEYWORDS": word, **stats}

    main = [unit(f"Hare {n}", "Creature") for n in range(6)]
    main += [{**blank, "NAME": f"Spark {n}", "TYPE": "Spell", "COST": cost()} for n in range(3)]
    text = "Deal 2 damage to target creature."
    main.append({**blank, "NAME": "Bolt", "TYPE": "Instant", "COST": "1R", "TEXT": text})
    deck = lines(fill(rng, [str(row["NAME"]) for row in main], rng.randint(5, 60), 30))
    vault = lines({str(row["NAME"]): rng.randint(1, 5) for row in lands})
    rows = (*lands, *main, unit("Queen Ilva", "Leader"))
    return Sample(rows, f"{deck}\nVault:\n{vault}\n[leader]\n1 Queen Ilva\n")


def school(rng: random.Random) -> Sample:
    """Boosters, units of all tiers and spells; forty cards or more, within the copy ladder."""
    elements = ["Universal", "Pyro", "Cryo", "Geo", "Hydro", "Shadow"]
    blank: Row = {"TIER": "", "COST": "", "ATK": "", "HP": "", "ELEMENT": "", "KEYWORDS": "", "TEXT": ""}
    rows: list[Row] = []
    for n, element in enumerate(elements):
        hp = rng.randint(1, 5)
        rows.append({**blank, "ID": f"booster_{n:03d}", "TYPES": "Booster", "HP": hp, "ELEMENT": element})

    def cost() -> str:
        return ", ".join(f"{rng.randint(1, 4)} {e}" for e in rng.sample(elements, rng.randint(1, 2)))

    limits: dict[str, int] = {}
    for n in range(12):
        kind = rng.choice(["Student", "Monster"])
        tier = rng.choice(["", "", "Boss", "Legendary"])
        row: Row = {"ID": f"{kind.lower()}_{n:03d}", "TYPES": kind, "TIER": tier, "COST": cost()}
        rows.append({**blank, **row, "ATK": rng.randint(0, 6), "HP": rng.randint(1, 6)})
        limits[str(row["ID"])] = {"": 4, "Boss": 2, "Legendary": 1}[tier]
    rows.append({**blank, "ID": "spell_001", "TYPES": "Spell", "COST": cost(), "KEYWORDS": "Persistent"})
    units = {name: rng.randint(0, limit) for name, limit in limits.items()}
    boosters = fill(rng, [f"booster_{n:03d}" for n in range(6)], max(20, 40 - sum(units.values())), 99)
    text = f"Creatures ({sum(units.values())}):\n{lines(units)}"
    return Sample(tuple(rows), f"{text}Boosters ({sum(boosters.values())})\n{lines(boosters)}")


def ttcg(rng: random.Random) -> Sample:
    """Units and spells of all ranks and tiers; fifty to seventy cards, two of each at most."""
    rows: list[Row] = []
    for n in range(40):
        rank = rng.randint(1, 5)
        total = 500 * rank
        attack = 5 * rng.randint(1, total // 5 - 1)
        row: Row = {
            "NAME": f"Card {n}", "TYPE": rng.choice(["Fire", "Water", "Nature"]), "SUBTYPES": "Dragon, Beast",
            "LEVEL": rank, "IMAGE": "", "ATTACK": str(attack), "DEFENSE": str(total - attack),
            "EFFECT1": "Draw a card.", "EFFECT2": "Gain one point.", "SERIAL": f"C{n:013d}", "RARITY": 0,
            "TRANSPARENCY": 60, "EFFECT1_STYLE": "", "EFFECT2_STYLE": rng.choice(["Counter", "Latent"]),
        }  # fmt: skip
        if rng.random() < 0.3:
            row |= {"TYPE": "Spell", "SUBTYPES": "", "LEVEL": rng.randint(1, 3)}
            row |= {"ATTACK": f"{5 * rng.randint(-2, 2):+d}", "DEFENSE": f"{5 * rng.randint(-2, 2):+d}"}
        rows.append(row)
    deck = fill(rng, [str(row["NAME"]) for row in rows], rng.randint(50, 70), 2)
    return Sample(tuple(rows), lines(deck))


GAMES: dict[str, Callable[[random.Random], Sample]] = {
    "alpha": alpha, "kingdom": kingdom, "mana": mana, "school": school, "ttcg": ttcg,
}  # fmt: skip
