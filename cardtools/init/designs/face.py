"""The face of a project that is made from the design of another program."""

from __future__ import annotations

import math
from typing import Any

from cardtools.ground.toml.toml_values import toml_value
from cardtools.init.designs.elements import ElementKeys, ForeignDesign

_BLEED, _SAFE = 3.0, 3.0
_AT_EDGE = 0.5  # mm: what ends so near to the cut is meant to go beyond it
_FONTS = ("regular", "bold", "italic")
_HEAD = """\
# How a card looks, made from {}; not-taken.txt has what could not be taken. Lengths are millimetres,
# font sizes points. A box is left, top, width and height. A text may contain any column of the table:
# {{{{ NAME }}}}. `cardtools studio` shows the cards in your browser while you change this file.
"""


def design_face(design: ForeignDesign) -> str:
    """The face file, with a note on what is not on the card or near its cut."""
    out = design.bleed or _BLEED
    elements: dict[str, ElementKeys] = {"paper": {"box": -out, "fill": "#ffffff"}}
    styles: dict[str, ElementKeys] = {}
    near = []
    for name, keys in design.elements.items():
        *_, width, height = box = _box_on_card(design, keys)
        if min(width, height) <= 0.1 and not (keys.get("kind") == "line" and max(width, height) > 0):
            design.note(f"{name}: nothing of it is on the card")
            continue
        elements[name] = keys
        if style := keys.get("style"):
            keys["style"] = next((known for known, one in styles.items() if one == style), name)
            styles[keys["style"]] = style
        else:
            keys["box"] = box
        if style and _gap(design, keys) < _SAFE:
            keys["bleed"] = True
            near.append(name)
    if near:
        design.note(f"{', '.join(near)}: less than {_SAFE:g} mm from the cut; move it, then remove `bleed`")
    used = {style.get(key) for style in styles.values() for key in ("font", "bold", "italic")} | {"regular"}
    tables: dict[str, dict[str, Any]] = {
        "card": {"width": design.width, "height": design.height, "bleed": out, "corner": design.corner},
        "fonts": {name: f"fonts/AlegreyaSans-{name.title()}.ttf" for name in _FONTS if name in used},
        "icons": design.icons,
        "icon_colours": dict.fromkeys(design.icons, "own"),
    }
    lines = [f"{name} = {toml_value(table)}" for name, table in tables.items() if table]
    for name, parts in (("styles", styles), ("elements", elements)):
        lines += ["", f"[{name}]", *(f"{part} = {toml_value(keys)}" for part, keys in parts.items())]
    return _HEAD.format(design.path.name) + "\n".join([*lines, ""])


def _box_on_card(design: ForeignDesign, keys: ElementKeys) -> list[float]:
    """The box of an element, cut where the bleed ends; a ground that ends at the cut goes on to there."""
    if keys.get("rotation"):
        return keys["box"]  # type: ignore[no-any-return]
    out = design.bleed or _BLEED
    is_ground = "image" in keys or ("fill" in keys and "radius" not in keys)
    near = _AT_EDGE if is_ground and not design.bleed else -out
    starts, sizes = list[float](), list[float]()
    for start, size, whole in zip(keys["box"], keys["box"][2:], (design.width, design.height), strict=False):
        starts.append(start if start > near else -out)
        sizes.append((start + size if start + size < whole - near else whole + out) - starts[-1])
    return starts + sizes


def _gap(design: ForeignDesign, keys: ElementKeys) -> float:
    """How far a text is from the nearest cut; it may be turned about its middle."""
    left, top, width, height = map(float, keys["box"])
    turn = math.radians(keys.get("rotation", 0))
    across = abs(width * math.cos(turn)) + abs(height * math.sin(turn))
    down = abs(width * math.sin(turn)) + abs(height * math.cos(turn))
    left, top = left + (width - across) / 2, top + (height - down) / 2
    return min(left, top, design.width - left - across, design.height - top - down)
