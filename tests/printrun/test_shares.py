"""Shares to copies: the method of Sainte-Lague, the policies, and their laws."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.printrun.shares import Policy, apportion, copies_at, exact_step, least_copies, targets
from runs import TTCG, shares


def by_highest_average(weights: tuple[Fraction, ...], seats: int) -> list[int]:
    """The definition of the method: seat by seat, to the highest w / (2s + 1)."""
    given_ = [0] * len(weights)
    for _ in range(seats):
        best = max(range(len(weights)), key=lambda one: (weights[one] / (2 * given_[one] + 1), -one))
        given_[best] += 1
    return given_


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=7), st.integers(0, 300))
def test_seats_are_those_of_the_definition(numbers: list[int], seats: int) -> None:
    weights = tuple(map(Fraction, numbers))
    assert list(apportion(weights, seats)) == by_highest_average(weights, seats)


@given(shares(), st.integers(0, 3000))
def test_one_copy_more_takes_none_away(percentages: tuple[float, ...], copies: int) -> None:
    used, kept = targets(percentages, "normalise")
    less, more = copies_at(used, kept, copies), copies_at(used, kept, copies + 1)
    assert sum(less) == copies
    assert all(low <= high for low, high in zip(less, more, strict=True))


@pytest.mark.parametrize(
    ("policy", "copies", "printed"),
    [
        ("normalise", 77, (40, 20, 10, 4, 2, 1)),
        ("normalise", 80, (42, 21, 10, 4, 2, 1)),
        ("normalise", 100, (52, 26, 13, 5, 3, 1)),
        ("reserve", 80, (40, 20, 10, 4, 2, 1)),
        ("to_common", 80, (43, 20, 10, 4, 2, 1)),
        ("flat", 78, (13, 13, 13, 13, 13, 13)),
    ],
)
def test_the_policies_for_the_shares_of_the_documentation(
    policy: Policy, copies: int, printed: tuple[int, ...]
) -> None:
    assert copies_at(*targets(TTCG, policy), copies) == printed


@pytest.mark.parametrize(
    ("policy", "least", "step"),
    [("normalise", 39, 77), ("reserve", 40, 80), ("to_common", 41, 80), ("flat", 6, 6)],
)
def test_the_least_and_the_exact_numbers_of_copies(policy: Policy, least: int, step: int) -> None:
    used, kept = targets(TTCG, policy)
    assert least_copies(used, kept) == least
    assert exact_step(used, kept) == step


@given(shares())
def test_the_least_number_has_every_rarity_and_one_less_lacks_one(percentages: tuple[float, ...]) -> None:
    used, kept = targets(percentages, "normalise")
    least = least_copies(used, kept)
    assert 0 not in copies_at(used, kept, least)
    assert 0 in copies_at(used, kept, least - 1)


@given(shares(), st.integers(1, 30))
def test_multiples_of_the_step_are_exact(percentages: tuple[float, ...], times: int) -> None:
    used, kept = targets(percentages, "normalise")
    copies = times * exact_step(used, kept)
    assert [Fraction(n) for n in copies_at(used, kept, copies)] == [share * copies for share in used]


@pytest.mark.parametrize(
    ("percentages", "policy"),
    [(TTCG, "error"), ((60, 50), "normalise"), ((60, 0), "normalise"), ((), "flat")],
)
def test_wrong_sums_are_refused(percentages: tuple[float, ...], policy: Policy) -> None:
    with pytest.raises(ValueError, match="share"):
        targets(percentages, policy)
