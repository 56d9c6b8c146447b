"""Changes of a face by hand, as changes of keys in the text of its file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import read_bytes, read_text
from cardtools.ground.lengths import UNITS, WITH_UNIT, millimetres
from cardtools.ground.toml.toml_edits import TomlPlace, order_keys, remove_key, rename_key, set_key, set_keys
from cardtools.ground.toml.tomlfile import TomlFile
from cardtools.ground.toml.tomlplaces import Key
from cardtools.render.face.extending import FaceFile, read_face_file, sides_of
from cardtools.render.face.model.placed import AXES
from cardtools.render.face.open_keys import is_template
from cardtools.render.face.shorthand import written_out

if TYPE_CHECKING:
    from cardtools.pages.studio.desk import Desk
    from cardtools.pages.studio.studio import Studio

_SIZE = (("width", 63.5), ("height", 88.9))
_NAMING = ("extends", "around", "flow")  # keys of elements with the names of others beside them
_MOST = 500  # edits at once
_LEAST = 0.006  # mm: less is not written


def see_face(
    studio: Studio, path: str, edits: Mapping[str, Any] = {}, texts: Mapping[str, str] = {}, **arguments: Any
) -> Any:
    """A face with a card, as `faces.see_face`: with other `texts` of files and with `edits`, both by path."""
    studio.workspace.path(path)  # it is one of the project
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
    version = studio.workspace.version(target)
    text = studio.draw("edit_face", urgent=True, path=path, target=target, edits=edits)
    return studio.change(by, what, target, version, text.encode())


def edit_face(desk: Desk, path: str, target: str, edits: list[Any]) -> str:
    """The text of the file `target` of a face with edits, each a table with `op` and `place`:

    set (`value`, or `toml`: it as text), unset, rename (`name`), order (`names`, of a table), add (`table`),
    box: four numbers in mm, written as the element has its sides (`was`: the box before; `element`: its place
    in the face, if it is written elsewhere). Raises InputError for what cannot be written.
    """
    file = face_file(desk, path)
    files = [one.path.absolute() for one in file.parts]
    if (where := (desk.root / target).absolute()) not in files:
        raise bad_input(target, f"is no file of the face {path}")
    text = read_bytes(where, "toml_bytes").decode()
    mark, text = text[: text.startswith("\ufeff")], text.removeprefix("\ufeff")
    changes, data, whole = dict[TomlPlace, Any](), tomllib.loads(text), None
    try:
        for edit in edits[:_MOST]:
            place, op, lengths = tuple(edit["place"]), edit["op"], []
            if op == "box":
                whole, lengths = whole or written_out(file), edit["box"][2:]
                values = _boxed(whole, inside(data, place) or {}, tuple(edit.get("element") or place), edit)
            elif op == "set":
                (value,) = (
                    tomllib.loads(f"x = {edit['toml']}").values() if "toml" in edit else [edit["value"]]
                )
                place, values = place[:-1], {place[-1]: value}
            else:
                text = _edited(text, op, place, edit)
                continue
            for nearer in file.parts[: files.index(where)]:
                if hiding := [key for key in values if has_key(inside(nearer.data, place), key)]:
                    raise ValueError(f"{hiding[0]} is in {nearer.name} too, which counts more")
            changes |= _written(inside(data, place) or {}, place, values, lengths)
        text = set_keys(text, changes)
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


def _edited(text: str, op: str, place: TomlPlace, edit: Mapping[str, Any]) -> str:
    match op:
        case "unset":
            return remove_key(text, place)
        case "rename":
            return _renamed(text, place, edit["name"])
        case "order":
            return order_keys(text, place, edit["names"])
        case "add" if inside(tomllib.loads(text), place) is None:
            return _added(text, place, edit["table"])
    raise ValueError(f"{op} of {place[-1]}")


def _added(text: str, place: TomlPlace, table: Mapping[str, Any]) -> str:
    """The text with another element; those in a group follow it, each below a header of its own."""
    inner = table.get("elements")
    own = {key: value for key, value in table.items() if key != "elements" or not inner}
    text = set_key(text, place, own)
    for name, one in (inner or {}).items():
        text = _added(text, (*place, "elements", name), one)
    return text


def _renamed(text: str, place: TomlPlace, name: str) -> str:
    """The text with another name of an element, and of those that name it."""
    beside = inside(tomllib.loads(text), place[:-1])
    if name in beside or not name.strip() or {*name} & {*"#.+/"}:
        raise ValueError(f"{name!r} is another element" if name in beside else f"{name!r} is no name")
    for other, table in beside.items():
        for key in _NAMING if isinstance(table, dict) else ():
            if table.get(key) == place[-1]:
                text = set_key(text, (*place[:-1], other, key), name)
    return rename_key(text, place, name)


def _written(
    own: Mapping[str, Any], place: TomlPlace, values: Mapping[Key, Any], lengths: Sequence[float]
) -> dict[TomlPlace, Any]:
    """What changes in the table `own` at a place for other values of keys: a side may be a number of its
    `box`. That has no distance of 0 or less from the right or lower edge, but the length.
    """

    def far(value: Any, axis: int) -> Any:
        if isinstance(value, str):
            return f"-{value}"
        return -value if value > 0 else _short(lengths[axis])

    box, changes = own.get("box"), {(*place, key): value for key, value in values.items()}
    sides = {key: changes.pop((*place, key)) for key in values if key not in own and key in sides_of(box)}
    if isinstance(box, list):
        for axis, names in enumerate(AXES):
            for key in {*names} & sides.keys():
                value = far(sides[key], axis) if key == names[2] else sides[key]
                changes[*place, "box", axis + 2 * (key != names[0])] = value
    elif sides:
        left, right, top, bottom = (sides.get(key, box) for key in sides_of(box))
        changes[*place, "box"] = [left, top, far(right, 0), far(bottom, 1)]
    return changes


def _boxed(
    file: FaceFile, own: Mapping[str, Any], element: TomlPlace, edit: Mapping[str, Any]
) -> dict[Key, Any]:
    """The sides that change when an element gets another box, in the units that its table `own` has."""
    table, card = inside(file.data, element) or {}, inside(file.data, ("card",)) or {}
    laid = len(element) > 2 and bool((inside(file.data, element[:-2]) or {}).get("layout"))
    was, size = edit.get("was", edit["box"]), [_mm(card.get(*one), file) for one in _SIZE]
    changes: dict[Key, Any] = {}
    for index, axis in enumerate(AXES):
        start, length = edit["box"][index], edit["box"][index + 2]
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
                unit = re.search(WITH_UNIT + "$", raw) if isinstance(raw, str) else None
                share = unit and (UNITS.get(unit[1]) or UNITS["in"] / file.dpi)
                in_unit = unit and share and f"{round(wanted[key] / share, 4):g}{unit[0]}"
                changes[key] = in_unit or _short(wanted[key])
    return changes


def _short(length: float) -> float:
    number = round(length, 2)
    return int(number) if number == int(number) else number


def _mm(value: Any, file: FaceFile) -> float:
    found = millimetres(value, file.dpi) if isinstance(value, str) else value
    if not isinstance(found, int | float):
        raise ValueError(f"{value!r} is no length")
    return found


def inside(data: Any, place: TomlPlace) -> Any:
    """What is at a place of a file's data, if anything."""
    for key in place:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def table_of(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The table of a key; an empty one if there is none."""
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def has_key(table: Any, key: Key) -> bool:
    """Whether a table of an element has a key, or a side in its `box`."""
    return isinstance(table, dict) and (key in table or key in sides_of(table.get("box")))
