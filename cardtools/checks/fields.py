"""Checks of single cells: filled, in range, in the vocabulary, of the right shape, unique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import combinations, islice
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.card_names import PLACEHOLDER_NAME, SIMILAR_NAME, placeholder, similar
from cardtools.checks.columns import Columns, RowVariables
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import NearMisses, listed, suggest
from cardtools.ground.tables.dictionary_column import distinct, indexes_of, values_at
from cardtools.rulesets.ruleset import Field

REQUIRED = Check.of("""CRD001 required error: a cell that must be filled is empty
    why: A card without it cannot be printed or played.
    bad: an empty NAME
    good: Tide Singer
    fix: fill the cell""")
OUT_OF_RANGE = Check.of("""CRD003 out-of-range error: a number is too small or too large
    why: The ruleset gives the column a least and a greatest value.
    bad: 7 where 1 to 5 is allowed
    good: 5
    fix: write a number of the range""")
NOT_IN_LIST = Check.of("""CRD004 not-in-list error: a word is not one of the allowed ones
    why: Rules, faces and decks rely on these words; a word that none of them knows has no effect.
    bad: fier
    good: Fire
    fix: write one of the allowed words""")
PATTERN = Check.of("""CRD005 pattern error: a text does not have the required form
    why: The ruleset gives the column a form that other tools rely on.
    bad: a text of another form
    good: a text of the form in the hint
    fix: write it in that form""")
DUPLICATE_NAME = Check.of("""CRD006 duplicate-name error: two cards have the same name
    why: Decks name cards, and a name must mean one of them.
    bad: two cards Tide Singer
    good: Tide Singer and Tide Seer
    fix: give one of them another name""")
CASE_COLLISION = Check.of("""CRD008 case-collision warning: two names differ only in upper and lower case
    why: People read them as one, and so do disks that ignore case: pictures of cards have their names.
    bad: two cards Inferno and INFERNO
    good: Inferno and Inferno Wave
    fix: give one of them another name, or write both alike where they are one card""")
DUPLICATE_LIST_ITEM = Check.of("""CRD012 duplicate-list-item warning: a list names the same thing twice
    why: The second one has no effect.
    bad: Dragon, Dragon
    good: Dragon
    fix: write each once""")
STAT_STEP = Check.of("""CRD015 stat-step warning: a number is not a multiple of the usual step
    why: The stats of a game are usually in steps, so another number is usually a mistake.
    bad: 347 in steps of 5
    good: 345
    fix: write the number below or above""")
UNDOCUMENTED_VALUE = Check.of("""CRD018 undocumented-value info: a word is accepted but not documented
    why: It is in use, but the documentation doesn't explain it.
    bad: Overload
    good: Counter
    fix: use a documented word, or keep it on purpose""")
UNKNOWN_REFERENCE = Check.of("""CRD021 unknown-reference error: a cell names a card that does not exist
    why: What the cell points to is not there.
    bad: a lore card of Tide Singr
    good: a lore card of Tide Singer
    fix: write the name of a card of this file""")
INCOMPLETE_SET = Check.of("""CRD022 incomplete-set error: a card of a set is missing
    why: Players look for each version of such a card, and one was never printed.
    bad: Tide Singer of the tiers 1, 2 and 4
    good: Tide Singer of the tiers 1 to 6
    fix: add the missing cards""")
LIST_ORDER = Check.of("""CRD014 list-order info: a list has two items in a different order than most cards
    why: Cards print their lists as they are written. Reported where a table keeps to an order: five times as
    many cards have the other one, and few lists in all differ from it.
    bad: Aquatic, Beast on one card, Beast, Aquatic on six
    good: Beast, Aquatic on all of them
    fix: write the items in the order of the other cards""")

# An order is the usual one when it is this many times as frequent as the other.
_FEW = 5
_MOST_ITEMS = 60  # items of a list whose pairs are counted

# Row, message without the card's name, hint.
CellFault = tuple[int, str, str]
CellCheck = Callable[[CardTable, Field, Columns], Iterator[CellFault]]
# A value of a column, what is wrong with it, and the hint.
ValueFault = tuple[Any, str, str]


def check_fields(
    table: CardTable, columns: Columns, only: Collection[str] | None = None
) -> tuple[list[Diagnostic], dict[str, set[int]]]:
    """The findings of checks of fields (`only` some), and by column the rows whose cells have an error."""
    diagnostics: list[Diagnostic] = []
    broken = {column: set(rows) for column, rows in table.unusable.items() if rows}
    for generic, run in _RUNS.items():
        # Whether a cell must be filled may depend on others; those with an error don't count.
        asked = Columns(table, broken, columns.unwritten) if generic is REQUIRED else columns
        for field in table.ruleset.fields.values():
            check = field.check(generic)
            if check.off or not _wanted(field, generic, only):
                continue
            for row, message, hint in run(table, field, asked):
                name = table.name(row)
                values = RowVariables(row, columns, table)
                text = check.message.fill(values) if check.message else f"{name}: {message}"
                hint = check.hint.fill(values) if check.hint else hint
                diagnostics.append(check.info.finding(table.place(row, field.name), text, hint))
                if check.info.severity == "error" and generic is not INCOMPLETE_SET:
                    broken.setdefault(field.name, set()).add(row)
    return diagnostics, broken


def _wanted(field: Field, check: Check, only: Collection[str] | None) -> bool:
    entry = field.entry
    if only is None or field.name not in only:
        return only is None
    if check is INCOMPLETE_SET and entry.complete:
        # Cards that illustrate something else need not form a whole set.
        return set(only) == {field.name, entry.complete.by}
    reads = {
        REQUIRED: field.required.columns if field.required else (),
        DUPLICATE_NAME: (*entry.unique_with, entry.shared_by),
        UNKNOWN_REFERENCE: (*field.ref_where.columns, entry.ref),
    }
    return {*filter(None, reads.get(check, ()))} <= set(only)


def _by_value(find: Callable[[CardTable, Field, Columns], Iterator[ValueFault]]) -> CellCheck:
    """The check that finds faults in the distinct values of a column, and so in the cells that have them."""

    def run(table: CardTable, field: Field, columns: Columns) -> Iterator[CellFault]:
        values = table.values[field.name]
        faults = {value: fault for value, *fault in find(table, field, columns)}
        for row in indexes_of(values, faults):
            message, hint = faults[values[row]]
            yield row, message, hint

    return run


def _each(table: CardTable, field: Field) -> Iterator[Any]:
    """The distinct values of the column's filled cells."""
    return (value for value in distinct(table.values[field.name]) if value is not None)


