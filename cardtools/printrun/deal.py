"""Dealing the copies of a wave into packs: exact, seeded, no design twice in a pack. The orders of packs,
boxes, sheets and serials are shuffled independently, so that none reveals anything about another.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtools.ground.frozen_record import Record
from cardtools.printrun.shares import Allocation
from cardtools.printrun.shuffle import Integers, RandomOrder, random_words

PackCells = NDArray[np.int32]
LedgerRow = tuple[Any, ...]
PIECE = 1 << 15  # copies that are looked at together: their arrays stay in the processor's cache
_REPAIRS = 100  # rounds of swaps after which packs are dealt in another way
_CROWDED = 100  # so many times as many packs as packs with a repeated design
_PAIRS = 1 << 23  # of cards of a pack that are compared at once
_MOVES = 5  # swaps of each copy after which an order is random
_MOST_ROUNDS = 200  # for each card of a pack


class CopyColumns(Record):
    """Copies with the numbers from `first` on, in their order, as columns. From 0 on count `design`, `pack`
    and `slot` (on sheets); from 1 on `ordinal` (of a design and tier) and `position` (in a pack).
    """

    first: int
    design: Integers
    tier: Integers
    ordinal: Integers
    pack: Integers
    position: Integers
    slot: Integers

    def rows(self, first: int, first_pack: int, number: int, *others: Iterable[Any]) -> Iterator[LedgerRow]:
        """Their rows in a ledger, with `others` columns; the wave begins with `first` and `first_pack`."""
        columns = self.design + 1, self.tier, self.ordinal, self.pack + first_pack, self.position, self.slot
        design, tier, ordinal, *places = (column.tolist() for column in columns)
        numbers, waves = itertools.count(first + self.first), itertools.repeat(number, len(design))
        return zip(numbers, design, tier, ordinal, waves, *places, *others, strict=False)


class Deal(Record):
    """A wave in packs. Its copies are numbered from 0, design by design."""

    wave: Allocation

    @cached_property
    def cells(self) -> PackCells:
        """The copies of each pack. Raises ValueError if the wave has a `fault`."""
        wave = self.wave
        if fault := wave.fault():
            raise ValueError(fault)
        cells = np.empty(wave.copies, np.int32)
        designs = np.empty((wave.packs, wave.size), np.int32)
        flat = designs.reshape(-1)
        order = RandomOrder(wave.copies, wave.seed, f"packs {wave.number}")
        for start in range(0, wave.copies, PIECE):
            part = order.part(start, min(start + PIECE, wave.copies))
            cells[start : start + len(part)] = part
            flat[start : start + len(part)] = _designs(wave, part)[0]
        repeated = _repeated(designs)
        is_separate = _separate(wave, cells, designs, repeated)
        if not is_separate:
            _lay_out(wave, cells, designs)
        if not is_separate or _CROWDED * len(repeated) > wave.packs:
            _mix(wave, cells, designs)
            # The copies of each design are shuffled among the cells that have it.
            words = random_words(wave.seed, f"tiers {wave.number}", wave.copies)
            cells[np.lexsort((words, flat))] = np.sort(cells)
        return cells.reshape(wave.packs, wave.size)

    def kinds(self, copies: Integers) -> tuple[Integers, Integers, Integers]:
        """The design, the tier and the ordinal of each copy."""
        design, place = _designs(self.wave, copies)
        place += (design >= self.wave.old) * self.wave.each_old
        tiers, ordinals = self._order
        return design, tiers[place], ordinals[place]

    @cached_property
    def _order(self) -> Integers:
        """The tiers and the ordinals of the copies of an old design, then of a new one."""
        wave = self.wave
        pairs = [
            (tier, ordinal)
            for start in (wave.before, (0,) * len(wave.tiers))
            for tier, low, high in zip(wave.tiers, start, wave.after, strict=True)
            for ordinal in range(low + 1, high + 1)
        ]
        return np.array(pairs, np.int64).T

    def columns(self, piece: int = PIECE) -> Iterator[CopyColumns]:
        """The copies in the order of their serials, some thousand at a time; the same for any `piece`."""
        wave = self.wave
        numbers = RandomOrder(wave.copies, wave.seed, f"serials {wave.number}")
        slots = RandomOrder(wave.copies, wave.seed, f"sheets {wave.number}")
        for start in range(0, wave.copies, piece):
            places = numbers.part(start, min(start + piece, wave.copies))
            kinds = self.kinds(self.cells.reshape(-1)[places].astype(np.int64))
            yield CopyColumns(start, *kinds, places // wave.size, places % wave.size + 1, slots(places))

    @property
    def boxes(self) -> tuple[Integers, Integers]:
        """The box of each pack from 0, and the pack's position in it from 1."""
        wave = self.wave
        order = RandomOrder(wave.packs, wave.seed, f"boxes {wave.number}").part(0, wave.packs)
        return order // wave.box, order % wave.box + 1

    def pack_rows(
        self, first: int, first_box: int, inserts: Sequence[tuple[int, str, int]]
    ) -> Iterator[LedgerRow]:
        """The rows of the packs in the table of a ledger, numbered from `first` on. `inserts` are the number
        and the subject of each insert, and how many packs of earlier waves have it.
        """
        wave = self.wave
        chosen: Iterator[int | None] = itertools.repeat(None)
        if inserts:
            numbers, subjects, counts = zip(*inserts, strict=True)
            dealt = deal_inserts(counts, subjects, wave.packs, wave.seed, wave.number)
            chosen = map(numbers.__getitem__, dealt.tolist())
        box, position = self.boxes
        places = zip((box + first_box).tolist(), position.tolist(), chosen, strict=False)
        return ((number, wave.number, *place) for number, place in enumerate(places, first))


