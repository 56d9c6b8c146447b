"""A ledger from a stranger: nothing is deleted or written elsewhere, all ends, and faults are named."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import re
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from source import files

from cardtools.ground.errors import CardtoolsError, InputError, OutputError
from cardtools.printrun.events import LedgerEvent
from cardtools.printrun.ledger import Ledger, is_missing
from cardtools.printrun.ledgerfile import connect
from cardtools.printrun.verify import verify
from runs import INSERTS, open_ledger, planned, serials, simple

MAGIC = bytes.fromhex("d9d505f920a163d7")
PAGE = 4096


@pytest.fixture
def written(folder: Path) -> Path:
    """A ledger of 1,617 copies, with one that was replaced."""
    waves = simple(21, 7)
    with open_ledger(folder / "run.ledger", waves) as ledger:
        ledger.add_wave(planned(waves[0], INSERTS), serials, "launch")
        ledger.void([5], "torn")
        ledger.replace(serials, "again")
    return folder / "run.ledger"


def journal(pages: int = 1, names: str = "") -> bytes:
    """A journal that SQLite would use, which may name a file to delete at its end."""
    head = MAGIC + b"".join(n.to_bytes(4, "big") for n in (0, 0, pages, 512, PAGE))
    name = names.encode()
    end = b"\0\0\0\0" + name + len(name).to_bytes(4, "big") + (sum(name)).to_bytes(4, "big") + MAGIC
    return head.ljust(512, b"\0") + (end if names else b"")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def uses(path: Path) -> list[Callable[[], Any]]:
    """All ways in which commands open a ledger."""

    def read() -> None:
        with Ledger(path) as ledger:
            list(verify(ledger))

    def write() -> None:
        with Ledger(path, write=True) as ledger:
            ledger.void([9], "torn")

    return [read, write, lambda: is_missing(path)]


class TestFilesBeside:
    def test_a_journal_that_names_a_file_deletes_nothing(self, written: Path) -> None:
        own = written.parent / "precious.txt"
        own.write_text("mine")
        Path(f"{written}-journal").write_bytes(journal(1, str(own)))
        before = contents(written.parent)
        for use in uses(written):
            with pytest.raises(InputError, match=r"run\.ledger-journal: it names a file, which SQLite would"):
                use()
        assert contents(written.parent) == before

    @pytest.mark.parametrize("ending", ["-wal", "-shm"])
    def test_a_log_is_refused(self, written: Path, ending: str) -> None:
        Path(f"{written}{ending}").write_bytes(b"x")
        before = contents(written.parent)
        for use in uses(written):
            with pytest.raises(InputError, match=f"ledger{ending}: SQLite would change the ledger by it"):
                use()
        assert contents(written.parent) == before

    @pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
    @pytest.mark.parametrize("how", ["link", "hard link", "pipe", "folder"])
    @pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
    def test_what_is_no_file_of_its_own_is_refused(self, written: Path, ending: str, how: str) -> None:
        other, beside = written.parent / "other.txt", Path(f"{written}{ending}")
        other.write_bytes(b"keep")
        make = {"link": beside.symlink_to, "hard link": beside.hardlink_to}
        make.get(how, lambda _: os.mkfifo(beside) if how == "pipe" else beside.mkdir())(other)
        for use in uses(written):
            with pytest.raises(InputError, match="it is a link, or no file"):
                use()
        assert other.read_bytes() == b"keep"

    def test_a_journal_that_makes_the_ledger_large_is_refused(self, written: Path) -> None:
        Path(f"{written}-journal").write_bytes(journal(2**32 - 1))
        size = written.stat().st_size
        for use in uses(written):
            with pytest.raises(InputError, match="it makes the ledger larger than"):
                use()
        assert written.stat().st_size == size

    @given(st.binary(max_size=600), st.booleans(), st.integers(0, 3000))
    def test_any_journal_harms_nothing(
        self, tmp_path_factory: pytest.TempPathFactory, data: bytes, is_named: bool, pages: int
    ) -> None:
        folder = tmp_path_factory.mktemp("run")
        waves = simple(14, 7)
        with open_ledger(folder / "run.ledger", waves) as ledger:
            pass
        keep = folder / "keep.txt"
        keep.write_text("keep")
        head = journal(pages)
        tail = journal(1, str(keep))[512:] if is_named else b""
        Path(folder, "run.ledger-journal").write_bytes(head + data + tail)
        before = contents(folder)
        with contextlib.suppress(CardtoolsError), Ledger(folder / "run.ledger") as ledger:
            list(verify(ledger))
        assert contents(folder) == before
        for use in uses(folder / "run.ledger"):
            with contextlib.suppress(CardtoolsError):
                use()
        assert keep.read_text() == "keep"

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
    def test_what_a_killed_process_has_begun_is_not_read_and_undone_later(self, written: Path) -> None:
        child = os.fork()
        if not child:
            db = sqlite3.connect(written, isolation_level=None)
            db.execute("PRAGMA cache_size = 1")
            db.execute("BEGIN IMMEDIATE")
            db.execute("UPDATE copies SET voided = 1 WHERE voided IS NULL")
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)
        beside = Path(f"{written}-journal")
        assert beside.stat().st_size
        before = contents(written.parent)
        with Ledger(written) as ledger:
            assert ledger.count() == 21 * 77
            assert list(verify(ledger, serials)) == []
        assert contents(written.parent) == before
        with Ledger(written, write=True) as ledger:
            assert ledger.count() == 21 * 77
        assert not beside.exists()

    def test_reading_writes_nothing(self, written: Path) -> None:
        before = contents(written.parent)
        with Ledger(written) as ledger:
            list(verify(ledger))
            assert contents(written.parent) == before
        written.chmod(0o400)
        with Ledger(written) as ledger:
            assert ledger.count() == 21 * 77


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
class TestLinks:
    def test_a_link_is_not_written(self, written: Path) -> None:
        link = written.parent / "link.ledger"
        link.symlink_to(written)
        before = written.read_bytes()
        with pytest.raises(OutputError, match="it is a link to"):
            Ledger(link, write=True)
        with pytest.raises(OutputError, match="there is a file already"):
            open_ledger(link, simple())
        assert written.read_bytes() == before

    def test_a_dangling_link_makes_no_file(self, folder: Path) -> None:
        link = folder / "run.ledger"
        link.symlink_to(folder / "elsewhere")
        with pytest.raises(OutputError, match="it is a link to"):
            open_ledger(link, simple())
        assert not (folder / "elsewhere").exists()

    def test_a_file_with_two_names_is_not_written(self, written: Path) -> None:
        (written.parent / "second.txt").hardlink_to(written)
        with pytest.raises(OutputError, match="has 2 names"):
            Ledger(written, write=True)


def strange(path: Path, *statements: str) -> None:
    """Change the tables of a ledger by hand."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            db.execute(statement)
    db.close()


