"""The sheets of a print run: each copy with the face of its rarity and its own serial, in PDFs of bounded
size.

A copy is printed once: `sheets.jsonl` beside the PDFs has a line for each of them, with its copies and its
checksum. A run that was stopped goes on behind the last line that is whole.
"""

from __future__ import annotations

import json
import os
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

from cardtools.cards.table import Card, CardTable
from cardtools.game.game import Game
from cardtools.game.tiers import printed_table
from cardtools.ground.errors import Diagnostic, InputError, Location, OutputError, bad_input
from cardtools.ground.io.files import make_folder, open_to_change, read_text, replacing, shown
from cardtools.ground.spelling import counted, did_you_mean
from cardtools.print.sheets.layout import impose
from cardtools.print.sheets.printing import OwnItems, PrintOptions, SheetDefinition, write_sheets
from cardtools.printrun import serials
from cardtools.printrun.keys import fingerprint
from cardtools.printrun.ledger import Copy, Ledger, Order, stored
from cardtools.printrun.manifest import file_sum
from cardtools.printrun.printed_slots import PrintedSlots, slots_of
from cardtools.printrun.serial_places import CopyPlace, copy_places
from cardtools.render.face.load import elements
from cardtools.render.project_cards import ProjectCards, load_project_cards, pdf_info
from cardtools.render.scene.plates import separated
from cardtools.render.scene.scene import Scene

RECORD = "sheets.jsonl"
_KEPT = 1_000  # scenes in memory
_PDF = re.compile(r"[0-9A-Z]-(?:pack|sheet|number)-\d+\.pdf")
DesignTier = tuple[str, int]  # the name of a design and the tier


def copy_serials(ledger: Ledger, key: bytes | None, copies: Sequence[Copy]) -> list[str]:
    """The serials of copies. A ledger that keeps only hashes has none: they are made again with the key.

    Raises InputError without the key, and with one that is not the run's.
    """
    opening = ledger.opening
    if opening.store == "text":
        return [copy.serial for copy in copies]
    if key is None:
        message = f"the ledger of run {opening.id} has only hashes of serials, so printing them needs the key"
        raise bad_input(shown(ledger.path), message, "name its file with --key")
    found = serials.make_for(key, opening.id, [copy.number for copy in copies])
    if any(stored(serial, "hash") != copy.serial for serial, copy in zip(found, copies, strict=True)):
        message = f"the key {fingerprint(key)} is not the one that run {opening.id} was numbered with"
        raise bad_input(shown(ledger.path), message, "name another file with --key")
    return found


@dataclass(frozen=True)
class SheetPart:
    """A PDF of sheets: its name and the copies on it, in order; `reason` is why they are printed again,
    `rarity` the only one on it where each has its own PDFs.
    """

    name: str
    copies: tuple[Copy, ...]
    reason: str = ""
    rarity: str = ""


@dataclass(frozen=True)
class PrintedPart:
    """A PDF that was written: its name, its checksum, the numbers of its copies in order, and how many of
    them are on a sheet, 0 if that is not known.
    """

    name: str
    sha256: str
    numbers: tuple[int, ...]
    a_sheet: int = 0

    def sheets(self) -> Iterator[tuple[int, ...]]:
        """The numbers of the copies on each sheet; none if it is not known how many are on one."""
        for start in range(0, len(self.numbers) if self.a_sheet else 0, self.a_sheet or 1):
            yield self.numbers[start : start + self.a_sheet]


