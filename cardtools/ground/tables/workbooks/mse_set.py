"""The cards of a Magic Set Editor set (`.mse-set`): an archive with the text file `set` and the pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from cardtools.ground.errors import Location, bad_input
from cardtools.ground.io.filenames import segment
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.tables.workbooks.archive import Grid, Parts
from cardtools.ground.tables.workbooks.records import TableRecord, put_records

SET = "set"
_SYMBOLS = re.compile(r"<sym(?:-auto)?>(.*?)</sym(?:-auto)?>", re.S)
_TAGS = re.compile(r"</?(?!/?[bi]>)[a-z][^<>]*>")
_HEADS = {b"\x89PNG\r\n": ".png", b"\xff\xd8\xff": ".jpg"}
# What the editor keeps of a card beside what is printed.
_OWN = frozenset(("has styling", "time created", "time modified", "styling data", "extra data", "stylesheet"))


def read_set(path: Path, data: bytes, part: str, grid: Grid) -> None:
    """Read the cards of the set into the grid, each on the line of the file `set` that it begins on; columns
    are its fields. Marks become ours: `<sym>2</sym>` is `{2}`, `<b>` and `<i>` stay, others go; and a picture
    has the name that `packed_pictures` gives it. Raises InputError where there is no card.
    """
    name = shown(path)
    parts = Parts(name, data)
    pictures = _pictures(parts)
    text = parts.read(SET).decode("utf-8-sig").replace("\r\n", "\n")
    records: list[TableRecord] = []
    for line, fields in _cards(text.split("\n")):
        plain = {key: _TAGS.sub("", _SYMBOLS.sub(r"{\1}", value)).strip() for key, value in fields.items()}
        named = {key: value + pictures.get(value, "") for key, value in plain.items()}
        records += [(Location(name, line, 1), named)] if any(named.values()) else []
    if not records:
        hint = "add one in Magic Set Editor, and save the set"
        raise bad_input(name, "there is no card in the set", hint)
    put_records(records, grid, name, "")


def packed_pictures(path: Path) -> Mapping[str, bytes]:
    """The pictures in a set by the names that cells have for them; none of another file."""
    if path.suffix.lower() != ".mse-set":
        return {}
    parts = Parts(shown(path), read_bytes(path, "workbook_bytes"))
    return {name + ending: parts.read(name) for name, ending in _pictures(parts).items()}


def _pictures(parts: Parts) -> dict[str, str]:
    """The parts that are pictures, by their first bytes, and the endings that their names lack."""
    found = {}
    for name in parts.archive.namelist():
        begins = parts.head(name)
        ending = next((ending for head, ending in _HEADS.items() if begins.startswith(head)), "")
        if ending and segment(name) == name:
            found[name] = "" if name.lower().endswith(ending) else ending
    return found


def _cards(lines: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The fields of each card, and the line (from 1) that it begins on."""
    begins, fields, field = 0, dict[str, str](), ""
    for number, line in enumerate([*lines, "end:"], 1):
        depth = len(line) - len(line.lstrip("\t"))
        if not depth and line.strip():
            if begins:
                yield begins, fields
            begins, fields, field = number if line.strip() == "card:" else 0, {}, ""
        elif begins and depth == 1:
            key, _, value = line.strip("\t").partition(":")
            field = "" if key in _OWN else key
            if field:
                fields[field] = value.removeprefix(" ")
        elif begins and field and depth > 1:  # a value of several lines
            fields[field] = f"{fields[field]}\n{line[2:]}".lstrip("\n")
