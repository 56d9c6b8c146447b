"""TOML files as typed data: a frozen dataclass says what may be in a file, every problem is reported at once.

A field is a key; its type says what belongs there: str, int, float, bool, Literal, X | None, list[X],
tuple[X, ...], dict[str, X], or another dataclass. `float` takes whole numbers too. A field that ends in `_`
stands for the key without it (`assert_`). A dataclass with a `kind` field of Literal type in a union is
chosen by that key. Keys that are no field are errors, with the near miss.

Our own reader, because models that collect all problems cost a tenth of a second to import, and none of
the readers says where in the file a problem is.
"""

from __future__ import annotations

import bisect
import dataclasses
import itertools
import re
import tomllib
import types
import typing
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from cardtools.errors import Diagnostic, InputError, Location, bad_input
from cardtools.files import read_text, shown
from cardtools.spelling import suggest

T = TypeVar("T")
Key = str | int
# Patterns are compiled when they are used: only when a place in a file is asked for.
_HEADER = r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$"
_ENTRY = r"""^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=(?!=)"""
_NAME = r""""([^"]*)"|'([^']*)'|([\w-]+)"""
_SCALARS: dict[Any, str] = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(
        next(group for group in match.groups() if group is not None) for match in re.finditer(_NAME, dotted)
    )


@typing.dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
class TomlTable:
    """Base of frozen dataclasses that TOML tables are read into.

    Their methods are written once here instead of being generated for each class, which would take half a
    millisecond a class whenever the program starts.
    """

    def __init_subclass__(cls) -> None:
        dataclasses.dataclass(init=False, repr=False, eq=False)(cls)

    def __init__(self, *arguments: Any, **values: Any) -> None:
        fields = dataclasses.fields(self)  # type: ignore[arg-type]
        values.update(zip((known.name for known in fields), arguments, strict=False))
        for known in fields:
            if known.name not in values and known.default_factory is not dataclasses.MISSING:
                values[known.name] = known.default_factory()
            elif known.name not in values and known.default is dataclasses.MISSING:
                raise TypeError(f"{type(self).__name__}: {known.name} is missing")
        if len(arguments) > len(fields) or not values.keys() <= {known.name for known in fields}:
            raise TypeError(f"{type(self).__name__}: unknown field")
        self.__dict__.update(values)
        self.__post_init__()

    def __post_init__(self) -> None:
        """For subclasses: raise ValueError where the fields do not fit together."""

    def __setattr__(self, name: str, value: object) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def _values(self) -> dict[str, Any]:
        return {known.name: getattr(self, known.name) for known in dataclasses.fields(self)}  # type: ignore[arg-type]

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self._values().items())
        return f"{type(self).__qualname__}({values})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._values() == self._values()

    def __hash__(self) -> int:
        return hash(tuple(self._values().values()))


@dataclass(frozen=True)
class TomlFile:
    """A parsed TOML file that knows where its keys are written."""

    path: Path
    text: str
    data: dict[str, Any]

    @cached_property
    def name(self) -> str:
        """The path as messages show it."""
        return shown(self.path)

    @cached_property
    def places(self) -> dict[tuple[Key, ...], tuple[int, int]]:
        """Line and column of every table header and key, by their path (array tables count from 0)."""
        return _find_places(self.text)

    def at(self, *keys: Key, find: str = "") -> Location:
        """Where a key is written (or the nearest key above it); `find` narrows it to a text behind it."""
        line, column = 1, 1
        for length in range(len(keys), 0, -1):
            if keys[:length] in self.places:
                line, column = self.places[keys[:length]]
                break
        if find:
            starts, headers = self._lines
            # Up to the next table: what stands there belongs to it.
            after = bisect.bisect_right(headers, line)
            end = starts[headers[after] - 1] if after < len(headers) else len(self.text)
            found = self.text.find(find, starts[line - 1] + column - 1, end)
            if found >= 0:
                line = bisect.bisect_right(starts, found)
                column = found - starts[line - 1] + 1
        return Location(self.name, line, column)

    @cached_property
    def _lines(self) -> tuple[list[int], list[int]]:
        """Where each line begins, and the numbers of the lines that are table headers."""
        lines = self.text.split("\n")
        starts = list(itertools.accumulate((len(line) + 1 for line in lines), initial=0))
        headers = [number for number, line in enumerate(lines, 1) if re.match(_HEADER, line)]
        return starts, headers


