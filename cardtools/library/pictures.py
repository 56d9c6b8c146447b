"""Pictures of cards, and the masks of their plates, in a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from cardtools.ground.errors import bad_input
from cardtools.ground.io.build_record import BuildRecord
from cardtools.ground.io.filenames import distinct, segment, slug
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.language.budget import Budget, StringError
from cardtools.language.text_templates import compile_text
from cardtools.render.card_pictures import CardSide
from cardtools.render.scene.plates import mask, plate_names
from cardtools.render.scene.shapes import cut_png, turned_png
from cardtools.steps.draw_cards import PictureOptions, Progress, draw_pictures
from cardtools.steps.game_files import GameFiles


def file_names(pattern: str, cards: Sequence[CardSide]) -> dict[str, str]:
    """By the names of the cards' files, those that a pattern such as `{{ TYPE }} {{ NAME }}` makes of their
    values. Raises InputError for a pattern that cannot be filled in.
    """
    made = []
    for side in cards:
        try:
            made.append(segment(compile_text(pattern)(side.card.values, Budget()).strip()))
        except StringError as error:
            raise bad_input("--names", f"{side.card.name}: {error}", error.hint) from None
    return dict(zip((side.card.slug for side in cards), distinct(made), strict=True))


def write_pictures(
    game: GameFiles,
    cards: Sequence[CardSide],
    folder: Path,
    options: PictureOptions,
    cut: bool,
    masks: bool,
    record: BuildRecord | None,
    progress: Progress,
    tell: Callable[[str], object],
    pattern: str = "",
    backs: Sequence[CardSide] = (),
    angle: int = 0,
) -> tuple[list[Path], int]:
    """Draw the cards that can be drawn as PNG files, with `cut` transparent outside their shape, and with
    `masks` each of their plates in black and white, such as NAME-foil.png, and `backs`, all turned by the
    `angle`; all paths, and how many are cards.

    The names of the files are the cards' own, or made by the `pattern`. The record of the build, if there is
    one, knows them afterwards; `tell` gets a line for each.
    """
    paths: list[Path] = []
    own_names = file_names(pattern, cards) if pattern else {}

    def write(name: str, data: bytes, what: str, of: str = "") -> None:
        path = make_folder(folder) / f"{own_names.get(name, name)}.png"
        data = turned_png(data, angle, options.dpi) if angle else data
        write_atomic(path, data)
        paths.append(path)
        if record:
            record.keep(path, None if of else data, folder / f"{of}.png" if of else None)
        tell(f"{what} -> {shown(path)}")

    scenes = {card.card.slug: card.scene for card in cards if card.scene}
    able = sum(card.scene is not None for card in cards)
    with progress(draw_pictures(game.project_cards, game.project, cards, options), able, "render") as waiting:
        for card, data in waiting:
            if cut and card.scene:
                data = cut_png(data, card.scene.shape, card.scene.corner, options.dpi)
            write(card.card.slug, data, card.card.name)
    drawn = len(paths)
    taken = [card.slug for card in game.project_cards.everything]
    behind = {side.card.slug: side.scene for side in backs if side.scene and side.card.slug in scenes}
    if len({replace(scene, title="") for scene in behind.values()}) == 1:
        behind = {"": next(iter(behind.values()))}
    rasteriser = options.rasteriser(game.project_cards, game.project)
    names = distinct((f"{own_names.get(name, name)}-back".lstrip("-") for name in behind), taken)
    for (name, scene), own in zip(behind.items(), names, strict=True):
        data = rasteriser.png(scene)
        data = cut_png(data, scene.shape, scene.corner, options.dpi) if cut else data
        write(own, data, f"the back of {name or 'all cards'}", name or next(iter(scenes)))
    every = scenes.items() if masks else ()
    plates = [(name, scene, plate) for name, scene in every for plate in plate_names(scene)]
    names = distinct((f"{name}-{slug(plate)}" for name, _, plate in plates), taken)
    for (name, scene, plate), own in zip(plates, names, strict=True):
        write(own, rasteriser.png(mask(scene, plate)), f"the plate {plate} of {name}", name)
    return paths, drawn
