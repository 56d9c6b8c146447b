"""For every deck rule of the five games, decks that break it (see spoil.py)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from oracle import Line, Row, deal
from spoil import SpoilDeck
from valid_small import signs

Rows = Sequence[Row]
Lines = list[Line]


def _total(deck: Lines) -> int:
    return sum(int(line.count) for line in deck)


def _by_name(rows: Rows) -> dict[str, Row]:
    return {row.get("ID", row.get("NAME", "")): row for row in rows}


def _more(number: int) -> Callable[[random.Random, Rows, Lines], Lines]:
    """So many copies more of the first card."""
    return lambda rng, rows, deck: [replace(deck[0], count=int(deck[0].count) + number), *deck[1:]]


def _fewer(size: int) -> Callable[[random.Random, Rows, Lines], Lines]:
    """The deck cut down to fewer cards than `size`."""

    def change(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
        left = rng.randint(1, size - 1)
        kept = []
        for line in deck:
            count = min(int(line.count), left)
            left -= count
            kept += [replace(line, count=count)] if count else []
        return kept

    return change


def _unknown(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
    line = rng.choice(deck)
    wrong = rng.choice((line.name + "x", "Nobody", line.name[1:], f"{line.name} {line.name}"))
    return [replace(other, name=wrong) if other is line else other for other in deck]


def _uncounted(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
    return [*deck, replace(deck[0], count=rng.choice(("0", "-1", "1.5", "00", "1/2")))]


def _repeated(rng: random.Random, rows: Rows, deck: Lines) -> Lines | None:
    line = next((line for line in deck if int(line.count) > 1), None)
    if line is None:
        return None
    half = replace(line, count=1)
    return [*(other for other in deck if other is not line), half, replace(line, count=int(line.count) - 1)]


def _made_for(text: str) -> Callable[[random.Random, Rows, Lines], Lines]:
    """A line `@ruleset ...` in the main part: what is written above a line as it is ends in a bracket."""

    def change(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
        there = next(line for line in deck if line.section in ("", "main deck"))
        above = f"@ruleset {text}.0)"
        return [replace(line, section=above) if line is there else line for line in deck]

    return change


def _no_such_picture(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
    line = rng.choice(deck)
    return [
        replace(other, name=f"{other.name} @{rng.randint(2, 99)}") if other is line else other
        for other in deck
    ]


def _sideboard(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
    return [*deck, replace(rng.choice(deck), count=1, section=rng.choice(("side", "sideboard")))]


# A card that does not count is missing, and here it stands twice.
_WRONG_COUNT = frozenset({"DCK003", "TTD106", "MLD102", "MLD104"})
ALPHA = (
    SpoilDeck("DCK007", _made_for("chess 1")),
    SpoilDeck("DCK008", _no_such_picture),
    SpoilDeck("AFR102", _made_for("alpha v0.9")),
    SpoilDeck("AFD101", _more(1), frozenset({"DCK003"})),
    SpoilDeck("AFD101", _fewer(30), frozenset({"AFD102"})),
    SpoilDeck("AFD102", lambda rng, rows, deck: _few_creatures(rng, rows)),
    SpoilDeck("AFD103", _unknown, frozenset({"AFD102"})),
    SpoilDeck("AFD105", _sideboard),
    SpoilDeck("DCK002", _uncounted, _WRONG_COUNT),
    SpoilDeck("DCK003", _repeated),
)


def _few_creatures(rng: random.Random, rows: Rows) -> Lines:
    kinds = {
        kind: next(row["NAME"] for row in rows if row["TYPE"] == kind) for kind in ("Creature", "Object")
    }
    creatures = rng.randint(0, 9)
    lines = [Line(creatures, kinds["Creature"]), Line(30 - creatures, kinds["Object"])]
    return [line for line in lines if line.count]


def _fourth(rng: random.Random, rows: Rows, deck: Lines) -> Lines | None:
    """A copy above the card's limit, another card less."""
    by_name = _by_name(rows)
    limits = {line.name: by_name[line.name]["DECK_LIMIT"] for line in deck}
    line = next((line for line in deck if limits[line.name] != "unlimited"), None)
    if line is None:
        return None
    count = int(limits[line.name] or 3) + 1
    lines = [replace(line, count=count)]
    for other in deck:
        if other is not line and (room := 30 - _total(lines)) > 0:
            lines.append(replace(other, count=min(int(other.count), room)))
    return lines


