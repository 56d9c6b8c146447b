"""The ttcg checks of a table in plain pandas: `python ttcg_pandas.py CARDS OUT` writes `line;code` lines."""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd

TYPES = ["Earth", "Water", "Fire", "Air", "Electric", "Light", "Nature", "Dark", "Spell"]
SUBTYPES = [
    "Dragon", "Beast", "Elemental", "Aquatic", "Warrior", "Spellcaster", "Machine",
    "Ghost", "Insect", "Reptile", "Fairy", "Undead", "Botanic", "Avian",
]  # fmt: skip
SUBTYPE_ALIASES = {"Spell-caster": "Spellcaster", "Flying": "Avian"}
STYLES = ["", "none", "normal", "continuous", "counter", "equip", "latent", "dormant", "primed", "passive"]
UNDOCUMENTED = ["overload", "echo", "surge", "pulse"]
NUMBER = r"[+-]?(?:0|[1-9][0-9]*)"
ODD_NUMBER = r"[+-]?[0-9]+(?:[ ',][0-9]{3})*(?:\.0+)?"
COLUMNS = (
    "NAME TYPE SUBTYPES LEVEL IMAGE ATTACK DEFENSE EFFECT1 EFFECT2 SERIAL RARITY TRANSPARENCY EFFECT1_STYLE "
    "EFFECT2_STYLE BASE_ATTACK BASE_DEFENSE LORE_OF LORE"
).split()


def read(path: str) -> pd.DataFrame:
    """The table, every column there, all cells as texts."""
    table = pd.read_csv(path, sep=";", dtype=str, keep_default_na=False)
    table = table.rename(columns={"RANK": "LEVEL"})
    for column in COLUMNS:
        if column not in table:
            table[column] = ""
    return table


def number(texts: pd.Series) -> pd.Series:
    """The texts as numbers, NaN where they are none."""
    plain = texts.str.strip().str.replace(r"[ ',]|\.0+$", "", regex=True)
    return pd.to_numeric(plain.where(texts.str.strip().str.fullmatch(ODD_NUMBER)), errors="coerce")


