"""What the columns of a game mean to the statistics: as its ruleset says, and guessed where it is silent."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns
from cardtools.ground.frozen_record import Record
from cardtools.ground.tables.cell_values import as_text
from cardtools.init.guess.columns import GuessedColumn, guess_columns, is_rules_text
from cardtools.language.value_kinds import NUMBER_TYPES
from cardtools.reports.stats.counts import Number
from cardtools.reports.stats.table import NONE
from cardtools.rulesets.ruleset import RequiredTag, Ruleset, Vocabulary

Role = Literal["cost", "strength", "words", "number", "text"]
SEVERAL = "several"
_MOST_GROUPS = 12
_LONGEST_CURVE = 30  # costs, with those between them
_DECIMAL = re.compile(r"[+-]?(\d{1,15}([.,]\d{1,15})?|[.,]\d{1,15})")
_TOKEN = re.compile(r"[0-9]{1,9}|[^\W\d_]+|[\s,;+/{}()|&\[\]-]+|.")


class StatColumn(Record):
    """A column that is counted: its name, what people call it, and its values by row.

    A value is a number, or the words of a card as a tuple, or a text; None where there is none. `order` are
    the words in the order of the tables. In `excluded` rows a number means something else, by the ruleset.
    """

    name: str
    label: str
    role: Role
    values: Sequence[Any]
    order: tuple[str, ...] = ()
    vocabulary: Vocabulary | None = None
    excluded: frozenset[int] = frozenset()

    @cached_property
    def meant(self) -> Sequence[Any]:
        """The values by row, None in the excluded rows."""
        return [None if row in self.excluded else value for row, value in enumerate(self.values)]

    def curve(self, rows: Collection[int]) -> tuple[list[str], list[str]]:
        """A label for each row of the table, its number, and those of `rows` in order, small gaps filled."""
        labels = [NONE if value is None else f"{value:g}" for value in self.values]
        known: Sequence[Number] = [self.values[row] for row in rows if self.values[row] is not None]
        none = [NONE] if len(known) < len(rows) else []
        known, whole = sorted(set(known)), all(isinstance(value, int) for value in known)
        if known and whole and known[-1] - known[0] < _LONGEST_CURVE:
            known = range(int(known[0]), int(known[-1]) + 1)
        return labels, [*(f"{value:g}" for value in known), *none]

    def groups(self) -> tuple[list[str], list[str]]:
        """One label for each row, and all labels in order, for tables in which a card counts once.

        Different lists are groups of their own, unless there are many: then the long ones are "several".
        """
        labels = [" + ".join(cell) if cell else NONE for cell in self.values]
        if len(set(labels)) > _MOST_GROUPS:
            pairs = zip(self.values, labels, strict=True)
            labels = [SEVERAL if cell and len(cell) > 1 else label for cell, label in pairs]
        singles = [word for word in self.order if word in labels]
        rest = sorted(set(labels).difference(singles, (NONE,)), key=lambda one: (one == SEVERAL, one))
        return labels, [*singles, *rest, *([NONE] if NONE in labels else [])]


class GameColumns(Record):
    """The columns that cards fill, in the order of the ruleset; it does not say what `guessed` ones mean."""

    columns: tuple[StatColumn, ...]
    guessed: tuple[str, ...] = ()

    def of(self, *roles: Role) -> list[StatColumn]:
        return [column for column in self.columns if column.role in roles]

    @property
    def cost(self) -> StatColumn | None:
        """The first column that is a cost."""
        return next(iter(self.of("cost")), None)

    def dividing(self) -> list[StatColumn]:
        """The columns with words that divide the cards into few groups."""
        return [one for one in self.of("words") if 2 <= len(one.groups()[1]) <= _MOST_GROUPS]


def find_columns(table: CardTable, ignored: str = "") -> GameColumns:
    """What the columns of a table mean. `ignored` is a column that is not counted, as that of copies."""
    ruleset = table.ruleset
    guesses = {one.heading: one for one in guess_columns({c: table.texts(c) for c in table.columns})}
    roles = {name: role for name in table.values if (role := _stated(ruleset, name))}
    known = set(roles.values())
    guessed: list[str] = []
    names = {ruleset.label, *ruleset.deck_names, ignored}
    for name in table.columns:
        field = ruleset.fields.get(name)
        if name in roles or name in names or (field and (field.entry.file or field.entry.ref)):
            continue
        if role := _guessed(guesses[name], known):
            roles[name] = role
            guessed.append(name)
    order = dict.fromkeys([*ruleset.fields, *table.columns])
    made = [_column(table, name, roles[name]) for name in order if name in roles and name not in names]
    found = [column for column in made if any(value is not None for value in column.values)]
    labels = Counter(column.label for column in found)
    found = [one if labels[one.label] == 1 else replace(one, label=_plain(one.name)) for one in found]
    return GameColumns(tuple(found), tuple(column.name for column in found if column.name in guessed))


def _stated(ruleset: Ruleset, name: str) -> Role | None:
    """What the ruleset says of a column; None where it says nothing."""
    field = ruleset.fields.get(name)
    if name in ruleset.text_fields:
        return "text"
    if field is None or field.entry.file or field.entry.ref:
        return None
    entry = field.entry
    if entry.role in ("cost", "strength"):
        return entry.role
    is_words = field.vocabulary or entry.values or entry.type in ("list", "bool")
    return "number" if entry.type in NUMBER_TYPES else "words" if is_words else None


def _guessed(guess: GuessedColumn, known: set[Role]) -> Role | None:
    """The role that a column seems to have; no role that the ruleset gives to another column."""
    if guess.role in ("cost", "strength") and guess.role not in known:
        return "cost" if guess.role == "cost" else "strength"
    if guess.role == "effect" or (guess.kind == "text" and is_rules_text(guess.heading)):
        return None if "text" in known else "text"
    if guess.kind in ("number", "decimal"):
        return "number"
    return "words" if guess.kind in ("words", "list", "yes") else None


def _column(table: CardTable, name: str, role: Role) -> StatColumn:
    field, values = table.ruleset.fields.get(name), table.values[name]
    label = field.label if field else _plain(name)
    if role != "words":
        read: Callable[[Any], Any] = cost_of if role == "cost" else str if role == "text" else number_of
        excluded: frozenset[int] = frozenset()
        if field and field.entry.stats_where and field.stats_where.columns <= table.values.keys():
            about, _ = field.stats_where.rows(Columns(table), len(table))
            excluded = frozenset(range(len(table))).difference(about)
        cells = [None if value is None else read(value) for value in values]
        return StatColumn(name, label, role, cells, excluded=excluded)
    is_list = field is None and any(isinstance(v, str) and ", " in v for v in values)
    lists = [_words(value, is_list) for value in values]
    vocabulary = field.vocabulary if field else None
    documented = vocabulary.values if vocabulary else tuple(map(str, field.entry.values)) if field else ()
    used = {word for words in lists if words for word in words}
    order = (*documented, *sorted(used.difference(documented)))
    return StatColumn(name, label, role, lists, order, vocabulary)


def _plain(name: str) -> str:
    return name.replace("_", " ").lower() if name.isupper() else name


def _words(value: Any, is_list: bool) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, tuple | list):
        words = as_text(value).split(",") if is_list else [as_text(value)]
        value = [word.strip() for word in words if word.strip()]
    return tuple(dict.fromkeys(map(str, value))) or None


def number_of(value: Any) -> Number | None:
    """The number that a value is, or that a text is; None for other texts."""
    value = +value if getattr(value, "written", "") else value
    if isinstance(value, int | float) or value is None:
        return value
    text = str(value).strip()
    if not _DECIMAL.fullmatch(text):
        return None
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def cost_of(value: Any) -> Number | None:
    """The number that a cost is: the sum of its amounts, and 1 for each symbol without one; X is 0. `2WU` is
    4, `{2}{G}` is 3, `1 Cryo, White` is 2. None for other texts.
    """
    if (plain := number_of(value)) is not None or value is None:
        return plain
    total, is_cost, has_amount = 0, False, False
    for token in _TOKEN.findall(str(value)):
        if token[0] in "0123456789":
            total, is_cost, has_amount = total + int(token), True, True
        elif token.isalpha():
            if token.isupper():
                total += len(token) - token.count("X")
            elif not has_amount:
                if not token.istitle():
                    return None
                total += 1
            is_cost, has_amount = True, False
        elif not token.strip():
            continue  # 2 White is two of it; 2, White is three
        elif token[0] in ",;+/{}()|&[]-":
            has_amount = False
        else:
            return None
    return total if is_cost else None


def prints(table: CardTable, rows: Sequence[int]) -> list[list[int]]:
    """The rows with the same name, by card; first the lowest in the columns that tell its prints apart."""
    label = table.ruleset.label
    found: dict[Any, list[int]] = {}
    for row in rows:
        name = table.values[label][row]
        found.setdefault(("", row) if name is None else name, []).append(row)
    others = [table.values[name] for name in table.ruleset.fields[label].entry.unique_with]

    def key(row: int) -> list[tuple[bool, str, Any]]:
        return [(v[row] is not None, type(v[row]).__name__, v[row] or 0) for v in others]

    return [sorted(group, key=key) if len(group) > 1 else group for group in found.values()]


def carrier_columns(ruleset: Ruleset, columns: GameColumns) -> list[str]:
    """The tag columns that say which cards may have an effect (UNIT, LEVEL_1), by the ruleset's tag rules."""
    found: dict[str, None] = {}
    for rule, names in _by_values(ruleset):
        for choice in itertools.product(*(domain(ruleset, columns, name) for name in names)):
            found[rule.column.fill(dict(zip(names, choice, strict=True)))] = None
    return list(found)


