"""Helpers of the rendering tests that are no fixtures."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from PIL import Image

from cardtools.errors import Diagnostic, Location
from cardtools.render.compose import compose as compose_card
from cardtools.render.face import Face
from cardtools.render.scene import Scene

TEMPLATES = Path(__file__).parents[2] / "templates"
HERE = Location("cards/cards.csv", 2, 1)


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
