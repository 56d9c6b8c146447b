"""The rules of decks, from their entries in a ruleset file."""

from __future__ import annotations

from cardtools.ground.spelling import suggest
from cardtools.ground.toml.tomlplaces import Key
from cardtools.language.conditions import Expression
from cardtools.rulesets.compile_context import IMPOSSIBLE_RANGE, NO_LIMIT, Compilation
from cardtools.rulesets.deck_model import (
    CopiesEntry,
    DeckRuleKind,
    SearchEntry,
    ShareEntry,
    SizeEntry,
    SubsetEntry,
)
from cardtools.rulesets.ruleset import DeckRule

# The keys of deck rules that are conditions; `of` is one in a share and a section in a subset.
_CONDITIONS = ("where", "known", "of", "needs", "from_", "makes")
_COLUMNS = ("field", "own")


def compile_deck_rule(work: Compilation, code: str, entry: DeckRuleKind) -> DeckRule:
    """The rule; its problems are in `work`."""
    keys: tuple[Key, ...] = ("deck", code)
    parts = {}
    for key in _CONDITIONS:
        text = getattr(entry, key, "")
        if text and not (key == "of" and isinstance(entry, SubsetEntry)):
            condition = work.expression(text, (*keys, key.removesuffix("_")))
            if condition:
                parts[key] = condition
    by = getattr(entry, "by", ())
    listed = (*((by,) if isinstance(by, str) else by), *getattr(entry, "same", ()))
    for column in (*listed, *(getattr(entry, key, "") for key in _COLUMNS)):
        if column and column not in work.model.fields:
            work.problem(
                keys, f"unknown column {column!r}", suggest(column, list(work.scope.columns)), column
            )
    sections = (entry.section,) if isinstance(entry.section, str) else entry.section
    named = [*sections, *(entry.each if isinstance(entry, SizeEntry) else ())]
    named += [entry.of] if isinstance(entry, SubsetEntry) else []
    for section in named:
        if section not in work.model.section:
            hint = suggest(section, list(work.model.section), "sections")
            work.problem(keys, f"unknown section {section!r}", hint, section)
    _check_numbers(work, keys, entry)
    if isinstance(entry, SearchEntry) and work.model.design is None:
        work.problem((*keys, "kind"), "a search needs to know how effects refer to cards", "write [design]")
    message = getattr(entry, "message", "")
    return DeckRule(
        work.check(code, keys, entry),
        entry,
        sections,
        parts,
        _steps(work, keys, entry) if isinstance(entry, CopiesEntry) else (),
        work.message(message, (*keys, "message")) if hasattr(entry, "message") else None,
        work.template(entry.hint, (*keys, "hint")) if entry.hint else None,
    )


def _check_numbers(work: Compilation, keys: tuple[Key, ...], entry: DeckRuleKind) -> None:
    """Problems of ranges that no deck meets, and of numbers of cards or shares that cannot be."""
    most = 100 if isinstance(entry, ShareEntry) else NO_LIMIT
    work.range((*keys, "min"), getattr(entry, "min", None), getattr(entry, "max", None), within=(0, most))
    if isinstance(entry, ShareEntry):
        work.range((*keys, "or_min"), entry.or_min, entry.or_max, ("or_min", "or_max"), (0, NO_LIMIT))
    for index, step in enumerate(entry.limit if isinstance(entry, CopiesEntry) else ()):
        if step.max != "unlimited" and step.max < 0:
            place = work.file.at(*keys, "limit", index, find="max")
            work.note(IMPOSSIBLE_RANGE.finding(place, f"max = {step.max}, expected 0 or more"))


def _steps(
    work: Compilation, keys: tuple[Key, ...], entry: CopiesEntry
) -> tuple[tuple[Expression | None, int | None], ...]:
    steps = []
    for index, step in enumerate(entry.limit):
        where = work.expression(step.where, (*keys, "limit", index, "where")) if step.where else None
        steps.append((where, None if step.max == "unlimited" else step.max))
    return tuple(steps)
