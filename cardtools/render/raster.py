"""Scenes to pixels with Pillow."""

from __future__ import annotations

import dataclasses
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from cardtools.render.art import Art
from cardtools.render.fonts import Font
from cardtools.render.metrics import em
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
    Stroke,
    Symbol,
    TextRun,
)
from cardtools.render.shapes import placed, polygon, rounded
from cardtools.render.units import MM_PER_POINT, pixels

if TYPE_CHECKING:
    import numpy
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

    Coverage = numpy.typing.NDArray[numpy.uint8]

SAMPLES = 4  # subpixels along each side of a pixel, for smooth edges
PAPER = "#ffffff"
MOST_LAYERS = 64  # drawn groups that are kept: a face has few, but a group may hold what differs on each card


class ArtSource(Protocol):
    """Where an exporter gets the art of a scene: art by its source."""

    def __getitem__(self, source: str, /) -> Art: ...


@dataclass(frozen=True, slots=True)
class _Layer:
    """A drawn group: opaque colours and their coverage (None: all of it), at a place of the canvas."""

    left: int
    top: int
    colours: Image
    coverage: Image | None


@dataclass
class Painter:
    """Draws scenes at one resolution and remembers what cards share: fonts, frames, masks, icons.

    `fonts` are by PostScript name. One painter serves one run on one thread.
    """

    fonts: Mapping[str, Font]
    art: ArtSource
    dpi: int = 300
    bleed: bool = True
    _faces: dict[tuple[str, float], FreeTypeFont] = field(default_factory=dict, repr=False)
    _glyphs: dict[tuple[object, ...], tuple[Coverage, int, int]] = field(default_factory=dict, repr=False)
    _layers: dict[tuple[Group, Box, int, int], _Layer | None] = field(default_factory=dict, repr=False)
    _masks: dict[tuple[object, ...], tuple[Image, int, int]] = field(default_factory=dict, repr=False)

    def png(self, scene: Scene) -> bytes:
        """The scene as a PNG file with its resolution."""
        return png_bytes(self.image(scene), self.dpi)

    def image(self, scene: Scene) -> Image:
        """The scene as an RGB image: the trim, with its bleed when the painter draws bleed."""
        from PIL import Image

        canvas = scene.trim.grown(scene.bleed if self.bleed else 0.0)
        size = (round(pixels(canvas.width, self.dpi)), round(pixels(canvas.height, self.dpi)))
        image = Image.new("RGB", size, PAPER)
        for item in scene.items:
            self._draw(image, item, canvas)
        return image

    def _px(self, length: float) -> float:
        return pixels(length, self.dpi)

    def _draw(self, image: Image, item: Item, canvas: Box) -> None:
        match item:
            case Group():
                layer = self._layer(item, canvas, image.width, image.height)
                if layer:
                    _lay_over(image, layer.colours, layer.coverage, layer.left, layer.top)
            case Rectangle(box, radius, fill, stroke):
                box = box if radius else self._over_edges(box, canvas)
                self._shape(image, (rounded(box, radius),), box, fill, stroke, canvas)
            case Symbol(box, _, contours, fill, stroke):
                self._shape(image, placed(contours, box), box, fill, stroke, canvas)
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

    def _layer(self, group: Group, canvas: Box, width: int, height: int) -> _Layer | None:
        key = (group, canvas, width, height)
        if key not in self._layers:
            from PIL import Image

            layer = Image.new("RGBA", (width, height), (0, 0, 0, 0))
            for item in group.items:
                self._draw(layer, item, canvas)
            if len(self._layers) >= MOST_LAYERS:
                del self._layers[next(iter(self._layers))]
            self._layers[key] = _cut_out(layer)
        return self._layers[key]

    def _shape(
        self,
        image: Image,
        contours: Sequence[Contour],
        box: Box,
        fill: Fill | None,
        stroke: Stroke | None,
        canvas: Box,
    ) -> None:
        if fill:
            mask, left, top = self._mask(contours, 0.0, canvas)
            paint = self._paint(fill, box, mask, left, top, canvas)
            _lay_over(image, paint, _faded(mask, fill.opacity), left, top)
        if stroke:
            mask, left, top = self._mask(contours, stroke.width, canvas)
            _lay_over(image, _flat(stroke.colour, mask), _faded(mask, stroke.opacity), left, top)

    def _mask(self, contours: Sequence[Contour], line: float, canvas: Box) -> tuple[Image, int, int]:
        """The coverage of a shape (or of its outline, `line` mm wide) and where it lies on the canvas."""
        key = (tuple(contours), line, canvas.left, canvas.top)
        if key not in self._masks:
            self._masks[key] = self._drawn_mask(contours, line, canvas)
        return self._masks[key]

    def _drawn_mask(self, contours: Sequence[Contour], line: float, canvas: Box) -> tuple[Image, int, int]:
        from PIL import Image, ImageChops, ImageDraw

        scale = self._px(1.0)
        outlines = [
            [((x - canvas.left) * scale, (y - canvas.top) * scale) for x, y in polygon(contour)]
            for contour in contours
        ]
        reach = line * scale / 2 + 1
        xs, ys = (
            [x for outline in outlines for x, _ in outline],
            [y for outline in outlines for _, y in outline],
        )
        left, top = math.floor(min(xs) - reach), math.floor(min(ys) - reach)
        width, height = math.ceil(max(xs) + reach) - left, math.ceil(max(ys) + reach) - top
        whole = Image.new("L", (width * SAMPLES, height * SAMPLES))
        margin = math.ceil(line * scale * SAMPLES / 2) + 2
        for outline in outlines:
            # Pillow's polygons include their edge pixels, hence the half subpixel.
            fine = [((x - left) * SAMPLES - 0.5, (y - top) * SAMPLES - 0.5) for x, y in outline]
            # Only where the contour is: a symbol may have hundreds of them.
            x0 = max(0, math.floor(min(x for x, _ in fine)) - margin)
            y0 = max(0, math.floor(min(y for _, y in fine)) - margin)
            x1 = min(whole.width, math.ceil(max(x for x, _ in fine)) + margin)
            y1 = min(whole.height, math.ceil(max(y for _, y in fine)) + margin)
            fine = [(x - x0, y - y0) for x, y in fine]
            part = Image.new("L", (x1 - x0, y1 - y0))
            draw = ImageDraw.Draw(part)
            below = whole.crop((x0, y0, x1, y1))
            if line:
                thick = max(1, round(line * scale * SAMPLES))
                draw.line([*fine, fine[0], fine[1]], fill=255, width=thick, joint="curve")
                whole.paste(ImageChops.lighter(below, part), (x0, y0))
            else:
                draw.polygon(fine, fill=255)
                whole.paste(ImageChops.difference(below, part), (x0, y0))
        return whole.reduce(SAMPLES), left, top

    def _paint(self, fill: Fill, box: Box, mask: Image, left: int, top: int, canvas: Box) -> Image:
        if len(fill.colours) == 1:
            return _flat(fill.colours[0], mask)
        import numpy
        from PIL import Image, ImageColor

        x0, y0, x1, y1 = (self._px(length) for length in fill.ends(box))
        x0, x1 = x0 - self._px(canvas.left), x1 - self._px(canvas.left)
        y0, y1 = y0 - self._px(canvas.top), y1 - self._px(canvas.top)
        across, down = x1 - x0, y1 - y0
        length = max(across**2 + down**2, 1e-9)
        columns = (numpy.arange(mask.width) + left + 0.5 - x0) * across / length
        rows = (numpy.arange(mask.height) + top + 0.5 - y0) * down / length
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
        return image if image.size == mask.size else image.resize(mask.size, Image.Resampling.NEAREST)

    def _picture(self, image: Image, item: Picture, canvas: Box) -> None:
        from PIL import Image

        art = self.art[item.source]
        item = fitted(item, art)
        crop = cover(art, item)
        mask, left, top = self._mask(outline(item), 0.0, canvas)
        # The mask's box is a little larger than the picture: the crop grows with it, up to the art's edge.
        unit = crop.width / self._px(item.box.width)
        over_left = self._px(item.box.left - canvas.left) - left
        over_top = self._px(item.box.top - canvas.top) - top
        x, y = crop.left - over_left * unit, crop.top - over_top * unit
        wanted = (x, y, x + mask.width * unit, y + mask.height * unit)
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
        pixels_ = art.image().resize(
            (place[2] - place[0], place[3] - place[1]), Image.Resampling.BICUBIC, box=inner, reducing_gap=2.0
        )
        if place != (0, 0, mask.width, mask.height):
            pixels_ = _padded(pixels_, place, mask.size)
        _lay_over(image, pixels_, mask, left, top)

    def _face(self, name: str, size: float) -> FreeTypeFont:
        key = (name, size)
        if key not in self._faces:
            from PIL import ImageFont

            # Layout.BASIC never joins, reorders or kerns: the same advances as the scene was measured with.
            self._faces[key] = ImageFont.truetype(
                io.BytesIO(self.fonts[name].data), size, layout_engine=ImageFont.Layout.BASIC
            )
        return self._faces[key]

    def _text(self, image: Image, run: TextRun, canvas: Box) -> None:
        # Glyph by glyph: Pillow would round every advance to whole pixels and drift from the PDF.
        import numpy
        from PIL import Image

        font = self.fonts[run.font]
        baseline = self._px(run.baseline - canvas.top)
        left = run.left
        glyphs = []
        for character in run.text:
            if not character.isspace():
                glyphs.append(self._glyph(run, character, self._px(left - canvas.left), baseline))
            left += (font.advances.get(character, 0) / font.units + run.tracking) * em(run.size)
        if not glyphs:
            return
        x0, y0 = min(x for _, x, _ in glyphs), min(y for _, _, y in glyphs)
        x1 = max(x + glyph.shape[1] for glyph, x, _ in glyphs)
        y1 = max(y + glyph.shape[0] for glyph, _, y in glyphs)
        line = numpy.zeros((y1 - y0, x1 - x0), numpy.uint8)
        for glyph, x, y in glyphs:
            part = line[y - y0 : y - y0 + glyph.shape[0], x - x0 : x - x0 + glyph.shape[1]]
            numpy.maximum(part, glyph, out=part)
        mask = Image.fromarray(line)
        if image.mode == "RGB":
            image.paste(run.colour, (x0, y0, x1, y1), mask)
        else:
            _lay_over(image, _flat(run.colour, mask), mask, x0, y0)

    def _glyph(self, run: TextRun, character: str, x: float, y: float) -> tuple[Coverage, int, int]:
        """The coverage of a glyph whose origin is at x, y, to a quarter of a pixel, and its place."""
        column, row = round(x * SAMPLES), round(y * SAMPLES)
        key = (run.font, run.size, character, column % SAMPLES, row % SAMPLES)
        if key not in self._glyphs:
            import numpy
            from PIL import Image, ImageDraw

            # Drawn large and reduced: FreeType pulls small glyphs onto whole pixels, which makes uneven gaps.
            face = self._face(run.font, self._px(run.size * MM_PER_POINT) * SAMPLES)
            left, top, right, bottom = face.getbbox(character, anchor="ls")
            start_x, start_y = column % SAMPLES, row % SAMPLES
            x0, y0 = math.floor((left + start_x) / SAMPLES) - 1, math.floor((top + start_y) / SAMPLES) - 1
            x1, y1 = math.ceil((right + start_x) / SAMPLES) + 1, math.ceil((bottom + start_y) / SAMPLES) + 1
            glyph = Image.new("L", ((x1 - x0) * SAMPLES, (y1 - y0) * SAMPLES))
            at = (start_x - x0 * SAMPLES, start_y - y0 * SAMPLES)
            ImageDraw.Draw(glyph).text(at, character, fill=255, font=face, anchor="ls")
            self._glyphs[key] = (numpy.asarray(glyph.reduce(SAMPLES)), x0, y0)
        glyph_, left_, top_ = self._glyphs[key]
        return glyph_, column // SAMPLES + left_, row // SAMPLES + top_


