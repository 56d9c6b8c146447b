"""TOML files as typed data: a frozen dataclass defines what a file holds; all problems are reported at once.

A field is a key; its type is str, int, float, bool, Literal, X | None, list[X], tuple[X, ...], dict[str, X],
or another dataclass. `float` accepts integers too. A field that ends in `_` is the key without the underscore
(`assert_`). In a union of dataclasses the key `kind`, a Literal in each of them, chooses one. An unknown key
is an error; its hint is the most similar key.

This is not left to a library because those that report all problems take a tenth of a second to import, and
none of them reports where in the file a problem is.
"""

from __future__ import annotations

import bisect
import dataclasses
import datetime
import itertools
import re
import reprlib
import tomllib
import types
import typing
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import read_text, shown
from cardtools.ground.lengths import DPI, FontSize, Length, in_unit_of, is_length, millimetres
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.cell_values import ISO, meant_date, write_date
from cardtools.ground.toml.tomlplaces import HEADER, Key, dotted, written_keys

T = TypeVar("T")
# What is read instead of a text with a brace, from its path, the text, the type and whether it fits.
StandIn = Callable[[tuple[Key, ...], str, Any, bool], Any]
_MOST = 100  # problems of a file that are reported
_MANY_DOTS = 2_000
_LONG_NUMBER = re.compile(r"[+-]?(?:0[xob][0-9A-Fa-f_]{15,}|[0-9][0-9_]{18,})")
_LARGEST = 10**18
_DEEP_KEY = r"""(?m)(?:^|[{,\[])[ \t]*+(?:(?:"[^"\n]*+"|'[^'\n]*+'|[\w-]++)[ \t]*+\.[ \t]*+){20}"""
_SCALARS: dict[Any, str] = {
    str: "text", int: "a whole number", float: "a number", bool: "true or false", datetime.date: "a date",
    Length: "a length", FontSize: "a length"
}  # fmt: skip


class TomlFile(Record):
    """A parsed TOML file and the places of its keys."""

    path: Path
    text: str
    data: dict[str, Any]

    @cached_property
    def name(self) -> str:
        """The path as messages show it."""
        return shown(self.path)

    @property
    def dpi(self) -> float:
        """The pixels in an inch, for lengths in px."""
        return DPI

    def at(self, *keys: Key, find: str = "") -> Location:
        """The place of a key, or of the nearest table around it; with `find`, of that text after the key."""
        around = (keys[:length] for length in range(len(keys), 0, -1))
        line, column = next((self._places[one] for one in around if one in self._places), (1, 1))
        if find:
            starts, headers = self._lines
            # Only up to the next table.
            after = bisect.bisect_right(headers, line)
            end = starts[headers[after] - 1] if after < len(headers) else len(self.text)
            found = self.text.find(find, starts[line - 1] + column - 1, end)
            if found >= 0:
                line = bisect.bisect_right(starts, found)
                column = found - starts[line - 1] + 1
        return Location(self.name, line, column)

    @cached_property
    def _places(self) -> dict[tuple[Key, ...], tuple[int, int]]:
        """Line and column of every table header and key by their path, as `written_keys` has them; of a table
        without a header, of the first that is in it.
        """
        places: dict[tuple[Key, ...], tuple[int, int]] = {}
        implied: dict[tuple[Key, ...], tuple[int, int]] = {}
        for keys, line, column in written_keys(self.text):
            places.setdefault(keys, (line, column))
            for length in range(1, len(keys)):
                implied.setdefault(keys[:length], (line, column))
        return implied | places

    @cached_property
    def _lines(self) -> tuple[list[int], list[int]]:
        """Where each line begins, and the numbers of the lines that are table headers."""
        lines = self.text.split("\n")
        starts = list(itertools.accumulate((len(line) + 1 for line in lines), initial=0))
        headers = [number for number, line in enumerate(lines, 1) if re.match(HEADER, line)]
        return starts, headers


