"""Running an export: which target it is, and its files on the disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from cardtools.export.job import ExportDeck, Job, Output, Preset, check, is_made, mirrored_edges, unsafe_texts
from cardtools.files import check_output, new_folder, replacing
from cardtools.made import keep_only

RECORD = ".export.json"


def suits(target: str, deck: ExportDeck) -> bool:
    """Whether a target makes cards of the size that those of a deck have."""
    preset: Preset = import_module(f"cardtools.export.{target}").PRESET
    return not preset.sizes or all(is_made(preset, card.front) for card in deck.cards)


def plan(target: str, job: Job) -> list[Output]:
    """The files that a target makes of the decks; nothing is drawn or written yet.

    Texts outside the maker's safe zone go into the job's findings, edges that are mirrored into its remarks.
    Raises InputError when cards have another size than the maker's, or no backs where it needs them.
    """
    module = import_module(f"cardtools.export.{target}")
    preset: Preset = module.PRESET
    check(preset, target, job.decks)
    made: Iterator[Output] = module.outputs(job)
    files = list(made)
    job.findings.extend(unsafe_texts(preset, job))
    job.remarks.extend(mirrored_edges(preset, job))
    return files


def write(folder: Path, files: Iterable[Output]) -> None:
    """Write the files, each whole or not at all. Raises OutputError where a link leads out of the folder."""
    for file in files:
        path = check_output(folder / file.name, folder)
        with new_folder(path.parent), replacing(path) as stream:
            file.write(stream)


def clear_old(folder: Path, files: Iterable[Output], whole: bool = False) -> list[Path]:
    """Remove what an earlier export made in the decks' folders and this one did not (a `whole` one: what the
    last whole one made anywhere in the folder); nothing else. Gives what was removed.

    Each deck's folder has a record of what was made in it, the folder itself one of the last whole export.
    """
    files = list(files)
    decks: dict[str, set[str]] = {}
    for file in files:
        deck, _, name = file.name.partition("/")
        if name:
            decks.setdefault(deck, set()).add(name)
    removed = [path for deck, names in decks.items() for path in keep_only(folder / deck, names, RECORD)]
    if whole and decks:
        every = [*(file.name for file in files), *(f"{deck}/{RECORD}" for deck in decks)]
        removed += keep_only(folder, every, RECORD)
    return removed
