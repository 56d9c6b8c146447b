"""Legal cards and decks of the three small games: alpha, the dice game, the game of lands and leaders."""

from __future__ import annotations

import random
from collections.abc import Sequence

from oracle import Line, Row, deal, names, unlike

# Alpha Fixed Ruleset v0.1


def alpha_cards(rng: random.Random, count: int) -> list[Row]:
    """Creatures and Objects (Rules 6, 9)."""

    def action() -> str:
        damage = f"Deal {rng.randint(1, 9)} damage{rng.choice(('', ' to target creature'))}"
        return rng.choice((damage, "Destroy target creature"))

    def make(name: str) -> Row:
        row = {"NAME": name, "TYPE": "Creature", "COST": str(rng.randint(0, 10))}
        row |= {"HEALTH": str(rng.randint(1, 10)), "ATTACK": str(rng.randint(1, 5)), "EFFECT": ""}
        if rng.random() < 0.4 and rows:
            effect = ". ".join(action() for _ in range(rng.choice((1, 2, 2)))) + rng.choice((".", ""))
            row |= {"TYPE": "Object", "HEALTH": "", "ATTACK": "", "EFFECT": effect}
        return row

    rows: list[Row] = []
    known: set[tuple[str, ...]] = set()
    for name in names(rng, count):
        rows.append(unlike(known, lambda name=name: make(name)))
    return rows


def alpha_deck(rng: random.Random, rows: Sequence[Row]) -> list[Line]:
    """Thirty cards, ten Creatures or more, any number of copies (Rules 2)."""
    chosen = {row["NAME"]: row["TYPE"] for row in [rows[0], *rng.sample(rows, min(len(rows), 20))]}
    creatures = {name: 30 for name, kind in chosen.items() if kind == "Creature"}
    objects = {name: 30 for name, kind in chosen.items() if kind == "Object"}
    number = rng.randint(10, 30) if objects else 30
    return deal(rng, creatures, number) + deal(rng, objects, 30 - number)


# The dice game of thirty cards

KINGDOM_COLOURS = ("blue", "green", "red", "yellow")
_KINGDOM_TEXTS = (
    "", "You may draw {n} cards.", "Search your deck for a creature, then shuffle your deck.",
    "When this creature attacks, roll {n} dice.", "You may reroll {n} attack dice.",
    "Destroy an opposing creature.", "Return {n} spells from your graveyard to your hand.",
    "Choose a target. It loses {n} life points.", "Your opponent discards {n} cards.",
)  # fmt: skip


def kingdom_cards(rng: random.Random, count: int) -> list[Row]:
    """Creatures of four colours and grey spells; some break the rule of three copies (Rules 1.1, D1)."""

    def make(name: str) -> Row:
        row = {"NAME": name, "TYPE": "Creature", "COLOUR": rng.choice(KINGDOM_COLOURS)}
        text = " ".join(text.format(n=rng.randint(2, 6)) for text in rng.sample(_KINGDOM_TEXTS, 2))
        row |= {"TEXT": text.strip(), "DECK_LIMIT": ""}
        if rng.random() < 0.3 and rows:
            row |= {"TYPE": "Spell", "COLOUR": "grey", "TEXT": row["TEXT"] or "You may draw a card."}
        if rng.random() < 0.1:
            limit = rng.choice(("unlimited", str(rng.randint(4, 20))))
            number = "any number of" if limit == "unlimited" else f"up to {limit}"
            text = f"{row['TEXT']} Your deck can have {number} copies of this card."
            row |= {"TEXT": text.strip(), "DECK_LIMIT": limit}
        return row

    rows: list[Row] = []
    known: set[tuple[str, ...]] = set()
    for name in names(rng, count):
        rows.append(unlike(known, lambda name=name: make(name)))
    return rows


def kingdom_deck(rng: random.Random, rows: Sequence[Row]) -> list[Line]:
    """Thirty cards of one or two colours and grey, three of a name unless the card says otherwise."""
    colours = {*rng.sample(KINGDOM_COLOURS, rng.choice((1, 2))), rows[0]["COLOUR"]}
    while len(colours) > 2:
        colours.remove(min(colours - {rows[0]["COLOUR"]}))
    own = {"": 3, "unlimited": 30}
    fitting = [row for row in rows if row["COLOUR"] in colours or row["TYPE"] == "Spell"]
    most = {row["NAME"]: own.get(row["DECK_LIMIT"]) or int(row["DECK_LIMIT"]) for row in fitting}
    most[rows[0]["NAME"]] = 0  # one creature is needed, and this is it
    return [Line(1, rows[0]["NAME"]), *deal(rng, most, 29)]