@dataclass
class CopyPrinter:
    """Prints the copies of a run. `findings` are what is wrong with the cards that were composed. With
    `plates` these are spot colours, and each rarity, which has a finish of its own, has its own PDFs.
    """

    game: Game
    ledger: Ledger
    definition: SheetDefinition
    key: bytes | None = None
    plates: bool = False
    findings: dict[Diagnostic, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._scenes: OrderedDict[DesignTier, tuple[Scene, Scene | None, list[CopyPlace]]] = OrderedDict()

    @cached_property
    def cards(self) -> dict[DesignTier, Card]:
        """The cards of the run by name and tier.

        Raises InputError with every design that the table does not have any more, or not in a tier.
        """
        table = self._table
        rules = table.ruleset.tiers
        column = rules.column if rules else ""
        by_name: dict[str, dict[int | None, Card]] = {}
        for row, card in enumerate(self._card_set.cards):
            tier = table.values[column][row] if column in table.columns else None
            by_name.setdefault(table.name(row), {})[tier] = card
        found: dict[DesignTier, Card] = {}
        problems = []
        for _, name, code, wave in self.ledger.designs():
            rows = by_name.get(name)
            if rows is None:
                problems.append(self._lost(name, code, wave, list(by_name)))
                continue
            for tier, rarity, _ in self.ledger.opening.tiers:
                card = next(iter(rows.values()))
                if tier in rows:
                    found[name, tier] = rows[tier]
                elif rules is None or column not in table.columns:
                    values = {**card.values, column: tier} if column else card.values
                    found[name, tier] = replace(card, values=values, slug=f"{card.slug}-tier-{tier}")
                else:
                    message = f"card {name}: there is no row for tier {tier} ({rarity}), and none can be made"
                    problems.append(
                        Diagnostic(card.where, message, f"add one, or a record with {column} {rules.design}")
                    )
        if problems:
            raise InputError(problems)
        return found

    @cached_property
    def _table(self) -> CardTable:
        return printed_table(self.game.table)

    @cached_property
    def _card_set(self) -> ProjectCards:
        return load_project_cards(self.game.project, self._table, (), self.game.strict)

    def _lost(self, name: str, code: str, wave: int, names: list[str]) -> Diagnostic:
        table = self.game.table
        rules = table.ruleset.serials
        hint = "put its row back: its copies exist"
        if code and rules and rules.column in table.columns and code in (texts := table.texts(rules.column)):
            new = table.name(texts.index(code))
            hint = f"{new!r} has its id {code} now: name it {name!r} again, as on its copies"
        elif near := did_you_mean(name, names):
            hint = f"was it renamed to {near!r}? Name it as on its copies"
        message = f"no card is named {name!r}, a design of wave {wave} of the run {shown(self.ledger.path)}"
        return Diagnostic(Location(table.file.name), message, hint)

    def check(self) -> None:
        """Raises InputError with every card that cannot be printed, or has no place for a serial; where its
        face is at fault, with the first of those that have it.
        """
        problems: dict[Location, Diagnostic] = {}
        for (name, _), card in self.cards.items():
            try:
                face = self._card_set.faces.choose(card.values, card.where, card.name)
                copy_places(face, card.values, card.where, name)
            except InputError as error:
                problems = {one.location: one for one in error.diagnostics} | problems
        if problems:
            raise InputError(problems.values())

    @cached_property
    def a_sheet(self) -> int:
        """How many copies are on a full sheet. Raises InputError if none fits the paper."""
        card = next(iter(self.cards.values()))
        size = self._card_set.faces.choose(card.values, card.where, card.name).design.card
        layout, path = self.definition.layout, self.definition.path
        side = impose(layout, 10_000, size.width, size.height, path, (), size.shape)[0]
        return sum(not cell.back for cell in side.cells)

    def parts(
        self,
        order: Order,
        wave: int | None,
        sheets: int,
        done: Sequence[PrintedPart] = (),
        reason: str = "",
        here: AbstractSet[int] = frozenset(),
    ) -> Iterator[SheetPart]:
        """The PDFs with up to so many sheets of the copies that are not printed yet, named after those that
        are `done`; for a `reason`, then also of those that were printed and are not `here`.
        """
        number = len(done)
        for again in (False, True) if reason else (False,):
            for tier, rarity in self._rarities:
                copies = self.elsewhere(order, wave, here) if again else self._new(order, wave)
                copies = (copy for copy in copies if tier in (None, copy.tier))
                while some := tuple(islice(copies, sheets * self.a_sheet)):
                    number += 1
                    name = f"{self.ledger.opening.id}-{order}-{number:04d}.pdf"
                    yield SheetPart(name, some, reason if again else "", rarity)

    @property
    def _rarities(self) -> list[tuple[int | None, str]]:
        """The tiers that have PDFs of their own; None stands for all together."""
        tiers = self.ledger.opening.tiers
        return [(tier, name) for tier, name, _ in tiers] if self.plates else [(None, "")]

    @cached_property
    def has_plates(self) -> bool:
        """Whether a face of the run has elements with a plate."""
        faces = {
            self._card_set.faces.choose(card.values, card.where, card.name) for card in self.cards.values()
        }
        return any(one.plate for face in faces for _, one in elements(face.design.elements, ()))

    def _new(self, order: Order, wave: int | None) -> Iterator[Copy]:
        """The copies that were not printed yet."""
        for copy in self.ledger.copies(order, wave):
            if not self._before.has(copy.wave, copy.slot):
                yield copy

    def elsewhere(self, order: Order, wave: int | None, here: AbstractSet[int]) -> Iterator[Copy]:
        """The copies that were printed and whose numbers are not `here`."""
        for copy in self.ledger.copies(order, wave):
            if copy.number not in here and self._before.has(copy.wave, copy.slot):
                yield copy

    @cached_property
    def _before(self) -> PrintedSlots:
        """What was printed before this process prints."""
        return PrintedSlots(one for _, data in self.ledger.prints() for one in data["slots"])

    def write(self, file: BinaryIO, part: SheetPart, with_serials: bool = True) -> None:
        """Write the PDF of a part. Raises InputError when a card cannot be drawn or a serial does not fit."""
        self._compose({(copy.name, copy.tier) for copy in part.copies})
        fronts, backs, own = [], [], []
        for copy, serial in zip(part.copies, copy_serials(self.ledger, self.key, part.copies), strict=True):
            front, back, places = self._scenes[copy.name, copy.tier]
            fronts.append(separated(front) if self.plates else front)
            backs.append(separated(back) if self.plates and back else back)
            if with_serials:
                items = tuple(item for place in places for item in place.items(serial))
                own.append(OwnItems(items, f"serial {serial}"))
        opening = self.ledger.opening
        title = f"{self.game.project.settings.name or 'cards'}: {part.name.removesuffix('.pdf')}"
        info = pdf_info(self.game.project, title, f"{counted(len(fronts), 'card')} of run {opening.id}")
        fonts, art = self._card_set.fonts(), self._card_set.art_files
        write_sheets(file, self.definition, fronts, fonts, art, info, backs, PrintOptions(), own)

    def _compose(self, wanted: Iterable[DesignTier]) -> None:
        """Compose cards that are not in memory; a few of the others are kept."""
        wanted = sorted(wanted)
        for card in wanted:
            if card in self._scenes:
                self._scenes.move_to_end(card)
        new = [card for card in wanted if card not in self._scenes]
        sources = [self.cards[card] for card in new]
        cards = self._card_set
        has_backs = self.definition.layout.has_backs and cards.backs
        backs = cards.compose_backs(sources) if has_backs else (None for _ in sources)
        problems: dict[Diagnostic, None] = {}
        for card, source, front, back in zip(new, sources, cards.compose(sources), backs, strict=True):
            problems |= dict.fromkeys((*front.problems, *(back.problems if back else ())))
            self.findings |= dict.fromkeys((*front.findings, *(back.findings if back else ())))
            if front.scene and not problems:
                face = cards.faces.choose(source.values, source.where, source.name)
                places = copy_places(face, source.values, source.where, source.name)
                self._scenes[card] = front.scene, back.scene if back else None, places
        if problems:
            raise InputError(problems)
        while len(self._scenes) > max(_KEPT, len(wanted)):
            self._scenes.popitem(last=False)


def read_printed_parts(folder: Path) -> list[PrintedPart]:
    """The PDFs of a folder that were written, in order.

    A last line that is not whole belongs to a run that was stopped. Raises InputError for any other.
    """
    path = folder / RECORD
    if not os.path.isfile(path):
        return []
    lines = read_text(path, "table_bytes").split("\n")
    found: dict[str, PrintedPart] = {}  # a PDF that was made again has a second line
    for number, line in enumerate(lines, 1):
        if not line and number == len(lines):
            break
        try:
            data = json.loads(line)
            name = data["file"]
            if not _PDF.fullmatch(name):
                raise ValueError(name)
            numbers, a_sheet = tuple(map(int, data["copies"])), max(0, int(data.get("a_sheet", 0)))
            found[name] = PrintedPart(name, str(data["sha256"]), numbers, a_sheet)
        except (ValueError, KeyError, TypeError, RecursionError):
            if number == len(lines):
                break
            hint = "restore it from a backup: it says which copies are printed"
            raise bad_input(
                shown(path), "the line has no PDF with its checksum and copies", hint, number
            ) from None
    return list(found.values())


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Keep other processes from printing copies into the folder. Raises OutputError if one does."""
    make_folder(folder)
    try:
        import fcntl
    except ImportError:  # on Windows
        yield
        return
    try:
        with open_to_change(folder / RECORD) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
    except BlockingIOError:
        message = "another process prints copies into this folder"
        raise OutputError(f"{shown(folder)}: {message}\n  help: wait until it has finished") from None


def write_part(printer: CopyPrinter, part: SheetPart, folder: Path) -> PrintedPart:
    """Write a PDF, then the event of the ledger, then the record. Raises OutputError when that is not
    possible.
    """
    make_folder(folder)
    target = folder / part.name
    with replacing(target) as file:
        printer.write(file, part)
    numbers = tuple(copy.number for copy in part.copies)
    record = PrintedPart(part.name, file_sum(target), numbers, printer.a_sheet)
    printer.ledger.note_print(record.name, record.sha256, slots_of(part.copies), part.reason)
    _append(folder / RECORD, record)
    return record


def printed_parts(ledger: Ledger, folder: Path, a_sheet: int) -> list[PrintedPart]:
    """The PDFs of the run in a folder, with so many copies on a sheet, after what a process that was stopped
    left undone: a PDF that the ledger has and the record lacks, or the other way round.
    """
    done = {
        one.name: one for one in read_printed_parts(folder) if one.name.startswith(f"{ledger.opening.id}-")
    }
    events = {(data["file"], data["sha256"]): data for _, data in ledger.prints()}
    wanted = {
        number for one in done.values() if (one.name, one.sha256) not in events for number in one.numbers
    }
    copies = {copy.number: copy for copy in ledger.copies("number", voided=True)} if wanted else {}
    for one in done.values():
        own = [copies[number] for number in one.numbers if number in copies]
        if own and (one.name, one.sha256) not in events:
            ledger.note_print(one.name, one.sha256, slots_of(own), "")
    for (name, sha256), data in events.items():
        path = folder / name
        if name not in done and _PDF.fullmatch(name) and os.path.isfile(path) and file_sum(path) == sha256:
            slots, order = PrintedSlots(data["slots"]), cast(Order, name.split("-")[1])
            numbers = (c.number for c in ledger.copies(order, voided=True) if slots.has(c.wave, c.slot))
            done[name] = PrintedPart(name, sha256, tuple(numbers), a_sheet)
            _append(folder / RECORD, done[name])
    return list(done.values())


def copies_in(folder: Path, done: Sequence[PrintedPart]) -> set[int]:
    """The numbers of the copies on those PDFs that are still in the folder."""
    return {n for one in done if os.path.isfile(folder / one.name) for n in one.numbers}


def _append(path: Path, record: PrintedPart) -> None:
    """Add a line to the record; what a stopped run left of one is taken away."""
    data = {"file": record.name, "sha256": record.sha256, "copies": record.numbers}
    line = json.dumps({**data, "a_sheet": record.a_sheet}) + "\n"
    try:
        with open_to_change(path) as file:
            end = file.seek(0, os.SEEK_END)
            if end:
                file.seek(max(0, end - 1))
                if file.read(1) != b"\n":
                    file.seek(0)
                    file.truncate(file.read().rfind(b"\n") + 1)
            file.seek(0, os.SEEK_END)
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise OutputError(f"{shown(path)}: cannot be written: {error.strerror}") from None
