"""Pictures of cards, and the masks of their plates, in a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from cardtools.ground.io.build_record import BuildRecord
from cardtools.ground.io.filenames import distinct, slug
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.render.card_pictures import CardSide
from cardtools.render.scene.plates import mask, plate_names
from cardtools.render.scene.shapes import cut_png
from cardtools.steps.draw_cards import PictureOptions, Progress, draw_pictures
from cardtools.steps.game_files import GameFiles


def write_pictures(
    game: GameFiles,
    cards: Sequence[CardSide],
    folder: Path,
    options: PictureOptions,
    cut: bool,
    record: BuildRecord | None,
    progress: Progress,
    tell: Callable[[str], object],
) -> list[Path]:
    """Draw the cards that can be drawn as PNG files, with `cut` transparent outside their shape; their paths.

    The record of the build, if there is one, knows them afterwards; `tell` gets a line for each.
    """
    paths = []
    able = sum(card.scene is not None for card in cards)
    with progress(draw_pictures(game.project_cards, game.project, cards, options), able, "render") as waiting:
        for card, data in waiting:
            path = make_folder(folder) / f"{card.card.slug}.png"
            data = cut_png(data, card.scene, options.dpi) if cut and card.scene else data
            write_atomic(path, data)
            paths.append(path)
            if record:
                record.keep(path, data)
            tell(f"{card.card.name} -> {shown(path)}")
    return paths


def write_masks(
    game: GameFiles,
    cards: Sequence[CardSide],
    folder: Path,
    options: PictureOptions,
    record: BuildRecord | None,
    tell: Callable[[str], object],
) -> list[Path]:
    """Draw a black and white mask of each plate of the cards, such as NAME-foil.png; as `write_pictures`."""
    drawn = {card.card.slug: card.scene for card in cards if card.scene}
    plates = [(name, scene, plate) for name, scene in drawn.items() for plate in plate_names(scene)]
    taken = (card.slug for card in game.project_cards.everything)
    names = distinct((f"{name}-{slug(plate)}" for name, _, plate in plates), taken)
    paths = []
    for (name, scene, plate), own in zip(plates, names, strict=True):
        path = make_folder(folder) / f"{own}.png"
        write_atomic(path, options.rasteriser(game.project_cards, game.project).png(mask(scene, plate)))
        paths.append(path)
        if record:
            record.keep(path, other=folder / f"{name}.png")
        tell(f"the plate {plate} of {name} -> {shown(path)}")
    return paths
