"""Face files with those they extend merged into them; `top = "+= 1.5"` changes a number they inherit."""

from __future__ import annotations

import dataclasses
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardtools.ground.card_sizes import SIZES
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.lengths import DPI, WITH_UNIT, FontSize, Length, in_unit_of
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.toml.tomlfile import TomlFile, read_toml
from cardtools.ground.toml.tomlplaces import Key, KeyPath
from cardtools.render.face.model.placed import AXES

MOST_EXTENDED = 50  # files
CHANGE = re.compile(r"([+*-])=\s*([0-9]+(?:\.[0-9]+)?)(?:" + WITH_UNIT + ")?")
OWN_STYLE = "elements/"  # how the name of a style begins that an element has of its own: its path
_IN_POINTS = ("size", "minimum", "one_line")


class FaceFile(TomlFile):
    """The merged tables of a face file and of those it extends; a place is where a key was written last."""

    parts: tuple[TomlFile, ...] = ()  # the file itself first, then what it extends

    def owner(self, *keys: Key) -> TomlFile:
        """The file that defines most of these keys."""
        return max(self.parts, key=lambda part: _depth(part.data, keys))

    @property
    def dpi(self) -> float:
        """The `dpi` of the first file that has one; a wrong one is reported by `conform`."""
        cards = [card for part in self.parts if isinstance(card := part.data.get("card"), dict)]
        given = (card.get("dpi") for card in cards)
        return next((dpi for dpi in given if isinstance(dpi, int | float) and 1 <= dpi <= 10_000), DPI)

    def at(self, *keys: Key, find: str = "") -> Location:
        if len(keys) > 1 and str(keys[1]).startswith(OWN_STYLE):
            keys = (*str(keys[1]).split("/"), *keys[2:])
        # Those of elements that are repeated.
        names = [key.partition("#")[0] if isinstance(key, str) else key for key in keys]
        return self.owner(*names).at(*names, find=find)


def _depth(data: Any, keys: KeyPath) -> int:
    return 1 + _depth(data[keys[0]], keys[1:]) if keys and isinstance(data, dict) and keys[0] in data else 0


def _changed(old: Any, value: Any, key: Key, dpi: float) -> Any:
    """An inherited number changed by a value like "+= 1.5"; any other value replaces it."""
    change = CHANGE.fullmatch(value) if isinstance(value, str) else None
    kind = FontSize if key in _IN_POINTS else Length
    if change and isinstance(old, str):
        old = in_unit_of(kind, old, dpi)
    if change is None or not isinstance(old, int | float) or isinstance(old, bool):
        return value
    with suppress(OverflowError):
        length = in_unit_of(kind, change[2] + change[3], dpi) if change[3] and change[1] != "*" else None
        number = float(change[2]) if length is None else length
        new = {"+": old + number, "-": old - number, "*": old * number}[change[1]]
        return round(new, 6)  # 2.9 + 0.1 is 3
    return value


def merge(base: dict[str, Any], over: dict[str, Any], dpi: float) -> dict[str, Any]:
    """`over` laid on `base`, table by table, in the order of `base`."""
    kind = over.get("kind", base.get("kind"))  # of an element; an element or a style may have this name too
    if kind != base.get("kind") and not isinstance(kind, dict):
        return over  # another kind of element has no use for the old one's keys
    merged = dict(base)
    for axis in AXES:
        # Elements of a group may have these names too; they are tables.
        if sum(not isinstance(over.get(key, {}), dict) for key in axis) == 2:
            merged = {key: value for key, value in merged.items() if key not in axis}
    for key, value in over.items():
        old = base.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            value = merge(old, value, dpi)
        merged[key] = _changed(old, value, key, dpi)
    return merged


def read_face_file(path: Path, bases: dict[Path, TomlFile]) -> FaceFile:
    """The face file, merged with those it extends; `bases` are those that were read for other faces."""
    own = read_toml(path)
    file = FaceFile(path, own.text, {}, tuple(_with_bases(own, (), bases, [MOST_EXTENDED])))
    for part in reversed(file.parts):
        file = dataclasses.replace(file, data=merge(file.data, _sized(part), file.dpi))
    return file


