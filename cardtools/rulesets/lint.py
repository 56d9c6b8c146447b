"""Advice about a ruleset file, for `cardtools rules test`: what is unused, unexplained or unreachable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.toml.tomlfile import TomlFile
from cardtools.rulesets.deck_model import CopiesEntry, LineEntry, NoteEntry
from cardtools.rulesets.files import RulesetFiles
from cardtools.rulesets.model import RulesetFile

UNUSED_TABLE = Check.of("""RUL008 unused-table info: no rule reads a table or a defined name of the ruleset
    why: It is left over, or the rule that should read it has a mistake.
    bad: [tables] bonus = { 1 = 5 }, and no rule with bonus[...]
    good: a table that a rule reads
    fix: delete it, or use it""")
UNDOCUMENTED_RULE = Check.of("""RUL009 undocumented-rule warning: a rule has no summary, hint or example
    why: A finding without a hint doesn't help, and a rule without examples is not tested.
    bad: [rule.XYZ101] with name, assert and message only
    good: the same with summary, hint and example = { ok = [...], bad = [...] }
    fix: add what is missing""")
UNREACHABLE_LIMIT = Check.of("""RUL013 unreachable-limit warning: a copy limit is given twice
    why: Two limits for the same cards: one of them never counts.
    bad: limit = [{ max = 4 }, { max = 3 }]
    good: limit = [{ max = 3 }]
    fix: keep one of them""")


def lint_ruleset(sources: RulesetFiles, model: RulesetFile) -> list[Diagnostic]:
    """The findings about the ruleset's own file, not about those it extends: tables, rules, copy limits."""
    own = sources.files[-1]
    return [*_unused_tables(own), *_undocumented(own, model), *_unreachable(own, model)]


def _words(data: Any) -> Iterator[str]:
    """The names in the texts of a table of the file."""
    if isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _words(value)
    elif isinstance(data, str):
        yield from re.findall(r"[A-Za-z_]\w*", data)


def _unused_tables(own: TomlFile) -> Iterator[Diagnostic]:
    keys = ("define", "fields", "rule", "effects", "design", "deck", "tiers", "serials", "packs", "play")
    words = set(_words([own.data.get(key) for key in keys]))
    for key, what in (("tables", "reads the table"), ("define", "uses the defined name")):
        for name in own.data.get(key, {}):
            # One that overrides one of an extended ruleset is read by rules there.
            if name not in words and "extends" not in own.data:
                hint = "remove it, or use it in a rule"
                yield UNUSED_TABLE.finding(own.at(key, name), f"no rule {what} {name}", hint)


def _undocumented(own: TomlFile, model: RulesetFile) -> Iterator[Diagnostic]:
    for kind, entries in (("rule", model.rule), ("deck", model.deck)):
        for code in own.data.get(kind, {}):
            entry: Any = entries[code]
            if isinstance(entry, LineEntry | NoteEntry):
                continue
            there = {
                "summary": entry.summary,
                "hint": entry.hint or kind == "deck",  # deck rules have hints of their own
                "ok example": entry.example.ok,
                "bad example": entry.example.bad,
            }
            if not all(there.values()):
                message = f"{code} {entry.name} lacks {', '.join(k for k, v in there.items() if not v)}"
                hint = "`cardtools explain` shows them, and examples are the tests of a rule"
                yield UNDOCUMENTED_RULE.finding(own.at(kind, code), message, hint)


def _unreachable(own: TomlFile, model: RulesetFile) -> Iterator[Diagnostic]:
    for code in own.data.get("deck", {}):
        entry = model.deck[code]
        if not isinstance(entry, CopiesEntry):
            continue
        seen: dict[str, int] = {}
        for index, step in enumerate(entry.limit):
            if step.where in seen:
                what = f'where = "{step.where}"' if step.where else "for all other cards"
                message = f"{code}: limit {index + 1} is {what}, as limit {seen[step.where]} is"
                hint = "keep one of them: the strictest limit that applies holds"
                yield UNREACHABLE_LIMIT.finding(own.at("deck", code, "limit", index), message, hint)
            seen.setdefault(step.where, index + 1)
