"""Which copies are printed: ranges of slots against a plain set of them."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cardtools.printrun.ledger import Copy
from cardtools.printrun.printed_parts import PrintedSlots, slots_of

SLOTS = st.tuples(st.integers(1, 3), st.integers(0, 30), st.integers(0, 8))


@given(st.lists(SLOTS, max_size=20))
def test_ranges_are_what_a_set_of_slots_is(ranges: list[tuple[int, int, int]]) -> None:
    slots = Counter((wave, first + n) for wave, first, more in ranges for n in range(more + 1))
    printed = PrintedSlots((wave, first, first + more) for wave, first, more in ranges)
    assert {(w, s) for w in range(5) for s in range(-1, 45) if printed.has(w, s)} == set(slots)
    assert (printed.once, printed.again) == (len(slots), slots.total() - len(slots))


@given(st.sets(st.tuples(st.integers(1, 3), st.integers(0, 30))))
def test_slots_are_ranges_again(slots: set[tuple[int, int]]) -> None:
    copies = [Copy(0, 1, "", "", 1, "", 1, wave, 1, 1, 1, slot, "", False) for wave, slot in slots]
    found = [(wave, slot) for wave, first, last in slots_of(copies) for slot in range(first, last + 1)]
    assert found == sorted(slots)
    assert all(
        a[0] != b[0] or a[2] + 1 < b[1] for a, b in zip(slots_of(copies), slots_of(copies)[1:], strict=False)
    )
