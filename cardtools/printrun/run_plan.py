"""The plan of a print run: a TOML file that says how often each card is printed and how it is packed."""

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.frozen_record import Record, field
from cardtools.ground.toml.tomlfile import TomlFile, conform
from cardtools.printrun.materials import IntegrityEntry
from cardtools.printrun.serials import ALPHABET
from cardtools.printrun.shares import Policy, copies_at, least_copies, targets

MOST_COPIES = 1_000_000  # of a design
MOST_PACK = 1_000
MOST_SEED = (1 << 63) - 1
MOST_TIER = 1_000_000
MOST_RARITIES, MOST_WAVES = 40, 100
_SHARES = (1e-6, 1e6)  # percent


def _check_numbers(entry: Record, low: int, high: int, *names: str) -> None:
    for name in names:
        if not low <= getattr(entry, name) <= high:
            raise ValueError(f"{name} = {getattr(entry, name)}, expected {low} to {high:,}")


class RunEntry(Record):
    """`[run]`: how often each design is printed.

    Keys:
        id: The run's digit or capital letter without I, L, O and U; the serials of its copies begin with it.
        copies: How many copies of each design there will ever be, in all rarities together.
        seed: The number that every random choice follows from. Keep it secret until all packs are sold.
        name: What people call the run.
        policy: What happens when the shares do not add up to 100 %. With `normalise` they are taken in
            proportion; with `reserve` the rest of the copies is never printed; with `to_common` the largest
            share gets it; with `flat` all rarities are printed equally often; with `error` the plan is
            refused.

    Example:
        [run]
        id = "A"
        copies = 77
        seed = 20261122

    Example of a run that keeps a few copies of every design back:
        [run]
        id = "B"
        name = "Second Light"
        copies = 80
        seed = 7
        policy = "reserve"
    """

    id: str
    copies: int
    seed: int
    name: str = ""
    policy: Policy = "normalise"

    def __post_init__(self) -> None:
        if len(self.id) != 1 or self.id not in ALPHABET:
            raise ValueError(f"id = {self.id!r}, expected one digit or capital letter, but not I, L, O or U")
        _check_numbers(self, 1, MOST_COPIES, "copies")
        if not 0 <= self.seed <= MOST_SEED:
            raise ValueError(f"seed = {self.seed}, expected 0 to {MOST_SEED}")


class CardsEntry(Record):
    """`[cards]`: the designs of the run, in the order of the card table. By default all but inserts.

    Keys:
        names: Names of designs, or patterns such as `Ember*` that match them; if empty, all.
        where: The condition that its row meets, an expression of rulesets; if empty, all.

    Example:
        [cards]
        where = "LEVEL <= 3"

    Example of cards by name:
        [cards]
        names = ["Ember*", "Tide Orb"]
    """

    names: tuple[str, ...] = ()
    where: str = ""


class Rarity(Record):
    """`[[rarities]]`: a rarity in which every design is printed. By default those that the ruleset names.

    Keys:
        tier: Its number, as the ruleset's [tiers] have it.
        name: What people call it.
        share: Its percentage of the copies of a design.

    Example:
        [[rarities]]
        tier = 1
        name = "Common"
        share = 90

        [[rarities]]
        tier = 2
        name = "Gold"
        share = 10
    """

    tier: int
    name: str
    share: float

    def __post_init__(self) -> None:
        _check_numbers(self, 0, MOST_TIER, "tier")
        low, high = _SHARES
        if not (self.share <= 0 or low <= self.share <= high):  # 0 is reported with the others
            raise ValueError(f"share = {self.share:g}, expected {low:f} to {high:,.0f} %")


class PacksEntry(Record):
    """`[packs]`: how the copies are packed.

    Keys:
        size: The cards of a pack, without its insert.
        box: The packs of a box.

    Example:
        [packs]
        size = 7
        box = 24
    """

    size: int
    box: int = 24

    def __post_init__(self) -> None:
        _check_numbers(self, 1, MOST_PACK, "size", "box")


class InsertsEntry(Record):
    """`[inserts]`: the card that lies in every pack beside the others, such as a lore card. By default as the
    ruleset's [packs] say.

    Keys:
        where: The condition that the rows of inserts meet; if empty, packs have none.
        subject: The column that names the card an insert is about. All subjects are equally frequent.

    Example:
        [inserts]
        where = "given(LORE_OF)"
        subject = "LORE_OF"

    Example of packs without inserts:
        [inserts]
        where = ""
    """

    where: str = ""
    subject: str = ""


class Wave(Record):
    """`[[waves]]`: a part of the run that is printed together. By default the whole run is one wave.

    After a wave, every design that is released so far has the same number of copies: designs of later waves
    get more copies until they have caught up.

    Keys:
        copies: The copies of each released design after the wave, with those of all earlier waves.
        name: What people call the wave.
        designs: How many designs it adds, in the order of the table; 0 adds all that are left.
        names: Names or patterns of the designs it adds, instead of a number.
        where: The condition that the designs it adds meet, instead of a number.

    Example:
        [[waves]]
        name = "Launch"
        copies = 39
        designs = 40

        [[waves]]
        name = "Winter"
        copies = 77

    Example of designs by type:
        [[waves]]
        copies = 39
        where = "TYPE == 'Fire'"

        [[waves]]
        copies = 77
        names = ["Tide Orb", "Rust*"]
    """

    copies: int
    name: str = ""
    designs: int = 0
    names: tuple[str, ...] = ()
    where: str = ""

    def __post_init__(self) -> None:
        _check_numbers(self, 1, MOST_COPIES, "copies")
        _check_numbers(self, 0, MOST_COPIES, "designs")
        if self.designs and (self.names or self.where):
            raise ValueError("designs cannot be combined with names or where")