def check(table: pd.DataFrame) -> dict[str, np.ndarray]:
    """By code, whether each row breaks it."""
    found: dict[str, np.ndarray] = {}

    def report(code: str, mask: pd.Series) -> None:
        values = mask.fillna(False).to_numpy(dtype=bool)
        found[code] = found[code] | values if code in found else values

    lore = table["LORE_OF"] != ""
    report("CSV012", pd.concat([table[c] != table[c].str.strip() for c in COLUMNS], axis=1).any(axis=1))
    required = table["NAME"] == ""
    for column in ("TYPE", "LEVEL", "ATTACK", "DEFENSE", "RARITY"):
        required |= (table[column] == "") & ~lore
    report("CRD001", required)
    numbers = {}
    for column in ("LEVEL", "ATTACK", "DEFENSE", "BASE_ATTACK", "BASE_DEFENSE", "RARITY", "TRANSPARENCY"):
        numbers[column] = number(table[column])
        text = table[column].str.strip()
        report("CRD002", numbers[column].isna() & (text != ""))
        report("CRD017", numbers[column].notna() & ~text.str.fullmatch(NUMBER))
    kind = table["TYPE"].where(table["TYPE"].isin(TYPES))
    report("TTC101", kind.isna() & (table["TYPE"] != ""))
    spell, unit = kind == "Spell", kind.notna() & (kind != "Spell")
    words = table["SUBTYPES"].str.split(",").explode().str.strip()
    words = words[words != ""]
    joined = words.str.contains(r"[/|&+]| and ", regex=True)
    meant = words.replace(SUBTYPE_ALIASES)
    unknown = ~meant.isin(SUBTYPES) & ~joined
    rows = pd.Series(False, index=table.index)
    unknown_row = rows | unknown.groupby(level=0).any().reindex(table.index, fill_value=False)
    joined_row = rows | joined.groupby(level=0).any().reindex(table.index, fill_value=False)
    report("TTC102", unknown_row & ~joined_row)
    report("CRD013", joined_row)
    report(
        "CRD019", words.isin(SUBTYPE_ALIASES).groupby(level=0).any().reindex(table.index, fill_value=False)
    )
    twice = meant.groupby(level=0).agg(lambda group: group.duplicated().any())
    report("CRD012", twice.reindex(table.index, fill_value=False))
    subtyped = words.groupby(level=0).size().reindex(table.index, fill_value=0) > 0
    sound_subtypes = ~unknown_row & ~joined_row
    report("TTC103", ((unit & ~subtyped) | (spell & subtyped)) & sound_subtypes)
    level = numbers["LEVEL"].where(numbers["LEVEL"].between(1, 5))
    report("TTC104", numbers["LEVEL"].notna() & level.isna())
    tier = numbers["RARITY"].where(numbers["RARITY"].between(0, 6))
    report("TTR101", numbers["RARITY"].notna() & tier.isna())
    clear = numbers["TRANSPARENCY"]
    report("CRD020", clear.notna() & ~clear.isin([30, 50, 60, 75, 100]))
    for column in ("EFFECT1_STYLE", "EFFECT2_STYLE"):
        style = table[column].str.strip().str.lower()
        report("TTC106", ~style.isin(STYLES + UNDOCUMENTED))
        report("CRD018", style.isin(UNDOCUMENTED))
    one, two = table["EFFECT1"], table["EFFECT2"]
    report("TTC105", ~lore & ((one == "") | (two == "")))
    report("TXT016", (one != "") & (one == two))
    part = (one != "") | (two != "") | (table[["LEVEL", "ATTACK", "DEFENSE"]] != "").any(axis=1)
    report("TTC107", lore & part)
    names = set(table["NAME"]) - {""}
    report("TTC108", lore & ~table["LORE_OF"].isin(names))
    serial = table["SERIAL"]
    report("SER001", serial == "")
    sound_serial = serial.str.fullmatch("[0-9A-Za-z]{14}")
    report("SER003", (serial != "") & ~sound_serial)
    first = table["NAME"].groupby(serial).transform("first")
    report("SER002", sound_serial & (table["NAME"] != first))
    repeated = table.duplicated(["NAME", "RARITY"]) & (table["NAME"] != "")
    report("CRD006", repeated)
    attack, defense = numbers["ATTACK"], numbers["DEFENSE"]
    base_attack, base_defense = numbers["BASE_ATTACK"], numbers["BASE_DEFENSE"]
    for column, code in (
        ("ATTACK", "CRD015"),
        ("DEFENSE", "CRD015"),
        ("BASE_ATTACK", "TTS105"),
        ("BASE_DEFENSE", "TTS105"),
    ):
        report(code, numbers[column].notna() & (numbers[column] % 5 != 0))

    total = level * 500 + (tier - 1).clip(lower=0) * 10
    known = unit & attack.notna() & defense.notna()
    negative = known & ((attack < 0) | (defense < 0))
    report("TTU102", negative)
    above = known & ~negative & (np.maximum(attack, defense) > total)
    report("TTU104", above)
    wrong_sum = known & ~negative & ~above & total.notna() & (attack + defense != total)
    report("TTU101", wrong_sum)
    bad = negative | above | wrong_sum
    report("TTU105", known & ~bad & total.notna() & ((attack == 0) | (defense == 0)))
    plus = table["ATTACK"].str.startswith("+") | table["DEFENSE"].str.startswith("+")
    report("TTU103", unit & plus)

    shown = table.assign(
        tier=tier, level=level, attack=attack, defense=defense, kind=kind,
        subtypes=meant.groupby(level=0).agg(tuple).reindex(table.index).where(sound_subtypes),
    )  # fmt: skip
    placed = shown[(shown["NAME"] != "") & ~repeated & tier.notna()].sort_values("tier", kind="stable")
    group = placed.groupby("NAME", sort=False)
    lowest = group.head(1).set_index("NAME").reindex(shown["NAME"]).set_index(shown.index)
    other = ~shown.index.isin(group.head(1).index) & ~repeated & tier.notna() & lowest["tier"].notna()
    both_units = (
        other & unit & (lowest["kind"] != "Spell") & lowest["kind"].notna() & (level == lowest["level"])
    )
    lower = both_units & ~bad & ((attack < lowest["attack"]) | (defense < lowest["defense"]))
    report("TTU107", lower)
    uneven = attack - lowest["attack"] != defense - lowest["defense"]
    uneven &= attack.notna() & defense.notna() & lowest["attack"].notna() & lowest["defense"].notna()
    report("TTU106", both_units & ~bad & ~lower & (lowest["tier"] <= 1) & uneven)
    same = pd.Series(True, index=table.index)
    whole = other.copy()
    for column in ("kind", "level", "EFFECT1", "EFFECT2"):
        value, expected = shown[column], lowest[column]
        whole &= value.notna() & expected.notna() & (value != "") & (expected != "")
        same &= value == expected
    lists = [(a if isinstance(a, tuple) else ()) == (b if isinstance(b, tuple) else ())
             for a, b in zip(shown["subtypes"], lowest["subtypes"], strict=True)]  # fmt: skip
    report("TTU108", whole & sound_subtypes & ~(same & pd.Series(lists, index=table.index)))

    based = (
        spell & attack.notna() & defense.notna() & base_attack.notna() & base_defense.notna() & tier.notna()
    )
    off_base = based & (tier <= 1) & ((attack != base_attack) | (defense != base_defense))
    report("TTS106", off_base)
    more_attack, more_defense = attack - base_attack, defense - base_defense
    bonus = (tier - 1).clip(lower=0) * 5
    report("TTS101", based & ~off_base & (more_attack + more_defense != bonus))
    report("TTS102", based & ~off_base & ((more_attack < 0) | (more_defense < 0)))
    signed = table["ATTACK"].str.match("[+-]") & table["DEFENSE"].str.match("[+-]")
    report("TTS103", spell & attack.notna() & defense.notna() & ~signed)
    largest = np.maximum(base_attack.fillna(attack).abs(), base_defense.fillna(defense).abs())
    asked = (tier <= 1) | (base_attack.notna() & base_defense.notna())
    report("TTS104", spell & asked & level.notna() & (largest > 10 * level))
    report("TTS107", spell & (level > 3))
    return found


def main() -> None:
    table = read(sys.argv[1])
    found = check(table)
    with open(sys.argv[2], "w") as file:
        for code, rows in found.items():
            file.writelines(f"{row + 2};{code}\n" for row in np.flatnonzero(rows))


if __name__ == "__main__":
    main()
