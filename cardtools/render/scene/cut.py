"""Pictures of cards as they are cut: what is outside the outline is transparent."""

from __future__ import annotations

import io

from cardtools.render.pictures.images import png_file
from cardtools.render.scene.outlines import points_of
from cardtools.render.scene.scene import Box, Scene
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
        points_of(outline(scene.shape, box, scene.corner / MM_PER_INCH * dpi * finer), _PIECES), 255
    )
    image.putalpha(mask.resize(image.size, Image.Resampling.BOX))
    return png_file(image, 3, dpi=(dpi, dpi))
