"""Back from a text: every template and its values that give it after the stages.

The combinations are not listed: each template is walked along the text, its parts taken through the stages as
far as that is certain (`fragments`), and a branch ends where it differs from the text. What can follow the
same place of a template and of the text is worked out once, so the number of ways to fail does not matter.
Every result is checked forward with `polish`, so it is right, and none is missing.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from pathlib import Path
from typing import Any

from cardtools.effects.combinations import Combinations, Expansion, NumberedTemplate
from cardtools.effects.fragments import FragmentStages, FragmentState
from cardtools.effects.grammar import Grammar, Slot, Template, WordSource
from cardtools.effects.input_files import read_sources
from cardtools.effects.polish import Stages
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.project.settings import EffectSettings

# Placeholders with more values than this are not tried value by value; their nested templates are walked.
_LISTED = 256
# A slot with an offset is always tried value by value, since the offset changes the whole value; its list is
# kept up to this length.
_KEPT = 100_000
# Results that are kept, so that large vocabularies do not fill the memory; others are worked out again.
_REMEMBERED = 200_000
# The parts (placeholders, and the words between them) of a template or a value that is parsed: the work grows
# with their square.
MOST_PARTS = 400
# Expanding costs a few microseconds a combination, parsing a hundred times that for each text.
_WORTH = 50
_PART = 50_000  # combinations that go through the stages together

# The state of the stages, and the progress in the text (here the number of characters that are matched).
Reading = tuple[FragmentState, Any]
Goals = AbstractSet[Reading]
# The variables that a later part of a sentence needs again, with the index of their value.
ValueSpans = tuple[tuple[int, int], ...]


class Parser:
    """Finds what gives a text, in a template list of any size, after the stages of a project."""

    def __init__(self, templates: Sequence[Template], grammar: Grammar, stages: Stages) -> None:
        self.templates = list(templates)
        self.grammar = grammar
        # Lines are parsed one by one, so stages that look at the whole list do not matter.
        self.stages = stages.without("sort", "dedupe")
        self.combinations = Combinations(self.templates, grammar)
        # Without the phrases: what they drop is still a candidate.
        fragments = FragmentStages(self.stages._replace(phrases=()))
        self.start = fragments.start
        self.step = lru_cache(_REMEMBERED)(fragments.step)
        self.finish = lru_cache(_REMEMBERED)(fragments.finish)
        self._heads = list(map(self._head, self.templates))

    def parse(self, text: str) -> tuple[Expansion, ...]:
        """Every combination that gives the text, in the documented order; there can be very many."""
        return tuple(self.matches(text))

    def matches(self, text: str) -> Iterator[Expansion]:
        """Every combination that gives the text, one by one, in the documented order."""
        return (found for found in self.candidates(text) if self.polish(found.text) == text)

    def candidates(self, text: str) -> Iterator[Expansion]:
        """What `matches` chooses from, including what a phrase drops."""
        walk = Walk(self, text)
        for number, head in enumerate(self._heads):
            if not text.startswith(head):
                continue
            try:
                before = self.combinations.ends[number - 1] if number else 0
                for index in walk.indexes(self.templates[number]):
                    yield self.combinations.nth(before + index)
            except RecursionError:
                raise too_complex(self.templates[number]) from None

    def polish(self, text: str) -> str | None:
        """The text of a combination after the stages; None where they drop it."""
        return next(iter(self.stages.polish([text])), None)

    def find_templates(self, texts: Collection[str]) -> dict[str, Template]:
        """The first template that gives each of the texts; those that none gives are left out."""
        if self.combinations.total > _WORTH * len(texts):
            first = {text: next(self.matches(text), None) for text in texts}
            return {text: match.template for text, match in first.items() if match}
        missing = set(texts)
        found: dict[str, Template] = {}
        for template in self.templates:
            combinations = self.grammar.expand(template)
            while missing and (part := list(itertools.islice(combinations, _PART))):
                made = missing.intersection(self.stages.polish(part))
                found.update(dict.fromkeys(made, template))
                missing -= made
        return found

    def _head(self, template: Template) -> str:
        """The text that every combination of the template begins with."""
        first = template.parts[0]
        step = self.step(self.start, first) if isinstance(first, str) else None
        return step[1] if step else ""


def too_complex(template: Template) -> InputError:
    """The error for a template that Python cannot follow to its end."""
    message = "the template has too many placeholders, one after the other or in one another, to be parsed"
    return InputError(Diagnostic(template.location, message, f"write at most {MOST_PARTS // 2} in a line"))


def check_length(parts: Sequence[object]) -> None:
    """Raises RecursionError, as Python does, for a template or a value with too many parts."""
    if len(parts) > MOST_PARTS:
        raise RecursionError


def read_parser(
    root: Path, settings: EffectSettings, templates: Sequence[Template], words: WordSource | None = None
) -> tuple[Parser, Sequence[Diagnostic]]:
    """The parser of a project for these templates, and what its other effect files lack (`read_sources`)."""
    grammar, stages, notices = read_sources(root, settings, words)
    return Parser(templates, grammar, stages), notices


class Walk:
    """The walk through the templates for one text; every result is worked out once."""

    nowhere: Any = 0  # the progress at the beginning of a template

    def __init__(self, parser: Parser, text: str) -> None:
        self.parser, self.text = parser, text
        self.start: Reading = (parser.start, self.nowhere)
        self.grammar, self.combinations = parser.grammar, parser.combinations
        self._ends: dict[tuple[NumberedTemplate, int, ValueSpans, Reading], tuple[Reading, ...]] = {}
        self._fitting: dict[tuple[str, int, Reading], list[tuple[int, Reading]]] = {}

    def indexes(self, template: Template) -> Iterator[int]:
        """Which combinations of the template give the text, if no phrase drops them, in order."""
        numbered = self.combinations.numbered(template)
        ends = self.ends(numbered, self.start)
        goals = {end for end in ends if self.parser.finish(end[0]) == self.text[end[1] :]}
        return (numbered.index(digits) for digits, _ in self.walk(numbered, self.start, goals))

    def push(self, reading: Reading, piece: str) -> Reading | None:
        """The reading after one more piece; None if it differs from the text or is dropped."""
        before, used = reading
        step = self.parser.step(before, piece)
        if step is None or not self.text.startswith(step[1], used):
            return None
        return step[0], used + len(step[1])

    def ends(
        self, template: NumberedTemplate, reading: Reading, at: int = 0, chosen: ValueSpans = ()
    ) -> tuple[Reading, ...]:
        """The readings that the parts of the template from position `at` on can end with, each once."""
        if at == len(template.variables):
            return (reading,)
        if not at:
            check_length(template.variables)
        key = (template, at, chosen, reading)
        if key not in self._ends:
            found: dict[Reading, None] = {}
            for _, behind, after in self.branches(template, reading, at, chosen):
                found.update(dict.fromkeys(self.ends(template, after, at + 1, behind)))
            self._ends[key] = tuple(found)
        return self._ends[key]

    def walk(
        self, template: NumberedTemplate, reading: Reading, goals: Goals, at: int = 0, chosen: ValueSpans = ()
    ) -> Iterator[tuple[tuple[int, ...], Reading]]:
        """The values from position `at` on that end with one of the readings, in order, and that reading."""
        if goals.isdisjoint(self.ends(template, reading, at, chosen)):
            return
        if at == len(template.variables):
            yield (), reading
            return
        for digit, behind, after in self.branches(template, reading, at, chosen, goals):
            for digits, end in self.walk(template, after, goals, at + 1, behind):
                yield (*digit, *digits), end

    def branches(
        self,
        template: NumberedTemplate,
        reading: Reading,
        at: int,
        chosen: ValueSpans,
        goals: Goals | None = None,
    ) -> Iterable[tuple[tuple[int, ...], ValueSpans, Reading]]:
        """The ways past one part that lead to one of the `goals`: its digit, the values that later parts
        need, and the reading behind it. Without goals each reading comes once, without a digit that no later
        part needs.
        """
        part, variable = template.template.parts[at], template.variables[at]
        # Without the values that no later part needs, so that what follows is worked out once.
        behind = tuple([pair for pair in chosen if template.last[pair[0]] > at])
        digit = dict(chosen).get(variable)
        if isinstance(part, str) or digit is not None:
            piece = part if isinstance(part, str) else self.combinations.value(part, digit or 0)
            if after := self.push(reading, piece):
                yield (), behind, after
            return
        if self._is_listed(part):
            ends = dict.fromkeys([after for _, after in self._listed(part, reading)])
        else:
            nested = map(self.combinations.numbered, self.grammar.values[part.name])
            ends = dict.fromkeys(end for value in nested for end in self.ends(value, reading))
        if template.last[variable] > at:
            for digit, after in self.values(part, reading, set(ends)):
                yield (digit,), (*behind, (variable, digit)), after
        elif goals is None:
            for after in ends:
                yield (), behind, after
        else:
            useful = {end for end in ends if not goals.isdisjoint(self.ends(template, end, at + 1, behind))}
            for digit, after in self.values(part, reading, useful):
                yield (digit,), behind, after

    def values(self, slot: Slot, reading: Reading, goals: Goals) -> Iterator[tuple[int, Reading]]:
        """The values of the slot that end with one of the readings, by index in order, and that reading."""
        if self._is_listed(slot):
            yield from (pair for pair in self._listed(slot, reading) if pair[1] in goals)
            return
        before = 0
        for value in map(self.combinations.numbered, self.grammar.values[slot.name]):
            for digits, end in self.walk(value, reading, goals):
                yield before + value.index(digits), end
            before += self.grammar.count(value.template)

    def _is_listed(self, slot: Slot) -> bool:
        return bool(slot.offset) or self.grammar.size(slot.name) <= _LISTED

    def _listed(self, slot: Slot, reading: Reading) -> list[tuple[int, Reading]]:
        """The values of the slot that fit, tried one by one."""
        # Unresolved, a slot stays as it is written, its number included.
        name = slot.name if slot.name in self.grammar.values else str(slot)
        key = (name, slot.offset, reading)
        if key not in self._fitting:
            size = self.grammar.size(slot.name)
            value = self.combinations.value
            texts = self.grammar.texts(slot) if size <= _KEPT else (value(slot, i) for i in range(size))
            self._fitting[key] = [
                (index, after) for index, text in enumerate(texts) if (after := self.push(reading, text))
            ]
        return self._fitting[key]
