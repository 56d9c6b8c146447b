"""A version of a card table: a file, or a git revision of a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from cardtools.cards.table import CardTable, read_cards, read_tables
from cardtools.ground.errors import InputError
from cardtools.ground.io.files import is_standard, read_bytes, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.tables.workbooks import table_file
from cardtools.rulesets import Ruleset

# The repository may come from a stranger: no program that its settings name is run, and nothing is fetched.
_DISTRUST = ("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "safe.bareRepository=explicit")
_QUIET = {"LC_ALL": "C", "GIT_ALLOW_PROTOCOL": "none"}
_QUIET |= {"GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}


def read_version(name: str, current: Sequence[Path], ruleset: Ruleset) -> CardTable:
    """The card table in the file `name`, or those of the tables `current` that the git revision `name` has.

    Raises InputError if it is neither, and with every fault that makes the table unusable.
    """
    # Without a folder there is no history either, so the name can only be a file.
    if is_standard(name) or os.path.isfile(table_file(Path(name))) or not os.path.isdir(current[0].parent):
        return read_cards(Path(name), ruleset)
    found: dict[Path, bytes] = {}
    reasons = []
    for table in current:
        blob, most = f"{name}:./{table_file(table).name}", limits().table_bytes
        data, (size, reason) = None, _git(table.parent, "cat-file", "-s", blob)
        if size and int(size) > most:
            reason = f"larger than {most:,} bytes; {raise_hint('table_bytes')}"
        elif size:
            data, reason = _git(table.parent, "cat-file", "blob", blob)
        reasons.append(reason)
        if data is not None:
            found[Path(f"{name}:{shown(table)}")] = data
    if not found:
        try:
            read_bytes(Path(name), "table_bytes")
            return read_cards(Path(name), ruleset)  # the file has just been created
        except InputError as error:
            problem = error.diagnostics[0]
            message = f"{problem.message}, and no git revision that has {shown(current[0])}"
            raise InputError(problem._replace(message=message, hint=problem.hint or reasons[0])) from None
    return read_tables(tuple(found), ruleset, tuple(found.values()))


def list_revisions(folder: Path) -> list[tuple[str, int, str]]:
    """The tags of the folder's repository, and its last commits: name, seconds since 1970, and subject; none
    where there is no repository.
    """
    form = "%(refname:short)%00%(creatordate:unix)%00%(subject)"
    tags, _ = _git(
        folder, "for-each-ref", "--count=200", "--sort=-creatordate", f"--format={form}", "refs/tags"
    )
    commits, _ = _git(folder, "log", "-n100", "--no-show-signature", "--format=%h%x00%ct%x00%s", "--", ".")
    lines = ((tags or b"") + (commits or b"")).decode("utf-8", "replace").splitlines()
    parts = (line.split("\0", 2) for line in lines)
    return [(name, int(when or 0), text) for name, when, text in parts]


def _git(folder: Path, *arguments: str) -> tuple[bytes | None, str]:
    """What git prints, or None and the reason why it fails."""
    import subprocess

    distrust = [word for setting in _DISTRUST for word in ("-c", setting)]
    command = ["git", "--no-pager", *distrust, "-C", str(folder), *arguments]
    seconds, env = limits().git_seconds, os.environ | _QUIET
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, stdin=subprocess.DEVNULL, env=env, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return None, f"git did not answer in {seconds} seconds; {raise_hint('git_seconds')}"
    except OSError:
        return None, "git is not installed"
    if done.returncode == 0:
        return done.stdout, ""
    said = done.stderr.decode(errors="replace").strip().partition("\n")[0]
    return None, f"git says: {said.removeprefix('fatal: ')}"
