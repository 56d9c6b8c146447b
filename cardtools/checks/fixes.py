"""What would put a finding right, as data on the finding; `output/mended.py` writes it.

A safe fix writes the same meaning the usual way. An unsafe one changes what a card says, and is made only
where there is one clear answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.suppress import SPREADSHEET
from cardtools.errors import Diagnostic, Edit, Fix
from cardtools.rulesets import Ruleset
from cardtools.rulesets.ruleset import Field, Vocabulary

_SHORTEST = 3  # a word of two letters is one letter away from too many others

Answer = tuple[str, bool]  # the cell's new text, and whether it means the same


def attach_fixes(table: CardTable, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings, each about a cell of the table with its fix where there is one."""
    kinds = _kinds(table.ruleset)
    path = table.file.name
    attached = []
    for finding in findings:
        if finding.location.path == path and (finding.code in kinds or finding.code in _RULES):
            finding = replace(finding, fix=_fix(table, finding, kinds))
        elif finding.code == SPREADSHEET.code:
            edits = [edit for row in range(len(table)) for edit in _edits(table, row, _signs(table, row))]
            finding = replace(finding, fix=Fix(tuple(edits), True) if edits else None)
        attached.append(finding)
    return attached


def _kinds(ruleset: Ruleset) -> dict[str, list[tuple[str, str]]]:
    """By code, the columns and the kinds of check that have it."""
    kinds: dict[str, list[tuple[str, str]]] = {"CSV012": [(name, "space") for name in ruleset.fields]}
    for name, known in ruleset.fields.items():
        for kind, check in known.checks.items():
            if kind in _CELLS:
                kinds.setdefault(check.info.code, []).append((name, kind))
    return kinds


def _fix(table: CardTable, finding: Diagnostic, kinds: dict[str, list[tuple[str, str]]]) -> Fix | None:
    row, index = table.file.cell_at(finding.location)
    if row < 0:
        return None
    if finding.code in _RULES:
        make, safe = _RULES[finding.code]
        edits = tuple(_edits(table, row, make(table, row)))
        return Fix(edits, safe) if edits else None
    text, column = table.file.rows[row][index], table.columns[index]
    for name, kind in kinds[finding.code]:
        answer = _CELLS[kind](table, table.ruleset.fields[name], row, text) if name == column else None
        if answer and answer[0] != text:
            return Fix((Edit(table.file.line_numbers[row], index, text, answer[0]),), answer[1])
    return None


def _edits(table: CardTable, row: int, texts: dict[str, str]) -> Iterator[Edit]:
    for column, new in texts.items():
        if column in table.columns:
            index = table.columns.index(column)
            old = table.file.rows[row][index]
            if old != new:
                yield Edit(table.file.line_numbers[row], index, old, new)


# Cells


def _space(table: CardTable, field: Field, row: int, text: str) -> Answer:
    return text.strip(), True


def _format(table: CardTable, field: Field, row: int, text: str) -> Answer | None:
    value = table.values[field.name][row]
    plus = "+" if field.entry.type == "signed" and text.strip().startswith("+") else ""
    return (f"{plus}{value}", True) if isinstance(value, int) else None


def _alias(table: CardTable, field: Field, row: int, text: str) -> Answer | None:
    vocabulary = field.vocabulary
    return (_each(field, text, vocabulary.read), True) if vocabulary else None


def _separator(table: CardTable, field: Field, row: int, text: str) -> Answer | None:
    vocabulary = field.vocabulary
    if vocabulary is None:
        return None

    def split(item: str) -> str:
        parts = [part.strip() for part in re.split(r"[/|&+]| and ", item)]
        known = item in vocabulary.known or not any(vocabulary.read(p) in vocabulary.values for p in parts)
        return item if known else ", ".join(parts)

    return _each(field, text, split), True


def _repeat(table: CardTable, field: Field, row: int, text: str) -> Answer:
    kept: dict[str, str] = {}
    for part in text.split(","):
        word = part.strip()
        kept.setdefault(field.vocabulary.read(word) if field.vocabulary else word, part)
    return ",".join(kept.values()), True


