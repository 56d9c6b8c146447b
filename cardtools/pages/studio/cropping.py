"""The pictures of a card as the page shows them to be cropped, and the crops that it sends back."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardtools.cards.crops import Crop, crops_with, find_crop
from cardtools.ground.errors import InputError, Location, bad_input
from cardtools.ground.frozen_record import asdict
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.drawing import card_of
from cardtools.render.card_pictures import CardSide
from cardtools.render.compose.missing_art import MARK
from cardtools.render.pictures.art import find_art
from cardtools.render.pictures.icons import Drawing
from cardtools.render.project_cards import ProjectCards
from cardtools.render.scene.scene import Picture, walk

if TYPE_CHECKING:
    from cardtools.pages.studio.studio import Studio

_LONGEST = 1400  # pixels of a side, on the page
_QUALITY = 85


def pictures(desk: Desk, slug: str) -> dict[str, Any]:
    """The pictures of a card that can be cropped, the largest place first, and the card's size in mm. Each is
    as the face has it, and has the crop that is kept, if there is one.
    """
    project_cards = desk.game.project_cards
    plain = replace(project_cards, art_files=replace(project_cards.art_files, crops={}))
    for composed in plain.compose([card_of(desk, slug)]):
        if composed.scene:
            size = [composed.scene.width, composed.scene.height]
            return {"size": size, "pictures": list(_pictures(composed, project_cards))}
        raise InputError(composed.problems)
    return {"size": [1, 1], "pictures": []}


def _pictures(composed: CardSide, project_cards: ProjectCards) -> Iterator[dict[str, Any]]:
    card = composed.card
    face = project_cards.faces.choose(card.values, card.where, card.name)
    items: dict[str, Picture] = {}
    for item in walk(composed.scene.items if composed.scene else ()):
        if not isinstance(item, Picture) or item.icon or MARK in item.source:
            continue
        if item.source not in face.pictures:
            known = items.setdefault(item.source, item)
            if item.box.width * item.box.height > known.box.width * known.box.height:
                items[item.source] = item
    for item in sorted(items.values(), key=lambda item: -item.box.width * item.box.height):
        art = project_cards.art_files.load(item.source, card.where, f"card {card.name}")
        crop = find_crop(project_cards.art_files.crops, item.source)
        if isinstance(art, Drawing):
            continue
        image, out = art.image(), io.BytesIO()
        if art.alpha:
            from PIL import Image

            image = Image.composite(
                image, Image.new("RGB", image.size, "white"), Image.open(io.BytesIO(art.alpha))
            )
        image.thumbnail((_LONGEST, _LONGEST))
        image.save(out, "JPEG", quality=_QUALITY)
        yield {
            "source": item.source,
            "image": "data:image/jpeg;base64," + base64.b64encode(out.getvalue()).decode("ascii"),
            "width": art.width,
            "height": art.height,
            "box": [item.box.left, item.box.top, item.box.width, item.box.height],
            "whole": item.whole,
            "face": asdict(Crop(focus_x=item.focus_x, focus_y=item.focus_y)),
            "crop": crop and asdict(crop),
        }


def crop_file(desk: Desk, picture: str, crop: dict[str, float] | None) -> tuple[str, str]:
    """The path and the text of the file of crops with another crop of a picture: `{"focus_x": 0.5, ...}`;
    None removes the one that is kept. Raises InputError if it makes no sense, or the file has problems.
    """
    try:
        numbers = None if crop is None else Crop(**{name: float(number) for name, number in crop.items()})
    except (TypeError, ValueError, OverflowError) as error:
        raise bad_input("the crop", str(error)) from None
    project = desk.project
    if numbers:
        roots = tuple(map(project.path, project.settings.cards.art))
        find_art(picture, roots, Location("the crop"), picture)
    return project.settings.cards.crops, crops_with(project, picture, numbers)


def keep_crop(studio: Studio, by: str, picture: str, crop: dict[str, float] | None, card: str = "") -> Any:
    """Keep the crop of a picture, as `crop_file`."""
    with studio.workspace.together():
        path, text = studio.draw("crop_file", picture=picture, crop=crop)
        change = {path: (studio.workspace.version(path), text.encode())}
        studio.workspace.change(by, f"crop of {picture}", change, [card] if card else [])
    return {}


ANSWERS: dict[str, DeskAnswer] = {"pictures": pictures, "crop_file": crop_file}
