"""The keys of runs: one a run, each in a file that only its owner can read, outside the project."""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.ground.errors import OutputError, bad_input
from cardtools.ground.io.filenames import slug
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.limits import settings_folder
from cardtools.printrun.serials import ALPHABET

if TYPE_CHECKING:
    from cardtools.printrun.events import RunOpening
    from cardtools.project.project import Project

KEY_BYTES = 32
LOST = (
    "put it back from your backup. Without it, check symbols still find slips and the ledger still knows "
    "every serial that was issued; new copies of this run cannot be numbered, and a forgery that is not in "
    "the ledger cannot be proved. Issue what is left as a new run, with an id and a key of its own"
)


def key_file(project: str, run: str) -> Path:
    """Where the key of a run is looked for: `~/.config/cardtools/keys/PROJECT-RUN.key` on Linux."""
    return settings_folder() / "keys" / f"{slug(project)}-{run}.key"


def new_key(path: Path, run: str, root: Path) -> bytes:
    """Make the key of a run, readable by its owner only; never replaces one: its serials would be lost.
    Raises InputError for a `run` that cannot be, OutputError inside the project, and if it is not written.
    """
    if run not in ALPHABET or len(run) != 1:
        raise bad_input("run", f"{run!r} is not a run", f"write one of {ALPHABET}")
    _outside(path, root)
    key = os.urandom(KEY_BYTES)
    note = "# Keep a copy of this file in a safe place, and show it to nobody."
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except FileExistsError:
        why = f"{shown(path)}: not written: run {run} has a key already"
        hint = "each run has a key of its own: give the new run another letter"
        raise OutputError(f"{why}\n  help: {hint}") from None
    except OSError as error:
        raise OutputError(f"{shown(path)}: cannot be written: {error.strerror}") from None
    try:
        with open(opened, "wb") as file:
            file.write(f'{note}\nrun = "{run}"\nkey = "{key.hex()}"\n'.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise OutputError(f"{shown(path)}: cannot be written: {error.strerror}") from None
    return key


def read_key(path: Path, run: str, root: Path) -> bytes:
    """The key of a run. Raises InputError where the file is missing (and says what still works), is inside
    the project, can be read by others, is damaged, or has the key of another run.
    """
    import tomllib

    _outside(path, root)
    if not os.path.lexists(path):
        raise bad_input(shown(path), f"the key of run {run} is missing", LOST)
    data = read_bytes(path, "toml_bytes")
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        message = f"other users can read the key of run {run} (mode {mode:04o})"
        raise bad_input(shown(path), message, f"chmod 600 {shown(path)}")
    try:
        values = tomllib.loads(data.decode())
        key, found = bytes.fromhex(values["key"]), values["run"]
    except (ValueError, KeyError, TypeError):
        key, found = b"", ""
    if len(key) != KEY_BYTES:
        message = f'the key of run {run} is damaged, expected run = "{run}" and key = "64 hexadecimal digits"'
        raise bad_input(shown(path), message, LOST)
    if found != run:
        raise bad_input(shown(path), f"is the key of run {found}, expected that of run {run}")
    return key


def run_key(path: Path | None, project: Project, opening: RunOpening, required: bool = True) -> bytes | None:
    """The key of a run, from this file or the default place (`key_file`); None if it is not there and not
    `required`. Raises InputError as `read_key`, and for a key that did not number the run.
    """
    file = path or key_file(project.settings.name, opening.id)
    if not (required or path or os.path.lexists(file)):
        return None
    key = read_key(file, opening.id, project.root)
    if opening.key and (found := fingerprint(key)) != opening.key:
        if not (required or path):
            return None
        message = f"the key {found} is not {opening.key}, with which run {opening.id} was numbered"
        raise bad_input(shown(file), message, "name the right file with --key")
    return key


def fingerprint(key: bytes) -> str:
    """What names a key without giving it away: the ledger keeps it, so that a wrong key is noticed."""
    return hashlib.blake2b(key=key, digest_size=8, person=b"ct fingerprint").hexdigest()


def signature(key: bytes, data: bytes) -> str:
    """The HMAC of a manifest, by the key of its run."""
    own = hashlib.blake2b(key=key, digest_size=32, person=b"ct manifests").digest()
    return hmac.new(own, data, "sha256").hexdigest()


def _outside(path: Path, root: Path) -> None:
    real, folder = os.path.realpath(path), os.path.realpath(root)
    if os.path.commonpath((real, folder)) == folder:
        message = "a key inside the project would be shared with it"
        raise bad_input(shown(path), message, "keep it in another folder, or leave --key out")
