"""The outlines of shapes: each as SVG path data in a box of 1 x 1, or in the `view` of its own path."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, product

from cardtools.render.face.model.elements import ShapeElement
from cardtools.render.pictures.svgshapes import is_near, read_path
from cardtools.render.scene.scene import Box, Contour, Fill, Picture, Stroke, Symbol

PATH_HINT = 'write a path of SVG in mm from the top left of the box, such as "M0 0 L10 5 L0 10 Z"'
_OVERLAP = 0.1  # mm
_HALF = "A.5 .5 0 0 1"  # half of an ellipse, or less


def shape_items(element: ShapeElement, box: Box, fill: Fill | None, stroke: Stroke | None) -> list[Symbol]:
    """A shape in its box. Raises ValueError if its path cannot be read."""
    view = element.view or (box.width, box.height)
    is_own = bool(element.path or element.points)
    closed, lines = _contours(_data(element, bool(fill)), view if is_own else (1.0, 1.0))
    if not (closed and lines):
        return [Symbol(box, element.shape, closed or lines, fill, stroke, open=bool(lines))]
    found = [Symbol(box, element.shape, closed + lines, fill)] if fill else []
    for some, is_open in ((closed, False), (lines, True)) if stroke else ():
        found.append(Symbol(box, element.shape, some, None, stroke, open=is_open))
    return found


def _data(element: ShapeElement, is_filled: bool) -> str:
    match element.shape:
        case "ellipse":
            return f"M0 .5{_HALF} 1 .5{_HALF} 0 .5Z"
        case "path":
            return element.path
        case "polygon" if element.points:
            return f"M{element.points}Z"
        case "polygon" | "star":
            radii = (0.5, element.inner / 2) if element.shape == "star" else (0.5,)
            count = element.sides * len(radii)
            corners = (_on(360 * step / count - 90, radii[step % len(radii)]) for step in range(count))
            return f"M{' '.join(corners)}Z"
        case "arc":
            start, turn = element.start, element.end - element.start
            ends = "".join(f"{_HALF} {_on(start + turn * share)}" for share in (1 / 3, 2 / 3, 1))
            ends = ends.replace("0 0 1", "0 0 0") if turn < 0 else ends
            return f"M{_on(start)}{ends}" + ("L.5 .5Z" if is_filled and abs(turn) < 360 else "")
        case _:
            down = "".join(f"M{column / element.columns} 0V1" for column in range(element.columns + 1))
            return down + "".join(f"M0 {row / element.rows}H1" for row in range(element.rows + 1))


def _on(angle: float, radius: float = 0.5) -> str:
    """The point of a circle in the box, clockwise from the right."""
    x, y = math.cos(math.radians(angle)) * radius, math.sin(math.radians(angle)) * radius
    return f"{0.5 + x:.6f},{0.5 + y:.6f}"


@lru_cache(maxsize=256)
def _contours(data: str, view: tuple[float, ...]) -> tuple[tuple[Contour, ...], tuple[Contour, ...]]:
    """The contours that are closed, and the lines that are open."""
    from fontTools.misc.transform import Transform

    pen = read_path(data, Transform().scale(1 / view[0], 1 / view[1]))
    if not is_near(pen):
        raise ValueError("reaches far out of its box")
    closed, lines = list[Contour](), list[Contour]()
    for contour, is_closed in zip(pen.contours, pen.closed, strict=True):
        if len(contour) > 1:
            (closed if is_closed else lines).append(tuple(contour))
    if not closed and not lines:
        raise ValueError("draws nothing")
    return tuple(closed), tuple(lines)


def nine_parts(picture: Picture, share: float, border: float) -> Iterator[Picture]:
    """A frame from its picture: the corners as they are, what lies between them stretched."""
    box, border = picture.box, min(border, picture.box.width / 2, picture.box.height / 2)
    across, down = ((0.0, border, side - border, side) for side in (box.width, box.height))
    seen = (0.0, share, 1 - share, 1.0)
    columns, rows = (list(zip(pairwise(sides), pairwise(seen), strict=True)) for sides in (across, down))
    for ((left, right), (u, u2)), ((top, bottom), (v, v2)) in product(columns, rows):
        if (wide := right - left) > 0 and (high := bottom - top) > 0:
            # Each goes on a little below the next one, so that no gap is seen between them.
            more, deeper = min(_OVERLAP, box.width - right), min(_OVERLAP, box.height - bottom)
            part = Box(box.left + left, box.top + top, wide + more, high + deeper)
            window = (u, v, (u2 - u) * (1 + more / wide), (v2 - v) * (1 + deeper / high))
            yield replace(picture, box=part, radius=0.0, window=window, whole=False, stretch=True)
