"""Icons: SVG files of plain filled paths, as contours in a box of 1 x 1."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

from cardtools.errors import bad_input
from cardtools.files import read_text, shown
from cardtools.render.scene import Contour, Segment

_HINT = 'an icon is <svg viewBox="0 0 W H"> with <path d="..."/> in it, and nothing else'


def read_icon(path: Path) -> tuple[tuple[Contour, ...], float]:
    """The contours of an SVG icon and its width divided by its height.

    Only `<path d>` is read; overlapping contours are holes. Raises InputError for anything else.
    """
    text = read_text(path)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:  # entities could grow without end
        raise bad_input(shown(path), "an icon needs no DOCTYPE and no entities", "remove them")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise bad_input(shown(path), "is not well-formed SVG", "", line, column + 1) from None
    try:
        left, top, width, height = map(float, root.get("viewBox", "").replace(",", " ").split())
    except ValueError:
        raise bad_input(shown(path), "has no viewBox with four numbers", _HINT) from None
    if width <= 0 or height <= 0:
        raise bad_input(shown(path), "has an empty viewBox", _HINT)
    contours: list[Contour] = []
    for node in root.iter():
        kind = node.tag.rpartition("}")[2]
        if kind == "path":
            contours += _contours(path, node.get("d", ""), left, top, width, height)
        elif kind not in ("svg", "g", "title", "desc"):
            raise bad_input(shown(path), f"has a <{kind}>", _HINT)
    if not contours:
        raise bad_input(shown(path), "has no path", _HINT)
    return tuple(contours), width / height


def _contours(path: Path, data: str, left: float, top: float, width: float, height: float) -> list[Contour]:
    from fontTools.pens.basePen import decomposeQuadraticSegment
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    try:
        parse_path(data, pen)
    except (ValueError, IndexError, TypeError, StopIteration) as error:
        raise bad_input(shown(path), f"has path data that cannot be read: {error}", _HINT) from None

    def unit(point: tuple[float, float]) -> tuple[float, float]:
        return round((point[0] - left) / width, 5), round((point[1] - top) / height, 5)

    found: list[Contour] = []
    current: list[Segment] = []
    at: tuple[float, float] = (0.0, 0.0)
    for name, points in pen.value:
        if name == "moveTo":
            current = [("M", *unit(points[0]))]
        elif name == "lineTo":
            current.append(("L", *unit(points[0])))
        elif name == "curveTo":
            current.append(("C", *_flat(map(unit, points))))
        elif name == "qCurveTo":
            for control, end in decomposeQuadraticSegment(points):
                first = tuple(a + 2 / 3 * (c - a) for a, c in zip(at, control, strict=True))
                second = tuple(e + 2 / 3 * (c - e) for e, c in zip(end, control, strict=True))
                current.append(("C", *_flat(map(unit, (first, second, end)))))
                at = end
        elif current:
            found.append(tuple(current))
            current = []
        if points:
            at = points[-1]
    return found


def _flat(points: Any) -> list[float]:
    return [value for point in points for value in point]
