"""Verify a ledger: compute everything again from its events, and compare it with the tables."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import listed
from cardtools.printrun.deal import PIECE, Allocation, pack_rows
from cardtools.printrun.events import LedgerEvent, RunOpening, fields
from cardtools.printrun.ledger import Ledger, MakeSerials, stored
from cardtools.printrun.printed_slots import PrintedSlots
from cardtools.printrun.run_checks import CHAIN, EQUAL_COPIES, NOT_REPLACED, REPLAY, REPRINTED

_FIRST_FEW = 20  # findings of a table
_MORE, _FREE = 2, 10_000  # times as many copies are dealt again as a ledger has, and some; it may be damaged
_HINT = "go back to a copy of the ledger from before"
LedgerRow = tuple[Any, ...]


class Dealt(NamedTuple):
    """A wave: its event, its first copy and pack, and the digest of its serials."""

    event: int
    first: int
    first_pack: int
    allocation: Allocation
    digest: str


class Replaced(NamedTuple):
    """An event that replaced copies: pairs of old and new numbers, and the new serials."""

    event: int
    pairs: list[tuple[int, int]]
    serials: list[str]


@dataclass
class Replayed:
    """What the tables of a ledger hold after the events so far, and where they are from."""

    opening: RunOpening
    level: tuple[int, ...]
    most: int  # copies that are dealt again: hardly more than there are
    waves: list[LedgerRow] = field(default_factory=list)
    designs: list[LedgerRow] = field(default_factory=list)
    inserts: list[LedgerRow] = field(default_factory=list)
    boxes: list[LedgerRow] = field(default_factory=list)
    packs: list[LedgerRow] = field(default_factory=list)
    steps: list[Dealt | Replaced] = field(default_factory=list)
    prints: list[tuple[LedgerEvent, dict[str, Any]]] = field(default_factory=list)
    voided: dict[int, int] = field(default_factory=dict)  # copies and the events that voided them
    copies: int = 0


def verify(ledger: Ledger, make: MakeSerials | None = None) -> Iterator[Diagnostic]:
    """What does not hold in a ledger. With `make`, the serials are made again; without it, their digests are
    compared. Nothing that follows the first broken event is checked.
    """
    where = Location(shown(ledger.path))
    events = ledger.events()
    if broken := _broken(events):
        yield CHAIN.finding(where, *broken)
        return
    expected = None
    for event in events:
        try:
            data = event.read()
            if expected is None:  # the first event opens the run
                opening = RunOpening(**{**data, "tiers": tuple(map(tuple, data["tiers"]))})
                most = _MORE * ledger.count(voided=True) + _FREE
                expected = Replayed(opening, (0,) * len(opening.tiers), most)
            else:
                _replay(expected, event, data)
        except ValueError as error:
            message = f"event {event.number} ({event.kind}) cannot be repeated: {str(error)[:200]}"
            yield CHAIN.finding(where, message, _HINT)
            return
    assert expected is not None
    yield from _small_tables(ledger, expected, where)
    yield from _copies(ledger, expected, where, make)
    yield from _prints(ledger, expected, where)
    if voids := ledger.voids():
        message = f"{len(voids):,} voided {'copy is' if len(voids) == 1 else 'copies are'} not replaced: "
        yield NOT_REPLACED.finding(where, message + listed(voids), "run `cardtools run replace`")


def _broken(events: Sequence[LedgerEvent]) -> tuple[str, str] | None:
    """The message and hint about the first event that does not fit."""
    previous = ""
    if not events:
        return "there are no events", _HINT
    for number, event in enumerate(events, 1):
        name = f"event {event.number} ({event.kind}, {event.time})"
        if event.number != number:
            return f"event {number} is missing: {name} follows event {number - 1}", _HINT
        if (event.kind == "open") != (number == 1):
            return f"{name} is out of place: a ledger begins with one event `open`", _HINT
        if event.previous != previous:
            return f"{name} does not follow the event before it, which is not the one that was there", _HINT
        if event.hash != event.right_hash:
            return (
                f"{name} was changed: its hash is {event.hash[:12]}…, expected {event.right_hash[:12]}…",
                _HINT,
            )
        previous = event.hash
    return None


def _replay(expected: Replayed, event: LedgerEvent, data: dict[str, Any]) -> None:
    """Repeat what an event did."""
    if event.kind == "wave":
        _replay_wave(expected, event.number, data)
    elif event.kind == "void":
        for number in data["copies"]:
            if number in expected.voided or number >= expected.copies:
                raise ValueError(f"copy {number} cannot be voided")
            expected.voided[number] = event.number
    elif event.kind == "print":
        expected.prints.append((event, data))
    elif event.kind == "replace":
        pairs = [(old, new) for old, new in data["copies"]]
        if not pairs or len(pairs) != len(data["serials"]):
            raise ValueError(f"it has {len(pairs)} copies and {len(data['serials'])} serials")
        for old, new in pairs:
            if old not in expected.voided or new != expected.copies:
                raise ValueError(f"copy {old} cannot be replaced by copy {new}")
            expected.copies += 1
        expected.steps.append(Replaced(event.number, pairs, data["serials"]))


def _replay_wave(expected: Replayed, event: int, data: dict[str, Any]) -> None:
    wave, after = len(expected.waves) + 1, tuple(data["after"])
    old, new = len(expected.designs), len(data["designs"])
    allocation = expected.opening.allocation(wave, old, new, expected.level, after)
    if len(after) != len(expected.level):
        raise ValueError(f"it has {len(after)} rarities, expected {len(expected.level)}")
    if fault := allocation.fault():
        raise ValueError(fault)
    if expected.copies + allocation.copies > expected.most:
        raise ValueError(f"it has {allocation.copies:,} copies, which are not in the ledger")
    expected.waves.append((wave, data["name"], data["copies"], event))
    for name, code in data["designs"]:
        expected.designs.append((len(expected.designs) + 1, name, code, wave))
    known = {name for _, name, _, _ in expected.inserts}
    for name, subject in data["inserts"]:
        if name not in known:
            expected.inserts.append((len(expected.inserts) + 1, name, subject, wave))
    first_pack, first_box = len(expected.packs) + 1, len(expected.boxes) + 1
    expected.boxes += [(first_box + number, wave) for number in range(allocation.boxes)]
    counts = Counter(row[4] for row in expected.packs)
    inserts = [(number, subject, counts[number]) for number, _, subject, _ in expected.inserts]
    expected.packs += pack_rows(allocation, first_pack, first_box, inserts)
    if data["first"] != expected.copies:
        raise ValueError(f"it begins with copy {data['first']}, expected {expected.copies}")
    expected.steps.append(Dealt(event, expected.copies, first_pack, allocation, data["serials"]))
    expected.level = after
    expected.copies += allocation.copies


def _small_tables(ledger: Ledger, expected: Replayed, where: Location) -> Iterator[Diagnostic]:
    *run, tiers = fields(expected.opening).values()
    tiers = sorted(tiers)
    allowed = [(tier, n) for tier, _, copies in tiers for n in range(1, copies + 1)]
    tables = {
        "run": [(1, *run)], "tiers": tiers, "allowed": allowed, "waves": expected.waves,
        "designs": expected.designs, "inserts": expected.inserts, "boxes": expected.boxes,
        "packs": expected.packs,
    }  # fmt: skip
    for table, right in tables.items():
        rows = list(ledger.rows(f"SELECT * FROM {table} ORDER BY 1, 2"))
        if rows == right:
            continue
        for one, other in itertools.islice(_differences(rows, right), _FIRST_FEW):
            yield REPLAY.finding(where, _difference_text(table, one, other), _HINT)


def _differences(
    rows: Sequence[LedgerRow], right: Sequence[LedgerRow]
) -> Iterator[tuple[LedgerRow | None, LedgerRow | None]]:
    """The rows that differ, found and expected; None for one that is missing."""
    known, wanted = {row[:1]: row for row in rows}, {row[:1]: row for row in right}
    if len(known) < len(rows) or len(wanted) < len(right):  # the key has two columns
        known, wanted = {row: row for row in rows}, {row: row for row in right}
    for key in dict.fromkeys((*wanted, *known)):
        if known.get(key) != wanted.get(key):
            yield known.get(key), wanted.get(key)


def _difference_text(table: str, found: LedgerRow | None, right: LedgerRow | None) -> str:
    number = (found or right or ("?",))[0]
    what = f"{table}, row {number}"
    if found is None:
        return f"{what} is missing, expected {_row(right)}"
    return f"{what} is {_row(found)}, expected {_row(right) if right else 'no such row'}"


def _row(row: LedgerRow | None) -> str:
    return ", ".join("nothing" if cell is None else str(cell)[:60] for cell in row or ())


def _copies(
    ledger: Ledger, expected: Replayed, where: Location, make: MakeSerials | None
) -> Iterator[Diagnostic]:
    """Compare every copy with the one that follows from the events."""
    columns = "number, design, tier, ordinal, wave, pack, position, slot, voided, replaces, serial"
    rows = ledger.rows(f"SELECT {columns} FROM copies ORDER BY number")
    store, findings = expected.opening.store, 0
    for event, first, right, kept in _rows_by_event(expected):
        found = list(itertools.islice(rows, len(right)))
        plain = [row[:-1] for row in found]
        wrong = (
            []
            if plain == right
            else [_difference_text("copies", *pair) for pair in _differences(plain, right)]
        )
        serials = [row[-1] for row in found]
        if make:
            kept = [stored(serial, store) for serial in make(first, len(right))]
        if kept is not None and kept != serials and not wrong:
            pairs = zip(serials, kept, strict=True)
            number = next(number for number, (one, other) in enumerate(pairs, first) if one != other)
            wrong.append(
                f"copies, row {number} has the serial {serials[number - first]}, which is not its own"
            )
        for message in wrong[: _FIRST_FEW - findings]:
            yield REPLAY.finding(where, f"{message} (event {event})", _HINT)
        findings += len(wrong)
    if more := next(rows, None):
        yield REPLAY.finding(where, _difference_text("copies", more[:-1], None), _HINT)
    if not findings and not make:
        yield from _digests(ledger, expected, where)
    query = "SELECT tier, design, count(*) FROM copies WHERE voided IS NULL GROUP BY design, tier"
    numbers: dict[int, set[int]] = {}
    for tier, _, count in ledger.rows(query):
        numbers.setdefault(tier, set()).add(count)
    due = {
        tier: {copies} - {0}
        for (tier, _, _), copies in zip(expected.opening.tiers, expected.level, strict=True)
    }
    if numbers != {tier: counts for tier, counts in due.items() if counts} and not ledger.voids():
        yield EQUAL_COPIES.finding(where, f"copies by tier: {numbers}, expected {due}", _HINT)


def _prints(ledger: Ledger, expected: Replayed, where: Location) -> Iterator[Diagnostic]:
    """What was printed twice, and prints of copies that there are not."""
    most = dict(ledger.rows("SELECT wave, max(slot) FROM copies GROUP BY wave", (), "ii"))
    for event, data in expected.prints:
        if any(not first <= last <= most.get(wave, -1) for wave, first, last in data["slots"]):
            message = f"event {event.number} ({event.kind}) has copies that are not in the ledger"
            yield REPLAY.finding(where, message, _HINT)
        elif event.reason:
            number = sum(last - first + 1 for _, first, last in data["slots"])
            what = f"{data['file']} has {number:,} {'copy' if number == 1 else 'copies'} printed again"
            message = f"{what}: {event.reason} (event {event.number}, {event.time})"
            yield REPRINTED.finding(where, message)
    unsaid = PrintedSlots(one for event, data in expected.prints if not event.reason for one in data["slots"])
    if again := unsaid.again:
        message = f"{again:,} {'copy was' if again == 1 else 'copies were'} printed again without a reason"
        yield REPRINTED.finding(where, message)


def _digests(ledger: Ledger, expected: Replayed, where: Location) -> Iterator[Diagnostic]:
    """Compare the serials of each wave with their digest: without the key, they cannot be made again."""
    for step in expected.steps:
        if isinstance(step, Dealt):
            hashed = hashlib.sha256()
            stop = step.first + step.allocation.copies
            serials = ledger.rows(
                f"SELECT serial FROM copies WHERE number >= {step.first} AND number < {stop}"
            )
            while some := list(itertools.islice(serials, PIECE)):
                hashed.update("".join(f"{serial}\n" for (serial,) in some).encode())
            if hashed.hexdigest() != step.digest:
                message = f"a serial of wave {step.allocation.number} was changed (event {step.event})"
                yield REPLAY.finding(where, message, f"{_HINT}; with the key, verify says which")


def _rows_by_event(expected: Replayed) -> Iterator[tuple[int, int, list[LedgerRow], list[str] | None]]:
    """The rows of all copies by number, some thousand at a time: the event that made them, the number of the
    first, the rows without their serials, and the serials where the event has them.
    """
    voided, old_rows, slots = expected.voided, dict[int, LedgerRow](), dict[int, int]()
    for step in expected.steps:
        if isinstance(step, Dealt):
            slots[step.allocation.number] = step.allocation.copies
            for part in step.allocation.deal.columns():
                first = step.first + part.first
                voids = map(voided.get, itertools.count(first)) if voided else itertools.repeat(None)
                nothing = itertools.repeat(None)
                right = list(part.rows(step.first, step.first_pack, step.allocation.number, voids, nothing))
                old_rows |= {
                    number: right[number - first] for number in voided if first <= number < first + len(right)
                }
                yield step.event, first, right, None
            continue
        right = []
        for old, new in step.pairs:
            _, design, tier, ordinal, wave, pack, position, _, _, _ = old_rows[old]
            place = (design, tier, ordinal, wave, pack, position, slots[wave])
            slots[wave] += 1
            right.append((new, *place, voided.get(new), old))
            old_rows[new] = right[-1]
        yield step.event, step.pairs[0][1], right, step.serials
