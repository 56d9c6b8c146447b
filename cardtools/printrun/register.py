"""The user's register of runs, beside the keys: which serials have been made with each key.

A project can be copied, and a ledger can be lost or put back from a backup. The register knows what was made,
so that no serial is ever made twice. Each line is JSON; the last one of a run counts.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from cardtools.ground.errors import OutputError
from cardtools.ground.io.files import read_text, shown
from cardtools.ground.limits import settings_folder


class NumberedRun(NamedTuple):
    """A run that has serials: its id, the fingerprint of its key, the hash of its ledger's first event, the
    number of serials, and where its ledger is.
    """

    run: str
    key: str
    opened: str
    serials: int
    ledger: str


def register_file() -> Path:
    """Where the register is: `~/.config/cardtools/keys/runs.jsonl` on Linux."""

    return settings_folder() / "keys" / "runs.jsonl"


def read_register() -> list[NumberedRun]:
    """Every ledger that was numbered on this computer, as it was last. A line that is not whole is left out:
    its process was stopped. Raises InputError if the file cannot be read.
    """
    path = register_file()
    if not os.path.lexists(path):
        return []
    found: dict[tuple[str, str, str], NumberedRun] = {}
    for line in read_text(path, "table_bytes").split("\n"):
        try:
            one = NumberedRun(**json.loads(line))
            found[one.run, one.key, one.opened] = one._replace(serials=int(one.serials))
        except (ValueError, TypeError, RecursionError):
            continue
    return list(found.values())


def register(one: NumberedRun) -> None:
    """Add a run, or what it has now. Raises OutputError if that is not possible."""
    path = register_file()
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        with open(os.open(path, flags, 0o600), "ab") as file:
            # In front of the line too: the one before it may not be whole.
            file.write(f"\n{json.dumps(one._asdict())}\n".encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        why = f"{shown(path)}: cannot be written: {error.strerror}"
        raise OutputError(f"{why}\n  help: it keeps serials from being made twice") from None
