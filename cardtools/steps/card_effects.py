"""The effects of a project's cards: which templates give them, and templates for the others."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from cardtools.cards.game_words import GameWords
from cardtools.effects.grammar import Template, parse_template, read_templates
from cardtools.effects.learn import LearnedTemplate, Learner
from cardtools.effects.parsing.parse import Parser, read_parser
from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import shown
from cardtools.project.project import Project
from cardtools.rulesets.effect_split import CellEffect
from cardtools.steps.programs import text_columns

_LONGEST = 2_000  # characters of an effect that may be a template


class CardEffects:
    """The effects of all cards: `found` are their rows and columns, in the order of the columns."""

    def __init__(self, project: Project) -> None:
        self.project, self.words = project, GameWords(project)
        self.table = self.words.table
        columns = [name for name in text_columns(self.table.ruleset) if name in self.table.values]
        if not columns:
            hint = "name them in the ruleset: [effects] columns"
            raise bad_input(shown(project.tables[0]), "it is not known which columns have effects", hint)
        self.found: list[tuple[int, str, CellEffect]] = [
            (row, name, effect) for name in columns for row, effect in self.table.effects(name)
        ]

    @cached_property
    def parser(self) -> Parser:
        """The parser of the project, which may have no templates yet."""
        file = self.project.path(self.project.settings.effects.templates)
        templates = read_templates(file) if os.path.isfile(file) else []
        return read_parser(self.project.root, self.project.settings.effects, templates, self.words)[0]

    @cached_property
    def origins(self) -> Mapping[str, Template]:
        """The first template of each effect that has one."""
        return self.parser.find_templates({effect.text for _, _, effect in self.found})

    def learn(self, least: int) -> tuple[list[LearnedTemplate], Mapping[str, tuple[str, ...]]]:
        """Templates that explain at least so many of the other effects, and the placeholders they need."""
        grammar, stages = self.parser.grammar, self.parser.stages
        counts = Counter(effect.text for _, _, effect in self.found if effect.text not in self.origins)
        # What the stages would change is no text of a template as it stands.
        texts = {
            text: n
            for text, n in counts.items()
            if stages.polish([text]) == [text] and self._is_literal(text)
        }
        own = {name: [v.text for v in grammar.values.get(name, ()) if not v.slots] for name in grammar.files}
        learner = Learner({**own, **self.words.lists()})
        return learner.propose(texts, least), learner.files

    def _is_literal(self, text: str) -> bool:
        """Whether a text can be a line of templates, in which nothing is a placeholder by chance."""
        if "\n" in text or "<?" in text or len(text) > _LONGEST:
            return False
        names = (slot.name for slot in parse_template(text).slots)
        return all(name.isidentifier() and name not in self.parser.grammar.files for name in names)