def read_toml(path: Path) -> TomlFile:
    """Read and parse a TOML file. Raises InputError with line and column if it is not valid TOML."""
    text = read_text(path, "toml_bytes")
    # Reading a key takes the square of its parts.
    if text.count(".") > _MANY_DOTS and (deep := re.search(_DEEP_KEY, text)):
        line = text.count("\n", 0, deep.end()) + 1
        raise bad_input(shown(path), "not valid TOML: a key has too many parts", line=line)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise bad_input(shown(path), "not valid TOML: it is nested too deep") from None
    except ValueError as error:
        if not isinstance(error, tomllib.TOMLDecodeError):
            raise bad_input(shown(path), "not valid TOML: a number is too long") from None
        from cardtools.ground.toml.tomlfaults import toml_fault

        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        stopped = (int(place[1]), int(place[2])) if place else (0, 0)
        line, column, message, hint = toml_fault(text, re.sub(r"\s*\(at [^)]*\)", "", str(error)), *stopped)
        raise bad_input(shown(path), f"not valid TOML: {message}", hint, line, column) from None
    # Python cannot write numbers of thousands of digits in messages.
    if (long := list(_LONG_NUMBER.finditer(text))) and (number := _too_large(data)):
        # Some of what looks like a number is in a text or a comment.
        at = next((one.start() for one in long if _is_number(one[0], number)), 0)
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        hint = "write a whole number of at most 18 digits"
        raise bad_input(shown(path), "not valid TOML: a number is too long", hint, line, column)
    return TomlFile(path, text, data)


def _is_number(written: str, number: int) -> bool:
    with suppress(ValueError):
        return int(written.replace("_", ""), 0) == number
    return False


def _too_large(data: Any) -> int | None:
    """The first whole number with more than 18 digits, if any."""
    if isinstance(data, dict | list):
        inside = data.values() if isinstance(data, dict) else data
        return next((number for value in inside if (number := _too_large(value))), None)
    return data if isinstance(data, int) and abs(data) >= _LARGEST else None


def load(path: Path, model: type[T]) -> tuple[T, TomlFile]:
    """The file as `model`, and the file itself for places. Raises InputError with every problem."""
    file = read_toml(path)
    return conform(file, model), file


def conform(
    file: TomlFile,
    model: type[T],
    data: Any = None,
    keys: tuple[Key, ...] = (),
    stand_in: StandIn | None = None,
) -> T:
    """`data` (default: the whole file) as `model`; `keys` is its path in the file.

    Raises InputError with every unknown key, missing key and wrong type at once.
    """
    reader = _Reader(file, stand_in)
    try:
        result = reader.read(model, file.data if data is None else data, keys)
    except RecursionError:
        raise bad_input(file.name, "its tables are nested too deep") from None
    if reader.problems:
        raise InputError(reader.problems)
    return typing.cast(T, result)


def faulty_keys(file: TomlFile, model: type[Any]) -> list[tuple[tuple[Key, ...], bool]]:
    """The paths of the keys for which `conform` raises an error, and whether each is an unknown key."""
    reader = _Reader(file)
    reader.read(model, file.data, ())
    return reader.faulty


@cache
def _hints(model: Any) -> dict[str, Any]:
    """The types of the fields by name; those of a base class are evaluated once for all that extend it."""
    own = {"__annotations__": vars(model).get("__annotations__", {}), "__module__": model.__module__}
    hints: dict[str, Any] = {}
    for base in reversed(model.__bases__):
        hints |= _hints(base)
    return hints | typing.get_type_hints(type("Own", (), own))


def in_words(kind: Any) -> str:
    """A type as messages and the reference say it: `a list of text`."""
    origin, arguments, is_model = shape(kind)
    if origin is typing.Literal:
        words = [str(a) or '""' for a in arguments]
        return f"one of {', '.join(words)}" if len(words) > 1 else f'"{words[0]}"'
    if origin is typing.Union:
        return " or ".join(dict.fromkeys(in_words(a) for a in arguments if a is not type(None)))
    if origin in (list, tuple):
        return f"a list of {several(in_words(arguments[0]))}"
    if origin is dict or is_model:
        return "a table"
    return _SCALARS.get(kind, "a value")


def several(words: str) -> str:
    """The words of a type in the plural: `tables`, not `a table`."""
    return re.sub(r"\ba (whole number|number|length|table|list|date|value)\b|\b(text)\b", r"\1\2s", words)


@cache
def shape(kind: Any) -> tuple[Any, tuple[Any, ...], bool]:
    """The origin and the arguments of a type, and whether it is a dataclass."""
    origin = typing.get_origin(kind)
    is_union = origin in (typing.Union, types.UnionType)
    return typing.Union if is_union else origin, typing.get_args(kind), dataclasses.is_dataclass(kind)


