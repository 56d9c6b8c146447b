"""Outlines: those of cards and rounded rectangles, contours and art in a box, pictures cut along them; and
contours turned so that the nonzero rule fills them: what is filled clockwise, holes the other way.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from operator import itemgetter
from typing import Protocol

from cardtools.ground.card_sizes import CardShape
from cardtools.render.pictures.images import Art, png_file
from cardtools.render.scene.scene import (
    UPRIGHT,
    Box,
    Contour,
    Item,
    Picture,
    Point,
    Rectangle,
    Segment,
    Stroke,
    Symbol,
    TextRun,
    moved,
    moved_contour,
    reach_of,
    walk,
)
from cardtools.render.scene.units import MM_PER_INCH

KAPPA = 0.5522847498  # a quarter circle as one cubic curve
_FINER, _LARGE = 4, 4_000_000  # the outline of a picture of fewer pixels has 4 times as many each way
_PIECES = 12  # of a round corner
ROW = 0.25  # mm: how exactly text goes around a shape
_STEPS = 8  # straight lines in place of a curve


def rounded(box: Box, radius: float) -> Contour:
    """The outline of a rounded rectangle, clockwise from the top left."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    if radius <= 0:
        return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom))
    near = radius * (1 - KAPPA)
    return (
        ("M", left + radius, top),
        ("L", right - radius, top),
        ("C", right - near, top, right, top + near, right, top + radius),
        ("L", right, bottom - radius),
        ("C", right, bottom - near, right - near, bottom, right - radius, bottom),
        ("L", left + radius, bottom),
        ("C", left + near, bottom, left, bottom - near, left, bottom - radius),
        ("L", left, top + radius),
        ("C", left, top + near, left + near, top, left + radius, top),
    )


def outline(shape: CardShape, box: Box, radius: float = 0.0) -> Contour:
    """The outline of a card in its box, clockwise; a hexagon is longer from corner to corner."""
    if shape == "rectangle":
        return rounded(box, radius)
    places = [(0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25)]
    if box.width > box.height:
        places = [(y, x) for x, y in reversed(places)]
    points = [(box.left + x * box.width, box.top + y * box.height) for x, y in places]
    if radius <= 0:
        return tuple(("L" if index else "M", *point) for index, point in enumerate(points))
    before, near = math.tan(math.pi / 6) * radius, 4 / 3 * math.tan(math.pi / 12) * radius
    segments: list[Segment] = []
    for index, point in enumerate(points):
        start, end = (_towards(point, points[(index + by) % 6], before) for by in (-1, 1))
        curve = ("C", *_towards(start, point, near), *_towards(end, point, near), *end)
        segments += [("L" if index else "M", *start), curve]
    return tuple(segments)


def _towards(point: Point, other: Point, distance: float) -> Point:
    share = distance / math.dist(point, other)
    return point[0] + (other[0] - point[0]) * share, point[1] + (other[1] - point[1]) * share


def clearance(shape: CardShape, card: Box, box: Box) -> float:
    """How far a box is from the outline of a card: mm, below 0 where it crosses it."""
    if shape == "rectangle":
        return min(box.left - card.left, box.top - card.top, card.right - box.right, card.bottom - box.bottom)
    x, y = card.left + card.width / 2, card.top + card.height / 2
    across = max(abs(box.left - x), abs(box.right - x))
    down = max(abs(box.top - y), abs(box.bottom - y))
    if card.width > card.height:
        across, down = down, across
    half = min(card.width, card.height) / 2  # from the middle to each of the six sides
    return half - max(across, across / 2 + down * math.sqrt(3) / 2)


def nearest_part(shape: CardShape, card: Box, box: Box) -> str:
    """The part of a box that is closest to the outline of a card: `right side`, `lower right corner`."""
    if shape == "rectangle":
        gaps = {"left side": box.left - card.left, "top": box.top - card.top}
        gaps |= {"right side": card.right - box.right, "bottom": card.bottom - box.bottom}
    else:
        gaps = {
            f"{row} {column} corner": clearance(shape, card, Box(x, y, 0, 0))
            for row, y in (("upper", box.top), ("lower", box.bottom))
            for column, x in (("left", box.left), ("right", box.right))
        }
    return min(gaps, key=gaps.__getitem__)


