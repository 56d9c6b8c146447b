"""Tuck boxes: from size and number of cards to the net and its page; mm from the net's top left corner."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import (
    Box,
    Contour,
    Fill,
    Item,
    Point,
    Rectangle,
    Scene,
    Segment,
    Stroke,
    Symbol,
)
from cardtools.render.scene.shapes import backwards

GLUE = 12.0  # the flap that is glued to the last side
TUCK = 15.0  # how deep a lid is tucked in
DUST = 20.0  # the flaps below a lid
SLACK = 0.5  # parts that go into the box are narrower by this at each side
_SLANT = 3.0  # of the flaps' free edges, so that they do not catch
_ROUND = 5.0  # the corners of the part that is tucked in
_NOTCH = 8.0  # the radius of the notch for the thumb
_ARC = 0.5523  # the handles of a quarter of a circle, for a radius of 1
CUT_SPOT, FOLD_SPOT = "CutContour", "Crease"  # by which a cutter finds the lines
BLEED = 2.0  # mm that colours and faces go on beyond a cut
CUT = Stroke(f"{CUT_SPOT}#e6007e", 0.25)
FOLD = Stroke(f"{FOLD_SPOT}#009fe3", 0.25)
_DASH, _GAP = 3.0, 2.0
_UNIT = Box(0.0, 0.0, 1.0, 1.0)  # contours in it are mm

Edge = Literal["left", "right", "top", "bottom"]


@dataclass(frozen=True)
class BoxSize:
    """The inside of a box."""

    width: float
    height: float
    depth: float

    @classmethod
    def of_cards(cls, width: float, height: float, count: int, thickness: float, clearance: float) -> BoxSize:
        """The size for so many cards; each length has the clearance once."""
        return cls(width + clearance, height + clearance, count * thickness + clearance)


@dataclass(frozen=True)
class Panel:
    """A part of the net. It hangs on `parent` by the edge of the parent that is named (None: the first)."""

    name: str
    box: Box
    outline: Contour
    parent: Panel | None = None
    edge: Edge = "left"

    @property
    def fold(self) -> tuple[Point, Point] | None:
        """The ends of the line at which it hangs on its parent."""
        if self.parent is None:
            return None
        box = self.box
        if self.edge in ("left", "right"):
            x = box.right if self.edge == "left" else box.left
            return (x, box.top), (x, box.bottom)
        y = box.bottom if self.edge == "top" else box.top
        return (box.left, y), (box.right, y)


@dataclass(frozen=True)
class Net:
    """The panels, each after the one it hangs on, and the size of the paper they take."""

    panels: tuple[Panel, ...]
    width: float
    height: float

    def __getitem__(self, name: str) -> Panel:
        return next(panel for panel in self.panels if panel.name == name)

    def cuts(self) -> Iterator[Contour]:
        """Where to cut: the edges of the panels that are not folds, as open lines."""
        for panel in self.panels:
            yield from _open(panel.outline, self.folds())

    def folds(self) -> list[tuple[Point, Point]]:
        """The lines to fold at."""
        return [fold for panel in self.panels if (fold := panel.fold)]


def tuck_box(size: BoxSize) -> Net:
    """The net of a box whose lids hang on the back: from left to right a flap for glue, the back, a side, the
    front with a notch for the thumb, a side that is glued to the flap.
    """
    width, height, depth = size.width, size.height, size.depth
    tuck = min(TUCK, height / 3)
    dust = min(DUST, width / 2 - 1, depth + tuck)
    rise = depth + tuck  # above and below the body
    top, left = rise, GLUE
    back = _plain("back", Box(left, top, width, height))
    side = _plain("side", Box(back.box.right, top, depth, height), back, "right")
    front = _notched("front", Box(side.box.right, top, width, height), side)
    # Narrower, so that its edge does not stand over the back.
    other = _plain("other side", Box(front.box.right, top, depth - SLACK, height), front, "right")
    panels = [back, _glue_flap(back), side, front, other]
    for up in (True, False):
        panels += _closure(back, side, other, depth, tuck, dust, up)
    return Net(tuple(panels), other.box.right, height + 2 * rise)


def _plain(name: str, box: Box, parent: Panel | None = None, edge: Edge = "left") -> Panel:
    corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
    return Panel(name, box, _closed(corners), parent, edge)


def _closed(points: tuple[Point, ...]) -> Contour:
    return (("M", *points[0]), *(("L", *point) for point in (*points[1:], points[0])))


def _glue_flap(back: Panel) -> Panel:
    box = Box(back.box.left - GLUE, back.box.top, GLUE, back.box.height)
    slant = min(_SLANT, box.height / 4)
    points = (
        (box.right, box.top), (box.right, box.bottom),
        (box.left, box.bottom - slant), (box.left, box.top + slant),
    )  # fmt: skip
    return Panel("glue", box, _closed(points), back, "left")


def _notched(name: str, box: Box, parent: Panel) -> Panel:
    """A panel with half a circle cut out of its upper edge."""
    radius = min(_NOTCH, box.width / 4, box.height / 4)
    middle, handle = box.left + box.width / 2, radius * _ARC
    outline: Contour = (
        ("M", box.left, box.top),
        ("L", middle - radius, box.top),
        ("C", middle - radius, box.top + handle, middle - handle, box.top + radius, middle, box.top + radius),
        ("C", middle + handle, box.top + radius, middle + radius, box.top + handle, middle + radius, box.top),
        ("L", box.right, box.top),
        ("L", box.right, box.bottom),
        ("L", box.left, box.bottom),
        ("L", box.left, box.top),
    )
    return Panel(name, box, outline, parent, "right")


def _closure(
    back: Panel, side: Panel, other: Panel, depth: float, tuck: float, dust: float, up: bool
) -> Iterator[Panel]:
    """The lid, the part of it that is tucked in, and the flaps of both sides; at the top or at the bottom."""
    where: Edge = "top" if up else "bottom"

    def beyond(parent: Box, high: float, inset: float = 0.0) -> Box:
        start = parent.top - high if up else parent.bottom
        return Box(parent.left + inset, start, parent.width - 2 * inset, high)

    def ends(box: Box) -> tuple[float, float]:
        return (box.bottom, box.top) if up else (box.top, box.bottom)

    lid = _plain(f"{where} lid", beyond(back.box, depth, SLACK), back, where)
    yield lid
    box = beyond(lid.box, tuck)
    bend = min(_ROUND, tuck / 2, box.width / 4)
    yield Panel(f"{where} tuck", box, _rounded_end(box, *ends(box), bend), lid, where)
    for panel in (side, other):
        box = beyond(panel.box, dust)
        near, far = ends(box)
        slant = min(_SLANT, box.width / 4)
        points = ((box.left, near), (box.left + slant, far), (box.right - slant, far), (box.right, near))
        yield Panel(f"{where} flap of the {panel.name}", box, _closed(points), panel, where)


def _rounded_end(box: Box, near: float, far: float, bend: float) -> Contour:
    """A panel whose edge at y = `far` has round corners."""
    turn, rest = math.copysign(bend, near - far), 1 - _ARC
    left, right = box.left, box.right
    return (
        ("M", left, near),
        ("L", left, far + turn),
        ("C", left, far + turn * rest, left + bend * rest, far, left + bend, far),
        ("L", right - bend, far),
        ("C", right - bend * rest, far, right, far + turn * rest, right, far + turn),
        ("L", right, near),
        ("L", left, near),
    )


def _open(outline: Contour, folds: list[tuple[Point, Point]]) -> Iterator[Contour]:
    """The outline without what lies on folds of its straight edges."""
    at: Point = (0.0, 0.0)
    line: list[Segment] = []
    for segment in outline:
        end = (float(segment[-2]), float(segment[-1]))
        rest = _beside_folds(at, end, folds) if segment[0] == "L" else None
        if segment[0] == "M" or rest is not None:
            if len(line) > 1:
                yield tuple(line)
            for start, stop in rest or ():
                yield (("M", *start), ("L", *stop))
            line = [("M", *end)]
        else:
            line.append(segment)
        at = end
    if len(line) > 1:
        yield tuple(line)


def _beside_folds(
    start: Point, end: Point, folds: list[tuple[Point, Point]]
) -> list[tuple[Point, Point]] | None:
    """The pieces of a straight edge beside the fold that lies on it; None where there is none."""
    along = 0 if abs(start[1] - end[1]) < 1e-9 else 1
    if abs(start[1 - along] - end[1 - along]) > 1e-9 or start == end:
        return None

    def point(share: float) -> Point:
        return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])

    for fold in folds:
        if max(abs(point[1 - along] - start[1 - along]) for point in fold) > 1e-9:
            continue
        low, high = sorted((point[along] - start[along]) / (end[along] - start[along]) for point in fold)
        if min(high, 1.0) - max(low, 0.0) > 1e-9:
            pieces = ((0.0, low), (high, 1.0))
            return [(point(first), point(last)) for first, last in pieces if last - first > 1e-9]
    return None


def box_page(
    net: Net,
    faces: Mapping[str, Scene],
    colour: str,
    paper: tuple[float, float],
    marks: tuple[Item, ...] = (),
) -> Page:
    """The page with the net in the middle of the paper. Panels without a face, and the bleed, have the
    colour; the glue flap stays bare.
    """
    width, height = paper
    left, top = (width - net.width) / 2, (height - net.height) / 2

    def placed(*items: Item) -> Placement:
        scene = Scene("", net.width, net.height, BLEED, 0.0, items)
        return Placement(scene, left, top, scene.whole)

    beside = (panel.box for panel in net.panels if panel.name != "glue")
    ground = placed(*(Rectangle(box.grown(BLEED), 0.0, Fill((colour,))) for box in beside))
    fronts = [
        Placement(face, left + panel.box.left, top + panel.box.top, _printed(panel, face))
        for panel in net.panels
        if (face := faces.get(panel.name))
    ]
    # Each open line is closed by the way back, else a straight line would close it.
    cuts = tuple((*line, *backwards(line)[1:]) for line in net.cuts())
    lines = placed(
        Symbol(_UNIT, "cut", cuts, None, CUT), Symbol(_UNIT, "fold", tuple(dashes(net)), None, FOLD)
    )
    return Page(width, height, (ground, *fronts, lines), marks, Box(0.0, 0.0, width, height))


def _printed(panel: Panel, scene: Scene) -> Box:
    """The part of a face that is printed: the panel, and the bleed where its edge is cut."""
    beyond = {"front": ("top", "bottom"), "back": ("left",), "other side": ("right",)}.get(panel.name, ())
    left, top, right, bottom = (
        BLEED if edge in beyond else 0.0 for edge in ("left", "top", "right", "bottom")
    )
    return Box(-left, -top, scene.width + left + right, scene.height + top + bottom)


def dashes(net: Net) -> Iterator[Contour]:
    """The folds as dashed lines, a dash at each end."""
    for start, end in net.folds():
        length = math.dist(start, end)
        count = max(1, round((length - _DASH) / (_DASH + _GAP)))
        step = (length - _DASH) / count
        for index in range(count + 1):
            yield (
                ("M", *_along(start, end, index * step / length)),
                ("L", *_along(start, end, (index * step + _DASH) / length)),
            )


def _along(start: Point, end: Point, share: float) -> Point:
    share = min(share, 1.0)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
