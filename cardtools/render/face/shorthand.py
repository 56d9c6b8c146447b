"""What a face says shortly, written out: parts that are used, elements and styles that extend others, kinds,
and styles that an element has of its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import suggest
from cardtools.ground.toml.tomlplaces import KeyPath
from cardtools.render.face.extending import FaceFile, merge, sides_of
from cardtools.render.face.model.placed import AXES

# The keys that say what an element is where it has no `kind`; the first that it has counts.
_TELLING = {
    "elements": "group", "use": "group", "text": "text", "paragraphs": "text", "image": "image",
    "count": "icons", "icon": "symbol", "data": "qr", "shape": "shape", "card": "card",
}  # fmt: skip
MOST_NESTED = 20
_BOX = [side for axis in AXES for side in axis]
_PAINT = ("fill", "stroke", "pattern")  # of a rectangle, if it has nothing telling


def written_out(file: FaceFile) -> FaceFile:
    """The face in full. Raises InputError for what is not there, leads back to itself, or makes too much."""
    return dataclasses.replace(file, data=_Writer(file).data)


class _Writer:
    def __init__(self, file: FaceFile) -> None:
        self.file, self.count = file, 0
        self.data = dict(file.data)
        palettes = _table(file.data, "palettes")
        for tables, names in ((file.data, ("fonts", "icons", "colours", "styles")), (palettes, palettes)):
            self.counted(sum(len(_table(tables, name)) for name in names))
        self.parts, self.fonts = _table(file.data, "parts"), _table(file.data, "fonts")
        named = _table(file.data, "styles")
        self.styles = {name: self.style(style, ("styles", name)) for name, style in named.items()}
        elements = _table(file.data, "elements")
        self.data.pop("parts", None) if self.parts else None
        if elements:
            self.data["elements"] = self.elements(elements, ("elements",), ())
        if self.styles:
            self.data["styles"] = self.styles

    def counted(self, parts: int) -> None:
        """Raise InputError if there are too many with these."""
        self.count += parts
        if self.count > limits().face_parts:
            message = f"has more than {limits().face_parts:,} elements, styles, icons and colours"
            raise bad_input(self.file.name, message, raise_hint("face_parts"))

    def elements(self, tables: dict[str, Any], keys: KeyPath, above: tuple[str, ...]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name, table in tables.items():
            made[name] = table
            if isinstance(table, dict):
                made[name] = self.element(table, tables, (*keys, name), above)
                made |= _flow(name, made[name])
        return made

    def element(
        self, table: dict[str, Any], others: dict[str, Any], keys: KeyPath, above: tuple[str, ...]
    ) -> dict[str, Any]:
        self.counted(1 + len(_table(table, "paragraphs")))
        if len(keys) > 2 * MOST_NESTED:
            message = f"{keys[-1]} is in more than {MOST_NESTED} groups"
            raise InputError(Diagnostic(self.file.at(*keys), message))
        if isinstance(name := table.get("use"), str):
            above = (*above, f"use {name}")
        table = self.extended(table, keys, {"use": self.parts, "extends": others})
        kind = _kind(table)
        table = {"kind": kind, **table} if kind else table
        if kind == "text" and "style" not in table and self.fonts:
            table["style"] = {}
        made: dict[str, Any] = self.with_styles(table, keys)
        if passages := _table(made, "paragraphs"):
            within = (*keys, "paragraphs")
            made["paragraphs"] = {n: self.with_styles(one, (*within, n)) for n, one in passages.items()}
        if inner := _table(made, "elements"):
            if len(set(above)) < len(above):
                place = self.file.at(*keys, "use")
                raise InputError(Diagnostic(place, f"{above[-1]} leads back to the part that uses it"))
            made["elements"] = self.elements(inner, (*keys, "elements"), above)
        return made

    def extended(
        self, table: dict[str, Any], keys: KeyPath, known: Mapping[str, dict[str, Any]], depth: int = 0
    ) -> dict[str, Any]:
        """A table laid on those that it names, each by one of the keys of `known`."""
        for key, tables in known.items():
            name = table.get(key)
            if not name or not isinstance(name, str):
                continue
            base, place = tables.get(name), self.file.at(*keys, key)
            if not isinstance(base, dict):
                hint = suggest(name, list(tables), "known")
                raise InputError(Diagnostic(place, f"{key} = {name!r}: there is none of this name", hint))
            if depth > 40 or base is table:
                raise InputError(Diagnostic(place, f"{key} = {name!r} leads back to what extends it"))
            base = self.extended(base, keys, known, depth + 1)
            own = {k: value for k, value in table.items() if k != key}
            before, after = _kind(base), own.get("kind") or _told(own)
            if before and after and before != after:  # another kind of element has only its place
                base = {side: base[side] for axis in AXES for side in axis if side in base}
            elif after or before:
                base, own = {**base, "kind": after or before}, {**own, "kind": after or before}
            table = merge(base, own, self.file.dpi)
        return table

    def with_styles(self, table: Any, keys: KeyPath) -> Any:
        """A table whose styles are names."""
        if not isinstance(table, dict):
            return table
        made = dict(table)
        for key in ("style", "lead_style"):
            if isinstance(style := table.get(key), dict):
                made[key] = "/".join(map(str, (*keys, key)))
                self.styles[made[key]] = self.style(style, (*keys, key))
        return made

    def style(self, table: Any, keys: KeyPath) -> Any:
        if not isinstance(table, dict):
            return table
        styles = _table(self.file.data, "styles")
        made = self.extended(table, keys, {"extends": styles})
        return made if "font" in made or not self.fonts else {"font": next(iter(self.fonts)), **made}


def _flow(name: str, table: dict[str, Any]) -> dict[str, Any]:
    """The boxes that a text goes on in, as elements that follow it; `table` gets the name of the first."""
    boxes = table.get("flow")
    if not isinstance(boxes, list) or not all(isinstance(box, list) and len(box) == 4 for box in boxes):
        return {}  # a name, or reported by `conform`
    own = {*_BOX, "text", "paragraphs"}
    names = [f"{name}+{number}" for number in range(1, len(boxes) + 1)]
    like = {key: value for key, value in table.items() if key not in own} | {"text": ""}
    found = {
        one: {**like, **sides_of(box), "flow": following}
        for one, box, following in zip(names, boxes, [*names[1:], ""], strict=True)
    }
    table["flow"] = next(iter(names), "")
    return found


def _kind(table: dict[str, Any]) -> Any:
    """The kind of an element, given or by its keys; "" if none tells it."""
    return table.get("kind") or _told(table) or ("rectangle" if {*_PAINT} & table.keys() else "")


def _told(table: dict[str, Any]) -> str:
    return next((kind for key, kind in _TELLING.items() if key in table), "")


def _table(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key)
    return found if isinstance(found, dict) else {}
