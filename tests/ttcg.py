"""The columns of the sample game's card table, as tests write them."""

from __future__ import annotations

COLUMNS = (
    "NAME;TYPE;SUBTYPES;LEVEL;IMAGE;ATTACK;DEFENSE;EFFECT1;EFFECT2;SERIAL;RARITY;TRANSPARENCY;"
    "EFFECT1_STYLE;EFFECT2_STYLE"
)
HEADER = f"{COLUMNS}\n"
