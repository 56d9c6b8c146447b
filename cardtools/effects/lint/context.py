"""The effect files of a project, each read once, when a check first asks for it."""

from __future__ import annotations

import bisect
import os
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

from cardtools.effects.combinations import Combinations
from cardtools.effects.grammar import Grammar, Template, WordSource, read_templates
from cardtools.effects.input_files import Sources, read_placeholders, read_sources
from cardtools.effects.polish import Stages, tidy
from cardtools.effects.tag import Tagger
from cardtools.effects.tagged import TagTable, read_effects
from cardtools.effects.tagrules import TagRule, read_rules
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.io.files import read_text
from cardtools.ground.toml.tomlfile import read_toml
from cardtools.project.settings import EffectSettings

T = TypeVar("T")
Tags = dict[str, list[bool]]


class MadeEffects:
    """The effects that the templates give, as `generate` makes them; the lines `before` each drop and replace
    stage, joined; by template, how many combinations are `left`; by effect, the template it comes from.
    """

    def __init__(self, templates: Sequence[Template], grammar: Grammar, stages: Stages) -> None:
        combinations = Combinations(templates, grammar)
        combined = lines = list(combinations)
        positions: Sequence[int] = range(len(lines))
        self.before: dict[str, list[str]] = {"drop": [], "replace": []}
        for stage, positions_after, after in stages.trace(lines):
            if stage in self.before:
                self.before[stage].append("\n".join(tidy(lines) if stage == "drop" else lines))
            positions, lines = positions_after, after
        self.left = [0] * len(templates)
        self.templates: dict[str, Template] = {}
        for position, text in zip(positions, lines, strict=True):
            number = bisect.bisect_right(combinations.ends, position)
            self.left[number] += 1
            self.templates.setdefault(text, templates[number])
        self.effects = stages.polish(combined)


class EffectFiles:
    """What the checks of effect files look at; None or empty, with `problems`, where it cannot be used."""

    def __init__(self, root: Path, settings: EffectSettings, words: WordSource | None = None) -> None:
        self.root, self.settings, self.words = root, settings, words
        self.problems: list[Diagnostic] = []

    def _use(self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except InputError as error:
            self.problems += error.diagnostics
            return None

    @cached_property
    def templates(self) -> list[Template]:
        """The templates, in file order."""
        return self._use(lambda: read_templates(self.root / self.settings.templates)) or []

    @cached_property
    def sources(self) -> Sources | None:
        """The placeholders and phrases."""
        return self._use(lambda: read_sources(self.root, self.settings, self.words))

    @cached_property
    def grammar(self) -> Grammar | None:
        """The placeholders, even where the phrases cannot be used."""
        if self.sources:
            return self.sources.grammar
        return self._use(lambda: read_placeholders(self.root, self.settings, self.words))

    def _within_limit(self, templates: Sequence[Template]) -> bool:
        if not (sources := self.sources):
            return False
        limit = self.settings.limit
        return self._use(lambda: sources.grammar.check_limit(templates, limit)) is not None

    @cached_property
    def made(self) -> MadeEffects | None:
        """The effects as `cardtools generate` makes them, unless there are too many."""
        if not self.templates or not self._within_limit(self.templates):
            return None
        assert self.sources
        return MadeEffects(self.templates, self.sources.grammar, self.sources.stages)

    @cached_property
    def effect_lines(self) -> list[str] | None:
        """The lines of the effect list; None before it is made."""
        path = self.root / self.settings.effects
        text = self._use(lambda: read_text(path, "table_bytes")) if os.path.isfile(path) else None
        return None if text is None else [line.strip() for line in text.split("\n")]

    @cached_property
    def tagged(self) -> TagTable | None:
        """The tagged list; None before it is made."""
        path = self.root / self.settings.tagged
        return self._use(lambda: read_effects(path)) if os.path.isfile(path) else None

    @cached_property
    def tags(self) -> Tags:
        """The columns of the tagged list."""
        return self._booleans(self.tagged) if self.tagged else {}

    @cached_property
    def tag_rules(self) -> tuple[list[str], list[TagRule]] | None:
        """The columns and rules of the tag rules."""
        path = self.root / self.settings.tags
        return self._use(lambda: read_rules(read_toml(path))) if os.path.isfile(path) else None

    @cached_property
    def tag_patterns(self) -> list[Template]:
        """The patterns of the tag rules that have placeholders."""
        rules = self.tag_rules[1] if self.tag_rules else []
        return [p.template for rule in rules for p in rule.patterns if not p.exact]

    @cached_property
    def fresh_tags(self) -> Tags:
        """The columns that the rules give for the effects of the tagged list."""
        once = list(dict.fromkeys(self.tag_patterns))
        if not self.tag_rules or not self._within_limit(once) or not self.tagged:
            return {}
        assert self.sources
        table = TagTable(self.tagged.effects, {}, self.tagged.path)
        return self._booleans(Tagger(*self.tag_rules, self.sources.grammar).apply(table))

    def _booleans(self, table: TagTable) -> Tags:
        tags = {}
        for column, cells in table.columns.items():
            if set(cells) <= {"True", "False"}:
                tags[column] = [cell == "True" for cell in cells]
            elif (values := self._use(partial(table.booleans, column))) is not None:
                tags[column] = values
        return tags
