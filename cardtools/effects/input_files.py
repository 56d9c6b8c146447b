"""What effect texts are made from besides the templates: placeholders, removals, replacements (Doc 4.7.4)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from cardtools.effects.grammar import Grammar, read_grammar
from cardtools.effects.polish import Stages, phrase_lines, read_replacements
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.project.settings import EffectSettings


class Sources(NamedTuple):
    """What effect texts are made from besides the templates; `notices` say what was missing."""

    grammar: Grammar
    stages: Stages
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
    grammar = read_placeholders(root, settings)
    drop, replace = removal_file(root, settings), root / settings.replace
    has_drop, has_replace = os.path.isfile(drop), os.path.isfile(replace)
    phrases = [text for _, text in phrase_lines(drop)] if has_drop else []
    replacements = read_replacements(replace) if has_replace else {}
    notices: list[Diagnostic] = []
    if drop != root / settings.drop:
        from cardtools.effects.effect_checks import LEGACY_NAME

        message = f"read instead of {Path(settings.drop).name}, its current name"
        notices.append(LEGACY_NAME.finding(Location(shown(drop)), message, "rename it"))
    project, usual = os.path.isfile(root / "cardtools.toml"), EffectSettings()
    for stage, found, path, is_usual, effect in (
        ("drop", has_drop, drop, settings.drop == usual.drop, "no combination is dropped"),
        ("replace", has_replace, replace, settings.replace == usual.replace, "no phrase is replaced"),
    ):
        if stage in settings.stages and not found and not (project and is_usual):
            from cardtools.effects.effect_checks import MISSING_CONFIG

            notices.append(MISSING_CONFIG.finding(Location(shown(path)), f"no such file, so {effect}"))
    return Sources(grammar, Stages(settings.stages, phrases, replacements), tuple(notices))
