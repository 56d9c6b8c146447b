"""Pictures of cards as they are cut: what is outside the outline is transparent."""

from __future__ import annotations

import io

from cardtools.render.scene.scene import Box, Contour, Scene
from cardtools.render.scene.shapes import outline
from cardtools.render.scene.units import MM_PER_INCH

_FINER, _LARGE = 4, 4_000_000  # the outline of a picture of fewer pixels has 4 times as many each way
_PIECES = 12  # of a round corner


def cut_png(png: bytes, scene: Scene, dpi: int) -> bytes:
    """The picture of a card without bleed as a PNG file whose corners are cut off."""
    from PIL import Image, ImageDraw

    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGB")
    finer = _FINER if image.width * image.height < _LARGE else 1  # slanted edges become smooth
    size = (image.width * finer, image.height * finer)
    mask = Image.new("L", size)
    box = Box(0, 0, *size)
    ImageDraw.Draw(mask).polygon(
        _points(outline(scene.shape, box, scene.corner / MM_PER_INCH * dpi * finer)), 255
    )
    image.putalpha(mask.resize(image.size, Image.Resampling.BOX))
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=3, dpi=(dpi, dpi))
    return out.getvalue()


def _points(contour: Contour) -> list[tuple[float, float]]:
    """The corners of a contour, its curves in pieces."""
    found: list[tuple[float, float]] = []
    for kind, *values in contour:
        ends = [(float(x), float(y)) for x, y in zip(values[::2], values[1::2], strict=True)]
        if kind == "C":
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = found[-1], *ends
            for piece in range(1, _PIECES + 1):
                t = piece / _PIECES
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        else:
            found += ends
    return found
