"""The base class of settings and rules: small objects that never change, and that a run makes few of."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar, dataclass_transform


@dataclasses.dataclass(init=False, repr=False, eq=False)
class _OfOneField:
    """A class whose field is the pattern of all fields."""

    value: object


_FIELD: Any = dataclasses.fields(_OfOneField)[0]


class _Made:
    """A default that is made anew for each object."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def field(*, default_factory: Callable[[], Any]) -> Any:
    """A default that is made anew for each object, as by `dataclasses.field`."""
    return _Made(default_factory)


class _Fields:
    """What `fields`, `replace` and `is_dataclass` of `dataclasses` ask of a class, made when they ask."""

    def __get__(self, record: object, model: type[Record]) -> dict[str, dataclasses.Field[Any]]:
        found = {}
        for name in model.__names__:
            known: Any = dataclasses.field()
            for slot in _FIELD.__slots__:  # `copy` takes several times as long
                setattr(known, slot, getattr(_FIELD, slot))
            known.name = name
            known.default_factory = model.__factories__.get(name, dataclasses.MISSING)
            known.default = model.__defaults__.get(name, dataclasses.MISSING)
            found[name] = known
        model.__dataclass_fields__ = found  # the next one who asks finds them
        return found


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """A frozen dataclass: write `class Rule(Record)`. Equal values are equal; `class Plan(Record, eq=False)`
    compares by identity, which is what a cache needs of values that hold a dict.

    All classes share its methods: `dataclass(frozen=True, slots=True)` compiles them for each, a quarter of
    the time of a short command, and importing a package of such classes takes a tenth. `__post_init__` raises
    ValueError for values that cannot be combined. A text of it (`repr`) is the same in every process, since
    digests are made from it.
    """

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]
    __names__: ClassVar[dict[str, None]] = {}
    __match_args__: ClassVar[tuple[str, ...]] = ()
    __defaults__: ClassVar[dict[str, Any]] = {}
    __factories__: ClassVar[dict[str, Callable[[], Any]]] = {}
    __values__: ClassVar[Any]  # what gives the class and the values of a record

    def __init_subclass__(cls, kw_only: bool = False, eq: bool = True) -> None:
        own = [name for name, kind in cls.__annotations__.items() if "ClassVar[" not in str(kind)]
        given = {name: vars(cls)[name] for name in own if name in vars(cls)}
        made = {name: one.make for name, one in given.items() if isinstance(one, _Made)}
        cls.__names__ = cls.__names__ | dict.fromkeys(own)
        cls.__match_args__ = () if kw_only else tuple(cls.__names__)  # type: ignore[misc]
        cls.__factories__ = cls.__factories__ | made
        cls.__defaults__ = cls.__defaults__ | {name: given[name] for name in given.keys() - made.keys()}
        cls.__values__ = attrgetter("__class__", *cls.__names__)
        cls.__dataclass_fields__ = _Fields()  # type: ignore[assignment]
        if not eq:
            cls.__eq__, cls.__hash__ = object.__eq__, object.__hash__  # type: ignore[method-assign]

    def __init__(self, *args: Any, **given: Any) -> None:
        values = self.__defaults__ | dict(zip(self.__match_args__, args, strict=False)) | given
        for name, make in self.__factories__.items():
            if name not in values:
                values[name] = make()
        names, taken = self.__names__, self.__match_args__[: len(args)]
        if values.keys() != names.keys() or len(taken) < len(args) or not given.keys().isdisjoint(taken):
            wrong = sorted(values.keys() ^ names.keys() or given.keys() & {*taken}) or args
            raise TypeError(f"{type(self).__name__}: missing, unknown or given twice: {wrong}")
        self.__dict__.update(values)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Raise ValueError for values that cannot be combined."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self.__values__(self) == self.__values__(other))

    def __hash__(self) -> int:
        return hash(self.__values__(self))

    def __setattr__(self, name: str, value: Any = None) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    __delattr__ = __setattr__

    def __repr__(self) -> str:
        values = (f"{name}={getattr(self, name)!r}" for name in self.__names__)
        return f"{type(self).__name__}({', '.join(values)})"


def asdict(record: Record) -> dict[str, Any]:
    """The values of a record by name, in order; those that are records stay records."""
    return {name: getattr(record, name) for name in record.__names__}
