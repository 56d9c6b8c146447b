"""Tables of SQLite databases, and what a stranger's database must not do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cardtools.ground.errors import InputError
from cardtools.ground.tables.workbooks import sqlite_table
from cardtools.ground.tables.workbooks.sheet import read_sheet

CARDS = "CREATE TABLE cards (name TEXT, cost INTEGER, power REAL, note TEXT);"
ROWS = "INSERT INTO cards VALUES ('Ember Fox', 2, 1.5, NULL), ('Tide Singer', 3, 2.0, 'wet');"


@pytest.fixture
def made(folder: Path) -> Path:
    return folder / "game.sqlite"


def make(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)


def cells(path: Path, table: str = "") -> list[tuple[str, ...]]:
    sheet, layout = read_sheet(Path(f"{path}#{table}") if table else path)
    assert layout is None
    return [sheet.header, *sheet.rows]


def test_the_only_table_is_read(made: Path) -> None:
    make(made, CARDS + ROWS)
    before = made.read_bytes()
    assert cells(made) == cells(made, "cards") == [
        ("name", "cost", "power", "note"), ("Ember Fox", "2", "1.5", ""), ("Tide Singer", "3", "2", "wet"),
    ]  # fmt: skip
    assert made.read_bytes() == before
    assert [path.name for path in made.parent.iterdir()] == [made.name]


def test_tables_and_views_have_names(made: Path) -> None:
    joined = "CREATE VIEW joined AS SELECT c.name, s.label FROM cards c JOIN sets s ON s.id = c.cost;"
    make(made, CARDS + ROWS + "CREATE TABLE sets (id, label); INSERT INTO sets VALUES (2, 'Base');" + joined)
    assert cells(made, "joined") == [("name", "label"), ("Ember Fox", "Base")]
    with pytest.raises(
        InputError, match=r"3 tables in it\n  help: name one, as .*game.sqlite#CARDS; tables: "
    ):
        cells(made)
    with pytest.raises(InputError, match=r"no table 'crads'\n  help: did you mean cards\?"):
        cells(made, "crads")


def test_findings_name_the_number_of_the_row(made: Path) -> None:
    make(made, CARDS + ROWS)
    sheet, _ = read_sheet(made)
    assert (sheet.at(1, "power").line, sheet.at(1, "power").column) == (2, 3)


def test_a_database_with_a_log_is_read_unless_changes_are_in_the_log_alone(made: Path) -> None:
    make(made, "PRAGMA journal_mode = WAL;" + CARDS + ROWS)
    assert len(cells(made)) == 3
    Path(f"{made}-wal").write_bytes(b"changes")
    with pytest.raises(InputError, match="its last changes are not in it yet"):
        cells(made)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("CREATE TABLE cards (a); INSERT INTO cards VALUES (x'00ff');", r":1: a holds bytes"),
        ("PRAGMA user_version = 1;", "there are 0 tables in it"),
        (
            "CREATE VIEW v AS WITH RECURSIVE c AS (SELECT 1 UNION ALL SELECT * FROM c) SELECT * FROM c;",
            "cannot be read as a SQLite database: not authorized",
        ),
        ("CREATE VIEW v AS SELECT load_extension('x');", "cannot be read as a SQLite database"),
        ("CREATE VIEW v AS SELECT hex(zeroblob(100000000)) AS a;", "too big"),
    ],
    ids="bytes nothing endless extension huge".split(),
)
def test_what_cannot_be_read_is_said(made: Path, script: str, said: str) -> None:
    make(made, script)
    with pytest.raises(InputError, match=said):
        cells(made)


def test_a_view_that_takes_long_ends(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = ",".join("(1)" for _ in range(1000))
    make(
        made,
        f"CREATE TABLE t (a); INSERT INTO t VALUES {many};"
        "CREATE VIEW v AS SELECT count(*) AS n FROM t, t AS b, t AS c, t AS d;",
    )
    monkeypatch.setattr(sqlite_table, "_STEPS", 1_000_000)
    with pytest.raises(InputError, match="takes too much time or memory"):
        cells(made, "v")


@pytest.mark.parametrize("damage", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_what_is_no_database_is_said(made: Path, damage: bytes) -> None:
    made.write_bytes(damage)
    with pytest.raises(InputError, match="cannot be read as a SQLite database"):
        cells(made)