@cache
def _test(kind: Any) -> Callable[[Any], bool]:
    """Whether a value itself has the type; its parts are not looked at."""
    origin, arguments, is_model = shape(kind)
    if kind is Any:
        return lambda _: True
    if origin is typing.Literal:
        return lambda value: any(value == a and type(value) is type(a) for a in arguments)
    if origin is typing.Union:
        tests = [_test(one) for one in arguments]
        return lambda value: any(test(value) for test in tests)
    if origin in (list, tuple):
        return lambda value: isinstance(value, list)
    if origin is dict or is_model:
        return lambda value: isinstance(value, dict)
    if kind is float:
        return _is_float
    if is_length(kind):
        return lambda value: millimetres(value) is not None if isinstance(value, str) else _is_float(value)
    if kind is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    return lambda value: isinstance(value, kind)


def _is_float(value: Any) -> bool:
    # Whole numbers may be larger than any float; with nan no comparison holds, so no limit would.
    return isfinite(value) if isinstance(value, float) else type(value) is int and abs(value) < 1e300


def _brief(value: object) -> str:
    """A value for messages, cut where it is long or deeply nested."""
    if isinstance(value, dict) or (isinstance(value, list) and value and isinstance(value[0], dict)):
        return "a table" if isinstance(value, dict) else "a list of tables"
    short = reprlib.Repr()
    short.maxstring = short.maxother = 200
    return str(value).lower() if isinstance(value, bool) else short.repr(value)


def _remedy(kind: Any, value: Any, keys: tuple[Key, ...]) -> str:
    """How the value is written as its type, where that can be guessed."""
    origin, arguments, is_model = shape(kind)
    if origin is typing.Union:
        first = [one for one in arguments if one is datetime.date]
        return next((hint for one in (*first, *arguments) if (hint := _remedy(one, value, keys))), "")
    header = dotted(keys)
    if kind in _SCALARS and isinstance(value, list) and len(value) == 1:
        return "write it without the brackets"
    if is_model or origin is dict:
        of_tables = isinstance(value, list) and value and isinstance(value[0], dict)
        return f"write [{header}], in single brackets" if of_tables else f"write it as a table: [{header}]"
    if origin in (list, tuple):
        if isinstance(value, dict) and shape(arguments[0])[2]:
            return f"write [[{header}]], in double brackets"
        simple = isinstance(value, str | int | float) and _test(arguments[0])(value)
        return f"write it in brackets: [{_written(value)}]" if simple else ""
    if kind is str and isinstance(value, int | float):
        return f'write it in quotes: "{_written(value)}"'
    if not isinstance(value, str):
        return ""
    number, word = re.match(r"[-+]?[0-9]+(?:[.,][0-9]+)?", value.strip()), value.strip().casefold()
    if is_length(kind):
        return 'write a number, or a text with mm, cm, in, pt or px, such as "0.25in"'
    if kind in (int, float) and number:
        plain = number[0].replace(",", ".")
        is_other = millimetres(value) not in (None, float(plain))  # inches, which are no mm
        return "write a plain number" if is_other else f"write {plain}, without quotes and unit"
    if kind is bool and word in ("true", "false"):
        return f"write {word}, without quotes"
    if kind is datetime.date and (day := meant_date(value)):
        return f"write {write_date(day, ISO)}, without quotes"
    return ""


# Words of other tools for the types of columns.
_SYNONYMS = {
    **dict.fromkeys(("decimal", "float", "real", "double", "numeric"), "number"),
    **dict.fromkeys(("integer", "whole"), "int"),
    **dict.fromkeys(("boolean", "yesno", "checkbox"), "bool"),
    **dict.fromkeys(("text", "string"), "str"),
    **dict.fromkeys(("url", "address"), "link"),
}


def _written(value: str | int | float) -> str:
    """The value as it is written in a file."""
    return f'"{value}"' if isinstance(value, str) and len(value) < 50 else _brief(value)


def _label(keys: tuple[Key, ...]) -> str:
    """The last key for messages, or `item 2 of stages`."""
    *above, last = keys or ("the file",)
    if isinstance(last, str):
        return last
    return f"item {last + 1} of {next((key for key in reversed(above) if isinstance(key, str)), 'the list')}"


def _inside(keys: tuple[Key, ...]) -> str:
    header = dotted(keys)
    return f" in [{header}]" if header else ""


