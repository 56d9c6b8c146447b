"""Where the keys of a TOML file are written, found line by line, also in text that is not valid TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator

Key = str | int
KeyPath = tuple[Key, ...]  # from the top of a file: a key, one in its table, and so on
# Possessive, since a line may be long.
HEADER = r"^\s*+(\[\[?)\s*+([^\]]++)\]\]?\s*+(?:#.*)?$"
ENTRY = r"""^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=(?!=)"""
_NAME = r""""([^"]*)"|'([^']*)'|([\w-]+)"""


def written_keys(text: str) -> Iterator[tuple[KeyPath, int, int]]:
    """The path of every header and key, in order, with line and column; array tables count from 0."""
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(HEADER, line):
            table = ()
            names = _names(header[2])
            for position, name in enumerate(names):
                table = (*table, name)
                if header[1] == "[[" and position == len(names) - 1:
                    counts[table] = counts.get(table, -1) + 1
                if table in counts:
                    table = (*table, counts[table])
            yield table, number, header.start(2) + 1
        elif entry := re.match(ENTRY, line):
            yield (*table, *_names(entry[1])), number, entry.start(1) + 1


def dotted(keys: KeyPath) -> str:
    """The path without the numbers of items, as headers have it."""
    return ".".join(key for key in keys if isinstance(key, str))


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(
        next(group for group in match.groups() if group is not None) for match in re.finditer(_NAME, dotted)
    )
