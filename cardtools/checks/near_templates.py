"""Compares effects that are not in the list with the project's templates, for near misses."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.ground.errors import InputError
from cardtools.project.settings import EffectSettings

if TYPE_CHECKING:
    from cardtools.effects.parsing.nearest import NearestEffect, NearMiss

# A search takes about a tenth of a second, and longer for long texts.
QUESTIONS, LONGEST = 20, 500


class NearTemplates:
    """Templates, read when they are first needed; without any, or with invalid ones, nothing is close."""

    def __init__(self, root: Path, settings: EffectSettings) -> None:
        self.root, self.settings = root, settings
        self._known: dict[str, NearMiss | None] = {}

    @cached_property
    def _nearest(self) -> NearestEffect | None:
        from cardtools.effects.grammar import read_templates
        from cardtools.effects.parsing.nearest import NearestEffect
        from cardtools.effects.parsing.parse import read_parser

        try:
            templates = read_templates(self.root / self.settings.templates)
            parser, _ = read_parser(self.root, self.settings, templates)
        except InputError:
            return None  # the commands that make effects say why
        return NearestEffect(parser)

    def give(self, text: str) -> bool:
        """Whether a template produces the text, so that the list is merely out of date."""
        if len(text) > LONGEST or self._nearest is None:
            return False
        return any(self._nearest.parser.matches(text))

    def to(self, text: str) -> NearMiss | None:
        """The template and the effect closest to the text; None if nothing is close, or after many texts."""
        if len(text) > LONGEST or self._nearest is None:
            return None
        if text not in self._known and len(self._known) < QUESTIONS:
            miss = self._nearest.to(text)
            self._known[text] = miss if miss and (miss.effect or miss.dropped_by) else None
        return self._known.get(text)
