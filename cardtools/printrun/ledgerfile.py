"""The one door to a ledger's file, which may come from a stranger.

SQLite does more than read: a journal beside a database can make it write, and delete any file that the
journal names; a view or a trigger runs queries of its own; a tree whose pages lead back to themselves never
ends. So a file is opened only if nothing lies beside it but what a killed process of ours may leave, what
only reads changes nothing, and the work of all queries has an end.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from cardtools.ground.errors import OutputError, bad_input
from cardtools.ground.io.files import open_regular, shown
from cardtools.ground.limits import limits, raise_hint

_WAIT = 5.0  # seconds for another process to finish writing
_LOGGED = 19  # the byte of a database that says whether it is read through a log: ours are not
_JOURNAL = bytes.fromhex("d9d505f920a163d7")  # how a journal begins, and ends where it names a file
_AWAY = "ledgers of cardtools have no such file: move it away if you don't know where it is from"
_STEPS = 10_000  # of SQLite's machine, after which it asks whether to go on
_FREE = 20_000_000  # steps that any ledger may take
_A_BYTE = 5  # steps for each byte of the file: reading all of it takes about one
_KEPT = "SELECT type, name, tbl_name, sql FROM sqlite_master"
_MOST_KEPT = 100  # rows of it that are read: ours are fewer
INDEXES = {
    "copies_ordinal": "copies (design, tier, ordinal) WHERE voided IS NULL",
    "copies_position": "copies (pack, position) WHERE voided IS NULL",
    "copies_pack": "copies (pack, design) WHERE voided IS NULL",
    "copies_slot": "copies (wave, slot)",
    "copies_serial": "copies (serial)",
    "packs_box": "packs (box, position)",
}
_TYPES: dict[str, set[type]] = {"i": {int}, "t": {str}, "?": {int, type(None)}}
COPY_HINT = "go back to a copy of the ledger from before"
_WAIT_HELP = "\n  help: wait until it has finished, then run this again"
_CANNOT_WRITE = {
    "locked": f"another process is writing to it{_WAIT_HELP}",
    "full": "the disk is full; the ledger is as it was\n  help: make room, and run the same command again",
    "readonly": "cannot be written: you have no right to",
    "unable to open": "cannot be opened or written",
}


class Watch:
    """Ends the queries of a connection when a signal comes, or after all the steps they may take."""

    def __init__(self, db: sqlite3.Connection, size: int) -> None:
        self.stopped: BaseException | None = None  # what a signal raised
        self.characters = _FREE + _A_BYTE * size  # that a query may give
        self._left = self.characters // _STEPS
        # Signals are handled where Python goes on. A function would not see what is raised before its first
        # line; a generator goes on within its `try`.
        asked = self._ask()
        next(asked)
        db.set_progress_handler(functools.partial(next, asked), _STEPS)

    def allow(self, steps: int) -> None:
        """Let queries take more steps."""
        self._left += steps // _STEPS + 1

    def _ask(self) -> Iterator[bool]:
        while True:
            try:
                yield self._left < 0
                self._left -= 1
            except GeneratorExit:
                return
            except BaseException as stopped:
                self.stopped, self._left = stopped, -1


class Connection(sqlite3.Connection):
    """A connection whose queries are watched."""

    watch: Watch


def connect(path: Path, write: bool) -> Connection:
    """Open a database that exists: to `write`, or to read without changing any file. What a process that was
    killed has left beside it is undone; what only reads does that in a copy. Raises InputError or
    OutputError, before SQLite sees it, for a file that cannot be a ledger, for one that has another's files
    beside it, and for writing through a link.
    """
    real = Path(os.path.realpath(path))
    if not os.path.isfile(real):
        raise bad_input(shown(real), "no such ledger", "`cardtools run deal PLAN` makes it")
    if os.stat(real).st_size > limits().ledger_bytes:
        message = f"the file is larger than {limits().ledger_bytes:,} bytes"
        raise bad_input(shown(real), message, raise_hint("ledger_bytes"))
    with open(real, "rb", opener=open_regular) as file:
        head = file.read(_LOGGED + 1)
    if head[_LOGGED:] == b"\2":
        raise bad_input(shown(real), "is not a ledger of this cardtools", "use the cardtools that made it")
    if write:
        check_own(path)
    check_beside(real)
    if write:
        return _open(real, "mode=rw")
    db = _open(real, "mode=ro")
    try:
        db.execute("PRAGMA application_id").fetchone()
        return db
    except sqlite3.OperationalError as error:
        db.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
            raise
    # A copy without what a killed process has begun; SQLite removes it when it is closed.
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(os.path.realpath(folder), "ledger")
        shutil.copyfile(real, copy)
        shutil.copyfile(f"{real}-journal", f"{copy}-journal")
        with closing(_open(copy, "mode=rw")) as recovered:
            db = sqlite3.connect("", isolation_level=None, factory=Connection)
            recovered.backup(db)
    return _hardened(db, os.stat(real).st_size)


def recover(path: Path) -> None:
    """Undo what a process that was killed in a transaction has left, as opening to write does."""
    real = Path(os.path.realpath(path))
    check_beside(real)
    if os.path.isfile(real) and os.path.lexists(f"{real}-journal"):
        with closing(connect(path, write=True)) as db:
            db.execute("PRAGMA application_id").fetchone()


def create(path: Path) -> Connection:
    """Open a new file to write, that only its owner can read, or an empty one. Never through a link."""
    check_own(path)
    check_beside(Path(os.path.realpath(path)))
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0), 0o600))
    return _open(Path(os.path.realpath(path)), "mode=rw")


def check_own(path: Path) -> None:
    """Raise OutputError if writing to the file would change one of another name: a link, or a hard link."""
    why = ""
    if os.path.islink(path):
        why = f"it is a link to {os.path.realpath(path)}\n  help: name the file itself"
    elif os.path.lexists(path) and (names := os.stat(path).st_nlink) > 1:
        why = (
            f"the file has {names} names (hard links)\n  help: make a copy of it, and give the copy its name"
        )
    if why:
        raise OutputError(f"{shown(path)}: not written: {why}")


def check_beside(path: Path) -> None:
    """Raise InputError for files beside a database that SQLite would use and that are not ours."""
    for other in (Path(f"{path}-wal"), Path(f"{path}-shm")):
        if _size(other):
            raise bad_input(shown(other), "SQLite would change the ledger by it", _AWAY)
    journal = Path(f"{path}-journal")
    if not (size := _size(journal)):
        return
    with open(journal, "rb", opener=open_regular) as file:
        head = file.read(28)
        file.seek(max(0, size - len(_JOURNAL)))
        tail = file.read()
    fault = ""
    if tail.endswith(_JOURNAL):
        fault = "it names a file, which SQLite would delete"
    elif head[:1] not in (b"", b"\0"):  # another is not used
        pages, page = int.from_bytes(head[16:20], "big"), int.from_bytes(head[24:28], "big")
        if head[:8] != _JOURNAL or len(head) < 28:
            fault = "it is no journal of a process that was killed"
        elif pages * page > limits().ledger_bytes:
            fault = f"it makes the ledger larger than {limits().ledger_bytes:,} bytes"
    if fault:
        raise bad_input(shown(journal), fault, _AWAY)


def checked(rows: Sequence[Any], kinds: str, most: int) -> int:
    """The characters in rows, whose columns have these `kinds`: i a whole number, ? such or nothing, t text;
    all are allowed where it is "". Raises DatabaseError for others, and for more than `most` characters.
    """
    characters = 0
    for place, column in enumerate(zip(*rows, strict=True)):
        types: set[type] = set(map(type, column))
        if kinds and not types <= _TYPES[kinds[place]]:
            raise sqlite3.DatabaseError(f"column {place + 1} of a table has values of another type")
        if types & {str, bytes}:
            characters += sum(map(len, column if len(types) == 1 else map(str, column)))
    if characters > most:
        raise sqlite3.DatabaseError("its texts are longer than the file")
    return characters


def _size(path: Path) -> int:
    """The bytes of a file, 0 if it is missing. Raises InputError for a link and anything but a file."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return 0
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        raise bad_input(shown(path), "it is a link, or no file", _AWAY)
    return found.st_size


