"""Helpers of the rendering tests that are no fixtures."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
from PIL import Image
from pypdfium2 import PdfDocument

from cardtools.ground.errors import Diagnostic, Location
from cardtools.render.compose.compose import compose as compose_card
from cardtools.render.face.load import Face
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.scene.scene import Scene

TEMPLATES = Path(__file__).parents[2] / "templates"
HERE = Location("cards/cards.csv", 2, 1)
DPI = 254  # ten pixels a mm
Load = Callable[[str], Face]
Pixels = numpy.typing.NDArray[numpy.int64]


def art_bytes(
    size: tuple[int, int] = (360, 450), mode: str = "RGB", kind: str = "JPEG", **more: Any
) -> bytes:
    """A picture with a soft gradient in it, so that a wrong crop or turn shows."""
    ramp = Image.linear_gradient("L").resize(size)
    image = Image.merge("RGB", (ramp, ramp.transpose(Image.Transpose.ROTATE_180), Image.new("L", size, 90)))
    out = io.BytesIO()
    image.convert(mode).save(out, kind, **more)
    return out.getvalue()


def compose(
    face: Face, values: dict[str, Any], where: Location | None = None
) -> tuple[Scene, list[Diagnostic]]:
    """The scene of a card that its NAME names, and the findings."""
    return compose_card(face, values, where=where, name=str(values.get("NAME", "without a name")))


def pixels_of(scene: Scene, fonts: Any, art: Any, dpi: int = DPI) -> Pixels:
    """The picture of a card, as numbers that can be subtracted."""
    return numpy.asarray(Rasteriser(fonts, art, dpi).image(scene)).astype(int)


def likeness(picture: Pixels, pdf: bytes, dpi: int) -> float:
    """How much a picture is like the first page of a PDF at the same resolution, from 0 to 1."""
    page = PdfDocument(pdf)[0].render(scale=dpi / 72).to_pil().convert("RGB")
    other = numpy.asarray(page.resize(picture.shape[1::-1], Image.Resampling.BOX)).astype(int)
    return 1 - float(abs(picture - other).mean()) / 255