def _third_colour(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
    by_name = _by_name(rows)
    colours = {by_name[line.name]["COLOUR"] for line in deck} - {"grey"}
    others: dict[str, str] = {}
    for row in rows:
        if row["TYPE"] == "Creature" and row["COLOUR"] not in colours:
            others.setdefault(row["COLOUR"], row["NAME"])
    # Two more make three at least.
    new = [Line(1, name) for name in list(others.values())[:2]]
    return deck[len(new) :] + new


def _spells_only(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
    spells = [row["NAME"] for row in rows if row["TYPE"] == "Spell" and row["DECK_LIMIT"] == ""]
    return [Line(3, name) for name in spells[:10]]


KINGDOM = (
    SpoilDeck("DCK007", _made_for("chess 1")),
    SpoilDeck("DCK008", _no_such_picture),
    SpoilDeck("DCK006", _made_for("kingdom v0.9")),
    SpoilDeck("DDD101", _more(1), frozenset({"DDD102"})),
    SpoilDeck("DDD101", _fewer(30)),
    SpoilDeck("DDD102", _fourth),
    SpoilDeck("DDD103", _third_colour, frozenset({"DDD101"})),
    SpoilDeck("DDD104", _spells_only),
    SpoilDeck("DDD106", _sideboard),
    SpoilDeck("DCK001", _unknown, frozenset({"DDD104"})),
    SpoilDeck("DCK002", _uncounted, _WRONG_COUNT),
)


def _add(kind: str, section: str, number: int = 1) -> Callable[[random.Random, Rows, Lines], Lines]:
    """A card of that type under the heading."""

    def change(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
        names = [row["NAME"] for row in rows if row["TYPE"] == kind]
        names = [name for name in names if name not in [line.name for line in deck]]
        return [*deck, Line(number, rng.choice(names), section)]

    return change


def _small(size: int, *sections: str) -> Callable[[random.Random, Rows, Lines], Lines]:
    """So few cards in the sections."""

    def change(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
        there = [line for line in deck if line.section in sections]
        others = [line for line in deck if line.section not in sections]
        return [*others, replace(there[0], count=size)]

    return change


def _unpaid(rng: random.Random, rows: Rows, deck: Lines) -> Lines | None:
    by_name = _by_name(rows)
    needed = set().union(*(signs(by_name[line.name]) for line in deck if line.section != "vault"))
    if not needed:
        return None
    sign = sorted(needed)[0]
    lands = [row["NAME"] for row in rows if row["TYPE"] == "Land" and sign not in signs(row)]
    return [line for line in deck if line.section != "vault"] + [Line(2, rng.choice(lands), "vault")]


_COLOURS = frozenset({"MLD106"})
MANA = (
    SpoilDeck("DCK007", _made_for("chess 1")),
    SpoilDeck("DCK008", _no_such_picture),
    SpoilDeck("DCK006", _made_for("mana v0.9")),
    SpoilDeck("MLD101", lambda rng, rows, deck: [line for line in deck if line.section != "leader"]),
    SpoilDeck("MLD101", _add("Leader", "leader"), _COLOURS),
    SpoilDeck("MLD102", _add("Creature", "vault"), _COLOURS),
    SpoilDeck("MLD102", _add("Spell", "vault"), _COLOURS),
    SpoilDeck("MLD102", _add("Instant", "vault"), _COLOURS),
    SpoilDeck("MLD102", _add("Leader", "vault"), _COLOURS | {"MLD101"}),
    SpoilDeck("MLD103", _add("Land", "main deck")),
    SpoilDeck("MLD104", _add("Leader", "main deck"), _COLOURS | {"MLD101"}),
    SpoilDeck("MLD105", _small(4, "", "main deck")),
    SpoilDeck("MLD105", _small(1, "", "main deck")),
    SpoilDeck("MLD105", _small(1, "vault"), _COLOURS),
    SpoilDeck("MLD106", _unpaid),
    SpoilDeck("MLD108", _add("Creature", "leader"), _COLOURS),
    SpoilDeck("MLD108", _add("Land", "leader")),
    SpoilDeck("DCK001", _unknown, frozenset({"MLD101", "MLD106"})),
    SpoilDeck("DCK002", _uncounted, _WRONG_COUNT),
)


def _above(tier: str, limit: int) -> Callable[[random.Random, Rows, Lines], Lines | None]:
    """One copy more than the tier allows, in one line or two."""

    def change(rng: random.Random, rows: Rows, deck: Lines) -> Lines | None:
        there = {line.name for line in deck}
        pictures = Counter(row.get("NAME") for row in rows if "NAME" in row)
        fitting = [
            row["ID"]
            for row in rows
            if row.get("TIER", "").replace("None", "") == tier
            and not row["ID"].startswith(("booster_", "token_"))
            and row["ID"] not in there
            and pictures[row.get("NAME")] < 2
        ]
        if not fitting or (tier and "TIER" not in rows[0]):
            return None
        name = rng.choice(fitting)
        if rng.random() < 0.5:
            return [*deck, Line(limit + 1, name)]
        return [*deck, Line(limit, name), Line(1, name)]

    return change


def _two_pictures(rng: random.Random, rows: Rows, deck: Lines) -> Lines | None:
    """Five copies of a card that has two pictures, each with an id of its own."""
    ids: dict[str, list[str]] = {}
    for row in rows:
        if row.get("NAME") and row.get("TIER") in ("", "None"):
            ids.setdefault(row["NAME"], []).append(row["ID"])
    pairs = [pair for pair in ids.values() if len(pair) > 1]
    if not pairs:
        return None
    one, two = rng.choice(pairs)[:2]
    return [*(line for line in deck if line.name not in (one, two)), Line(3, one), Line(2, two)]


def _no_booster(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
    plain = [
        row["ID"]
        for row in {row.get("NAME", row["ID"]): row for row in rows}.values()
        if row.get("TIER", "") in ("", "None") and not row["ID"].startswith(("booster_", "token_"))
    ]
    return [Line(4, name) for name in plain[:10]]


def _wrong_heading(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
    heading = f"Cards ({_total(deck) + rng.choice((-1, 1, 9))})"
    return [replace(line, section=heading) for line in deck if line.section != "side"]


_HEADS = frozenset({"DCK003"})
_COVER = frozenset({"SVD109"})
SCHOOL = (
    SpoilDeck("DCK007", _made_for("chess 1")),
    SpoilDeck("DCK008", _no_such_picture),
    SpoilDeck("DCK006", _made_for("school v0.9")),
    SpoilDeck("SVD101", _fewer(40), frozenset({"SVD103", "SVD109"})),
    SpoilDeck("SVD102", _above("", 4), _HEADS),
    SpoilDeck("SVD102", _above("Boss", 2), _HEADS),
    SpoilDeck("SVD102", _above("Legendary", 1), _HEADS),
    SpoilDeck("SVD102", _two_pictures, frozenset({"SVD101"})),
    SpoilDeck("SVD103", _no_booster, _COVER),
    SpoilDeck("SVD104", lambda rng, rows, deck: [*deck, Line(1, next(
        row["ID"] for row in rows if row["ID"].startswith("token_")
    ))]),
    SpoilDeck("SVD112", _sideboard, frozenset({"SVD102"})),
    SpoilDeck("SVD110", _wrong_heading, frozenset({"SVD101", "SVD102"})),
    SpoilDeck("DCK001", _unknown, frozenset({"SVD101", "SVD109"})),
    SpoilDeck("DCK002", _uncounted, _WRONG_COUNT),
)  # fmt: skip


def _third(rng: random.Random, rows: Rows, deck: Lines) -> Lines:
    """A third copy, in the same line or in another."""
    line = rng.choice(deck)
    if rng.random() < 0.5:
        return [replace(other, count=3) if other is line else other for other in deck]
    return [replace(other, count=2) if other is line else other for other in deck] + [Line(1, line.name)]


def _lore(rng: random.Random, rows: Rows, deck: Lines) -> Lines | None:
    stories = [row["NAME"] for row in rows if row.get("LORE_OF")]
    return [*deck[:-1], Line(1, rng.choice(stories))] if stories else None


def _too_many(rng: random.Random, rows: Rows, deck: Lines) -> Lines | None:
    """Rank 1 cards until there are more than 70."""
    low = {row["NAME"]: 2 for row in rows if row.get("LEVEL") == "1"}
    more = [line for line in deal(rng, low, 70) if line.name not in {other.name for other in deck}]
    while more and _total(deck) <= 70:
        deck = [*deck, more.pop()]
    return deck if _total(deck) > 70 else None


_SIZE = frozenset({"TTD101"})
TTCG = (
    SpoilDeck("DCK007", _made_for("chess 1")),
    SpoilDeck("DCK008", _no_such_picture),
    SpoilDeck("DCK006", _made_for("ttcg v0.9")),
    SpoilDeck("TTD101", _fewer(50)),
    SpoilDeck("TTD101", _too_many),
    SpoilDeck("TTD102", _third, _SIZE | {"TTD106"}),
    SpoilDeck("TTD103", _unknown, _SIZE),
    SpoilDeck("TTD104", _lore, _SIZE),
    SpoilDeck("TTD105", _uncounted, _WRONG_COUNT),
    SpoilDeck("TTD106", _repeated),
)  # fmt: skip