def _required(table: CardTable, field: Field, columns: Columns) -> Iterator[CellFault]:
    if field.required is None:
        return
    values, unusable = table.values[field.name], table.unusable.get(field.name, frozenset())
    empty = indexes_of(values, (None,))
    if empty and field.required.when is not None:
        empty = sorted(set(empty).intersection(field.required.rows(columns, len(table))[0]))
    kinds = {"date": f"write a date as {field.entry.format}", "bool": "write yes or no"}
    hint = kinds.get(field.entry.type, f"write the {field.label}")
    for row in empty:
        if row not in unusable:
            yield row, f"{field.name} is empty", hint


@_by_value
def _range(table: CardTable, field: Field, columns: Columns) -> Iterator[ValueFault]:
    low: Any = field.entry.min
    high: Any = field.entry.max
    if low is None and high is None:
        return
    below, more, above, less = "below", "more", "above", "less"
    if field.entry.type == "date":
        below, more, above, less = "before", "later", "after", "earlier"
    what, hint = f"outside {low}..{high}", f"write {low} to {high}"
    if high is None:
        what, hint = f"{below} {low}", f"write {low} or {more}"
    elif low is None:
        what, hint = f"{above} {high}", f"write {high} or {less}"
    for value in _each(table, field):
        if (low is not None and value < low) or (high is not None and value > high):
            yield value, f"{field.name} {value} is {what}", hint


