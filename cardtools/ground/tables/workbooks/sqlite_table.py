"""A table or a view of a SQLite database as rows.

A database may come from a stranger, and SQLite does more than read: a copy in memory is asked, only to read,
for some steps and seconds, and with so much memory.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from itertools import chain
from pathlib import Path
from time import monotonic

from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.workbooks import shown_values
from cardtools.ground.tables.workbooks.archive import Grid

_STEP, _STEPS = 10_000, 20_000_000  # steps of SQLite's machine between two questions, and of all
_SECONDS, _MEMORY, _LONGEST = 20, 400_000_000, 1 << 18  # that a table takes; bytes of a value
_READS = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION)
_TABLES = (
    "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
    " AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY rowid LIMIT 1000"
)


def read_sqlite(file: Path, data: bytes, table: str, grid: Grid) -> None:
    """Read a table of the database into the grid ("": its only one): its rows in order, numbered from 1.

    Raises InputError where there is no such table, and ValueError where it cannot be read.
    """
    name, log = shown(file), Path(f"{file}-wal")
    if os.path.isfile(log) and os.stat(log).st_size:
        hint = f"close the program that has it open, which then removes {log.name}"
        raise bad_input(name, "its last changes are not in it yet", hint)
    if not data.startswith(b"SQLite format 3\0"):
        raise ValueError("it does not begin as one")
    data = data[:18] + data[18:20].replace(b"\2", b"\1") + data[20:]  # there is no log to be read
    left, end = iter(range((_STEPS + 5 * len(data)) // _STEP)), monotonic() + _SECONDS
    with closing(sqlite3.connect(":memory:")) as db:
        try:
            db.deserialize(data)
            db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
            for setting in ("trusted_schema = 0", "temp_store = 2", f"hard_heap_limit = {_MEMORY}"):
                db.execute(f"PRAGMA {setting}")
            db.set_authorizer(lambda action, *_: int(action not in _READS))
            db.set_progress_handler(lambda: next(left, -1) < 0 or monotonic() > end, _STEP)
            _read_table(db, name, table, grid)
        except (MemoryError, sqlite3.Error) as error:
            if isinstance(error, MemoryError) or "interrupted" in str(error):
                message = "reading the table takes too much time or memory"
                raise bad_input(name, message, "save it as CSV") from None
            raise ValueError(error) from None


def _read_table(db: sqlite3.Connection, name: str, table: str, grid: Grid) -> None:
    tables = [str(found) for (found,) in db.execute(_TABLES)]
    wanted = table or (tables[0] if len(tables) == 1 else "")
    if wanted not in tables:
        message = f"there is no table {wanted!r}" if wanted else f"there are {len(tables)} tables in it"
        hint = f"{'' if wanted else f'name one, as {name}#CARDS; '}{suggest(wanted, tables, 'tables')}"
        raise bad_input(name, message, hint if tables else "")
    rows = db.execute('SELECT * FROM "{}"'.format(wanted.replace('"', '""')))
    columns = [column for column, *_ in rows.description]
    for number, row in enumerate(chain((columns,), rows)):
        for at, value in enumerate(row):
            if isinstance(value, bytes):
                hint = f"make a view of the other columns, and name it: {name}#VIEW"
                raise bad_input(name, f"{columns[at]} holds bytes, which are no text", hint, number)
            if cell := shown_values.value(value):
                grid.put(number, at, cell)
