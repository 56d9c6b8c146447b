"""Checking the crops of pictures: are the pictures there, and do enough of their pixels show."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.cards.crops import STRAY_CROP, find_crop, read_crops
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.io.files import shown
from cardtools.steps.game_files import GameFiles


def stray_crops(game: GameFiles) -> Iterator[Diagnostic]:
    """IMG013 for each crop of a picture that no art folder has. Raises InputError if the file is unusable."""
    from cardtools.render.pictures.art import find_art

    crops, file = read_crops(game.project)
    roots = tuple(map(game.project.path, game.project.settings.cards.art))
    for picture in file.data.get("crops", {}) if file else ():
        place = file.at("crops", picture) if file else None
        assert place is not None
        try:
            find_art(picture, roots, place, "the crop", named=crops.keys())
        except InputError as error:
            hint = error.diagnostics[0].hint
            if "did you mean" not in hint:
                hint = "take the crop out, or give it the new name of the picture"
            folders = " or ".join(map(shown, roots))
            message = f"the crop of {picture!r} belongs to no picture: {folders} has none of this name"
            yield STRAY_CROP.finding(place, message, hint)


def coarse_crops(game: GameFiles) -> list[Diagnostic]:
    """IMG007 for each card that shows too few pixels of a picture because of its crop.

    A card that cannot be drawn has none: drawing reports why.
    """
    from cardtools.render.compose.compose_checks import SIZE

    try:
        project_cards = game.project_cards
    except InputError:
        return []
    crops = project_cards.art_files.crops
    cards = [
        card
        for card in project_cards.everything
        if any(find_crop(crops, name) for names in card.pictures.values() for name in names)
    ]
    found = [finding for one in project_cards.compose(cards) for finding in one.findings]
    return [one for one in found if one.code == SIZE.code and find_crop(crops, one.part)]
