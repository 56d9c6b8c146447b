"""Records as the rows of a table: what formats share that hold values in values, such as JSON and YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import line_feeds
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.workbooks import shown_values
from cardtools.ground.tables.workbooks.archive import Grid

KEY = "name"  # the column of the keys of an object of objects
DEPTH = 20  # of objects within a record
_HALF = re.compile("[\ud800-\udfff]")  # of a letter, which no file can hold


class TableRecord(dict[str, Any]):
    """The values of a record, and where it begins."""

    __slots__ = ("place",)

    def __init__(self, values: Mapping[str, Any], place: Location) -> None:
        super().__init__(values)
        self.place = place


def put_records(value: Any, path: str, grid: Grid, name: str, example: str) -> None:
    """Put the records at a path of keys (`sets.base.cards`; "" finds the only list of records) into the grid,
    a record a row: on the line that it begins on, or by its number where several begin on one line.

    Lists of plain values are joined by commas, objects are columns of their own (`stats.attack`). Raises
    InputError with the place of what fits no cell, and with an example where there is no record.
    """
    records = list(_find(value, path.split(".") if path else [], name, example))
    if not records:
        raise bad_input(name, "there is no record in it", example)
    lines = [record.place.line for record in records]
    by_line = len(set(lines)) == len(lines)
    columns: dict[str, int] = {}
    for number, record in enumerate(records, 1):
        for column, cell in _cells(record.place, record):
            if cell:
                line = record.place.line if by_line else number
                grid.put(line, columns.setdefault(column, len(columns)), cell)
    for column, index in columns.items():
        grid.put(0, index, column)


def _find(value: Any, keys: list[str], name: str, example: str) -> Iterator[TableRecord]:
    """The records at the keys, in the file with this name."""
    taken: list[str] = []
    while keys or not isinstance(value, list):
        members = value if isinstance(value, TableRecord) else {}
        objects = [key for key, inner in members.items() if isinstance(inner, dict)]
        lists = [key for key, inner in members.items() if isinstance(inner, list)]
        if not keys and members and len(objects) == len(members):
            below = [(f"{key}.{inner}", found) for key in objects for inner, found in members[key].items()]
            lists = [
                key for key, found in below if isinstance(found, list) and isinstance((*found, 0)[0], dict)
            ]
            if not lists:
                for key, record in members.items():
                    has_name = any(column.casefold() == KEY for column in record)
                    yield record if has_name else TableRecord({KEY: key} | record, record.place)
                return
            keys = lists[0].split(".") if len(lists) == 1 else []
        wanted = keys.pop(0) if keys else lists[0] if len(lists) == 1 else ""
        if wanted not in members:
            choices = [f"{name}#{'.'.join((*taken, key))}" for key in lists or objects]
            message = f"there are {len(lists)} lists in it" if lists else "there is no list of records in it"
            hint = suggest(".".join((*taken, wanted)), choices, "lists") if choices else example
            message = f"there is no {wanted!r} in it" if wanted else message
            place = value.place if isinstance(value, TableRecord) else Location(name)
            raise InputError(Diagnostic(place, message, hint))
        taken.append(wanted)
        value = members[wanted]
    for number, record in enumerate(value, 1):
        if not isinstance(record, TableRecord):
            raise bad_input(name, f"value {number} of the list is no record, with keys and values", example)
        yield record


def _cells(place: Location, values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """The columns of a record and the texts of their cells."""
    if above.count(".") > DEPTH:
        raise InputError(Diagnostic(place, "the record is nested too deep"))
    for key, value in values.items():
        column = f"{above}{key}"
        if isinstance(value, dict):
            yield from _cells(place, value, f"{column}.")
            continue
        items = value if isinstance(value, list) else [value]
        if any(isinstance(item, dict | list) for item in items):
            message = f"{column} is a list of lists or objects, which fits no cell"
            hint = f"give the path to the records, such as {place.path}#cards"
            raise InputError(Diagnostic(place, message, hint))
        written = line_feeds(", ".join(map(shown_values.value, items)))
        if _HALF.search(column + written):
            message = "it holds half a letter (\\ud800 to \\udfff), which is no text"
            raise InputError(Diagnostic(place, message))
        yield column, written
