"""Running an export: which target it is, and its files on the disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from cardtools.ground.errors import bad_input
from cardtools.ground.io.filenames import fold
from cardtools.ground.io.files import check_output, new_folder, replacing
from cardtools.ground.io.manifest import OutdatedFiles, remove_outdated
from cardtools.print.export.decks import (
    ExportDeck,
    Job,
    Output,
    Preset,
    check,
    is_made,
    mirrored_edges,
    unsafe_texts,
)

RECORD = ".export.json"


def suits(target: str, deck: ExportDeck) -> bool:
    """Whether a target makes cards of the size that those of a deck have."""
    preset: Preset = import_module(f"cardtools.print.export.{target}").PRESET
    return not preset.sizes or all(is_made(preset, deck.front(card)) for card in deck.cards)


def plan(target: str, job: Job) -> list[Output]:
    """The files that a target makes of the decks; nothing is drawn yet. The job gets findings about unsafe
    texts and remarks about mirrored edges. Raises InputError when the maker has not that size, or needs
    backs.
    """
    module = import_module(f"cardtools.print.export.{target}")
    preset: Preset = module.PRESET
    check(preset, target, job.decks)
    made: Iterator[Output] = module.outputs(job)
    files = list(made)
    times = Counter(fold(file.name) for file in files)
    for file in files:
        if times[fold(file.name)] > 1:
            raise bad_input(f"--to {target}", f"two files would have the name {file.name}", "rename a deck")
    job.findings.extend(unsafe_texts(preset, job))
    job.remarks.extend(mirrored_edges(preset, job))
    return files


def write(folder: Path, files: Iterable[Output]) -> None:
    """Write the files, each whole or not at all. Raises OutputError where a link leads out of the folder."""
    for file in files:
        path = check_output(folder / file.name, folder)
        with new_folder(path.parent), replacing(path) as stream:
            file.write(stream)


def clear_old(folder: Path, target: str, files: Iterable[Output], whole: bool = False) -> OutdatedFiles:
    """Remove what earlier exports made in the decks' folders (`whole`: in all) and this one did not."""
    names = {file.name for file in files}
    decks = {deck for deck, slash, _ in (name.partition("/") for name in names) if slash}
    return remove_outdated(folder, RECORD, target, names, lambda one: whole or one.partition("/")[0] in decks)
