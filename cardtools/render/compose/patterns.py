"""Patterns: an icon or a picture, repeated over a shape or in the letters of a text."""

from __future__ import annotations

import math

from cardtools.ground.toml.tomlplaces import Key
from cardtools.render.compose.composition import Composition
from cardtools.render.face.model.painted import PatternFill
from cardtools.render.scene.scene import Box, Fill, Item, Picture, TilePattern

MOST_TILES = 2_000
_PICTURE = 1_000  # it takes as long to draw as so many lines


def read_pattern(
    work: Composition, given: PatternFill, box: Box, keys: tuple[Key, ...]
) -> TilePattern | None:
    """The pattern of an element for a box; None if its picture is empty."""
    items: tuple[Item, ...]
    if given.icon:
        name = work.icon(given.icon, *keys)
        if not name:
            return None
        icon = work.face.icons[name]
        tile = Box(0, 0, given.width, given.height or given.width / icon.ratio)
        colour = work.colour(given.colour, *keys, "colour") if given.colour else ""
        # As large as the tile allows, in its middle.
        width = min(tile.width, tile.height * icon.ratio)
        left, top = (tile.width - width) / 2, (tile.height - width / icon.ratio) / 2
        place = Box(left, top, width, width / icon.ratio)
        items = tuple(icon.items(name, place, Fill((colour,)) if colour else None, None))
        segments = icon.size
    else:
        source = work.text(given.image, *keys, "image").strip()
        if not source:
            return None
        tile = Box(0, 0, given.width, given.height or given.width)
        items, segments = (Picture(tile, source),), _PICTURE
    pattern = TilePattern(items, tile.width, tile.height, given.gap, given.angle)
    step = (tile.width + given.gap) * (tile.height + given.gap)
    count = math.ceil(box.width * box.height / step)
    if count > MOST_TILES:
        message = f"the pattern is repeated {count:,} times in it, more than {MOST_TILES:,}"
        work.problem(keys, message, "give it a larger width")
        return None
    work.draw(segments, count, *keys)
    return pattern