def fitted(item: Picture, art: Art) -> Picture:
    """The picture with the box that it really fills: smaller than its own where the art is shown uncut."""
    if not item.whole:
        return item
    scale = min(item.box.width / art.width, item.box.height / art.height)
    width, height = art.width * scale, art.height * scale
    left = item.box.left + (item.box.width - width) * item.focus_x
    top = item.box.top + (item.box.height - height) * item.focus_y
    return dataclasses.replace(item, box=Box(left, top, width, height), whole=False)


def outline(item: Picture) -> tuple[Contour, ...]:
    """What of its box a picture fills."""
    return placed(item.mask, item.box) if item.mask else (rounded(item.box, item.radius),)


def cover(art: Art, item: Picture) -> Box:
    """The part of the art, in its pixels, that a picture shows."""
    scale = min(art.width / item.box.width, art.height / item.box.height)
    width, height = item.box.width * scale, item.box.height * scale
    return Box((art.width - width) * item.focus_x, (art.height - height) * item.focus_y, width, height)


def _padded(image: Image, place: tuple[int, int, int, int], size: tuple[int, int]) -> Image:
    """The image at its place in a larger one, its outer pixels repeated up to the edges."""
    from PIL import Image

    left, top, right, bottom = place
    padded = Image.new("RGB", size)
    padded.paste(image, (left, top))
    for x, width, column in ((0, left, left), (right, size[0] - right, right - 1)):
        if width > 0:
            padded.paste(padded.crop((column, 0, column + 1, size[1])).resize((width, size[1])), (x, 0))
    for y, height, row in ((0, top, top), (bottom, size[1] - bottom, bottom - 1)):
        if height > 0:
            padded.paste(padded.crop((0, row, size[0], row + 1)).resize((size[0], height)), (0, y))
    return padded


