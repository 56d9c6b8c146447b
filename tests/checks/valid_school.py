"""Legal cards and decks of the School TCG (Core Rules v1.0.1)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from oracle import Line, Row, deal, names, unlike

ELEMENTS = ("Universal", "Pyro", "Cryo", "Geo", "Hydro", "Shadow")
_KINDS = ("Student", "Monster", "Spell", "Instant", "Item", "Artifact", "Environment", "Token", "Booster")
_TEXTS = (
    "", "Draw {n} cards.", "Return {n} Students from The Pail to your hand.", "Each opponent loses {n} SV.",
    "Target opponent discards {n} cards.", "Tap target Monster.", "Tap: Deal {n} damage to target Monster.",
    "At the end of turn, untap {n} Boosters.", "Play an additional {n} HP of Boosters this turn.",
)  # fmt: skip


def school_cards(rng: random.Random, count: int) -> list[Row]:
    """Cards of all types and tiers; the first six are Boosters of the six elements (Rules 3, 20, 27, 30)."""

    none = rng.choice(("", "None"))

    def make(number: int, name: str) -> Row:
        kind = "Booster" if number < len(ELEMENTS) else rng.choice(_KINDS)
        prefix, types = kind.lower(), kind
        if kind in ("Student", "Monster") and rng.random() < 0.2:
            types = "Student, Monster"
        tier = rng.choice((none, none, none, "Boss", "Legendary")) if kind != "Token" else none
        if number < len(ELEMENTS):
            tier = none
        silent = kind in ("Student", "Monster", "Token", "Booster")  # the others do what their text says
        text = rng.choice(_TEXTS if silent else _TEXTS[1:]).format(n=rng.randint(2, 9))
        row = {"ID": f"{prefix}_{len(rows):03d}", "NAME": name, "TYPES": types, "TIER": tier}
        row |= {"COST": "", "ATK": "", "HP": "", "ELEMENT": "", "KEYWORDS": "", "TEXT": text}
        words = {tier} if rng.random() < 0.3 else set()
        if kind == "Booster":
            elements = [ELEMENTS[number]] if number < len(ELEMENTS) else _elements(rng, 2)
            row |= {
                "HP": str(rng.randint(1, 5)),
                "ATK": rng.choice(("", "0")),
                "ELEMENT": ", ".join(elements),
            }
            words |= rng.choice((set(), {"Booster"}, {"Energy"}))
        elif kind != "Token":
            parts = (f"{rng.randint(1, 4)} {element}" for element in _elements(rng, rng.choice((1, 1, 2))))
            row["COST"] = ", ".join(parts)
        if kind in ("Student", "Monster"):
            row |= {"ATK": str(rng.randint(0, 8)), "HP": str(rng.randint(1, 9))}
            words |= {word for word in ("Unblockable", "Flying") if rng.random() < 0.3}
        if kind in ("Spell", "Instant"):
            words |= {word for word in ("Persistent", *([kind] * (kind == "Instant"))) if rng.random() < 0.3}
        return row | {"KEYWORDS": ", ".join(sorted(words - {"", "None"}))}

    rows: list[Row] = []
    known: set[tuple[str, ...]] = set()
    for number, name in enumerate(names(rng, count)):
        rows.append(unlike(known, lambda number=number, name=name: make(number, name)))
        if rows[-1]["TYPES"] == "Monster" and rng.random() < 0.05:
            rows.append(rows[-1] | {"ID": f"monster_{len(rows):03d}"})  # another picture of the same card
    if rng.random() < 0.2:  # a database without types knows them by the id
        rows = [{name: cell for name, cell in row.items() if name != "TYPES"} for row in rows]
    return rows


def _elements(rng: random.Random, count: int) -> list[str]:
    return sorted(rng.sample(ELEMENTS, count), key=ELEMENTS.index)


def school_deck(rng: random.Random, rows: Sequence[Row]) -> list[Line]:
    """Forty cards or more with a Universal Booster, within the copy ladder (Rules 4)."""
    own = {"Legendary": 1, "Boss": 2}
    once = {row.get("NAME", row["ID"]): row for row in rows}  # all pictures of a card count together
    most = {
        row["ID"]: own.get(row.get("TIER", ""), 99 if row["ID"].startswith("booster_") else 4)
        for row in once.values()
        if not row["ID"].startswith("token_")
    }
    universal = rows[0]["ID"]
    boosters = {name: limit for name, limit in most.items() if name.startswith("booster_")}
    others = {name: limit for name, limit in most.items() if name not in boosters}
    chosen = dict(rng.sample(sorted(others.items()), min(len(others), 25)))
    boosters[universal] -= 1
    group = rng.choice(("", "Boosters"))
    deck = deal(rng, chosen, rng.randint(10, 40))
    deck += [line for line in deal(rng, boosters, rng.randint(30, 40), group) if line.name != universal]
    missing = 40 - sum(line.count for line in deck)
    deck.append(Line(max(1, missing), universal, group))
    return deck
