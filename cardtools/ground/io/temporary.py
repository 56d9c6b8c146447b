"""Temporary files and folders, held as long as their process lives, so that what a killed run left is known.

A file that is about to take its place lies beside it; rows that wait to be merged lie in a folder. Both have
names that nobody can guess, and a lock that ends with the process.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # on Windows, where nobody can remove a file that is open
    fcntl = None  # type: ignore[assignment]

_ENDING = ".cardtools.tmp"
_LEFTOVER = re.compile(r"\..*\.[0-9a-f]{16}\.cardtools\.tmp")
_ABANDONED = 3600  # seconds, where there are no locks
_LOCK = "lock"  # the file of a folder that is held


def open_new(path: str | Path, flags: int = os.O_WRONLY | os.O_CREAT | os.O_EXCL) -> int:
    """The opener of files that are not there yet; a link is not followed."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0), 0o666)


@contextmanager
def beside(path: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A new file beside `path`, with what is written to it; removed at the end if it is still there."""
    remove_leftovers(path.parent)
    while True:
        target = path.with_name(_name(path.name[:40]))
        with open(target, "xb", opener=open_new) as file:
            _hold(file)
            # Another run may have taken it for a leftover before it was held.
            if fcntl and not os.fstat(file.fileno()).st_nlink:
                continue
            try:
                yield target, file
            finally:
                with suppress(OSError):  # of a full disk, which has been told
                    file.close()
                with suppress(OSError):
                    target.unlink(missing_ok=True)
            return


@contextmanager
def temporary_folder(where: Path | None) -> Iterator[Path]:
    """A new folder for files named by numbers, in another one (None: the system's); removed at the end."""
    import shutil
    import tempfile

    folder = where or Path(tempfile.gettempdir())
    remove_leftovers(folder)
    path = folder / _name("rows")
    path.mkdir(0o700)
    try:
        with open(path / _LOCK, "xb", opener=open_new) as lock:
            _hold(lock)
            yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def _name(what: str) -> str:
    # Nobody can guess the name and put a link there.
    return f".{what}.{os.urandom(8).hex()}{_ENDING}"


def _hold(file: BinaryIO) -> None:
    if fcntl:
        with suppress(OSError):  # some network disks have no locks
            fcntl.flock(file, fcntl.LOCK_EX)


@cache
def remove_leftovers(folder: Path) -> None:
    """Remove what runs that were killed left in the folder; looked for once in a run."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _LEFTOVER.fullmatch(entry.name):
                with suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        _remove_folder(Path(entry.path))
                    elif entry.is_file(follow_symlinks=False):
                        _remove_file(entry.path)


def _remove_folder(path: Path) -> None:
    try:
        if not _remove_file(path / _LOCK):
            return
    except FileNotFoundError:
        if not _is_old(path.lstat()):  # it may be about to be held
            return
    with os.scandir(path) as entries:
        for entry in entries:
            # Anything else was not made by us.
            if entry.name.isdecimal() and entry.is_file(follow_symlinks=False):
                os.unlink(entry.path)
    path.rmdir()


def _is_old(state: os.stat_result) -> bool:
    return time.time() - state.st_mtime > _ABANDONED


def _remove_file(path: str | Path) -> bool:
    """Remove a file that no process holds; whether it is gone."""
    state = os.lstat(path)
    if not stat.S_ISREG(state.st_mode) or not (fcntl or _is_old(state)):
        return False
    opened = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        if fcntl:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(path)
    except OSError as error:
        if isinstance(error, BlockingIOError) or not _is_old(state):
            return False
    finally:
        os.close(opened)
    with suppress(FileNotFoundError):
        os.unlink(path)
    return True
