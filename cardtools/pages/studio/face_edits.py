"""Changes of a face by hand, as changes of keys in the text of its file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import read_bytes, read_text
from cardtools.ground.lengths import UNITS, WITH_UNIT, millimetres
from cardtools.ground.toml.toml_edits import Place, order_keys, remove_key, rename_key, set_key, set_keys
from cardtools.ground.toml.tomlfile import TomlFile
from cardtools.render.face.extending import FaceFile, read_face_file, sides_of
from cardtools.render.face.model.placed import AXES
from cardtools.render.face.open_keys import is_template
from cardtools.render.face.shorthand import written_out

if TYPE_CHECKING:
    from cardtools.pages.studio.desk import Desk
    from cardtools.pages.studio.server import Studio

_SIDES = [side for axis in AXES for side in axis]
_NAMING = ("extends", "around", "flow")  # keys of elements with the names of others beside them
_MOST = 500  # edits at once
_LEAST = 0.006  # mm: less is not written


def see_face(
    studio: Studio, path: str, edits: Mapping[str, Any] = {}, texts: Mapping[str, str] = {}, **arguments: Any
) -> Any:
    """A face with a card, as `faces.see_face`: with other `texts` of files and with `edits`, both by path."""
    for name, some in edits.items():
        made = studio.draw("edit_face", urgent=True, texts=texts, path=path, target=name, edits=some)
        texts = {**texts, name: made}
    found = studio.draw("face", urgent=True, texts=texts, path=path, **arguments)
    workspace = studio.workspace
    if "side" in found:  # it is not what the page has
        versions = {name: workspace.version(name) for name in found.get("files", [path])}
        found |= {"versions": versions, "text": (workspace.content(path) or b"").decode(errors="replace")}
    return found


def keep_face(studio: Studio, path: str, target: str, edits: list[Any], by: str, what: str) -> Any:
    """Keep edits of a file of a face (`target` is the face or what it extends): one event of the journal."""
    workspace = studio.workspace
    version = workspace.version(target)
    text = studio.draw("edit_face", urgent=True, path=path, target=target, edits=edits)
    _, conflicts = workspace.change(by, what, {target: (version, text.encode())})
    return {"version": workspace.version(target), "conflicts": [one._asdict() for one in conflicts]}


def edit_face(desk: Desk, path: str, target: str, edits: list[Any]) -> str:
    """The text of the file `target` of a face with edits, each a table with `op` and `place`:

    set (`value`, or `toml`: it as text), unset, rename (`name`), order (`names`, of a table), add (`table`),
    box: four numbers in mm, written as the element has its sides (`was`: the box before; `element`: its place
    in the face, if it is written elsewhere). Raises InputError for what cannot be written.
    """
    file = face_file(desk, path)
    part = next((one for one in file.parts if one.path.absolute() == (desk.root / target).absolute()), None)
    if part is None:
        raise bad_input(target, f"is no file of the face {path}")
    text = read_bytes(part.path, "toml_bytes").decode()
    mark, text = text[: text.startswith("\ufeff")], text.removeprefix("\ufeff")
    boxes, before, whole = dict[Place, Any](), tomllib.loads(text), None
    try:
        for edit in edits[:_MOST]:
            place = tuple(edit["place"])
            if edit["op"] == "box":
                whole = whole or written_out(file)
                boxes |= _boxed(whole, inside(before, place) or {}, place, edit)
            else:
                text = _edited(text, place, edit)
        text = set_keys(text, boxes)
        tomllib.loads(text)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise bad_input(target, f"this cannot be changed here: {error}", "change it in the text") from None
    return mark + text


def face_file(desk: Desk, path: str) -> FaceFile:
    """A face with the files that it extends; these are parsed again when they have changed."""
    known: dict[Path, TomlFile] = desk.__dict__.setdefault("face_bases", {})
    for name in [name for name, one in known.items() if one.text != read_text(name, "toml_bytes")]:
        del known[name]
    return read_face_file(desk.root / path, known)


def _edited(text: str, place: Place, edit: Mapping[str, Any]) -> str:
    match edit["op"]:
        case "set":
            value = tomllib.loads(f"x = {edit['toml']}")["x"] if "toml" in edit else edit["value"]
            own = inside(tomllib.loads(text), place[:-1]) or {}
            return set_keys(text, _sided(own, place, value) if place[-1] in _SIDES else {place: value})
        case "unset":
            return remove_key(text, place)
        case "rename":
            return _renamed(text, place, edit["name"])
        case "order":
            return order_keys(text, place, edit["names"])
        case "add" if inside(tomllib.loads(text), place) is None:
            return _added(text, place, edit["table"])
    raise ValueError(f"{edit['op']} of {place[-1]}")


def _added(text: str, place: Place, table: Mapping[str, Any]) -> str:
    """The text with another element; those in a group follow it, each below a header of its own."""
    inner = table.get("elements")
    own = {key: value for key, value in table.items() if key != "elements" or not inner}
    text = set_key(text, place, own)
    for name, one in (inner or {}).items():
        text = _added(text, (*place, "elements", name), one)
    return text


def _renamed(text: str, place: Place, name: str) -> str:
    """The text with another name of an element, and of those that name it."""
    beside = inside(tomllib.loads(text), place[:-1])
    if name in beside or not name.strip() or {*name} & {*"#.+/"}:
        raise ValueError(f"{name!r} is another element" if name in beside else f"{name!r} is no name")
    for other, table in beside.items():
        for key in _NAMING if isinstance(table, dict) else ():
            if table.get(key) == place[-1]:
                text = set_key(text, (*place[:-1], other, key), name)
    return rename_key(text, place, name)


def _sided(own: Mapping[str, Any], place: Place, value: Any, length: float = 0.0) -> dict[Place, Any]:
    """What a side of an element becomes in its table: the key itself, or its number in a `box`; a box has no
    distance of 0 or less from the right or lower edge, so it gets the `length` of the axis instead.
    """
    key, table, box = str(place[-1]), place[:-1], own.get("box")
    if key in own or key not in sides_of(box):
        return {place: value}
    if not isinstance(box, list):
        return {(*table, "box"): None, **{(*table, one): box for one in sides_of(box)}, place: value}
    index = 2 * (key not in ("left", "top")) + (key in ("top", "height", "bottom"))
    if key in ("right", "bottom"):
        below = isinstance(value, str) or value > 0
        value = f"-{value}" if isinstance(value, str) else -value if below else length
    return {(*table, "box", index): value}


def _boxed(file: FaceFile, own: Mapping[str, Any], place: Place, edit: Mapping[str, Any]) -> dict[Place, Any]:
    """What changes in the table `own` at a place when an element gets another box, by its sides."""
    element = tuple(edit.get("element") or place)
    table, card = inside(file.data, element) or {}, inside(file.data, ("card",)) or {}
    laid = len(element) > 2 and bool((inside(file.data, element[:-2]) or {}).get("layout"))
    was, size = (
        edit.get("was", edit["box"]),
        (_mm(card.get("width", 63.5), file), _mm(card.get("height", 88.9), file)),
    )
    even = {} if isinstance(own.get("box"), list) else sides_of(own.get("box"))
    own, changes = {**even, **own}, dict[Place, Any]()
    for index, axis in enumerate(AXES):
        start, length = round(edit["box"][index], 4), round(edit["box"][index + 2], 4)
        wanted = dict(zip(axis, (start, length, size[index] - start - length), strict=True))
        grown, shifted = abs(length - was[index + 2]) > _LEAST, abs(start - was[index]) > _LEAST
        given = [key for key in axis if key in table]
        missing = [axis[1]] if grown and len(given) < 2 and axis[1] not in given else []
        if not laid and (grown or shifted) and not {axis[0], axis[2]} & {*given}:
            missing.append(axis[0])  # it stands in the middle
        for key in [*given, *missing]:
            raw, old = own.get(key, sides_of(own.get("box")).get(key)), table.get(key)
            if isinstance(old, str) and is_template(old):
                raise ValueError(f"{key} is a template: {old}")
            if key in missing or abs(_mm(old, file) - wanted[key]) > _LEAST:
                changes |= _sided(own, (*place, key), _in_unit(raw, wanted[key], file.dpi), _short(length))
    if changes and even:
        return {(*place, "box"): None, **{(*place, side): one for side, one in even.items()}, **changes}
    return changes


def _in_unit(raw: Any, length: float, dpi: float) -> Any:
    """A length in the unit of what is written; in mm with two decimals without one."""
    if unit := re.search(WITH_UNIT + "$", raw) if isinstance(raw, str) else None:
        return f"{round(length / (UNITS.get(unit[1]) or UNITS['in'] / dpi), 4):g}{unit[0]}"
    return _short(length)


def _short(length: float) -> float:
    number = round(length, 2)
    return int(number) if number == int(number) else number


def _mm(value: Any, file: FaceFile) -> float:
    found = millimetres(value, file.dpi) if isinstance(value, str) else value
    if not isinstance(found, int | float):
        raise ValueError(f"{value!r} is no length")
    return found


def inside(data: Any, place: Place) -> Any:
    """What is at a place of a file's data, if anything."""
    for key in place:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def table_of(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The table of a key; an empty one if there is none."""
    found = data.get(key)
    return found if isinstance(found, dict) else {}