def _designs(wave: Allocation, copies: Integers) -> tuple[Integers, Integers]:
    """The design of each copy, and the copy's place among those of its design."""
    first_new = wave.old * wave.each_old
    is_new = copies >= first_new
    design, place = np.divmod(copies, max(wave.each_old, 1))
    of_new, place_of_new = np.divmod(copies - first_new, max(wave.each_new, 1))
    return np.where(is_new, of_new + wave.old, design), np.where(is_new, place_of_new, place)


def deal_inserts(used: Sequence[int], subjects: Sequence[str], packs: int, seed: int, wave: int) -> Integers:
    """The insert of each pack, as an index of `subjects`; `used` are the packs that each insert is in
    already. Subjects become equally frequent as far as possible, and so do the inserts of a subject.
    """
    groups: dict[str, list[int]] = defaultdict(list)
    for index in RandomOrder(len(subjects), seed, f"inserts {wave}").part(0, len(subjects)).tolist():
        groups[subjects[index]].append(index)
    shares = fill([sum(used[index] for index in group) for group in groups.values()], packs)
    inserts: list[int] = []
    for group, share in zip(groups.values(), shares, strict=True):
        for index, times in zip(group, fill([used[index] for index in group], share), strict=True):
            inserts += [index] * times
    return np.array(inserts, np.int64)[RandomOrder(packs, seed, f"lore {wave}").part(0, packs)]


def fill(levels: Sequence[int], amount: int) -> list[int]:
    """How much each gets of the amount so that the lowest levels rise first, as water would."""
    order = sorted(range(len(levels)), key=lambda index: levels[index])
    for number in range(len(order), 0, -1):
        lowest = order[:number]
        level, rest = divmod(amount + sum(levels[index] for index in lowest), number)
        if level >= levels[lowest[-1]]:
            break
    given = dict.fromkeys(range(len(levels)), 0)
    given |= {index: level - levels[index] + (place < rest) for place, index in enumerate(lowest)}
    return list(given.values())


def _repeated(designs: PackCells) -> Integers:
    """The cells whose design stands in an earlier cell of the pack too."""
    found, size = [], designs.shape[1]
    together = max(1, min(PIECE // 8, _PAIRS // size**2))
    for start in range(0, len(designs), together):
        part = designs[start : start + together]
        ordered = np.sort(part, axis=1)
        packs = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
        same = part[packs][:, :, None] == part[packs][:, None, :]
        pack, cell = np.nonzero((same & np.tri(size, k=-1, dtype=bool)).any(axis=2))
        found.append((packs[pack] + start) * size + cell)
    return np.concatenate(found) if found else np.empty(0, np.int64)


def _separate(wave: Allocation, cells: PackCells, designs: PackCells, repeated: Integers) -> bool:
    """Swap repeated designs with random cells of other packs until there are none; whether that worked."""
    for number in range(_REPAIRS):
        if not len(repeated):
            break
        firsts = np.unique(repeated // wave.size, return_index=True)[1]  # one cell of each pack
        words = random_words(wave.seed, f"repairs {wave.number} {number}", len(firsts))
        others = (words % np.uint64(wave.copies)).astype(np.int64)
        repeated = np.delete(repeated, firsts[_swap(cells, designs, repeated[firsts], others)])
    return not len(repeated)


def _swap(cells: PackCells, designs: PackCells, one: Integers, other: Integers) -> NDArray[np.bool_]:
    """Swap the copies of cells, if no pack gets a design twice and no two pairs share a pack; which were."""
    packs, size = designs.shape
    pack, other_pack = one // size, other // size
    uses = np.bincount(np.concatenate((pack, other_pack)), minlength=packs)
    right: NDArray[np.bool_] = (uses[pack] == 1) & (uses[other_pack] == 1)
    flat = designs.reshape(-1)
    for own, own_pack, coming in ((one, pack, flat[other]), (other, other_pack, flat[one])):
        same = designs[own_pack] == coming[:, None]
        same[np.arange(len(own)), own % size] = False
        right &= ~same.any(axis=1)
    one, other = one[right], other[right]
    for values in (cells, flat):
        values[one], values[other] = values[other], values[one]
    return right


def _lay_out(wave: Allocation, cells: PackCells, designs: PackCells) -> None:
    """Lay the copies out design by design, each in the next pack: no design has more copies than packs."""
    all_designs = wave.old + wave.new
    names = RandomOrder(all_designs, wave.seed, f"layout {wave.number}").part(0, all_designs)
    each = np.where(names >= wave.old, wave.each_new, wave.each_old)
    starts = wave.old * wave.each_old + (names - wave.old) * each  # backwards to those of old designs
    copies = np.repeat(starts, each) + np.arange(wave.copies) - np.repeat(np.cumsum(each) - each, each)
    cells.reshape(designs.shape)[:] = copies.reshape(wave.size, wave.packs).T
    designs[:] = _designs(wave, cells.astype(np.int64))[0].reshape(designs.shape)


def _mix(wave: Allocation, cells: PackCells, designs: PackCells) -> None:
    """Swap random cells of random packs until every order that is allowed is as likely as any other."""
    half, moved = wave.packs // 2, 0
    together = min(max(1, PIECE // wave.packs), 8 * wave.size)  # rounds whose random numbers are made at once
    for number in range(0, _MOST_ROUNDS * wave.size if half else 0, together):
        words = random_words(wave.seed, f"mix {wave.number} {number}", 2 * together * wave.packs)
        order, slots = words.reshape(2, together, wave.packs)
        packs = np.argsort(order, axis=1, kind="stable")
        for row in packs * wave.size + (slots % np.uint64(wave.size)).astype(np.int64):
            if moved >= _MOVES * wave.copies:
                return
            moved += 2 * int(_swap(cells, designs, row[:half], row[half : 2 * half]).sum())
