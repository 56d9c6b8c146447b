"""The version lock: rules that were published change only together with their version."""

from __future__ import annotations

from collections.abc import Sequence

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.io.files import digest
from cardtools.ground.toml.tomlfile import TomlFile
from cardtools.rulesets.model import LockEntry, RulesetFile

VERSION_LOCK = Check.of("""RUL015 version-lock error: locked rules changed and their version did not
    why: A published version must never change.
    bad: a rule was changed and version is still 1.0
    good: version = "1.1", with its hash under [lock.versions]
    fix: write a new version, then store its hash""")


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
