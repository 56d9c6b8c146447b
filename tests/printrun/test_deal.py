"""Dealing: every copy once, no design twice in a pack, uniform, and orders that say nothing of each other."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.printrun.chances import chi_square, upper_chi_square
from cardtools.printrun.deal import CopyColumns, Deal, deal_inserts, fill
from cardtools.printrun.shares import Allocation
from cardtools.printrun.shuffle import RandomOrder
from runs import runs, simple

FIELDS = ("design", "tier", "ordinal", "pack", "position", "slot")


def columns(wave: Allocation, piece: int = 1 << 15) -> dict[str, np.ndarray]:
    """All copies of a wave by number."""
    parts: list[CopyColumns] = list(Deal(wave).columns(piece))
    return {name: np.concatenate([getattr(part, name) for part in parts]) for name in FIELDS}


@given(runs())
def test_every_copy_is_dealt_once(waves: list[Allocation]) -> None:
    for wave in waves:
        dealt = columns(wave)
        copies = set(zip(*(dealt[name].tolist() for name in ("design", "tier", "ordinal")), strict=True))
        new, old = range(wave.old, wave.old + wave.new), range(wave.old)
        wanted = {
            (design, tier, ordinal)
            for designs, before in ((old, wave.before), (new, (0,) * len(wave.tiers)))
            for design in designs
            for tier, low, high in zip(wave.tiers, before, wave.after, strict=True)
            for ordinal in range(low + 1, high + 1)
        }
        assert copies == wanted
        assert len(dealt["design"]) == len(wanted) == wave.copies
        places = set(zip(dealt["pack"].tolist(), dealt["position"].tolist(), strict=True))
        assert places == set(itertools.product(range(wave.packs), range(1, wave.size + 1)))
        assert sorted(dealt["slot"].tolist()) == list(range(wave.copies))


@given(runs())
def test_no_pack_has_a_design_twice(waves: list[Allocation]) -> None:
    for wave in waves:
        dealt = columns(wave)
        pairs = set(zip(dealt["pack"].tolist(), dealt["design"].tolist(), strict=True))
        assert len(pairs) == wave.copies


@given(runs())
def test_after_each_wave_all_designs_are_equally_frequent(waves: list[Allocation]) -> None:
    total: Counter[tuple[int, int]] = Counter()
    for wave in waves:
        dealt = columns(wave)
        total.update(zip(dealt["design"].tolist(), dealt["tier"].tolist(), strict=True))
        for tier, copies in zip(wave.tiers, wave.after, strict=True):
            assert {total[design, tier] for design in range(wave.old + wave.new)} == {copies}


@given(runs(20), st.integers(1, 500))
def test_pieces_of_any_length_have_the_same_copies(waves: list[Allocation], piece: int) -> None:
    whole, pieces = columns(waves[0]), columns(waves[0], piece)
    assert all((whole[name] == pieces[name]).all() for name in FIELDS)


@pytest.mark.parametrize(
    ("designs", "size", "fault"),
    [(39, 8, "3,003 copies do not fill packs of 8: 3 are left"), (6, 7, "packs of 7 need as many designs")],
)
def test_what_cannot_be_packed_is_refused(designs: int, size: int, fault: str) -> None:
    (wave,) = simple(designs, size)
    assert wave.fault().startswith(fault)
    with pytest.raises(ValueError, match=r"copies|packs"):
        _ = Deal(wave).cells


def test_a_design_with_more_copies_than_packs_is_refused() -> None:
    wave = Allocation(10, 1, (1,), (39,), (40,), 5, 24, 1, 2)
    assert "40 copies of a design do not fit in 10 packs" in wave.fault()


def test_every_order_that_is_allowed_is_as_likely() -> None:
    # Three designs twice, in three packs of two: each design is in two packs.
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for seed in range(1200):
        wave = Allocation(0, 3, (1,), (0,), (2,), 2, 24, seed, 1)
        designs = Deal(wave).kinds(Deal(wave).cells.astype(np.int64))[0]
        found[tuple(map(tuple, designs.tolist()))] += 1
    allowed = [
        order
        for order in itertools.product(itertools.permutations(range(3), 2), repeat=3)
        if Counter(itertools.chain(*order)) == {0: 2, 1: 2, 2: 2}
    ]
    assert len(allowed) == 48
    assert chi_square([found[order] for order in allowed], [1200 / 48] * 48) > 0.001


def test_a_large_deal_is_as_random_as_a_crowded_one() -> None:
    # Which designs meet in packs: all pairs equally often, whether the deal is repaired or mixed.
    for designs, size, copies in ((1000, 5, 40), (12, 8, 2000)):
        wave = Allocation(0, designs, (1,), (0,), (copies,), size, 24, 3, 1)
        packs = Deal(wave).kinds(Deal(wave).cells.astype(np.int64))[0]
        of_packs = (itertools.combinations(sorted(pack), 2) for pack in packs.tolist())
        pairs = Counter(itertools.chain.from_iterable(of_packs))
        groups = [0] * 10
        for (one, other), count in pairs.items():
            groups[(one + other) % 10] += count
        places: list[float] = [0.0] * 10
        for one, other in itertools.combinations(range(designs), 2):
            places[(one + other) % 10] += 1
        mean = sum(groups) / sum(places)
        assert chi_square(groups, [mean * number for number in places]) > 0.001


def test_packs_sheets_serials_and_boxes_say_nothing_about_each_other() -> None:
    (wave,) = simple(1000, 7)
    dealt = columns(wave)
    box = Deal(wave).boxes[0][dealt["pack"]]
    numbers = np.arange(wave.copies)
    orders = {
        "serial": numbers, "pack": dealt["pack"], "sheet": dealt["slot"], "box": box,
        "design": dealt["design"], "tier": dealt["tier"],
    }  # fmt: skip
    for (one, first), (other, second) in itertools.combinations(orders.items(), 2):
        if {one, other} == {"pack", "box"}:  # a pack is in one box: packs are compared, not copies
            first, second = np.arange(wave.packs), Deal(wave).boxes[0]
        if {one, other} == {"design", "tier"}:  # every design has equally many copies of each tier
            continue
        # Both in ten classes: the table of counts is what chance gives.
        rows, cells = (np.minimum(x * 10 // (x.max() + 1), 9) for x in (first, second))
        table = np.bincount(rows * 10 + cells, minlength=100).reshape(10, 10)
        table = table[table.sum(1) > 0][:, table.sum(0) > 0]
        expected = np.outer(table.sum(1), table.sum(0)) / table.sum()
        value = float(((table - expected) ** 2 / expected).sum())
        freedom = (table.shape[0] - 1) * (table.shape[1] - 1)
        assert upper_chi_square(value, freedom) > 0.0005, (one, other)
        if "tier" not in (one, other):  # neighbours in one order are not neighbours in the other
            beside = np.abs(np.diff(second[np.argsort(first, kind="stable")]))
            by_chance = 3 * np.bincount(second).max() / len(second)
            assert (beside <= 1).mean() < 1.2 * by_chance + 0.001, (one, other)


@given(st.integers(1, 200_000), st.integers(0, 1000))
def test_a_shuffle_has_every_number_once(length: int, seed: int) -> None:
    order = RandomOrder(length, seed, "test").part(0, length)
    assert (np.bincount(order, minlength=length) == 1).all()


def test_a_shuffle_of_another_purpose_is_another_one() -> None:
    one, other = (RandomOrder(100_000, 1, purpose).part(0, 100_000) for purpose in ("packs", "boxes"))
    assert abs(np.corrcoef(one, other)[0, 1]) < 0.02
    assert (one == other).sum() < 10


def test_a_shuffle_stays_the_same_for_ever() -> None:
    # Ledgers are verified with it years later.
    assert RandomOrder(10, 1, "packs").part(0, 10).tolist() == [8, 9, 3, 4, 7, 5, 1, 6, 0, 2]
    assert RandomOrder(1_000_000, 1, "packs").part(0, 3).tolist() == [665958, 535360, 522468]


@given(st.lists(st.integers(0, 50), min_size=1, max_size=8), st.integers(0, 200))
def test_the_lowest_levels_are_filled_first(levels: list[int], amount: int) -> None:
    given_ = fill(levels, amount)
    assert sum(given_) == amount
    assert min(given_) >= 0
    filled = [level + more for level, more in zip(levels, given_, strict=True)]
    raised = [level for level, more in zip(filled, given_, strict=True) if more]
    if raised:
        assert max(raised) - min(filled) <= 1


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=8), st.integers(1, 300), st.integers(1, 300))
def test_subjects_of_inserts_are_balanced_over_waves(subjects: list[str], packs: int, more: int) -> None:
    counts = [0] * len(subjects)
    for wave, number in enumerate((packs, more), 1):
        for index in deal_inserts(counts, subjects, number, 7, wave).tolist():
            counts[index] += 1
        by_subject = Counter(dict.fromkeys(subjects, 0))
        for subject, count in zip(subjects, counts, strict=True):
            by_subject[subject] += count
        assert max(by_subject.values()) - min(by_subject.values()) <= 1
        assert sum(counts) == packs + (more if wave == 2 else 0)
