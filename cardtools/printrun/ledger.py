"""The ledger of a print run: one SQLite file with every copy, pack and box, and everything that happened.

The database itself refuses a wrong run: a copy beyond the plan, a design twice in a pack, two copies in one
place, a copy that changes. Each change is one transaction, so a process that is killed leaves the ledger as
it was before. Whoever has the ledger knows what is in each pack: only its owner can read the file.
"""

from __future__ import annotations

import datetime
import hashlib
import itertools
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from cardtools.ground.errors import OutputError, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import open_regular, require_folder, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.printrun.deal import Lot, deal_inserts, fitted
from cardtools.printrun.events import LedgerEvent
from cardtools.printrun.ledgerfile import checked, connect, create, recover
from cardtools.printrun.serials import ALPHABET, LENGTH, clean_serial
from cardtools.printrun.tables import INDEXES, changed_tables, schema

VERSION = 2
SUFFIX = ".ledger"
_APPLICATION = 0x43545255  # "CTRU" marks the file
_CACHE = 64 * 1024  # KiB
_READ = 10_000  # rows read at once
_A_COPY = 1_000  # steps of SQLite's machine for each copy that is written
_COPY = "go back to a copy of the ledger from before"
_WAIT_HELP = "\n  help: wait until it has finished, then run this again"
_CANNOT_WRITE = {
    "locked": f"another process is writing to it{_WAIT_HELP}",
    "full": "the disk is full; the ledger is as it was\n  help: make room, and run the same command again",
    "readonly": "cannot be written: you have no right to",
    "unable to open": "cannot be opened or written",
}
MakeSerials = Callable[[int, int], Sequence[str]]
Order = Literal["pack", "sheet", "number"]
_ORDERS = {"pack": "c.pack, c.position, c.number", "sheet": "c.wave, c.slot", "number": "c.number"}
# CROSS JOIN keeps SQLite from reading the tables in another order.
_COPIES = (
    "SELECT c.number, c.design, d.name, d.code, c.tier, t.name, c.ordinal, c.wave, p.box, c.pack, c.position,"
    " c.slot, c.serial, c.voided FROM copies c CROSS JOIN designs d ON d.id = c.design"
    " CROSS JOIN tiers t ON t.tier = c.tier CROSS JOIN packs p ON p.number = c.pack"
)
_COPY_KINDS = "iittitiiiiiit?"
_RUN = ("id", "name", "seed", "size", "box", "store", "key", "tiers")


class RunOpening(Record):
    """What does not change during a run. `key` is the fingerprint of its key. `tiers` has the
    number, the name and the copies of each rarity of a design, at the end of the run.
    """

    id: str
    name: str
    seed: int
    size: int
    box: int
    store: str
    key: str
    tiers: tuple[tuple[int, str, int], ...]


class Issue(Record):
    """A wave to print: `copies` of each design are due after it, those in `after` by tier. `designs` has the
    names and codes of the designs that it adds, `inserts` the names and subjects of the inserts.
    """

    name: str
    copies: int
    after: tuple[int, ...]
    designs: tuple[tuple[str, str], ...]
    inserts: tuple[tuple[str, str], ...] = ()


class Copy(NamedTuple):
    """A copy. `number` is that of its serial, from 0; `design` the number of its design, from 1. Packs, boxes
    and waves count from 1, `position` in the pack from 1, `slot` on the sheets of its wave from 0. `serial`
    is its hash if the ledger keeps only hashes.
    """

    number: int
    design: int
    name: str
    code: str
    tier: int
    rarity: str
    ordinal: int
    wave: int
    box: int
    pack: int
    position: int
    slot: int
    serial: str
    is_void: bool


class Pack(NamedTuple):
    """A pack: its place in a box, and the name and the subject of its insert, "" if it has none."""

    number: int
    wave: int
    box: int
    position: int
    insert: str
    subject: str


def stored(serial: str, store: str) -> str:
    """A serial as the ledger keeps it: itself, or its hash."""
    return hashlib.blake2b(serial.encode(), digest_size=16).hexdigest() if store == "hash" else serial


