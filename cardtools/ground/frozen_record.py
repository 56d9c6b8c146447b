"""The base class of settings and rules: small objects that never change, and that a run makes few of."""

from __future__ import annotations

import dataclasses
from copy import copy
from functools import cache
from typing import Any, ClassVar, dataclass_transform

from msgspec import NODEFAULT, Struct
from msgspec import field as field

from cardtools.ground.errors import Location

_FIELD = dataclasses.fields(Location)[0]


class _Fields:
    """What `fields`, `replace` and `is_dataclass` of `dataclasses` ask of a class, made when they ask."""

    def __get__(self, record: object, model: type[Record]) -> dict[str, dataclasses.Field[Any]]:
        return _fields(model)


@cache
def _fields(model: type[Record]) -> dict[str, dataclasses.Field[Any]]:
    names, defaults, found = model.__struct_fields__, model.__struct_defaults__, {}
    for name, default in zip(names, (NODEFAULT,) * (len(names) - len(defaults)) + defaults, strict=True):
        found[name] = known = copy(_FIELD)
        known.name = name
        if make := getattr(default, "factory", None):
            known.default_factory = make
        elif default is not NODEFAULT:
            known.default = default
    return found


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(Struct, frozen=True, dict=True):
    """A frozen dataclass: write `class Rule(Record)`. Equal values are equal; `class Plan(Record, eq=False)`
    compares by identity, which is what a cache needs of values that hold a dict.

    The methods of a Struct are compiled once for all classes: `dataclass(frozen=True, slots=True)` compiles
    them for each, a quarter of the time of a short command. `__post_init__` raises ValueError for values that
    cannot be combined. A text of it (`repr`) is the same in every process, since digests are made from it.
    """

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]] = _Fields()  # type: ignore[assignment]
