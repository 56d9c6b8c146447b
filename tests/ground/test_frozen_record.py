"""The laws of settings and rules: a wrong name is refused, equal values are equal."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import os
import pickle
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardtools
from cardtools.ground.frozen_record import Record, field
from cardtools.project.settings import RenderSettings, Settings


class Crate(Record):
    """Kept by value."""

    name: str
    size: int = 3
    labels: tuple[str, ...] = ()
    words: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError("size is negative")

    @cached_property
    def doubled(self) -> int:
        """Kept beside the fields."""
        return 2 * self.size


class Sealed(Record, kw_only=True, eq=False):
    """Kept by identity, and made by name."""

    crate: Crate


CRATES = st.builds(
    Crate,
    st.text(max_size=3),
    st.integers(0, 4),
    st.lists(st.text(max_size=2), max_size=2).map(tuple),
    st.dictionaries(st.sampled_from("ab"), st.text(max_size=2), max_size=2),
)


@cache
def records() -> dict[str, type[Record]]:
    """Every class of ours below Record."""
    for module in pkgutil.walk_packages(cardtools.__path__, "cardtools."):
        if not module.name.endswith(("__main__", "alpha_fast")):  # which needs numba, and has no records
            importlib.import_module(module.name)

    def below(model: type[Record]) -> Iterator[type[Record]]:
        for inner in model.__subclasses__():
            yield inner
            yield from below(inner)

    return {one.__qualname__: one for one in below(Record) if one.__module__.startswith("cardtools.")}


@given(CRATES, CRATES)
def test_equal_values_are_equal(one: Crate, other: Crate) -> None:
    same = dataclasses.astuple(one) == dataclasses.astuple(other)
    assert (one == other) == same
    assert (repr(one) == repr(other)) == same
    assert dataclasses.replace(one) == one
    assert dataclasses.replace(other, **{name: getattr(one, name) for name in names(Crate)}) == one


@given(CRATES, st.integers(0, 9))
def test_a_replaced_value_is_the_only_difference(one: Crate, size: int) -> None:
    assert one.doubled == 2 * one.size
    new = dataclasses.replace(one, size=size)
    assert (new.size, new.doubled) == (size, 2 * size)
    assert (new.name, new.labels, new.words) == (one.name, one.labels, one.words)
    with pytest.raises(ValueError, match="negative"):
        dataclasses.replace(one, size=-1)


def names(model: type[Record]) -> list[str]:
    return [one.name for one in dataclasses.fields(model)]


@given(st.text(min_size=1).filter(lambda name: name not in names(Crate)))
def test_a_wrong_name_is_refused(name: str) -> None:
    with pytest.raises(TypeError):
        Crate("a", **{name: 1})  # type: ignore[arg-type]


def test_a_value_too_many_or_missing_is_refused() -> None:
    with pytest.raises(TypeError, match="dpii"):
        RenderSettings(dpii=600)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Crate()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Crate("a", 1, (), {}, 5)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="name"):
        Crate("a", name="b")  # type: ignore[misc]
    with pytest.raises(TypeError):
        Sealed(Crate("a"))  # type: ignore[misc]


def test_a_value_stays_as_it_is() -> None:
    crate = Crate("a")
    for change in (lambda: setattr(crate, "size", 4), lambda: delattr(crate, "size")):
        with pytest.raises(AttributeError, match="immutable"):
            change()
    assert crate.words is not Crate("a").words
    assert pickle.loads(pickle.dumps(crate)) == copy.deepcopy(crate) == crate


def test_some_compare_by_identity() -> None:
    sealed = Sealed(crate=Crate("a"))
    assert sealed == sealed != Sealed(crate=Crate("a"))
    assert len({sealed, Sealed(crate=Crate("a"))}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(sealed.crate)


def test_every_class_of_ours_keeps_these_laws() -> None:
    assert len(records()) > 90
    for model in records().values():
        fields = dataclasses.fields(model)
        assert [one.name for one in fields] == list(model.__names__)
        with pytest.raises(TypeError):
            model(**{"no such name": 1})
        if any(one.default is one.default_factory is dataclasses.MISSING for one in fields):
            with pytest.raises(TypeError):
                model()
            continue
        try:
            made = model()
        except ValueError:  # its values do not go together
            continue
        assert made == model()
        assert dataclasses.replace(made) == made
        for one in fields:
            with pytest.raises(AttributeError):
                setattr(made, one.name, getattr(made, one.name))


def test_settings_are_the_same_text_in_every_process() -> None:
    # Digests are made from it.
    program = "from cardtools.project.settings import Settings; print(repr(Settings()))"
    for seed in "123":
        environment = os.environ | {"PYTHONHASHSEED": seed}
        told = subprocess.check_output([sys.executable, "-c", program], env=environment, text=True)
        assert told == f"{Settings()!r}\n"
