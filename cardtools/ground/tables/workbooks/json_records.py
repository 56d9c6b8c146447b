"""The records of a JSON file as rows: an array of objects, an object of objects, or one object a line; and
the cards of objects that Tabletop Simulator has saved.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import decode, shown
from cardtools.ground.tables.workbooks.archive import Grid
from cardtools.ground.tables.workbooks.records import TableRecord, put_records

_BLANK = re.compile(r"[ \t\n\r]*+")
_BRACES = re.compile(r'[{}]|"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.S)
# Of an object of Tabletop Simulator: what holds others, and what a card says, by column.
_OBJECTS, _WITHIN = "ObjectStates", "ContainedObjects"
_SAYS = {"name": "Nickname", "text": "Description", "notes": "GMNotes", "tags": "Tags"}


def read_json(path: Path, data: bytes, keys: str, grid: Grid) -> None:
    """Read the records at a path of keys into the grid, as `put_records` does. Raises InputError with the
    place of what is no JSON, or is no record.
    """
    name, text = shown(path), decode(data, path)
    ends = [found.start() for found in re.finditer("\n", text)]
    closed = _closed(text)

    def place(at: int) -> Location:
        line = bisect_left(ends, at)
        return Location(name, line + 1, at - (ends[line - 1] if line else -1))

    def record(values: dict[str, Any]) -> TableRecord:
        return TableRecord(values, place(next(closed, 0)))

    # Numbers stay as they are written.
    read = json.JSONDecoder(object_hook=record, parse_constant=str, parse_int=str, parse_float=str).raw_decode
    values: list[Any] = []
    at = len(text) - len(text.lstrip(" \t\n\r"))
    try:
        while at < len(text) or not values:
            value, end = read(text, at)
            values.append(value)
            at = _BLANK.match(text, end).end()  # type: ignore[union-attr]  # it always matches
            if at < len(text) and (keys or not isinstance(value, dict)):
                raise json.JSONDecodeError("expecting nothing more", text, at)
        found = values if len(values) > 1 else values[0]
        if not keys and isinstance(found, TableRecord) and _OBJECTS in found:
            found = _saved_cards(found)
    except json.JSONDecodeError as error:
        message = f"this is no JSON: {error.msg[0].lower()}{error.msg[1:]}"
        raise InputError(Diagnostic(place(error.pos), message)) from None
    except RecursionError:
        raise bad_input(name, "its lists and objects are nested too deep") from None
    put_records(found, keys, grid, name, 'write [{"name": "Ember Fox", "cost": 2}]')


def _closed(text: str) -> Iterator[int]:
    """Where each object begins, in the order in which they end."""
    opened = []
    for found in _BRACES.finditer(text):
        if found[0] == "{":
            opened.append(found.start())
        elif found[0] == "}" and opened:
            yield opened.pop()


def _saved_cards(saved: TableRecord) -> list[TableRecord]:
    """Each card once for each deck or bag that it is in, with the number of its `copies` there. Nothing is
    fetched that the objects name.
    """
    found: dict[str, TableRecord] = {}
    for deck, card in _cards(saved, ""):
        values = {column: card.get(key) for column, key in _SAYS.items()} | {"deck": deck}
        key = repr((card["CardID"], values))
        found.setdefault(key, TableRecord(values | {"copies": 0}, card.place))["copies"] += 1
    return list(found.values())


def _cards(above: TableRecord, deck: str) -> Iterator[tuple[str, TableRecord]]:
    """The cards in an object, each with the name of the deck or bag that it is in."""
    for key in (_OBJECTS, _WITHIN):
        inner = above.get(key)
        for one in inner if isinstance(inner, list) else ():
            if isinstance(one, TableRecord) and "CardID" in one:
                yield deck, one
            elif isinstance(one, TableRecord):
                yield from _cards(one, str(one.get("Nickname") or deck))
