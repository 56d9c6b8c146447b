"""Shadows and glows: the blurred outline of a layer, the one effect that PDF has only as a picture."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from cardtools.render.pictures.images import Art
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Box, Group, Scene, Shadow
from cardtools.render.scene.units import MM_PER_INCH, pixels

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 200  # enough for what is blurred


def shadow_picture(
    group: Group, shadow: Shadow, area: Box, draw: Callable[[BinaryIO, Page], None]
) -> tuple[Art, Box] | None:
    """The shadow of a group (None if invisible) as a grey picture, white where it is full, and its place in
    the `area`, the card with its bleed. `draw` writes a page as a PDF for the screen.
    """
    import numpy
    from PIL import Image, ImageFilter
    from pypdfium2 import PdfBitmap, PdfDocument, raw

    bleed = -area.left
    scene = Scene("", area.width - 2 * bleed, area.height - 2 * bleed, bleed, 0, (group,))
    file = io.BytesIO()
    draw(file, Page(area.width, area.height, (Placement(scene, bleed, bleed, area),)))
    width, height = round(pixels(area.width, DPI)), round(pixels(area.height, DPI))
    with PdfDocument(file) as document:
        bitmap = PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRA)
        bitmap.fill_rect((0, 0, 0, 0), 0, 0, width, height)
        raw.FPDF_RenderPageBitmap(bitmap, document[0], 0, 0, width, height, 0, 0)
        # The opacity of the group over the area: 255 where it is opaque.
        outline = Image.fromarray(numpy.ascontiguousarray(bitmap.to_numpy()[..., 3]))
    found = outline.getbbox()
    if not found:
        return None
    scale = MM_PER_INCH / DPI
    spread = round(shadow.spread / scale)
    reach = spread + round(3 * shadow.blur / scale) + 1
    size = found[2] - found[0] + 2 * reach, found[3] - found[1] + 2 * reach
    image = Image.new("L", size, 0)
    image.paste(outline.crop(found), (reach, reach))
    image = _spread(image, spread).filter(ImageFilter.GaussianBlur(shadow.blur / scale))
    left, top = area.left + (found[0] - reach) * scale, area.top + (found[1] - reach) * scale
    box = Box(left + shadow.x, top + shadow.y, size[0] * scale, size[1] * scale)
    return Art.drawn(f"shadow of {group.name}", image), box


def _spread(image: Image, by: int) -> Image:
    """The light area, grown by so many pixels: as a square and as a diamond in turn."""
    from PIL import ImageChops, ImageFilter

    for step in range(by):
        if step % 2:
            image = image.filter(ImageFilter.MaxFilter(3))
            continue
        whole = image
        for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            whole = ImageChops.lighter(whole, ImageChops.offset(image, x, y))
        image = whole
    return image
