"""Layouts of Squib: YAML files with an entry for each part of a card. The Ruby of a deck is not read."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from cardtools.cards.column_roles import is_name
from cardtools.cards.spaces import in_a_line
from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import read_table, shown
from cardtools.ground.lengths import DPI, UNITS
from cardtools.ground.limits import limits
from cardtools.ground.optional_packages import optional
from cardtools.init.designs.elements import ElementKeys, ForeignDesign, NotTakenError, colour, number
from cardtools.init.guess.columns import NAME, GuessedColumn, is_rules_text

LAYOUT = re.compile(r"(?m)^[ \t]+(?:x|y|extends)[ \t]*:")  # else it is a table
_UNITS = {**UNITS, "": UNITS["in"] / DPI, "px": UNITS["in"] / DPI, "deg": 1.0}
_UNITS |= dict.fromkeys(("c", "cell", "cells"), UNITS["in"] / 8)
_CHANGES = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
_TEXTS = frozenset("str font font_size align valign justify spacing ellipsize wrap markup hint color".split())
_SHAPES = frozenset("fill_color stroke_color stroke_width radius dash".split())
_KNOWN = _TEXTS | _SHAPES | frozenset("x y width height angle alpha file extends".split())
_KNOWN |= frozenset("crop_x crop_y crop_width crop_height flip_horizontal flip_vertical".split())

_ALIGN = {"center": "centre", "right": "right", ":center": "centre", ":right": "right"}
_LONGEST, _MOST_KEYS, _MOST_PARENTS = 200_000, 500, 50


class SquibLayouts(ForeignDesign):
    """Layout files: what a later one has replaces what an earlier one has. A card is 825 x 1125 pixels with
    its bleed, unless the entry `cut` says it.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        super().__init__(paths[0])
        self.entries = {name: (path, line, own) for path in paths for name, line, own in _entries(path)}
        self.resolved: dict[str, dict[str, str]] = {}
        self.bleed = 3.17
        with self.noting(self.entries["cut"][1] if "cut" in self.entries else 0, "cut"):
            cut = {"x": "37.5", "width": "750", "height": "1050"}
            cut |= self._values("cut") if "cut" in self.entries else {}
            self.resize(_length(cut["width"]), _length(cut["height"]))
            self.bleed = max(0.0, math.floor(100 * _length(cut["x"])) / 100)  # as a face has it
            self.corner = max(0.0, _length(cut.get("radius", "0")))

    def draw(self) -> None:
        """Draw each entry for which there is a picture, a shape or a column of the table; texts come last."""
        self.note("deck.rb is a program and is not read: compare what it draws with templates/card.toml")
        for draws_texts in (False, True):
            for name, (path, line, _) in self.entries.items():
                if name in ("cut", "safe", "bleed"):
                    continue
                with self.noting(line, name, path):
                    values, column = self._values(name), self._column(name)
                    shows_text = bool(column and column.kind != "picture") or bool(_TEXTS & values.keys())
                    if draws_texts == (shows_text and "file" not in values):
                        with self.noting(line, name, path):
                            self._part(name, values, f"[{column.heading}]" if column else "", draws_texts)
                        if unknown := sorted(values.keys() - _KNOWN):
                            raise NotTakenError(f"{', '.join(unknown)} is not taken")

    def _values(self, name: str, below: tuple[str, ...] = ()) -> dict[str, str]:
        """An entry with what it takes from others: `+= 10` changes what they say."""
        if name not in self.entries:
            raise NotTakenError(f"it extends {in_a_line(name)}, which is not there")
        if name in below or len(below) > _MOST_PARENTS:
            raise NotTakenError(f"it extends {in_a_line(name)}, which is in a circle")
        if name not in self.resolved:
            own, found = self.entries[name][2], dict[str, str]()
            for parent in own.get("extends", "").split():
                found |= self._values(parent, (*below, name))
            for key, value in own.items():
                if change := re.fullmatch(r"([-+*/])=\s*(.*)", value):
                    by = _length(change[2]) if change[1] in "+-" else number(change[2]) or 1.0
                    value = f"{_CHANGES[change[1]](_length(found.get(key, '0')), by):.6f}mm"
                found[key] = value
            self.resolved[name] = found
        return self.resolved[name]

    def _column(self, name: str) -> GuessedColumn | None:
        """The column that an entry shows: the one of its name, or the card's name, rules text or picture."""
        words = name.replace("_", " ")
        for column in self.columns.values():
            if name.upper() == column.name or words.casefold() == column.heading.casefold():
                return column
        for column in self.columns.values():
            is_its_text = column.role == "effect" and is_rules_text(words)
            is_its_art = column.kind == "picture" and name in ("art", "image", "picture")
            if is_its_text or is_its_art or (column.name == NAME and is_name(words)):
                return column
        return None

    def _part(self, name: str, values: dict[str, str], cell: str, is_text: bool) -> None:
        radius = _length(values.get("radius", "0"))
        circle = 0.0 if "width" in values else radius
        keys = self._place(values, circle)
        if "file" in values or (cell and not is_text):
            self.add(name, keys | {"image": values.get("file") or cell} | _window(values))
        elif is_text:
            text = self.template(values.get("str") or cell)
            self.add(name, keys | {"text": text, "style": self._style(values)})
            if not text:
                raise NotTakenError("the table has no such column: write its `text` in templates/card.toml")
        elif _SHAPES & values.keys():
            keys |= {"shape": "ellipse"} if circle else {"radius": radius}
            keys["fill"] = colour(values.get("fill_color", "#0000"))
            if line := _length(values.get("stroke_width", "2")):
                keys |= {"stroke": colour(values.get("stroke_color", "black")), "stroke_width": line}
            keys["dashes"] = [_length(one) for one in values.get("dash", "").split()]
            self.add(name, keys)
        else:
            raise NotTakenError("it is a box without a column of the table: draw it in templates/card.toml")

    def _place(self, values: dict[str, str], circle: float) -> ElementKeys:
        """Where an entry is, turned about its middle; Squib turns about the upper left corner."""
        box = list[float]()
        for start, size, whole in (("x", "width", self.width), ("y", "height", self.height)):
            whole += 2 * self.bleed
            begin = _length(values.get(start, "0"), whole)
            box += [begin, _length(values[size], whole) if size in values else whole - begin]
        left, width, top, height = box
        if circle:  # its radius; it is given by its middle
            left, top, width, height = left - circle, top - circle, 2 * circle, 2 * circle
        angle = values.get("angle", "0")
        turn = math.radians(_length(angle)) if angle.endswith("deg") else number(angle)
        left += (width * math.cos(turn) - height * math.sin(turn) - width) / 2 - self.bleed
        top += (width * math.sin(turn) + height * math.cos(turn) - height) / 2 - self.bleed
        place = {"box": [left, top, width, height], "rotation": math.degrees(turn)}
        return {**place, "opacity": number(values.get("alpha", "1"))}

    def _style(self, values: dict[str, str]) -> ElementKeys:
        font, down = values.get("font", ""), values.get("valign", "").strip(":")
        size = values.get("font_size") or "".join(re.findall(r"[\d.]{1,9}$", font)) or "10.5"
        align = "justify" if values.get("justify") == "true" else _ALIGN.get(values.get("align", ""), "")
        is_bold, is_italic = "bold" in font.casefold(), "italic" in font.casefold()
        return self.style(
            font, number(size), is_bold, is_italic, True, colour=colour(values.get("color", "black")),
            align=align, valign=down if down in ("middle", "bottom") else "",
            markup=values.get("markup") == "true",
        )  # fmt: skip


