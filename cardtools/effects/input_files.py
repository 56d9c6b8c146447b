"""What effect texts are made from besides the templates: placeholders, removals, replacements (Doc 4.7.4)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from cardtools.effects.grammar import (
    SLOT,
    Grammar,
    PlaceholderValues,
    Template,
    WordSource,
    read_templates,
)
from cardtools.effects.polish import Stages, phrase_lines, read_replacements
from cardtools.ground.errors import Diagnostic, Location, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.project.settings import EffectSettings

# Not placeholders, though they are in the same folder (Doc 4.7.4); the last is the old name of the first.
CONFIGURATION_FILES = ("combinations_to_remove", "phrase_replacements", "combinations")

_STEPS = 10_000_000  # from placeholder to placeholder, in search of cycles


class Sources(NamedTuple):
    """What effect texts are made from besides the templates; `notices` say what was missing."""

    grammar: Grammar
    stages: Stages
    notices: tuple[Diagnostic, ...]


def read_placeholders(root: Path, settings: EffectSettings, words: WordSource | None = None) -> Grammar:
    """The placeholders of the project, with its settings for offsets, and the words of its game."""
    return read_grammar(root / settings.placeholders, settings.link_offsets, settings.number_words, words)


def removal_file(root: Path, settings: EffectSettings) -> Path:
    """The file of the phrases to drop: under its old name, combinations.txt, if only that exists."""
    drop = root / settings.drop
    legacy = drop.with_name("combinations.txt")
    old = not os.path.isfile(drop) and drop.name == "combinations_to_remove.txt" and os.path.isfile(legacy)
    return legacy if old else drop


def read_sources(root: Path, settings: EffectSettings, words: WordSource | None = None) -> Sources:
    """The placeholders, removals and replacements (Doc 4.7.4). A configuration file may be missing, with a
    notice (GEN020) unless this is a project with its usual name, or have its old name (GEN021). Raises
    InputError with every problem of an unusable file.
    """
    grammar = read_placeholders(root, settings, words)
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


def _read_value(line: str) -> str:
    """A value with `_` read as a space, except in the names of placeholders in it (`<spell_zone>`)."""
    if "_" not in line:
        return line
    value = re.sub(f"{SLOT}|_", lambda part: " " if part[0] == "_" else part[0], line)
    # A line "_" is how a designer writes "nothing here": an empty value, not a space.
    return value if value.strip() else ""


def read_grammar(
    folder: Path, link_offsets: bool = False, number_words: bool = False, words: WordSource | None = None
) -> Grammar:
    """Read every `*.txt` of the placeholder folder (Doc 4.7.3): one value a line, stripped, `_` read as a
    space; without the folder there are no placeholders. Raises InputError when a file is not UTF-8, and where
    there are too many placeholders or values, or they contain each other too deeply.
    """
    most = limits()
    paths = [path for path in sorted(folder.glob("*.txt")) if path.stem not in CONFIGURATION_FILES]
    if len(paths) > most.placeholders:
        message = f"there are {len(paths):,} placeholders"
        raise bad_input(shown(folder), message, raise_hint("placeholders"))
    files = {path.stem: Location(shown(path)) for path in paths}
    values: dict[str, tuple[Template, ...]] = {}
    left = most.text_lines
    for path in paths:
        if lines := tuple(read_templates(path, _read_value)):
            values[path.stem] = lines
            left -= sum(map(len, (line.parts for line in lines)))
        if left < 0:
            message = f"the values have more than {most.text_lines:,} parts"
            raise bad_input(shown(folder), message, raise_hint("text_lines"))
    known = PlaceholderValues(values, (), words)
    needs: dict[str, list[str]] = {}
    names = list(values)
    for name in names:  # and the optional parts that they contain
        if name not in needs:
            slots = (slot.name for value in known[name] for slot in value.slots if slot.name in known)
            needs[name] = list(dict.fromkeys(slots))
            names += needs[name]
    cycles = _find_cycles(needs, folder)
    on_cycle = {name for cycle in cycles for name in cycle}
    values = {name: lines for name, lines in known.items() if name not in on_cycle}
    nested = {name: [one for one in needs[name] if one in values] for name in values}
    depth: dict[str, int] = {}
    for name in TopologicalSorter(nested).static_order():
        depth[name] = 1 + max((depth[one] for one in nested[name]), default=0)
        if depth[name] > most.placeholder_depth:
            message = f"placeholders contain each other more than {most.placeholder_depth} deep"
            raise bad_input(files.get(name, shown(folder)), message, raise_hint("placeholder_depth"))
    return Grammar(values, files, folder, cycles, link_offsets, number_words, words)


def _find_cycles(needs: Mapping[str, list[str]], folder: Path) -> tuple[tuple[str, ...], ...]:
    """A cycle through each group of placeholders that contain each other (see `needs`), as a -> b -> a."""
    left = _STEPS
    cycles: list[tuple[str, ...]] = []
    found: set[str] = set()
    for start in needs:
        if start in found:
            continue
        # Breadth first, so the path that is shown is a shortest one.
        origin: dict[str, str] = {}
        queue = [start]
        for name in queue:
            left -= len(needs[name]) + 1
            if left < 0:
                message = "the placeholders contain each other in too many ways"
                raise bad_input(shown(folder), message, "use fewer placeholders in the values of others")
            for needed in needs[name]:
                if needed == start:
                    path = [name]
                    while path[-1] != start:
                        path.append(origin[path[-1]])
                    cycles.append((*reversed(path), start))
                    found.update(path)
                    queue.clear()
                    break
                if needed not in origin:
                    origin[needed] = name
                    queue.append(needed)
    return tuple(cycles)