@cache
def _by_kind(union: Any) -> dict[Any, Any]:
    """The dataclasses of a union, if there are several, by the values of the key that chooses one."""
    models = [one for one in shape(union)[1] if shape(one)[2]]
    kinds = {value: model for model in models for value in typing.get_args(_hints(model).get("kind"))}
    return kinds if len(models) > 1 else {}


@cache
def keys_of(model: Any) -> dict[str, dataclasses.Field[Any]]:
    """The fields of a dataclass by the keys of its table."""
    return {known.name.removesuffix("_"): known for known in dataclasses.fields(model) if known.init}


class _Reader:
    """Reads the values of one file as their types; `problems` is what does not fit."""

    def __init__(self, file: TomlFile, stand_in: StandIn | None = None) -> None:
        self.file, self.stand_in = file, stand_in
        self.problems: list[Diagnostic] = []
        self.faulty: list[tuple[tuple[Key, ...], bool]] = []
        self.top: dict[str, Any] = {}  # the types of the keys outside all tables

    def report(self, keys: tuple[Key, ...], message: str, hint: str = "", name: str = "") -> None:
        """Add a problem at the place of the key."""
        if len(self.problems) < _MOST:
            self.problems.append(Diagnostic(self.file.at(*keys), message, hint, name=name))
            self.faulty.append((keys, name == "unknown-key"))

    def read(self, kind: Any, value: Any, keys: tuple[Key, ...]) -> Any:
        """The value as `kind`; anything if a problem is reported."""
        if self.stand_in and isinstance(value, str) and "{" in value:
            value = self.stand_in(keys, value, kind, _test(kind)(value))
        given = type(value)
        if given is kind or (given is float and (kind is Length or kind is FontSize)):  # most are plain
            return value
        origin, arguments, is_model = shape(kind)
        if not _test(kind)(value):
            known = [str(a) for a in arguments] if origin is typing.Literal else []
            other = _SYNONYMS.get(str(value).casefold())
            meant = other if other in known else str(value)
            hint = suggest(meant, known, "known") if known else _remedy(kind, value, keys)
            return self.report(keys, f"{_label(keys)} = {_brief(value)}, expected {in_words(kind)}", hint)
        if origin is typing.Union:
            models = _by_kind(kind)
            if not models or not isinstance(value, dict):
                return self.read(next(one for one in arguments if _test(one)(value)), value, keys)
            found = value.get("kind")
            if isinstance(found, str) and found in models:
                return self.read_model(models[found], value, keys)
            missing = f"the key kind is missing{_inside(keys)}"
            message = missing if found is None else f"unknown kind {found!r}"
            hint = suggest(str(found or ""), list(models), "kinds")
            return self.report((*keys, "kind"), message, hint, "unknown-kind")
        if origin in (list, tuple):
            return origin(self.read(arguments[0], item, (*keys, index)) for index, item in enumerate(value))
        if origin is dict:
            return {k: self.read(arguments[1], item, (*keys, k)) for k, item in value.items()}
        if is_model:
            return self.read_model(kind, value, keys)
        if isinstance(value, str) and is_length(kind):
            return in_unit_of(kind, value, self.file.dpi)
        return float(value) if kind is float or is_length(kind) else value

    def read_model(self, model: Any, table: dict[str, Any], keys: tuple[Key, ...]) -> Any:
        """The table as the dataclass; None if a problem is reported."""
        hints, fields, before = _hints(model), keys_of(model), len(self.problems)
        if not keys:
            self.top = hints
        arguments: dict[str, Any] = {}
        for key, value in table.items():
            if key in fields:
                name = fields[key].name
                arguments[name] = self.read(hints[name], value, (*keys, key))
            elif len(self.problems) < _MOST:
                hint = suggest(key, list(fields), "known keys")
                if key in self.top and not isinstance(value, dict) and _test(self.top[key])(value):
                    hint = "it belongs above the first [table] of the file"
                self.report((*keys, key), f"unknown key {key!r}{_inside(keys)}", hint, "unknown-key")
        for key, known in fields.items():
            if key not in table and known.default is known.default_factory is dataclasses.MISSING:
                self.report(keys, f"the key {key} is missing{_inside(keys)}")
        if len(self.problems) > before or before == _MOST:  # then no more are added
            return None
        try:
            return model(**arguments)
        except ValueError as error:  # a dataclass may reject a combination of values
            named = re.match(r"\w+", str(error))
            return self.report((*keys, named[0]) if named and named[0] in table else keys, str(error))