SCHEMES = {
    "a view in place of a table": (
        "DROP TABLE inserts",
        "CREATE VIEW inserts AS WITH RECURSIVE n AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT * FROM n",
    ),
    "a view beside them": ("CREATE VIEW own AS SELECT 1",),
    "a trigger": ("CREATE TRIGGER own AFTER INSERT ON copies BEGIN DELETE FROM copies; END",),
    "an index": ("CREATE INDEX own ON designs (abs(id))",),
    "a table": ("CREATE TABLE own (x)",),
    "a virtual table": ("CREATE VIRTUAL TABLE own USING fts5(x)",),
    "a generated column": (
        "DROP TABLE inserts",
        "CREATE TABLE inserts (id INTEGER PRIMARY KEY, name TEXT AS (hex(zeroblob(1000000000))), subject)",
    ),
    "no table": ("DROP TABLE copies",),
    "another size": ("UPDATE sqlite_master SET sql = replace(sql, 'AND 7)', 'AND 99999)')",),
}


@pytest.mark.parametrize("statements", SCHEMES.values(), ids=SCHEMES)
def test_other_tables_than_ours_are_refused(written: Path, statements: tuple[str, ...]) -> None:
    strange(written, *statements)
    for write in (False, True):
        with pytest.raises(InputError, match="its tables are not those of a ledger"):
            Ledger(written, write)