def _step(table: CardTable, field: Field, row: int, text: str) -> Answer | None:
    value, step = table.values[field.name][row], field.entry.step
    if not isinstance(value, int) or not step or value % step * 2 == step:
        return None
    near = (value + step // 2) // step * step
    sign = "+" if text.strip().startswith("+") or (value < 0 <= near and field.entry.type == "signed") else ""
    return f"{sign if near >= 0 else ''}{near}", False


def _values(table: CardTable, field: Field, row: int, text: str) -> Answer | None:
    if field.vocabulary is None:
        return _nearest_number(table, field, row)
    vocabulary = field.vocabulary
    allowed = {*vocabulary.values, *vocabulary.entry.undocumented}
    answers = {
        word: _meant(word, vocabulary)
        for word in (part.strip() for part in _parts(field, text))
        if word and vocabulary.read(word) not in allowed
    }
    if not answers or None in answers.values():
        return None
    found = {word: answer for word, answer in answers.items() if answer}
    new = _each(field, text, lambda word: found[word][0] if word in found else word)
    return new, all(safe for _, safe in found.values())


def _nearest_number(table: CardTable, field: Field, row: int) -> Answer | None:
    value = table.values[field.name][row]
    numbers = [number for number in field.entry.values if isinstance(number, int)]
    if not isinstance(value, int) or not numbers:
        return None
    least = min(abs(number - value) for number in numbers)
    nearest = [number for number in numbers if abs(number - value) == least]
    return (str(nearest[0]), False) if len(nearest) == 1 else None


def _ref(table: CardTable, field: Field, row: int, text: str) -> Answer | None:
    names = {str(name): str(name) for name in table.values[field.entry.ref] if name is not None}
    return _closest(text.strip(), names)


_CELLS: dict[str, Callable[[CardTable, Field, int, str], Answer | None]] = {
    "space": _space,
    "format": _format,
    "alias": _alias,
    "separator": _separator,
    "repeat": _repeat,
    "step": _step,
    "values": _values,
    "ref": _ref,
}


def _parts(field: Field, text: str) -> list[str]:
    return text.split(",") if field.entry.type == "list" else [text]


def _each(field: Field, text: str, change: Callable[[str], str]) -> str:
    """The cell with each of its words changed; the white space between them stays."""
    parts = []
    for part in _parts(field, text):
        word = part.strip()
        parts.append(part.replace(word, change(word), 1) if word else part)
    return ",".join(parts)


def _meant(word: str, vocabulary: Vocabulary) -> Answer | None:
    entry = vocabulary.entry
    meanings = {known: known for known in (*vocabulary.values, *entry.undocumented)}
    return _closest(word, {**entry.aliases, **entry.spellings, **meanings})


def _closest(word: str, meanings: dict[str, str]) -> Answer | None:
    """What a word means that differs from one known word in case, else in one edit; None if several do."""
    folded = word.casefold()
    same = {meaning for known, meaning in meanings.items() if known.casefold() == folded}
    if len(same) == 1:
        return same.pop(), True
    if same or len(word) < _SHORTEST:
        return None
    near = {meaning for known, meaning in meanings.items() if one_edit(folded, known.casefold())}
    return (near.pop(), False) if len(near) == 1 else None


def one_edit(one: str, other: str) -> bool:
    """Whether a letter more, less or other, or two neighbours swapped, makes one word of the other."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped


# Rules: new texts by column. The ruleset has no place for them yet, so they are known here by code.


def _value(table: CardTable, column: str, row: int) -> Any:
    return table.values[column][row] if column in table.values else None


def _signs(table: CardTable, row: int) -> dict[str, str]:
    """The stats of a spell with their sign."""
    if _value(table, "TYPE", row) != "Spell":
        return {}
    values = {column: _value(table, column, row) for column in _STATS}
    return {column: f"{value:+d}" for column, value in values.items() if isinstance(value, int)}


def _no_signs(table: CardTable, row: int) -> dict[str, str]:
    values = {column: _value(table, column, row) for column in _STATS}
    signed = [column for column in _STATS if table.texts(column)[row].strip().startswith("+")]
    return {column: str(values[column]) for column in signed if isinstance(values[column], int)}


def _defense_for_total(table: CardTable, row: int) -> dict[str, str]:
    tables, attack = table.ruleset.tables, _value(table, "ATTACK", row)
    total = tables.get("unit_total", {}).get(_value(table, "LEVEL", row))
    boost = tables.get("tier_boost", {}).get(_value(table, "RARITY", row))
    if not isinstance(attack, int) or total is None or boost is None or not 0 <= attack <= total:
        return {}
    return {"DEFENSE": str(total + boost - attack)}


def _base_stats(table: CardTable, row: int) -> dict[str, str]:
    values = {column: _value(table, f"BASE_{column}", row) for column in _STATS}
    return {column: f"{value:+d}" for column, value in values.items() if isinstance(value, int)}


def _no_subtypes(table: CardTable, row: int) -> dict[str, str]:
    return {"SUBTYPES": ""} if _value(table, "TYPE", row) == "Spell" else {}


_STATS = ("ATTACK", "DEFENSE")
_RULES: dict[str, tuple[Callable[[CardTable, int], dict[str, str]], bool]] = {
    "TTS103": (_signs, True),
    "TTU103": (_no_signs, True),
    "TTU101": (_defense_for_total, False),
    "TTS106": (_base_stats, False),
    "TTC103": (_no_subtypes, False),
}


def is_computed(finding: Diagnostic) -> bool:
    """Whether the fix is computed from several cells, so that they must be right first."""
    return finding.code in _RULES
