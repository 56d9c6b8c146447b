"""The manifest of a folder: the files that commands made there. Files that nothing makes any more are
removed, since they would be printed one day.
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
    """Files that nothing makes any more: those that were removed, and those that stay since a person changed
    them.
    """

    removed: list[Path] = field(default_factory=list)
    changed: list[Path] = field(default_factory=list)


def remove_outdated(
    folder: Path,
    record: str,
    maker: str,
    names: Collection[str],
    judged: Callable[[str], bool] = lambda name: True,
) -> OutdatedFiles:
    """Remove the files that a maker made in the folder before and not this time (`names`, with slashes), and
    folders that are empty then; write the new manifest. Files that a person changed stay. Files that are not
    `judged` stay, and stay in the manifest.
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
