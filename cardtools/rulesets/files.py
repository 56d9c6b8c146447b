"""The files a ruleset is made of: where each of its entries is written."""

from __future__ import annotations

from pathlib import Path

from cardtools.ground.errors import Location
from cardtools.ground.frozen_record import Record
from cardtools.ground.toml.tomlfile import TomlFile
from cardtools.ground.toml.tomlplaces import Key


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
