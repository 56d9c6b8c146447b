"""What compiling a ruleset needs at every step: the names in reach, the files, the problems found so far."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from cardtools.errors import Diagnostic, Location
from cardtools.rulesets.catalogue import GENERIC, CheckInfo
from cardtools.rulesets.expressions import Expression, Fault, Scope, parse
from cardtools.rulesets.model import RulesetFile
from cardtools.rulesets.sources import Sources
from cardtools.rulesets.templates import Template, parse_template
from cardtools.spelling import suggest
from cardtools.tomlfile import Key

_CODE = r"[A-Z]{3}[0-9]{3}"


class Workbench:
    """The problems found so far, and the names in reach."""

    def __init__(self, file: Sources, model: RulesetFile, scope: Scope) -> None:
        self.file, self.model, self.scope = file, model, scope
        self.problems: list[Diagnostic] = []

    def problem(self, keys: tuple[Key, ...], message: str, hint: str = "", find: str = "") -> None:
        self.problems.append(Diagnostic(self.file.at(*keys, find=find), message, hint))

    def unknown_column(self, keys: tuple[Key, ...], column: str) -> None:
        hint = suggest(column, self.scope.columns, "columns")
        where = self.file.at(*keys, find=column)
        self.problems.append(GENERIC["RUL004"].finding(where, f"unknown column {column!r}", hint))

    def faults(self, faults: list[Fault], text: str, keys: tuple[Key, ...]) -> None:
        """Faults of an expression as problems of the file, at their place in it where it can be told."""
        for fault in faults:
            key = self.file.at(*keys)
            line = text.split("\n")[fault.line]
            found = self.file.at(*keys, find=line)
            if found != key:
                found = Location(found.path, found.line, found.column + fault.column)
            where = f" at column {fault.column + 1}" + (f" of line {fault.line + 1}" if fault.line else "")
            message = f"{'.'.join(map(str, keys))}: {fault.message}{where}"
            self.problems.append(GENERIC["RUL003"].finding(found, message, fault.hint))

    def expression(self, text: str, keys: tuple[Key, ...], firsts: bool = False) -> Expression | None:
        faults: list[Fault] = []
        scope = replace(self.scope, firsts=firsts)
        expression = parse(text, scope, faults)
        self.faults(faults, text, keys)
        for lookup in expression.lookups if expression else ():
            self.lookup(lookup.table, lookup.column, text, keys)
        return expression

    def lookup(self, table: str, column: str, text: str, keys: tuple[Key, ...]) -> None:
        """A table that is read by a column needs an entry for all that the column allows."""
        entry, entries = self.model.fields[column], self.scope.tables[table]
        allowed: list[int | str] = list(entry.values)
        if entry.vocabulary in self.model.vocabulary:
            allowed += self.model.vocabulary[entry.vocabulary].values
        elif entry.min is not None and entry.max is not None and entry.max - entry.min < 1000:
            allowed += range(entry.min, entry.max + 1)
        gaps = [str(value) for value in allowed if value not in entries]
        if gaps:
            self.problems.append(
                GENERIC["RUL007"].finding(
                    self.file.at("tables", table),
                    f"the table {table} has no entry for {column} {', '.join(gaps)}, "
                    f"which {'.'.join(map(str, keys))} may look up",
                    "add it to the table",
                )
            )

    def template(self, text: str, keys: tuple[Key, ...], firsts: bool = False) -> Template:
        faults: list[Fault] = []
        template = parse_template(text, replace(self.scope, firsts=firsts), faults)
        self.faults(faults, text, keys)
        for expression in template.expressions:
            for lookup in expression.lookups:
                self.lookup(lookup.table, lookup.column, text, keys)
        return template

    def info(self, code: str, keys: tuple[Key, ...], entry: Any, generic: str = "") -> CheckInfo:
        """The check's name and severity: the ruleset's, else the catalogue's."""
        known = GENERIC.get(code) or GENERIC.get(generic)
        if not re.fullmatch(_CODE, code):
            self.problem(keys, f"{code!r} is no code", "three capital letters and three digits, as TTU101")
        name = entry.name or (known.name if known else "")
        severity = entry.severity or (known.severity if known else "error")
        return CheckInfo(
            code, name, severity, entry.summary or (known.summary if known else ""), entry.source, entry.why
        )