def _open(real: Path, how: str) -> Connection:
    uri = f"{real.as_uri()}?{how}"
    db = sqlite3.connect(uri, timeout=_WAIT, isolation_level=None, factory=Connection, uri=True)
    return _hardened(db, os.stat(real).st_size)


def _hardened(db: Connection, size: int) -> Connection:
    """The connection, with what SQLite advises for files of strangers."""
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits().ledger_text_bytes)
    db.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    db.setlimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 2)
    db.watch = Watch(db, size)
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    return db


@contextmanager
def errors_of(path: Path, watch: Watch | None = None) -> Iterator[None]:
    """Turn errors of SQLite, and of what a ledger holds, into errors for people."""
    name = shown(path)
    try:
        yield
    except (sqlite3.Error, UnicodeError, OverflowError) as error:
        text = str(error)
        if watch and isinstance(error, sqlite3.OperationalError) and "interrupted" in text:
            endless = bad_input(name, "the file is damaged: reading it has no end", COPY_HINT)
            raise (watch.stopped or endless) from None
        for sign, what in _CANNOT_WRITE.items():
            if sign in text and isinstance(error, sqlite3.Error):
                raise OutputError(f"{name}: {what}") from None
        what, hint = f"the file is damaged: {text}", f"{COPY_HINT}; `cardtools run verify` checks it"
        if isinstance(error, sqlite3.DataError):
            what = f"a text is longer than {limits().ledger_text_bytes:,} bytes"
            hint = raise_hint("ledger_text_bytes")
        elif isinstance(error, sqlite3.IntegrityError):
            what, hint = f"the ledger refuses the change: {text}", ""
        raise bad_input(name, what, hint) from None
    except OSError as error:
        raise OutputError(f"{name}: cannot be written: {error.strerror}") from None


def changed_tables(db: sqlite3.Connection) -> str:
    """What in a database differs from the tables, indexes and triggers of a ledger; "" if nothing does."""
    found = set(db.execute(f"{_KEPT} LIMIT {_MOST_KEPT}"))
    copies = next((sql for kind, name, _, sql in found if (kind, name) == ("table", "copies")), "")
    size = re.search(r"position BETWEEN 1 AND (\d{1,4})\)", str(copies))
    if not size:
        return "table copies"
    return min((f"{kind} {name}" for kind, name, _, _ in found ^ _objects(int(size[1]))), default="")


def schema(size: int) -> Iterator[str]:
    """The statements that make the tables of a ledger."""
    text = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8").replace("{size}", str(size))
    statement = ""
    for line in text.splitlines(keepends=True):
        statement += "" if line.startswith("--") else line
        if sqlite3.complete_statement(statement):
            yield statement.strip().removesuffix(";")  # as SQLite keeps it
            statement = ""
    yield from (f"CREATE UNIQUE INDEX {name} ON {columns}" for name, columns in INDEXES.items())


@functools.cache
def _objects(size: int) -> frozenset[tuple[str, str, str, str | None]]:
    """What SQLite keeps of the schema."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        for statement in schema(size):
            db.execute(statement)
        return frozenset(db.execute(_KEPT))
