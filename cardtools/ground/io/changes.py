"""Do something again whenever a file changes: times and sizes are looked at, twice a second or as asked."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from cardtools.ground.errors import InputError
from cardtools.ground.io.files import files_below

FolderState = Mapping[Path, Mapping[str, tuple[int, int]]]


def state(paths: Iterable[Path]) -> FolderState:
    """By path, time and size of the file or of those in the folder; of one with too many, of the first."""
    found: dict[Path, dict[str, tuple[int, int]]] = {}
    for path in paths:
        files = found[path] = {}
        with suppress(InputError):
            for name in files_below(path) if os.path.isdir(path) else (str(path),):
                with suppress(OSError):  # gone since the folder was listed, or never there
                    known = os.stat(name)
                    files[name] = known.st_mtime_ns, known.st_size
    return found


def watch(
    check: Callable[[], None],
    paths: Callable[[], Iterable[Path]],
    pause: Callable[[], None] = lambda: time.sleep(0.5),
) -> None:
    """Run the check now and after every change of the files, until Ctrl-C, which is its regular end.

    A change during the check counts; paths that the check adds are not a change. After a change it
    waits for a pause without one, so that no file is read half-written.
    """
    try:
        while True:
            before = state(paths())
            check()
            before = {path: before.get(path, now) for path, now in state(paths()).items()}
            while (now := state(paths())) == before:
                pause()
            before = {}
            while now != before:
                pause()
                before, now = now, state(paths())
    except KeyboardInterrupt:
        return
