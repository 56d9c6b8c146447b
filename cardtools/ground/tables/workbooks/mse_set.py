"""The cards of a Magic Set Editor set (`.mse-set`): an archive with the text file `set` and the pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.tables.workbooks.archive import Grid, Parts

SET = "set"
_SYMBOLS = re.compile(r"<sym(?:-auto)?>(.*?)</sym(?:-auto)?>", re.S)
_TAGS = re.compile(r"</?(?!/?[bi]>)[a-z][^<>]*>")
# What the editor keeps of a card beside what is printed.
_OWN = frozenset(("has styling", "time created", "time modified", "styling data", "extra data", "stylesheet"))


def read_set(path: Path, data: bytes, part: str, grid: Grid) -> None:
    """Read the cards of the set into the grid, each on the line of the file `set` that it begins on; columns
    are its fields. Marks become ours: `<sym>2</sym>` is `{2}`, `<b>` and `<i>` stay, others go.

    Raises InputError where there is no card.
    """
    parts = Parts(shown(path), data)
    text = parts.read(SET).decode("utf-8-sig").replace("\r\n", "\n")
    columns: dict[str, int] = {}
    for line, fields in _cards(text.split("\n")):
        for field, value in fields.items():
            if written := _TAGS.sub("", _SYMBOLS.sub(r"{\1}", value)).strip():
                grid.put(line, columns.setdefault(field, len(columns)), written)
    if not columns:
        raise bad_input(
            shown(path), "there is no card in the set", "add one in Magic Set Editor, and save the set"
        )
    for field, index in columns.items():
        grid.put(0, index, field)


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
