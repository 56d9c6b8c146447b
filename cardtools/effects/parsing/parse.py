"""Back from a text: every template and its values that give it after the stages.

The combinations are not listed: the templates are walked along the text (`walk`). Every result is checked
forward with `polish`, so it is right, and since the walk skips nothing that could fit, none is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardtools.effects.combinations import Combinations, Expansion
from cardtools.effects.expand import Expander
from cardtools.effects.fragments import FragmentStages
from cardtools.effects.grammar import Template
from cardtools.effects.parsing.walk import Walk, WalkContext
from cardtools.effects.polish import polish


class Parser:
    """Finds what gives a text, in a template list of any size, after the stages of a project."""

    def __init__(
        self,
        templates: Sequence[Template],
        expander: Expander,
        stages: Sequence[str] = (),
        phrases: Sequence[str] = (),
        replacements: Mapping[str, str] | None = None,
    ) -> None:
        self.templates = list(templates)
        self.expander = expander
        # Lines are parsed one by one, so stages that look at the whole list do not matter.
        self.stages = tuple(stage for stage in stages if stage not in ("sort", "dedupe"))
        self.phrases = phrases
        self.replacements = replacements or {}
        self.combinations = Combinations(self.templates, expander)
        # Without the phrases: what they drop is still a candidate.
        self.context = WalkContext(self.combinations, FragmentStages(self.stages, (), self.replacements))
        self._heads = [self._head(template) for template in self.templates]

    def parse(self, text: str) -> tuple[Expansion, ...]:
        """Every combination that gives the text, in the documented order; none where nothing does.

        Where values overlap there can be very many: `matches` gives them one by one.
        """
        return tuple(self.matches(text))

    def matches(self, text: str) -> Iterator[Expansion]:
        """Every combination that gives the text, one by one, in the documented order."""
        return (found for found in self.candidates(text) if self.polish(found.text) == text)

    def candidates(self, text: str) -> Iterator[Expansion]:
        """What `matches` chooses from, including what a phrase drops."""
        walk = Walk(self.context, text)
        for number, head in enumerate(self._heads):
            if not text.startswith(head):
                continue
            before = self.combinations.ends[number - 1] if number else 0
            for index in walk.indexes(self.templates[number]):
                yield self.combinations.nth(before + index)

    def polish(self, text: str) -> str | None:
        """The text of a combination after the stages; None where they drop it."""
        polished = polish([text], self.stages, self.phrases, self.replacements)
        return polished[0] if polished else None

    def _head(self, template: Template) -> str:
        """The text that every combination of the template begins with."""
        first = template.parts[0]
        step = self.context.step(self.context.start, first) if isinstance(first, str) else None
        return step[1] if step else ""
