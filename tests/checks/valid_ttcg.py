"""Legal cards and decks of the True Trading Card Game, with effects of the sample game's list."""

from __future__ import annotations

import csv
import itertools
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from oracle import Line, Row, deal, names

TYPES = ("Earth", "Water", "Fire", "Air", "Electric", "Light", "Nature", "Dark")
SUBTYPES = (
    "Dragon", "Beast", "Elemental", "Aquatic", "Warrior", "Spellcaster", "Machine",
    "Ghost", "Insect", "Reptile", "Fairy", "Undead", "Botanic", "Avian",
)  # fmt: skip
STYLES = ("Normal", "Continuous", "Counter", "Equip", "Latent", "Dormant", "Passive")
TRANSPARENCIES = ("30", "50", "60", "75", "100")
# What the beginning of an effect says of its style (Doc 2.2.5, 3.3.3), the first that fits; the rest is Normal.
_STYLES = (
    ("Equip", r"Equip this card to"),
    ("Counter", r"When a card effect activates|During your opponent's"),
    ("Latent", r"When |After this card attacks"),
    ("Dormant", r"If this card is tapped"),
    ("Continuous", r"While this card remains on the field"),
    ("Passive", r"At the start of your turn|If the unit above|If you control a[^,]*, this card cannot"),
    ("Passive", r"This card (?:cannot be|gains .* for each)|If you have no cards"),
)
Effect = tuple[str, str]  # text and style


@dataclass(frozen=True)
class Pool:
    """The effects of a tagged list that fit a kind of card and a rank, each with its style."""

    fitting: Mapping[tuple[str, int], Sequence[Effect]]


