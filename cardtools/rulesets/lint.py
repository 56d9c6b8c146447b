"""Advice about a ruleset file itself, for `cardtools rules test`: what nothing reads, explains or reaches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cardtools.errors import Diagnostic
from cardtools.rulesets.catalogue import GENERIC
from cardtools.rulesets.deck_model import CopiesEntry, LineEntry, NoteEntry
from cardtools.rulesets.model import RulesetFile
from cardtools.rulesets.sources import Sources
from cardtools.tomlfile import TomlFile


def lint_ruleset(sources: Sources, model: RulesetFile) -> list[Diagnostic]:
    """The findings about the ruleset's own file, not about those it extends: tables, rules, copy limits."""
    own = sources.files[-1]
    return [*_unused_tables(own, model), *_undocumented(own, model), *_unreachable(own, model)]


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)
    elif isinstance(data, str):
        yield data


def _unused_tables(own: TomlFile, model: RulesetFile) -> Iterator[Diagnostic]:
    words: set[str] = set()
    for key in ("fields", "rule", "effects", "design", "deck"):
        for text in _texts(own.data.get(key, {})):
            words.update(re.findall(r"[A-Za-z_]\w*", text))
    for name in own.data.get("tables", {}):
        # A table of the same name further down is read by rules down there.
        if name not in words and "extends" not in own.data:
            message = f"no rule reads the table {name}"
            yield GENERIC["RUL008"].finding(
                own.at("tables", name), message, "take it out, or use it in a rule"
            )


def _undocumented(own: TomlFile, model: RulesetFile) -> Iterator[Diagnostic]:
    for kind, entries in (("rule", model.rule), ("deck", model.deck)):
        for code in own.data.get(kind, {}):
            entry: Any = entries[code]
            if isinstance(entry, LineEntry | NoteEntry):
                continue
            lacks = [
                what
                for what, there in (
                    ("summary", entry.summary),
                    ("hint", entry.hint or kind == "deck"),  # kinds of deck rules bring their own
                    ("ok example", entry.example.ok),
                    ("bad example", entry.example.bad),
                )
                if not there
            ]
            if lacks:
                message = f"{code} {entry.name} lacks {', '.join(lacks)}"
                hint = "people read them in `cardtools explain`, and examples are the tests of a rule"
                yield GENERIC["RUL009"].finding(own.at(kind, code), message, hint)


def _unreachable(own: TomlFile, model: RulesetFile) -> Iterator[Diagnostic]:
    for code in own.data.get("deck", {}):
        entry = model.deck[code]
        if not isinstance(entry, CopiesEntry):
            continue
        seen: list[str] = []
        for index, step in enumerate(entry.limit):
            if step.where in seen:
                what = f'where = "{step.where}"' if step.where else "for all other cards"
                message = f"{code}: limit {index + 1} is {what}, as limit {seen.index(step.where) + 1} is"
                hint = "keep one of them: the strictest of those that fit holds"
                yield GENERIC["RUL013"].finding(own.at("deck", code, "limit", index), message, hint)
            seen.append(step.where)
