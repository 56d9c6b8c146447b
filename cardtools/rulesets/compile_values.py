"""Checks of what a ruleset says about the values of a column: their type, range, words and format."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from typing import Any

from cardtools.ground.tables.cell_values import Day, is_date_format, read_date, read_yes_no
from cardtools.ground.toml.tomlplaces import Key
from cardtools.language.value_kinds import NUMBER_TYPES
from cardtools.rulesets.compile_context import Compilation
from cardtools.rulesets.field_model import FieldEntry


def exact_number(value: Any) -> Any:
    """The value; a decimal number is the one that was written, so 0.1 is a tenth."""
    if not isinstance(value, float):
        return value
    from cardtools.language.decimals import Exact

    return Exact.of(value)


def exactly(entry: FieldEntry) -> FieldEntry:
    """The entry with decimal numbers and dates as its column writes them: 0.1 is a tenth."""

    if entry.type not in ("number", "date"):
        return entry
    from cardtools.language.decimals import Exact

    def value(given: Any) -> Any:
        if isinstance(given, datetime.date):
            return Day.of(given, entry.format)
        return Exact.of(given, entry.decimal) if isinstance(given, float) else given

    changed: dict[str, Any] = {key: value(getattr(entry, key)) for key in ("min", "max", "step")}
    changed["values"] = tuple(map(value, entry.values))
    return replace(entry, **changed)


_MOST_WORDS = 100  # for yes or no
_HELD = {"int": "whole numbers", "signed": "whole numbers", "number": "numbers", "bool": "yes or no"}
_HELD |= {"date": "dates"}


def check_values(work: Compilation, keys: tuple[Key, ...], name: str, entry: FieldEntry) -> None:
    """Problems of numbers for a column of texts, of texts for one of numbers, of ranges without a number, and
    of keys for another type of column.
    """
    number, whole = entry.type in NUMBER_TYPES, entry.type in ("int", "signed")
    what = f"{name} holds {_HELD.get(entry.type, 'texts')}"
    needs_number = f'write type = "int" under [fields.{name}]'
    wanted = datetime.date if entry.type == "date" else int if whole else (int, float) if number else ()
    for key, given in (("min", entry.min), ("max", entry.max), ("step", entry.step or None)):
        if given is not None and (not isinstance(given, wanted) or (key == "step" and not number)):
            hint = "" if entry.type == "date" else 'write type = "number"' if whole else needs_number
            work.problem((*keys, key), f"{key} = {given}, but {what}", hint)
        elif isinstance(given, datetime.datetime):
            work.problem((*keys, key), f"{key} = {given}, but {what}", "write the date without a time")
    if number or entry.type == "date":
        work.range((*keys, "min"), entry.min, entry.max)
    if entry.step < 0:
        work.problem((*keys, "step"), f"step = {entry.step}, expected more than 0")
    _check_kind(work, keys, name, entry)
    if number and entry.vocabulary:
        hint = 'write values = [1, 2], or type = "str"'
        work.problem((*keys, "vocabulary"), f"vocabulary = {entry.vocabulary!r}, but {what}", hint)
    for value in entry.values:
        if isinstance(value, str) == number or (isinstance(value, float) and whole):
            hint = (
                f"write {value}, without quotes"
                if number
                else f'write "{value}", in quotes, or {needs_number}'
            )
            work.problem((*keys, "values"), f"values has {value!r}, but {what}", hint, str(value))
    if entry.default and not _fits(entry):
        hint = 'write one as "0"' if number else "write it as in a cell"
        work.problem((*keys, "default"), f"default = {entry.default!r}, but {what}", hint)
    if entry.complete:
        work.range((*keys, "complete"), entry.complete.from_, entry.complete.to, ("from", "to"))


def _check_kind(work: Compilation, keys: tuple[Key, ...], name: str, entry: FieldEntry) -> None:
    """Problems of the keys that say how decimal numbers, yes and no, and dates are written."""
    for key, type_ in (("decimal", "number"), ("yes", "bool"), ("no", "bool"), ("format", "date")):
        if getattr(entry, key) != getattr(FieldEntry(), key) and entry.type != type_:
            hint = f'write type = "{type_}" under [fields.{name}]'
            work.problem((*keys, key), f"{key} is for columns of the type {type_}", hint)
    if not is_date_format(entry.format):
        message = f"format = {entry.format!r} is not a date with year, month and day, each once"
        work.problem((*keys, "format"), message, 'such as "DD.MM.YYYY"')
    for key in ("yes", "no"):
        if (count := len(getattr(entry, key))) > _MOST_WORDS:
            message = f"{key} has {count:,} words, at most {_MOST_WORDS} are read"
            work.problem((*keys, key), message, "leave out those that no cell has")
    if both := {*map(str.casefold, entry.yes)} & {*map(str.casefold, entry.no)}:
        work.problem((*keys, "no"), f"{min(both)!r} means both yes and no", "write it in one of the lists")
    if entry.type in ("bool", "date"):
        for key in ("values", "vocabulary", "pattern"):
            if getattr(entry, key):
                message = f"{key} is for texts, but {name} holds {_HELD[entry.type]}"
                work.problem((*keys, key), message, "remove it")


def _fits(entry: FieldEntry) -> bool:
    """Whether the default is a value of the column."""
    if entry.type in ("int", "signed"):
        return bool(re.fullmatch(r"[+-]?[0-9]{1,9}", entry.default))
    if entry.type == "number":
        from cardtools.language.decimals import read_decimal

        return read_decimal(entry.default, entry.decimal) is not None
    if entry.type == "bool":
        return read_yes_no(entry.default, entry.yes, entry.no) is not None
    return entry.type != "date" or read_date(entry.default, entry.format) is not None