class CostsEntry(Record):
    """`[costs]`: what printing and packing costs.

    Keys:
        currency: The currency of all prices.
        sheet: The price of a printed sheet.
        slots: The cards on a sheet.
        pack: The price of packing a pack.
        insert: The price of an insert.
        box: The price of a box.
        setup: What a wave costs before its first sheet.
        price: What a buyer pays for a pack.

    Example:
        [costs]
        currency = "EUR"
        sheet = 1.20
        slots = 9
        pack = 0.15
        insert = 0.08
        box = 1.10
        setup = 150
        price = 3.50
    """

    currency: str = "EUR"
    sheet: float = 0.0
    slots: int = 9
    pack: float = 0.0
    insert: float = 0.0
    box: float = 0.0
    setup: float = 0.0
    price: float = 0.0

    def __post_init__(self) -> None:
        _check_numbers(self, 1, MOST_PACK, "slots")
        for name in ("sheet", "pack", "insert", "box", "setup", "price"):
            if not 0 <= getattr(self, name) < 1e9:
                raise ValueError(f"{name} = {getattr(self, name):g}, expected a price of 0 or more")


class SerialsSetting(Record):
    """`[serials]`: what the ledger keeps of the serials.

    Keys:
        store: `text` keeps them as they are printed; `hash` keeps only their hashes, so that whoever steals
            the ledger cannot print copies. Printing then needs the key.

    Example:
        [serials]
        store = "hash"
    """

    store: Literal["text", "hash"] = "text"


class RunPlan(Record):
    """A plan file. `read_plan` fills in the rarities, inserts and waves that it does not have.

    Keys:
        run: How often each design is printed.
        packs: How the copies are packed.
        cards: The designs of the run.
        rarities: The rarities of every design.
        inserts: The card that lies in every pack beside the others.
        waves: The parts of the run that are printed together.
        costs: What printing and packing costs.
        serials: What the ledger keeps of the serials.
        integrity: What keeps people from telling packs apart.

    Example:
        [run]
        id = "A"
        copies = 77
        seed = 20261122

        [packs]
        size = 7
        box = 24
    """

    run: RunEntry
    packs: PacksEntry
    cards: CardsEntry = field(default_factory=CardsEntry)
    rarities: tuple[Rarity, ...] = ()
    inserts: InsertsEntry | None = None
    waves: tuple[Wave, ...] = ()
    costs: CostsEntry = field(default_factory=CostsEntry)
    serials: SerialsSetting = field(default_factory=SerialsSetting)
    integrity: IntegrityEntry = field(default_factory=IntegrityEntry)

    @cached_property
    def shares(self) -> tuple[Fraction, ...]:
        """What each rarity gets of the copies of a design, by the policy."""
        return targets([rarity.share for rarity in self.rarities], self.run.policy)[0]

    @cached_property
    def kept(self) -> Fraction:
        """What is kept back of the copies of a design, by the policy."""
        return 1 - sum(self.shares, Fraction(0))

    def copies_at(self, copies: int) -> tuple[int, ...]:
        """The printed copies of a design by rarity, when `copies` of the run's are due."""
        return copies_at(self.shares, self.kept, copies)


def read_plan(file: TomlFile, rarities: tuple[Rarity, ...], inserts: InsertsEntry) -> RunPlan:
    """The plan of a file, by default with the ruleset's rarities and inserts. Raises InputError."""
    plan = conform(file, RunPlan)
    own_inserts = plan.inserts if plan.inserts is not None else inserts
    waves = plan.waves or (Wave(plan.run.copies),)
    plan = replace(plan, rarities=plan.rarities or rarities, inserts=own_inserts, waves=waves)

    def too_many(name: str, most: int) -> list[Diagnostic]:
        message = f"{len(getattr(plan, name)):,} {name}, expected {most} at most"
        return [Diagnostic(file.at(name, most), message)] if len(getattr(plan, name)) > most else []

    # What is found about rarities takes the square of their number.
    problems = too_many("rarities", MOST_RARITIES) or _rarity_problems(plan, file)
    problems += too_many("waves", MOST_WAVES)
    before = 0
    for index, wave in enumerate(plan.waves):
        if wave.copies < before or wave.copies > plan.run.copies:
            message = f"copies = {wave.copies}, expected {before:,} to {plan.run.copies:,}"
            hint = "it counts the copies of all waves so far, and there are no reprints"
            problems.append(Diagnostic(file.at("waves", index, "copies"), message, hint))
        before = max(before, wave.copies)
    if problems:
        raise InputError(problems)
    return plan


def _rarity_problems(plan: RunPlan, file: TomlFile) -> list[Diagnostic]:
    problems = []
    for name in ("tier", "name"):
        values = [getattr(rarity, name) for rarity in plan.rarities]
        for index, value in enumerate(values):
            if value in values[:index]:
                message = f"two rarities have the {name} {value!r}, expected different ones"
                problems.append(Diagnostic(file.at("rarities", index, name), message))
    try:
        least = least_copies(plan.shares, plan.kept)
    except ValueError as error:
        place = next(
            (("rarities", i, "share") for i, rarity in enumerate(plan.rarities) if rarity.share <= 0),
            ("rarities",) if "rarities" in file.data else ("run", "policy"),
        )
        total = sum(rarity.share for rarity in plan.rarities)
        hint = 'take them in proportion with policy = "normalise", or give the rest away with to_common'
        return [*problems, Diagnostic(file.at(*place), str(error), hint if 0 < total < 100 else "")]
    if plan.run.copies < least:
        rarest = min(plan.rarities, key=lambda rarity: rarity.share)
        message = f"copies = {plan.run.copies}: no copy of a design is {rarest.name}"
        problems.append(Diagnostic(file.at("run", "copies"), message, f"write {least} or more"))
    return problems
