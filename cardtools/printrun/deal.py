"""Dealing the copies of a wave into packs: exact, seeded, no design twice in a pack.

The orders of packs, boxes, sheets and serials are shuffled independently, so that none reveals anything about
another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from operator import gt
from typing import TYPE_CHECKING

from cardtools.ground.frozen_record import Record
from cardtools.ground.limits import limits
from cardtools.printrun.shuffle import RandomOrder, random_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardtools.printrun.shuffle import Numbers

    Cells = NDArray[np.int32]

PIECE = 1 << 15  # copies that are looked at together: their arrays stay in the processor's cache
_REPAIRS = 100  # rounds of swaps after which packs are dealt in another way
_CROWDED = 100  # so many times as many packs as packs with a repeated design
_PAIRS = 1 << 23  # of cards of a pack that are compared at once
_MOVES = 5  # swaps of each copy after which an order is random
_MOST_ROUNDS = 200  # for each card of a pack


class Lot(Record):
    """The copies of a wave. The designs are numbered from 0 in the order of their release: `old` ones are
    released already and have `before` copies in each tier, `new` ones have none; all get `after`.
    """

    old: int
    new: int
    tiers: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    size: int  # cards of a pack
    box: int  # packs of a box
    seed: int
    wave: int

    @property
    def each_old(self) -> int:
        """The copies of a design that is released already."""
        return sum(self.after) - sum(self.before)

    @property
    def each_new(self) -> int:
        """The copies of a new design."""
        return sum(self.after)

    @property
    def copies(self) -> int:
        """All copies."""
        return self.old * self.each_old + self.new * self.each_new

    @property
    def packs(self) -> int:
        """All packs."""
        return self.copies // self.size

    @property
    def boxes(self) -> int:
        """All boxes; the last may have fewer packs."""
        return -(-self.packs // self.box)

    def fault(self) -> str:
        """Why the copies cannot be packed; "" if they can."""
        designs = (self.old if self.each_old else 0) + self.new
        if any(map(gt, self.before, self.after)):
            return f"a design has {self.before} copies already, expected {self.after} at most"
        if not self.copies:
            return "there is nothing to print"
        # The larger the packs, the longer it takes to swap their cards.
        if (most := limits().run_copies // max(1, self.size // 100)) < self.copies:
            return f"{self.copies:,} copies in packs of {self.size}, expected {most:,} (the limit run_copies)"
        if self.copies % self.size:
            return (
                f"{self.copies:,} copies do not fill packs of {self.size}: {self.copies % self.size} are left"
            )
        if self.size > designs:
            return f"packs of {self.size} need as many designs, and there are {designs}"
        most = self.each_new if self.new else self.each_old
        if most > self.packs:
            return f"{most:,} copies of a design do not fit in {self.packs:,} packs without repeating it"
        return ""

    @cached_property
    def deal(self) -> Deal:
        """The copies in packs. Raises ValueError if there is a `fault`."""
        if fault := self.fault():
            raise ValueError(fault)
        return Deal(self, _packed(self))

    def designs(self, copies: Numbers) -> tuple[Numbers, Numbers]:
        """The design of each copy, and the copy's place among those of its design. Copies are numbered
        from 0, design by design.
        """
        import numpy as np

        first_new = self.old * self.each_old
        is_new = copies >= first_new
        design, place = np.divmod(copies, max(self.each_old, 1))
        of_new, place_of_new = np.divmod(copies - first_new, max(self.each_new, 1))
        return np.where(is_new, of_new + self.old, design), np.where(is_new, place_of_new, place)

    def tiers_of(self, copies: Numbers) -> tuple[Numbers, Numbers]:
        """The tier and the ordinal of each copy."""
        design, place = self.designs(copies)
        place += (design >= self.old) * self.each_old
        tiers, ordinals = self._order
        return tiers[place], ordinals[place]

    @cached_property
    def _order(self) -> tuple[Numbers, Numbers]:
        """The tier and the ordinal of each copy of a design: first those of an old one, then of a new one."""
        import numpy as np

        pairs = [
            (tier, ordinal)
            for start in (self.before, (0,) * len(self.tiers))
            for tier, low, high in zip(self.tiers, start, self.after, strict=True)
            for ordinal in range(low + 1, high + 1)
        ]
        made = np.array(pairs, np.int64)
        return made[:, 0], made[:, 1]


def fitted(lot: Lot) -> Lot:
    """The wave with smaller packs where it must have them: a later wave that prints only new designs, and
    fewer than a pack holds, has one of each in every pack.
    """
    is_small = lot.old and not lot.each_old and 0 < lot.new < lot.size
    return replace(lot, size=lot.new) if is_small else lot


class CopyColumns(Record):
    """Copies with the numbers from `first` on, in their order, as columns. `design` and `pack` begin with 0,
    `ordinal` counts the copies of a design and tier from 1, `position` the cards of a pack from
    1, `slot` the places on sheets from 0.
    """

    first: int
    design: Numbers
    tier: Numbers
    ordinal: Numbers
    pack: Numbers
    position: Numbers
    slot: Numbers


class Deal(Record):
    """A lot in packs: `cells` has the copies of each pack, numbered design by design."""

    lot: Lot
    cells: Cells

    def columns(self, piece: int = PIECE) -> Iterator[CopyColumns]:
        """The copies in the order of their serials, some thousand at a time; the same for any `piece`."""
        lot = self.lot
        numbers = RandomOrder(lot.copies, lot.seed, f"serials {lot.wave}")
        slots = RandomOrder(lot.copies, lot.seed, f"sheets {lot.wave}")
        flat = self.cells.reshape(-1)
        for start in range(0, lot.copies, piece):
            places = numbers.part(start, min(start + piece, lot.copies))
            copies = flat[places].astype("int64")
            tier, ordinal = lot.tiers_of(copies)
            pack, position = places // lot.size, places % lot.size + 1
            yield CopyColumns(start, lot.designs(copies)[0], tier, ordinal, pack, position, slots(places))

    @cached_property
    def boxes(self) -> tuple[Numbers, Numbers]:
        """The box of each pack from 0, and the pack's position in it from 1."""
        import numpy as np

        order = RandomOrder(self.lot.packs, self.lot.seed, f"boxes {self.lot.wave}").part(0, self.lot.packs)
        return order // self.lot.box, order % self.lot.box + np.int64(1)


