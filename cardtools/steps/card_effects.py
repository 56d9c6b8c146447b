"""The effects of a project's cards: which templates give them, and templates for the others."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from cardtools.cards.lexicon import Lexicon
from cardtools.effects.grammar import Template, parse_template, read_templates
from cardtools.effects.learn import LearnedTemplate, Learner
from cardtools.effects.parsing.parse import Parser, read_parser
from cardtools.ground.errors import bad_input
from cardtools.ground.io.files import shown
from cardtools.project.project import Project
from cardtools.steps.programs import card_effects, text_columns

_LONGEST = 2_000  # characters of an effect that may be a template
_WORDS = 1_000  # of a column: one with more is no list of words


class CardEffects:
    """The effects of all cards: `found` are their rows and columns."""

    def __init__(self, project: Project) -> None:
        self.words = Lexicon(project)
        self.table = self.words.table
        self.found = card_effects(self.table)
        if not self.found:
            hint = "name the columns of effects in the ruleset: [effects] columns"
            raise bad_input(shown(project.tables[0]), "no effects of cards are known", hint)
        settings = project.settings.effects
        file = project.path(settings.templates)
        templates = read_templates(file) if os.path.isfile(file) else []
        self.parser: Parser = read_parser(project.root, settings, templates, self.words)[0]

    @cached_property
    def origins(self) -> Mapping[str, Template]:
        """The first template of each effect that has one."""
        return self.parser.find_templates({effect.text for _, _, effect in self.found})

    @cached_property
    def missing(self) -> Counter[str]:
        """The effects without a template, and how many cards have each."""
        return Counter(effect.text for _, _, effect in self.found if effect.text not in self.origins)

    def learn(self, least: int) -> tuple[list[LearnedTemplate], Mapping[str, tuple[str, ...]]]:
        """Templates that explain at least so many of the missing, and the placeholders that they need."""
        values, ruleset = self.parser.grammar.values, self.table.ruleset
        files, other = self.parser.grammar.files, {ruleset.label, ruleset.title, *ruleset.deck_names}
        lists = {name: [v.text for v in values.get(name, ()) if not v.slots] for name in files}
        lists |= {f"vocabulary:{name}": words for name, words in self.words.vocabularies.items()}
        columns = [(n, words) for n, words in self.words.columns.items() if len(words) <= _WORDS]
        lists |= {f"column:{n}": words for n, words in columns if n not in {*other, *text_columns(ruleset)}}
        learner = Learner(lists)
        texts = {text: count for text, count in self.missing.items() if self._can_be_template(text)}
        return learner.propose(texts, least), learner.files

    def _can_be_template(self, text: str) -> bool:
        """Whether a text is a line that the stages leave as it is, without placeholders by chance."""
        if "\n" in text or "<?" in text or len(text) > _LONGEST or self.parser.polish(text) != text:
            return False
        names = (slot.name for slot in parse_template(text).slots)
        return all(name.isidentifier() and name not in self.parser.grammar.files for name in names)