def _window(values: dict[str, str]) -> ElementKeys:
    """What part of a picture is shown, in pixels, and how it is mirrored."""
    flips = [way for way in ("horizontal", "vertical") if values.get(f"flip_{way}") == "true"]
    crop = [number(values.get(f"crop_{part}", "0"), most=10_000) for part in ("x", "y", "width", "height")]
    if any(crop) and min(crop[2:]) <= 0:
        raise NotTakenError("what is cropped needs crop_width and crop_height")
    return {"crop": crop if any(crop) else [], "flip": "both" if flips[1:] else "".join(flips)}


def _length(text: str, whole: float = 0.0) -> float:
    """A length in mm; `deck` is the whole card, and `middle` half of it."""
    if text in ("deck", "middle", "center") and whole:
        return whole if text == "deck" else whole / 2
    plain = text.lower().strip()
    unit = max((unit for unit in _UNITS if plain.endswith(unit)), key=len)
    return number(plain.removesuffix(unit), _UNITS[unit])


def _entries(path: Path) -> Iterator[tuple[str, int, dict[str, str]]]:
    """The entries of a file with their lines and their plain values, as they are written."""
    yaml = optional("yaml", "A layout of Squib")
    text = read_table(path)[0]
    if len(text) > _LONGEST:
        raise bad_input(shown(path), f"has more than {_LONGEST:,} characters, which no layout needs")
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
        message = f"cannot be read as YAML: {problem or 'its lists are nested too deep'}"
        raise bad_input(shown(path), message, line=mark.line + 1 if mark else 0) from None
    if not isinstance(root, yaml.MappingNode) or len(root.value) > limits().face_parts:
        raise bad_input(shown(path), "is no layout: it needs entries such as `title:`, each with its keys")
    for key, value in root.value:
        if isinstance(value, yaml.MappingNode) and isinstance(key, yaml.ScalarNode):
            yield key.value, key.start_mark.line + 1, dict(islice(_pairs(value, 0), _MOST_KEYS))


def _pairs(entry: Any, depth: int) -> Iterator[tuple[str, str]]:
    """The keys of an entry with their values; `<<` gives those of another entry, which may be a circle."""
    for key, value in sorted(entry.value, key=lambda pair: pair[0].value != "<<"):
        if key.value == "<<":
            yield from _pairs(value, depth + 1) if depth < 10 and value.id == "mapping" else ()
        elif key.id == "scalar":
            parts = value.value if value.id == "sequence" else [value]
            yield key.value, " ".join(part.value for part in parts if part.id == "scalar")