def deal_inserts(counts: Sequence[int], subjects: Sequence[str], packs: int, seed: int, wave: int) -> Numbers:
    """The insert of each pack, as an index of `subjects`, which has the subject of each insert.

    `counts` are the packs that each insert is in already. Subjects become equally frequent as far as
    possible, and so do the inserts of a subject.
    """
    import numpy as np

    groups: dict[str, list[int]] = {}
    shuffled = RandomOrder(len(subjects), seed, f"inserts {wave}").part(0, len(subjects)).tolist()
    for index in shuffled:
        groups.setdefault(subjects[index], []).append(index)
    members = list(groups.values())
    shares = fill([sum(counts[index] for index in group) for group in members], packs)
    inserts: list[int] = []
    for group, share in zip(members, shares, strict=True):
        for index, times in zip(group, fill([counts[index] for index in group], share), strict=True):
            inserts += [index] * times
    order = RandomOrder(packs, seed, f"lore {wave}").part(0, packs)
    return np.array(inserts, np.int64)[order]


def fill(levels: Sequence[int], amount: int) -> list[int]:
    """How much each gets of the amount so that the lowest levels rise first, as water would."""
    order = sorted(range(len(levels)), key=lambda index: levels[index])
    for number in range(len(order), 0, -1):
        lowest = order[:number]
        level, rest = divmod(amount + sum(levels[index] for index in lowest), number)
        if level >= levels[lowest[-1]]:
            break
    given = [0] * len(levels)
    for place, index in enumerate(lowest):
        given[index] = level - levels[index] + (place < rest)
    return given


def _packed(lot: Lot) -> Cells:
    """The copies of each pack."""
    import numpy as np

    cells = np.empty(lot.copies, np.int32)
    designs = np.empty((lot.packs, lot.size), np.int32)
    flat = designs.reshape(-1)
    order = RandomOrder(lot.copies, lot.seed, f"packs {lot.wave}")
    for start in range(0, lot.copies, PIECE):
        part = order.part(start, min(start + PIECE, lot.copies))
        cells[start : start + len(part)] = part
        flat[start : start + len(part)] = lot.designs(part)[0]
    repeated = _repeated(designs)
    crowded = _CROWDED * len(repeated) > lot.packs
    if not _separate(lot, cells, designs, repeated):
        _lay_out(lot, cells, designs)
        crowded = True
    if crowded:
        _mix(lot, cells, designs)
        _mix_tiers(lot, cells, flat)
    return cells.reshape(lot.packs, lot.size)