def cut_line(shape: CardShape, box: Box, radius: float, stroke: Stroke) -> Rectangle | Symbol:
    """The line along which a card in the box is cut."""
    if shape == "rectangle":
        return Rectangle(box, radius, None, stroke)
    unit = Box(-box.left / box.width, -box.top / box.height, 1 / box.width, 1 / box.height)
    return Symbol(box, "cut", placed([outline(shape, box, radius)], unit), None, stroke)


def placed(contours: Iterable[Contour], box: Box) -> tuple[Contour, ...]:
    """Contours of a 1 x 1 box stretched over `box`."""
    by = box.width, 0.0, 0.0, box.height, box.left, box.top
    return tuple(moved_contour(by, contour) for contour in contours)


class ArtSource(Protocol):
    """The art of scenes by its source, for exporters."""

    def __getitem__(self, source: str, /) -> Art: ...


def window_of(item: Picture, art: Art) -> Box:
    """What a picture takes for the whole art, in pixels."""
    if not item.window:
        return Box(0, 0, art.width, art.height)
    across, down = (1.0, 1.0) if max(item.window) > 1 else (art.width, art.height)
    left, top = min(item.window[0] * across, art.width - 1), min(item.window[1] * down, art.height - 1)
    wide, high = item.window[2] * across, item.window[3] * down
    return Box(left, top, min(wide, art.width - left), min(high, art.height - top))


def fitted(item: Picture, art: Art) -> Picture:
    """The picture with the box that it really fills: smaller than its own where the art is shown whole."""
    if not item.whole:
        return item
    seen = window_of(item, art)
    scale = min(item.box.width / seen.width, item.box.height / seen.height) * item.zoom  # mm a pixel
    width, height = min(item.box.width, seen.width * scale), min(item.box.height, seen.height * scale)
    left = item.box.left + (item.box.width - width) * item.focus_x
    top = item.box.top + (item.box.height - height) * item.focus_y
    zoom = max(1.0, scale / max(width / seen.width, height / seen.height))
    return replace(item, box=Box(left, top, width, height), whole=False, zoom=zoom)


def cover(art: Art, item: Picture) -> Box:
    """The part of the art, in its pixels, that a picture shows."""
    seen = window_of(item, art)
    if item.stretch:
        return seen
    scale = min(seen.width / item.box.width, seen.height / item.box.height) / item.zoom
    width, height = item.box.width * scale, item.box.height * scale
    left, top = (seen.width - width) * item.focus_x, (seen.height - height) * item.focus_y
    return Box(seen.left + left, seen.top + top, width, height)


def cut_png(png: bytes, shape: CardShape, corner: float, dpi: int) -> bytes:
    """The picture of a card without bleed as a PNG file whose corners are cut off."""
    from PIL import Image, ImageDraw

    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGB")
    finer = _FINER if image.width * image.height < _LARGE else 1  # slanted edges become smooth
    size = (image.width * finer, image.height * finer)
    mask = Image.new("L", size)
    cut = outline(shape, Box(0, 0, *size), corner / MM_PER_INCH * dpi * finer)
    ImageDraw.Draw(mask).polygon(points_of(cut, _PIECES), 255)
    image.putalpha(mask.resize(image.size, Image.Resampling.BOX))
    return png_file(image, 3, dpi=(dpi, dpi))