def read_pool(path: Path) -> Pool:
    """The effects of a tagged CSV."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    fitting = {
        (kind, rank): [
            (row["EFFECTNAME"], style_of(row["EFFECTNAME"]))
            for row in rows
            if row[kind] == row[f"LEVEL_{rank}"] == "True"
        ]
        for kind, ranks in (("UNIT", range(1, 6)), ("SPELL", range(1, 4)))
        for rank in ranks
    }
    return Pool(fitting)


def style_of(effect: str) -> str:
    """The style that the text of an effect implies."""
    return next((style for style, form in _STYLES if re.match(form, effect)), "Normal")


def ttcg_cards(rng: random.Random, count: int, pool: Pool) -> list[Row]:
    """Designs with their lore cards: a row each, or one for each of the six rarities, or both (C8)."""
    tiers = rng.choice(((0,), (0,), tuple(range(1, 7)), tuple(range(7))))
    bases = rng.random() < (0.6 if len(tiers) > 1 else 0.2)
    normal = rng.choice(("Normal", "Normal", "", "None"))
    dormant = rng.choice(("Dormant", "primed"))
    serials: set[str] = set()
    rows: list[Row] = []
    stories: list[Row] = []
    titles = names(rng, count)
    for name in itertools.islice(titles, -(-count // len(tiers))):
        row = _design(rng, name, pool)
        words = {"Normal": normal, "Dormant": dormant}
        row |= {key: words.get(row[key], row[key]) for key in ("EFFECT1_STYLE", "EFFECT2_STYLE")}
        row["SERIAL"] = _serial(rng, row, serials)
        rows += [_print(rng, row, tier, bases) for tier in tiers]
        if rng.random() < 0.1:
            story = {"NAME": next(titles, "The End"), "LORE_OF": name, "LORE": "It was late, and raining."}
            stories.append(story | {"SERIAL": _serial(rng, row, serials)})
    return rows + stories


def _design(rng: random.Random, name: str, pool: Pool) -> Row:
    spell = rng.random() < 0.3
    rank = rng.randint(1, 3) if spell else rng.randint(1, 5)
    kind = "Spell" if spell else rng.choice(TYPES)
    (one, style), (two, other) = rng.sample(pool.fitting["SPELL" if spell else "UNIT", rank], 2)
    stem = re.sub("[^a-z]+", "-", name.lower().replace("'", ""))
    folder = f"spells/{rng.choice(TYPES).lower()}" if spell else f"units/{kind.lower()}"
    attack = 5 * (rng.randint(-2 * rank, 2 * rank) if spell else rng.randint(0, 100 * rank))
    defense = 5 * rng.randint(-2 * rank, 2 * rank) if spell else 500 * rank - attack
    return {
        "NAME": name, "TYPE": kind,
        "SUBTYPES": "" if spell else ", ".join(_subtypes(rng)),
        "LEVEL": str(rank), "IMAGE": rng.choice(("", f"{folder}/{stem}.{rng.choice(('jpg', 'png'))}")),
        "ATTACK": str(attack), "DEFENSE": str(defense), "EFFECT1": one, "EFFECT2": two, "SERIAL": "",
        "RARITY": "0", "TRANSPARENCY": rng.choice(TRANSPARENCIES),
        "EFFECT1_STYLE": style, "EFFECT2_STYLE": other,
    }  # fmt: skip


def _subtypes(rng: random.Random) -> list[str]:
    return sorted(rng.sample(SUBTYPES, rng.choice((1, 1, 2))), key=SUBTYPES.index)


def _print(rng: random.Random, row: Row, tier: int, bases: bool) -> Row:
    """The design in a rarity: a unit gains equal parts, a spell any split of its bonus (Doc 4.6, C4)."""
    base = attack, defense = int(row["ATTACK"]), int(row["DEFENSE"])
    step = max(0, tier - 1)
    row = row | {"RARITY": str(tier)}
    if row["TYPE"] == "Spell":
        part = rng.randint(0, step)
        row |= {"ATTACK": f"{attack + 5 * part:+d}", "DEFENSE": f"{defense + 5 * (step - part):+d}"}
    else:
        row |= {"ATTACK": str(attack + 5 * step), "DEFENSE": str(defense + 5 * step)}
    if bases:
        signed = [f"{stat:+d}" for stat in base] if row["TYPE"] == "Spell" else ["", ""]
        row |= dict(zip(("BASE_ATTACK", "BASE_DEFENSE"), signed, strict=True))
    return row


def _serial(rng: random.Random, row: Row, used: set[str]) -> str:
    """Initial, rank, type, stats, effects with their styles, rarity, and a sign that makes it the only one."""
    kinds = (*TYPES, "Spell")
    first = row["SUBTYPES"].split(", ")[0]
    number = SUBTYPES.index(first) + 1 if first else 0
    total = 500 * int(row["LEVEL"])
    attack = int(row["ATTACK"])
    share = 50 + attack if row["TYPE"] == "Spell" else min(99, 100 * attack // total)
    head = f"{row['NAME'][0]}{row['LEVEL']}{kinds.index(row['TYPE']) + 1:02d}{number:02d}{share:02d}"
    tail = "".join(f"{row[f'EFFECT{n}'][0]}{_digit(row[f'EFFECT{n}_STYLE'])}" for n in (1, 2))
    while True:
        serial = f"{head}{tail}0{rng.choice('ABCDEFGHJKLMNPRSTUVWXYZ0123456789')}"
        if serial not in used:
            used.add(serial)
            return serial


def _digit(style: str) -> int:
    words = {"": "Normal", "None": "Normal", "primed": "Dormant"}
    return STYLES.index(words.get(style, style)) + 1


def ttcg_deck(rng: random.Random, rows: Sequence[Row]) -> list[Line]:
    """Fifty to seventy cards, two of a name; each rank can be reached from the one below (Doc 2.2.1, 2.2.6)."""
    ranks: dict[tuple[str, int], list[str]] = {}
    for name, kind, rank in dict.fromkeys((row["NAME"], row.get("TYPE"), row.get("LEVEL")) for row in rows):
        if kind and rank:
            ranks.setdefault((kind, int(rank)), []).append(name)
    ladders = [list(_ladder(ranks, kind)) for kind in rng.sample((*TYPES, "Spell"), 9)]
    low = {name: 2 for ladder in ladders for name in itertools.chain(*ladder[:1])}
    deck = deal(rng, low, 24)
    steps: list[list[str]] = []
    while sum(map(len, steps)) < 40 and ladders:
        steps += ladders.pop()
    taken = {line.name for line in deck}
    needed = {name: 1 for name in map(rng.choice, steps) if name not in taken}  # a card of every rank
    deck += deal(rng, needed, len(needed))
    rest = {name: 2 for step in steps for name in step if name not in {*taken, *needed}}
    return deck + deal(rng, rest, max(0, rng.randint(50, 70) - sum(line.count for line in deck)))


def _ladder(ranks: Mapping[tuple[str, int], list[str]], kind: str) -> Iterable[list[str]]:
    """The names by rank, from 1 to the last that can be reached."""
    for rank in range(1, 6):
        if (kind, rank) not in ranks:
            return
        yield ranks[kind, rank]
