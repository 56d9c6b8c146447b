"""The ledger: its laws hold over random runs, it refuses a wrong run, and whatever happens to it is found."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from cardtools.ground.errors import CardtoolsError, InputError, OutputError
from cardtools.ground.limits import limits
from cardtools.printrun.events import LedgerEvent
from cardtools.printrun.ledger import Ledger, is_missing
from cardtools.printrun.shares import Allocation
from cardtools.printrun.verify import verify
from runs import INSERTS, open_ledger, planned, runs, serials, simple


def problems(path: Path, with_key: bool = True) -> list[str]:
    """The codes and messages of what `verify` finds."""
    with Ledger(path) as ledger:
        return [f"{one.code} {one.message}" for one in verify(ledger, serials if with_key else None)]


@pytest.fixture
def written(folder: Path) -> Path:
    """A ledger of 3,003 copies in two waves, with a copy that was replaced."""
    path = folder / "run.ledger"
    waves = simple(21, 7, 2)
    with open_ledger(path, waves) as ledger:
        ledger.add_wave(planned(waves[0], INSERTS[:2]), serials, "launch")
        ledger.void([5, 6], "torn")
        ledger.replace(serials, "again")
        ledger.add_wave(planned(waves[1], INSERTS), serials, "winter")
    return path


@pytest.fixture
def edited(written: Path) -> Iterator[sqlite3.Connection]:
    """The ledger as somebody opens it who changes it by hand, without its constraints."""
    db = sqlite3.connect(written)
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        sql = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
        db.execute(f"DROP TRIGGER {name}")
        db.execute("CREATE TEMP TABLE IF NOT EXISTS dropped (sql TEXT)")
        db.execute("INSERT INTO dropped VALUES (?)", (sql,))
    yield db
    db.close()


def keep(db: sqlite3.Connection) -> None:
    """Put the triggers back, as somebody would who hides what he did."""
    for (sql,) in db.execute("SELECT sql FROM dropped").fetchall():
        db.execute(sql)
    db.commit()


def test_a_wave_of_many_designs_can_be_followed(folder: Path) -> None:
    waves = simple(700, 7, 2)
    with open_ledger(folder / "run.ledger", waves) as ledger:
        ledger.add_wave(planned(waves[0]), serials, "launch")
        assert len(ledger.events()[-1].data) > limits().ledger_text_bytes
        ledger.add_wave(planned(waves[1]), serials, "winter")
        assert len(ledger.waves()) == 2


@given(runs(12))
def test_any_run_is_written_and_verified(
    tmp_path_factory: pytest.TempPathFactory, waves: list[Allocation]
) -> None:
    path = tmp_path_factory.mktemp("run") / "run.ledger"
    issued: Counter[tuple[int, int]] = Counter()
    with open_ledger(path, waves) as ledger:
        for wave in waves:
            ledger.add_wave(planned(wave, INSERTS), serials, "wave")
            after = Counter((copy.design, copy.tier) for copy in ledger.copies())
            assert all(after[key] >= count for key, count in issued.items())
            assert {after[d, wave.tiers[0]] for d in range(1, wave.old + wave.new + 1)} == {wave.after[0]}
            issued = after
        copies = list(ledger.copies())
        assert len({copy.serial for copy in copies}) == len(copies) == sum(wave.copies for wave in waves)
        assert len({(copy.pack, copy.name) for copy in copies}) == len(copies)
        assert {copy.number for copy in ledger.copies("sheet")} == set(range(len(copies)))
        tales = Counter(pack.subject for pack in ledger.packs())
        assert abs(tales["design 1"] - tales["design 2"]) <= 1
    assert problems(path) == problems(path, with_key=False) == []


def test_a_replacement_is_like_for_like(written: Path) -> None:
    with Ledger(written) as ledger:
        copies = {copy.number: copy for copy in ledger.copies("number", voided=True)}
        pairs = dict(ledger.rows("SELECT replaces, number FROM copies WHERE replaces IS NOT NULL"))
        for old, new in pairs.items():
            was, now = copies[old], copies[new]
            assert was.is_void
            assert not now.is_void
            assert now.serial != was.serial
            kept = ("design", "tier", "ordinal", "wave", "box", "pack", "position")
            assert [getattr(was, name) for name in kept] == [getattr(now, name) for name in kept]
        assert len(pairs) == 2
        assert ledger.count() == 42 * 77


def test_a_replacement_can_be_replaced_in_a_later_wave(written: Path) -> None:
    with Ledger(written, write=True) as ledger:
        new = [number for (number,) in ledger.rows("SELECT number FROM copies WHERE replaces IS NOT NULL")]
        ledger.void([new[0], 2000], "lost")
        assert ledger.voids() == [new[0], 2000]
        assert len(ledger.replace(serials, "again")) == 2
        assert ledger.replace(serials, "again") == []
    assert problems(written) == problems(written, with_key=False) == []


def test_a_void_that_is_not_replaced_is_reported(written: Path) -> None:
    with Ledger(written, write=True) as ledger:
        ledger.void([7], "lost")
    (one,) = problems(written)
    assert one == "TTP111 1 voided copy is not replaced: 7"


@pytest.mark.parametrize("numbers", [[5], [99_999], [1, 5]])
def test_a_copy_that_is_void_or_unknown_is_not_voided(written: Path, numbers: list[int]) -> None:
    with Ledger(written, write=True) as ledger:
        events = len(ledger.events())
        with pytest.raises(InputError, match="no copy has the number"):
            ledger.void(numbers, "torn")
        assert len(ledger.events()) == events
        assert ledger.voids() == []


ADD = (
    "INSERT INTO copies SELECT 99999, design, tier, {ordinal}, wave, {pack}, {position}, 99999, {serial},"
    " NULL, NULL FROM copies WHERE number = {number}"
)


def added(number: int = 5, **changes: str) -> str:
    """The statement that adds a copy like another; copy 5 is void, so that its place is free."""
    values = {"ordinal": "ordinal", "pack": "pack", "position": "position", "serial": "'X'"} | changes
    return ADD.format(number=number, **values)


WRONG = {
    "a copy beyond the plan": added(ordinal="41"),
    "a second copy with the same ordinal": added(9, pack="pack + 1"),
    "a second copy in the same place": added(9, ordinal="ordinal + 1"),
    "a serial again": added(serial="serial"),
    "a copy of no pack": added(pack="4711"),
    "a pack of eight": added(position="8"),
    "a copy that changes": "UPDATE copies SET tier = 6 WHERE number = 9",
    "a void that is taken back": "UPDATE copies SET voided = NULL WHERE number = 5",
    "a copy that goes away": "DELETE FROM copies WHERE number = 9",
    "an event that changes": "UPDATE events SET reason = 'nothing' WHERE number = 2",
    "an event that goes away": "DELETE FROM events WHERE number = 2",
    "a text for a number": "INSERT INTO boxes VALUES ('x', 1)",
    "two packs in one place of a box": (
        "INSERT INTO packs SELECT 9999, wave, box, position, NULL FROM packs WHERE number = 1"
    ),
}


@pytest.mark.parametrize("statement", WRONG.values(), ids=WRONG)
def test_the_database_refuses_a_wrong_run(written: Path, statement: str) -> None:
    with Ledger(written, write=True) as ledger, pytest.raises(sqlite3.IntegrityError):
        ledger.db.execute(statement)


def test_a_design_cannot_be_twice_in_a_pack(written: Path) -> None:
    with Ledger(written, write=True) as ledger:
        # The place of a voided copy is free, but not for a design that the pack has.
        first = "SELECT pack, number FROM copies WHERE voided IS NULL"
        pack, own = next(ledger.rows(f"{first} AND design = 1"))
        other = next(ledger.rows(f"{first} AND design <> 1 AND pack = {pack}"))[1]
        ledger.void([other], "torn")
        with pytest.raises(sqlite3.IntegrityError, match=r"pack, copies\.design"):
            ledger.db.execute(
                "INSERT INTO copies SELECT 99999, 1, o.tier, 40, v.wave, v.pack, v.position, 9999, 'X', NULL,"
                f" NULL FROM copies v, copies o WHERE v.number = {other} AND o.number = {own}"
            )


EDITS = {
    "UPDATE copies SET tier = 6, ordinal = 9 WHERE number = 1000": "copies, row 1000 is",
    "DELETE FROM copies WHERE number = 1000": "copies, row 1000 is missing",
    "UPDATE copies SET serial = 'A0000000000000' WHERE number = 9": "copies, row 9 has the serial A0000",
    "UPDATE copies SET slot = 99999 WHERE number = 1000": "copies, row 1000 is",
    "INSERT INTO copies SELECT 9999, 1, 1, 1, 1, 1, 1, 9999, 'X', 1, 5 FROM run": "copies, row 9999 is",
    'UPDATE packs SET "insert" = 1 + "insert" % 2 WHERE number = 3': "packs, row 3 is",
    "UPDATE designs SET name = 'other' WHERE id = 3": "designs, row 3 is 3, other",
    "UPDATE run SET seed = 6": "run, row 1 is",
    "INSERT INTO allowed VALUES (6, 3)": "allowed, row 6 is",
    "UPDATE waves SET copies = 3": "waves, row 1 is",
    "DELETE FROM boxes WHERE number = 1": "boxes, row 1 is missing",
}


@pytest.mark.parametrize("statement", EDITS)
def test_a_row_that_was_edited_is_named(written: Path, edited: sqlite3.Connection, statement: str) -> None:
    edited.execute(statement)
    keep(edited)
    found = problems(written)
    assert any(one.startswith(f"TTP110 {EDITS[statement]}") for one in found), found
    assert problems(written, with_key=False)


@pytest.mark.parametrize(
    ("statement", "first"),
    [
        ("UPDATE events SET reason = 'other' WHERE number = 2", "event 2 (wave, "),
        ("UPDATE events SET time = '2020-01-01T00:00:00Z' WHERE number = 3", "event 3 (void, 2020"),
        ("UPDATE events SET data = replace(data, '5', '7') WHERE number = 3", "event 3 (void, "),
        ("DELETE FROM events WHERE number = 4", "event 4 is missing"),
        ("DELETE FROM events WHERE number = 1", "event 1 is missing"),
        ("UPDATE events SET previous = '', hash = 'x' WHERE number = 4", "event 4 (replace, "),
        ("DELETE FROM events", "there are no events"),
    ],
)
def test_the_first_broken_event_is_named(
    written: Path, edited: sqlite3.Connection, statement: str, first: str
) -> None:
    edited.execute("PRAGMA foreign_keys = OFF")
    edited.execute(statement)
    keep(edited)
    (one,) = problems(written)
    assert one.startswith(f"TTP109 {first}")


def test_a_trigger_that_is_missing_is_found(written: Path, edited: sqlite3.Connection) -> None:
    edited.commit()
    with pytest.raises(InputError, match="its tables are not those of a ledger: trigger copies_remain"):
        Ledger(written)


def test_a_new_chain_is_not_the_one_that_was_printed(written: Path, edited: sqlite3.Connection) -> None:
    # Somebody who makes all hashes again is found by the hash that the publisher has noted.
    events = [LedgerEvent(*row) for row in edited.execute("SELECT * FROM events ORDER BY number")]
    last, previous = events[-1].hash, ""
    for event in events:
        changed = event._replace(previous=previous, reason="other")
        previous = changed.right_hash
        edited.execute(
            "UPDATE events SET previous = ?, reason = 'other', hash = ? WHERE number = ?",
            (changed.previous, previous, event.number),
        )
    keep(edited)
    assert problems(written) == []
    assert previous != last


@pytest.mark.parametrize("store", ["text", "hash"])
def test_serials_are_kept_as_the_plan_says(folder: Path, store: str) -> None:
    waves = simple()
    with open_ledger(folder / "run.ledger", waves, store) as ledger:
        ledger.add_wave(planned(waves[0]), serials, "launch")
        copy = ledger.find(serials(17, 1)[0])
        assert copy
        assert copy.number == 17
        assert (copy.serial == serials(17, 1)[0]) is (store == "text")
    assert problems(folder / "run.ledger") == []
    assert os.stat(folder / "run.ledger").st_mode & 0o077 == 0


def test_a_ledger_of_a_newer_version(written: Path, edited: sqlite3.Connection) -> None:
    edited.execute("PRAGMA user_version = 99")
    edited.commit()
    with pytest.raises(InputError, match="version 99") as error:
        Ledger(written)
    assert "use a newer cardtools" in str(error.value)


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100, b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_ledger(folder: Path, content: bytes) -> None:
    path = folder / "run.ledger"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"is not a ledger|is damaged"):
        Ledger(path)


def test_a_missing_ledger(folder: Path) -> None:
    with pytest.raises(InputError, match="no such ledger"):
        Ledger(folder / "run.ledger")


@pytest.mark.parametrize("share", [1, 3, 10, 50, 90])
def test_a_truncated_ledger(written: Path, share: int) -> None:
    data = written.read_bytes()
    written.write_bytes(data[: len(data) * share // 100])
    try:
        assert problems(written)
    except InputError as error:
        assert "is damaged" in str(error)


def test_bytes_that_were_changed_never_end_in_a_traceback(written: Path) -> None:
    data, rng = written.read_bytes(), random.Random(3)
    for _ in range(40):
        changed = bytearray(data)
        for _ in range(rng.choice((1, 20, 400))):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        written.write_bytes(changed)
        with contextlib.suppress(CardtoolsError):
            problems(written, with_key=False)


def test_another_process_that_writes(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtools.printrun.ledgerfile._WAIT", 0.05)
    with Ledger(written, write=True) as one, Ledger(written, write=True) as other:
        one.db.execute("BEGIN IMMEDIATE")
        with pytest.raises(OutputError, match="another process is writing"):
            other.void([9], "torn")
        assert other.count() == 42 * 77  # it can be read meanwhile
        one.db.execute("ROLLBACK")
        other.void([9], "torn")


def test_two_processes_never_deal_a_wave_twice(folder: Path) -> None:
    waves = simple(21, 7, 2)
    with (
        open_ledger(folder / "run.ledger", waves) as one,
        Ledger(folder / "run.ledger", write=True) as other,
    ):
        one.add_wave(planned(waves[0]), serials, "launch")
        with pytest.raises(InputError, match="refuses the change"):
            other.add_wave(planned(waves[0]), serials, "launch")
    assert problems(folder / "run.ledger") == []


def test_a_full_disk_leaves_the_ledger_as_it_was(folder: Path) -> None:
    waves = simple(21, 7, 2)
    path = folder / "run.ledger"
    with open_ledger(path, waves) as ledger:
        ledger.add_wave(planned(waves[0]), serials, "launch")
        pages = next(ledger.rows("PRAGMA page_count"))[0]
        ledger.db.execute(f"PRAGMA max_page_count = {pages + 3}").fetchone()
        with pytest.raises(OutputError, match="the disk is full; the ledger is as it was"):
            ledger.add_wave(planned(waves[1]), serials, "winter")
    assert problems(path) == []
    with Ledger(path, write=True) as ledger:
        ledger.add_wave(planned(waves[1]), serials, "winter")
    assert problems(path) == []


def test_a_ledger_does_not_replace_a_file(written: Path) -> None:
    with pytest.raises(OutputError, match="there is a file already"):
        open_ledger(written, simple())


def go_on(path: Path, waves: list[Allocation]) -> bool:
    """Deal the waves that are left, as `cardtools run deal --all` does; whether there were any."""
    is_new = is_missing(path)
    with open_ledger(path, waves) if is_new else Ledger(path, write=True) as ledger:
        done = len(ledger.waves())
        for wave in waves[done:]:
            ledger.add_wave(planned(wave, INSERTS), serials, f"wave {wave.number}")
            ledger.void([wave.number], "torn")
            ledger.replace(serials, "again")
    return done < len(waves)


@pytest.mark.end_to_end
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_that_is_killed_leaves_a_ledger_that_goes_on(folder: Path) -> None:
    waves, rng = simple(21, 7, 11), random.Random(7)
    whole = folder / "whole.ledger"
    go_on(whole, waves)
    with Ledger(whole) as ledger:
        right = {copy[:-1] for copy in ledger.copies()}
    path, killed = folder / "run.ledger", 0
    while killed < 50:
        child = os.fork()
        if not child:
            go_on(path, waves)
            os._exit(0)
        time.sleep(rng.uniform(0, 0.08))
        os.kill(child, signal.SIGKILL)
        killed += os.WIFSIGNALED(os.waitpid(child, 0)[1])
        if not is_missing(path):
            found = [one for one in problems(path) if not one.startswith("TTP111")]
            assert found == []
            with Ledger(path, write=True) as ledger:
                ledger.replace(serials, "after the crash")
                if len(ledger.waves()) == len(waves):
                    assert len(right) == ledger.count()
                    shutil.rmtree(folder / "old", ignore_errors=True)
                    ledger.db.close()
                    for file in folder.glob("run.ledger*"):
                        file.unlink()
    go_on(path, waves)
    assert problems(path) == []


def test_a_first_transaction_that_was_cut_off_is_no_ledger(folder: Path) -> None:
    path = folder / "run.ledger"
    child = sqlite3.connect(path, isolation_level=None)
    child.execute("PRAGMA cache_spill = 1")
    child.execute("PRAGMA cache_size = 1")
    child.execute("BEGIN IMMEDIATE")
    child.execute("CREATE TABLE half (text)")
    child.executemany("INSERT INTO half VALUES (?)", [("x" * 5000,)] * 50)
    for name in ("run.ledger", "run.ledger-journal"):  # as a process that is killed leaves them
        (folder / f"half-{name}").write_bytes((folder / name).read_bytes())
    child.execute("ROLLBACK")
    child.close()
    half = folder / "half-run.ledger"
    assert half.stat().st_size
    assert is_missing(half)
    assert go_on(half, simple(21, 7, 11))
    assert problems(half) == []
