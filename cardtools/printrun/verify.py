"""Does a ledger hold what follows from its events? Everything is computed again and compared."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import listed
from cardtools.printrun.deal import PIECE, Lot, deal_inserts, fitted
from cardtools.printrun.events import LedgerEvent
from cardtools.printrun.ledger import Ledger, MakeSerials, stored
from cardtools.printrun.prints import Printed
from cardtools.printrun.run_checks import CHAIN, EQUAL_COPIES, NOT_REPLACED, REPLAY, REPRINTED

if TYPE_CHECKING:
    from cardtools.printrun.deal import CopyColumns

_FIRST_FEW = 20  # findings of a table
_MORE, _FREE = 2, 10_000  # times as many copies are dealt again as a ledger has, and some; it may be damaged
_HINT = "go back to a copy of the ledger from before"
LedgerRow = tuple[Any, ...]


class Dealt(NamedTuple):
    """A wave: its event, its first copy and pack, and the digest of its serials."""

    event: int
    first: int
    first_pack: int
    lot: Lot
    digest: str


class Replaced(NamedTuple):
    """An event that replaced copies: pairs of old and new numbers, and the new serials."""

    event: int
    pairs: list[tuple[int, int]]
    serials: list[str]


@dataclass
class Replayed:
    """What the tables of a ledger hold after the events so far, and where they are from."""

    run: LedgerRow = ()
    tiers: list[LedgerRow] = field(default_factory=list)
    waves: list[LedgerRow] = field(default_factory=list)
    designs: list[LedgerRow] = field(default_factory=list)
    inserts: list[LedgerRow] = field(default_factory=list)
    boxes: list[LedgerRow] = field(default_factory=list)
    packs: list[LedgerRow] = field(default_factory=list)
    steps: list[Dealt | Replaced] = field(default_factory=list)
    prints: list[tuple[LedgerEvent, dict[str, Any]]] = field(default_factory=list)
    voided: dict[int, int] = field(default_factory=dict)  # copies and the events that voided them
    level: tuple[int, ...] = ()
    copies: int = 0
    most: int = 0  # copies that are dealt again: hardly more than there are


def verify(ledger: Ledger, make: MakeSerials | None = None) -> Iterator[Diagnostic]:
    """What does not hold in a ledger. With `make`, the serials are made again; without it, their digests are
    compared. Nothing that follows the first broken event is checked.
    """
    where = Location(shown(ledger.path))
    events = ledger.events()
    if broken := _broken(events):
        yield CHAIN.finding(where, *broken)
        return
    expected = Replayed(most=_MORE * ledger.count(voided=True) + _FREE)
    for event in events:
        try:
            _replay(expected, event)
        except ValueError as error:
            message = f"event {event.number} ({event.kind}) cannot be repeated: {str(error)[:200]}"
            yield CHAIN.finding(where, message, _HINT)
            return
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


def _replay(expected: Replayed, event: LedgerEvent) -> None:
    """Repeat what an event did."""
    data = event.read()
    if event.kind == "open":
        tiers = data.pop("tiers")
        expected.run = (1, *(data[name] for name in ("id", "name", "seed", "size", "box", "store", "key")))
        expected.tiers = [tuple(tier) for tier in tiers]
        expected.level = (0,) * len(tiers)
    elif event.kind == "wave":
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
    _, _, _, seed, size, box, *_ = expected.run
    wave, after = len(expected.waves) + 1, tuple(data["after"])
    tiers = tuple(tier for tier, _, _ in expected.tiers)
    old = len(expected.designs)
    lot = fitted(Lot(old, len(data["designs"]), tiers, expected.level, after, size, box, seed, wave))
    if len(after) != len(tiers):
        raise ValueError(f"it has {len(after)} rarities, expected {len(tiers)}")
    if fault := lot.fault():
        raise ValueError(fault)
    if expected.copies + lot.copies > expected.most:
        raise ValueError(f"it has {lot.copies:,} copies, which are not in the ledger")
    expected.waves.append((wave, data["name"], data["copies"], event))
    for name, code in data["designs"]:
        expected.designs.append((len(expected.designs) + 1, name, code, wave))
    known = {name for _, name, _, _ in expected.inserts}
    for name, subject in data["inserts"]:
        if name not in known:
            expected.inserts.append((len(expected.inserts) + 1, name, subject, wave))
    first_pack, first_box = len(expected.packs) + 1, len(expected.boxes) + 1
    expected.boxes += [(first_box + number, wave) for number in range(lot.boxes)]
    box_of, position = lot.deal.boxes
    chosen: Iterable[int | None] = itertools.repeat(None)
    if expected.inserts:
        counts = Counter(row[4] for row in expected.packs)
        subjects = [subject for _, _, subject, _ in expected.inserts]
        dealt = deal_inserts([counts[i + 1] for i in range(len(subjects))], subjects, lot.packs, seed, wave)
        chosen = (dealt + 1).tolist()
    numbers, waves = range(first_pack, first_pack + lot.packs), itertools.repeat(wave)
    rows = zip(numbers, waves, (box_of + first_box).tolist(), position.tolist(), chosen, strict=False)
    expected.packs += rows
    if data["first"] != expected.copies:
        raise ValueError(f"it begins with copy {data['first']}, expected {expected.copies}")
    expected.steps.append(Dealt(event, expected.copies, first_pack, lot, data["serials"]))
    expected.level = after
    expected.copies += lot.copies


def _small_tables(ledger: Ledger, expected: Replayed, where: Location) -> Iterator[Diagnostic]:
    allowed = [(tier, n) for tier, _, copies in sorted(expected.tiers) for n in range(1, copies + 1)]
    tables = {
        "run": [expected.run], "tiers": sorted(expected.tiers), "allowed": allowed, "waves": expected.waves,
        "designs": expected.designs, "inserts": expected.inserts, "boxes": expected.boxes,
        "packs": expected.packs,
    }  # fmt: skip
    for table, right in tables.items():
        rows = list(ledger.rows(f"SELECT * FROM {table} ORDER BY 1, 2"))
        if rows == right:
            continue
        for one, other in itertools.islice(_differences(rows, right), _FIRST_FEW):
            yield REPLAY.finding(where, _told(table, one, other), _HINT)


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


def _told(table: str, found: LedgerRow | None, right: LedgerRow | None) -> str:
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
    store, findings = expected.run[6], 0
    for event, first, right, kept in _rows_by_event(expected):
        found = list(itertools.islice(rows, len(right)))
        plain = [row[:-1] for row in found]
        wrong = [] if plain == right else [_told("copies", *pair) for pair in _differences(plain, right)]
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
        yield REPLAY.finding(where, _told("copies", more[:-1], None), _HINT)
    if not findings and not make:
        yield from _digests(ledger, expected, where)
    query = "SELECT tier, design, count(*) FROM copies WHERE voided IS NULL GROUP BY design, tier"
    numbers: dict[int, set[int]] = {}
    for tier, _, count in ledger.rows(query):
        numbers.setdefault(tier, set()).add(count)
    due = {tier: {copies} - {0} for (tier, _, _), copies in zip(expected.tiers, expected.level, strict=True)}
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
    unsaid = Printed(one for event, data in expected.prints if not event.reason for one in data["slots"])
    if again := unsaid.again:
        message = f"{again:,} {'copy was' if again == 1 else 'copies were'} printed again without a reason"
        yield REPRINTED.finding(where, message)


def _digests(ledger: Ledger, expected: Replayed, where: Location) -> Iterator[Diagnostic]:
    """Compare the serials of each wave with their digest: without the key, they cannot be made again."""
    for step in expected.steps:
        if isinstance(step, Dealt):
            hashed = hashlib.sha256()
            stop = step.first + step.lot.copies
            serials = ledger.rows(
                f"SELECT serial FROM copies WHERE number >= {step.first} AND number < {stop}"
            )
            while some := list(itertools.islice(serials, PIECE)):
                hashed.update("".join(f"{serial}\n" for (serial,) in some).encode())
            if hashed.hexdigest() != step.digest:
                message = f"a serial of wave {step.lot.wave} was changed (event {step.event})"
                yield REPLAY.finding(where, message, f"{_HINT}; with the key, verify says which")


def _rows_by_event(expected: Replayed) -> Iterator[tuple[int, int, list[LedgerRow], list[str] | None]]:
    """The rows of all copies by number, some thousand at a time: the event that made them, the number of the
    first, the rows without their serials, and the serials where the event has them.
    """
    voided, old_rows, slots = expected.voided, dict[int, LedgerRow](), dict[int, int]()
    for step in expected.steps:
        if isinstance(step, Dealt):
            slots[step.lot.wave] = step.lot.copies
            for part in step.lot.deal.columns():
                first = step.first + part.first
                right = _dealt_rows(part, first, step.first_pack, step.lot.wave, voided)
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


def _dealt_rows(
    part: CopyColumns, first: int, first_pack: int, wave: int, voided: dict[int, int]
) -> list[LedgerRow]:
    numbers = range(first, first + len(part.design))
    nothing = itertools.repeat(None)
    return list(
        zip(
            numbers, (part.design + 1).tolist(), part.tier.tolist(), part.ordinal.tolist(),
            itertools.repeat(wave), (part.pack + first_pack).tolist(),
            part.position.tolist(), part.slot.tolist(),
            map(voided.get, numbers) if voided else nothing, nothing,
        )
    )  # fmt: skip
