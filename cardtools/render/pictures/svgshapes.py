"""Attributes of SVG: basic shapes as path data, transforms as matrices, styles as attributes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform

SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line")
_SPACES = (
    "", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"
)  # fmt: skip
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?")
_COUNTS = {
    "matrix": (6,),
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
}


def length(text: str) -> float:
    """A length in pixels, the unit of the viewBox. Raises ValueError for another unit or no number."""
    number = float(text.strip().removesuffix("px"))
    if not math.isfinite(number):
        raise ValueError(f"invalid length {text}")
    return number


def path_data(shape: str, attributes: Mapping[str, str]) -> str:
    """The outline of one of SHAPES as SVG path data. Raises ValueError for an invalid length."""

    def of(name: str, default: str = "0") -> float:
        return length(attributes.get(name, default))

    if shape == "path":
        return attributes.get("d", "")
    if shape in ("polygon", "polyline"):
        points = attributes.get("points", "").strip()
        return f"M{points}{'Z' if shape == 'polygon' else ''}" if points else ""
    if shape == "line":
        return f"M{of('x1')} {of('y1')}L{of('x2')} {of('y2')}"
    if shape == "rect":
        return _rectangle(of("x"), of("y"), of("width"), of("height"), attributes)
    rx, ry = (of("r"), of("r")) if shape == "circle" else (of("rx"), of("ry"))
    if rx <= 0 or ry <= 0:
        return ""
    x, y = of("cx"), of("cy")
    return f"M{x - rx} {y}A{rx} {ry} 0 0 1 {x + rx} {y}A{rx} {ry} 0 0 1 {x - rx} {y}Z"


def _rectangle(x: float, y: float, width: float, height: float, attributes: Mapping[str, str]) -> str:
    if width <= 0 or height <= 0:
        return ""
    # Each radius is by default the other one, and at most half of its side.
    rx = length(attributes.get("rx", attributes.get("ry", "0")))
    ry = length(attributes.get("ry", attributes.get("rx", "0")))
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return f"M{x} {y}H{x + width}V{y + height}H{x}Z"
    arc = f"A{rx} {ry} 0 0 1"
    return (
        f"M{x + rx} {y}H{x + width - rx}{arc} {x + width} {y + ry}"
        f"V{y + height - ry}{arc} {x + width - rx} {y + height}"
        f"H{x + rx}{arc} {x} {y + height - ry}V{y + ry}{arc} {x + rx} {y}Z"
    )


def read_transform(text: str, outer: Transform) -> Transform:
    """A `transform` attribute inside `outer`. Raises ValueError when it cannot be read."""
    at = 0
    while at < len(text.rstrip()):
        found = _TRANSFORM.match(text, at)
        numbers = [float(word) for word in found[2].replace(",", " ").split()] if found else []
        if found is None or len(numbers) not in _COUNTS[found[1]]:
            raise ValueError(f"invalid transform {text[at:].strip()[:40]!r}")
        match found[1]:
            case "matrix":
                outer = outer.transform(numbers)
            case "translate":
                outer = outer.translate(*numbers)
            case "scale":
                outer = outer.scale(numbers[0], numbers[-1])
            case "rotate":
                x, y = numbers[1:] or (0.0, 0.0)
                outer = outer.translate(x, y).rotate(math.radians(numbers[0])).translate(-x, -y)
            case "skewX":
                outer = outer.skew(math.radians(numbers[0]), 0)
            case "skewY":
                outer = outer.skew(0, math.radians(numbers[0]))
        at = found.end()
    return outer


def with_style(attributes: Mapping[str, str]) -> dict[str, str]:
    """The attributes with those that `style` says, which count more; names are without the namespaces of SVG,
    XLink and XML. Notes of programs, which have other ones, are left out.
    """
    found = {}
    for full, value in attributes.items():
        space, _, name = full.rpartition("}")
        if space in _SPACES:
            found[name] = value
    for rule in found.pop("style", "").split(";"):
        name, colon, value = rule.partition(":")
        if colon:
            found[name.strip()] = value.strip()
    return found
