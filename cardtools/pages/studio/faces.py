"""What the page of a face asks: its elements, where each is on a card, and which file each key comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardtools.cards.table import Card
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.toml.toml_edits import TomlPlace
from cardtools.pages.studio.desk import Desk, DeskAnswer, key_of
from cardtools.pages.studio.drawing import card_of, draw, faces_of
from cardtools.pages.studio.face_edits import edit_face, face_file, has_key, inside, table_of
from cardtools.project.project import FILE_NAME
from cardtools.render.compose.binding import begin
from cardtools.render.compose.compose_checks import TEXT_OVERFLOW
from cardtools.render.compose.composition import Composition, element_name
from cardtools.render.face.extending import OWN_STYLE, FaceFile
from cardtools.render.face.load import COLOUR_KEYS, NAMED_IN
from cardtools.render.face.model.elements import Element, GroupElement
from cardtools.render.face.model.face import FaceDesign
from cardtools.render.face.shorthand import written_out
from cardtools.render.scene.scene import Matrix, mirrored, moved, rotation
from cardtools.reports.reference.keys import KeyPage, tables

_DEEPEST = 4  # parts that use parts, elements that extend others


def list_faces(desk: Desk) -> list[dict[str, Any]]:
    """The files as `faces`, each with the first card that has it, "" if none does."""
    return [{**one, "slug": _first(desk, one["path"], one["side"])} for one in faces(desk)]


def faces(desk: Desk) -> list[dict[str, Any]]:
    """The files of the faces and backs of the project, and those that they extend (`base`)."""
    cards, settings, found = desk.game.project_cards, desk.project.settings, dict[str, dict[str, Any]]()
    for side, some, given in (("face", cards.faces, settings.faces), ("back", cards.backs, settings.backs)):
        for index, choice in enumerate(some.choices if some else ()):
            written = given[index] if index < len(given) else None
            parts = [desk.name_of(part.path) for part in choice.face.file.parts] if choice.face else []
            own = written.face if written else parts[0] if parts else choice.place.path
            about = {"when": written.when if written else "", "problems": [p.data() for p in choice.problems]}
            for name in dict.fromkeys([own, *(one for one in parts if one != FILE_NAME and one != own)]):
                base = name != own
                found.setdefault(name, {"path": name, "side": side, "base": base, **({} if base else about)})
    desk.__dict__.setdefault("listed", {}).update(found)  # what only a broken face extends is still one
    return list(found.values())


def see_face(
    desk: Desk, path: str, slug: str = "", side: str = "", dpi: int = 150, tree: bool = True, known: str = ""
) -> dict[str, Any]:
    """A face with a card: the picture, the boxes, and with `tree` the elements with their keys and the names
    that they may use. With the digest that the page has (`known`), only that if all is the same.
    """
    found: dict[str, Any] = {
        "path": path,
        "side": side or "face",
        "slug": slug,
        "picture": "",
        "findings": [],
    }
    found |= {"problems": [], "boxes": []}
    try:
        with suppress(InputError):
            faces(desk)
        own = desk.__dict__.get("listed", {}).get(path)
        if own is None:
            faces(desk)
            raise bad_input(path, "is no face or back of this project, and none extends it")
        found |= {"side": side or own["side"]} | (_elements(desk, path) if tree else {})
        found["slug"] = slug = slug or _first(desk, path, found["side"])
        if not slug:
            raise bad_input(path, "no card has this face", "choose a card by `when` in the project file")
        drawn = draw(desk, slug, found["side"], dpi, bleed=True)
        found |= drawn | {"problems": found["problems"] + drawn["problems"]}
        found["boxes"] = boxes(desk, slug, found["side"], drawn["findings"])
    except InputError as error:
        found["problems"] = [one.data() for one in error.diagnostics]
    found["known"] = key_of(found)
    return {"known": known} if found["known"] == known else found


def boxes(
    desk: Desk, slug: str, side: str = "face", findings: list[Any] | None = None
) -> list[dict[str, Any]]:
    """Where each element is on a card: its place in the face, its box in mm (`left, top, width, height`)
    before it is turned, the turn in degrees (`outer` is that of the groups around it), whether this card
    shows it, whether its text is too long (by the `findings` of drawing it), the file and line.
    """
    card = card_of(desk, slug)
    face, values = faces_of(desk, side).side(card.values, card.where, card.name)
    work = begin(face, values, card.where, card.name, desk.game.project_cards.art_files.crops)
    findings = draw(desk, slug, side, 20)["findings"] if findings is None else findings
    over = {one["part"] for one in findings if one["code"].startswith(TEXT_OVERFLOW.code)}
    return list(_boxes(work, work.face.design.elements, ("elements",), (), 0.0, True, over))


def _boxes(
    work: Composition,
    some: Mapping[str, Element],
    keys: TomlPlace,
    outer: tuple[Matrix, ...],
    turn: float,
    shown: bool,
    over: set[str],
) -> Iterator[dict[str, Any]]:
    for name, element in some.items():
        place, box = (*keys, name), element.box(work.face.design.card)
        own = shown and work.when(element.when, *place)
        angle = work.number(element.rotation, *place, "rotation") if element.rotation else 0.0
        x, y = box.left + box.width / 2, box.top + box.height / 2
        for matrix in outer:
            x, y = moved(matrix, x, y)
        where = work.face.file.at(*place)
        yield {
            "place": [str(key).partition("#")[0] for key in place],
            "box": [round(n, 4) for n in (x - box.width / 2, y - box.height / 2, box.width, box.height)],
            "turn": round(angle + turn, 3),
            "outer": round(turn, 3),
            "shown": own,
            "overflow": element_name(place) in over,
            "file": where.path,
            "line": where.line,
        }
        if isinstance(element, GroupElement):
            by = [rotation(angle, box)] if angle else []
            by = [mirrored(element.flip, box), *by] if element.flip else by
            yield from _boxes(
                work, element.elements, (*place, "elements"), (*by, *outer), turn + angle, own, over
            )


def cards_with(desk: Desk, path: str, side: str) -> list[Card]:
    """The cards that have a face, or one that extends it."""

    def find() -> dict[Path, list[Card]]:
        found: dict[Path, list[Card]] = {}
        for card in desk.game.project_cards.everything:
            with suppress(InputError):
                for part in faces_of(desk, side).choose(card.values, card.where, card.name).file.parts:
                    found.setdefault(part.path.absolute(), []).append(card)
        return found

    known: dict[Path, list[Card]] = desk.keep(f"cards by {side}", find)
    return known.get((desk.root / path).absolute(), [])


def _first(desk: Desk, path: str, side: str) -> str:
    return next((card.slug for card in cards_with(desk, path, side)), "")


def _elements(desk: Desk, path: str) -> dict[str, Any]:
    """The files of a face, its elements from back to front, and the names in it."""
    try:
        file = face_file(desk, path)
        data = written_out(file).data
    except InputError as error:
        return {"problems": [one.data() for one in error.diagnostics], "tree": None}
    names = {name: list(table_of(data, name)) for name in ("styles", "fonts", "icons", "colours", "parts")}
    names["styles"] = [name for name in names["styles"] if not name.startswith(OWN_STYLE)]
    names["palette"] = sorted({one for some in table_of(data, "palettes").values() for one in some})
    return {
        "files": [desk.name_of(part.path) for part in file.parts],
        "read": key_of(*(part.text for part in file.parts)),
        "names": names,
        "columns": list(desk.game.table.columns),
        "tree": list(_nodes(file, data, table_of(data, "elements"), ("elements",), False)),
    }


def _nodes(
    file: FaceFile, data: Mapping[str, Any], some: Mapping[str, Any], keys: TomlPlace, laid: bool
) -> Iterator[dict[str, Any]]:
    for name, table in some.items():
        if not isinstance(table, dict) or ("+" in name and name.partition("+")[0] in some):
            continue  # where a text goes on
        place, values = (*keys, name), {k: _plain(one, data) for k, one in table.items() if k != "elements"}
        tables = [
            (index, source, own)
            for source in _sources(file, place)
            for index, part in enumerate(file.parts)
            if isinstance(own := inside(part.data, source), dict)
        ]
        written = {
            key: [(n, at, key if key in own else "box") for n, at, own in tables if has_key(own, key)]
            for key in values
        }
        yield {
            "place": place,
            "name": name,
            "kind": str(table.get("kind", "")),
            "values": values,
            "own": {
                key: [_at(file, n, (*at, last)) for n, at, last in some]
                for key, some in written.items()
                if some
            },
            "at": [_at(file, index, source) for index, source, _ in tables],
            "laid": laid,
            "inner": list(
                _nodes(
                    file, data, table_of(table, "elements"), (*place, "elements"), bool(table.get("layout"))
                )
            ),
        }


def _at(file: FaceFile, index: int, place: TomlPlace) -> dict[str, Any]:
    return {"file": index, "place": place, "line": file.parts[index].at(*place).line}


def _sources(file: FaceFile, place: TomlPlace, depth: int = 0) -> Iterator[TomlPlace]:
    """Where the keys of an element may be written: there, in the part that it uses, in what it extends."""
    yield place
    for size in range(len(place), 1 if depth < _DEEPEST else len(place), -2):
        above = place[:size]
        for key, base in (("use", ("parts",)), ("extends", above[:-1])):
            given = (inside(part.data, (*above, key)) for part in file.parts)
            name = next((one for one in given if isinstance(one, str)), "")
            if name:
                yield from _sources(file, (*base, name, *place[size:]), depth + 1)


def _plain(value: Any, data: Mapping[str, Any]) -> Any:
    """A value as JSON has it; a style that an element has of its own as its table."""
    if isinstance(value, str) and value.startswith(OWN_STYLE):
        value = table_of(table_of(data, "styles"), value)
    if isinstance(value, dict):
        return {str(key): _plain(one, data) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one, data) for one in value]
    return value if isinstance(value, str | int | float) else str(value)


def face_keys(desk: Desk) -> dict[str, Any]:
    """The keys of each kind of element, of styles and of the tables in them, as the reference has them."""
    pages = tables(FaceDesign, ("face",))
    return {
        one.name.removeprefix("face."): {"help": one.meaning, "keys": list(map(key_for_page, one.keys))}
        for one in pages
    }


def key_for_page(key: KeyPage) -> dict[str, Any]:
    """A key as the reference has it, with what is put in for it."""
    names = NAMED_IN.get(key.short, "")
    return {
        "key": key.short,
        "kind": _kind(key.kind, key.short),
        "choices": [names] if names else key.kind.removeprefix("one of ").split(", "),
        "unit": key.unit,
        "default": key.default,
        "help": key.meaning,
        "required": key.required,
        "of": key.owner.__name__,
    }


def _kind(words: str, key: str) -> str:
    """What is put in for a type that is described so."""
    if key in COLOUR_KEYS:
        return "colours" if "list" in words else "colour"
    if key in NAMED_IN:
        return "name"
    known = {"one of": "choice", "true": "yes", "a list": "list", "a table": "table", "text": "text"}
    return next((kind for start, kind in known.items() if words.startswith(start)), "number")


ANSWERS: dict[str, DeskAnswer] = {
    "faces": list_faces,
    "face": see_face,
    "boxes": boxes,
    "face_keys": face_keys,
    "edit_face": edit_face,
}