def loosely(path: Path, table: str, statement: str) -> None:
    """Change a table without its types and checks, and write down that it has them."""
    query = "SELECT type, name, sql FROM sqlite_master WHERE tbl_name = ? AND sql NOT NULL"
    with sqlite3.connect(path) as db:
        rows = db.execute(query, (table,)).fetchall()
        right = next(sql for kind, _, sql in rows if kind == "table")
        others = [(kind, name, sql) for kind, name, sql in rows if kind != "table"]
        for kind, name, _ in others:
            db.execute(f"DROP {kind} {name}")
        loose = re.sub(
            r" NOT NULL| CHECK \((?:[^()]|\([^()]*\))*\)| TEXT|STRICT| INTEGER(?! PRIMARY)", "", right
        )
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = ? WHERE type = 'table' AND name = ?", (loose, table))
    db.close()
    with sqlite3.connect(path) as db:
        db.execute(statement)
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = ? WHERE type = 'table' AND name = ?", (right, table))
    db.close()
    with sqlite3.connect(path) as db:
        for _, _, sql in others:
            db.execute(sql)
    db.close()


TYPES = {
    "a text for the seed": ("run", "UPDATE run SET seed = 'x'"),
    "bytes for a name": ("designs", "UPDATE designs SET name = x'ff00' WHERE id = 3"),
    "nothing for a wave": ("designs", "UPDATE designs SET wave = NULL"),
    "a fraction for copies": ("tiers", "UPDATE tiers SET copies = 1.5"),
    "copies without end": ("tiers", "UPDATE tiers SET copies = 10000000000000"),
    "a size of a pack": ("run", "UPDATE run SET size = 10000000000000"),
    "a text for a level": ("waves", "UPDATE waves SET copies = 'many'"),
    "a text for a place": ("packs", "UPDATE packs SET position = 'x' WHERE number = 3"),
    "a number for a text of an event": ("events", "UPDATE events SET data = 7"),
}


@pytest.mark.parametrize(("table", "statement"), TYPES.values(), ids=TYPES)
def test_a_value_of_another_type_is_damage(written: Path, table: str, statement: str) -> None:
    loosely(written, table, statement)
    with pytest.raises(InputError, match="is damaged"), Ledger(written) as ledger:
        everything(ledger)


def everything(ledger: Ledger) -> None:
    """Read all that a ledger has."""
    from cardtools.reports.stats.runs import ledger_tables

    assert ledger.opening
    assert ledger.level()
    assert ledger.waves()
    assert ledger.designs()
    assert list(ledger.packs())
    assert list(ledger.copies())
    assert list(ledger_tables(ledger))
    assert list(verify(ledger)) is not None


def forge(path: Path, number: int, change: Callable[[Any], Any]) -> None:
    """Change what an event says, and make all hashes anew."""
    db = sqlite3.connect(path)
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE name LIKE 'events_%'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    previous = ""
    for row in db.execute("SELECT * FROM events ORDER BY number").fetchall():
        event = LedgerEvent(*row)._replace(previous=previous)
        if event.number == number:
            data = change(json.loads(event.data))
            event = event._replace(data=data if isinstance(data, str) else json.dumps(data))
        previous = event.right_hash
        values = (event.data, event.previous, previous, event.number)
        db.execute("UPDATE events SET data = ?, previous = ?, hash = ? WHERE number = ?", values)
    for _, sql in triggers:
        db.execute(sql)
    db.commit()
    db.close()


FORGED: dict[str, tuple[int, Callable[[Any], Any]]] = {
    "a wave of copies without end": (2, lambda data: data | {"after": [1_680_000_000] * 6}),
    "more copies than the ledger has": (2, lambda data: data | {"after": [400, 200, 100, 40, 20, 10]}),
    "fewer copies than nothing": (2, lambda data: data | {"after": [-1] * 6}),
    "tiers without end": (1, lambda data: data | {"tiers": [[1, "x", 10**13]]}),
    "many tiers": (1, lambda data: data | {"tiers": [[n, f"{n}", 1_000_000] for n in range(1, 9)]}),
    "a seed of 4,000 digits": (1, lambda data: json.dumps(data | {"seed": 10**4000})),
    "a number of 10,000 digits": (1, lambda data: '{"seed": 1' + "0" * 10_000 + "}"),
    "an object in a list": (2, lambda data: data | {"designs": [{}]}),
    "lists in lists": (2, lambda data: "[" * 100_000),
    "nothing": (2, lambda data: None),
    "no number": (3, lambda data: {"copies": [float("nan")]}),
    "a copy that is none": (3, lambda data: {"copies": [2**31]}),
    "no copies": (4, lambda data: {"copies": [], "serials": []}),
    "no serials": (4, lambda data: data | {"serials": []}),
    "another size": (1, lambda data: data | {"size": 10**6}),
    "boxes of nothing": (1, lambda data: data | {"box": 0}),
}


