"""A game of three small cards: its files."""

from __future__ import annotations

import io

from PIL import Image

CARDS = "NAME;COST;IMAGE\nOx;1;ox.png\nElk;2;elk.png\nHare;3;\n"
RULES = """\
[ruleset]
id = "own"
version = "1"
[fields.NAME]
required = true
[fields.COST]
type = "int"
max = 5
[fields.IMAGE]
required = false
"""
FACE = """\
[card]
width = 20
height = 30
bleed = 1
safe = 1
corner = 1
[fonts]
text = "text.ttf"
[styles.text]
font = "text"
size = 7
colour = "#101010"
[elements.ground]
kind = "rectangle"
left = -1
right = -1
top = -1
bottom = -1
fill = "#ffffff"
[elements.name]
kind = "text"
text = "{{ NAME }} {{ COST }}"
style = "text"
left = 2
right = 2
top = 2
height = 6
[elements.art]
kind = "image"
image = "{{ IMAGE }}"
left = 2
right = 2
top = 10
height = 12
"""
PROJECT = """\
name = "Meadow"
ruleset = "rules.toml"
[cards]
art = ["art"]
[[faces]]
face = "templates/plain.toml"
"""


def picture(colour: str, size: tuple[int, int] = (200, 150)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()
