"""A small game of somebody else, with a print run: three columns, no art, two rarities."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from outcome import Outcome
from plain_face import FONT, ground

DESIGNS = ("Lamp", "Wick", "Oil", "Glass", "Spark", "Moth", "Night", "Dawn")
STORIES = {"How It Was Lit": "Lamp", "Who Blew": "Wick"}
PROJECT = """
name = "Lanterns"
ruleset = "rules.toml"
[cards]
database = "cards.csv"
[[faces]]
face = "face.toml"
[sheet]
sheet = "sheet.toml"
paper = "a4"
"""
RULES = """
[ruleset]
id = "lanterns"
name = "Lanterns"
version = "1"
[fields.NAME]
[fields.STORY_OF]
[fields.RARITY]
type = "int"
[tiers]
column = "RARITY"
printed = [1, 2]
"""
FACE = (
    ground("#f4ecd8", 2)
    + """\
[card]
width = 63.5
height = 88.9
bleed = 2
safe = 2
[fonts]
text = "font.ttf"
[styles.name]
font = "text"
size = 12
[styles.copy]
font = "text"
size = 7
minimum = 5
align = "centre"
valign = "middle"
[elements.name]
kind = "text"
style = "name"
left = 5
right = 5
top = 5
height = 8
text = "{{ NAME }} {{ 'gold' if RARITY is defined and RARITY == 2 else 'plain' }}"
"""
)
TEXT = """
[elements.copy]
kind = "copy"
style = "copy"
left = 15
right = 15
bottom = 4
height = 4
"""
CODE = """
[elements.copy]
kind = "copy"
code = "datamatrix"
right = 5
width = 8
bottom = 5
height = 8
"""
SHEET = """
columns = 3
rows = 3
[marks]
font = "font.ttf"
"""
PLAN = """
[run]
id = "T"
copies = 8
seed = 11
[packs]
size = 4
box = 6
[inserts]
where = "given(STORY_OF)"
subject = "STORY_OF"
[[rarities]]
tier = 1
name = "Plain"
share = 75
[[rarities]]
tier = 2
name = "Gold"
share = 25
"""
Run = Callable[..., Outcome]


def make_lantern(folder: Path, copy: str = TEXT, plan: str = PLAN) -> Path:
    """Write the game into the folder, with a plan of 64 copies in 16 packs; the plan."""
    shutil.copy(FONT, folder / "font.ttf")
    rows = ["NAME;STORY_OF", *(f"{name};" for name in DESIGNS), *(f"{k};{v}" for k, v in STORIES.items())]
    for name, text in (
        ("cardtools.toml", PROJECT), ("rules.toml", RULES),
        ("face.toml", FACE + copy), ("sheet.toml", SHEET), ("run.toml", plan),
        ("cards.csv", "\n".join([*rows, ""])),
    ):  # fmt: skip
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "run.toml"
