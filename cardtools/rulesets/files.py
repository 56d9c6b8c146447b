"""The files of a ruleset: where its entries are written, which keys cannot be read, and their lock."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import digest
from cardtools.ground.toml.tomlfile import TomlFile, conform, faulty_keys
from cardtools.ground.toml.tomlplaces import Key
from cardtools.rulesets.model import LockEntry, RulesetFile

VERSION_LOCK = Check.of("""RUL015 version-lock error: locked rules changed and their version did not
    why: A published version must never change.
    bad: a rule was changed and version is still 1.0
    good: version = "1.1", with its hash under [lock.versions]
    fix: write a new version, then store its hash""")
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
    """A file without unreadable keys; `unclear` columns may hold anything, `dropped` rules are left out."""

    file: TomlFile
    model: RulesetFile
    unclear: frozenset[str]
    dropped: frozenset[str]


def remaining(file: TomlFile) -> Remaining | None:
    """The file without its faulty keys; None without any, or if much depends on them. Raises InputError."""
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
    with suppress(KeyError, IndexError, TypeError):  # it went with a key above it
        for key in above:
            data = data[key]
        del data[last]


def content_hash(files: Sequence[TomlFile]) -> str:
    """The hash of what the files say, their comments and layout and the lock itself aside."""
    import json

    parts = [{key: value for key, value in file.data.items() if key != "lock"} for file in files]
    return digest(*(json.dumps(part, ensure_ascii=False, default=str) for part in parts))


def lock_check(lock: LockEntry) -> Check:
    """The version lock as the ruleset calls it."""
    why = lock.why or ("" if lock.source else VERSION_LOCK.why)
    summary = lock.summary or VERSION_LOCK.summary
    return VERSION_LOCK._replace(code=lock.code, name=lock.name, summary=summary, source=lock.source, why=why)


def check_lock(files: Sequence[TomlFile], model: RulesetFile) -> list[Diagnostic]:
    """The problem of a locked ruleset (the last of `files`) that doesn't match its lock, if any."""
    lock, version, file = model.lock, model.ruleset.version, files[-1]
    if lock is None or (stored := lock.versions.get(version)) == (found := content_hash(files)):
        return []
    check = lock_check(lock)
    if stored is None:
        message = f"version {version} has no stored hash"
        hint = f'when its rules are final, write under [lock.versions]: "{version}" = "{found}"'
        return [check.finding(file.at("lock", "versions"), message, hint)]
    message = f"the rules of version {version} have changed, but its version string has not"
    return [check.finding(file.at("ruleset", "version"), message, "write a new version, then store its hash")]
