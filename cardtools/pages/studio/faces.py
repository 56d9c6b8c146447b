"""What the page of a face asks: its elements, where each is on a card, and which file each key comes from."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cardtools.cards.table import Card
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.lengths import FontSize, is_length
from cardtools.ground.toml.tomlfile import keys_of, shape
from cardtools.ground.toml.tomlplaces import Key
from cardtools.pages.studio.desk import Answer, Desk, key_of
from cardtools.pages.studio.drawing import card_of, draw
from cardtools.pages.studio.face_edits import edit_face, face_file
from cardtools.render.compose.binding import begin
from cardtools.render.compose.compose_checks import TEXT_OVERFLOW
from cardtools.render.compose.composition import Composition, element_name
from cardtools.render.face.extending import OWN_STYLE, FaceFile, sides_of
from cardtools.render.face.load import COLOUR_KEYS, NAMED_IN
from cardtools.render.face.model.elements import Element, GroupElement
from cardtools.render.face.model.face import FaceDesign
from cardtools.render.face.shorthand import written_out
from cardtools.render.scene.scene import Matrix, mirrored, moved, rotation

Place = tuple[Key, ...]
_MOST_SOURCES = 40


def faces(desk: Desk) -> list[dict[str, Any]]:
    """The files of the faces and backs of the project, and those that they extend: path, side, when, problems."""
    cards, settings = desk.game.project_cards, desk.project.settings
    found: dict[str, dict[str, Any]] = {}
    for side, some, written in (
        ("face", cards.faces, settings.faces),
        ("back", cards.backs, settings.backs),
    ):
        for index, choice in enumerate(some.choices if some else ()):
            parts = choice.face.file.parts if choice.face else ()
            name = written[index].face if index < len(written) else choice.place.path
            own = _name(desk, parts[0].path) if parts else name
            when = (written[index].when or "") if index < len(written) else ""
            problems = [one.data() for one in choice.problems]
            found.setdefault(
                own, {"path": own, "side": side, "when": when, "problems": problems, "base": False}
            )
            for part in parts[1:]:
                name = _name(desk, part.path)
                found.setdefault(name, {"path": name, "side": side, "when": "", "problems": [], "base": True})
    return [one for one in found.values() if not one["path"].endswith("cardtools.toml")]


def see_face(
    desk: Desk, path: str, slug: str = "", side: str = "", dpi: int = 150, tree: bool = True, known: str = ""
) -> dict[str, Any]:
    """A face with a card: the picture, the boxes, and with `tree` the elements with their keys and the names that
    they may use. With the digest that the page has (`known`), nothing if all is the same.
    """
    listed = {one["path"]: one for one in faces(desk)}
    if path not in listed:
        raise bad_input(path, "is no face or back of this project, and none extends it")
    side = side or listed[path]["side"]
    found: dict[str, Any] = {"path": path, "side": side, "problems": [], "findings": [], "boxes": []}
    if tree:
        found |= _elements(desk, path)
    try:
        slug = slug or _first(desk, path, side)
    except InputError as error:
        return found | {"slug": "", "picture": "", "problems": [one.data() for one in error.diagnostics]}
    try:
        drawn = draw(desk, slug, side, dpi, bleed=True)
        found |= drawn | {"problems": found["problems"] + drawn["problems"]}
        over = {one["part"] for one in drawn["findings"] if one["code"] == TEXT_OVERFLOW.code}
        found["boxes"] = boxes(desk, slug, side, over)
    except InputError as error:
        found |= {"slug": slug, "picture": "", "problems": [one.data() for one in error.diagnostics]}
    found["known"] = key_of(found)
    return {"known": known} if found["known"] == known else found


def boxes(desk: Desk, slug: str, side: str = "face", over: set[str] | None = None) -> list[dict[str, Any]]:
    """Where each element is on a card: its place in the face, its box in mm (`left, top, width, height`) before it
    is turned, the turn in degrees (`outer` is that of the groups around it), whether this card shows it and
    whether its text is too long.
    """
    if over is None:
        over = {
            one["part"] for one in draw(desk, slug, side, 20)["findings"] if one["code"] == TEXT_OVERFLOW.code
        }
    card = card_of(desk, slug)
    work = _begun(desk, card, side)
    return list(_boxes(work, work.face.design.elements, ("elements",), (), 0.0, True, over))


def _begun(desk: Desk, card: Card, side: str) -> Composition:
    cards = desk.game.project_cards
    sides = cards.faces if side == "face" else cards.backs
    if not sides:
        raise bad_input(side, "the project has no back")
    face, values = sides.side(card.values, card.where, card.name)
    return begin(face, values, card.where, card.name, cards.art_files.crops)


def _boxes(
    work: Composition,
    some: Mapping[str, Element],
    keys: Place,
    outer: tuple[Matrix, ...],
    turn: float,
    seen: bool,
    over: set[str],
) -> Iterator[dict[str, Any]]:
    for name, element in some.items():
        place = (*keys, name)
        is_seen = seen and work.when(element.when, *place)
        box = element.box(work.face.design.card)
        angle = work.number(element.rotation, *place, "rotation") if element.rotation else 0.0
        x, y = box.left + box.width / 2, box.top + box.height / 2
        for matrix in outer:
            x, y = moved(matrix, x, y)
        named = element_name(place)
        yield {
            "place": [str(key).partition("#")[0] for key in place],
            "name": named,
            "box": [round(one, 4) for one in (x - box.width / 2, y - box.height / 2, box.width, box.height)],
            "turn": round(angle + turn, 3),
            "outer": round(turn, 3),
            "shown": is_seen,
            "overflow": named in over or str(name) in over,
        }
        if isinstance(element, GroupElement):
            own = [rotation(angle, box)] if angle else []
            own = [mirrored(element.flip, box), *own] if element.flip else own
            inner = (*own, *outer), turn + angle, is_seen
            yield from _boxes(work, element.elements, (*place, "elements"), *inner, over)


def _first(desk: Desk, path: str, side: str) -> str:
    """The first card that has a face, or one that extends it."""
    cards = desk.game.project_cards
    sides = cards.faces if side == "face" else cards.backs
    file = (desk.root / path).absolute()
    for some in (cards.cards, *cards.extras.values()):
        for card in some:
            try:
                face = sides.choose(card.values, card.where, card.name) if sides else None
            except InputError:
                continue
            if face and any(part.path.absolute() == file for part in face.file.parts):
                return card.slug
    raise bad_input(path, "no card has this face", "choose a card by `when` in the project file")


def _elements(desk: Desk, path: str) -> dict[str, Any]:
    """The files of a face, its elements from back to front, and the names in it."""
    try:
        file = face_file(desk, path)
        whole = written_out(file)
    except InputError as error:
        return {"problems": [one.data() for one in error.diagnostics], "tree": None}
    data = whole.data
    names = {name: list(_table(data, name)) for name in ("styles", "fonts", "icons", "colours", "parts")}
    names["styles"] = [name for name in names["styles"] if not name.startswith(OWN_STYLE)]
    return {
        "files": [_name(desk, part.path) for part in file.parts],
        "read": key_of(*(part.text for part in file.parts)),
        "names": {
            **names,
            "palette": sorted({one for some in _table(data, "palettes").values() for one in some}),
        },
        "columns": list(desk.game.table.columns),
        "tree": list(_nodes(file, data, _table(data, "elements"), ("elements",), False)),
        "card": {
            key: value for key, value in _table(data, "card").items() if isinstance(value, int | float | str)
        },
    }


def _nodes(
    file: FaceFile, data: Mapping[str, Any], some: Mapping[str, Any], keys: Place, laid: bool
) -> Iterator[dict[str, Any]]:
    for name, table in some.items():
        if not isinstance(table, dict) or ("+" in name and name.partition("+")[0] in some):
            continue  # where a text goes on
        place = (*keys, name)
        sources = list(_sources(file, place))
        values = {key: _plain(one, data) for key, one in table.items() if key != "elements"}
        yield {
            "place": list(place),
            "name": name,
            "kind": str(table.get("kind", "")),
            "values": values,
            "own": {key: where for key in values if (where := _written(file, sources, key))},
            "at": [
                {"file": index, "place": list(source), "line": part.at(*source).line}
                for source in sources
                for index, part in enumerate(file.parts)
                if isinstance(_dig(part.data, source), dict)
            ],
            "laid": laid,
            "inner": list(
                _nodes(file, data, _table(table, "elements"), (*place, "elements"), bool(table.get("layout")))
            ),
        }


def _sources(file: FaceFile, place: Place, depth: int = 0) -> Iterator[Place]:
    """Where the keys of an element may be written: there, in the part that it uses, in what it extends."""
    yield place
    if depth > _MOST_SOURCES:
        return
    for size in range(len(place), 1, -2):
        above = place[:size]
        for key, base in (("use", ("parts",)), ("extends", above[:-1])):
            given = (_dig(part.data, (*above, key)) for part in file.parts)
            name = next((one for one in given if isinstance(one, str)), "")
            if name and name != above[-1]:
                yield from _sources(file, (*base, name, *place[size:]), depth + 10)


def _written(file: FaceFile, sources: list[Place], key: str) -> list[dict[str, Any]]:
    """The places that have a key, the one that counts first: the file by number, the place, the line and the text."""
    found = []
    for source in sources:
        for index, part in enumerate(file.parts):
            table = _dig(part.data, source)
            if isinstance(table, dict) and (key in table or key in sides_of(table.get("box"))):
                written = key if key in table else "box"
                line = part.at(*source, written).line
                found.append({"file": index, "place": [*source, written], "line": line})
    return found


def _plain(value: Any, data: Mapping[str, Any]) -> Any:
    """A value as JSON has it; a style that an element has of its own as its table."""
    if isinstance(value, str) and value.startswith(OWN_STYLE):
        value = _table(_table(data, "styles"), value)
    if isinstance(value, dict):
        return {str(key): _plain(one, data) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one, data) for one in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


def _dig(data: Any, place: Place) -> Any:
    for key in place:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _table(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key)
    return found if isinstance(found, dict) else {}


def _name(desk: Desk, path: Path) -> str:
    try:
        return path.absolute().resolve().relative_to(desk.root.resolve()).as_posix()
    except ValueError:
        return path.as_posix()


def face_keys(desk: Desk) -> dict[str, Any]:
    """The keys of each kind of element, of styles and of the tables in them, as the reference has them."""
    from cardtools.reports.reference.keys import tables

    found: dict[str, Any] = {}
    for page in tables(FaceDesign, ("face",)):
        name = page.name.removeprefix("face.")
        hints = typing.get_type_hints(page.model)
        keys = []
        for key in page.keys:
            field = keys_of(page.model)[key.short]
            kind, choices = _kind_of(hints[field.name], key.short)
            keys.append(
                {
                    "key": key.short,
                    "kind": kind,
                    "choices": choices,
                    "unit": key.unit or {"length": "mm", "size": "pt"}.get(kind, ""),
                    "default": key.default,
                    "help": key.meaning,
                    "words": key.kind,
                    "required": key.required,
                    "of": key.owner.__name__,
                }
            )
        found[name] = {"help": page.meaning, "keys": keys}
    return found


def _kind_of(hint: Any, key: str) -> tuple[str, list[str]]:
    """What is put in for a type (number, length, size, yes, choice, colour, colours, name, table, list, text), and the
    choices.
    """
    origin, arguments, is_model = shape(hint)
    if origin is typing.Union:
        kinds = [one for one in arguments if one is not type(None)]
        if key in COLOUR_KEYS and any(shape(one)[0] is tuple for one in kinds):
            return "colours", []
        return _kind_of(next((one for one in kinds if one is not str), kinds[0]), key)
    if origin is typing.Literal:
        return "choice", [str(one) for one in arguments]
    if is_length(hint):
        return "size" if hint is FontSize else "length", []
    if hint is bool:
        return "yes", []
    if hint in (int, float):
        return "number", []
    if origin in (list, tuple):
        return "colours" if key in COLOUR_KEYS else "list", []
    if key in NAMED_IN:
        return "name", [NAMED_IN[key]]
    if is_model or origin is dict:
        return "table", []
    return "colour" if key in COLOUR_KEYS else "text", []


ANSWERS: dict[str, Answer] = {
    "faces": faces,
    "face": see_face,
    "boxes": boxes,
    "face_keys": face_keys,
    "edit_face": edit_face,
}
