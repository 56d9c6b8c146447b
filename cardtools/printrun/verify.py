"""Verify a ledger: compute everything again from its events, and compare it with the tables."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.frozen_record import asdict
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import listed
from cardtools.printrun.deal import Deal, LedgerRow
from cardtools.printrun.events import LedgerEvent, RunOpening
from cardtools.printrun.ledger import Ledger, MakeSerials, stored
from cardtools.printrun.ledgerfile import COPY_HINT
from cardtools.printrun.printed_parts import PrintedSlots
from cardtools.printrun.run_checks import CHAIN, EQUAL_COPIES, NOT_REPLACED, REPLAY, REPRINTED
from cardtools.printrun.shares import Allocation

_FIRST_FEW = 20  # findings of a table
_MORE, _FREE = 2, 10_000  # times as many copies are dealt again as a ledger has, and some; it may be damaged


class Dealt(NamedTuple):
    """A wave: its event, its first copy and pack, and the digest of its serials."""

    event: int
    first: int
    first_pack: int
    wave: Allocation
    digest: str


class Replaced(NamedTuple):
    """An event that replaced copies: pairs of old and new numbers, and the new serials."""

    event: int
    pairs: list[tuple[int, int]]
    serials: list[str]


class Replayed:
    """What the tables of a ledger hold after the events so far, and where they are from."""

    def __init__(self, opening: RunOpening, most: int) -> None:
        self.opening, self.most = opening, most  # copies that are dealt again: hardly more than there are
        self.level = (0,) * len(opening.tiers)
        names = ("waves", "designs", "inserts", "boxes", "packs")
        self.tables: dict[str, list[LedgerRow]] = {name: [] for name in names}
        self.steps: list[Dealt | Replaced] = []
        self.prints: list[tuple[LedgerEvent, dict[str, Any]]] = []
        self.voided: dict[int, int] = {}  # copies and the events that voided them
        self.copies = 0


def verify(ledger: Ledger, make: MakeSerials | None = None) -> Iterator[Diagnostic]:
    """What does not hold in a ledger. With `make`, the serials are made again; without it, their digests are
    compared. Nothing that follows the first broken event is checked.
    """
    where, events, expected = Location(shown(ledger.path)), ledger.events(), None
    if broken := _broken(events):
        yield CHAIN.finding(where, broken, COPY_HINT)
        return
    for event in events:
        try:
            data = event.read()
            if expected is None:  # the first event opens the run
                opening = RunOpening(**{**data, "tiers": tuple(map(tuple, data["tiers"]))})
                expected = Replayed(opening, _MORE * ledger.count(voided=True) + _FREE)
            else:
                _replay(expected, event, data)
        except ValueError as error:
            message = f"event {event.number} ({event.kind}) cannot be repeated: {str(error)[:200]}"
            yield CHAIN.finding(where, message, COPY_HINT)
            return
    assert expected is not None
    # Each table but `copies`.
    *run, tiers = asdict(expected.opening).values()
    tiers = sorted(tiers)
    allowed = [(tier, n) for tier, _, copies in tiers for n in range(1, copies + 1)]
    fixed: dict[str, list[LedgerRow]] = {"run": [(1, *run)], "tiers": tiers, "allowed": allowed}
    for table, right in {**fixed, **expected.tables}.items():
        rows = list(ledger.rows(f"SELECT * FROM {table} ORDER BY 1, 2"))
        for message in itertools.islice(_differences(table, rows, right), _FIRST_FEW if rows != right else 0):
            yield REPLAY.finding(where, message, COPY_HINT)
    yield from _copies(ledger, expected, where, make)
    yield from _prints(ledger, expected, where)
    if voids := ledger.voids():
        message = f"{len(voids):,} voided {'copy is' if len(voids) == 1 else 'copies are'} not replaced: "
        yield NOT_REPLACED.finding(where, message + listed(voids), "run `cardtools run replace`")


def _broken(events: Sequence[LedgerEvent]) -> str:
    """What is wrong with the first event that does not fit; "" if all do."""
    previous = ""
    for number, event in enumerate(events, 1):
        name = f"event {event.number} ({event.kind}, {event.time})"
        if event.number != number:
            return f"event {number} is missing: {name} follows event {number - 1}"
        if (event.kind == "open") != (number == 1):
            return f"{name} is out of place: a ledger begins with one event `open`"
        if event.previous != previous:
            return f"{name} does not follow the event before it, which is not the one that was there"
        if event.hash != (right := event.right_hash):
            return f"{name} was changed: its hash is {event.hash[:12]}…, expected {right[:12]}…"
        previous = event.hash
    return "" if events else "there are no events"


def _replay(expected: Replayed, event: LedgerEvent, data: dict[str, Any]) -> None:
    """Repeat what an event did."""
    match event.kind:
        case "wave":
            _replay_wave(expected, event.number, data)
        case "void":
            for number in data["copies"]:
                if number in expected.voided or number >= expected.copies:
                    raise ValueError(f"copy {number} cannot be voided")
                expected.voided[number] = event.number
        case "print":
            expected.prints.append((event, data))
        case "replace":
            pairs, serials = data["copies"], data["serials"]
            if not pairs or len(pairs) != len(serials):
                raise ValueError(f"it has {len(pairs)} copies and {len(serials)} serials")
            for old, new in pairs:
                if old not in expected.voided or new != expected.copies:
                    raise ValueError(f"copy {old} cannot be replaced by copy {new}")
                expected.copies += 1
            expected.steps.append(Replaced(event.number, pairs, serials))


def _replay_wave(expected: Replayed, event: int, data: dict[str, Any]) -> None:
    waves, designs, inserts, boxes, packs = expected.tables.values()
    number, after, old = len(waves) + 1, tuple(data["after"]), len(designs)
    wave = expected.opening.allocation(number, old, len(data["designs"]), expected.level, after)
    if len(after) != len(expected.level):
        raise ValueError(f"it has {len(after)} rarities, expected {len(expected.level)}")
    if fault := wave.fault():
        raise ValueError(fault)
    if expected.copies + wave.copies > expected.most:
        raise ValueError(f"it has {wave.copies:,} copies, which are not in the ledger")
    waves.append((number, data["name"], data["copies"], event))
    designs += [(id_, *design, number) for id_, design in enumerate(data["designs"], old + 1)]
    known = {name for _, name, _, _ in inserts}
    added = (insert for insert in data["inserts"] if insert[0] not in known)
    inserts += [(id_, *insert, number) for id_, insert in enumerate(added, len(inserts) + 1)]
    first_pack, first_box = len(packs) + 1, len(boxes) + 1
    boxes += [(first_box + box, number) for box in range(wave.boxes)]
    counts = Counter(row[4] for row in packs)
    dealt = [(id_, subject, counts[id_]) for id_, _, subject, _ in inserts]
    packs += Deal(wave).pack_rows(first_pack, first_box, dealt)
    if data["first"] != expected.copies:
        raise ValueError(f"it begins with copy {data['first']}, expected {expected.copies}")
    expected.steps.append(Dealt(event, expected.copies, first_pack, wave, data["serials"]))
    expected.level = after
    expected.copies += wave.copies


def _differences(table: str, rows: Sequence[LedgerRow], right: Sequence[LedgerRow]) -> Iterator[str]:
    """The rows of a table that differ from the right ones."""
    known, wanted = {row[:1]: row for row in rows}, {row[:1]: row for row in right}
    if len(known) < len(rows) or len(wanted) < len(right):  # the key has two columns
        known, wanted = {row: row for row in rows}, {row: row for row in right}
    for key in dict.fromkeys((*wanted, *known)):
        if known.get(key) != wanted.get(key):
            found, due = (
                ", ".join("nothing" if cell is None else str(cell)[:60] for cell in cells.get(key, ()))
                for cells in (known, wanted)
            )
            what = f"is {found}" if found else "is missing"
            yield f"{table}, row {key[0]} {what}, expected {due or 'no such row'}"


def _copies(
    ledger: Ledger, expected: Replayed, where: Location, make: MakeSerials | None
) -> Iterator[Diagnostic]:
    """Compare every copy with the one that follows from the events."""
    columns = "number, design, tier, ordinal, wave, pack, position, slot, voided, replaces, serial"
    rows = ledger.rows(f"SELECT {columns} FROM copies ORDER BY number")
    store, findings = expected.opening.store, 0
    hashed = {step: hashlib.sha256() for step in expected.steps if isinstance(step, Dealt)}
    for step, first, right in _rows_by_step(expected):
        found = list(itertools.islice(rows, len(right)))
        plain, serials = [row[:-1] for row in found], [row[-1] for row in found]
        wrong = [] if plain == right else list(_differences("copies", plain, right))
        kept = step.serials if isinstance(step, Replaced) else None
        if make:
            kept = [stored(serial, store) for serial in make(first, len(right))]
        elif isinstance(step, Dealt):
            hashed[step].update("".join(f"{serial}\n" for serial in serials).encode())
        if kept is not None and kept != serials and not wrong:
            at = next(at for at, (one, other) in enumerate(zip(serials, kept, strict=True)) if one != other)
            wrong = [f"copies, row {first + at} has the serial {serials[at]}, which is not its own"]
        for message in wrong[: _FIRST_FEW - findings]:
            yield REPLAY.finding(where, f"{message} (event {step.event})", COPY_HINT)
        findings += len(wrong)
    if more := next(rows, None):
        (message,) = _differences("copies", [more[:-1]], [])
        yield REPLAY.finding(where, message, COPY_HINT)
    # Without the key, serials cannot be made again.
    for step, digest in () if findings or make else hashed.items():
        if digest.hexdigest() != step.digest:
            message = f"a serial of wave {step.wave.number} was changed (event {step.event})"
            yield REPLAY.finding(where, message, f"{COPY_HINT}; with the key, verify says which")
    query = "SELECT tier, design, count(*) FROM copies WHERE voided IS NULL GROUP BY design, tier"
    numbers: dict[int, set[int]] = {}
    for tier, _, count in ledger.rows(query):
        numbers.setdefault(tier, set()).add(count)
    tiers = zip(expected.opening.tiers, expected.level, strict=True)
    due = {tier: {copies} - {0} for (tier, _, _), copies in tiers}
    if numbers != {tier: counts for tier, counts in due.items() if counts} and not ledger.voids():
        yield EQUAL_COPIES.finding(where, f"copies by tier: {numbers}, expected {due}", COPY_HINT)


def _prints(ledger: Ledger, expected: Replayed, where: Location) -> Iterator[Diagnostic]:
    """What was printed twice, and prints of copies that there are not."""
    most = dict(ledger.rows("SELECT wave, max(slot) FROM copies GROUP BY wave", (), "ii"))
    for event, data in expected.prints:
        if any(not first <= last <= most.get(wave, -1) for wave, first, last in data["slots"]):
            message = f"event {event.number} ({event.kind}) has copies that are not in the ledger"
            yield REPLAY.finding(where, message, COPY_HINT)
        elif event.reason:
            number = sum(last - first + 1 for _, first, last in data["slots"])
            what = f"{data['file']} has {number:,} {'copy' if number == 1 else 'copies'} printed again"
            yield REPRINTED.finding(where, f"{what}: {event.reason} (event {event.number}, {event.time})")
    slots = (one for event, data in expected.prints if not event.reason for one in data["slots"])
    if again := PrintedSlots(slots).again:
        message = f"{again:,} {'copy was' if again == 1 else 'copies were'} printed again without a reason"
        yield REPRINTED.finding(where, message)


def _rows_by_step(expected: Replayed) -> Iterator[tuple[Dealt | Replaced, int, list[LedgerRow]]]:
    """The rows of all copies without serials, in parts: what made them, the first number, and they."""
    voided, old_rows, slots = expected.voided, dict[int, LedgerRow](), dict[int, int]()
    nothing = itertools.repeat(None)
    for step in expected.steps:
        if isinstance(step, Dealt):
            number = step.wave.number
            slots[number] = step.wave.copies
            for part in Deal(step.wave).columns():
                first = step.first + part.first
                voids = map(voided.get, itertools.count(first)) if voided else nothing
                right = list(part.rows(step.first, step.first_pack, number, voids, nothing))
                old_rows |= {old: right[old - first] for old in voided if first <= old < first + len(right)}
                yield step, first, right
            continue
        right = []
        for old, new in step.pairs:
            _, design, tier, ordinal, wave, pack, position, _, _, _ = old_rows[old]
            place = (design, tier, ordinal, wave, pack, position, slots[wave])
            slots[wave] += 1
            right.append((new, *place, voided.get(new), old))
            old_rows[new] = right[-1]
        yield step, step.pairs[0][1], right
