"""The ledger of a print run: one SQLite file with every copy, pack and box, and everything that happened.

The database itself refuses a wrong run: a copy beyond the plan, a design twice in a pack, two copies in one
place, a copy that changes. Each change is one transaction, so a process that is killed leaves the ledger as
it was before. Whoever has the ledger knows what is in each pack: only its owner can read the file.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from cardtools.ground.errors import InputError, OutputError, bad_input
from cardtools.ground.frozen_record import asdict
from cardtools.ground.io.files import open_regular, require_folder, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.printrun import ledgerfile
from cardtools.printrun.events import LedgerEvent, PlannedWave, RunOpening
from cardtools.printrun.ledgerfile import COPY_HINT, INDEXES, checked, errors_of
from cardtools.printrun.serials import ALPHABET, LENGTH, clean_serial

VERSION = 2
SUFFIX = ".ledger"
_APPLICATION = 0x43545255  # "CTRU" marks the file
_CACHE = 64 * 1024  # KiB
_READ = 10_000  # rows read at once
_A_COPY = 1_000  # steps of SQLite's machine for each copy that is written
MakeSerials = Callable[[int, int], Sequence[str]]
Order = Literal["pack", "sheet", "number"]
_ORDERS = {"pack": "c.pack, c.position, c.number", "sheet": "c.wave, c.slot", "number": "c.number"}
# CROSS JOIN keeps SQLite from reading the tables in another order.
_COPIES = (
    "SELECT c.number, c.design, d.name, d.code, c.tier, t.name, c.ordinal, c.wave, p.box, c.pack, c.position,"
    " c.slot, c.serial, c.voided IS NOT NULL FROM copies c CROSS JOIN designs d ON d.id = c.design"
    " CROSS JOIN tiers t ON t.tier = c.tier CROSS JOIN packs p ON p.number = c.pack"
)
_COPY_KINDS = "iittitiiiiiiti"


class Copy(NamedTuple):
    """A copy. `number` is that of its serial, from 0; `design` the number of its design, from 1. Packs, boxes
    and waves count from 1, `position` in the pack from 1, `slot` on the sheets of its wave from 0. `serial`
    is its hash if the ledger keeps only hashes. A void copy has the `is_void` 1, any other 0.
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
    is_void: int


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
            ledgerfile.recover(path)
        return not path.is_file() or not path.stat().st_size


def is_ledger(path: Path) -> bool:
    """Whether a file says that it is a ledger. Raises OutputError if it cannot be read."""
    with errors_of(path), open(path, "rb", opener=open_regular) as file:
        head = file.read(72)
    return head.startswith(b"SQLite format 3") and head[68:] == _APPLICATION.to_bytes(4, "big")


