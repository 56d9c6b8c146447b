"""The face of a project that is made from the design of another program."""

from __future__ import annotations

import math

from cardtools.init.designs.elements import DrawnElement, ElementBox, ElementKeys, ElementValue, ForeignDesign
from cardtools.project.starter import toml_text

_BLEED, _SAFE = 3.0, 3.0
_AT_EDGE = 0.5  # mm: what ends so near to the cut is meant to go beyond it
_FONTS = ("regular", "bold", "italic")
_HEAD = """\
# How a card looks, made from {}; not-taken.txt has what could not be taken. Lengths are millimetres from
# the upper left corner of the cut card, sizes of letters points. A text may contain any column of the table:
# {{{{ NAME }}}}. `cardtools watch` shows the cards in your browser while you change this file.
"""


def design_face(design: ForeignDesign) -> str:
    """The face file. Boxes are cut to what a face may have, with a note where a text is."""
    elements = {name: found for name, one in design.elements.items() if (found := _inside(design, name, one))}
    out = design.bleed or _BLEED
    whole = (-out, -out, design.width + 2 * out, design.height + 2 * out)
    if all(one.box != whole or one.keys.keys() & {"when", "opacity"} for one in elements.values()):
        elements = {"paper": DrawnElement("rectangle", whole, {"fill": "#ffffff"}, {}), **elements}
    gaps, used = [_SAFE], {"regular"}
    for element in elements.values():
        if element.style:
            left, top, width, height = _around(element)
            gaps += [left, top, design.width - left - width, design.height - top - height]
            used |= {str(element.style.get(key)) for key in ("font", "bold", "italic")}
    if (safe := max(0.0, int(min(gaps) * 10) / 10)) < _SAFE:
        design.note(f"texts are {safe:g} mm from the cut: move them to {_SAFE:g}, and set `safe` so")
    tables: dict[str, ElementKeys] = {
        "card": {"width": design.width, "height": design.height, "bleed": out, "safe": safe},
        "fonts": {name: f"fonts/AlegreyaSans-{name.title()}.ttf" for name in _FONTS if name in used},
        "icons": {**design.icons},
        "icon_colours": dict.fromkeys(design.icons, "own"),
    }
    tables["card"]["corner"] = design.corner
    for name, (_, _, _, style) in elements.items():
        if style and style not in tables.values():
            tables[f"styles.{name}"] = style
    for name, (kind, box, keys, style) in elements.items():
        sides: ElementKeys = dict(zip(("left", "top", "width", "height"), box, strict=True))
        if style:
            sides["style"] = next(table for table in tables if tables[table] == style).partition(".")[2]
        tables[f"elements.{name}"] = {"kind": kind, **sides, **keys}
    written = (
        "\n".join([f"[{table}]", *(f"{key} = {_value(value)}" for key, value in keys.items()), ""])
        for table, keys in tables.items()
        if keys
    )
    return _HEAD.format(design.path.name) + "\n".join(written)


def _inside(design: ForeignDesign, name: str, element: DrawnElement) -> DrawnElement | None:
    """The element in a box that a face may have; None where the card has nothing of it."""
    left, top, width, height = element.box
    sides, ends = [left, top, left + width, top + height], (0.0, 0.0, design.width, design.height)
    is_turned = bool(element.keys.get("rotation"))
    is_ground = element.kind == "image" or ("fill" in element.keys and "radius" not in element.keys)
    for side, (end, step) in enumerate(zip(ends, (-1, -1, 1, 1), strict=True)):
        beyond, out = (sides[side] - end) * step, design.bleed or _BLEED
        if is_turned:
            continue
        if element.style and beyond > 0:
            sides[side] = end
            design.note(f"{name}: the text went beyond the cut; its box ends there now")
        elif beyond > out or (is_ground and not design.bleed and abs(beyond) <= _AT_EDGE):
            sides[side] = end + out * step  # no white shows where the cut misses a little
    box = (sides[0], sides[1], sides[2] - sides[0], sides[3] - sides[1])
    left, top, width, height = _around(element)
    if (
        is_turned
        and element.style
        and (min(left, top) < 0 or left + width > ends[2] or top + height > ends[3])
    ):
        design.note(f"{name}: the turned text goes beyond the cut: draw it in templates/card.toml")
        return None
    if min(box[2:]) > 0.1 or (element.kind == "line" and max(box[2:]) > 0 <= min(box[2:])):
        return element._replace(box=box)
    design.note(f"{name}: nothing of it is on the card")
    return None


def _around(element: DrawnElement) -> ElementBox:
    """The box around an element, which may be turned about its middle."""
    left, top, width, height = element.box
    turn = math.radians(float(str(element.keys.get("rotation", 0))))
    across = abs(width * math.cos(turn)) + abs(height * math.sin(turn))
    down = abs(width * math.sin(turn)) + abs(height * math.cos(turn))
    return left + (width - across) / 2, top + (height - down) / 2, across, down


def _value(value: ElementValue) -> str:
    """A value as TOML has it."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml_text, value))}]"
    if isinstance(value, bool | str):
        return toml_text(value) if isinstance(value, str) else str(value).lower()
    return f"{round(value, 2) + 0.0:.10g}"
