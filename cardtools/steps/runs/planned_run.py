"""A print run's plan with the cards of its project: which designs each wave releases; a first plan."""

from __future__ import annotations

import itertools
import os
import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import check_output, shown
from cardtools.ground.spelling import counted
from cardtools.ground.toml.tomlfile import TomlFile, read_toml
from cardtools.ground.toml.tomlplaces import Key
from cardtools.printrun.events import PlannedWave, RunOpening
from cardtools.printrun.ledger import SUFFIX, Ledger, MakeSerials
from cardtools.printrun.ledgerfile import check_own
from cardtools.printrun.run_plan import InsertsEntry, Rarity, RunPlan, read_plan
from cardtools.printrun.shares import Allocation, exact_step, least_copies, targets
from cardtools.project.project import Project, find_project
from cardtools.rulesets import Ruleset
from cardtools.steps.card_choice import CardChoice
from cardtools.steps.game_files import GameFiles

ONE_RARITY = (Rarity(1, "Standard", 100.0),)
_FARTHEST = 1_000  # copies and cards of a pack from those of the plan, when others are tried
_MOST_SIZE = 100
_SIZE, _COPIES, _STEPS = 7, 30, 20  # of a first plan; the last: how many numbers of copies are tried
Designs = tuple[tuple[str, str], ...]  # names and codes

_PLAN = """\
# A print run: `cardtools run plan {path}` shows what it prints.
# `cardtools explain run` says what every key means.
[run]
id = {quoted:<31} # the serials of all copies begin with it
name = "{name}"
copies = {copies:<27} # of each of {designs} designs, in all rarities together
seed = {seed:<29} # keep it secret until the packs are sold
policy = "normalise"                 # what becomes of shares that don't add up to 100 %
{rarities}
[packs]
size = {size:<29} # cards, without the insert
box = 24                             # packs

[costs]
currency = "EUR"
sheet = 1.20
slots = 9                            # cards on a sheet
pack = 0.15
box = 1.10
"""


