"""Checks of single cells: filled, in range, in the vocabulary, of the right shape, unique."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, RowValues
from cardtools.checks.slips import order, placeholder, similar
from cardtools.coded import at, distinct, places
from cardtools.errors import Diagnostic
from cardtools.record import Record
from cardtools.rulesets.ruleset import Check, Field
from cardtools.spelling import NearMisses, suggest

# Row, message without the card's name, hint.
Fault = tuple[int, str, str]


class FieldFindings(Record):
    """The findings, and the cells that rules must not build on, by column."""

    diagnostics: list[Diagnostic]
    broken: dict[str, set[int]]


def check_fields(table: CardTable, columns: Columns, only: Collection[str] | None = None) -> FieldFindings:
    """All checks of the ruleset's fields (of the columns `only`, where given), kind by kind.

    Cells with an error are in `broken`; a warning does not keep rules from being asked, it would hide errors.
    """
    diagnostics: list[Diagnostic] = []
    broken = {column: set(rows) for column, rows in table.unusable.items() if rows}
    for kind, run in _RUNS.items():
        # Whether a cell must be filled may depend on others: those with an error do not say.
        asked = Columns(table, broken, columns.unwritten) if kind == "required" else columns
        for field in table.ruleset.fields.values():
            check = field.checks[kind]
            if check.off or not _wanted(field, kind, only):
                continue
            for row, message, hint in run(table, field, asked):
                diagnostics.append(_finding(table, columns, field, check, row, message, hint))
                if check.info.severity == "error" and kind != "complete":
                    broken.setdefault(field.name, set()).add(row)
    return FieldFindings(diagnostics, broken)


def _wanted(field: Field, kind: str, only: Collection[str] | None) -> bool:
    if only is None:
        return True
    if field.name not in only:
        return False
    reads = set(field.required.columns) if kind == "required" and field.required else set()
    if kind == "unique":
        reads |= {*field.entry.unique_with, *filter(None, (field.entry.shared_by,))}
    if kind == "complete" and field.entry.complete:
        # Cards that show something else need not be a whole set.
        return set(only) == {field.name, field.entry.complete.by}
    return reads <= set(only)


def _finding(
    table: CardTable, columns: Columns, field: Field, check: Check, row: int, message: str, hint: str
) -> Diagnostic:
    name = table.name(row)
    values = RowValues(row, columns, table.ruleset.label, name)
    text = check.message.fill(values) if check.message else f"{name}: {message}"
    return check.info.finding(
        table.place(row, field.name), text, check.hint.fill(values) if check.hint else hint
    )


def _faults(table: CardTable, field: Field, test: Callable[[Any], tuple[str, str] | None]) -> Iterator[Fault]:
    """The rows whose value the test refuses; each distinct value is tested once."""
    values = table.values[field.name]
    faults = {value: fault for value in distinct(values) if value is not None and (fault := test(value))}
    for row in places(values, faults):
        yield row, *faults[values[row]]


def _required(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    if field.required is None:
        return
    values, unusable = table.values[field.name], table.unusable.get(field.name, frozenset())
    empty = places(values, (None,))
    if empty and field.required.when is not None:
        empty = sorted(set(empty).intersection(field.required.rows(columns, len(table))[0]))
    for row in empty:
        if row not in unusable:
            yield row, f"{field.name} is empty", f"write the {field.label}"


def _range(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    low, high = field.entry.min, field.entry.max
    if low is None and high is None:
        return iter(())

    def test(value: int) -> tuple[str, str] | None:
        if (low is None or value >= low) and (high is None or value <= high):
            return None
        if low is not None and high is not None:
            return f"{field.name} {value} is outside {low}..{high}", f"write {low} to {high}"
        if high is None:
            return f"{field.name} {value} is below {low}", f"write {low} or more"
        return f"{field.name} {value} is above {high}", f"write {high} or less"

    return _faults(table, field, test)


def _values(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    allowed: Collection[Any]
    if field.vocabulary:
        allowed = {*field.vocabulary.values, *field.vocabulary.entry.undocumented}
        words = list(field.vocabulary.values)
        entry = field.vocabulary.entry
        other = [*entry.aliases, *entry.spellings, *entry.undocumented]
    elif field.entry.values:
        allowed, words = set(field.entry.values), [str(value) for value in field.entry.values]
        other = []
    else:
        return iter(())
    misses = NearMisses([*words, *other])

    def test(value: Any) -> tuple[str, str] | None:
        unknown = [v for v in (value if isinstance(value, tuple) else (value,)) if v not in allowed]
        if not unknown:
            return None
        if not isinstance(unknown[0], str):
            return f"{field.label} {unknown[0]} is not allowed", f"allowed: {', '.join(words)}"
        what = ", ".join(map(repr, unknown))
        near = misses.to(unknown[0])
        hint = f"did you mean {near}?" if near else suggest("", words, "allowed")
        return f"unknown {field.label} {what}", hint

    return _faults(table, field, test)


def _undocumented(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    words = set(field.vocabulary.entry.undocumented) if field.vocabulary else set()
    if not words:
        return iter(())

    def test(value: Any) -> tuple[str, str] | None:
        found = words.intersection(value if isinstance(value, tuple) else (value,))
        text = f"the {field.label} {', '.join(sorted(found))} is accepted but not documented"
        return (text, "") if found else None

    return _faults(table, field, test)


def _pattern(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    pattern = field.pattern
    if pattern is None:
        return iter(())

    def test(value: Any) -> tuple[str, str] | None:
        if pattern.fullmatch(str(value)):
            return None
        return f"{field.name} {value!r} does not have the right shape", f"write it as {pattern.pattern}"

    return _faults(table, field, test)


def _step(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    step = field.entry.step
    if not step:
        return iter(())

    def test(value: int) -> tuple[str, str] | None:
        below = value // step * step
        message = f"{field.name} {value} is not a multiple of {step}"
        return (message, f"write {below} or {below + step}") if value % step else None

    return _faults(table, field, test)


def _repeat(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    if field.entry.type != "list":
        return iter(())

    def test(value: tuple[str, ...]) -> tuple[str, str] | None:
        once = tuple(dict.fromkeys(value))
        if len(once) == len(value):
            return None
        twice = next(item for item in once if value.count(item) > 1)
        return f"{field.name} names {twice} {value.count(twice)} times", f"write {', '.join(once)}"

    return _faults(table, field, test)


def _unique(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    if not field.entry.unique:
        return
    values = columns(field.name)
    keys = [values, *(columns(name) for name in field.entry.unique_with)]
    shared = columns(field.entry.shared_by) if field.entry.shared_by else None
    first: dict[tuple[Any, ...], int] = {}
    rows = places(values, table.repeated(field.name) - {None})
    for row, *key in zip(rows, *(at(column, rows) for column in keys), strict=True):
        earlier = first.setdefault(tuple(key), row)
        if earlier == row:
            continue
        if shared is None or shared[row] is None or shared[row] != shared[earlier]:
            line = table.file.line_numbers[earlier]
            yield row, f"same {field.label} as line {line}", f"give one of them another {field.label}"


def _case(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    if not field.entry.unique or field.entry.type != "str":
        return
    values = columns(field.name)
    words = [value for value in values if value is not None]
    different = len(set(map(str.casefold, words)))
    if different == len(words) or different == len(spellings := set(words)):
        return
    first: dict[str, int] = {}
    for row, value in enumerate(values):
        # Each spelling is told once: where it is repeated, that is what is wrong with it.
        if value in spellings:
            spellings.remove(value)
            earlier = first.setdefault(value.casefold(), row)
            if earlier != row:
                other = f"{values[earlier]} (line {table.file.line_numbers[earlier]})"
                message = f"the {field.label} {value} differs from {other} only in upper and lower case"
                yield row, message, f"give one of them another {field.label}, or write both alike"


def _complete(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    entry = field.entry.complete
    if entry is None:
        return
    wanted = range(entry.from_, entry.to + 1)
    low = entry.from_ if field.entry.min is None else field.entry.min
    groups: dict[Any, dict[int, int]] = {}
    unclear: set[Any] = set()
    for row, (key, value) in enumerate(zip(columns(entry.by), columns(field.name), strict=True)):
        if key is not None and value in wanted:
            groups.setdefault(key, {}).setdefault(value, row)
        elif value is None or not low <= value <= entry.to:
            unclear.add(key)  # it may be one of those that are missing
    for found in (found for key, found in groups.items() if key not in unclear):
        missing = [str(value) for value in wanted if value not in found]
        if missing:
            here = ", ".join(map(str, sorted(found)))
            yield (
                next(iter(found.values())),
                f"there is {field.label} {here}, but not {', '.join(missing)}",
                "add the cards that are missing",
            )


def _ref(table: CardTable, field: Field, columns: Columns) -> Iterator[Fault]:
    if not field.entry.ref:
        return iter(())
    known = {value for value in table.values[field.entry.ref] if value is not None}
    misses = NearMisses([str(value) for value in known])

    def test(value: Any) -> tuple[str, str] | None:
        if value in known:
            return None
        near = misses.to(str(value))
        hint = f"did you mean {near}?" if near else f"write the {field.entry.ref} of a card of this file"
        return f"the {field.label} {value!r} is no card of this file", hint

    return _faults(table, field, test)


# `number`, `format`, `alias` and `separator` are found while a cell is typed (cards/cells.py).
_RUNS: dict[str, Callable[[CardTable, Field, Columns], Iterator[Fault]]] = {
    "range": _range,
    "values": _values,
    "undocumented": _undocumented,
    "pattern": _pattern,
    "step": _step,
    "repeat": _repeat,
    "unique": _unique,
    "case": _case,
    "ref": _ref,
    "complete": _complete,
    "required": _required,
    "placeholder": placeholder,
    "similar": similar,
    "order": order,
}
