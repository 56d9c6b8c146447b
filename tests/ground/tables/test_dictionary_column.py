"""Columns in little memory are the same as lists of their values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.tables import dictionary_column as coded
from cardtools.ground.tables.dictionary_column import (
    ColumnBuilder,
    DictionaryColumn,
    JoinedTexts,
    dictionary_of,
    distinct,
    indexes_of,
    mapped,
    repeated,
    with_gaps,
)

# Few letters, so that values repeat; white space and line ends of all kinds.
TEXTS = st.lists(st.text(" ab\té\xa0=\x1c", max_size=3), max_size=60)
BROKEN = st.lists(st.text("ab\n\r", max_size=2), max_size=60)


# The limits of each kind within the reach of a test.
LIMITS = {"coded": {}, "wide": {"_SMALL": 2}, "packed": {"_SMALL": 2, "_MOST": 3}, "soon": {"_FEW": 0}}
KINDS = st.sampled_from(sorted(LIMITS))


def column(texts: Sequence[str], step: int, kind: str = "coded") -> Sequence[str]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in LIMITS[kind].items():
            patch.setattr(coded, name, value)
        growing = ColumnBuilder()
        for start in range(0, len(texts), step):
            growing.extend(texts[start : start + step])
        return growing.cells


@given(texts=TEXTS | BROKEN, step=st.integers(1, 20), kind=KINDS, data=st.data())
def test_a_column_is_the_list_of_its_cells(
    texts: list[str], step: int, kind: str, data: st.DataObject
) -> None:
    cells = column(texts, step, kind)
    assert len(cells) == len(texts)
    assert list(cells) == texts
    assert [cells[place] for place in range(-len(texts), len(texts))] == texts * 2
    start, end = data.draw(st.integers(-5, 70)), data.draw(st.integers(-5, 70))
    assert list(cells[start:end]) == texts[start:end]
    assert set(dictionary_of(cells)) == distinct(cells) == set(texts)
    assert ("ab" in cells) == ("ab" in texts)


@given(
    texts=TEXTS | BROKEN,
    step=st.integers(1, 20),
    kind=KINDS,
    wanted=st.sets(st.sampled_from(["", "a", "b", " ", None])),
)
def test_questions_have_the_answers_of_a_list(
    texts: list[str], step: int, kind: str, wanted: set[str | None]
) -> None:
    cells = column(texts, step, kind)
    assert (
        indexes_of(cells, wanted)
        == indexes_of(texts, wanted)
        == [i for i, t in enumerate(texts) if t in wanted]
    )
    assert list(mapped(cells, str.upper)) == list(map(str.upper, texts))
    assert repeated(cells) == {text for text in texts if texts.count(text) > 1}
    gaps = {place for place in (0, 3, len(texts) - 1) if 0 <= place < len(texts)}
    filled = with_gaps(cells, gaps)
    assert list(filled) == [None if place in gaps else text for place, text in enumerate(texts)]
    assert indexes_of(filled, (None,)) == sorted(gaps)
    assert list(cells) == texts


@given(texts=TEXTS.filter(bool), step=st.integers(1, 20), default=st.sampled_from(["", None, "a"]))
def test_packed_texts_are_looked_at_without_taking_them_apart(
    texts: list[str], step: int, default: str | None
) -> None:
    starts = [*range(0, len(texts), step), len(texts)]
    packed = JoinedTexts(["\n".join(texts[start:end]) for start, end in pairwise(starts)], starts)
    assert list(packed) == texts
    assert packed.is_bare == all(text == text.strip() for text in texts)
    assert packed.begins_with("=\x1c") == any(text[:1] in ("=", "\x1c") for text in texts if text)
    stripped = packed.stripped(default)
    assert list(stripped) == [text.strip() or default for text in texts]
    for wanted in ({None}, {"a"}, {"", "b"}, {"a", None}):
        assert indexes_of(stripped, wanted) == indexes_of(list(stripped), wanted)


@given(st.lists(st.integers(0, 40).map(str), min_size=1, max_size=80))
def test_the_texts_that_repeat_in_a_long_column_are_found_by_their_hashes(texts: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coded, "_LONG", 0)
        packed = JoinedTexts(["\n".join(texts)], [0, len(texts)])
        assert repeated(packed) == {text for text in texts if texts.count(text) > 1}


def test_many_different_texts_are_packed_and_few_are_coded() -> None:
    assert isinstance(column(["Fire", "Water"] * 20_000, 512), DictionaryColumn)
    assert isinstance(column([f"Card {number}" for number in range(40_000)], 512), JoinedTexts)


@pytest.mark.parametrize("different", [254, 255, 256])
def test_a_column_that_is_full_may_get_gaps_twice(different: int) -> None:
    texts = list(map(str, range(different))) * 3
    twice = with_gaps(with_gaps(column(texts, 512), {1, 7}), {2})
    assert isinstance(twice, DictionaryColumn)
    assert list(twice) == [None if place in (1, 2, 7) else text for place, text in enumerate(texts)]


def test_a_code_of_two_bytes_is_found_where_it_begins() -> None:
    texts = [str(number % 600) for number in range(3000)]
    cells = column(texts, 100)
    assert isinstance(cells, DictionaryColumn)
    for text in ("0", "1", "255", "256", "257", "511"):
        assert indexes_of(cells, {text}) == [place for place, found in enumerate(texts) if found == text]