@_by_value
def _values(table: CardTable, field: Field, columns: Columns) -> Iterator[ValueFault]:
    words = list(field.words)
    if not (field.vocabulary or words):
        return
    allowed, near_words = set(words), [str(word) for word in words]
    allowed_words = suggest("", near_words, "allowed")
    if field.vocabulary:
        entry = field.vocabulary.entry
        allowed.update(entry.undocumented)
        near_words += [*entry.aliases, *entry.spellings, *entry.undocumented]
    misses = NearMisses(near_words)
    for value in _each(table, field):
        unknown = [v for v in (value if isinstance(value, tuple) else (value,)) if v not in allowed]
        if unknown and isinstance(unknown[0], str):
            what, near = ", ".join(map(repr, dict.fromkeys(unknown))), misses.to(unknown[0])
            yield value, f"unknown {field.label} {what}", f"did you mean {near}?" if near else allowed_words
        elif unknown:
            yield value, f"{field.label} {unknown[0]} is not allowed", f"allowed: {listed(words)}"


@_by_value
def _undocumented(table: CardTable, field: Field, columns: Columns) -> Iterator[ValueFault]:
    words = set(field.vocabulary.entry.undocumented) if field.vocabulary else set()
    for value in _each(table, field) if words else ():
        if found := ", ".join(sorted(words.intersection(value if isinstance(value, tuple) else (value,)))):
            yield value, f"the {field.label} {found} is accepted but not documented", ""


@_by_value
def _pattern(table: CardTable, field: Field, columns: Columns) -> Iterator[ValueFault]:
    if pattern := field.pattern:
        for value in _each(table, field):
            if not pattern.fullmatch(str(value)):
                hint = f"write it as {pattern.pattern}"
                yield value, f"{field.name} {value!r} does not have the required form", hint


@_by_value
def _step(table: CardTable, field: Field, columns: Columns) -> Iterator[ValueFault]:
    if step := field.entry.step:
        for value in _each(table, field):
            if value % step:
                below = value // step * step
                message = f"{field.name} {value} is not a multiple of {step}"
                yield value, message, f"write {below} or {below + step}"


@_by_value
def _repeat(table: CardTable, field: Field, columns: Columns) -> Iterator[ValueFault]:
    for value in _each(table, field) if field.entry.type == "list" else ():
        once = tuple(dict.fromkeys(value))
        if len(once) < len(value):
            twice = next(item for item in once if value.count(item) > 1)
            message = f"{field.name} lists {twice} {value.count(twice)} times"
            yield value, message, f"write {', '.join(once)}"


def _unique(table: CardTable, field: Field, columns: Columns) -> Iterator[CellFault]:
    if not field.entry.unique:
        return
    values = columns(field.name)
    keys = [values, *(columns(name) for name in field.entry.unique_with)]
    shared = columns(field.entry.shared_by) if field.entry.shared_by else None
    first: dict[tuple[Any, ...], int] = {}
    rows = indexes_of(values, table.repeated(field.name) - {None})
    for row, *key in zip(rows, *(values_at(column, rows) for column in keys), strict=True):
        earlier = first.setdefault(tuple(key), row)
        if earlier == row:
            continue
        # Upper and lower case alone are for another check.
        one, other = (shared[row], shared[earlier]) if shared else (None, None)
        if one is None or str(one).casefold() != str(other).casefold():
            message = f"same {field.label} as {table.file.line(earlier)}"
            yield row, message, f"give one of them another {field.label}"


def _case(table: CardTable, field: Field, columns: Columns) -> Iterator[CellFault]:
    if not field.entry.unique or field.entry.type != "str":
        return
    values = columns(field.name)
    words = [value for value in values if value is not None]
    different = len(set(map(str.casefold, words)))
    if different == len(words) or different == len(spellings := set(words)):
        return
    first: dict[str, int] = {}
    for row, value in enumerate(values):
        # Each spelling is reported once: repetitions are reported as duplicates.
        if value in spellings:
            spellings.remove(value)
            earlier = first.setdefault(value.casefold(), row)
            if earlier != row:
                other = f"{values[earlier]} ({table.file.line(earlier)})"
                message = f"the {field.label} {value} differs from {other} only in upper and lower case"
                yield row, message, f"give one of them another {field.label}, or write both alike"


