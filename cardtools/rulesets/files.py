"""The files a ruleset is made of: where each of its entries is written, and which keys cannot be read."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from cardtools.ground.errors import Location
from cardtools.ground.frozen_record import Record
from cardtools.ground.toml.tomlfile import TomlFile, conform, faulty_keys
from cardtools.ground.toml.tomlplaces import Key
from cardtools.rulesets.model import RulesetFile

Keys = tuple[Key, ...]


class RulesetFiles(Record):
    """The ruleset's own file last, after those it extends, the most distant first."""

    files: tuple[TomlFile, ...]

    @property
    def path(self) -> Path:
        """The ruleset's own file."""
        return self.files[-1].path

    def at(self, *keys: Key, find: str = "") -> Location:
        """Where a key is written, in the file that wins; `find` narrows it to a text that follows."""
        return self.owner(*keys).at(*keys, find=find)

    def owner(self, *keys: Key) -> TomlFile:
        """The last file that has the key, or the nearest key above it (of `rule.X`, not of `rule` alone)."""
        for length in (2, 1):
            for file in reversed(self.files):
                table: object = file.data
                for key in keys[:length]:
                    table = table.get(key) if isinstance(table, dict) else None
                if table is not None:
                    return file
        return self.files[-1]


class Remaining(Record):
    """A ruleset file without the keys that cannot be read. Nobody knows what the columns of `unclear` hold;
    `dropped` are the codes of the rules that are left out.
    """

    file: TomlFile
    model: RulesetFile
    unclear: frozenset[str]
    dropped: frozenset[str]


def remaining(file: TomlFile) -> Remaining | None:
    """The file without its faulty keys; None where it has none, or too much depends on them. Raises
    InputError where it cannot be read even so.
    """
    data = deepcopy(file.data)
    unclear, dropped = set[str](), set[str]()
    faulty = faulty_keys(file, RulesetFile)
    for keys, unknown in faulty:
        if keys[:1] in (("rule",), ("deck",)) and len(keys) > 1 and not unknown:
            keys = keys[:2]
            dropped.add(str(keys[1]))
            _remove(data, ("override", keys[1]))
        elif keys[:1] == ("fields",) and len(keys) > 2:
            unclear.add(str(keys[1]))
            keys = keys if unknown else keys[:3]
        elif not unknown or len(keys) < 2:
            return None
        _remove(data, keys)
    if not faulty:
        return None
    rest = TomlFile(file.path, file.text, data)
    return Remaining(rest, conform(rest, RulesetFile), frozenset(unclear), frozenset(dropped))


def _remove(data: Any, keys: Keys) -> None:
    *above, last = keys
    try:
        for key in above:
            data = data[key]
        del data[last]
    except (KeyError, IndexError, TypeError):
        pass  # with a key above it
