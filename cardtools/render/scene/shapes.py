"""Outlines of cards and of rounded rectangles, contours and art in a box, pictures cut along outlines."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from cardtools.ground.card_sizes import CardShape
from cardtools.render.pictures.images import Art, png_file
from cardtools.render.scene.outlines import points_of
from cardtools.render.scene.scene import (
    Box,
    Contour,
    Item,
    Picture,
    Rectangle,
    Scene,
    Segment,
    Stroke,
    Symbol,
)
from cardtools.render.scene.units import MM_PER_INCH

KAPPA = 0.5522847498  # a quarter circle as one cubic curve
_FINER, _LARGE = 4, 4_000_000  # the outline of a picture of fewer pixels has 4 times as many each way
_PIECES = 12  # of a round corner


def rounded(box: Box, radius: float) -> Contour:
    """The outline of a rounded rectangle, clockwise from the top left."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    if radius <= 0:
        return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom))
    near = radius * (1 - KAPPA)
    return (
        ("M", left + radius, top),
        ("L", right - radius, top),
        ("C", right - near, top, right, top + near, right, top + radius),
        ("L", right, bottom - radius),
        ("C", right, bottom - near, right - near, bottom, right - radius, bottom),
        ("L", left + radius, bottom),
        ("C", left + near, bottom, left, bottom - near, left, bottom - radius),
        ("L", left, top + radius),
        ("C", left, top + near, left + near, top, left + radius, top),
    )


def outline(shape: CardShape, box: Box, radius: float = 0.0) -> Contour:
    """The outline of a card in its box, clockwise; a hexagon is longer from corner to corner."""
    if shape == "rectangle":
        return rounded(box, radius)
    places = [(0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25)]
    if box.width > box.height:
        places = [(y, x) for x, y in reversed(places)]
    points = [(box.left + x * box.width, box.top + y * box.height) for x, y in places]
    if radius <= 0:
        return tuple(("L" if index else "M", *point) for index, point in enumerate(points))
    before, near = math.tan(math.pi / 6) * radius, 4 / 3 * math.tan(math.pi / 12) * radius
    segments: list[Segment] = []
    for index, point in enumerate(points):
        start, end = (_towards(point, points[(index + by) % 6], before) for by in (-1, 1))
        segments.append(("L" if index else "M", *start))
        segments.append(("C", *_towards(start, point, near), *_towards(end, point, near), *end))
    return tuple(segments)


def _towards(point: tuple[float, float], other: tuple[float, float], distance: float) -> tuple[float, float]:
    share = distance / math.dist(point, other)
    return point[0] + (other[0] - point[0]) * share, point[1] + (other[1] - point[1]) * share


def clearance(shape: CardShape, card: Box, box: Box) -> float:
    """How far a box is from the outline of a card: mm, below 0 where it crosses it."""
    if shape == "rectangle":
        return min(box.left - card.left, box.top - card.top, card.right - box.right, card.bottom - box.bottom)
    x, y = card.left + card.width / 2, card.top + card.height / 2
    across = max(abs(box.left - x), abs(box.right - x))
    down = max(abs(box.top - y), abs(box.bottom - y))
    if card.width > card.height:
        across, down = down, across
    half = min(card.width, card.height) / 2  # from the middle to each of the six sides
    return half - max(across, across / 2 + down * math.sqrt(3) / 2)


def nearest_part(shape: CardShape, card: Box, box: Box) -> str:
    """The part of a box that is closest to the outline of a card: `right side`, `lower right corner`."""
    if shape == "rectangle":
        gaps = {"left side": box.left - card.left, "top": box.top - card.top}
        gaps |= {"right side": card.right - box.right, "bottom": card.bottom - box.bottom}
    else:
        gaps = {
            f"{row} {column} corner": clearance(shape, card, Box(x, y, 0, 0))
            for row, y in (("upper", box.top), ("lower", box.bottom))
            for column, x in (("left", box.left), ("right", box.right))
        }
    return min(gaps, key=gaps.__getitem__)


def cut_line(shape: CardShape, box: Box, radius: float, stroke: Stroke) -> Item:
    """The line along which a card in the box is cut."""
    if shape == "rectangle":
        return Rectangle(box, radius, None, stroke)
    unit = Box(-box.left / box.width, -box.top / box.height, 1 / box.width, 1 / box.height)
    return Symbol(box, "cut", placed([outline(shape, box, radius)], unit), None, stroke)


def placed(contours: Iterable[Contour], box: Box) -> tuple[Contour, ...]:
    """Contours of a 1 x 1 box stretched over `box`."""
    corner, size = (box.left, box.top), (box.width, box.height)

    def moved(segment: Segment) -> Segment:
        kind, *values = segment
        return (kind, *(corner[i % 2] + float(value) * size[i % 2] for i, value in enumerate(values)))

    return tuple(tuple(moved(segment) for segment in contour) for contour in contours)


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


def cut_png(png: bytes, scene: Scene, dpi: int) -> bytes:
    """The picture of a card without bleed as a PNG file whose corners are cut off."""
    from PIL import Image, ImageDraw

    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGB")
    finer = _FINER if image.width * image.height < _LARGE else 1  # slanted edges become smooth
    size = (image.width * finer, image.height * finer)
    mask = Image.new("L", size)
    cut = outline(scene.shape, Box(0, 0, *size), scene.corner / MM_PER_INCH * dpi * finer)
    ImageDraw.Draw(mask).polygon(points_of(cut, _PIECES), 255)
    image.putalpha(mask.resize(image.size, Image.Resampling.BOX))
    return png_file(image, 3, dpi=(dpi, dpi))
