"""Scenes to pixels with Pillow."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from cardtools.errors import bad_input
from cardtools.render import coverage
from cardtools.render.art import Art
from cardtools.render.coverage import Mask
from cardtools.render.fonts import Font
from cardtools.render.letters import Letters
from cardtools.render.pieces import Piece, cut, cut_out, faded, flat, lay_over, padded
from cardtools.render.png import png_bytes
from cardtools.render.scene import (
    Box,
    Contour,
    Fill,
    Group,
    Item,
    Picture,
    Rectangle,
    Scene,
    Symbol,
    TextRun,
    reach_of,
    walk,
)
from cardtools.render.shapes import placed, polygon
from cardtools.render.units import pixels

if TYPE_CHECKING:
    from PIL.Image import Image

PAPER = "#ffffff"
LARGEST = 150_000_000  # pixels of a picture: some gigabytes while it is drawn
MOST_PIXELS = 32_000_000  # of drawn groups that are kept: some hold what differs on each card


class ArtSource(Protocol):
    """Where an exporter gets the art of a scene: art by its source."""

    def __getitem__(self, source: str, /) -> Art: ...


@dataclass
class Rasteriser:
    """Draws scenes at one resolution and remembers what cards share: fonts, frames, masks, icons.

    `fonts` are by PostScript name. One rasteriser serves one run on one thread.
    """

    fonts: Mapping[str, Font]
    art: ArtSource
    dpi: int = 300
    bleed: bool = True
    _layers: dict[tuple[Group, Box, int, int], list[Piece]] = field(default_factory=dict, repr=False)
    _masks: dict[tuple[object, ...], Mask] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._letters = Letters(self.fonts, self.dpi)
        self._kept = 0

    def png(self, scene: Scene) -> bytes:
        """The scene as a PNG file with its resolution."""
        return png_bytes(self.image(scene), self.dpi)

    def image(self, scene: Scene) -> Image:
        """The scene as an RGB image: the trim, with its bleed when the rasteriser draws bleed.

        Raises InputError when it would be larger than LARGEST, or a font or its art is damaged.
        """
        from PIL import Image

        canvas = scene.trim.grown(scene.bleed if self.bleed else 0.0)
        size = (round(pixels(canvas.width, self.dpi)), round(pixels(canvas.height, self.dpi)))
        if size[0] * size[1] > LARGEST:
            what = f"a card of {scene.width:g} x {scene.height:g} mm with {self.dpi} pixels an inch"
            message = f"has {size[0] * size[1] / 1e6:,.0f} megapixels, more than {LARGEST / 1e6:.0f}"
            raise bad_input(what, message, "ask for fewer pixels an inch, or make [card] of the face smaller")
        image = Image.new("RGB", size, PAPER)
        for item in scene.items:
            self._draw(image, item, canvas)
        return image

    def _px(self, length: float) -> float:
        return pixels(length, self.dpi)

    def _draw(self, image: Image, item: Item, canvas: Box) -> None:
        match item:
            case Group():
                for piece in self._layer(item, canvas, image.width, image.height):
                    lay_over(image, *piece)
            case Rectangle() if not item.radius:
                self._shape(image, replace(item, box=self._over_edges(item.box, canvas)), canvas)
            case Rectangle() | Symbol():
                self._shape(image, item, canvas)
            case Picture():
                self._picture(image, item, canvas)
            case TextRun():
                self._text(image, item, canvas)

    def _over_edges(self, box: Box, canvas: Box) -> Box:
        """A box that ends at the canvas's right or lower edge goes a pixel on.

        A bleed of whole millimetres ends within a pixel; half a pixel of paper would shine through there.
        """
        pixel = 25.4 / self.dpi
        width = box.width + pixel * (abs(box.right - canvas.right) < 1e-6)
        height = box.height + pixel * (abs(box.bottom - canvas.bottom) < 1e-6)
        return Box(box.left, box.top, width, height)

    def _layer(self, group: Group, canvas: Box, width: int, height: int) -> list[Piece]:
        key = (group, canvas, width, height)
        if key not in self._layers:
            from PIL import Image

            left, top, right, bottom = self._part(group, canvas, width, height)
            layer = Image.new("RGBA", (right - left, bottom - top), (0, 0, 0, 0))
            pixel = 25.4 / self.dpi
            corner = (canvas.left + left * pixel, canvas.top + top * pixel)
            # A part that goes to the canvas's edge ends where that does, which may be within a pixel.
            wide = canvas.right - corner[0] if right == width else layer.width * pixel
            high = canvas.bottom - corner[1] if bottom == height else layer.height * pixel
            for item in group.items:
                self._draw(layer, item, Box(*corner, wide, high))
            self._layers[key] = cut_out(layer, left, top)
            self._kept += _size(self._layers[key])
            while self._kept > MOST_PIXELS and len(self._layers) > 1:
                self._kept -= _size(self._layers.pop(next(iter(self._layers))))
        else:
            self._layers[key] = self._layers.pop(key)  # the last used stands last
        return self._layers[key]

    def _part(self, group: Group, canvas: Box, width: int, height: int) -> tuple[int, int, int, int]:
        """The pixels of the canvas that a group may reach: left, top, right and lower edge."""
        boxes = [reach_of(item) for item in walk(group.items)]
        if not boxes:
            return 0, 0, 1, 1
        left, top = min(box.left for box in boxes), min(box.top for box in boxes)
        right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
        x0 = min(max(0, math.floor(self._px(left - canvas.left)) - 2), width - 1)
        y0 = min(max(0, math.floor(self._px(top - canvas.top)) - 2), height - 1)
        x1 = min(width, max(x0 + 1, math.ceil(self._px(right - canvas.left)) + 2))
        y1 = min(height, max(y0 + 1, math.ceil(self._px(bottom - canvas.top)) + 2))
        return x0, y0, x1, y1

    def _shape(self, image: Image, item: Rectangle | Symbol, canvas: Box) -> None:
        if item.fill:
            mask = self._mask(item, 0.0, canvas)
            _cover(image, self._paint(item.fill, item.box, mask, canvas), mask, item.fill.opacity)
        if item.stroke:
            mask = self._mask(item, item.stroke.width, canvas)
            _cover(image, flat(item.stroke.colour, mask.coverage), mask, item.stroke.opacity)

    def _mask(self, item: Rectangle | Symbol | Picture, line: float, canvas: Box) -> Mask:
        """The coverage of a shape (or of its outline, `line` mm wide) and where it lies on the canvas."""
        contours = (
            item.contours if isinstance(item, Symbol) else item.mask if isinstance(item, Picture) else ()
        )
        radius = 0.0 if isinstance(item, Symbol) or contours else item.radius
        key = (item.box, radius, contours, line, canvas.left, canvas.top)
        if key not in self._masks:
            self._masks[key] = self._drawn_mask(item.box, radius, contours, line * self._px(1.0), canvas)
        return self._masks[key]

    def _drawn_mask(
        self, box: Box, radius: float, contours: tuple[Contour, ...], line: float, canvas: Box
    ) -> Mask:
        scale = self._px(1.0)
        if contours:
            polygons = [
                [((x - canvas.left) * scale, (y - canvas.top) * scale) for x, y in polygon(contour)]
                for contour in placed(contours, box)
            ]
            return coverage.shape(polygons, line)
        left, top = (box.left - canvas.left) * scale, (box.top - canvas.top) * scale
        edges = (left, top, left + box.width * scale, top + box.height * scale)
        return coverage.rectangle(edges, radius * scale, line)

    def _paint(self, fill: Fill, box: Box, mask: Mask, canvas: Box) -> Image:
        size = width, height = mask.coverage.size
        if len(fill.colours) == 1:
            return flat(fill.colours[0], mask.coverage)
        import numpy
        from PIL import Image, ImageColor

        x0, y0, x1, y1 = (self._px(length) for length in fill.ends(box))
        x0, x1 = x0 - self._px(canvas.left), x1 - self._px(canvas.left)
        y0, y1 = y0 - self._px(canvas.top), y1 - self._px(canvas.top)
        across, down = x1 - x0, y1 - y0
        length = max(across**2 + down**2, 1e-9)
        columns = (numpy.arange(width) + mask.left + 0.5 - x0) * across / length
        rows = (numpy.arange(height) + mask.top + 0.5 - y0) * down / length
        # A gradient along an axis is one line, repeated.
        if abs(across) < 1e-9:
            columns = columns[:1]
        elif abs(down) < 1e-9:
            rows = rows[:1]
        stops = numpy.array([ImageColor.getrgb(colour)[:3] for colour in fill.colours], float)
        place = (rows[:, None] + columns[None, :]).clip(0, 1) * (len(stops) - 1)
        lower = place.astype(int).clip(0, len(stops) - 2)
        share = (place - lower)[..., None]
        pixels_ = stops[lower] * (1 - share) + stops[lower + 1] * share
        image = Image.fromarray(pixels_.round().astype(numpy.uint8), "RGB")
        return image if image.size == size else image.resize(size, Image.Resampling.NEAREST)

    def _picture(self, image: Image, item: Picture, canvas: Box) -> None:
        from PIL import Image

        art = self.art[item.source]
        item = fitted(item, art)
        crop = cover(art, item)
        mask = self._mask(item, 0.0, canvas)
        width, height = mask.coverage.size
        # The mask's box is a little larger than the picture: the crop grows with it, up to the art's edge.
        unit = crop.width / self._px(item.box.width)
        over_left = self._px(item.box.left - canvas.left) - mask.left
        over_top = self._px(item.box.top - canvas.top) - mask.top
        x, y = crop.left - over_left * unit, crop.top - over_top * unit
        wanted = (x, y, x + width * unit, y + height * unit)
        inner = (
            max(0.0, wanted[0]),
            max(0.0, wanted[1]),
            min(art.width, wanted[2]),
            min(art.height, wanted[3]),
        )
        place = (
            round((inner[0] - x) / unit),
            round((inner[1] - y) / unit),
            round((inner[2] - x) / unit),
            round((inner[3] - y) / unit),
        )
        size = (place[2] - place[0], place[3] - place[1])
        # Twice as fast and, where pixels become fewer, as good.
        how = Image.Resampling.HAMMING if unit >= 1 else Image.Resampling.BICUBIC
        pixels_ = art.image().resize(size, how, box=inner, reducing_gap=2.0)
        if place != (0, 0, width, height):
            pixels_ = padded(pixels_, place, (width, height))
        _cover(image, pixels_, mask)

    def _text(self, image: Image, run: TextRun, canvas: Box) -> None:
        drawn = self._letters.line(run, self._px(run.left - canvas.left), self._px(run.baseline - canvas.top))
        if drawn is None:
            return
        mask, left, top = drawn
        if image.mode == "RGB":
            image.paste(run.colour, (left, top, left + mask.width, top + mask.height), mask)
        else:
            lay_over(image, flat(run.colour, mask), mask, left, top)


def _cover(image: Image, colours: Image, mask: Mask, opacity: float = 1.0) -> None:
    """Put colours over a picture where the mask covers it."""
    covered, found = mask.coverage, mask.parts
    if opacity < 1:
        covered, found = faded(covered, opacity), [(x0, y0, x1, y1, False) for x0, y0, x1, y1, _ in found]
    for piece in cut(colours, covered, found, mask.left, mask.top):
        lay_over(image, *piece)


def _size(layer: list[Piece]) -> int:
    return sum(colours.width * colours.height for colours, *_ in layer)


def fitted(item: Picture, art: Art) -> Picture:
    """The picture with the box that it really fills: smaller than its own where the art is shown uncut."""
    if not item.whole:
        return item
    scale = min(item.box.width / art.width, item.box.height / art.height)
    width, height = art.width * scale, art.height * scale
    left = item.box.left + (item.box.width - width) * item.focus_x
    top = item.box.top + (item.box.height - height) * item.focus_y
    return replace(item, box=Box(left, top, width, height), whole=False)


def cover(art: Art, item: Picture) -> Box:
    """The part of the art, in its pixels, that a picture shows."""
    scale = min(art.width / item.box.width, art.height / item.box.height)
    width, height = item.box.width * scale, item.box.height * scale
    return Box((art.width - width) * item.focus_x, (art.height - height) * item.focus_y, width, height)
