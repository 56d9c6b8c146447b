"""What effect texts are made from besides the templates: placeholders, removals, replacements (Doc 4.7.4)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from cardtools.effects.grammar import Grammar, read_grammar
from cardtools.effects.polish import read_phrases, read_replacements
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.project.settings import EffectSettings


class Sources(NamedTuple):
    """What effect texts are made from besides the templates; `notices` say what was missing."""

    grammar: Grammar
    phrases: list[str]
    replacements: dict[str, str]
    notices: tuple[Diagnostic, ...]


def read_placeholders(root: Path, settings: EffectSettings) -> Grammar:
    """The placeholders of the project, with its settings for offsets."""
    return read_grammar(root / settings.placeholders, settings.link_offsets, settings.number_words)


def removal_file(root: Path, settings: EffectSettings) -> Path:
    """The file of the phrases to drop: under its old name, combinations.txt, if only that exists."""
    drop = root / settings.drop
    legacy = drop.with_name("combinations.txt")
    old = not os.path.isfile(drop) and drop.name == "combinations_to_remove.txt" and os.path.isfile(legacy)
    return legacy if old else drop


def read_sources(root: Path, settings: EffectSettings) -> Sources:
    """The placeholders, removals and replacements (Doc 4.7.4). Paths are relative to `root`.

    Both configuration files are optional: one that is missing gives a notice (GEN020), unless this is a
    project with its usual name; one under its old name is read (GEN021). Raises InputError with every problem
    of an unusable file.
    """
    from cardtools.effects.effect_checks import LEGACY_NAME, MISSING_CONFIG

    notices: list[Diagnostic] = []
    grammar = read_placeholders(root, settings)
    drop = removal_file(root, settings)
    if drop != root / settings.drop:
        message = f"read instead of {Path(settings.drop).name}, its current name"
        notices.append(LEGACY_NAME.finding(Location(shown(drop)), message, "rename it"))
    replace = root / settings.replace
    project, usual = os.path.isfile(root / "cardtools.toml"), EffectSettings()
    phrases, replacements = [], {}
    if os.path.isfile(drop):
        phrases = read_phrases(drop)
    elif "drop" in settings.stages and not (project and settings.drop == usual.drop):
        message = "no such file, so no combination is dropped"
        notices.append(MISSING_CONFIG.finding(Location(shown(drop)), message))
    if os.path.isfile(replace):
        replacements = read_replacements(replace)
    elif "replace" in settings.stages and not (project and settings.replace == usual.replace):
        message = "no such file, so no phrase is replaced"
        notices.append(MISSING_CONFIG.finding(Location(shown(replace)), message))
    return Sources(grammar, phrases, replacements, tuple(notices))