# The game of lands, leaders and two decks

MANA = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
ABILITIES = ("Haste", "Vigilance", "Flying", "Reach", "First Strike", "Double Strike", "Trample", "Taunt")
# What an Instant does, by its colour (Rules 6).
_INSTANTS = {
    "W": "Target creature gets +{n}/+{n} this turn.", "G": "Target creature gets +{n} Attack this turn.",
    "R": "Deal {n} damage to target creature.", "U": "Return target creature to its owner's hand.",
}  # fmt: skip
_MANA_TEXTS = ("", "Draw {n} cards.", "Gain {n} life.", "Destroy target creature. Gain {n} life.")


def _cost(rng: random.Random, signs: Sequence[str]) -> str:
    number = rng.choice(("", str(rng.randint(0, 9))))
    if rng.random() < 0.3:
        return ", ".join([f"{number or 1} Colorless", *(f"1 {MANA[sign]}" for sign in signs)])
    return f"{number}{''.join(signs)}" or "0"


def mana_cards(rng: random.Random, count: int) -> list[Row]:
    """Lands of every colour, Creatures, Spells, Instants and Leaders (Rules 4, 5, 7)."""
    kinds = ("Land", "Creature", "Creature", "Spell", "Instant", "Leader")
    long = rng.random() < 0.5  # White, or W

    def make(number: int, name: str) -> Row:
        kind = ("Leader", "Creature", *["Land"] * 5)[number] if number < 7 else rng.choice(kinds)
        most = (0, 1) if kind == "Land" else (0, 1, 2)
        signs = [list(MANA)[number - 2]] if 2 <= number < 7 else _colours(rng, rng.choice(most))
        row = {"NAME": name, "TYPE": kind, "COST": _cost(rng, signs)}
        row["COLOUR"] = ", ".join(MANA[sign] if long else sign for sign in signs)
        row |= {"ATTACK": "", "DEFENSE": "", "KEYWORDS": "", "TEXT": rng.choice(_MANA_TEXTS)}
        if kind == "Spell":  # it does what its text says
            row["TEXT"] = rng.choice(_MANA_TEXTS[1:])
        row["TEXT"] = row["TEXT"].format(n=rng.randint(2, 20))
        if kind == "Land":
            row |= {"COST": "", "COLOUR": row["COLOUR"] or ("Colorless" if long else "C")}
        elif kind in ("Creature", "Leader"):
            words = [word for word in ABILITIES if rng.random() < 0.15]
            if "Double Strike" in words and "First Strike" in words:
                words.remove("First Strike")  # the other includes it
            row |= {"ATTACK": str(rng.randint(0, 12)), "DEFENSE": str(rng.randint(1, 12))}
            row["KEYWORDS"] = ", ".join(words)
        elif kind == "Instant":
            sign = rng.choice(list(_INSTANTS))
            text = _INSTANTS[sign].format(n=rng.randint(1, 20))
            row |= {"COST": _cost(rng, [sign]), "COLOUR": sign, "TEXT": text}
        return row

    rows: list[Row] = []
    known: set[tuple[str, ...]] = set()
    for number, name in enumerate(names(rng, count)):
        rows.append(unlike(known, lambda number=number, name=name: make(number, name)))
    return rows


def _colours(rng: random.Random, count: int) -> list[str]:
    return sorted(rng.sample(list(MANA), count), key=list(MANA).index)


def signs(row: Row) -> set[str]:
    """The colours of a card, as their letters."""
    words = row["COLOUR"].split(", ")
    return {sign for sign, word in MANA.items() if sign in words or word in words}


def mana_deck(rng: random.Random, rows: Sequence[Row]) -> list[Line]:
    """One Leader, five cards or more in the main deck, two lands or more that make every colour of it."""
    rows = rng.sample(rows, len(rows))
    leader = next(row for row in rows if row["TYPE"] == "Leader")
    main = [row for row in rows if row["TYPE"] not in ("Leader", "Land")][: rng.randint(2, 30)]
    needed = set().union(*(signs(row) for row in (leader, *main)))
    lands: list[Row] = []
    for land in (row for row in rows if row["TYPE"] == "Land"):
        if len(lands) < 2 or needed & signs(land):
            lands.append(land)
            needed -= signs(land)
    most = {row["NAME"]: 30 for row in main}
    deck = deal(rng, most, rng.randint(5, 60), rng.choice(("", "main deck")))
    deck += [Line(rng.randint(1, 9), row["NAME"], "vault") for row in lands]
    return [*deck, Line(1, leader["NAME"], "leader")]
