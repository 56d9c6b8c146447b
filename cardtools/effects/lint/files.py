"""All checks of a project's effect files: GEN001 to GEN021, FLG001 to FLG007.

FLG006 belongs to `cardtools tag -e`, which refuses an unknown column itself.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from cardtools.effects.combinations import Combinations
from cardtools.effects.expand import Expander, check_limit
from cardtools.effects.faults import check_placeholders
from cardtools.effects.grammar import Template, read_templates
from cardtools.effects.lint import lists as lint_lists
from cardtools.effects.lint import rules as lint_rules
from cardtools.effects.lint import templates as lint_templates
from cardtools.effects.parsing.trace import dropping_phrase, trace
from cardtools.effects.polish import drop, polish
from cardtools.effects.sources import Sources, read_placeholders, read_sources, removal_file
from cardtools.effects.tag import Tagger
from cardtools.effects.tagged import TagTable, read_effects
from cardtools.effects.tagrules import read_rules
from cardtools.errors import Diagnostic, InputError
from cardtools.files import read_text
from cardtools.project import EffectSettings
from cardtools.tomlfile import read_toml

T = TypeVar("T")


@dataclass(frozen=True)
class Made:
    """The effects that the sources give now, and what was seen on the way.

    `before` are the lines in front of each drop stage ("drop") and replace stage ("replace"), joined;
    `left` counts, by template, the combinations that are not dropped.
    """

    effects: list[str]
    before: dict[str, list[str]]
    left: list[int]
    templates: dict[str, Template]


def check_effect_files(project_root: Path, settings: EffectSettings) -> list[Diagnostic]:
    """Every finding about the effect files of a project, by place.

    A file that cannot be used is a finding too, and what needs it is not checked. Lists that are not made yet
    are no finding.
    """
    found: list[Diagnostic] = []
    # Unusable input is what this looks for, so it does not stop at the first file.
    templates = _try(found, lambda: read_templates(project_root / settings.templates)) or []
    sources = _try(found, lambda: read_sources(project_root, settings))
    found += sources.notices if sources else ()
    found += _rule_lines(project_root, settings)
    grammar = sources.grammar if sources else _try(found, lambda: read_placeholders(project_root, settings))
    made = None
    if grammar is not None:
        used = lint_templates.used_templates(grammar, templates)
        found += check_placeholders(grammar, templates)
        found += lint_templates.unlinked_offsets(grammar, used)
        found += lint_templates.linked_repeats(grammar, used)
        if sources is not None and templates:
            expander = Expander(grammar)
            if _try(found, lambda: check_limit(expander, templates, settings.limit)) is not None:
                made = make(templates, expander, sources, settings)
                found += _check_made(project_root, settings, templates, expander, sources, made)
    found += lint_templates.duplicate_templates(templates)
    found += lint_templates.unsorted_templates(templates)
    found += _check_tags(project_root, settings, sources, made)
    return sorted(dict.fromkeys(found), key=_place)


def make(
    templates: Sequence[Template], expander: Expander, sources: Sources, settings: EffectSettings
) -> Made:
    """The effects that the templates give, as `cardtools generate` makes them."""
    combinations = Combinations(templates, expander)
    combined = lines = list(combinations)
    positions: Sequence[int] = range(len(lines))
    before: dict[str, list[str]] = {"drop": [], "replace": []}
    for stage, positions_behind, behind in trace(
        lines, settings.stages, sources.phrases, sources.replacements
    ):
        if stage == "drop":
            before["drop"].append("\n".join(drop(lines, ())))
        elif stage == "replace":
            before["replace"].append("\n".join(lines))
        positions, lines = positions_behind, behind
    left = [0] * len(templates)
    origin: dict[str, Template] = {}
    for position, text in zip(positions, lines, strict=True):
        number = bisect.bisect_right(combinations.ends, position)
        left[number] += 1
        origin.setdefault(text, templates[number])
    effects = polish(combined, settings.stages, sources.phrases, sources.replacements)
    return Made(effects, before, left, origin)


def _check_made(
    root: Path,
    settings: EffectSettings,
    templates: Sequence[Template],
    expander: Expander,
    sources: Sources,
    made: Made,
) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    removals = removal_file(root, settings)
    if removals.is_file() and "drop" in settings.stages:
        phrases = lint_rules.read_rule_lines(removals)
        found += lint_rules.dead_filters(phrases, made.before["drop"])
        found += lint_rules.greedy_filters(phrases, made.before["drop"])
    replacements = root / settings.replace
    if replacements.is_file() and "replace" in settings.stages:
        rules = lint_rules.read_rule_lines(replacements, replacements=True)
        found += lint_rules.undone_replacements(rules, made.before["replace"])
    phrases_of = [
        ""
        if left
        else dropping_phrase(
            next(expander.expand(template)), settings.stages, sources.phrases, sources.replacements
        )
        for template, left in zip(templates, made.left, strict=True)
    ]
    found += lint_templates.empty_templates(templates, expander, made.left, phrases_of)
    path = root / settings.effects
    if path.is_file():
        text = _try(found, lambda: read_text(path))
        if text is not None:
            lines = [line.strip() for line in text.split("\n")]
            found += lint_lists.duplicate_lines(path, lines, made.effects)
            found += lint_lists.stale_list(path, lines, made.effects)
    return found


def _rule_lines(root: Path, settings: EffectSettings) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    path = root / settings.replace
    # An unreadable file is told by `read_sources`.
    rules = _try([], lambda: lint_rules.read_rule_lines(path, replacements=True)) or []
    found += lint_rules.idle_replacements(rules)
    found += lint_rules.repeated_replacements(rules)
    return found


def _check_tags(
    root: Path, settings: EffectSettings, sources: Sources | None, made: Made | None
) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    path, rules_file = root / settings.tagged, root / settings.tags
    table = _try(found, lambda: read_effects(path)) if path.is_file() else None
    rules = _try(found, lambda: read_rules(read_toml(rules_file))) if rules_file.is_file() else None
    fresh: lint_lists.Tags = {}
    if rules and sources:
        expander = Expander(sources.grammar)
        patterns = [p.template for rule in rules[1] for p in rule.patterns if not p.exact]
        found += check_placeholders(sources.grammar, patterns)
        once = list(dict.fromkeys(patterns))
        if _try(found, lambda: check_limit(expander, once, settings.limit)) is not None and table:
            tagged = Tagger(*rules, expander).apply(TagTable(table.effects, {}, path))
            fresh = _booleans(found, tagged)
    if table is None:
        return found
    tags = _booleans(found, table)
    found += lint_lists.duplicate_rows(table)
    found += lint_lists.untagged(table, tags, made.templates if made else {})
    if fresh:
        found += lint_lists.unexplained_tags(table, tags, fresh)
    if made is not None:
        found += lint_lists.stale_tags(table, made.effects, tags, fresh)
    return found


def _booleans(found: list[Diagnostic], table: TagTable) -> dict[str, list[bool]]:
    """The columns that are all True and False; cells that are not are findings (FLG002)."""
    tags = {}
    for column, cells in table.columns.items():
        if set(cells) <= {"True", "False"}:
            tags[column] = [cell == "True" for cell in cells]
        elif (values := _try(found, partial(table.booleans, column))) is not None:
            tags[column] = values
    return tags


def _try(found: list[Diagnostic], make: Callable[[], T]) -> T | None:
    """What `make` gives; None where it cannot, with its problems among the findings."""
    try:
        return make()
    except InputError as error:
        found += error.diagnostics
        return None


def _place(finding: Diagnostic) -> tuple[str, int, int, str]:
    place = finding.location
    return place.path, place.line, place.column, finding.code
