"""The cards of a Magic Set Editor set (`.mse-set`): an archive with the text file `set` and the pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cardtools.ground.errors import Location, bad_input
from cardtools.ground.io.filenames import segment
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.tables.workbooks.archive import Grid, Parts
from cardtools.ground.tables.workbooks.records import TableRecord, put_records

SET = "set"
_CARD = re.compile(r"^ *card: *(?:\n(?:\t.*| *$))*", re.M)
_FIELD = re.compile(r"^\t([^\t:\n][^:\n]*):?(.*(?:\n\t\t.*|\n *(?=\n))*)", re.M)
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
    line, counted = 1, 0
    for card in _CARD.finditer(text):
        fields: dict[str, str] = {}
        for key, written in _FIELD.findall(card[0]):
            value = _SYMBOLS.sub(r"{\1}", re.sub(r"\n *(?=\n)|^\t\t", "", written, flags=re.M))
            value = _TAGS.sub("", value).strip()
            if key not in _OWN:
                fields[key] = value + pictures.get(value, "")
        line, counted = line + text.count("\n", counted, card.start()), card.start()
        if any(fields.values()):
            records.append(TableRecord(fields, Location(name, line, 1)))
    if not records:
        hint = "add one in Magic Set Editor, and save the set"
        raise bad_input(name, "there is no card in the set", hint)
    put_records(records, "", grid, name, "")


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
