"""Check again whenever a file changes: times and sizes are looked at twice a second."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

State = Mapping[Path, tuple[int, int]]


def state(paths: Iterable[Path]) -> State:
    """Time and size of the files, and of everything in folders; what is missing is left out."""
    found: dict[Path, tuple[int, int]] = {}
    for path in paths:
        inside = path.rglob("*") if path.is_dir() else (path,)
        for file in inside:
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

    A change while the check runs counts. After a change it waits for a pause without one, so that a file
    that is being written is not read by half.
    """
    try:
        while True:
            before = state(paths())
            check()
            while (now := state(paths())) == before:
                pause()
            while now != (now := _after(pause, paths)):
                pass
    except KeyboardInterrupt:
        return


def _after(pause: Callable[[], None], paths: Callable[[], Iterable[Path]]) -> State:
    pause()
    return state(paths())