class Ledger:
    """An open ledger, a context manager. All methods raise InputError or OutputError for a bad file."""

    def __init__(self, path: Path, write: bool = False, opening: RunOpening | None = None) -> None:
        """Raises InputError if the file is missing, or no ledger; for `opening` see `create`."""
        self.path = path
        with errors_of(path):
            self.db = ledgerfile.create(path) if opening else ledgerfile.connect(path, write)
        try:
            if opening:
                self._make_tables(opening)
            with self._errors():
                self._set_up(write)
        except BaseException:
            self.db.close()
            raise

    def _set_up(self, write: bool) -> None:
        execute = self.db.execute
        (application,) = execute("PRAGMA application_id").fetchone()
        (version,) = execute("PRAGMA user_version").fetchone()
        if application != _APPLICATION:
            raise self._wrong("is not a ledger of cardtools", "")
        if version != VERSION:
            newer = "use a newer cardtools" if version > VERSION else "use the cardtools that made it"
            what = f"a ledger of version {version}, and this cardtools reads version {VERSION}"
            raise self._wrong(what, newer)
        if changed := ledgerfile.changed_tables(self.db):
            what = f"{changed[:60]} was changed, added or removed"
            raise self._wrong(f"its tables are not those of a ledger: {what}")
        settings = (f"cache_size = -{_CACHE}", "foreign_keys = ON", "synchronous = FULL", "query_only = ON")
        for setting in settings[:3] if write else settings:
            execute(f"PRAGMA {setting}")

    @classmethod
    def create(cls, path: Path, opening: RunOpening) -> Ledger:
        """Make a ledger without copies; only an empty file, as a killed process leaves it, is replaced."""
        require_folder(path)
        if not is_missing(path):
            raise OutputError(f"{shown(path)}: there is a file already\n  help: name another file")
        return cls(path, True, opening)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error):
            self.db.close()

    # Reading

    @cached_property
    def opening(self) -> RunOpening:
        """What the run is."""
        row = next(self.rows("SELECT id, name, seed, size, box, store, key FROM run", (), "ttiiitt"), None)
        if row is None:
            raise self._wrong("the table run is empty")
        tiers = tuple(self.rows("SELECT tier, name, copies FROM tiers ORDER BY tier", (), "iti"))
        found = RunOpening(*[*row, tiers])
        self._read_event(LedgerEvent(1, "", "open", "", json.dumps(asdict(found))))
        if found.id not in ALPHABET:  # it is in the names of files
            raise self._wrong(f"the run has the id {found.id!r}")
        return found

    @property
    def opened(self) -> str:
        """The hash of the first event, by which copies of one ledger are known."""
        for (found,) in self.rows("SELECT hash FROM events WHERE number = 1", (), "t"):
            return str(found)
        raise self._wrong("there are no events")

    def check_key(self, fingerprint: str) -> None:
        """Raise InputError if the run was begun with another key."""
        if self.opening.key != fingerprint:
            what = f"another key ({self.opening.key}, found {fingerprint})"
            raise self._wrong(f"the run was begun with {what}", "put back the key of this run")

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
                    hint = raise_hint("ledger_events")
                    raise self._wrong(f"it has more than {most.ledger_events:,} events", hint)
        return found

    def waves(self) -> list[tuple[int, str, int]]:
        """The number, the name and the level of each wave."""
        return list(self.rows("SELECT number, name, copies FROM waves ORDER BY number", (), "iti"))

    def designs(self) -> list[tuple[int, str, str, int]]:
        """The number, the name, the code and the wave of each design, in the order of their release."""
        return list(self.rows("SELECT id, name, code, wave FROM designs ORDER BY id", (), "itti"))

    def copies(self, order: Order = "pack", wave: int | None = None, voided: bool = False) -> Iterator[Copy]:
        """The copies of the run or of a wave, without those that are `voided` unless wanted."""
        query = f"{_COPIES}{_only(wave, voided)} ORDER BY {_ORDERS[order]}"
        return map(Copy._make, self.rows(query, (), _COPY_KINDS))

    def find(self, word: str) -> Copy | None:
        """The copy with this serial, which may be void, or with this number; None if there is none."""
        by_number = word.isdecimal() and len(word) < LENGTH
        value = int(word) if by_number else stored(clean_serial(word), self.opening.store)
        column = "c.number" if by_number else "serial"
        return next(map(Copy._make, self.rows(f"{_COPIES} WHERE {column} = ?", (value,), _COPY_KINDS)), None)

    def packs(self, wave: int | None = None) -> Iterator[Pack]:
        """The packs by number."""
        only = "" if wave is None else f" WHERE p.wave = {wave:d}"
        query = "SELECT p.number, p.wave, p.box, p.position, coalesce(i.name, ''), coalesce(i.subject, '')"
        query += f' FROM packs p LEFT JOIN inserts i ON i.id = p."insert"{only} ORDER BY p.number'
        return map(Pack._make, self.rows(query, (), "iiiitt"))

    def count(self, wave: int | None = None, voided: bool = False) -> int:
        """How many copies there are, without those that are `voided` unless wanted."""
        ((number,),) = self.rows(f"SELECT count(*) FROM copies c{_only(wave, voided)}", (), "i")
        return int(number)

    def rows(self, query: str, values: Sequence[object] = (), kinds: str = "") -> Iterator[Any]:
        """The rows of a query. Raises InputError where its columns do not have these `kinds` (`checked`)."""
        with self._errors():
            left = self.db.watch.characters
            cursor = self.db.execute(query, values)
            while rows := cursor.fetchmany(_READ):
                left -= checked(rows, kinds, left)
                yield from rows

    # Writing

    def add_wave(self, wave: PlannedWave, make: MakeSerials, reason: str) -> None:
        """Deal a wave and write all of its copies, packs and boxes; `make` gives the serials of the numbers
        from one on. Raises ValueError where the copies cannot be packed.
        """
        from cardtools.printrun.deal import Deal

        with self._transaction():
            earlier, execute, insert = self.waves(), self.db.execute, self.db.executemany
            if wave.copies < (last := max((copies for _, _, copies in earlier), default=0)):
                raise ValueError(f"{wave.copies} copies of a design, and {last} are printed already")
            number, old, new = len(earlier) + 1, len(self.designs()), len(wave.designs)
            deal = Deal(self.opening.allocation(number, old, new, self.level(), wave.after))
            event, first = len(self.events()) + 1, self.count(voided=True)
            self.db.watch.allow(_A_COPY * (first + deal.wave.copies))
            execute("INSERT INTO waves VALUES (?, ?, ?, ?)", (number, wave.name, wave.copies, event))
            designs = ((name, code, number) for name, code in wave.designs)
            insert("INSERT INTO designs (name, code, wave) VALUES (?, ?, ?)", designs)
            known = {name for (name,) in self.rows("SELECT name FROM inserts")}
            inserts = ((name, subject, number) for name, subject in wave.inserts if name not in known)
            insert("INSERT INTO inserts (name, subject, wave) VALUES (?, ?, ?)", inserts)
            for index in INDEXES:
                execute(f"DROP INDEX IF EXISTS {index}")
            query = "SELECT (SELECT coalesce(max(number), 0) + 1 FROM packs), coalesce(max(number), 0) + 1"
            ((first_pack, first_box),) = self.rows(f"{query} FROM boxes")
            boxes = ((first_box + box, number) for box in range(deal.wave.boxes))
            insert("INSERT INTO boxes VALUES (?, ?)", boxes)
            query = "SELECT i.id, i.subject, count(p.number) FROM inserts i LEFT JOIN packs p"
            counts = list(self.rows(f'{query} ON p."insert" = i.id GROUP BY i.id ORDER BY i.id'))
            insert("INSERT INTO packs VALUES (?, ?, ?, ?, ?)", deal.pack_rows(first_pack, first_box, counts))
            digest = hashlib.sha256()
            for part in deal.columns():
                made = make(first + part.first, len(part.design))
                serials = [stored(serial, self.opening.store) for serial in made]
                digest.update("\n".join([*serials, ""]).encode())
                rows = part.rows(first, first_pack, number, serials)
                insert("INSERT INTO copies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)", rows)
            for name, columns in INDEXES.items():
                execute(f"CREATE UNIQUE INDEX {name} ON {columns}")
            self._log("wave", reason, {**asdict(wave), "first": first, "serials": digest.hexdigest()})

    def void(self, numbers: Iterable[int], reason: str) -> None:
        """Void copies: they no longer count. Raises InputError for one that does not exist or is void."""
        with self._transaction():
            numbers = sorted(set(numbers))
            event = self._log("void", reason, {"copies": numbers})
            query = "UPDATE copies SET voided = ? WHERE number = ? AND voided IS NULL"
            for number in numbers:
                if self.db.execute(query, (event, number)).rowcount != 1:
                    raise self._wrong(f"no copy has the number {number:,}, or it is void", "")

    def voids(self) -> list[int]:
        """The numbers of the voided copies that are not replaced."""
        query = "SELECT number FROM copies WHERE voided IS NOT NULL AND number NOT IN"
        query += " (SELECT replaces FROM copies WHERE replaces IS NOT NULL) ORDER BY number"
        return [number for (number,) in self.rows(query)]

    def replace(self, make: MakeSerials, reason: str) -> list[tuple[int, int]]:
        """Replace every voided copy with a new one of the same design and rarity in the same place, with a
        serial of its own and a new slot at the end of the wave's sheets. The old and the new numbers.
        """
        with self._transaction():
            first = self.count(voided=True)
            made = [(old, new) for new, old in enumerate(self.voids(), first)]
            serials = [stored(serial, self.opening.store) for serial in make(first, len(made))]
            self.db.executemany(
                "INSERT INTO copies SELECT ?, design, tier, ordinal, wave, pack, position,"
                " (SELECT max(slot) + 1 FROM copies s WHERE s.wave = o.wave), ?, NULL, number"
                " FROM copies o WHERE number = ?",
                ((new, serial, old) for (old, new), serial in zip(made, serials, strict=True)),
            )
            if made:
                self._log("replace", reason, {"copies": made, "serials": serials})
            return made

    def note_print(self, file: str, sha256: str, slots: Sequence[tuple[int, int, int]], reason: str) -> None:
        """Write down that a file was printed: its name, its checksum, and the copies on it by wave and the
        first and last of slots that follow each other. The `reason` is why some are printed again.
        """
        with self._transaction():
            self._log("print", reason, {"file": file, "sha256": sha256, "slots": slots})

    def said(self, kind: str) -> list[tuple[LedgerEvent, dict[str, Any]]]:
        """The events of a kind, and what they say. Raises InputError where that cannot be."""
        return [(event, self._read_event(event)) for event in self.events() if event.kind == kind]

    def small_packs(self) -> dict[str, int]:
        """The designs that come in smaller packs than others, and how many cards those have."""
        found: dict[str, int] = {}
        before: list[int] = []
        for _, data in self.said("wave"):
            if before == data["after"] and len(data["designs"]) < self.opening.size:
                found |= {name: len(data["designs"]) for name, _ in data["designs"]}
            before = data["after"]
        return found

    def level(self) -> tuple[int, ...]:
        """The copies by tier that each released design has."""
        waves, rarities = self.said("wave"), len(self.opening.tiers)
        if not waves:
            return (0,) * rarities
        event, after = waves[-1][0], tuple(waves[-1][1]["after"])
        if len(after) != rarities:
            what = f"event {event.number} has {len(after)} rarities, not {rarities}"
            raise self._wrong(f"the file is damaged: {what}")
        return after

    def _read_event(self, event: LedgerEvent) -> dict[str, Any]:
        try:
            return event.read()
        except ValueError as error:
            what = f"event {event.number} ({event.kind}): {error}"
            raise self._wrong(f"the file is damaged: {what}") from None

    def _make_tables(self, opening: RunOpening) -> None:
        with self._transaction():
            execute, insert = self.db.execute, self.db.executemany
            self.db.watch.allow(_A_COPY * sum(copies for _, _, copies in opening.tiers))
            if execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise OutputError(f"{shown(self.path)}: another process has just made it")
            numbers = f"PRAGMA application_id = {_APPLICATION}", f"PRAGMA user_version = {VERSION}"
            for statement in (*ledgerfile.schema(opening.size), *numbers):
                execute(statement)
            *values, tiers = asdict(opening).values()
            execute("INSERT INTO run VALUES (1, ?, ?, ?, ?, ?, ?, ?)", values)
            insert("INSERT INTO tiers VALUES (?, ?, ?)", tiers)
            allowed = ((tier, number) for tier, _, copies in tiers for number in range(1, copies + 1))
            insert("INSERT INTO allowed VALUES (?, ?)", allowed)
            self._log("open", "new run", asdict(opening))

    def _log(self, kind: str, reason: str, data: object) -> int:
        last = self.db.execute("SELECT number, hash FROM events ORDER BY number DESC LIMIT 1").fetchone()
        number, previous = (last[0] + 1, last[1]) if last else (1, "")
        now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        event = LedgerEvent(number, now, kind, reason, json.dumps(data, ensure_ascii=False), previous)
        with self._long_texts():
            # With one more, the ledger must still be one that can be read.
            (used,) = self.db.execute("SELECT coalesce(sum(length(data)), 0) FROM events").fetchone()
            most, used = limits(), used + len(event.data.encode())
            for name, found in (("ledger_events", number), ("ledger_event_bytes", used)):
                if found > getattr(most, name):
                    message = f"{found:,} {name.replace('_', ' ')}, and {getattr(most, name):,} are allowed"
                    raise OutputError(f"{shown(self.path)}: {message}\n  help: {raise_hint(name)}")
            values = (*event[:-1], event.right_hash)
            self.db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        return number

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
        with self._errors():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self.db.execute("ROLLBACK")
                raise

    def _errors(self) -> AbstractContextManager[None]:
        return errors_of(self.path, self.db.watch)

    def _wrong(self, message: str, hint: str = COPY_HINT) -> InputError:
        return bad_input(shown(self.path), message, hint)


def _only(wave: int | None, voided: bool) -> str:
    """The condition for the copies of a wave, without those that are `voided` unless wanted."""
    where = [] if voided else ["voided IS NULL"]
    where += [] if wave is None else [f"c.wave = {wave:d}"]
    return f" WHERE {' AND '.join(where)}" if where else ""
