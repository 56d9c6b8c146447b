"""Checks of what a designer writes for the effects: GEN and FLG."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

from cardtools.effects.grammar import WordSource
from cardtools.ground.catalogue import check_functions
from cardtools.ground.errors import Diagnostic
from cardtools.project.settings import EffectSettings


def check_effect_files(
    root: Path, settings: EffectSettings, words: WordSource | None = None
) -> list[Diagnostic]:
    """Every finding about the effect files of a project, by place; a list that is not made yet is none."""
    from cardtools.effects.lint.context import EffectFiles

    files = EffectFiles(root, settings, words)
    found = [finding for check in check_functions(__name__) for finding in check(files)]
    place = attrgetter("location.path", "location.line", "location.column", "code")
    return sorted(dict.fromkeys([*files.problems, *found]), key=place)
