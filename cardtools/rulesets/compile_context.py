"""What compiling a ruleset needs at every step: the names in scope, the files, the problems found so far."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from cardtools.ground.catalogue import Check, Level
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import listed, suggest
from cardtools.language.conditions import Expression, ExpressionFault, KnownNames, parse
from cardtools.language.guards import may_look_up
from cardtools.language.messages import MessageTemplate, parse_template
from cardtools.rulesets.field_model import FieldEntry, closed_columns
from cardtools.rulesets.files import Keys, RulesetFiles
from cardtools.rulesets.model import RulesetFile

BAD_EXPRESSION = Check.of("""RUL003 bad-expression error: a condition of the ruleset cannot be read
    why: A rule with a mistake in its condition would never find anything.
    bad: assert = "ATTACK + DEFENCE == 5"
    good: assert = "ATTACK + DEFENSE == 5"
    fix: write a column, a table or a function of the ruleset; nothing else is allowed in a condition""")
UNKNOWN_FIELD = Check.of("""RUL004 unknown-field error: a ruleset names a column that it does not have
    why: What is written under that key would have no effect.
    bad: at = "ATACK"
    good: at = "ATTACK"
    fix: write a column of [fields]""")
TABLE_GAP = Check.of("""RUL007 table-gap error: a table of the ruleset lacks an entry
    why: A card with that value could not be checked.
    bad: unit_total = { 1 = 500 } where LEVEL is 1 to 2
    good: unit_total = { 1 = 500, 2 = 1000 }
    fix: add the entry to the table, or keep the value out of the rule with `when`""")

IMPOSSIBLE_RANGE = Check.of("""RUL017 impossible-range error: no number is between two limits, or a limit is
    out of reach
    why: Nothing could keep such a rule, or everything would.
    bad: min = 9 and max = 1
    good: min = 1 and max = 9
    fix: swap the two, or write a number in the range that the message names""")

MOST_PROBLEMS = 30
_MOST_EXPRESSIONS = 20_000
NO_LIMIT = 10**9  # nothing is counted beyond it
_CODE = r"[A-Z]{3}[0-9]{3}"

Guards = Sequence[Expression | None]  # conditions that hold where an expression is computed


class Compilation:
    """A ruleset that is being compiled: the names in scope and the problems found so far."""

    def __init__(self, file: RulesetFiles, model: RulesetFile, scope: KnownNames) -> None:
        self.file, self.model, self.scope = file, model, scope
        self.problems: list[Diagnostic] = []
        self.expressions = 0
        clear = {name: entry for name, entry in model.fields.items() if scope.columns[name]}
        self.words = closed_columns(clear, model.vocabulary)
        self.gaps: dict[tuple[str, str], list[int | float | str]] = {}

    def problem(self, keys: Keys, message: str, hint: str = "", find: str = "") -> None:
        self.note(Diagnostic(self.file.at(*keys, find=find), message, hint))

    def note(self, problem: Diagnostic) -> None:
        """Add a problem. Raises InputError when there are many: finding what was meant takes time."""
        self.problems.append(problem)
        if len(self.problems) >= MOST_PROBLEMS:
            raise InputError(self.problems)

    def has_column(self, keys: Keys, column: str) -> bool:
        """Whether there is such a column; a problem where there is none."""
        if column in self.model.fields:
            return True
        hint = suggest(column, list(self.scope.columns), "columns")
        where = self.file.at(*keys, find=column)
        self.note(UNKNOWN_FIELD.finding(where, f"unknown column {column!r}", hint))
        return False

    def faults(self, faults: list[ExpressionFault], text: str, keys: Keys) -> None:
        """Faults of an expression as problems of the file, at their place in it where that is known."""
        for fault in faults:
            key = self.file.at(*keys)
            line = text.split("\n")[fault.line]
            found = self.file.at(*keys, find=line)
            if found != key:
                found = Location(found.path, found.line, found.column + fault.column)
            where = f" at column {fault.column + 1}" + (f" of line {fault.line + 1}" if fault.line else "")
            message = f"{'.'.join(map(str, keys))}: {fault.message}{where}"
            self.note(BAD_EXPRESSION.finding(found, message, fault.hint))

    def expression(self, text: str, at: Keys, firsts: bool = False, guards: Guards = ()) -> Expression | None:
        """An expression that is computed where the guards hold; None with its faults noted."""
        faults: list[ExpressionFault] = []
        expression = parse(text, self._scope(at, firsts), faults)
        self.faults(faults, text, at)
        self.count(1)
        if expression:
            self.lookups(expression, at, guards)
        return expression

    def condition(self, text: str, at: Keys, firsts: bool = False, guards: Guards = ()) -> Expression | None:
        """As `expression`, for a text that may be empty."""
        return self.expression(text, at, firsts, guards) if text else None

    def name(self, keys: Keys, name: str, kind: str) -> None:
        """Let the expressions that follow name something that is no column of the card table."""
        columns = self.scope.columns
        if not name.isidentifier() or name.startswith("_") or name in {*columns, *self.scope.tables}:
            self.problem(keys, f"{name!r} cannot be a name here", "use letters and _, and no known name")
        self.scope = replace(self.scope, columns={**columns, name: kind})

    def part(self, text: str, at: Keys, firsts: bool, known: Mapping[str, str]) -> Expression | None:
        """An expression of a deck rule; a limit names what is `known` of the deck, and its first card."""
        self.scope = replace(self.scope, columns={**self.scope.columns, **known})
        found = self.expression(text, at, firsts)
        plain = {name for name in found.variables if "first_" not in name} - {*known} if found else ()
        if known and plain:
            hint = f"name {', '.join(known)}, or first_X, the column X of the card that `first` describes"
            self.problem(at, f"{', '.join(sorted(plain))}: a limit is not that of a card", hint)
        return found

    def count(self, number: int) -> None:
        """Count expressions. Raises InputError when the ruleset has too many of them."""
        self.expressions += number
        if self.expressions > _MOST_EXPRESSIONS:
            message = f"a ruleset has at most {_MOST_EXPRESSIONS:,} expressions"
            raise bad_input(shown(self.file.path), message, "delete rules that say the same")

    def _scope(self, keys: Keys, firsts: bool) -> KnownNames:
        # A ruleset that extends another may change the words that inherited rules compare with.
        words = self.words if self.file.owner(*keys) is self.file.files[-1] else {}
        return replace(self.scope, firsts=firsts, words=words, place=partial(self.file.at, *keys))

    def lookups(self, expression: Expression, keys: Keys, guards: Guards) -> None:
        """Note what a column allows, the guards do not keep out, and the table that it reads lacks."""
        for lookup in expression.lookups:
            gaps = self._missing(lookup.table, lookup.column)
            if gaps := [one for one in gaps if may_look_up(expression, lookup, one, guards)]:
                what = f"{lookup.column} {listed(gaps)}, which {'.'.join(map(str, keys))} may look up"
                where, table = self.file.at("tables", lookup.table), lookup.table
                message = f"the table {table} has no entry for {what}"
                hint = "add it to the table, or keep such cards out of the rule with `when`"
                self.note(TABLE_GAP.finding(where, message, hint))

    def _missing(self, table: str, column: str) -> list[int | float | str]:
        """What the column allows and the table has no entry for."""
        if (table, column) not in self.gaps:
            entry, entries = self.model.fields.get(column, FieldEntry()), self.scope.tables[table]
            allowed: list[int | float | str] = list(entry.values)
            low, high = entry.whole_range
            if entry.vocabulary in self.model.vocabulary:
                allowed += self.model.vocabulary[entry.vocabulary].values
            elif low is not None and high is not None and high - low < 1000:
                allowed += range(low, high + 1)
            self.gaps[table, column] = [value for value in allowed if value not in entries]
        return self.gaps[table, column]

    def template(self, text: str, at: Keys, firsts: bool = False, guards: Guards = ()) -> MessageTemplate:
        faults: list[ExpressionFault] = []
        template = parse_template(text, self._scope(at, firsts), faults)
        self.faults(faults, text, at)
        self.count(len(template.expressions))
        for expression in template.expressions:
            self.lookups(expression, at, guards)
        return template

    def message(self, text: str, at: Keys, firsts: bool = False, guards: Guards = ()) -> MessageTemplate:
        """As `template`, for a text that is needed."""
        if not text.strip():
            self.problem(at, f"{at[-1]} is empty", 'say what is wrong, as "{COLUMN} is too high"')
        return self.template(text, at, firsts, guards)

    def range(
        self,
        keys: Keys,
        low: Any,
        high: Any,
        names: tuple[str, str] = ("min", "max"),
        within: tuple[int, int] | None = None,
    ) -> None:
        """Note a problem where no number is in the range; `within` are the least and the largest allowed."""
        if low is not None and high is not None and low > high:
            message = f"{names[0]} = {low} is more than {names[1]} = {high}"
            self.note(IMPOSSIBLE_RANGE.finding(self.file.at(*keys), message, "swap the two"))
        for name, value in zip(names, (low, high), strict=True):
            if within and value is not None and not within[0] <= value <= within[1]:
                what = f"{within[0]} to {within[1]}" if within[1] < NO_LIMIT else f"{within[0]} or more"
                place = self.file.at(*keys[:-1], name)
                self.note(IMPOSSIBLE_RANGE.finding(place, f"{name} = {value}, expected {what}"))

    def check(self, code: str, keys: Keys, entry: Any) -> Check:
        """A check of the ruleset's own."""
        self.code(code, keys)
        if not entry.name.strip():
            self.problem((*keys, "name"), "name is empty", "a short name for messages, as total-too-high")
        severity: Level = entry.severity or "error"
        return Check(code, entry.name, severity, entry.summary, entry.source, entry.why)

    def code(self, code: str, keys: Keys) -> None:
        """Note a problem unless a code has the shape of one."""
        if not re.fullmatch(_CODE, code):
            self.problem(keys, f"invalid code {code!r}", "three capital letters and three digits, as TTU101")
