"""Finds the template of each effect: the first one that makes its text."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence

from cardtools.effects.expand import Expander
from cardtools.effects.grammar import Template
from cardtools.effects.parsing.parse import Parser
from cardtools.effects.polish import polish

_AT_ONCE = 50_000  # combinations that go through the stages together


def find_origins(
    texts: Collection[str],
    templates: Sequence[Template],
    expander: Expander,
    stages: Sequence[str],
    phrases: Sequence[str],
    replacements: Mapping[str, str],
    limit: int,
) -> dict[str, int]:
    """The position of the first template that makes each text after the stages, for texts that have one.

    Up to `limit` combinations, all are made and compared, which is fastest; beyond that each text is parsed.
    """
    per_line = [stage for stage in stages if stage not in ("sort", "dedupe")]
    if sum(map(expander.count, templates)) > limit:
        parser = Parser(templates, expander, per_line, phrases, replacements)
        number = {id(template): position for position, template in enumerate(templates)}
        first = {text: next(parser.matches(text), None) for text in texts}
        return {text: number[id(found.template)] for text, found in first.items() if found}
    missing = set(texts)
    origins: dict[str, int] = {}
    for position, template in enumerate(templates):
        combinations = expander.expand(template)
        while missing and (part := list(itertools.islice(combinations, _AT_ONCE))):
            made = missing.intersection(polish(part, per_line, phrases, replacements))
            origins.update(dict.fromkeys(made, position))
            missing -= made
    return origins
