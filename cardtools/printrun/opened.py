"""Packs that somebody has packed or opened, against the ledger of their run (Doc 1, 4.1 to 4.3)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardtools.ground.errors import Diagnostic, Location, bad_input
from cardtools.ground.spelling import NearMisses, counted, listed
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.printrun import run_checks
from cardtools.printrun.chances import chi_square
from cardtools.printrun.ledger import Copy, Ledger
from cardtools.printrun.serials import clean_serial

COLUMNS = ("pack", "design", "rarity", "serial")
_RARE = 0.001  # the chance below which a difference is no accident


class _Card(NamedTuple):
    """A row: its place, and the texts of the four columns; `serial` is cleaned, `copy` the one that it is."""

    place: Location
    pack: str
    design: str
    rarity: str
    serial: str
    copy: Copy | None


def check_opened(file: CsvFile, ledger: Ledger, whole: bool = False) -> Iterator[Diagnostic]:
    """What is wrong with the packs of a table; `whole` if it has all packs of the run. Its columns are `pack`
    and `design` or `serial`, and `rarity` if it is known. Rows of inserts have the name of the insert. A
    name, a rarity or a serial alone that the run does not have is a finding without a code, told once for all
    its rows. Raises InputError if columns are missing.
    """
    every = list(_cards(file, ledger))
    inserts = {name for (name,) in ledger.rows("SELECT name FROM inserts", (), "t")}
    names = inserts | {name for _, name, _, _ in ledger.designs()}
    yield from _unknown(every, ledger, names)
    cards = [card for card in every if card.design in names]
    unclear = {card.pack for card in every if card.design not in names}
    packs: dict[str, list[_Card]] = defaultdict(list)
    for card in cards:
        if card.pack and card.pack not in unclear:
            packs[card.pack].append(card)
    small, usual = ledger.small_packs(), ledger.opening.size
    has_inserts = any(card.design in inserts for card in cards)
    for name, members in packs.items():
        designs = Counter(card.design for card in members if card.design not in inserts)
        size = max((small.get(design, usual) for design in designs), default=usual)
        place, total = members[0].place, designs.total()
        beside = len(members) - total
        if has_inserts and beside != 1:
            yield run_checks.ONE_INSERT.finding(place, f"pack {name} has {beside} inserts, expected one")
        if total != size:
            yield run_checks.PACK_SIZE.finding(place, f"pack {name} has {total} cards, expected {size}")
        for design, count in designs.items():
            if count > 1:
                yield run_checks.PACK_DUPLICATE.finding(place, f"pack {name} has {count} copies of {design}")
    printed = [card for card in cards if card.design not in inserts]
    yield from _serials(printed)
    yield from _reprints(printed, ledger)
    yield from _frequency(printed, ledger, Location(file.name))
    found = {card.design for card in printed if card.pack}
    if whole and (missing := [name for _, name, _, _ in ledger.designs() if name not in found]):
        yield run_checks.POOL_COMPLETE.finding(Location(file.name), f"in no pack: {listed(missing)}")


def _cards(file: CsvFile, ledger: Ledger) -> Iterator[_Card]:
    known = {name.strip().casefold(): index for index, name in enumerate(file.header)}
    if "pack" not in known or not ("design" in known or "serial" in known):
        message = f"the columns are {', '.join(file.header)}; expected pack, design or serial, and rarity"
        raise bad_input(file.name, message, "name them so in the first line", file.header_line)
    columns = [file.columns[known[name]] if name in known else None for name in COLUMNS]
    for row in range(len(file.line_numbers)):
        pack, design, rarity, serial = (cells[row].strip() if cells else "" for cells in columns)
        if copy := ledger.find(serial) if serial else None:
            design, rarity = design or copy.name, rarity or copy.rarity
        yield _Card(file.at(row), pack, design, rarity, clean_serial(serial), copy)


def _unknown(cards: Sequence[_Card], ledger: Ledger, names: set[str]) -> Iterator[Diagnostic]:
    """What the run does not have: each once, with the first of its rows."""
    rarities = {str(word) for tier, name, _ in ledger.opening.tiers for word in (tier, name)}
    rows: dict[tuple[str, str], list[Location]] = defaultdict(list)
    for card in cards:
        if card.design not in names:
            column = "design" if card.design else "serial"
            rows[column, card.design or card.serial].append(card.place)
        if card.rarity and card.rarity not in rarities:
            rows["rarity", card.rarity].append(card.place)
    near = NearMisses(names)
    for (column, word), places in rows.items():
        message, hint = f"no card of the run is named {word!r}", ""
        if column == "rarity":
            message = f"no rarity is named {word!r}"
            hint = f"rarities: {', '.join(name for _, name, _ in ledger.opening.tiers)}"
        elif column == "serial":
            message = f"no copy of the run has the serial {word!r}"
            message = message if word else "there is no design and no serial"
            hint = "write its name into the column design"
        elif guess := near.to(word):
            hint = f"did you mean {guess}?"
        more = f" (and {counted(len(places) - 1, 'more row')})" if len(places) > 1 else ""
        yield Diagnostic(places[0], message + more, hint)


def _serials(cards: Sequence[_Card]) -> Iterator[Diagnostic]:
    first: dict[str, _Card] = {}
    for card in cards:
        if not card.serial:
            continue
        if other := first.get(card.serial):
            where = f"pack {card.pack} " + ("twice" if card.pack == other.pack else f"and pack {other.pack}")
            yield run_checks.SERIAL_ONCE.finding(card.place, f"the serial {card.serial} is in {where}")
        first.setdefault(card.serial, card)
        if card.copy is None or not card.pack:
            what = "is not in the ledger" if card.copy is None else "is in no pack"
            yield run_checks.PROMO.finding(card.place, f"{card.design}: the serial {card.serial} {what}")
        elif card.copy.is_void:
            message = f"{card.design}: the copy with the serial {card.serial} is void"
            yield run_checks.REPRINT.finding(card.place, message)
        elif card.copy.name != card.design:
            message = f"the serial {card.serial} belongs to {card.copy.name}, found on {card.design}"
            yield run_checks.SERIAL_ONCE.finding(card.place, message)


def _reprints(cards: Sequence[_Card], ledger: Ledger) -> Iterator[Diagnostic]:
    rarities = {name: copies for _, name, copies in ledger.opening.tiers}
    rarities |= {str(tier): copies for tier, _, copies in ledger.opening.tiers}
    counts = Counter((card.design, card.rarity) for card in cards)
    every = sum(copies for _, _, copies in ledger.opening.tiers)
    for (design, rarity), count in counts.items():
        most = rarities.get(rarity, count) if rarity else every  # one that is unknown was said before
        if count > most:
            place = next(card.place for card in cards if (card.design, card.rarity) == (design, rarity))
            what = f"{count} copies of {design} {rarity}".rstrip()
            yield run_checks.REPRINT.finding(place, f"{what}, only {most} printed")


def _frequency(cards: Sequence[_Card], ledger: Ledger, where: Location) -> Iterator[Diagnostic]:
    tiers = ledger.opening.tiers
    found = [sum(card.rarity in (name, str(tier)) for card in cards) for tier, name, _ in tiers]
    level, total = ledger.level(), sum(found)
    if not total or len(tiers) < 2:
        return
    expected = [total * copies / sum(level) for copies in level]
    if (p := chi_square(found, expected)) < _RARE:
        pairs = zip(tiers, found, expected, strict=True)
        counts = ", ".join(f"{name} {count} (expected {mean:.1f})" for (_, name, _), count, mean in pairs)
        yield run_checks.FREQUENCY.finding(where, f"in {total:,} cards: {counts}; p = {p:.2g}")
