"""Checks of the placeholders in templates and in the patterns of tag rules: GEN001 to GEN005."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.effects.faults import check_placeholders
from cardtools.effects.lint.context import EffectFiles
from cardtools.ground.errors import Diagnostic


def check(files: EffectFiles) -> Iterator[Diagnostic]:
    """What is wrong with each placeholder that is used."""
    if files.grammar:
        yield from check_placeholders(files.grammar, files.templates)
    if files.sources:
        yield from check_placeholders(files.sources.grammar, files.tag_patterns)