def _find_places(text: str) -> dict[tuple[Key, ...], tuple[int, int]]:
    places: dict[tuple[Key, ...], tuple[int, int]] = {}
    counts: dict[tuple[Key, ...], int] = {}
    table: tuple[Key, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(_HEADER, line):
            table = ()
            names = _names(header[2])
            for position, name in enumerate(names):
                table = (*table, name)
                if header[1] == "[[" and position == len(names) - 1:
                    counts[table] = counts.get(table, -1) + 1
                if table in counts:
                    table = (*table, counts[table])
            places.setdefault(table, (number, header.start(2) + 1))
        elif entry := re.match(_ENTRY, line):
            places.setdefault((*table, *_names(entry[1])), (number, entry.start(1) + 1))
    return places


def read_toml(path: Path) -> TomlFile:
    """Read and parse a TOML file. Raises InputError with line and column when it is no TOML."""
    text = read_text(path)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise bad_input(shown(path), "not valid TOML: it is nested too deep") from None
    except ValueError as error:
        if not isinstance(error, tomllib.TOMLDecodeError):
            raise bad_input(shown(path), "not valid TOML: a number is too long") from None
        message = str(error)
        place = re.search(r"\(at line (\d+), column (\d+)\)", message)
        line, column = (int(place[1]), int(place[2])) if place else (text.count("\n") + 1, 0)
        message = re.sub(r"\s*\(at [^)]*\)", "", message)
        raise InputError(
            Diagnostic(
                Location(shown(path), line, column), f"not valid TOML: {message[:1].lower()}{message[1:]}"
            )
        ) from None
    return TomlFile(path, text, data)


def load(path: Path, model: type[T]) -> tuple[T, TomlFile]:
    """The file as `model`, and the file itself for places. Raises InputError with all its problems."""
    file = read_toml(path)
    return conform(file, model), file


def conform(file: TomlFile, model: type[T], data: Any = None, keys: tuple[Key, ...] = ()) -> T:
    """`data` (default: the whole file) as `model`; `keys` is where it stands in the file.

    Raises InputError with every unknown key, missing key and wrong type at once.
    """
    problems: list[Diagnostic] = []
    result = _read(file, model, file.data if data is None else data, keys, problems)
    if problems:
        raise InputError(problems)
    return typing.cast(T, result)


@lru_cache
def _hints(model: Any) -> dict[str, Any]:
    return typing.get_type_hints(model)


def _key(name: str) -> str:
    return name.removesuffix("_")


def _expected(kind: Any) -> str:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return "one of " + ", ".join(map(str, arguments))
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(_expected(a) for a in arguments if a is not type(None)))
    if origin in (list, tuple):
        return f"a list of {_expected(arguments[0])}"
    if origin is dict or dataclasses.is_dataclass(kind):
        return "a table"
    return _SCALARS.get(kind, "a value")


def _fits(kind: Any, value: Any) -> bool:
    """Whether the value's own shape, not yet its parts, fits the type."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return True
    if origin is typing.Literal:
        return any(value == a and type(value) is type(a) for a in arguments)
    if origin in (typing.Union, types.UnionType):
        return any(_fits(a, value) for a in arguments)
    if origin in (list, tuple):
        return isinstance(value, list)
    if origin is dict or dataclasses.is_dataclass(kind):
        return isinstance(value, dict)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind)


def _kind_values(model: Any) -> tuple[Any, ...]:
    return typing.get_args(_hints(model).get("kind"))


def _read(file: TomlFile, kind: Any, value: Any, keys: tuple[Key, ...], problems: list[Diagnostic]) -> Any:
    if type(value) is kind:  # most values are plain texts and numbers
        return value
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        models = [a for a in arguments if dataclasses.is_dataclass(a)]
        if len(models) > 1 and isinstance(value, dict):
            chosen = [m for m in models if value.get("kind") in _kind_values(m)]
            if not chosen:
                known = [str(k) for m in models for k in _kind_values(m)]
                found = value.get("kind")
                message = f"unknown kind {found!r}" if found is not None else "the key kind is missing"
                hint = suggest(str(found or ""), known, "kinds")
                problems.append(Diagnostic(file.at(*keys, "kind"), message, hint))
                return None
            return _read(file, chosen[0], value, keys, problems)
        for option in arguments:
            if option is not type(None) and _fits(option, value):
                return _read(file, option, value, keys, problems)
    if not _fits(kind, value):
        hint = suggest(str(value), [str(a) for a in arguments], "known") if origin is typing.Literal else ""
        where = keys[-1] if keys and isinstance(keys[-1], str) else ".".join(map(str, keys))
        problems.append(Diagnostic(file.at(*keys), f"{where} = {value!r}, expected {_expected(kind)}", hint))
        return None
    if origin in (list, tuple):
        items = [
            _read(file, arguments[0], item, (*keys, index), problems) for index, item in enumerate(value)
        ]
        return items if origin is list else tuple(items)
    if origin is dict:
        return {k: _read(file, arguments[1], item, (*keys, k), problems) for k, item in value.items()}
    if dataclasses.is_dataclass(kind):
        return _read_model(file, kind, value, keys, problems)
    return float(value) if kind is float else value


def _read_model(
    file: TomlFile, model: Any, table: dict[str, Any], keys: tuple[Key, ...], problems: list[Diagnostic]
) -> Any:
    hints = _hints(model)
    fields = {_key(f.name): f for f in dataclasses.fields(model) if f.init}
    arguments: dict[str, Any] = {}
    complete = True
    for key, value in table.items():
        if key not in fields:
            hint = suggest(key, list(fields), "known keys")
            place = file.at(*keys, key)
            problems.append(Diagnostic(place, f"unknown key {key!r}", hint, name="unknown-key"))
            complete = False
            continue
        before = len(problems)
        arguments[fields[key].name] = _read(file, hints[fields[key].name], value, (*keys, key), problems)
        complete = complete and len(problems) == before
    for key, known in fields.items():
        if key not in table and known.default is known.default_factory is dataclasses.MISSING:
            problems.append(Diagnostic(file.at(*keys), f"the key {key} is missing"))
            complete = False
    if not complete:
        return None
    try:
        return model(**arguments)
    except ValueError as error:  # a dataclass may refuse a combination of its own fields
        problems.append(Diagnostic(file.at(*keys), str(error)))
        return None
