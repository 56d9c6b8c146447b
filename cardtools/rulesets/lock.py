"""The version lock: rules that were published change only together with their version (AFR101)."""

from __future__ import annotations

from collections.abc import Sequence

from cardtools.errors import Diagnostic
from cardtools.files import digest
from cardtools.rulesets.catalogue import CheckInfo
from cardtools.rulesets.model import RulesetFile
from cardtools.tomlfile import TomlFile


def content_hash(files: Sequence[TomlFile]) -> str:
    """The hash of what the files say, their comments and layout and the lock itself aside."""
    import json

    parts = [{key: value for key, value in file.data.items() if key != "lock"} for file in files]
    return digest(*(json.dumps(part, ensure_ascii=False, default=str) for part in parts))


def check_lock(files: Sequence[TomlFile], model: RulesetFile) -> list[Diagnostic]:
    """The problem of a locked ruleset (the last of `files`) that is not what its lock says, if any."""
    lock, version, file = model.lock, model.ruleset.version, files[-1]
    if lock is None:
        return []
    info = CheckInfo(lock.code, lock.name, "error", lock.summary)
    found = content_hash(files)
    stored = lock.versions.get(version)
    if stored == found:
        return []
    if stored is None:
        message = f"version {version} has no stored hash"
        hint = f'when its rules are final, write under [lock.versions]: "{version}" = "{found}"'
        return [info.finding(file.at("lock", "versions"), message, hint)]
    message = f"the rules of version {version} have changed, and its version string has not"
    return [info.finding(file.at("ruleset", "version"), message, "write a new version, then store its hash")]