def is_missing(path: Path) -> bool:
    """Whether there is no ledger yet: no file, or an empty one, when what a process that was killed in its
    first transaction has left is undone. Raises InputError or OutputError as `Ledger` does to write.
    """
    with errors_of(path):
        if os.path.lexists(path):
            recover(path)
        return not path.is_file() or not path.stat().st_size


def is_ledger(path: Path) -> bool:
    """Whether a file says that it is a ledger. Raises OutputError if it cannot be read."""
    with errors_of(path), open(path, "rb", opener=open_regular) as file:
        head = file.read(72)
    return head.startswith(b"SQLite format 3") and head[68:] == _APPLICATION.to_bytes(4, "big")


class Ledger:
    """An open ledger; a context manager. Every method raises InputError or OutputError where the file cannot
    be used.
    """

    def __init__(self, path: Path, write: bool = False) -> None:
        """Open the ledger of a file. Raises InputError if it is missing, no ledger, of another version, or if
        its tables are not ours.
        """
        self.path = path
        with self._errors():
            self.db = connect(path, write)
            try:
                self._set_up(write)
            except BaseException:
                self.db.close()
                raise

    def _set_up(self, write: bool) -> None:
        execute = self.db.execute
        application, version = (
            execute(f"PRAGMA {n}").fetchone()[0] for n in ("application_id", "user_version")
        )
        if application != _APPLICATION:
            raise bad_input(shown(self.path), "is not a ledger of cardtools")
        if version != VERSION:
            newer = "use a newer cardtools" if version > VERSION else "use the cardtools that made it"
            message = f"a ledger of version {version}, and this cardtools reads version {VERSION}"
            raise bad_input(shown(self.path), message, newer)
        if changed := changed_tables(self.db):
            message = f"its tables are not those of a ledger: {changed[:60]} was changed, added or removed"
            raise bad_input(shown(self.path), message, _COPY)
        execute(f"PRAGMA cache_size = -{_CACHE}")
        execute("PRAGMA foreign_keys = ON")
        execute("PRAGMA synchronous = FULL")
        if not write:
            execute("PRAGMA query_only = ON")

    @classmethod
    def create(cls, path: Path, opening: RunOpening, reason: str = "new run") -> Ledger:
        """Make a ledger without any copies, and open it for writing.

        An empty file, which a process that was killed may leave, is replaced; any other is not.
        """
        require_folder(path)
        if not is_missing(path):
            raise OutputError(f"{shown(path)}: there is a file already\n  help: name another file")
        self = cls.__new__(cls)
        self.path = path
        with self._errors():
            self.db = create(path)
            try:
                with self._transaction():
                    self.db.watch.allow(_A_COPY * sum(copies for _, _, copies in opening.tiers))
                    self._make_tables(opening, reason)
                self._set_up(write=True)
            except BaseException:
                self.db.close()
                raise
        return self

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error):
            self.db.close()

    # Reading

    @cached_property
    def opening(self) -> RunOpening:
        """What the run is."""
        with self._errors():
            row = next(
                self.rows("SELECT id, name, seed, size, box, store, key FROM run", (), "ttiiitt"), None
            )
            if row is None:
                raise bad_input(shown(self.path), "the table run is empty", _COPY)
            tiers = list(self.rows("SELECT tier, name, copies FROM tiers ORDER BY tier", (), "iti"))
        self._read_event(
            LedgerEvent(1, "", "open", "", json.dumps(dict(zip(_RUN, (*row, tiers), strict=True))))
        )
        if row[0] not in ALPHABET:  # it is in the names of files
            raise bad_input(shown(self.path), f"the run has the id {row[0]!r}", _COPY)
        id_, name, seed, size, box, store, key = row
        return RunOpening(id_, name, seed, size, box, store, key, tuple(tiers))

    @property
    def opened(self) -> str:
        """The hash of the first event: other ledgers have another, copies of this one the same."""
        found = next(self.rows("SELECT hash FROM events WHERE number = 1", (), "t"), None)
        if not found:
            raise bad_input(shown(self.path), "there are no events", _COPY)
        return str(found[0])

    def check_key(self, fingerprint: str) -> None:
        """Raise InputError if the run was begun with another key."""
        if self.opening.key != fingerprint:
            message = f"the run was begun with another key ({self.opening.key}, found {fingerprint})"
            raise bad_input(shown(self.path), message, "put back the key of this run")

    def events(self) -> list[LedgerEvent]:
        """Everything that happened, in order."""
        most, left = limits(), limits().ledger_event_bytes
        found = []
        with self._errors(), self._long_texts():
            query = "SELECT number, time, kind, reason, data, previous, hash FROM events ORDER BY number"
            for row in self.db.execute(query):
                checked([row], "itttttt", left)
                left -= len(row[4])
                found.append(LedgerEvent(*row))
                if len(found) > most.ledger_events:
                    message = f"it has more than {most.ledger_events:,} events"
                    raise bad_input(shown(self.path), message, raise_hint("ledger_events"))
        return found

    def waves(self) -> list[tuple[int, str, int]]:
        """The number, the name and the level of each wave."""
        return list(self.rows("SELECT number, name, copies FROM waves ORDER BY number", (), "iti"))

    def designs(self) -> list[tuple[int, str, str, int]]:
        """The number, the name, the code and the wave of each design, in the order of their release."""
        return list(self.rows("SELECT id, name, code, wave FROM designs ORDER BY id", (), "itti"))

    def copies(
        self, order: Order = "pack", wave: int | None = None, pack: int | None = None, voided: bool = False
    ) -> Iterator[Copy]:
        """The copies of the run, a wave or a pack, without those that are `voided` unless wanted."""
        where = [
            *([] if voided else ["voided IS NULL"]),
            *([] if wave is None else [f"c.wave = {wave:d}"]),
            *([] if pack is None else [f"c.pack = {pack:d}"]),
        ]
        only = f" WHERE {' AND '.join(where)}" if where else ""
        return map(_copy, self.rows(f"{_COPIES}{only} ORDER BY {_ORDERS[order]}", (), _COPY_KINDS))

    def find(self, word: str) -> Copy | None:
        """The copy with this serial, which may be void, or with this number; None if there is none."""
        if word.isdecimal() and len(word) < LENGTH:
            return next(
                map(_copy, self.rows(f"{_COPIES} WHERE c.number = ?", (int(word),), _COPY_KINDS)), None
            )
        serial = stored(clean_serial(word), self.opening.store)
        return next(map(_copy, self.rows(f"{_COPIES} WHERE serial = ?", (serial,), _COPY_KINDS)), None)

    def packs(self, wave: int | None = None) -> Iterator[Pack]:
        """The packs by number."""
        only = "" if wave is None else f" WHERE p.wave = {wave:d}"
        return map(
            Pack._make,
            self.rows(
                "SELECT p.number, p.wave, p.box, p.position, coalesce(i.name, ''), coalesce(i.subject, '')"
                f' FROM packs p LEFT JOIN inserts i ON i.id = p."insert"{only} ORDER BY p.number',
                (),
                "iiiitt",
            ),
        )

    def count(self, wave: int | None = None, voided: bool = False) -> int:
        """How many copies there are, without those that are `voided` unless wanted."""
        where = [*([] if voided else ["voided IS NULL"]), *([] if wave is None else [f"wave = {wave:d}"])]
        query = f"SELECT count(*) FROM copies{' WHERE ' if where else ''}{' AND '.join(where)}"
        found: int = next(self.rows(query))[0]
        return found

    def rows(self, query: str, values: Sequence[object] = (), kinds: str = "") -> Iterator[Any]:
        """The rows of a query. Raises InputError where its columns do not have these `kinds` (`checked`)."""
        with self._errors():
            left = self.db.watch.characters
            cursor = self.db.execute(query, values)
            while rows := cursor.fetchmany(_READ):
                left -= checked(rows, kinds, left)
                yield from rows

    # Writing

    def issue(self, issue: Issue, make: MakeSerials, reason: str) -> None:
        """Deal a wave and write all of its copies, packs and boxes; `make` gives the serials of the numbers
        from one on. Raises ValueError where the copies cannot be packed.
        """
        with self._errors(), self._transaction():
            lot, number = self._lot(issue), len(self.waves()) + 1
            event = len(self.events()) + 1
            first, first_slot = self.count(voided=True), 0
            self.db.watch.allow(_A_COPY * (first + lot.copies))
            insert = self.db.executemany
            self.db.execute(
                "INSERT INTO waves VALUES (?, ?, ?, ?)", (number, issue.name, issue.copies, event)
            )
            insert(
                "INSERT INTO designs (name, code, wave) VALUES (?, ?, ?)",
                ((name, code, number) for name, code in issue.designs),
            )
            self._add_inserts(issue, number)
            for index in INDEXES:
                self.db.execute(f"DROP INDEX IF EXISTS {index}")
            first_pack = self._add_packs(lot, number)
            digest = hashlib.sha256()
            for part in lot.deal.columns():
                count = len(part.design)
                serials = make(first + part.first, count)
                if self.opening.store == "hash":
                    serials = [stored(serial, "hash") for serial in serials]
                digest.update("\n".join([*serials, ""]).encode())
                insert(
                    "INSERT INTO copies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)",
                    zip(
                        range(first + part.first, first + part.first + count),
                        (part.design + 1).tolist(),
                        part.tier.tolist(),
                        part.ordinal.tolist(),
                        itertools.repeat(number),
                        (part.pack + first_pack).tolist(),
                        part.position.tolist(),
                        (part.slot + first_slot).tolist(),
                        serials,
                    ),
                )
            self._make_indexes()
            self._log("wave", reason, {**fields(issue), "first": first, "serials": digest.hexdigest()})

    def void(self, numbers: Iterable[int], reason: str) -> None:
        """Void copies: they no longer count. Raises InputError for one that does not exist or is void."""
        with self._errors(), self._transaction():
            numbers = sorted(set(numbers))
            event = self._log("void", reason, {"copies": numbers})
            for number in numbers:
                changed = self.db.execute(
                    "UPDATE copies SET voided = ? WHERE number = ? AND voided IS NULL", (event, number)
                )
                if changed.rowcount != 1:
                    raise bad_input(shown(self.path), f"no copy has the number {number:,}, or it is void")

    def voids(self) -> list[int]:
        """The numbers of the voided copies that are not replaced."""
        query = "SELECT number FROM copies WHERE voided IS NOT NULL AND number NOT IN"
        query += " (SELECT replaces FROM copies WHERE replaces IS NOT NULL) ORDER BY number"
        return [number for (number,) in self.rows(query)]

    def replace(self, make: MakeSerials, reason: str) -> list[tuple[int, int]]:
        """Replace every voided copy with a new one of the same design and rarity in the same place, with a
        serial of its own and a new slot at the end of the wave's sheets. The old and the new numbers.
        """
        with self._errors(), self._transaction():
            made = []
            numbers = self.voids()
            first = self.count(voided=True)
            serials = [stored(serial, self.opening.store) for serial in make(first, len(numbers))]
            for new, (old, serial) in enumerate(zip(numbers, serials, strict=True), first):
                self.db.execute(
                    "INSERT INTO copies SELECT ?, design, tier, ordinal, wave, pack, position,"
                    " (SELECT max(slot) + 1 FROM copies s WHERE s.wave = o.wave), ?, NULL, number"
                    " FROM copies o WHERE number = ?",
                    (new, serial, old),
                )
                made.append((old, new))
            if made:
                self._log("replace", reason, {"copies": made, "serials": serials})
            return made

    def note_print(self, file: str, sha256: str, slots: Sequence[tuple[int, int, int]], reason: str) -> None:
        """Write down that a file was printed: its name, its checksum, and the copies on it by wave and the
        first and last of slots that follow each other. The `reason` is why some are printed again.
        """
        with self._errors(), self._transaction():
            self._log("print", reason, {"file": file, "sha256": sha256, "slots": slots})

    def prints(self) -> list[tuple[LedgerEvent, dict[str, Any]]]:
        """The events that printed files, and what they say. Raises InputError where that cannot be."""
        return [(event, self._read_event(event)) for event in self.events() if event.kind == "print"]

    def _lot(self, issue: Issue) -> Lot:
        opening = self.opening
        last = max((copies for _, _, copies in self.waves()), default=0)
        if issue.copies < last:
            raise ValueError(f"{issue.copies} copies of a design, and {last} are printed already")
        old, before = len(self.designs()), self.level()
        tiers = tuple(tier for tier, _, _ in opening.tiers)
        lot = Lot(
            old, len(issue.designs), tiers, before, issue.after, opening.size, opening.box, opening.seed,
            len(self.waves()) + 1,
        )  # fmt: skip
        return fitted(lot)

    def small_packs(self) -> dict[str, int]:
        """The designs that come in smaller packs than others (`fitted`), and how many cards those have."""
        found: dict[str, int] = {}
        before: list[int] = []
        for event in self.events():
            if event.kind == "wave":
                data = self._read_event(event)
                if before == data["after"] and len(data["designs"]) < self.opening.size:
                    found |= {name: len(data["designs"]) for name, _ in data["designs"]}
                before = data["after"]
        return found

    def level(self) -> tuple[int, ...]:
        """The copies by tier that each released design has."""
        waves = [event for event in self.events() if event.kind == "wave"]
        rarities = len(self.opening.tiers)
        after = tuple(self._read_event(waves[-1])["after"]) if waves else (0,) * rarities
        if len(after) != rarities:
            message = (
                f"the file is damaged: event {waves[-1].number} has {len(after)} rarities, not {rarities}"
            )
            raise bad_input(shown(self.path), message, _COPY)
        return after

    def _read_event(self, event: LedgerEvent) -> dict[str, Any]:
        """What an event says. Raises InputError where that cannot be."""
        try:
            return event.read()
        except ValueError as error:
            message = f"the file is damaged: event {event.number} ({event.kind}): {error}"
            raise bad_input(shown(self.path), message, _COPY) from None

    def _add_inserts(self, issue: Issue, wave: int) -> None:
        known = {name for (name,) in self.rows("SELECT name FROM inserts")}
        self.db.executemany(
            "INSERT INTO inserts (name, subject, wave) VALUES (?, ?, ?)",
            ((name, subject, wave) for name, subject in issue.inserts if name not in known),
        )

    def _add_packs(self, lot: Lot, wave: int) -> int:
        """Add the packs and boxes of a wave; the number of its first pack."""
        first = next(self.rows("SELECT coalesce(max(number), 0) + 1 FROM packs"))[0]
        first_box = next(self.rows("SELECT coalesce(max(number), 0) + 1 FROM boxes"))[0]
        boxes = range(first_box, first_box + lot.boxes)
        self.db.executemany("INSERT INTO boxes VALUES (?, ?)", zip(boxes, itertools.repeat(wave)))
        box, position = lot.deal.boxes
        query = (
            'SELECT i.id, i.subject, count(p.number) FROM inserts i LEFT JOIN packs p ON p."insert" = i.id'
        )
        inserts = list(self.rows(f"{query} GROUP BY i.id ORDER BY i.id"))
        chosen: Iterable[int | None] = itertools.repeat(None)
        if inserts:
            counts, subjects = [row[2] for row in inserts], [row[1] for row in inserts]
            dealt = deal_inserts(counts, subjects, lot.packs, lot.seed, lot.wave)
            chosen = [inserts[index][0] for index in dealt.tolist()]
        numbers = range(first, first + lot.packs)
        self.db.executemany(
            "INSERT INTO packs VALUES (?, ?, ?, ?, ?)",
            zip(numbers, itertools.repeat(wave), (box + first_box).tolist(), position.tolist(), chosen),
        )
        return int(first)

    def _make_tables(self, opening: RunOpening, reason: str) -> None:
        if self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise OutputError(f"{shown(self.path)}: another process has just made it")
        for statement in schema(opening.size):
            self.db.execute(statement)
        self.db.execute(f"PRAGMA application_id = {_APPLICATION}")
        self.db.execute(f"PRAGMA user_version = {VERSION}")
        values = tuple(value for name, value in fields(opening).items() if name != "tiers")
        self.db.execute("INSERT INTO run VALUES (1, ?, ?, ?, ?, ?, ?, ?)", values)
        self.db.executemany("INSERT INTO tiers VALUES (?, ?, ?)", opening.tiers)
        allowed = ((tier, number) for tier, _, copies in opening.tiers for number in range(1, copies + 1))
        self.db.executemany("INSERT INTO allowed VALUES (?, ?)", allowed)
        self._log("open", reason, fields(opening))

    def _make_indexes(self) -> None:
        for name, columns in INDEXES.items():
            self.db.execute(f"CREATE UNIQUE INDEX {name} ON {columns}")

    def _log(self, kind: str, reason: str, data: object) -> int:
        last = self.db.execute("SELECT number, hash FROM events ORDER BY number DESC LIMIT 1").fetchone()
        number, previous = (last[0] + 1, last[1]) if last else (1, "")
        now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        event = LedgerEvent(number, now, kind, reason, json.dumps(data, ensure_ascii=False), previous)
        self._check_room(event)
        with self._long_texts():
            values = (*event[:-1], event.right_hash)
            self.db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        return number

    def _check_room(self, event: LedgerEvent) -> None:
        """Raise OutputError for an event with which the ledger could no longer be read."""
        most, used = limits(), len(event.data.encode())
        used += self.db.execute("SELECT coalesce(sum(length(data)), 0) FROM events").fetchone()[0]
        for name, found in (("ledger_events", event.number), ("ledger_event_bytes", used)):
            if found > getattr(most, name):
                message = f"{found:,} {name.replace('_', ' ')}, and {getattr(most, name):,} are allowed"
                raise OutputError(f"{shown(self.path)}: {message}\n  help: {raise_hint(name)}")

    @contextmanager
    def _long_texts(self) -> Iterator[None]:
        """Let texts be as long as the data of an event."""
        name = sqlite3.SQLITE_LIMIT_LENGTH
        before = self.db.setlimit(name, limits().ledger_event_bytes)
        try:
            yield
        finally:
            self.db.setlimit(name, before)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise

    @contextmanager
    def _errors(self) -> Iterator[None]:
        with errors_of(self.path):
            try:
                yield
            except sqlite3.OperationalError as error:
                if "interrupted" not in str(error):
                    raise
                if (watch := self.db.watch).stopped:
                    raise watch.stopped from None
                raise bad_input(
                    shown(self.path), "the file is damaged: reading it has no end", _COPY
                ) from None


