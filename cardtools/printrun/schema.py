"""The tables of a ledger: how they are made, and whether they are those that we make."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path

_KEPT = "SELECT type, name, tbl_name, sql FROM sqlite_master"
_MOST = 100  # rows of it that are read: ours are fewer
INDEXES = {
    "copies_ordinal": "copies (design, tier, ordinal) WHERE voided IS NULL",
    "copies_position": "copies (pack, position) WHERE voided IS NULL",
    "copies_pack": "copies (pack, design) WHERE voided IS NULL",
    "copies_slot": "copies (wave, slot)",
    "copies_serial": "copies (serial)",
    "packs_box": "packs (box, position)",
}


def changed_tables(db: sqlite3.Connection) -> str:
    """What in a database differs from the tables, indexes and triggers of a ledger; "" if nothing does."""
    found = set(db.execute(f"{_KEPT} LIMIT {_MOST}"))
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


@cache
def _objects(size: int) -> frozenset[tuple[str, str, str, str | None]]:
    """What SQLite keeps of the schema."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        for statement in schema(size):
            db.execute(statement)
        return frozenset(db.execute(_KEPT))
