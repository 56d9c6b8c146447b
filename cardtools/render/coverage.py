"""How much of each pixel a shape covers: masks of 8 bits, and where they lie on the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from cardtools.render.pieces import Part, parts
from cardtools.render.shapes import Point

if TYPE_CHECKING:
    import numpy
    from PIL.Image import Image

    Shares = numpy.typing.NDArray[numpy.float32]

SAMPLES = 4  # subpixels along each side of a pixel, for smooth edges

Edges = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(eq=False)
class Mask:
    """How much of each pixel is covered, and where it lies: left and top edge."""

    coverage: Image
    left: int
    top: int

    @cached_property
    def parts(self) -> list[Part]:
        """Its parts, as `pieces.parts` finds them."""
        return parts(self.coverage)


def rectangle(edges: Edges, radius: float, line: float = 0.0) -> Mask:
    """A rectangle with round corners or, `line` pixels wide, its outline. Lengths are pixels."""
    import numpy
    from PIL import Image

    left, top, right, bottom = edges
    half = line / 2
    x0, y0 = math.floor(left - half), math.floor(top - half)
    size = (math.ceil(right + half) - x0, math.ceil(bottom + half) - y0)
    outer = (left - half - x0, top - half - y0, right + half - x0, bottom + half - y0)
    shares = _rectangle(outer, radius + half if radius else 0.0, size)
    if line:
        inner = (outer[0] + line, outer[1] + line, outer[2] - line, outer[3] - line)
        if inner[0] < inner[2] and inner[1] < inner[3]:
            shares = shares - _rectangle(inner, max(radius - half, 0.0), size)
    return Mask(Image.fromarray((shares * 255).round().astype(numpy.uint8)), x0, y0)


def _rectangle(edges: Edges, radius: float, size: tuple[int, int]) -> Shares:
    import numpy

    left, top, right, bottom = edges
    radius = min(radius, (right - left) / 2, (bottom - top) / 2)
    lines = numpy.arange(size[1])[:, None] + numpy.arange(SAMPLES) / SAMPLES
    high = (numpy.minimum(lines + 1 / SAMPLES, bottom) - numpy.maximum(lines, top)).clip(0) * SAMPLES
    middle = lines + 0.5 / SAMPLES
    beyond = numpy.maximum(numpy.maximum(top + radius - middle, middle - (bottom - radius)), 0)
    inset = radius - numpy.sqrt(numpy.maximum(radius**2 - beyond**2, 0))
    columns = numpy.arange(size[0], dtype=numpy.float32)

    def covered(insets: Shares, highs: Shares) -> Shares:
        wide = numpy.minimum(right - insets, columns + 1) - numpy.maximum(left + insets, columns)
        shares: Shares = (wide.clip(0) * highs).mean(axis=-2, dtype=numpy.float32)
        return shares

    # Most rows are the same: those between the corners.
    insets, highs = inset.astype(numpy.float32)[..., None], high.astype(numpy.float32)[..., None]
    edge = ((insets > 0) | (highs < 1)).any(axis=(1, 2))
    rows = numpy.empty((size[1], size[0]), numpy.float32)
    rows[~edge] = covered(numpy.zeros((1, 1), numpy.float32), numpy.ones((1, 1), numpy.float32))
    rows[edge] = covered(insets[edge], highs[edge])
    return rows


def shape(outlines: Sequence[Sequence[Point]], line: float = 0.0) -> Mask:
    """Polygons, those inside one another as holes (even-odd rule), or lines along them; in pixels."""
    from PIL import Image, ImageChops, ImageDraw

    reach = line / 2 + 1
    xs = [x for outline in outlines for x, _ in outline]
    ys = [y for outline in outlines for _, y in outline]
    left, top = math.floor(min(xs) - reach), math.floor(min(ys) - reach)
    width, height = math.ceil(max(xs) + reach) - left, math.ceil(max(ys) + reach) - top
    whole = Image.new("L", (width * SAMPLES, height * SAMPLES))
    margin = math.ceil(line * SAMPLES / 2) + 2
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
            draw.line([*fine, fine[0], fine[1]], fill=255, width=max(1, round(line * SAMPLES)), joint="curve")
            whole.paste(ImageChops.lighter(below, part), (x0, y0))
        else:
            draw.polygon(fine, fill=255)
            whole.paste(ImageChops.difference(below, part), (x0, y0))
    return Mask(whole.reduce(SAMPLES), left, top)
