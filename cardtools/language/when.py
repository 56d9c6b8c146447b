"""The `when` of faces: conditions that are read with the face and asked about one card after another."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import Any

from cardtools.ground.errors import Location
from cardtools.ground.frozen_record import Record
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.cell_values import as_text
from cardtools.language.budget import Budget, StringError
from cardtools.language.conditions import COMPUTING_ERRORS, Expression, ExpressionFault, KnownNames, parse
from cardtools.language.decimals import plain_number
from cardtools.language.functions import folded
from cardtools.language.reasons import reason
from cardtools.language.text_templates import meant_name
from cardtools.language.value_kinds import NUMBER

# What faces see beside columns, each with parts: `edition.name`.
RECORDS = ("project", "edition", "palette", "colours", "box")


@dataclass(frozen=True)
class TableNames:
    """What conditions may name of cards of some tables: columns with the kinds of their values, tables and
    defined names of the ruleset. `written` are the columns of the card's own table, `lists` those of lists.
    """

    kinds: Mapping[str, str]
    tables: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    defined: Mapping[str, ast.expr] = field(default_factory=dict)
    written: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    _compiled: dict[str, Expression | StringError] = field(default_factory=dict, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_compiled": {}}

    def scope(self, text: str) -> KnownNames:
        """The names that an expression may use."""
        kinds, place = self.kinds, partial(Location, text)
        return KnownNames(kinds, self.tables, self.defined, records=RECORDS, optional=True, place=place)

    def compile(self, text: str) -> Expression:
        """The expression, for cards of these tables. Raises StringError for one that they can't have."""
        if text not in self._compiled:
            self._compiled[text] = _parsed(text, self.scope(text))
        return _sound(self._compiled[text])


class CardValues(dict[str, Any]):
    """What a face sees of a card, by column and record; conditions see the cells as they are written too."""

    def __init__(
        self,
        values: Mapping[str, Any],
        names: TableNames | None = None,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(values)
        self.names, self.texts = names, texts or {}

    def __or__(self, other: Mapping[str, Any]) -> CardValues:  # type: ignore[override]
        texts = {name: text for name, text in self.texts.items() if name not in other}
        return CardValues({**self, **other}, self.names, texts)


class FaceCondition(Record):
    """A condition as a face has it: as it was `written`, and its `text` in the language of conditions, which
    differs where it was written in an old form.
    """

    written: str
    text: str

    @cached_property
    def expression(self) -> Expression:
        """The condition, for cards whose values alone are known."""
        return _sound(_open(self.text))

    @cached_property
    def constant(self) -> bool | None:
        """Whether it holds, where that is the same for every card."""
        if self.expression.variables:
            return None
        try:
            return bool(self.expression.value({}))
        except COMPUTING_ERRORS:
            return None

    def holds(self, values: Mapping[str, Any], budget: Budget) -> bool:
        """Whether it holds for a card. Raises StringError for an unknown name, or what cannot be computed."""
        budget.step()
        if self.constant is not None:
            return self.constant
        names = getattr(values, "names", None)
        expression = names.compile(self.text) if names else self.expression
        known = expression.variables
        variables = {name: _variable(name, values, names, known) for name in known}
        if any(variables[name] is None for name in expression.needs):
            return False
        try:
            return bool(expression.value(variables))
        except COMPUTING_ERRORS as error:
            raise StringError(f"cannot be computed: {reason(error)}") from None


@lru_cache(maxsize=4096)
def compile_when(source: str) -> FaceCondition:
    """The condition of a face; an empty one always holds. Raises StringError if it cannot be read."""
    if not source.strip():
        return FaceCondition(source, "true")
    if braces := re.fullmatch(r"\s*\{\{(.*)\}\}\s*", source, re.S):
        raise StringError("a condition has no {{ }}", f"write {braces[1].strip()}")
    found = _open(source)
    if isinstance(found, Expression):
        return FaceCondition(source, source)
    from cardtools.language.old_conditions import modern

    text = modern(source)
    if not text or isinstance(_open(text), StringError):
        raise found
    return FaceCondition(source, text)


@lru_cache(maxsize=4096)
def _open(text: str) -> Expression | StringError:
    """The expression where nobody knows the columns yet, or what is wrong with it."""
    place = partial(Location, text)
    return _parsed(text, KnownNames({}, records=RECORDS, optional=True, is_open=True, place=place))


def _parsed(text: str, scope: KnownNames) -> Expression | StringError:
    faults: list[ExpressionFault] = []
    if made := parse(text, scope, faults):
        return made
    fault = faults[0]
    unknown = re.fullmatch(r"unknown name '(.*)'", fault.message) if not fault.hint else None
    return StringError(fault.message, meant_name(unknown[1], scope.columns) if unknown else fault.hint)


def _sound(found: Expression | StringError) -> Expression:
    if isinstance(found, StringError):
        raise found
    return found


@lru_cache(maxsize=4096)
def _split(name: str) -> tuple[str, str, str, str]:
    """The form, the column, and the record with its part that the name of a variable means."""
    asked = re.match("_(folded|given|has|text)_", name)
    form, column = (asked[1], name[asked.end() :]) if asked else ("", name)
    record, dot, part = column.partition(".")
    return form, column, record if dot else "", part


def _variable(
    name: str, values: Mapping[str, Any], names: TableNames | None, variables: Collection[str]
) -> Any:
    """The value of one of the variables of an expression for a card; None where its cell is empty."""
    form, column, record, part = _split(name)
    if form == "has":
        return column in (names.written if names else values)
    value: Any
    if record:
        value = values.get(record)
        if isinstance(value, Mapping) and part not in value:
            raise StringError(f"{record} has no {part!r}", suggest(part, list(map(str, value))))
        value = value[part] if isinstance(value, Mapping) else None
    elif column in values or (names and column not in names.kinds):
        value = values.get(column)
    elif names or f"_has_{column}" in variables:
        value = None  # it is in another table, or in none
    else:
        raise StringError(f"{name!r} is undefined", meant_name(column, values))
    if form == "given":
        return value is not None
    if form in ("text", "folded"):
        texts = getattr(values, "texts", {})
        text = str(texts[column]).strip() if column in texts else "" if value is None else as_text(value)
        return folded(text) if form == "folded" else text
    if names and value is None:
        return () if column in names.lists else None
    if names and isinstance(value, str) and names.kinds.get(column) == NUMBER:
        return plain_number(value)
    return value
