"""Helpers of the rendering tests that are no fixtures."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from PIL import Image

from cardtools.errors import Location

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


def likeness(one: Any, other: Any, window: int = 8) -> float:
    """The structural similarity (0 to 1) of two grey pictures of one size, in windows beside each other."""

    def windows(picture: Any) -> Any:
        height, width = (side // window * window for side in picture.shape)
        cut = picture[:height, :width].reshape(height // window, window, width // window, window)
        return cut.transpose(0, 2, 1, 3).reshape(-1, window * window)

    a, b = windows(one), windows(other)
    mean_a, mean_b = a.mean(1), b.mean(1)
    shared = ((a - mean_a[:, None]) * (b - mean_b[:, None])).mean(1)
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    above = (2 * mean_a * mean_b + c1) * (2 * shared + c2)
    return float((above / ((mean_a**2 + mean_b**2 + c1) * (a.var(1) + b.var(1) + c2))).mean())
