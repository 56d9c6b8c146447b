"""What would correct a cell of the card table, as data on its finding; `fix_files.py` writes it.

A safe fix keeps the meaning and writes it the usual way. An unsafe one changes a card, and is made only
where there is one clear answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from cardtools.cards.cells import ALIAS, LIST_SEPARATOR, NUMBER_FORMAT, SEPARATORS
from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns, GroupColumns, value_at
from cardtools.checks.fields import DUPLICATE_LIST_ITEM, NOT_IN_LIST, STAT_STEP, UNKNOWN_REFERENCE
from cardtools.checks.validate import SPREADSHEET_HAZARD
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Fix
from cardtools.ground.spelling import one_edit
from cardtools.rulesets.ruleset import Field, Rule

_MOST_COMPARED = 1_000_000  # names or words looked at for what unknown ones mean
_FEW = 100  # words that take no time worth counting
_SHORTEST = 3  # a word of two letters is one letter away from too many others

Answer = tuple[str, bool]  # the cell's new text, and whether it means the same


def attach_fixes(table: CardTable, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings, those about the table with a fix if there is one and they have none yet."""
    kinds: dict[str, list[tuple[str, Check]]] = {}  # by code, the columns and the kinds of check that have it
    for name, known in table.ruleset.fields.items():
        for check in _ANSWERS:
            kinds.setdefault(known.check(check).info.code, []).append((name, check))
    rules = {rule.info.code: _RuleFixes(table, rule) for rule in table.ruleset.rules if rule.fix}
    paths, compared, attached = {file.name for file in table.file.parts}, 0, []
    for finding in findings:
        fix, code = finding.fix, finding.code
        row, index = -1, -1
        if fix is None and (code in rules or code in kinds) and finding.location.path in paths:
            row, index = table.file.cell_at(finding.location)
        if code == SPREADSHEET_HAZARD.code:
            lost = [fixes for fixes in rules.values() if fixes.rule.entry.sign_lost]
            made = [fix for fixes in lost for row in fixes.broken() if (fix := fixes.at(row))]
            fix = Fix(tuple(edit for fix in made for edit in fix.edits), True) if made else None
        elif row >= 0 and code in rules:
            fix = rules[code].at(row)
        elif row >= 0:
            field, text = table.ruleset.fields[table.columns[index]], table.file.columns[index][row]
            checks = [check for name, check in kinds[code] if name == field.name]
            # Finding out what a cell means takes as long as there are words to compare it with.
            if UNKNOWN_REFERENCE in checks:
                compared += len(table)
            elif NOT_IN_LIST in checks:
                words = field.vocabulary.known if field.vocabulary else field.entry.values
                compared += max(0, len(words) - _FEW)
            value = table.values[field.name][row]
            answers = (_ANSWERS[check](table, field, value, text) for check in checks)
            for new, safe in filter(None, answers) if compared <= _MOST_COMPARED else ():
                if fix is None and new != text:
                    fix = Fix((table.file.edit(row, index, new),), safe)
        attached.append(finding if fix is None else finding._replace(fix=fix))
    return attached


class _RuleFixes:
    """The fixes that a rule of the ruleset gives for the cards that break it."""

    def __init__(self, table: CardTable, rule: Rule) -> None:
        self.table, self.rule = table, rule

    @cached_property
    def columns(self) -> Columns | GroupColumns:
        """The cells that can be read, when the first fix asks for them."""
        columns, entry = Columns(self.table, self.table.unusable), self.rule.entry
        return GroupColumns(columns, entry.group, entry.order) if entry.group else columns

    def broken(self) -> list[int]:
        """The rows that break the rule."""
        return self.rule.broken.rows(self.columns, len(self.table))[0]

    def at(self, row: int) -> Fix | None:
        """The fix of a row; None where its cells do not allow one or nothing would change."""
        table, fix = self.table, self.rule.fix
        if fix is None or (fix.when is not None and not value_at(fix.when, self.columns, row)):
            return None
        edits = []
        for column, expression in fix.values.items():
            value = value_at(expression, self.columns, row)
            if column in table.columns and value is not None:
                edit = table.file.edit(row, table.columns.index(column), str(value))
                if edit.cell != -1 and edit.old != edit.new:
                    edits.append(edit)
        return Fix(tuple(edits), fix.safe) if edits else None


