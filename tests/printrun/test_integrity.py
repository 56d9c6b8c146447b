"""The attacker of closed packs, and inserts that keep him from guessing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.errors import InputError, Location
from cardtools.printrun.integrity import attack, auc, insert_sizes, judge, readings, usual_masses
from cardtools.printrun.materials import IntegrityEntry

NAMES = ["Common", "Uncommon", "Rare", "Ultra Rare", "Mythic Rare", "Primal Rare"]
HEAVY = (0.02, 0.04, 0.08, 0.1, 0.12)
STOCKS = (240.0, 300.0, 360.0)
PACKS = 20_000


def packs(count: int = PACKS, size: int = 11) -> np.ndarray:
    return np.random.default_rng(1).multinomial(size, np.array([40, 20, 10, 4, 2, 1]) / 77, size=count)


def attacked(entry: IntegrityEntry, order: np.ndarray | None = None) -> dict[str, float]:
    rarities, rng = packs(), np.random.default_rng(2)
    places = np.arange(PACKS) % 24 if order is None else order
    found = attack(readings(entry, rarities, places, rng), rarities, NAMES, rng)
    return {by: found.best(by) for by in found.areas}


@given(st.lists(st.tuples(st.integers(-5, 5), st.booleans()), min_size=2, max_size=40))
def test_the_area_under_the_curve_counts_pairs_in_the_right_order(pairs: list[tuple[int, bool]]) -> None:
    scores, has = (np.array(part) for part in zip(*pairs, strict=True))
    if has.all() or not has.any():
        return
    pairs_of = [(a > b) + (a == b) / 2 for a in scores[has] for b in scores[~has]]
    assert auc(scores.astype(float), has) == pytest.approx(np.mean(pairs_of))


def test_who_knows_nothing_is_guessing() -> None:
    rarities, rng = packs(), np.random.default_rng(3)
    found = attack({"weight": rng.normal(size=PACKS)}, rarities, NAMES, rng)
    assert 0.5 <= found.best("weight") < 0.535


def test_who_sees_into_the_packs_is_always_right() -> None:
    rarities, rng = packs(), np.random.default_rng(3)
    found = attack({"weight": (rarities[:, 5] > 0).astype(float)}, rarities, NAMES, rng)
    assert found.areas["weight"]["Primal Rare"] == 1.0


@pytest.mark.parametrize(
    "entry",
    [IntegrityEntry(), IntegrityEntry(policy="equal_weight", insert_stocks=STOCKS)],
    ids=["random_weight", "equal_weight"],
)
def test_light_finishes_give_nothing_away(entry: IntegrityEntry) -> None:
    assert max(attacked(entry).values()) <= entry.most


def test_heavy_finishes_are_found_by_weight_and_by_weight_with_area() -> None:
    found = attacked(IntegrityEntry(finish_mass=HEAVY))
    assert found["weight"] > 0.6
    assert found["all together"] > found["weight"], "who feels the insert knows its mass"
    assert found["thickness"] < 0.55


def test_equal_weight_hides_heavy_finishes_from_scales_and_shows_them_by_area() -> None:
    entry = IntegrityEntry(
        policy="equal_weight",
        finish_mass=HEAVY,
        insert_area=(1200, 4000),
        insert_stocks=(400.0,),
        weighing_error=0.0,
    )
    found = attacked(entry)
    assert found["weight"] < 0.53
    assert found["area"] > 0.55


def test_thick_finishes_are_found_by_thickness() -> None:
    found = attacked(IntegrityEntry(finish_thickness=(0.01, 0.02, 0.03, 0.03, 0.03)))
    assert found["thickness"] > 0.6
    assert found["weight"] < 0.55


def test_packs_in_a_pattern_are_found_by_order() -> None:
    rarities = packs()
    order = np.where(rarities[:, 4:].sum(1) > 0, np.arange(PACKS) % 4, np.arange(PACKS) % 24)
    found = attacked(IntegrityEntry(), order)
    assert found["order"] > 0.8


def test_the_plan_fails_and_says_by_what() -> None:
    rarities, rng = packs(), np.random.default_rng(2)
    entry = IntegrityEntry(finish_mass=HEAVY)
    read = readings(entry, rarities, np.zeros(PACKS, np.int64), rng)
    problems = judge(entry, attack(read, rarities, NAMES, rng), Location("plan.toml", 3))
    assert [problem.severity for problem in problems] == ["error", "error", "warning"]
    assert "by weight: " in problems[0].message
    assert "or higher" in problems[0].message
    assert "equal_weight" in problems[0].hint
    assert "by all readings together: " in problems[1].message
    assert "card_mass" in problems[2].message


def test_measured_values_are_not_called_assumed() -> None:
    entry = IntegrityEntry()
    assert "card_mass" in entry.assumed
    whole = replace(entry, measured=tuple(entry.assumed))
    assert whole.assumed == []


@given(st.lists(st.integers(0, 7), min_size=1, max_size=50), st.integers(0, 2**32))
def test_equal_weight_makes_all_packs_weigh_the_same(rare: list[int], seed: int) -> None:
    entry = IntegrityEntry(policy="equal_weight", insert_stocks=STOCKS, finish_mass=(0.01,))
    rarities = np.array([(7 - number, number) for number in rare])
    masses = usual_masses(entry, rarities)
    made = insert_sizes(entry, masses, np.random.default_rng(seed).random((len(rare), 2)))
    whole = masses + made.masses
    assert np.ptp(whole) < 1e-9
    assert (made.areas >= entry.insert_area[0] - 1e-6).all()
    assert (made.areas <= entry.insert_area[1] + 1e-6).all()
    assert set(made.stocks) <= set(STOCKS)


def test_where_no_insert_makes_packs_weigh_the_same_it_says_so() -> None:
    entry = IntegrityEntry(policy="equal_weight", finish_mass=(1.0,), insert_area=(1000, 1100))
    masses = usual_masses(entry, np.array([(7, 0), (0, 7)]))
    with pytest.raises(InputError, match=r"differ by 7\.000 g"):
        insert_sizes(entry, masses, np.random.default_rng(1).random((2, 2)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"insert_area": (1000.0,)}, "two areas"),
        ({"insert_area": (2000.0, 1000.0)}, "smaller one first"),
        ({"insert_stocks": ()}, "expected materials"),
        ({"insert_stocks": (1.0,)}, "expected materials"),
        ({"card_mass": 0.0}, "card_mass = 0, expected"),
        ({"card_mass": float("nan")}, "card_mass = nan, expected"),
        ({"finish_mass": (9.0,)}, "finish_mass = 9, expected"),
        ({"attacker_scale": -1.0}, "attacker_scale = -1, expected"),
        ({"measured": ("colour",)}, "'colour'"),
        ({"most": 0.4}, "most = 0.4"),
    ],
)
def test_impossible_values_are_reported(values: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        IntegrityEntry(**values)