def turned_png(png: bytes, angle: int, dpi: int) -> bytes:
    """The picture turned clockwise by a quarter, a half or three quarters."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as opened:
        return png_file(opened.rotate(-angle, expand=True), 3, dpi=(dpi, dpi))


def turned(contours: Sequence[Contour]) -> list[Contour]:
    """The contours of a nonzero shape, turned so that no part is a hole in another one."""
    total = sum(map(area_of, map(points_of, contours)))
    return [backwards(contour) for contour in contours] if total < 0 else list(contours)


def nested(contours: Sequence[Contour]) -> list[Contour]:
    """The contours of a shape with the even-odd rule: each turned by how many others it lies in."""
    outlines = list(map(points_of, contours))
    boxes = [[(min(side), max(side)) for side in zip(*points, strict=True)] for points in outlines]
    found = []
    for index, (contour, points) in enumerate(zip(contours, outlines, strict=True)):
        # A point on the first line of the polygon, where no other outline has a corner by chance.
        (x0, y0), (x1, y1) = points[0], points[1]
        x, y = x0 + 0.37 * (x1 - x0), y0 + 0.37 * (y1 - y0)
        depth = sum(
            _contains(outlines[other], x, y)
            for other, ((left, right), (top, bottom)) in enumerate(boxes)
            if other != index and left <= x <= right and top <= y <= bottom
        )
        found.append(contour if (area_of(points) > 0) == (depth % 2 == 0) else backwards(contour))
    return found


def points_of(contour: Contour, steps: int = _STEPS) -> list[Point]:
    """The contour as a polygon, with so many straight lines in place of a curve."""
    points: list[Point] = []
    for kind, *values in contour:
        if kind != "C":
            points.append((values[0], values[1]))  # type: ignore[arg-type]
            continue
        x0, y0 = points[-1]
        x1, y1, x2, y2, x3, y3 = map(float, values)
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def polygons(items: Iterable[Item]) -> Iterator[list[Point]]:
    """The outlines of what is drawn, as polygons; of a picture without a mask and of text, the box."""
    for item in walk(tuple(items)):
        outlines = item.contours if isinstance(item, Symbol) else getattr(item, "mask", ())
        radius = item.radius if isinstance(item, Rectangle) else 0.0
        box = reach_of(replace(item, turn=None)) if isinstance(item, TextRun) else item.box
        contours = placed(outlines, box) or [rounded(box, radius)]
        for contour in contours:
            yield [moved(item.turn or UPRIGHT, *point) for point in points_of(contour)]


def reaches(points: list[Point], rows: range) -> dict[int, Point]:
    """From where to where a polygon is in those rows, `ROW` high and counted from the top, that it meets."""
    found: dict[int, Point] = {}
    for one, other in pairwise([*points, points[0]]):
        (x0, y0), (x1, y1) = sorted((one, other), key=itemgetter(1))
        slope = (x1 - x0) / (y1 - y0) if y1 > y0 else 0.0
        for row in range(max(row_of(y0), rows.start), min(row_of(y1) + 1, rows.stop)):
            ends = x0 + max(0.0, row * ROW - y0) * slope, x1 - max(0.0, y1 - (row + 1) * ROW) * slope
            known = found.get(row, ends)
            found[row] = min(*ends, *known), max(*ends, *known)
    return found


def row_of(y: float) -> int:
    """The row that a height is in."""
    return math.floor(y / ROW)


def area_of(points: list[Point]) -> float:
    """Twice the area, positive where the polygon runs clockwise (y grows downwards)."""
    return sum(one[0] * other[1] - other[0] * one[1] for one, other in pairwise([*points, points[0]]))


def _contains(points: list[Point], x: float, y: float) -> bool:
    inside = False
    for (x0, y0), (x1, y1) in pairwise([*points, points[0]]):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside


def backwards(contour: Contour) -> Contour:
    """The same outline in the other direction."""
    segments: list[Segment] = [("M", *contour[-1][-2:])]
    for before, (kind, *values) in reversed([*pairwise(contour)]):
        back = (values[2], values[3], values[0], values[1]) if kind == "C" else ()
        segments.append((kind, *back, *before[-2:]))
    return tuple(segments)


class ContourPen:
    """A pen for fontTools and HarfBuzz; `digits` are those that are kept of a number (None: all)."""

    def __init__(self, digits: int | None = 5) -> None:
        self.contours: list[list[Segment]] = []
        self.closed: list[bool] = []
        self.digits = digits

    def add(self, kind: str, *points: Point) -> None:
        numbers, digits = chain.from_iterable(points), self.digits
        self.contours[-1].append((kind, *(n if digits is None else round(n, digits) for n in numbers)))
        self.at = points[-1]

    def moveTo(self, point: Point) -> None:  # noqa: N802
        self.contours.append([])
        self.closed.append(False)
        self.add("M", point)

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self.add("L", point)

    def qCurveTo(self, control: Point, point: Point) -> None:  # noqa: N802
        (x, y), (x1, y1), (x2, y2) = self.at, control, point
        one = x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y)
        self.add("C", one, (x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2)), point)

    def curveTo(self, one: Point, two: Point, point: Point) -> None:  # noqa: N802
        self.add("C", one, two, point)

    def closePath(self) -> None:  # noqa: N802
        self.closed[-1] = True

    def endPath(self) -> None:  # noqa: N802
        """A line that stays open."""
