"""How art fits its place on a card: the part of it that shows, and the box that it fills."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from cardtools.render.pictures.images import Art
from cardtools.render.scene.scene import Box, Picture


class ArtSource(Protocol):
    """The art of scenes by its source, for exporters."""

    def __getitem__(self, source: str, /) -> Art: ...


def fitted(item: Picture, art: Art) -> Picture:
    """The picture with the box that it really fills: smaller than its own where the art is shown whole."""
    if not item.whole:
        return item
    scale = min(item.box.width / art.width, item.box.height / art.height) * item.zoom  # mm a pixel
    width, height = min(item.box.width, art.width * scale), min(item.box.height, art.height * scale)
    left = item.box.left + (item.box.width - width) * item.focus_x
    top = item.box.top + (item.box.height - height) * item.focus_y
    zoom = max(1.0, scale / max(width / art.width, height / art.height))
    return replace(item, box=Box(left, top, width, height), whole=False, zoom=zoom)


def cover(art: Art, item: Picture) -> Box:
    """The part of the art, in its pixels, that a picture shows."""
    scale = min(art.width / item.box.width, art.height / item.box.height) / item.zoom
    width, height = item.box.width * scale, item.box.height * scale
    return Box((art.width - width) * item.focus_x, (art.height - height) * item.focus_y, width, height)