def _flat(colour: str, mask: Image) -> Image:
    from PIL import Image

    return Image.new("RGB", mask.size, colour)


def _faded(mask: Image, opacity: float) -> Image:
    if opacity >= 1:
        return mask
    return mask.point([round(value * opacity) for value in range(256)])


def _cut_out(layer: Image) -> _Layer | None:
    coverage = layer.getchannel("A")
    bounds = coverage.getbbox()
    if not bounds:
        return None
    coverage = coverage.crop(bounds)
    opaque = coverage.getextrema()[0] == 255
    return _Layer(bounds[0], bounds[1], layer.convert("RGB").crop(bounds), None if opaque else coverage)


def _lay_over(image: Image, colours: Image, coverage: Image | None, left: int, top: int) -> None:
    """Composite onto an opaque RGB image or, for a group's layer, onto a transparent RGBA one."""
    if image.mode == "RGB":
        image.paste(colours, (left, top), coverage)
        return
    patch = colours.convert("RGBA")
    if coverage:
        patch.putalpha(coverage)
    # alpha_composite refuses places outside the image.
    cut_left, cut_top = max(0, -left), max(0, -top)
    patch = patch.crop(
        (cut_left, cut_top, min(patch.width, image.width - left), min(patch.height, image.height - top))
    )
    if patch.width > 0 and patch.height > 0:
        image.alpha_composite(patch, (left + cut_left, top + cut_top))
