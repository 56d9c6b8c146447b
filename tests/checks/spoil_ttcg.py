"""For every rule of the True Trading Card Game, cards that break it (see spoil.py)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from oracle import Row
from spoil import GONE, Change, Spoil, any_card, cells
from spoil_cards import NO_NUMBERS, both, filled, of
from valid_ttcg import SUBTYPES, TYPES

_lore = filled("LORE_OF")
_unit, _spell = of("TYPE", *TYPES), of("TYPE", "Spell")
_played = filled("TYPE")
# The rows of one design must agree, so a change of one of them is found there as well.
_PRINTS = frozenset({"TTU108", "TTU107", "TTU106"})
_ART = frozenset({"TTR106"})


def _untold(row: Row) -> bool:
    return _lore(row)  # nothing refers to a lore card


def _later(row: Row) -> bool:
    """A rarity above the first of its design, as tables with a row for every rarity have."""
    return row.get("RARITY", "0") not in ("", "0", "1")


def _based(row: Row) -> bool:
    return _spell(row) and bool(row.get("BASE_ATTACK"))


def _total(row: Row) -> int:
    return 500 * int(row["LEVEL"]) + 10 * max(0, int(row["RARITY"]) - 1)


def _wrong_sum(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    numbers = [n for n in range(0, _total(row) + 5, 5) if n != int(row["ATTACK"])]
    return {"ATTACK": str(rng.choice(numbers))}


def _negative(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    less = 5 * rng.randint(1, 20)
    stats = [str(-less), str(_total(row) + less)]
    rng.shuffle(stats)
    return dict(zip(("ATTACK", "DEFENSE"), stats, strict=True))


def _too_high(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {rng.choice(("ATTACK", "DEFENSE")): str(_total(row) + 5 * rng.randint(1, 20))}


def _lowered(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    first = min((r for r in rows if r["NAME"] == row["NAME"]), key=lambda r: r["RARITY"])
    attack = int(first["ATTACK"]) - 5
    return {"ATTACK": str(attack), "DEFENSE": str(_total(row) - attack)}


def _uneven(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    first = min((r for r in rows if r["NAME"] == row["NAME"]), key=lambda r: r["RARITY"])
    return {"ATTACK": first["ATTACK"], "DEFENSE": str(_total(row) - int(first["ATTACK"]))}


def _other_rank(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    rank = rng.choice([rank for rank in range(1, 6) if str(rank) != row["LEVEL"]])
    attack = 5 * rng.randint(1, 99)
    total = 500 * rank + 10 * max(0, int(row["RARITY"]) - 1)
    return {"LEVEL": str(rank), "ATTACK": str(attack), "DEFENSE": str(total - attack)}


def _other_type(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"TYPE": rng.choice([kind for kind in TYPES if kind != row["TYPE"]])}


def _other_subtypes(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"SUBTYPES": rng.choice([kind for kind in SUBTYPES if kind not in row["SUBTYPES"]])}


def _swapped_effects(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    styles = {"EFFECT1_STYLE": row["EFFECT2_STYLE"], "EFFECT2_STYLE": row["EFFECT1_STYLE"]}
    return {"EFFECT1": row["EFFECT2"], "EFFECT2": row["EFFECT1"]} | styles


def _one_subtype_more(word: str, sign: str = ", ") -> Spoil:
    def change(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
        return {"SUBTYPES": f"{row['SUBTYPES'].split(', ')[0]}{sign}{word}"}

    code = "TTC102" if sign == ", " else "CRD013"
    return Spoil(code, "SUBTYPES", _unit, change, _PRINTS)


def _wrong_bonus(*, negative: bool) -> Spoil:
    """A spell's bonus that is not its tier's, or is and has a part below zero (C4)."""

    def change(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
        attack, defense = int(row["BASE_ATTACK"]), int(row["BASE_DEFENSE"])
        bonus = 5 * max(0, int(row["RARITY"]) - 1)
        part = 5 * rng.randint(1, 6)
        if negative:
            stats = [attack - part, defense + bonus + part]
        else:
            stats = [attack + bonus, defense + part]
        return dict(zip(("ATTACK", "DEFENSE"), (f"{stat:+d}" for stat in stats), strict=True))

    return Spoil("TTS102" if negative else "TTS101", "", both(_based, _later), change)


def _common_off_base(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"ATTACK": f"{int(row['ATTACK']) + 5 * rng.choice((-1, 1)):+d}"}


def _wrong_tier(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"DEFENSE": f"{int(row['DEFENSE']) + 5 * rng.randint(1, 6):+d}"}


def _shifted_tier(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    """The bonus of the tier, with a part below zero."""
    first = min((r for r in rows if r["NAME"] == row["NAME"]), key=lambda r: r["RARITY"])
    lost = int(row["ATTACK"]) - int(first["ATTACK"]) + 5
    return {"ATTACK": f"{int(row['ATTACK']) - lost:+d}", "DEFENSE": f"{int(row['DEFENSE']) + lost:+d}"}


def _wrong_unit_base(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    base = 500 * int(row["LEVEL"]) + 5 * rng.choice((-1, 1)) * rng.randint(1, 9)
    return {"BASE_ATTACK": "0", "BASE_DEFENSE": str(base)}


def _named_as_subject(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"NAME": row["LORE_OF"]}


def _lore_of_lore(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"LORE_OF": rng.choice([r["NAME"] for r in rows if r.get("LORE_OF")])}


def _other_style(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    old = row["EFFECT1_STYLE"]
    return {"EFFECT1_STYLE": "Latent" if old == "Dormant" or old == "primed" else "Dormant"}


def _same_effects(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"EFFECT2": row["EFFECT1"], "EFFECT2_STYLE": row["EFFECT1_STYLE"]}


def _other_name(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    same = [r for r in rows if r.get("RARITY") == row["RARITY"] and r["NAME"] != row["NAME"]]
    return {"NAME": rng.choice(same or [row])["NAME"]}


def _other_serial(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"SERIAL": rng.choice([r["SERIAL"] for r in rows if r["NAME"] != row["NAME"]])}


def _lower_serial(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"SERIAL": rng.choice([r["SERIAL"] for r in rows if r["NAME"] != row["NAME"]]).lower()}


def _serial(place: int, signs: str) -> Change:
    """The serial with one of the signs at a place, from 0."""

    def change(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
        serial = row["SERIAL"]
        sign = rng.choice([sign for sign in signs if sign.upper() != serial[place]])
        return {"SERIAL": f"{serial[:place]}{sign}{serial[place + 1 :]}"}

    return change


def _wrong_folder(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    other = rng.choice([kind for kind in TYPES if kind != row["TYPE"]])
    return {"IMAGE": rng.choice((f"units/{other.lower()}/a.png", f"art/{other}/a.png", "spells/a.png"))}


def _off_step(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {column: f"{int(row[column]) + 2:+d}" for column in ("ATTACK", "BASE_ATTACK")}


def _unsigned(column: str) -> Spoil:
    def change(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
        return {column: row[column].lstrip("+")}

    return Spoil("TTS103", "", lambda row: _spell(row) and row[column].startswith("+"), change)


def _signed(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"ATTACK": f"+{row['ATTACK']}"}


def _gone(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return GONE


def _other_art(rng: random.Random, row: Row, rows: Sequence[Row]) -> Row:
    return {"IMAGE": row["IMAGE"].replace(".", "-2.")}


_fresh = frozenset({"TTU107", "TTU106"})
TTCG = (
    Spoil("CRD001", "NAME", _untold, cells("NAME", "")),
    Spoil("CRD001", "TYPE", _played, cells("TYPE", "")),
    Spoil("CRD001", "LEVEL", _played, cells("LEVEL", "")),
    Spoil("CRD001", "ATTACK", _played, cells("ATTACK", "")),
    Spoil("CRD001", "DEFENSE", _played, cells("DEFENSE", "")),
    Spoil("CRD001", "RARITY", _played, cells("RARITY", "")),
    Spoil("CRD002", "LEVEL", _played, cells("LEVEL", *NO_NUMBERS)),
    Spoil("CRD002", "ATTACK", _played, cells("ATTACK", *NO_NUMBERS)),
    Spoil("CRD002", "DEFENSE", _played, cells("DEFENSE", *NO_NUMBERS)),
    Spoil("CRD002", "BASE_ATTACK", _based, cells("BASE_ATTACK", *NO_NUMBERS)),
    Spoil("CRD002", "BASE_DEFENSE", _based, cells("BASE_DEFENSE", *NO_NUMBERS)),
    Spoil("CRD002", "RARITY", _played, cells("RARITY", "common", "I")),
    Spoil("CRD002", "TRANSPARENCY", _played, cells("TRANSPARENCY", "clear", "60 %")),
    Spoil("CRD006", "NAME", _played, _other_name, _PRINTS | {"SER002", "SER005", "TTC108", "TTR102"}, anywhere=True),
    Spoil("CRD020", "TRANSPARENCY", any_card, cells("TRANSPARENCY", "0", "55", "101", "-30")),
    Spoil("TTC101", "TYPE", _played, cells("TYPE", "Fier", "fire", "Metal", "SPELL", "Unit")),
    _one_subtype_more("Humanoid"), _one_subtype_more("Dragn"), _one_subtype_more("Wizard"),
    _one_subtype_more("Dragon", "/"), _one_subtype_more("Ghost", " & "), _one_subtype_more("Fairy", " and "),
    Spoil("TTC103", "SUBTYPES", _unit, cells("SUBTYPES", "", " , "), _PRINTS | {"CSV012"}),
    Spoil("TTC103", "SUBTYPES", _spell, cells("SUBTYPES", "Dragon", "Fairy, Ghost"), _PRINTS),
    Spoil("TTC104", "LEVEL", _played, cells("LEVEL", "0", "6", "-1", "99")),
    Spoil("TTC105", "", _played, cells("EFFECT1", ""), _PRINTS),
    Spoil("TTC105", "", _played, cells("EFFECT2", ""), _PRINTS),
    Spoil("TTC106", "EFFECT1_STYLE", _played, cells("EFFECT1_STYLE", "Dormnt", "Quick", "Static")),
    Spoil("TTC106", "EFFECT2_STYLE", _played, cells("EFFECT2_STYLE", "Latend", "Triggered")),
    Spoil("TTC107", "", _lore, cells("LEVEL", "1", "5")),
    Spoil("TTC107", "", _lore, cells("ATTACK", "250", "0")),
    Spoil("TTC107", "", _lore, cells("DEFENSE", "250", "+0")),
    Spoil("TTC107", "", _lore, cells("EFFECT1", "Draw one card.")),
    Spoil("TTC107", "", _lore, cells("EFFECT2", "Draw one card.")),
    Spoil("TTC107", "", _lore, cells("RARITY", "0", "6"), frozenset({"TTR102"})),
    Spoil("TTC107", "", _lore, cells("EFFECT1_STYLE", "Counter")),
    Spoil("TTC109", "LORE", _lore, cells("LORE", "", " ")),
    Spoil("TTC113", "LORE_OF", _lore, cells("LORE_OF", "", " ")),
    Spoil("TTC108", "LORE_OF", _lore, _lore_of_lore),
    Spoil("TTC108", "LORE_OF", _lore, cells("LORE_OF", "Nobody", "Asbel of Kor")),
    Spoil("TXT016", "EFFECT2", _played, _same_effects, _PRINTS),
    Spoil("TTU101", "", _unit, _wrong_sum, _fresh),
    Spoil("TTU102", "", _unit, _negative, _fresh),
    Spoil("TTU104", "", _unit, _too_high, _fresh),
    Spoil("TTU107", "", lambda row: _unit(row) and _later(row) and int(row["ATTACK"]) > 20, _lowered),
    Spoil("TTU108", "", both(_unit, _later), _other_rank, frozenset({"TXT022"})),
    Spoil("TTU108", "", both(_unit, _later), _other_type),
    Spoil("TTU108", "", both(_unit, _later), _other_subtypes),
    Spoil("TTU108", "", both(_played, _later), _swapped_effects),
    Spoil("TTU108", "EFFECT1_STYLE", both(_played, _later), _other_style, frozenset({"TXT018", "TXT020"})),
    Spoil("TTU108", "LORE", both(_played, _later), cells("LORE", "It was late.")),
    Spoil("TTR106", "IMAGE", both(_later, filled("IMAGE")), cells("IMAGE", "")),
    Spoil("TTR106", "IMAGE", both(_later, filled("IMAGE")), _other_art),
    Spoil("TTR102", "RARITY", _later, _gone, anywhere=True),
    Spoil("TTR101", "RARITY", _played, cells("RARITY", "7", "-1", "60")),
    _wrong_bonus(negative=True), _wrong_bonus(negative=False),
    Spoil("TTS106", "", lambda row: _based(row) and not _later(row), _common_off_base),
    Spoil("TTS101", "", both(_based, _later), _wrong_tier),
    Spoil("TTS109", "", lambda row: _spell(row) and _later(row) and not _based(row), _wrong_tier),
    Spoil("TTU109", "", _unit, _wrong_unit_base, _PRINTS),
    Spoil("TTC111", "NAME", _lore, _named_as_subject, frozenset({"CRD006", "SER005"})),
    Spoil("TTS102", "", both(_based, _later), _shifted_tier),
    Spoil("TTS110", "", lambda row: _spell(row) and _later(row) and not _based(row), _shifted_tier),
    Spoil("TTS108", "", _based, cells("BASE_ATTACK", ""), _PRINTS),
    Spoil("TTS108", "", _based, cells("BASE_DEFENSE", ""), _PRINTS),
    _unsigned("ATTACK"), _unsigned("DEFENSE"),
    Spoil("SER001", "SERIAL", any_card, cells("SERIAL", "")),
    Spoil("SER002", "SERIAL", any_card, _other_serial, frozenset({"SER005", "SER007"}), anywhere=True),
    Spoil("SER011", "SERIAL", any_card, _lower_serial, frozenset({"SER005", "SER007"}), anywhere=True),
    Spoil("SER003", "SERIAL", any_card, cells("SERIAL", "P1010230P1W50", "P1010230P1W50RR", "P1010230P1W5-R", "1.2E+13")),
    # Warnings and information
    Spoil("SER005", "SERIAL", _played, _serial(0, "aZ")),
    Spoil("SER005", "SERIAL", _played, _serial(1, "06789")),
    Spoil("SER007", "SERIAL", _played, _serial(8, "JXz")),
    Spoil("SER007", "SERIAL", _played, _serial(10, "JXz")),
    Spoil("IMG004", "IMAGE", _unit, _wrong_folder, _ART),
    Spoil("IMG004", "IMAGE", _spell, cells("IMAGE", "units/water/a.png", "art/Unit/a.png"), _ART),
    Spoil("TTU103", "", _unit, _signed),
    Spoil("TTU106", "", lambda row: _unit(row) and _later(row), _uneven),
    Spoil("TTS104", "", lambda row: _spell(row) and row["RARITY"] == "0" and not _based(row), cells("ATTACK", "+55")),
    Spoil("TTS105", "BASE_ATTACK", both(_based, _later), _off_step, frozenset({"CRD015", "TTS104", "TTU108"})),
    Spoil("CRD012", "SUBTYPES", _unit, cells("SUBTYPES", "Dragon, Dragon"), _PRINTS),
    Spoil("CRD017", "TRANSPARENCY", _played, cells("TRANSPARENCY", "060", "60.0")),
    Spoil("CRD018", "EFFECT1_STYLE", _played, cells("EFFECT1_STYLE", "Overload", "echo", "Surge", "Pulse"), frozenset({"TXT018", "TTU108"})),
    Spoil("CRD019", "SUBTYPES", _unit, cells("SUBTYPES", "Flying", "Spell-caster"), _PRINTS),
)  # fmt: skip
