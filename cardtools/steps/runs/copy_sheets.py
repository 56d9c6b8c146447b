"""The sheets of a print run: each copy once, with the face of its rarity and its own serial."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from cardtools.cards.table import Card
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import make_folder, replacing, shown
from cardtools.ground.spelling import counted, did_you_mean
from cardtools.print.sheets.definition import sheet_fault
from cardtools.print.sheets.layout import grid
from cardtools.print.sheets.printing import OwnItems, PrintOptions, SheetDefinition, write_sheets
from cardtools.printrun import printed_parts, serials
from cardtools.printrun.keys import fingerprint
from cardtools.printrun.ledger import Copy, Ledger, Order, stored
from cardtools.printrun.manifest import file_sum
from cardtools.printrun.serial_places import CopyPlace, copy_places
from cardtools.render.face.load import Face, elements
from cardtools.render.project_cards import ProjectCards, load_project_cards, pdf_info
from cardtools.render.scene.plates import separated
from cardtools.render.scene.scene import Scene
from cardtools.steps.game_files import GameFiles
from cardtools.steps.tiers import printed_table

_KEPT = 1_000  # scenes in memory
DesignTier = tuple[str, int]  # the name of a design and the tier


def copy_serials(ledger: Ledger, key: bytes | None, copies: Sequence[Copy]) -> list[str]:
    """The serials of copies; those of a ledger of hashes are made again with its key. Raises InputError."""
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
    """A PDF of sheets: its name, its copies in order, why they are printed again, and their rarity if one."""

    name: str
    copies: tuple[Copy, ...]
    reason: str = ""
    rarity: str = ""


@dataclass
class CopyPrinter:
    """Prints the copies of a run. `findings` are what is wrong with the cards that were composed. With
    `plates` these are spot colours, and each rarity, which has a finish of its own, has its own PDFs.
    """

    game: GameFiles
    ledger: Ledger
    definition: SheetDefinition
    key: bytes | None = None
    plates: bool = False
    findings: dict[Diagnostic, None] = field(default_factory=dict)
    _scenes: dict[DesignTier, tuple[Scene, Scene | None, list[CopyPlace]]] = field(default_factory=dict)

    @cached_property
    def cards(self) -> dict[DesignTier, Card]:
        """The cards of the run by name and tier. Raises InputError with every one that the table lacks."""
        table = self._project_cards.tables[""]
        rules = table.ruleset.tiers
        column = rules.column if rules else ""
        by_name: dict[str, dict[int | None, Card]] = {}
        for row, card in enumerate(self._project_cards.cards):
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
                    values = card.values | {column: tier} if column else card.values
                    found[name, tier] = replace(card, values=values, slug=f"{card.slug}-tier-{tier}")
                else:
                    message = f"card {name}: there is no row for tier {tier} ({rarity}), and none can be made"
                    hint = f"add one, or a record with {column} {rules.design}"
                    problems.append(Diagnostic(card.where, message, hint))
        if problems:
            raise InputError(problems)
        return found

    def _face(self, card: Card) -> Face:
        return self._project_cards.faces.choose(card.values, card.where, card.name)

    @cached_property
    def _project_cards(self) -> ProjectCards:
        return load_project_cards(self.game.project, printed_table(self.game.table), (), self.game.strict)

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
        """Raises InputError with every card that cannot be printed or has no place for a serial."""
        problems: dict[Location, Diagnostic] = {}
        for (name, _), card in self.cards.items():
            try:
                copy_places(self._face(card), card.values, card.where, name)
            except InputError as error:
                problems = {one.location: one for one in error.diagnostics} | problems
        if problems:
            raise InputError(problems.values())

    @cached_property
    def a_sheet(self) -> int:
        """How many copies are on a full sheet. Raises InputError if none fits the paper, or a form has places
        of several sizes, so that they would not lie there in their order.
        """
        cards = [self._face(card).design.card for card in self.cards.values()]
        size, layout, path = cards[0], self.definition.layout, self.definition.path
        own = size.width, size.height
        sizes = {place.size(*own) for place in layout.places}
        sizes |= {(card.width, card.height) for card in cards if layout.places}
        if other := sorted(sizes - {own}):
            found = "{:g} x {:g} and {:g} x {:g} mm".format(*own, *other[0])
            hint = "print one size at a time, in [[places]] without width and height"
            raise sheet_fault(path, f"a print run on a form of {found}", hint)
        return len(grid(layout, size.width, size.height, path, size.shape))

    def parts(
        self,
        order: Order,
        wave: int | None,
        sheets: int,
        done: Sequence[printed_parts.PrintedPart] = (),
        reason: str = "",
        here: Container[int] = (),
    ) -> Iterator[SheetPart]:
        """The PDFs with up to so many sheets of the copies that are not printed yet, named after those that
        are `done`; for a `reason`, then also of those that were printed and are not `here`.
        """
        number, tiers = len(done), self.ledger.opening.tiers
        # The tiers that have PDFs of their own; None stands for all together.
        rarities = [(tier, name) for tier, name, _ in tiers] if self.plates else [(None, "")]
        for again in (False, True) if reason else (False,):
            for tier, rarity in rarities:
                copies = self.copies(order, wave, printed=again, here=here if again else ())
                copies = (copy for copy in copies if tier in (None, copy.tier))
                while some := tuple(islice(copies, sheets * self.a_sheet)):
                    number += 1
                    name = f"{self.ledger.opening.id}-{order}-{number:04d}.pdf"
                    yield SheetPart(name, some, reason if again else "", rarity)

    @cached_property
    def has_plates(self) -> bool:
        """Whether a face of the run has elements with a plate."""
        faces = set(map(self._face, self.cards.values()))
        return any(one.plate for face in faces for _, one in elements(face.design))

    def copies(
        self, order: Order, wave: int | None, printed: bool, here: Container[int] = ()
    ) -> Iterator[Copy]:
        """The copies that were, or were not, `printed`, without those whose numbers are `here`."""
        for copy in self.ledger.copies(order, wave):
            if copy.number not in here and self._before.has(copy.wave, copy.slot) == printed:
                yield copy

    @cached_property
    def _before(self) -> printed_parts.PrintedSlots:
        said = self.ledger.said("print")
        return printed_parts.PrintedSlots(one for _, data in said for one in data["slots"])

    def write(self, file: BinaryIO, part: SheetPart, with_serials: bool = True) -> None:
        """Write the PDF of a part. Raises InputError when a card cannot be drawn or a serial does not fit."""
        self._compose({(copy.name, copy.tier) for copy in part.copies})
        fronts, backs, own = [], [], []
        for copy, serial in zip(part.copies, copy_serials(self.ledger, self.key, part.copies), strict=True):
            front, back, places = self._scenes[copy.name, copy.tier]
            fronts.append(separated(front) if self.plates else front)
            backs.append(separated(back) if self.plates and back else back)
            if with_serials:
                items = tuple(place.item(serial) for place in places)
                own.append(OwnItems(items, f"serial {serial}"))
        opening = self.ledger.opening
        title = f"{self.game.project.settings.name or 'cards'}: {part.name.removesuffix('.pdf')}"
        info = pdf_info(self.game.project, title, f"{counted(len(fronts), 'card')} of run {opening.id}")
        fonts, art = self._project_cards.fonts(), self._project_cards.art_files
        write_sheets(file, self.definition, fronts, fonts, art, info, backs, PrintOptions(), own)

    def _compose(self, wanted: Iterable[DesignTier]) -> None:
        """Compose cards that are not in memory; a few of the others are kept."""
        wanted = sorted(wanted)
        for card in wanted:
            if card in self._scenes:
                self._scenes[card] = self._scenes.pop(card)  # it is the last to go
        new = [card for card in wanted if card not in self._scenes]
        sources = [self.cards[card] for card in new]
        cards = self._project_cards
        has_backs = self.definition.layout.has_backs and cards.backs
        backs = cards.compose_backs(sources) if has_backs else (None for _ in sources)
        problems: dict[Diagnostic, None] = {}
        for card, source, front, back in zip(new, sources, cards.compose(sources), backs, strict=True):
            problems |= dict.fromkeys((*front.problems, *(back.problems if back else ())))
            self.findings |= dict.fromkeys((*front.findings, *(back.findings if back else ())))
            if front.scene and not problems:
                places = copy_places(self._face(source), source.values, source.where, source.name)
                self._scenes[card] = front.scene, back.scene if back else None, places
        if problems:
            raise InputError(problems)
        while len(self._scenes) > max(_KEPT, len(wanted)):
            del self._scenes[next(iter(self._scenes))]

    def print_copies(
        self,
        folder: Path,
        order: Order,
        wave: int | None,
        sheets: int,
        reason: str,
        say: Callable[[str], object],
    ) -> tuple[int, int]:
        """Write PDFs of the copies not printed yet, and for a `reason` also of those that were printed and
        are not in the folder; `say` gets a line for each. How many these are, and, without a reason, how many
        are left that were printed and are not in the folder. Raises OutputError.
        """
        count = 0
        with printed_parts.lock_folder(folder):
            done = printed_parts.printed_parts(self.ledger, folder, self.a_sheet)
            here = printed_parts.copies_in(folder, done)
            for part in self.parts(order, wave, sheets, done, reason, here):
                target = make_folder(folder) / part.name
                with replacing(target) as file:
                    self.write(file, part)
                # The event of the ledger comes before the record.
                digest, slots = file_sum(target), printed_parts.slots_of(part.copies)
                self.ledger.note_print(part.name, digest, slots, part.reason)
                numbers = tuple(copy.number for copy in part.copies)
                record = printed_parts.PrintedPart(part.name, digest, numbers, self.a_sheet)
                printed_parts.append_printed(folder / printed_parts.RECORD, record)
                count += len(part.copies)
                say(f"{counted(len(part.copies), f'{part.rarity} card'.strip())} -> {shown(target)}")
            left = 0 if reason else sum(1 for _ in self.copies(order, wave, printed=True, here=here))
        return count, left
