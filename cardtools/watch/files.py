"""Do something again whenever a file changes: times and sizes are looked at, twice a second or as asked."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

State = Mapping[Path, tuple[int, int]]


def state(paths: Iterable[Path]) -> State:
    """Time and size of the files, and of those in the folders; what is missing is left out."""
    found: dict[Path, tuple[int, int]] = {}
    for path in paths:
        # Not rglob, which a folder that goes away meanwhile would stop.
        inside = [Path(folder, name) for folder, _, names in os.walk(path) for name in names]
        for file in inside or (path,):
            try:
                known = file.stat()
            except OSError:  # gone since the folder was listed, or never there
                continue
            found[file] = (known.st_mtime_ns, known.st_size)
    return found


def watch(
    check: Callable[[], None],
    paths: Callable[[], Iterable[Path]],
    pause: Callable[[], None] = lambda: time.sleep(0.5),
) -> None:
    """Run the check now and after every change of the files, until Ctrl-C, which is its regular end.

    A change while the check runs counts; that the check makes more paths known is none. After a change it
    waits for a pause without one, so that a file that is being written is not read by half.
    """
    try:
        while True:
            before = _by_path(paths)
            check()
            before = {path: before[path] if path in before else state([path]) for path in set(paths())}
            while (now := _by_path(paths)) == before:
                pause()
            while now != (now := _after(pause, paths)):
                pass
    except KeyboardInterrupt:
        return


def _by_path(paths: Callable[[], Iterable[Path]]) -> dict[Path, State]:
    return {path: state([path]) for path in set(paths())}


def _after(pause: Callable[[], None], paths: Callable[[], Iterable[Path]]) -> dict[Path, State]:
    pause()
    return _by_path(paths)
