"""Which texts can be played: those that a template gives, where all of it has a meaning."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cardtools.effects.parsing.nearest import NearestEffect
from cardtools.effects.parsing.parse import Parser
from cardtools.programs.programs_file import ProgramSource

# Texts that no template gives and whose reason is worked out: looking for the nearest takes a while.
_EXPLAINED = 200


def declined(texts: Collection[str], parser: Parser, source: ProgramSource) -> Mapping[str, str]:
    """The texts that cannot be played, each with the reason."""
    origins = parser.find_templates(set(texts))
    nearest = NearestEffect(parser)
    complete = {template: source.is_complete(template) for template in dict.fromkeys(origins.values())}
    found: dict[str, str] = {}
    for text in dict.fromkeys(texts):
        template = origins.get(text)
        if template is None:
            miss = nearest.to(text) if len(found) < _EXPLAINED else None
            found[text] = miss.message if miss else "no template gives it"
        elif not complete[template]:
            gaps = [source.gap(match.template, match.bindings) for match in parser.matches(text)]
            if all(gaps):
                found[text] = gaps[0]
    return found
