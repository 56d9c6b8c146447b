"""Print runs for tests: random waves, and ledgers made of them."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from cardtools.printrun.events import PlannedWave, RunOpening
from cardtools.printrun.ledger import Ledger
from cardtools.printrun.serials import make
from cardtools.printrun.shares import Allocation, copies_at, targets

TTCG = (50.0, 25.0, 12.5, 5.0, 2.5, 1.25)
KEY = bytes(range(32))
INSERTS = (("One Tale", "design 1"), ("Another Tale", "design 1"), ("A Third", "design 2"))


def serials(first: int, count: int) -> list[str]:
    """The serials of run A."""
    return make(KEY, "A", first, count)


@st.composite
def shares(draw: st.DrawFn) -> tuple[float, ...]:
    """Percentages that add up to 100 at most."""
    numbers = draw(st.lists(st.integers(1, 400), min_size=1, max_size=7))
    return tuple(number / 4 for number in numbers if sum(numbers) <= 400) or TTCG


def level(percentages: tuple[float, ...], copies: int) -> tuple[int, ...]:
    """The copies of a design by rarity."""
    return copies_at(*targets(percentages, "normalise"), copies)


@st.composite
def runs(draw: st.DrawFn, most_designs: int = 40) -> list[Allocation]:
    """The waves of a run, which can all be packed."""
    percentages = draw(shares())
    tiers = tuple(range(1, len(percentages) + 1))
    size = draw(st.integers(1, 9))
    box, seed = draw(st.integers(1, 30)), draw(st.integers(0, 2**40))
    old, before, copies = 0, (0,) * len(tiers), 0
    waves: list[Allocation] = []
    for _ in range(draw(st.integers(1, 3))):
        new, more = draw(st.integers(0, most_designs)), draw(st.integers(0, 40))
        for extra in range(2 * size):  # the nearest level that fits
            after = level(percentages, copies + more + extra)
            wave = Allocation(old, new, tiers, before, after, size, box, seed, len(waves) + 1)
            if not wave.fault():
                waves.append(wave)
                old, before, copies = old + new, after, copies + more + extra
                break
    return waves or draw(runs(most_designs))


def open_ledger(path: Path, waves: list[Allocation], store: str = "text", key: str = "") -> Ledger:
    """A ledger for these waves, without copies."""
    last = waves[-1]
    tiers = tuple((t, f"tier {t}", max(n, 1)) for t, n in zip(last.tiers, last.after, strict=True))
    return Ledger.create(path, RunOpening("A", "Test", last.seed, last.size, last.box, store, key, tiers))


def planned(wave: Allocation, inserts: tuple[tuple[str, str], ...] = ()) -> PlannedWave:
    """The wave with these copies, with designs named by their numbers."""
    designs = tuple((f"design {number}", f"D{number}") for number in range(wave.old, wave.old + wave.new))
    return PlannedWave("", sum(wave.after), wave.after, designs, inserts)


def simple(designs: int = 39, size: int = 7, waves: int = 1, seed: int = 5) -> list[Allocation]:
    """Waves of the tiers of TTCG with 77 copies of each design in all: each wave adds as many designs."""
    made: list[Allocation] = []
    before: tuple[int, ...] = (0,) * 6
    for wave in range(1, waves + 1):
        after = level(TTCG, 77 * wave // waves)
        made.append(
            Allocation((wave - 1) * designs, designs, tuple(range(1, 7)), before, after, size, 24, seed, wave)
        )
        before = after
    return made
