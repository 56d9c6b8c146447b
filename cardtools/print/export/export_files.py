"""Running an export: which target it is, and its files on the disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from cardtools.checks.proof.checks.texts import near_finding, too_near
from cardtools.ground.card_sizes import SIZES, named_sizes
from cardtools.ground.errors import Diagnostic, bad_input
from cardtools.ground.io.filenames import fold
from cardtools.ground.io.files import check_output, new_folder, replacing
from cardtools.ground.io.manifest import OutdatedFiles, remove_outdated
from cardtools.ground.spelling import counted
from cardtools.print.export import MODULES
from cardtools.print.export.decks import BACK_HINT, ExportDeck, Job, Output, Preset, same_size
from cardtools.print.sheets.printing import check_back
from cardtools.render.card_pictures import on_back
from cardtools.render.scene.scene import Scene, kept_safe

RECORD = ".export.json"


def target_module(target: str) -> Any:
    return import_module(f"cardtools.print.export.{MODULES.get(target, target)}")


def suits(target: str, deck: ExportDeck) -> bool:
    """Whether a target makes cards of the size that those of a deck have."""
    preset: Preset = target_module(target).PRESET
    return not preset.sizes or all(is_made(preset, deck.front(card)) for card in deck.cards)


def plan(target: str, job: Job) -> list[Output]:
    """The files of a target, not drawn yet; the job gets findings. Raises InputError for size or backs."""
    module = target_module(target)
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


def check(preset: Preset, target: str, decks: Sequence[ExportDeck]) -> None:
    """Raise InputError unless all cards have the maker's size, and backs where it needs them."""
    where = f"--to {target}"
    for deck in decks:
        if not deck.cards:
            raise bad_input(where, f"there is no card of {deck.name} to export")
        for card in deck.cards:
            front, back = deck.front(card), deck.back(card)
            if preset.sizes and not is_made(preset, front):
                size = f"{front.width:g} x {front.height:g} mm"
                message = f"the face of {card.name} is {size}, which {preset.title} doesn't make"
                hint = f'write size = "{preset.sizes[0]}" under [card] of its file; sizes: '
                raise bad_input(where, message, hint + named_sizes(preset.sizes))
            if preset.needs_back and not back:
                raise bad_input(where, f"{preset.title} needs backs, and the cards have none", BACK_HINT)
            check_back(where, card.name, front, back)
        if preset.sizes:
            same_size(target, deck)


def is_made(preset: Preset, scene: Scene) -> bool:
    """Whether a maker has the size and shape of a face or back."""
    made = (size for name in preset.sizes if (size := SIZES[name]).shape == scene.shape)
    return any(max(abs(scene.width - one.width), abs(scene.height - one.height)) <= 0.01 for one in made)


def mirrored_edges(preset: Preset, job: Job) -> Iterator[str]:
    """A line about the faces and backs that have less bleed than the maker wants."""
    scenes = {side for deck in job.decks for side in deck.sides()}
    if low := [scene.bleed for scene in scenes if scene.bleed < preset.bleed - 1e-6]:
        least = f"{min(low):g}" if min(low) == max(low) else f"{min(low):g} to {max(low):g}"
        has = f"{counted(len(low), 'card side')} {'has' if len(low) == 1 else 'have'} {least} mm of bleed"
        yield f"{has}, and {preset.title} wants {preset.bleed:g} mm: the edge is mirrored outwards"


def unsafe_texts(preset: Preset, job: Job) -> Iterator[Diagnostic]:
    """RND006 for each face and each different back, naming the text furthest out of the safe zone."""
    if not preset.safe:
        return
    fonts, backs = job.project_cards.fonts(), job.project_cards.backs
    hint = f"{preset.title} wants {preset.safe:g} mm: move it away from the edge"
    cards = {one.slug: (deck.front(one), deck.back(one), one) for deck in job.decks for one in deck.cards}
    for front, _, card in cards.values():
        if near := too_near(front, kept_safe(front), preset.safe, fonts):
            yield near_finding(card, near[0], hint)
    for back, card in {back: card for _, back, card in reversed(cards.values()) if back}.items():
        if (near := too_near(back, kept_safe(back), preset.safe, fonts)) and backs:
            face = backs.choose(card.values, card.where, card.name)
            part = next((text.element for text in back.texts if near[0].run in text.runs), "")
            yield on_back(near_finding(card, near[0], hint, part), face, card)