def _complete(table: CardTable, field: Field, columns: Columns) -> Iterator[CellFault]:
    entry = field.entry.complete
    if entry is None:
        return
    wanted = range(entry.from_, entry.to + 1)
    least, _ = field.entry.whole_range
    low = entry.from_ if least is None else least
    groups: dict[Any, dict[int, int]] = {}
    unclear: set[Any] = set()
    for row, (key, value) in enumerate(zip(columns(entry.by), columns(field.name), strict=True)):
        if key is not None and value in wanted:
            groups.setdefault(key, {}).setdefault(value, row)
        elif value is None or not low <= value <= entry.to:
            unclear.add(key)  # it may be one of the missing values
    for key, found in groups.items():
        number = entry.to - entry.from_ + 1 - len(found)
        if number and key not in unclear:
            # There may be a billion of them.
            missing = list(islice((value for value in wanted if value not in found), 20))
            message = f"there is {field.label} {listed(sorted(found))}, but not {listed(missing, number)}"
            yield next(iter(found.values())), message, "add the cards that are missing"


@_by_value
def _ref(table: CardTable, field: Field, columns: Columns) -> Iterator[ValueFault]:
    if not (ref := field.entry.ref):
        return
    there = table.values[ref]
    known = {there[row] for row in field.ref_where.rows(columns, len(table))[0]}
    misses = NearMisses([str(value) for value in known if value is not None])
    for value in _each(table, field):
        if value not in known and value in there:
            message = f"the {field.label} {value!r} is a card that {field.name} may not name"
            yield value, message, f"write the {ref} of another card"
        elif value not in known:
            near = misses.to(str(value))
            hint = f"did you mean {near}?" if near else f"write the {ref} of a card of this file"
            yield value, f"the {field.label} {value!r} isn't the name of a card in this file", hint


def _order(table: CardTable, field: Field, columns: Columns) -> Iterator[CellFault]:
    """Lists with two items in the order that is rare in a table that mainly keeps to the other."""
    if field.entry.type != "list":
        return
    lists = Counter(items for items in columns(field.name) if items and 1 < len(items) <= _MOST_ITEMS)
    pairs: Counter[tuple[str, str]] = Counter()
    for items, count in lists.items():
        for pair in combinations(dict.fromkeys(items), 2):
            pairs[pair] += count
    fewer = {pair: usual for pair in pairs if pairs[pair] <= (usual := pairs[pair[::-1]])}
    reported = {pair for pair, usual in fewer.items() if pairs[pair] * _FEW <= usual}
    # Where many lists are the other way round, no order is intended.
    if not reported or sum(pairs[pair] for pair in fewer) * _FEW > pairs.total():
        return
    for row, items in enumerate(columns(field.name)):
        for one, other in combinations(items if items in lists else (), 2):
            if (one, other) in reported:
                cards = f"{fewer[one, other]} cards have {other}, {one}"
                message = f"{field.name} lists {one} before {other}, but {cards}"
                yield row, message, f"write {other}, {one}, or keep it on purpose"
                break


# `number`, `format`, `alias` and `separator` are found while a cell is typed (cards/cells.py).
_RUNS: dict[Check, CellCheck] = {
    OUT_OF_RANGE: _range,
    NOT_IN_LIST: _values,
    UNDOCUMENTED_VALUE: _undocumented,
    PATTERN: _pattern,
    STAT_STEP: _step,
    DUPLICATE_LIST_ITEM: _repeat,
    DUPLICATE_NAME: _unique,
    CASE_COLLISION: _case,
    UNKNOWN_REFERENCE: _ref,
    INCOMPLETE_SET: _complete,
    REQUIRED: _required,
    PLACEHOLDER_NAME: placeholder,
    SIMILAR_NAME: similar,
    LIST_ORDER: _order,
}
