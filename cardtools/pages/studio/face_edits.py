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


def list_faces(studio: Studio) -> Any:
    """The faces, as `faces.faces`."""
    return studio.draw("faces")


def face_keys(studio: Studio) -> Any:
    """The keys of faces, as `faces.face_keys`."""
    return studio.read("face_keys")


def see_face(
    studio: Studio,
    path: str,
    edits: Mapping[str, list[Any]] = {},
    texts: Mapping[str, str] = {},
    **arguments: Any,
) -> Any:
    """A face with a card, as `faces.see_face`: with other `texts` of files, and `edits` of files that are only tried."""
    texts = dict(texts)
    for name, some in edits.items():
        texts[name] = studio.draw("edit_face", urgent=True, texts=texts, path=path, target=name, edits=some)
    found = studio.draw("face", urgent=True, texts=texts, path=path, **arguments)
    workspace = studio.workspace
    if "side" in found:  # it is not what the page has
        versions = {name: workspace.version(name) for name in found.get("files", [path])}
        found |= {"versions": versions, "text": (workspace.content(path) or b"").decode(errors="replace")}
    return found


def keep_face(
    studio: Studio, path: str, target: str, edits: list[Any], by: str, what: str, card: str = ""
) -> Any:
    """Keep edits of a file of a face (`target` is the face or what it extends): one event of the journal."""
    workspace = studio.workspace
    version = workspace.version(target)
    text = studio.draw("edit_face", urgent=True, path=path, target=target, edits=edits)
    event, conflicts = workspace.change(by, what, {target: (version, text.encode())}, [card] if card else [])
    made = {"event": event.number if event else 0, "version": workspace.version(target), "text": text}
    return made | {"conflicts": [one._asdict() for one in conflicts]}


def edit_face(desk: Desk, path: str, target: str, edits: list[Any]) -> str:
    """The text of the file `target` of a face with edits, each a table with `op` and `place`:

    set (`value`, or `toml`: the value as text), unset, rename (`name`), order (`names`, of a table), add (`table`),
    and box: the four numbers in mm, which are written as the element has its sides (`element`: its place in
    the face, if it is written elsewhere). Raises InputError for what cannot be written.
    """
    file = face_file(desk, path)
    part = next((one for one in file.parts if one.path.absolute() == (desk.root / target).absolute()), None)
    if part is None:
        raise bad_input(target, f"is no file of the face {path}")
    text = read_bytes(part.path, "toml_bytes").decode()
    mark, text = text[: text.startswith("\ufeff")], text.removeprefix("\ufeff")
    boxes: dict[Place, Any] = {}
    whole, before = None, tomllib.loads(text) if edits else {}
    for edit in edits[:_MOST]:
        place = tuple(edit["place"])
        try:
            if edit["op"] == "box":
                whole = whole or written_out(file)
                boxes |= _boxed(whole, whole.data, _dig(before, place) or {}, place, edit)
            else:
                text = _edited(text, str(edit["op"]), place, edit)
        except (ValueError, RecursionError) as error:
            raise bad_input(
                target, f"{'.'.join(map(str, place))}: {error}", "change it in the text"
            ) from None
    try:
        text = set_keys(text, boxes)
        tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise bad_input(target, str(error), "change it in the text") from None
    return mark + text


def face_file(desk: Desk, path: str) -> FaceFile:
    """A face with the files that it extends; these are parsed again when they have changed."""
    known: dict[Path, TomlFile] = desk.__dict__.setdefault("face_bases", {})
    for name in [name for name, one in known.items() if one.text != read_text(name, "toml_bytes")]:
        del known[name]
    return read_face_file(desk.root / path, known)


def _edited(text: str, op: str, place: Place, edit: Mapping[str, Any]) -> str:
    match op:
        case "set":
            value = tomllib.loads(f"x = {edit['toml']}")["x"] if "toml" in edit else edit["value"]
            own = _dig(tomllib.loads(text), place[:-1])
            return set_keys(
                text, _sided(own, place, value) if place[-1] in _SIDES and own else {place: value}
            )
        case "unset":
            return remove_key(text, place)
        case "rename":
            return _renamed(text, place, str(edit["name"]))
        case "order":
            return order_keys(text, place, [str(name) for name in edit["names"]])
        case "add":
            if _dig(tomllib.loads(text), place) is not None:
                raise ValueError(f"there is another {place[-1]}")
            return _added(text, place, edit["table"])
    raise ValueError(f"there is no edit {op!r}")


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
    beside = _dig(tomllib.loads(text), place[:-1])
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
        sides = {(*table, side): one for side, one in sides_of(box).items()}
        return {(*table, "box"): None, **sides, place: value}
    index = 2 * (key not in ("left", "top")) + (key in ("top", "height", "bottom"))
    if key in ("right", "bottom"):
        below = isinstance(value, str) or value > 0
        value = f"-{value}" if isinstance(value, str) else -value if below else length
    return {(*table, "box", index): value}


def _boxed(
    file: FaceFile, data: Mapping[str, Any], own: Mapping[str, Any], place: Place, edit: Mapping[str, Any]
) -> dict[Place, Any]:
    """What changes in the table at a place when an element gets another box, by the sides that it has; `data` is
    the face in full, `own` that table.
    """
    element = tuple(edit.get("element") or place)
    table, card = _dig(data, element) or {}, _dig(data, ("card",)) or {}
    laid = len(element) > 2 and bool((_dig(data, element[:-2]) or {}).get("layout"))
    left, top, width, height = (float(number) for number in edit["box"])
    size = [_mm(card.get(key), file.dpi, default) for key, default in (("width", 63.5), ("height", 88.9))]
    changes: dict[Place, Any] = {}
    for axis, start, length, most in zip(AXES, (left, top), (width, height), size, strict=True):
        wanted = dict(zip(axis, (start, length, most - start - length), strict=True))
        given = [key for key in axis if key in table]
        for key in [axis[1]] if laid else given if len(given) > 1 else axis[:2]:
            old = table.get(key)
            if isinstance(old, str) and is_template(old):
                raise ValueError(f"{key} is a template: {old}")
            before = _mm(old, file.dpi, 1e9)
            if not given and key == axis[1]:  # its own size, as it was
                before = float(edit.get("was", (0, 0, -1, -1))[2 + AXES.index(axis)])
            if abs(before - wanted[key]) > _LEAST:
                raw = own.get(key, sides_of(own.get("box")).get(key))
                number = _in_unit(raw, wanted[key], file.dpi)
                changes |= _sided(own, (*place, key), number, _short(length))
    return changes


def _in_unit(raw: Any, length: float, dpi: float) -> Any:
    """A length in the unit of what is written; in mm with two decimals without one."""
    if unit := re.search(WITH_UNIT + "$", raw) if isinstance(raw, str) else None:
        return f"{round(length / (UNITS.get(unit[1]) or UNITS['in'] / dpi), 4):g}{unit[0]}"
    return _short(length)


def _short(length: float) -> float:
    number = round(length, 2)
    return int(number) if number == int(number) else number


def _mm(value: Any, dpi: float, default: float) -> float:
    if isinstance(value, str):
        found = millimetres(value, dpi)
        return default if found is None else found
    return float(value) if isinstance(value, int | float) else default


def _dig(data: Any, place: Place) -> Any:
    for key in place:
        data = data.get(key) if isinstance(data, dict) else None
    return data
