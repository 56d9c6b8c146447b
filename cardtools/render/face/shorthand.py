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
from cardtools.render.face.extending import FaceFile, merge
from cardtools.render.face.model.placed import AXES
from cardtools.render.face.open_keys import KeyPath

# The keys that say what an element is where it has no `kind`; the first that it has counts.
_TELLING = {
    "elements": "group", "use": "group", "text": "text", "paragraphs": "text", "image": "image",
    "count": "icons", "icon": "symbol", "data": "qr", "shape": "shape", "card": "card",
}  # fmt: skip
_PAINT = ("fill", "stroke", "pattern")  # of a rectangle, if it has nothing telling


def written_out(file: FaceFile) -> FaceFile:
    """The face in full. Raises InputError for what is not there, leads back to itself, or makes too much."""
    return dataclasses.replace(file, data=_Writer(file).data)


class _Writer:
    def __init__(self, file: FaceFile) -> None:
        self.file, self.count = file, 0
        self.data = dict(file.data)
        self.parts, self.fonts = _table(file.data, "parts"), _table(file.data, "fonts")
        named = _table(file.data, "styles")
        self.styles = {name: self.style(style, ("styles", name)) for name, style in named.items()}
        elements = _table(file.data, "elements")
        self.data.pop("parts", None) if self.parts else None
        if elements:
            self.data["elements"] = self.elements(elements, ("elements",), ())
        if self.styles:
            self.data["styles"] = self.styles

    def elements(self, tables: dict[str, Any], keys: KeyPath, above: tuple[str, ...]) -> dict[str, Any]:
        return {
            name: self.element(table, tables, (*keys, name), above) if isinstance(table, dict) else table
            for name, table in tables.items()
        }

    def element(
        self, table: dict[str, Any], others: dict[str, Any], keys: KeyPath, above: tuple[str, ...]
    ) -> dict[str, Any]:
        self.count += 1
        if self.count > limits().face_parts or len(above) > 40:
            message = f"has more than {limits().face_parts:,} elements, styles, icons and colours"
            raise bad_input(self.file.name, message, raise_hint("face_parts"))
        if isinstance(name := table.get("use"), str):
            above = (*above, f"use {name}")
        table = self.extended(table, keys, {"use": self.parts, "extends": others})
        kind = _kind(table)
        table = {"kind": kind, **table} if kind else table
        if kind == "text" and "style" not in table and self.fonts:
            table["style"] = {}
        made = self.with_styles(table, keys)
        for name, passage in _table(made, "paragraphs").items():
            if isinstance(passage, dict):
                places = {**made["paragraphs"], name: self.with_styles(passage, (*keys, "paragraphs", name))}
                made["paragraphs"] = places
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

    def with_styles(self, table: dict[str, Any], keys: KeyPath) -> dict[str, Any]:
        """A table whose styles are names."""
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


def _kind(table: dict[str, Any]) -> Any:
    """The kind of an element, given or by its keys; "" if none tells it."""
    return table.get("kind") or _told(table) or ("rectangle" if {*_PAINT} & table.keys() else "")


def _told(table: dict[str, Any]) -> str:
    return next((kind for key, kind in _TELLING.items() if key in table), "")


def _table(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key)
    return found if isinstance(found, dict) else {}
