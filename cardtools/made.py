"""What a command made in a folder last time, so that it takes away what it no longer makes."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from pathlib import Path

from cardtools.files import read_json, remove, remove_empty, write_atomic


def keep_only(folder: Path, names: Collection[str], record: str) -> list[Path]:
    """Remove the files that the `record` in the folder has and `names` (paths in it, with slashes) have not,
    and folders that this leaves empty; then record the names. Gives what was removed.
    """
    removed = []
    for name in sorted(_recorded(folder, record).difference(names)):
        path = folder / name
        if os.path.isfile(path):
            remove(path)
            removed.append(path)
            for above in path.relative_to(folder).parents[:-1]:
                remove_empty(folder / above)
    write_atomic(folder / record, json.dumps(sorted(names), ensure_ascii=False, indent=1) + "\n")
    return removed


def _recorded(folder: Path, record: str) -> set[str]:
    """The names in a record, those inside its folder; none where it cannot be read."""
    inside = os.path.join(os.path.realpath(folder), "")
    try:
        names = read_json(folder / record)
        return {name for name in names if os.path.realpath(inside + name).startswith(inside)}
    except (ValueError, TypeError):
        return set()
