"""The columns of a ruleset and their words: type, range, format and the checks of their cells."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from cardtools.ground.spelling import listed, suggest
from cardtools.ground.tables.cell_values import Day, is_date_format, read_date, read_yes_no
from cardtools.language.patterns import PatternError, TextPattern
from cardtools.language.value_kinds import NUMBER_TYPES
from cardtools.language.whole_columns import RowFilter
from cardtools.rulesets.compile_context import Compilation
from cardtools.rulesets.field_model import FIELD_CHECKS, CheckEntry, FieldEntry, VocabularyEntry
from cardtools.rulesets.files import Keys
from cardtools.rulesets.ruleset import CheckChange, Field, Vocabulary

_MOST_WORDS = 100  # for yes or no
_HELD = {"int": "whole numbers", "signed": "whole numbers", "number": "numbers", "bool": "yes or no"}
_HELD |= {"date": "dates"}


def compile_vocabulary(work: Compilation, name: str, entry: VocabularyEntry) -> Vocabulary:
    """The words of an idea, with what else they are called; their problems are in `work`."""
    words = (*entry.values, *entry.undocumented)
    known = {word: word for word in words}
    for kind, pairs in (("aliases", entry.aliases), ("spellings", entry.spellings)):
        for word, meant in pairs.items():
            if meant not in words:
                message = f"{word} = {meant!r}, which isn't one of the values"
                work.problem(("vocabulary", name, kind), message, suggest(meant, words))
            known[word] = meant
    if entry.ignore_case:
        known = {word.casefold(): meant for word, meant in known.items()}
    return Vocabulary(entry, known)


def compile_change(work: Compilation, keys: Keys, entry: CheckEntry) -> CheckChange:
    """What the ruleset changes of a check that every game shares; its problems are in `work`."""
    if entry.code:
        work.code(entry.code, keys)
    message = work.template(entry.message, (*keys, "message")) if entry.message else None
    hint = work.template(entry.hint, (*keys, "hint")) if entry.hint else None
    return CheckChange(entry, entry.code, message, hint)


def compile_field(work: Compilation, name: str, entry: FieldEntry, words: Mapping[str, Vocabulary]) -> Field:
    """A column; its problems are in `work`."""
    keys: Keys = ("fields", name)
    if entry.vocabulary and entry.vocabulary not in words:
        hint = suggest(entry.vocabulary, list(words))
        work.problem((*keys, "vocabulary"), f"unknown vocabulary {entry.vocabulary!r}", hint)
    named = [("ref", entry.ref), ("shared_by", entry.shared_by)]
    named += [("complete", entry.complete.by)] if entry.complete else []
    for key, column in (*named, *(("unique_with", other) for other in entry.unique_with)):
        if column:
            work.has_column((*keys, key), column)
    for kind in entry.checks:
        if kind not in FIELD_CHECKS:
            hint = suggest(kind, list(FIELD_CHECKS), "known")
            work.problem((*keys, "checks", kind), f"unknown check {kind!r}", hint)
    if work.scope.columns[name]:  # what it holds is known
        _check_values(work, keys, name, entry)
    pattern = None
    try:
        place = partial(work.file.at, *keys, "pattern")
        pattern = TextPattern(entry.pattern, place) if entry.pattern else None
    except PatternError as error:
        literal = f"write \\{error.character}, or the pattern as a literal string '...'"
        work.problem((*keys, "pattern"), str(error), literal if error.character else "")
    given = entry.required
    wanted = work.expression(given, (*keys, "required")) if isinstance(given, str) else None
    required = RowFilter(wanted) if wanted or given is True else None
    meant = work.condition(entry.ref_where, (*keys, "ref_where"))
    if entry.ref_where and not entry.ref:
        work.problem((*keys, "ref_where"), "ref_where needs a ref", 'write ref = "COLUMN"')
    counted = work.condition(entry.stats_where, (*keys, "stats_where"))
    derived = work.condition(entry.derived, (*keys, "derived"))
    read = set(derived.variables) if derived else set()
    if derived and (wrong := read & {name} or read - derived.columns):
        message = f"derived reads {listed(sorted(wrong))}, expected the values of other columns"
        work.problem((*keys, "derived"), message)
    changes = {
        FIELD_CHECKS[kind]: compile_change(work, (*keys, "checks", kind), change)
        for kind, change in entry.checks.items()
        if kind in FIELD_CHECKS
    }
    return Field(
        name, _exactly(entry), entry.label or name.replace("_", " ").lower(),
        words.get(entry.vocabulary), required, pattern, RowFilter(meant), RowFilter(counted), derived,
        changes,
    )  # fmt: skip


def _check_values(work: Compilation, keys: Keys, name: str, entry: FieldEntry) -> None:
    """Problems of values of another type than the column's, of ranges, and of keys for other types."""
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
            quoted = f'write "{value}", in quotes, or {needs_number}'
            hint = f"write {value}, without quotes" if number else quoted
            work.problem((*keys, "values"), f"values has {value!r}, but {what}", hint, str(value))
    if entry.default and not _fits(entry):
        hint = 'write one as "0"' if number else "write it as in a cell"
        work.problem((*keys, "default"), f"default = {entry.default!r}, but {what}", hint)
    if entry.complete:
        work.range((*keys, "complete"), entry.complete.from_, entry.complete.to, ("from", "to"))


def _check_kind(work: Compilation, keys: Keys, name: str, entry: FieldEntry) -> None:
    """Problems of the keys that say how decimal numbers, yes and no, and dates are written."""
    kinds = {"decimal": "number", "yes": "bool", "no": "bool", "format": "date", "separator": "list"}
    kinds["counts"] = entry.type if entry.type in NUMBER_TYPES else "int"
    for key, type_ in kinds.items():
        if getattr(entry, key) != getattr(FieldEntry(), key) and entry.type != type_:
            hint = f'write type = "{type_}" under [fields.{name}]'
            work.problem((*keys, key), f"{key} is for columns of the type {type_}", hint)
    if not is_date_format(entry.format):
        message = f"format = {entry.format!r} is not a date with year, month and day, each once"
        work.problem((*keys, "format"), message, 'such as "DD.MM.YYYY"')
    for word, value in entry.counts.items():
        if not re.fullmatch(r"[^\s0-9+-]{1,20}", word):
            work.problem((*keys, "counts", word), f"{word!r} is no word without digits, spaces and signs")
        if isinstance(value, float) and entry.type != "number":
            work.problem((*keys, "counts", word), f"{word} = {value}, but {name} holds whole numbers")
    for key in ("yes", "no", "counts"):
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


def exact_number(value: Any, mark: str = ".") -> Any:
    """The value; a decimal number is the one that was written, so 0.1 is a tenth."""
    if not isinstance(value, float):
        return value
    from cardtools.language.decimals import Exact

    return Exact.of(value, mark)


def _exactly(entry: FieldEntry) -> FieldEntry:
    """The entry with decimal numbers and dates as its column writes them: 0.1 is a tenth."""
    if entry.type not in ("number", "date"):
        return entry

    def value(given: Any) -> Any:
        is_date = isinstance(given, datetime.date)
        return Day.of(given, entry.format) if is_date else exact_number(given, entry.decimal)

    changed: dict[str, Any] = {key: value(getattr(entry, key)) for key in ("min", "max", "step")}
    changed["values"] = tuple(map(value, entry.values))
    return replace(entry, **changed)
