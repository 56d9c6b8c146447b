"""The pictures of a card as the page shows them to be cropped, and the crops that it sends back."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from cardtools.cards.crops import Crop, find_crop, write_crop
from cardtools.ground.errors import InputError, Location, bad_input
from cardtools.ground.frozen_record import asdict
from cardtools.pages.studio.worker import Send
from cardtools.project.project import Project
from cardtools.render.card_pictures import CardSide
from cardtools.render.compose.missing_art import MARK
from cardtools.render.pictures.art import find_art
from cardtools.render.pictures.icons import Drawing
from cardtools.render.project_cards import ProjectCards
from cardtools.render.scene.scene import Picture, walk
from cardtools.steps.card_choice import CardChoice

_LONGEST = 1400  # pixels of a side, on the page
_QUALITY = 85


def show_pictures(reply: Send, choice: CardChoice) -> Callable[[str], None]:
    """For a `Worker`: the pictures of a card that can be cropped, the largest place first. A request is the
    card's slug; the reply, a list for the page. There is none if the card cannot be drawn.

    Each picture is as the face has it, and has the crop that is kept, if there is one.
    """
    from cardtools.steps.game_files import GameFiles

    def answer(slug: str) -> None:
        with suppress(InputError, OSError):  # the page has it from `follow`
            project_cards = GameFiles(choice.project(required=False)).project_cards
            plain = replace(project_cards, art_files=replace(project_cards.art_files, crops={}))
            cards = [card for card in project_cards.everything if card.slug == slug]
            for composed in plain.compose(cards[:1]):
                reply(list(_pictures(composed, project_cards)))

    return answer


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


def keep_crop(project: Project, sent: Any) -> None:
    """Keep the crop of a picture as the page sends it: `{"picture": "ox.jpg", "crop": {"zoom": 2}}`; None
    removes the one that is kept.

    Raises InputError if it makes no sense, or the file of crops has problems, and OutputError if that cannot
    be written.
    """
    try:
        picture, numbers = sent["picture"], sent["crop"]
        crop = None if numbers is None else Crop(**{name: float(number) for name, number in numbers.items()})
        if not isinstance(picture, str) or (crop and set(numbers) - set(Crop.__dataclass_fields__)):
            raise TypeError("expected a picture and its crop")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise bad_input("the crop", str(error)) from None
    if crop:
        roots = tuple(map(project.path, project.settings.cards.art))
        find_art(picture, roots, Location("the crop"), picture)
    write_crop(project, picture, crop)
