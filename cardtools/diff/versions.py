"""A version of a card table: a file, or a git revision of a file."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from cardtools.cards.table import CardTable, read_cards
from cardtools.errors import InputError
from cardtools.files import decode, read_bytes, shown
from cardtools.rulesets import Ruleset


def read_version(name: str, current: Path, ruleset: Ruleset) -> CardTable:
    """The card table in the file `name`, or else the file `current` at the git revision `name`.

    Raises InputError if it is neither, and with every fault that makes the table unusable.
    """
    # Without a folder there is no history either, so the name can only be a file.
    if os.path.isfile(name) or not current.parent.is_dir():
        return read_cards(Path(name), ruleset)
    data, reason = _read_revision(name, current)
    if data is None:
        raise _neither(name, current, reason)
    path = Path(f"{name}:{shown(current)}")
    return read_cards(path, ruleset, decode(data, path))


def _read_revision(name: str, current: Path) -> tuple[bytes | None, str]:
    """The file's bytes at the revision, or None and the reason."""
    import subprocess

    command = ["git", "-C", str(current.parent), "cat-file", "blob", f"{name}:./{current.name}"]
    try:
        done = subprocess.run(command, capture_output=True, env={**os.environ, "LC_ALL": "C"}, check=False)
    except OSError:
        return None, "git is not installed"
    if done.returncode == 0:
        return done.stdout, ""
    said = done.stderr.decode(errors="replace").strip().partition("\n")[0]
    return None, f"git says: {said.removeprefix('fatal: ')}"


def _neither(name: str, current: Path, reason: str) -> InputError:
    try:
        read_bytes(Path(name), "table_bytes")
    except InputError as error:
        (problem,) = error.diagnostics
        message = f"{problem.message}, and no git revision that has {shown(current)}"
        return InputError(replace(problem, message=message, hint=problem.hint or reason))
    raise AssertionError(name)  # the file has just been created