@dataclass
class PlannedRun:
    """The plan of a file and the game whose cards it prints. Raises InputError with every problem."""

    path: Path
    project: Project
    text: str = ""  # the plan, where the file is still to be written

    @cached_property
    def game(self) -> GameFiles:
        """The game of the project."""
        return GameFiles(self.project)

    @cached_property
    def plan(self) -> RunPlan:
        """The plan, with what it takes from the ruleset: its rarities, and the inserts of its [packs]."""
        ruleset, file = self.game.ruleset, self.file
        packs = ruleset.packs
        inserts = InsertsEntry(packs.insert, packs.subject) if packs else InsertsEntry()
        return read_plan(file, rarities_of(ruleset), inserts)

    @cached_property
    def file(self) -> TomlFile:
        """Its file."""
        return TomlFile(self.path, self.text, tomllib.loads(self.text)) if self.text else read_toml(self.path)

    @property
    def ledger(self) -> Path:
        """The ledger, beside the plan."""
        return self.path.with_suffix(SUFFIX)

    @cached_property
    def inserts(self) -> Designs:
        """The names of the inserts and of the cards they are about."""
        entry = self.plan.inserts
        if not entry or not entry.where:
            return ()
        table = self.game.table
        if entry.subject and entry.subject not in table.values:
            place = self.file.at("inserts", "subject")
            raise InputError(Diagnostic(place, f"{table.file.name} has no column {entry.subject!r}"))
        rows = self._rows((), entry.where, ("inserts",))
        subjects = table.values[entry.subject] if entry.subject else [None] * len(table)
        return tuple({table.name(row): str(subjects[row] or table.name(row)) for row in rows}.items())

    @cached_property
    def designs(self) -> Designs:
        """The names and codes of all designs of the run, in the order of the card table."""
        cards, table = self.plan.cards, self.game.table
        inserts = {name for name, _ in self.inserts}
        rows = self._rows(cards.names, cards.where, ("cards",))
        serials = self.game.ruleset.serials
        codes: Sequence[Any] = table.texts(serials.column) if serials else [""] * len(table)
        named = ((table.name(row), codes[row].strip()) for row in reversed(rows))
        found = {name: code for name, code in named if name not in inserts}
        return tuple(reversed(found.items()))

    def planned_waves(self, released: Designs = (), done: int = 0) -> list[PlannedWave]:
        """The waves after the first `done` ones, when these designs are released already."""
        taken = {name for name, _ in released}
        left = [design for design in self.designs if design[0] not in taken]
        planned, problems = [], []
        for index, wave in enumerate(self.plan.waves[done:], done):
            added = left[: wave.designs or None]
            if wave.names or wave.where:
                rows = self._rows(wave.names, wave.where, ("waves", index))
                wanted = set(map(self.game.table.name, rows))
                added = [design for design in left if design[0] in wanted]
            if wave.designs > len(left):
                message = f"designs = {wave.designs}, and only {counted(len(left), 'design')} are left"
                problems.append(Diagnostic(self.file.at("waves", index, "designs"), message))
            chosen = set(added)
            left = [design for design in left if design not in chosen]
            after = self.plan.copies_at(wave.copies)
            planned.append(PlannedWave(wave.name, wave.copies, after, tuple(added), self.inserts))
        if problems:
            raise InputError(problems)
        return planned

    @cached_property
    def allocations(self) -> list[Allocation]:
        """What each wave prints. Raises InputError if a wave cannot be packed, with what would fit."""
        levels = [wave.copies for wave in self.plan.waves]
        allocations = list(self._allocations(levels, self.plan.packs.size))
        for index, allocation in enumerate(allocations):
            if fault := allocation.fault():
                wave = f"wave {index + 1}: " if len(allocations) > 1 else ""
                raise InputError(Diagnostic(self._place(index), f"{wave}{fault}", self.nearest(index)))
        return allocations

    def _allocations(self, levels: Sequence[int], size: int) -> Iterator[Allocation]:
        """The waves with these copies of each design after them, in packs of this size."""
        plan, old, before = self.plan, 0, (0,) * len(self.plan.rarities)
        opening = replace(self.opening(""), size=size)
        for number, (wave, copies) in enumerate(zip(self._waves, levels, strict=True), 1):
            after, new = plan.copies_at(copies), len(wave.designs)
            yield opening.allocation(number, old, new, before, after)
            old, before = old + new, after

    @cached_property
    def _waves(self) -> list[PlannedWave]:
        return self.planned_waves()

    def fits(self, wave: int, copies: int, size: int) -> bool:
        """Whether the plan can be packed with this size of packs, and these copies after a wave (from 0)."""
        levels = [wave.copies for wave in self.plan.waves]
        levels[wave] = copies
        if any(low > high for low, high in itertools.pairwise((0, *levels))):
            return False
        return not any(allocation.fault() for allocation in self._allocations(levels, size))

    def sizes(self, most: int = _MOST_SIZE) -> list[int]:
        """The sizes of packs that the copies of the plan fill."""
        last = len(self.plan.waves) - 1
        copies = self.plan.waves[last].copies
        return [size for size in range(2, most + 1) if self.fits(last, copies, size)]

    def copies(self, wave: int, number: int = 6) -> list[int]:
        """The numbers of copies nearest to those of a wave that fill its packs."""
        now, size = self.plan.waves[wave].copies, self.plan.packs.size
        near = sorted(range(max(1, now - _FARTHEST), now + _FARTHEST + 1), key=lambda one: abs(one - now))
        return sorted(itertools.islice((one for one in near if self.fits(wave, one, size)), number))

    def nearest(self, wave: int) -> str:
        """The sizes of packs and the numbers of copies that would fit, in words."""
        size = self.plan.packs.size
        sizes = sorted(sorted(self.sizes(), key=lambda one: abs(one - size))[:6])
        words = [f"packs of {_either(sizes)}"] if sizes else []
        copies = self.copies(wave)
        words += [f"{_either(copies)} copies of a design"] if copies else []
        return f"the nearest that fit: {', or '.join(words)}" if words else ""

    def opening(self, key: str) -> RunOpening:
        """What the ledger keeps of the plan; `key` is the fingerprint of the run's key."""
        run, packs = self.plan.run, self.plan.packs
        printed = self.plan.copies_at(run.copies)
        pairs = zip(self.plan.rarities, printed, strict=True)
        tiers = tuple((rarity.tier, rarity.name, copies) for rarity, copies in pairs)
        store = self.plan.serials.store
        return RunOpening(run.id, run.name, run.seed, packs.size, packs.box, store, key, tiers)

    def waves_to_deal(self, ledger: Ledger) -> list[PlannedWave]:
        """The waves not in the ledger yet. Raises InputError where the others are not those of the plan."""
        problems = [*self._changes(ledger), *self._lost(ledger.designs())]
        if problems:
            raise InputError(problems)
        released = tuple((name, code) for _, name, code, _ in ledger.designs())
        return self.planned_waves(released, len(ledger.waves()))

    def waiting(self, ledger: Ledger) -> list[str]:
        """The designs that are in no wave of the ledger."""
        released = {name for _, name, _, _ in ledger.designs()}
        return [name for name, _ in self.designs if name not in released]

    def deal_wave(self, ledger: Ledger, wave: PlannedWave, make: MakeSerials, reason: str) -> None:
        """Print a wave. Raises InputError where its copies cannot be packed, with what would fit."""
        index = len(ledger.waves())
        try:
            ledger.add_wave(wave, make, reason)
        except ValueError as error:
            raise InputError(Diagnostic(self._place(index), f"wave {index + 1}: {error}")) from None

    def _place(self, wave: int) -> Location:
        """Where the plan has a wave (from 0); where it has none of its own, where its copies are."""
        return self.file.at("waves", wave) if "waves" in self.file.data else self.file.at("run", "copies")

    def _changes(self, ledger: Ledger) -> Iterator[Diagnostic]:
        old, new = ledger.opening, self.opening(ledger.opening.key)
        keys = {"id": "run", "seed": "run", "size": "packs", "box": "packs", "store": "serials"}
        hint = "put it back, or plan a new run"
        for name, table in keys.items():
            was, now = getattr(old, name), getattr(new, name)
            if was != now:
                message = f"{name} = {now!r}, and {shown(ledger.path)} was begun with {was!r}"
                yield Diagnostic(self.file.at(table, name), message, hint)
        if old.tiers != new.tiers:
            was, now = (", ".join(f"{n} {name}" for _, name, n in one.tiers) for one in (old, new))
            message = f"a design has {now}, and {shown(ledger.path)} was begun with {was}"
            yield Diagnostic(self.file.at("run", "copies"), message, hint)
        waves = ledger.waves()
        for number, name, copies in waves[: len(self.plan.waves)]:
            if copies != (planned := self.plan.waves[number - 1].copies):
                what = f"wave {number} {name}".rstrip()
                message = f"{what}: copies = {planned}, and it was printed with {copies}"
                yield Diagnostic(self.file.at("waves", number - 1, "copies"), message, hint)
        if len(waves) > len(self.plan.waves):
            message = f"{counted(len(self.plan.waves), 'wave')}, and {len(waves)} are printed"
            yield Diagnostic(self.file.at("waves"), message, hint)

    def _lost(self, released: Sequence[tuple[int, str, str, int]]) -> Iterator[Diagnostic]:
        known = set(map(self.game.table.name, range(len(self.game.table))))
        names = {code: name for name, code in self.designs if code}
        for _, name, code, wave in released:
            if name in known:
                continue
            new = names.get(code, "")
            what = f"is now named {new!r}" if new else "is no longer in the card table"
            message = f"{name!r} was printed in wave {wave} and {what}"
            hint = "printed copies keep their name: put it back" if new else "put its row back"
            yield Diagnostic(self.file.at("cards"), message, hint)

    def _rows(self, names: tuple[str, ...], where: str, keys: tuple[Key, ...]) -> list[int]:
        """The rows of the card table that have one of the names and meet the condition."""
        try:
            return CardChoice(names, where).rows(self.game.table)
        except InputError as error:
            place = self.file.at(*keys, "names" if names and not where else "where")
            raise InputError(one._replace(location=place) for one in error.diagnostics) from None


