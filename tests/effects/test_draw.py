"""EffectDraw draws sets of effects: laws of what is drawn."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.effects.draw import (
    EffectDraw,
    column_true,
    contains,
    count_uses,
    mentions_another,
    omits,
    select,
)

origins = st.dictionaries(
    st.text(alphabet="abc", min_size=1, max_size=4), st.sampled_from("XYZ"), max_size=14
)


@given(
    origins,
    st.integers(1, 4),
    st.integers(1, 60),
    st.integers(0, 3),
    st.sets(st.sampled_from("abc")),
    st.data(),
)
def test_effects_of_a_card_differ_in_template_and_none_comes_twice(
    origin: dict[str, str], size: int, number: int, seed: int, starts: set[str], data: st.DataObject
) -> None:
    effects = list(origin)
    last = [effect for effect in effects if effect[0] in starts]
    pin = data.draw(st.sampled_from(["", *effects]))
    drawing = EffectDraw(effects, origin, size, {"X": 3}, last, pin)
    pairs = drawing.draw(random.Random(seed), number)
    every = {
        frozenset(found)
        for found in itertools.combinations(effects, size)
        if len({origin[one] for one in found}) == size and (not pin or pin in found)
    }
    assert drawing.possible == len(every)
    assert len(pairs) == min(number, len(every))
    assert {frozenset(pair) for pair in pairs} <= every
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    assert all(pair[0] == pin for pair in pairs if pin)
    assert pairs == EffectDraw(effects, origin, size, {"X": 3}, last, pin).draw(random.Random(seed), number)
    # Effects that come last are drawn only when no pair without them is left.
    good = sum(1 for pair in every if not (pair - {pin}) & set(last))
    assert sum(1 for pair in pairs if not ({*pair} - {pin}) & set(last)) == min(number, good)


def test_a_used_template_is_drawn_less() -> None:
    origin = {"a": "A", "b": "B", "c": "C", "d": "D"}
    counts = Counter(
        effect
        for seed in range(400)
        for pair in EffectDraw("abcd", origin, 2, {"D": 9}).draw(random.Random(seed), 1)
        for effect in pair
    )
    assert counts["d"] < 120 < min(counts[effect] for effect in "abc")


def test_a_template_with_many_effects_is_no_likelier() -> None:
    origin = {str(number): "many" for number in range(1000)} | {"one": "A", "two": "B"}
    drawn = [EffectDraw(list(origin), origin, 2).draw(random.Random(seed), 1)[0] for seed in range(300)]
    assert 50 < sum(1 for pair in drawn if set(pair) == {"one", "two"}) < 150


def test_effects_without_a_template_have_an_origin_of_their_own() -> None:
    assert EffectDraw(["a", "b"], {}, 2).possible == 1


def test_conditions_are_met_in_order_and_the_one_that_leaves_nothing_is_named() -> None:
    effects = ["Draw one card.", "Gain one point.", "Draw two cards.", "Draw one card."]
    kind = column_true("column UNIT", [True, True, False, True])
    assert select(effects, [kind, contains("DRAW")])[0] == ["Draw one card."]
    assert select(effects, [omits("card")])[0] == ["Gain one point."]
    assert select(effects, [])[0] == effects[:3]
    left, emptied, before = select(effects, [kind, contains("two"), omits("x")])
    assert (left, emptied and emptied.label, before) == ([], "--contains 'two'", 2)
    assert select([], [kind]) == ([], None, 0)


@pytest.mark.parametrize(
    ("effect", "another"),
    [
        ("Draw one card.", False),
        ("Destroy one fire unit.", False),
        ("Destroy all Dragons.", False),
        ("Destroy one water unit.", True),
        ("Add one fire beast unit.", True),
        ("Look at the waterfall.", False),
    ],
)
def test_own_types_and_none_come_before_others(effect: str, another: bool) -> None:
    assert (
        effect in mentions_another([effect], ["Fire", "dragon"], ["fire", "water", "dragon", "beast"])
    ) is another


def test_a_card_in_several_rarities_uses_a_template_once() -> None:
    cards = [("A", "x"), ("A", "x"), ("B", "y"), ("B", "unknown")]
    assert count_uses(cards, {"x": "T", "y": "T", "z": "U"}) == {"T": 2}
