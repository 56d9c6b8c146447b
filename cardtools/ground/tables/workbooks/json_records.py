"""The records of a JSON file as rows: an array of objects, an object of objects, or one object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import line_feeds
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.workbooks.archive import Grid

KEY = "name"  # the column of the keys of an object of objects
_EXAMPLE = 'write [{"name": "Ember Fox", "cost": 2}]'
_BLANK = re.compile(r"[ \t\n\r]*")
_HALF = re.compile("[\ud800-\udfff]")  # of a letter, which no file can hold
_DEPTH = 20  # of objects within a record
JsonRecord = tuple[int, dict[str, Any]]  # where it begins, and its values


def read_records(name: str, text: str, path: str, grid: Grid) -> None:
    """Read the records at a path of keys (`sets.base.cards`; "" finds the only list of records) into the
    grid, a record a row: on the line that it begins on, or by its number where several begin on one line.

    Lists of plain values are joined by commas, objects are columns of their own (`stats.attack`). Raises
    InputError with the place of what is no JSON, or is no record.
    """
    file = _Json(name, text)
    try:
        records = list(file.records(path))
    except json.JSONDecodeError as error:
        raise file.problem(error.pos, f"this is no JSON: {error.msg[0].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise bad_input(name, "its lists and objects are nested too deep") from None
    if not records:
        raise bad_input(name, "there is no record in it", _EXAMPLE)
    columns: dict[str, int] = {}
    for line, record in zip(_lines(text, [at for at, _ in records]), records, strict=True):
        for column, cell in file.cells(record):
            if cell:
                grid.put(line, columns.setdefault(column, len(columns)), cell)
    for column, index in columns.items():
        grid.put(0, index, column)


class _Json:
    """Walks through a JSON text, and knows where each value begins."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        # Numbers stay as they are written.
        self.decode = json.JSONDecoder(parse_constant=str, parse_int=str, parse_float=str).raw_decode

    def records(self, path: str) -> Iterator[JsonRecord]:
        """The records at the path, each with the place where it begins."""
        at = self._skip(0)
        if not path and (many := list(self._one_a_line(at))):
            yield from many
            return
        keys = path.split(".") if path else []
        taken: list[str] = []
        while keys or not self.text.startswith("[", at):
            members = dict(self._members(at))
            objects = [key for key, place in members.items() if self.text.startswith("{", place)]
            lists = [key for key, place in members.items() if self.text.startswith("[", place)]
            if not keys and members and len(objects) == len(members):
                found = [(key, at, self.decode(self.text, at)[0]) for key, at in members.items()]
                lists = [f"{key}.{inner}" for key, _, values in found for inner in _lists(values)]
                if not lists:
                    for key, place, values in found:
                        has_name = any(column.casefold() == KEY for column in values)
                        yield place, values if has_name else {KEY: key} | values
                    return
                keys = lists[0].split(".") if len(lists) == 1 else []
            wanted = keys.pop(0) if keys else lists[0] if len(lists) == 1 else ""
            if wanted not in members:
                choices = [f"{self.name}#{'.'.join((*taken, key))}" for key in lists or objects]
                message = (
                    f"there are {len(lists)} lists in it" if lists else "there is no list of records in it"
                )
                hint = suggest(".".join((*taken, wanted)), choices, "lists") if choices else _EXAMPLE
                raise self.problem(at, f"there is no {wanted!r} in it" if wanted else message, hint)
            taken.append(wanted)
            at = members[wanted]
        at = self._skip(at + 1)
        while not self.text.startswith("]", at):
            values, end = self.decode(self.text, at)
            yield at, self._record(values, at)
            at = self._next(end, "]")

    def cells(self, record: JsonRecord, above: str = "") -> Iterator[tuple[str, str]]:
        """The columns of a record and the texts of their cells."""
        at, values = record
        if above.count(".") > _DEPTH:
            raise self.problem(at, "the record is nested too deep")
        for key, value in values.items():
            column = f"{above}{key}"
            if isinstance(value, dict):
                yield from self.cells((at, value), f"{column}.")
                continue
            items = value if isinstance(value, list) else [value]
            if any(isinstance(item, dict | list) for item in items):
                message = f"{column} is a list of lists or objects, which fits no cell"
                raise self.problem(at, message, f"give the path to the records, such as {self.name}#cards")
            written = line_feeds(", ".join(map(_cell, items)))
            if _HALF.search(column + written):
                raise self.problem(at, "it holds half a letter (\\ud800 to \\udfff), which is no text")
            yield column, written

    def problem(self, at: int, message: str, hint: str = "") -> InputError:
        """The error at a place of the text."""
        line, column = self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)
        return InputError(Diagnostic(Location(self.name, line, column), message, hint))

    def _one_a_line(self, at: int) -> Iterator[JsonRecord]:
        """The records of a file that is more than one value."""
        _, end = self.decode(self.text, at)
        if self._skip(end) == len(self.text):
            return
        while at < len(self.text):
            values, end = self.decode(self.text, at)
            yield at, self._record(values, at)
            at = self._skip(end)

    def _record(self, value: Any, at: int) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.problem(at, "this is no record, which stands in braces", _EXAMPLE)
        return value

    def _members(self, at: int) -> Iterator[tuple[str, int]]:
        """The keys of the object at this place, and where their values begin; none of another value."""
        if not self.text.startswith("{", at):
            return
        at = self._skip(at + 1)
        while not self.text.startswith("}", at):
            key, end = self.decode(self.text, at)
            end = self._skip(end)
            if not isinstance(key, str) or not self.text.startswith(":", end):
                raise json.JSONDecodeError("expecting a key and a colon", self.text, at)
            at = self._skip(end + 1)
            yield key, at
            at = self._next(self.decode(self.text, at)[1], "}")

    def _skip(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def _next(self, at: int, end: str) -> int:
        """Where the next value begins, or the end of all."""
        at = self._skip(at)
        if self.text.startswith(",", at):
            return self._skip(at + 1)
        if not self.text.startswith(end, at):
            raise json.JSONDecodeError(f"expecting , or {end}", self.text, at)
        return at


def _lists(values: dict[str, Any]) -> list[str]:
    """The keys of lists of objects."""
    return [
        key
        for key, value in values.items()
        if isinstance(value, list) and value and isinstance(value[0], dict)
    ]


def _cell(value: str | bool | None) -> str:
    return "" if value is None else str(value).upper() if isinstance(value, bool) else value


def _lines(text: str, places: list[int]) -> list[int]:
    """The line of each place; 1, 2, 3 where two are on the same."""
    lines, line, before = [], 1, 0
    for at in places:
        line += text.count("\n", before, at)
        lines.append(line)
        before = at
    return lines if len(set(lines)) == len(lines) else list(range(1, len(lines) + 1))
