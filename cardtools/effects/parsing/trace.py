"""Which combination each finished text came from: the stages run forward, their lines counted."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from cardtools.effects.grammar import Template
from cardtools.effects.parsing.parse import Parser
from cardtools.effects.polish import PER_LINE, RowColumns, drop, polish, polish_rows

# Expanding costs a few microseconds a combination, parsing a hundred times that for each text.
_WORTH = 50
_PART = 50_000  # combinations that go through the stages together


def trace(
    lines: Sequence[str], stages: Iterable[str], phrases: Sequence[str], replacements: Mapping[str, str]
) -> Iterator[tuple[str, Sequence[int], list[str]]]:
    """After each stage: its name, and the remaining lines with their positions in `lines`.

    Lines keep their order, and equal ones stay apart: sorting and de-duplicating are skipped.
    """
    rows: RowColumns = {"position": range(len(lines)), "effect": lines}
    for stage in stages:
        if stage in PER_LINE:
            rows = polish_rows(rows, [stage], phrases, replacements)
            yield stage, rows["position"], list(rows["effect"])


def dropping_phrase(
    text: str, stages: Iterable[str], phrases: Sequence[str], replacements: Mapping[str, str]
) -> str:
    """The phrase that drops the text on its way through the stages; "" where none does."""
    lines = [text]
    for stage in stages:
        if stage == "drop":
            tidy = drop(lines, ())[0]
            for phrase in phrases:
                if phrase in tidy:
                    return phrase
        lines = polish(lines, [stage], phrases, replacements)
    return ""


def find_templates(texts: Collection[str], parser: Parser) -> dict[str, Template]:
    """The first template that gives each of the texts; those that none gives are left out."""
    if parser.combinations.total > _WORTH * len(texts):
        first = {text: next(parser.matches(text), None) for text in texts}
        return {text: match.template for text, match in first.items() if match}
    missing = set(texts)
    found: dict[str, Template] = {}
    for template in parser.templates:
        combinations = parser.expander.expand(template)
        while missing and (part := list(itertools.islice(combinations, _PART))):
            made = missing.intersection(polish(part, parser.stages, parser.phrases, parser.replacements))
            found.update(dict.fromkeys(made, template))
            missing -= made
    return found