def domain(ruleset: Ruleset, columns: GameColumns, name: str) -> list[Any]:
    """The documented values of a column in the ruleset's order, then any others that its cards have."""
    field = ruleset.fields[name]
    limits = field.entry.whole_range
    documented = field.words
    if not documented and limits[0] is not None and limits[1] is not None and limits[1] - limits[0] <= 100:
        documented = range(limits[0], limits[1] + 1)
    cells = next((one.values for one in columns.columns if one.name == name), ())
    used = {v for cell in cells if cell is not None for v in (cell if isinstance(cell, tuple) else (cell,))}
    return [*documented, *sorted(used.difference(documented), key=lambda one: (str(type(one)), one))]


def _by_values(ruleset: Ruleset) -> Iterator[tuple[RequiredTag, list[str]]]:
    """The rules whose tag is made of nothing but values, each with their columns."""
    for rule in ruleset.tag_rules:
        names = list(dict.fromkeys(name for part in rule.column.expressions for name in part.variables))
        if not any(name.startswith("_") for name in names):
            yield rule, names


def tag_columns(ruleset: Ruleset, card: Mapping[str, Any]) -> list[str]:
    """The tag columns that must be True for the effects of a card, as far as its values say."""
    return [rule.column.fill(dict(card)) for rule, names in _by_values(ruleset) if set(names) <= card.keys()]
