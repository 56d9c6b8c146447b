"""What commands made in a folder last time, so that what is no longer made does not stay there: it would be
printed one day.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from cardtools.ground.io.filenames import fold
from cardtools.ground.io.files import file_digest, read_json, remove, remove_empty, write_atomic

Digests = dict[str, str]  # of files by their paths in the folder, with slashes


@dataclass
class OutdatedFiles:
    """What is no longer made: files that were removed, and those that stay since they were changed."""

    removed: list[Path] = field(default_factory=list)
    changed: list[Path] = field(default_factory=list)


def remove_outdated(
    folder: Path,
    record: str,
    maker: str,
    names: Collection[str],
    judged: Callable[[str], bool] = lambda name: True,
) -> OutdatedFiles:
    """Remove what a maker recorded in the folder and has not made this time (`names`, with slashes), unless
    it was changed, and folders that this leaves empty; then record what is made. What is not `judged` stays,
    and stays recorded.
    """
    known, found = _recorded(folder, record), OutdatedFiles()
    left: Digests = {}
    same = {fold(name) for name in names}
    for name, content in sorted(known.get(maker, {}).items()):
        path = folder / name
        if fold(name) in same or os.path.islink(path) or not os.path.isfile(path):
            continue
        if not judged(name):
            left[name] = content
        elif file_digest(path) == content:
            remove(path)
            found.removed.append(path)
            for above in path.relative_to(folder).parents[:-1]:
                remove_empty(folder / above)
        else:
            left[name] = content
            found.changed.append(path)
    others = {other: {n: own[n] for n in own if n not in names} for other, own in known.items()}
    now = left | {name: file_digest(folder / name) for name in names}
    text = json.dumps(others | {maker: now}, ensure_ascii=False, indent=1, sort_keys=True)
    write_atomic(folder / record, text + "\n")
    return found


def _recorded(folder: Path, record: str) -> dict[str, Digests]:
    """What each maker recorded of files inside the folder; nothing where the record cannot be read."""
    inside = os.path.join(os.path.realpath(folder), "")
    try:
        known = read_json(folder / record)
        return {
            str(maker): {
                str(name): str(content)
                for name, content in own.items()
                if os.path.realpath(inside + name).startswith(inside)
            }
            for maker, own in known.items()
        }
    except (ValueError, TypeError, AttributeError):
        return {}