def _with_bases(
    file: TomlFile, above: tuple[TomlFile, ...], bases: dict[Path, TomlFile], left: list[int]
) -> list[TomlFile]:
    """The file and those that it extends, each before what it changes; `left` is how many may follow."""
    parts, above, given = [file], (*above, file), file.data.get("extends")
    for base in reversed(given if isinstance(given, list) else [given] if given else []):
        if not isinstance(base, str):
            break  # `conform` will report it
        if Path(base).is_absolute():
            raise InputError(Diagnostic(file.at("extends"), f"extends = {base!r} is an absolute path"))
        source = file.path.parent / base
        try:
            found = bases[source] = bases.get(source) or read_toml(source)
        except InputError as error:
            raise InputError(located(error, file.at("extends"))) from None
        if any(os.path.samefile(found.path, part.path) for part in above):
            raise InputError(
                Diagnostic(file.at("extends"), f"extends = {base!r} leads back to a face that extends it")
            )
        left[0] -= 1
        if left[0] <= 0 or sum(len(part.text) for part in (*above, found)) > limits().toml_bytes:
            most = f"{MOST_EXTENDED} files or {limits().toml_bytes:,} bytes"
            message = f"the face extends more than {most}"
            raise InputError(Diagnostic(file.at("extends"), message, raise_hint("toml_bytes")))
        more = _with_bases(found, above, bases, left)
        # What two of them extend comes after both.
        parts = [one for one in parts if all(one.path != other.path for other in more)] + more
    return parts


def overlaid(file: FaceFile, overlay: TomlFile) -> FaceFile:
    """The face with those keys of the overlay that it has itself, in its tables too."""
    known: dict[str, Any] = {}
    for name, value in overlay.data.items():
        if isinstance(value, dict) and isinstance(own := file.data.get(name), dict):
            known[name] = {key: one for key, one in value.items() if key in own}
        elif value and file.data.get(name):
            known[name] = value
    parts = (dataclasses.replace(overlay, data=known), *file.parts)
    return dataclasses.replace(file, data=merge(file.data, known, file.dpi), parts=parts)


def _sized(file: TomlFile) -> dict[str, Any]:
    """A file's tables with the sides of boxes, the numbers of a card's size. Raises InputError for both."""
    data = dict(file.data)
    data |= {key: _spread(data[key]) for key in ("elements", "parts") if key in data}
    card = data.get("card")
    name = card.get("size") if isinstance(card, dict) else None
    if not isinstance(card, dict) or not isinstance(name, str) or name not in SIZES:
        return data  # `conform` reports a wrong one
    size = SIZES[name]._asdict()
    if twice := [key for key in ("width", "height") if key in card]:
        message = f'size = "{name}" gives the {" and the ".join(twice)} too'
        hint = f"delete {' and '.join(f'the line {key} = {card[key]}' for key in twice)}, or the line size"
        raise InputError(Diagnostic(file.at("card", twice[0]), message, hint))
    return {**data, "card": {**size, **card}}


def _spread(tables: Any) -> Any:
    """The tables of elements, each with the sides of its `box`; `conform` reports a wrong one."""
    if not isinstance(tables, dict):
        return tables
    found = {}
    for name, table in tables.items():
        if isinstance(table, dict):
            table = {key: _spread(value) if key == "elements" else value for key, value in table.items()}
            sides = sides_of(table.get("box"))
            table = {**sides, **{key: value for key, value in table.items() if key != "box" or not sides}}
        found[name] = table
    return found


def sides_of(box: Any) -> dict[str, Any]:
    """The keys that a box stands for; none for one that is wrong."""
    if isinstance(box, int | float | str) and not isinstance(box, bool):
        return dict.fromkeys(("left", "right", "top", "bottom"), box)
    if not isinstance(box, list) or len(box) != 4:
        return {}
    sides = {"left": box[0], "top": box[1]}
    for key, opposite, value in (("width", "right", box[2]), ("height", "bottom", box[3])):
        is_below = value < 0 if isinstance(value, int | float) else str(value).startswith("-")
        up = str(value).removeprefix("-") if isinstance(value, str) else -value if is_below else value
        sides[opposite if is_below else key] = up
    return sides


def located(error: InputError, place: Location) -> list[Diagnostic]:
    """The problems of an error; those without a line (a missing file) at the line that asks for the file."""
    return [
        d if d.location.line else d._replace(location=place, message=f"{d.location}: {d.message}")
        for d in error.diagnostics
    ]