@pytest.mark.parametrize(("number", "change"), FORGED.values(), ids=FORGED)
def test_an_event_that_says_too_much_is_named(
    written: Path, number: int, change: Callable[[Any], Any]
) -> None:
    forge(written, number, change)
    start = time.process_time()
    with Ledger(written) as ledger:
        (one,) = verify(ledger)
    assert one.code == "TTP109"
    assert f"event {number} (" in one.message
    assert "cannot be repeated" in one.message
    assert time.process_time() - start < 5


def test_too_many_events_are_refused(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtools.ground.limits import Limits

    monkeypatch.setattr("cardtools.printrun.ledger.limits", lambda: Limits(ledger_events=3))
    with Ledger(written, write=True) as ledger, pytest.raises(OutputError, match="5 ledger events, and 3"):
        ledger.void([9], "torn")
    with Ledger(written) as ledger, pytest.raises(InputError, match="it has more than 3 events"):
        ledger.events()


def test_events_that_are_too_long_are_refused(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtools.ground.limits import Limits

    forge(written, 2, lambda data: data | {"name": "x" * 5_000})
    with Ledger(written) as ledger:
        assert len(ledger.events()) == 4
    monkeypatch.setattr("cardtools.printrun.ledger.limits", lambda: Limits(ledger_event_bytes=5_000))
    with Ledger(written) as ledger, pytest.raises(InputError, match=r"is damaged|is longer than"):
        ledger.events()


def endless(path: Path) -> None:
    """Let the tree of the copies lead to the same pages again and again: 300 to the 15th power rows."""
    with sqlite3.connect(path) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'copies'").fetchone()
    db.close()
    data = bytearray(path.read_bytes())
    pages = len(data) // PAGE
    leaf = int.from_bytes(data[(root - 1) * PAGE + 8 : (root - 1) * PAGE + 12], "big")

    def node(child: int) -> bytes:
        cells, starts = b"", []
        for _ in range(300):
            cells = child.to_bytes(4, "big") + b"\x83\x80\x00" + cells
            starts.append(PAGE - len(cells))
        head = b"\5\0\0" + len(starts).to_bytes(2, "big") + starts[-1].to_bytes(2, "big") + b"\0"
        head += child.to_bytes(4, "big") + b"".join(at.to_bytes(2, "big") for at in starts)
        return head + bytes(PAGE - len(head) - len(cells)) + cells

    data[(root - 1) * PAGE : root * PAGE] = node(pages + 1)
    for level in range(1, 15):
        data += node(pages + level + 1 if level < 14 else leaf)
    data[28:32] = (len(data) // PAGE).to_bytes(4, "big")
    path.write_bytes(data)


def test_a_tree_without_end_is_read_for_a_while_only(written: Path) -> None:
    endless(written)
    start = time.process_time()
    for query in ("SELECT sum(tier) FROM copies", "SELECT serial, tier FROM copies"):
        with Ledger(written) as ledger, pytest.raises(InputError, match=r"has no end|its texts are longer"):
            list(ledger.rows(query))
    assert time.process_time() - start < 5


def test_a_signal_ends_a_query(written: Path) -> None:
    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGALRM, end)
    try:
        with Ledger(written) as ledger:
            ledger.db.watch.allow(10**12)
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            start = time.monotonic()
            with pytest.raises(SystemExit) as stop:
                list(
                    ledger.rows(
                        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT 2 FROM n) SELECT sum(i) FROM n"
                    )
                )
            assert stop.value.code == 128 + signal.SIGALRM
            assert time.monotonic() - start < 5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def calls() -> Iterator[str]:
    """The files of the program that open databases."""
    for file, tree in files().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in (
                "sqlite3.connect",
                "sqlite3.Connection",
            ):
                yield file
            assert not isinstance(node, ast.Attribute) or node.attr != "enable_load_extension"


def test_ledgers_are_opened_in_one_place_and_tables_in_another() -> None:
    assert set(calls()) == {"printrun/ledgerfile.py", "ground/tables/workbooks/sqlite_table.py"}


def test_connecting_never_makes_a_file(folder: Path) -> None:
    for write in (False, True):
        with pytest.raises(InputError, match="no such ledger"):
            connect(folder / "run.ledger", write)
    assert list(folder.iterdir()) == []
