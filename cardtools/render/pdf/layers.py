"""Radial and conic gradients in a box, transparency groups, soft masks: reportlab has no methods for them."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from cardtools.render.pdf.reportlab_private import as_numbers, colour_function, set_soft_mask, stream
from cardtools.render.scene.scene import Box, Fill, Layer, Matrix

SECTORS = 96  # of a conic gradient, about


@contextmanager
def saved(canvas: Any, by: Matrix | None = None) -> Iterator[None]:
    """Draw what follows after a transformation; afterwards, the canvas draws as before."""
    canvas.saveState()
    if by:
        canvas.transform(*by)
    yield
    canvas.restoreState()


def shade(canvas: Any, fill: Fill, box: Box, ink: Callable[[str], Any]) -> None:
    """Fill the clipped area with the gradient of a box; `ink` gives a colour as reportlab's."""
    colours, stops, ends = list(map(ink, fill.colours)), fill.stops or None, (0.0, 0.0, 1.0, 0.0)
    if fill.frame:
        canvas.transform(box.width, 0, 0, box.height, box.left, box.top)
        canvas.transform(*fill.frame)
    elif fill.shape == "linear":
        ends = fill.ends(box)
    else:
        x, y = box.left + fill.x * box.width, box.top + fill.y * box.height
        across = max(fill.x, 1 - fill.x) * math.sqrt(2) * box.width
        down = max(fill.y, 1 - fill.y) * math.sqrt(2) * box.height
        if fill.shape == "conic":
            across = down = math.hypot(across, down)
        canvas.transform(across, 0, 0, down, x, y)
    if fill.shape == "linear":
        canvas.linearGradient(*ends, colours, stops)
    elif fill.shape == "radial":
        canvas.radialGradient(0, 0, 1, colours, stops)
    else:
        canvas.shade(_fan(fill.angle, colours, fill.stops))


def ramp(ends: Sequence[float], colours: Sequence[Any], stops: Sequence[float]) -> Any:
    """A gradient as a shading: between two points (x, y), or between two circles (x, y, radius)."""
    from reportlab.pdfbase.pdfdoc import PDFAxialShading, PDFRadialShading

    space, shares = as_numbers(colours)
    kind = PDFAxialShading if len(ends) == 4 else PDFRadialShading
    return kind(*ends, Function=colour_function(shares, stops), ColorSpace=space, Extend="[true true]")


def _fan(angle: float, colours: Sequence[Any], stops: Sequence[float]) -> Any:
    """A conic gradient in a circle of radius 1 as a shading of type 4: a fan of triangles."""
    space, shares = as_numbers(colours)
    parts = len(shares) - 1
    each = max(1, round(SECTORS / parts))
    stops = stops or [part / parts for part in range(parts + 1)]

    def vertex(x: float, y: float, colour: Sequence[float]) -> bytes:
        place = (round((value + 1) / 2 * 0xFFFF) for value in (x, y))
        return struct.pack(f">BHH{len(colour)}B", 0, *place, *(round(255 * share) for share in colour))

    def part_of(step: float) -> tuple[int, float]:
        part = min(int(step / each), parts - 1)
        return part, step / each - part

    def turn(step: float) -> float:
        part, share = part_of(step)
        return math.radians(angle) + 2 * math.pi * (stops[part] + share * (stops[part + 1] - stops[part]))

    def at(step: float) -> list[float]:
        part, share = part_of(step)
        return [one + share * (two - one) for one, two in zip(shares[part], shares[part + 1], strict=True)]

    data = bytearray()
    for step in range(parts * each):
        data += vertex(0, 0, at(step + 0.5))
        for end in (step, step + 1):
            data += vertex(math.cos(turn(end)), math.sin(turn(end)), at(end))
    bits = {"BitsPerCoordinate": 16, "BitsPerComponent": 8, "BitsPerFlag": 8}
    decode = [-1, 1, -1, 1, *[0, 1] * len(shares[0])]
    return stream(bytes(data), ShadingType=4, ColorSpace=f"/{space}", **bits, Decode=decode)


def set_layer(canvas: Any, layer: Layer, mask: str) -> None:
    """Draw what follows with the effects of a layer; `mask` is the name of its mask's form, or empty."""
    canvas.setFillAlpha(layer.opacity)
    canvas.setStrokeAlpha(layer.opacity)
    canvas.setBlendMode(layer.blend.replace("colour", "color").title().replace("-", ""))
    if mask:
        set_soft_mask(canvas, mask)
