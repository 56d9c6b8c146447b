"""Running an export: which target it is, and its files on the disk."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from cardtools.export.job import ExportDeck, Job, Output, Preset, check, is_made, unsafe_texts
from cardtools.files import check_output, new_folder, read_json, remove, replacing, write_atomic

RECORD = ".export.json"


def suits(target: str, deck: ExportDeck) -> bool:
    """Whether a target makes cards of the size that those of a deck have."""
    preset: Preset = import_module(f"cardtools.export.{target}").PRESET
    return not preset.sizes or all(is_made(preset, card.front) for card in deck.cards)


def plan(target: str, job: Job) -> list[Output]:
    """The files that a target makes of the decks; nothing is drawn or written yet.

    Texts outside the maker's safe zone go into the job's findings. Raises InputError when cards have another
    size than the maker's, or no backs where it needs them.
    """
    module = import_module(f"cardtools.export.{target}")
    preset: Preset = module.PRESET
    check(preset, target, job.decks)
    made: Iterator[Output] = module.outputs(job)
    files = list(made)
    job.findings.extend(unsafe_texts(preset, job))
    return files


def write(folder: Path, files: Iterable[Output]) -> None:
    """Write the files, each whole or not at all. Raises OutputError where a link leads out of the folder."""
    for file in files:
        path = check_output(folder / file.name, folder)
        with new_folder(path.parent), replacing(path) as stream:
            file.write(stream)


def clear_old(folder: Path, files: Iterable[Output]) -> list[str]:
    """Remove what an earlier export made in the decks' folders and this one did not; nothing else.

    Each deck's folder has a record of what was made in it. Gives the names of what was removed.
    """
    decks: dict[str, set[str]] = {}
    for file in files:
        deck, _, name = file.name.partition("/")
        if name:
            decks.setdefault(deck, set()).add(name)
    removed: list[str] = []
    for deck, names in decks.items():
        record = folder / deck / RECORD
        for name in sorted(_recorded(record) - names):
            path = folder / deck / name
            if os.path.isfile(path):
                remove(path)
                removed.append(f"{deck}/{name}")
        write_atomic(record, json.dumps(sorted(names), ensure_ascii=False, indent=1) + "\n")
    return removed


def _recorded(record: Path) -> set[str]:
    """The names in a record, those inside its folder; none where it cannot be read."""
    folder = os.path.join(os.path.realpath(record.parent), "")
    try:
        names = read_json(record)
        return {name for name in names if os.path.realpath(folder + name).startswith(folder)}
    except (ValueError, TypeError):
        return set()
