"""Attributes of SVG: shapes as path data, transforms as matrices, styles, gradients as fills; which of them,
and which CSS properties, are read or refused (`DRAWN`), which change nothing in an icon without text, dashes
and clips (`HARMLESS`); everything else is named (`undrawn`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

from cardtools.render.scene.scene import Fill, Point
from cardtools.render.scene.shapes import ContourPen

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform

SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line")
_SPACES = (
    "", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"
)  # fmt: skip
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?")
_COUNTS = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3)}  # of numbers; others: 1
GRADIENTS = ("linearGradient", "radialGradient")
MOST_STOPS = 100
_DEFAULTS = {
    "linearGradient": {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"},
    "radialGradient": {"cx": "50%", "cy": "50%", "r": "50%"},
}
_REFERENCE = re.compile(r"""url\(\s*["']?#([^"')]+?)["']?\s*\)""")
CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
_SHARPEST = 1e-4  # between the colours of an edge, as a share of the gradient


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
        x, y, width, height = map(of, ("x", "y", "width", "height"))
        if width <= 0 or height <= 0:
            return ""
        # Each radius is by default the other one, and at most half of its side.
        rx = min(of("rx", attributes.get("ry", "0")), width / 2)
        ry = min(of("ry", attributes.get("rx", "0")), height / 2)
        if rx <= 0 or ry <= 0:
            return f"M{x} {y}H{x + width}V{y + height}H{x}Z"
        arc = f"A{rx} {ry} 0 0 1"
        return (
            f"M{x + rx} {y}H{x + width - rx}{arc} {x + width} {y + ry}"
            f"V{y + height - ry}{arc} {x + width - rx} {y + height}"
            f"H{x + rx}{arc} {x} {y + height - ry}V{y + ry}{arc} {x + rx} {y}Z"
        )
    rx, ry = (of("r"), of("r")) if shape == "circle" else (of("rx"), of("ry"))
    if rx <= 0 or ry <= 0:
        return ""
    x, y = of("cx"), of("cy")
    return f"M{x - rx} {y}A{rx} {ry} 0 0 1 {x + rx} {y}A{rx} {ry} 0 0 1 {x - rx} {y}Z"


def read_dashes(text: str) -> tuple[float, ...]:
    """The lengths of dashes and gaps; none for a whole line. Raises ValueError if one makes no sense."""
    found = () if text.strip() == "none" else tuple(map(length, text.replace(",", " ").split()))
    if len(found) > MOST_STOPS or min(found, default=0) < 0:
        raise ValueError("invalid dashes")
    return found if sum(found) > 0 else ()


def read_path(data: str, by: Transform) -> ContourPen:
    """Path data as contours. Raises ValueError if it cannot be read."""
    from fontTools.pens.transformPen import TransformPen
    from fontTools.svgLib.path import parse_path

    pen = ContourPen()
    try:
        parse_path(data, TransformPen(pen, by))
    except (ValueError, LookupError, TypeError, StopIteration, ArithmeticError, AssertionError) as error:
        raise ValueError(str(error)) from None
    return pen


def is_near(pen: ContourPen) -> bool:
    """Whether all that was drawn in a box of 1 x 1 is there or beside it."""
    numbers = (float(number) for contour in pen.contours for _, *some in contour for number in some)
    return all(-1 <= number <= 2 for number in numbers)


def read_transform(text: str, outer: Transform) -> Transform:
    """A `transform` attribute inside `outer`. Raises ValueError when it cannot be read."""
    at = 0
    while at < len(text.rstrip()):
        found = _TRANSFORM.match(text, at)
        numbers = [float(word) for word in found[2].replace(",", " ").split()] if found else []
        if found is None or len(numbers) not in _COUNTS.get(found[1], (1,)):
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
            case axis:
                angle = math.radians(numbers[0])
                outer = outer.skew(angle, 0) if axis == "skewX" else outer.skew(0, angle)
        at = found.end()
    return outer


def with_style(attributes: Mapping[str, str]) -> dict[str, str]:
    """The attributes of SVG, XLink and XML, without prefixes, with those of `style`, which count more."""
    names = {full: full.rpartition("}") for full in attributes}
    found = {name: attributes[full] for full, (space, _, name) in names.items() if space in _SPACES}
    rules = (rule.partition(":") for rule in found.pop("style", "").split(";"))
    return found | {name.strip(): value.strip() for name, colon, value in rules if colon}


def reference(value: str) -> str:
    """The name in `url(#name)`; empty for anything else."""
    found = _REFERENCE.match(value.strip())
    return found[1] if found else ""


@dataclass
class SvgGradient:
    """A gradient as the file has it: its kind, its attributes, its stops (place and colour)."""

    kind: str
    attributes: Mapping[str, str]
    stops: list[tuple[float, str]] = field(default_factory=list)

    def stop(self, offset: str, colour: str) -> None:
        """Add a stop. Raises ValueError if it has no place."""
        last = self.stops[-1][0] if self.stops else 0.0
        self.stops.append((max(last, min(1.0, _number(offset or "0", 1.0))), colour))
        if len(self.stops) > MOST_STOPS:
            raise ValueError(f"more than {MOST_STOPS} colours")


def gradient_fill(
    name: str, known: dict[str, SvgGradient], to_icon: Transform, bounds: Sequence[float], size: Point
) -> Fill | None:
    """A gradient as a fill in the box of an icon; None if it paints nothing. `to_icon` is the transform of
    the shape that has it, `bounds` its corners (left, top, right, bottom) and `size` that of the viewBox, in
    the shape's own units. Raises ValueError if there is no such gradient.
    """
    if name not in known:
        raise ValueError(f"no gradient {name[:40]!r}")
    found, attributes, stops, seen = known[name], dict(known[name].attributes), known[name].stops, {name}
    while (base := attributes.pop("href", "").strip().removeprefix("#")) and base not in seen:
        if base not in known:
            raise ValueError(f"no gradient {base[:40]!r}")
        seen.add(base)
        attributes = {**known[base].attributes, **attributes}
        stops = stops or known[base].stops
    if attributes.get("spreadMethod", "pad") != "pad":
        raise ValueError("a gradient that is repeated (spreadMethod)")
    if not stops:
        return None
    colours = [colour for _, colour in stops]
    in_box = attributes.get("gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
    across, down = (1.0, 1.0) if in_box else size
    whole = across, down, math.hypot(across, down) / math.sqrt(2)
    values, frame = {**_DEFAULTS[found.kind], **attributes}, to_icon
    if in_box:
        left, top, right, bottom = bounds
        if right <= left or bottom <= top:
            return Fill((colours[-1],))
        frame = frame.translate(left, top).scale(right - left, bottom - top)
    frame = read_transform(values.get("gradientTransform", ""), frame)
    if found.kind == "linearGradient":
        x1, x2 = (_number(values[name], across) for name in ("x1", "x2"))
        y1, y2 = (_number(values[name], down) for name in ("y1", "y2"))
        frame = frame.transform((x2 - x1, y2 - y1, y1 - y2, x2 - x1, x1, y1))
    else:
        x, y, radius = (_number(values[key], of) for key, of in zip(("cx", "cy", "r"), whole, strict=True))
        focus = _number(values.get("fx", values["cx"]), across), _number(values.get("fy", values["cy"]), down)
        if math.dist(focus, (x, y)) > 0.01 * abs(radius):
            raise ValueError("a gradient around a point that is not its middle (fx, fy)")
        frame = frame.transform((radius, 0, 0, radius, x, y))
    if abs(frame[0] * frame[3] - frame[1] * frame[2]) < 1e-9 or len(set(colours)) == 1:
        return Fill((colours[-1],))
    places, colours = padded([place for place, _ in stops], colours)
    shape = "linear" if found.kind == "linearGradient" else "radial"
    a, b, c, d, e, f = (round(value, 6) for value in frame)
    return Fill(tuple(colours), shape=shape, stops=tuple(places), frame=(a, b, c, d, e, f))


def padded(stops: Sequence[float], colours: Sequence[str]) -> tuple[list[float], list[str]]:
    """The places of colours and these, from 0 to 1 and all apart."""
    places = list(accumulate(stops, lambda last, own: max(own, last + _SHARPEST)))
    places = [min(place, 1 - _SHARPEST * (len(places) - 1 - index)) for index, place in enumerate(places)]
    first, last = [0.0] * (places[0] > 0), [1.0] * (places[-1] < 1)
    ends = list(colours[:1]) * len(first), list(colours[-1:]) * len(last)
    return [*first, *places, *last], [*ends[0], *colours, *ends[1]]


def _number(text: str, whole: float) -> float:
    """A number, or a percentage of the whole. Raises ValueError for anything else."""
    text = text.strip()
    number = float(text.removesuffix("%").removesuffix("px"))
    if not math.isfinite(number):
        raise ValueError(f"an invalid number {text[:40]!r}")
    return number / 100 * whole if text.endswith("%") else number


DRAWN = frozenset(
    """
    viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform display visibility color
    fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-opacity stroke-dasharray opacity paint-order clip-path mask filter href src gradientUnits
    gradientTransform spreadMethod offset stop-color stop-opacity
    """.split()
)
HARMLESS = frozenset(
    """
    id class lang role tabindex autofocus style title version baseProfile space base preserveAspectRatio
    zoomAndPan contentScriptType contentStyleType externalResourcesRequired requiredFeatures type pathLength
    clip-rule clipPathUnits flood-color flood-opacity lighting-color enable-background
    color-interpolation-filters color-rendering color-profile color-adjust print-color-adjust
    shape-rendering text-rendering image-rendering buffered-rendering cursor pointer-events touch-action
    user-select will-change solid-color solid-opacity overflow overflow-x overflow-y zoom direction
    unicode-bidi writing-mode glyph-orientation-vertical glyph-orientation-horizontal letter-spacing
    word-spacing word-wrap overflow-wrap line-height line-break white-space white-space-collapse tab-size
    hyphens quotes inline-size block-size shape-inside shape-subtract shape-margin shape-padding
    shape-image-threshold shape-outside baseline-shift alignment-baseline dominant-baseline vertical-align
    kerning dx dy rotate lengthAdjust textLength startOffset side method spacing text
    """.split()
)
_HARMLESS_FAMILIES = tuple("aria- data- font text- animation transition -- -inkscape- xmlns".split())
# These change nothing where they have one of these values.
_NEUTRAL = {
    "stroke-dashoffset": "0 0px", "mix-blend-mode": "normal", "isolation": "auto",
    "vector-effect": "none", "transform-box": "view-box",
    "color-interpolation": "sRGB auto", "stroke-alignment": "center", "clip": "auto", "fr": "0 0%",
    "marker": "none", "marker-start": "none", "marker-mid": "none", "marker-end": "none",
    "backdrop-filter": "none", "mask-image": "none", "background": "none", "background-image": "none",
    "background-color": "transparent none",
}  # fmt: skip
# Of what is drawn, only these values are.
_VALUES = {
    "stroke-linecap": ("butt", "round", "square"), "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"), "visibility": ("visible", "hidden", "collapse"),
}  # fmt: skip


def undrawn(attributes: Mapping[str, str]) -> Iterator[str]:
    """The attributes of an element that are not drawn: names, or a name with its value."""
    for name, value in attributes.items():
        if name in DRAWN:
            if value not in _VALUES.get(name, (value,)) or (name == "paint-order" and not _is_order(value)):
                yield f"{name}: {value}"
        elif name == "transform-origin":
            if "transform" in attributes and set(value.replace("px", "").split()) != {"0"}:
                yield name
        elif not (
            name in HARMLESS or name.startswith(_HARMLESS_FAMILIES) or value in _NEUTRAL.get(name, "").split()
        ):
            yield name


def strokes_first(order: str) -> bool:
    """Whether `paint-order` draws a line below the area that it goes around."""
    return [word for word in order.split() if word in ("fill", "stroke")][:1] == ["stroke"]


def _is_order(value: str) -> bool:
    words = value.split()
    return value == "normal" or len({*words} & {"fill", "stroke", "markers"}) == len(words) > 0