@contextmanager
def errors_of(path: Path) -> Iterator[None]:
    """Turn errors of SQLite, and of what a ledger holds, into errors for people."""
    name = shown(path)
    try:
        yield
    except (sqlite3.Error, UnicodeError, OverflowError) as error:
        text = str(error)
        for sign, what in _CANNOT_WRITE.items():
            if sign in text and isinstance(error, sqlite3.Error):
                raise OutputError(f"{name}: {what}") from None
        if isinstance(error, sqlite3.DataError):
            message = f"a text is longer than {limits().ledger_text_bytes:,} bytes"
            raise bad_input(name, message, raise_hint("ledger_text_bytes")) from None
        if isinstance(error, sqlite3.IntegrityError):
            raise bad_input(name, f"the ledger refuses the change: {text}") from None
        raise bad_input(
            name, f"the file is damaged: {text}", f"{_COPY}; `cardtools run verify` checks it"
        ) from None
    except OSError as error:
        raise OutputError(f"{name}: cannot be written: {error.strerror}") from None


def _copy(row: tuple[Any, ...]) -> Copy:
    return Copy._make((*row[:-1], row[-1] is not None))


def fields(record: Record) -> dict[str, Any]:
    """The fields of a record by name."""
    return {name: getattr(record, name) for name in record.__dataclass_fields__}