def _repeated(designs: Cells) -> Numbers:
    """The cells whose design stands in an earlier cell of the pack too."""
    import numpy as np

    found = []
    size = designs.shape[1]
    together = max(1, min(PIECE // 8, _PAIRS // size**2))
    for start in range(0, len(designs), together):
        part = designs[start : start + together]
        ordered = np.sort(part, axis=1)
        packs = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
        same = part[packs][:, :, None] == part[packs][:, None, :]
        pack, cell = np.nonzero((same & np.tri(size, k=-1, dtype=bool)).any(axis=2))
        found.append((packs[pack] + start) * size + cell)
    return np.concatenate(found) if found else np.empty(0, np.int64)


def _separate(lot: Lot, cells: Cells, designs: Cells, repeated: Numbers) -> bool:
    """Swap repeated designs with random cells of other packs until there are none; whether that worked."""
    import numpy as np

    for number in range(_REPAIRS):
        if not len(repeated):
            break
        firsts = np.unique(repeated // lot.size, return_index=True)[1]  # one cell of each pack
        words = random_words(lot.seed, f"repairs {lot.wave} {number}", len(firsts))
        others = (words % np.uint64(lot.copies)).astype(np.int64)
        swapped = firsts[_swap(cells, designs, repeated[firsts], others)]
        repeated = np.delete(repeated, swapped)
    return not len(repeated)


def _swap(cells: Cells, designs: Cells, one: Numbers, other: Numbers) -> NDArray[np.bool_]:
    """Swap the copies in pairs of cells, where no pack gets a design that it has, and no other pair has cells
    of the same packs; whether each pair was swapped.
    """
    import numpy as np

    packs, size = designs.shape
    pack, other_pack = one // size, other // size
    right: NDArray[np.bool_]
    uses = np.bincount(np.concatenate((pack, other_pack)), minlength=packs)
    right = (uses[pack] == 1) & (uses[other_pack] == 1)
    flat = designs.reshape(-1)
    for own, own_pack, coming in ((one, pack, flat[other]), (other, other_pack, flat[one])):
        same = designs[own_pack] == coming[:, None]
        same[np.arange(len(own)), own % size] = False
        right &= ~same.any(axis=1)
    one, other = one[right], other[right]
    for values in (cells, flat):
        values[one], values[other] = values[other], values[one]
    return right


def _lay_out(lot: Lot, cells: Cells, designs: Cells) -> None:
    """Lay the copies out design by design, each in the next pack: no design has more copies than packs."""
    import numpy as np

    all_designs = lot.old + lot.new
    names = RandomOrder(all_designs, lot.seed, f"layout {lot.wave}").part(0, all_designs)
    each = np.where(names < lot.old, lot.each_old, lot.each_new)
    starts = np.where(names < lot.old, names * lot.each_old, 0)
    starts += np.where(names < lot.old, 0, lot.old * lot.each_old + (names - lot.old) * lot.each_new)
    within = np.arange(lot.copies) - np.repeat(np.cumsum(each) - each, each)
    copies = np.repeat(starts, each) + within
    cells.reshape(designs.shape)[:] = copies.reshape(lot.size, lot.packs).T
    designs[:] = lot.designs(cells.astype(np.int64))[0].reshape(designs.shape)


def _mix(lot: Lot, cells: Cells, designs: Cells) -> None:
    """Swap random cells of random packs until every order that is allowed is as likely as any other."""
    import numpy as np

    half, moved = lot.packs // 2, 0
    together = min(max(1, PIECE // lot.packs), 8 * lot.size)  # rounds whose random numbers are made at once
    for number in range(0, _MOST_ROUNDS * lot.size if half else 0, together):
        words = random_words(lot.seed, f"mix {lot.wave} {number}", 2 * together * lot.packs)
        order, slots = words.reshape(2, together, lot.packs)
        packs = np.argsort(order, axis=1, kind="stable")
        places = packs * lot.size + (slots % np.uint64(lot.size)).astype(np.int64)
        for row in places:
            if moved >= _MOVES * lot.copies:
                return
            moved += 2 * int(_swap(cells, designs, row[:half], row[half : 2 * half]).sum())


def _mix_tiers(lot: Lot, cells: Cells, designs: Cells) -> None:
    """Shuffle the copies of each design among the cells that have it."""
    import numpy as np

    words = random_words(lot.seed, f"tiers {lot.wave}", lot.copies)
    cells[np.lexsort((words, designs))] = np.sort(cells)