# Cells


def _format(table: CardTable, field: Field, value: Any, text: str) -> Answer | None:
    plus = "+" if field.entry.type == "signed" and text.strip().startswith("+") else ""
    return None if value is None else (f"{plus}{value}", True)


def _alias(table: CardTable, field: Field, value: Any, text: str) -> Answer | None:
    vocabulary = field.vocabulary
    return (_each(field, text, vocabulary.read), True) if vocabulary else None


def _separator(table: CardTable, field: Field, value: Any, text: str) -> Answer | None:
    def split(item: str) -> str:
        parts = [part.strip() for part in re.split(SEPARATORS, item)]
        words = field.vocabulary
        is_list = words and item not in words.known and any(words.read(p) in words.values for p in parts)
        return field.entry.joined(parts) if is_list else item

    return _each(field, text, split), True


def _repeat(table: CardTable, field: Field, value: Any, text: str) -> Answer:
    kept: dict[str, str] = {}
    for part in _parts(field, text):
        word = part.strip()
        kept.setdefault(field.vocabulary.read(word) if field.vocabulary else word, part)
    return field.entry.separator.join(kept.values()), True


def _step(table: CardTable, field: Field, value: Any, text: str) -> Answer | None:
    step = field.entry.step
    if value is None or not step or value % step * 2 == step:
        return None
    near = (2 * value + step) // (2 * step) * step
    sign = "+" if text.strip().startswith("+") or (value < 0 <= near and field.entry.type == "signed") else ""
    return f"{sign if near >= 0 else ''}{near}", False


def _values(table: CardTable, field: Field, value: Any, text: str) -> Answer | None:
    vocabulary, words = field.vocabulary, field.words
    if not all(isinstance(word, str) for word in words):
        numbers = [number for number in field.entry.values if not isinstance(number, str)]
        if value is None or isinstance(value, str) or not numbers:
            return None
        least = min(abs(number - value) for number in numbers)
        nearest = [number for number in numbers if abs(number - value) == least]
        return (str(nearest[0]), False) if len(nearest) == 1 else None
    allowed = {*words, *vocabulary.entry.undocumented} if vocabulary else {*words}
    meanings = {str(word): str(word) for word in allowed}
    if vocabulary:
        meanings = {**vocabulary.entry.aliases, **vocabulary.entry.spellings, **meanings}
    own = filter(None, (part.strip() for part in _parts(field, text)))
    unknown = {word for word in own if (vocabulary.read(word) if vocabulary else word) not in allowed}
    found = {word: answer for word in unknown if (answer := _closest(word, meanings))}
    if not found or len(found) < len(unknown):
        return None
    new = _each(field, text, lambda word: found[word][0] if word in found else word)
    return new, all(safe for _, safe in found.values())


def _ref(table: CardTable, field: Field, value: Any, text: str) -> Answer | None:
    names = {str(name): str(name) for name in table.values[field.entry.ref] if name is not None}
    return _closest(text.strip(), names)


_ANSWERS: dict[Check, Callable[[CardTable, Field, Any, str], Answer | None]] = {
    NUMBER_FORMAT: _format,
    ALIAS: _alias,
    LIST_SEPARATOR: _separator,
    DUPLICATE_LIST_ITEM: _repeat,
    STAT_STEP: _step,
    NOT_IN_LIST: _values,
    UNKNOWN_REFERENCE: _ref,
}


def _parts(field: Field, text: str) -> list[str]:
    return text.split(field.entry.separator) if field.entry.type == "list" else [text]


def _each(field: Field, text: str, change: Callable[[str], str]) -> str:
    """The cell with each of its words changed; the white space between them stays."""
    parts = []
    for part in _parts(field, text):
        word = part.strip()
        parts.append(part.replace(word, change(word), 1) if word else part)
    return field.entry.separator.join(parts)


def _closest(word: str, meanings: dict[str, str]) -> Answer | None:
    """The meaning of the one known word that is this word in another case, else one edit away from it."""
    folded = word.casefold()
    same = {meaning for known, meaning in meanings.items() if known.casefold() == folded}
    if len(same) == 1:
        return same.pop(), True
    if same or len(word) < _SHORTEST:
        return None
    near = {meaning for known, meaning in meanings.items() if one_edit(folded, known.casefold())}
    return (near.pop(), False) if len(near) == 1 else None