def rarities_of(ruleset: Ruleset) -> tuple[Rarity, ...]:
    """The rarities that a ruleset's [tiers] describe; one for everything if it has no shares."""
    tiers = ruleset.tiers
    if not tiers or not tiers.shares:
        return ONE_RARITY
    names = tiers.names or tuple(f"Tier {tier}" for tier in tiers.printed)
    return tuple(map(Rarity, tiers.printed, names, tiers.shares))


def first_plan(project: Project, path: Path, id_: str, copies: int | None, size: int | None) -> str:
    """The text of a plan for the cards of a project, of as few copies and such packs as fit, or as given."""
    ruleset = GameFiles(project).ruleset
    rarities = rarities_of(ruleset)
    shares, kept = targets([rarity.share for rarity in rarities], "normalise")
    step = exact_step(shares, kept)
    step *= -(-max(least_copies(shares, kept), _COPIES) // step)
    own = "" if rarities is not ONE_RARITY else '\n[[rarities]]\ntier = 1\nname = "Standard"\nshare = 100\n'
    name = path.stem.replace("-", " ").title().replace('"', "").replace("\\", "")
    seed = random.SystemRandom().getrandbits(48)
    values = {"path": shown(path), "quoted": f'"{id_}"', "name": name, "seed": seed, "rarities": own}

    def text(number: int, cards: int, designs: int = 0) -> str:
        return _PLAN.format(copies=number, size=cards, designs=designs, **values)

    run = PlannedRun(path, project, text(copies or step, size or _SIZE))
    near = sorted(range(4, 16), key=lambda one: (abs(one - _SIZE), one))
    counts = [copies] if copies else range(step, _STEPS * step + 1, step)
    fitting = ((n, k) for n in counts for k in ([size] if size else near) if run.fits(0, n, k))
    others = ((copies or step, k) for k in ([] if size else run.sizes()))
    given = run.plan.run.copies, run.plan.packs.size
    number, cards = next(itertools.chain(fitting, others), given)
    return text(number, cards, len(run.designs))


def open_run(path: Path, write: bool = False) -> Ledger:
    """The ledger of a path, or of a plan's. Raises InputError without one, OutputError as `check_place`."""
    ledger = path.with_suffix(SUFFIX) if path.suffix == ".toml" else path
    if path.suffix == ".toml" and not ledger.is_file():
        raise bad_input(shown(ledger), "no such ledger", f"`cardtools run deal {shown(path)}` makes it")
    if write:
        check_place(ledger, find_project())
    return Ledger(ledger, write)


def check_place(ledger: Path, project: Project) -> None:
    """Raise OutputError if writing the ledger would change a file elsewhere, to which a link leads."""
    inside = Path(os.path.abspath(ledger)).is_relative_to(os.path.abspath(project.root))
    check_output(ledger, project.root if inside else ledger.parent)
    check_own(ledger)


def _either(numbers: Sequence[int]) -> str:
    *before, last = map("{:,}".format, numbers)
    return f"{', '.join(before)} or {last}" if before else last
