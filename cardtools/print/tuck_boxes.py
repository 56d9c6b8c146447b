"""Tuck boxes: from size and number of cards to the net and its page; mm from the net's top left corner."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal, NamedTuple

from cardtools.ground.frozen_record import Record
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Box, Contour, Fill, Item, Point, Rectangle, Scene, Stroke, Symbol
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
FoldLine = tuple[Point, Point]


class BoxSize(NamedTuple):
    """The inside of a box."""

    width: float
    height: float
    depth: float

    @classmethod
    def of_cards(cls, width: float, height: float, count: int, thickness: float, clearance: float) -> BoxSize:
        """The size for so many cards; each length has the clearance once."""
        return cls(width + clearance, height + clearance, count * thickness + clearance)


class Panel(Record):
    """A part of the net. It hangs on `parent` by the edge of the parent that is named (None: the first)."""

    name: str
    box: Box
    outline: Contour
    parent: Panel | None = None
    edge: Edge = "left"

    @property
    def fold(self) -> FoldLine | None:
        """The ends of the line at which it hangs on its parent."""
        left, top, right, bottom = self.box.left, self.box.top, self.box.right, self.box.bottom
        ends = {
            "left": ((right, top), (right, bottom)), "right": ((left, top), (left, bottom)),
            "top": ((left, bottom), (right, bottom)), "bottom": ((left, top), (right, top)),
        }  # fmt: skip
        return ends[self.edge] if self.parent else None


class Net(Record):
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

    def folds(self) -> list[FoldLine]:
        return [fold for panel in self.panels if (fold := panel.fold)]


def tuck_box(size: BoxSize) -> Net:
    """The net of a box: flap for glue, back with the lids, side, front with a notch, side to glue."""
    width, height, depth = size.width, size.height, size.depth
    tuck = min(TUCK, height / 3)
    dust = min(DUST, width / 2 - 1, depth + tuck)
    top = depth + tuck  # as much is below the body
    back = _plain("back", Box(GLUE, top, width, height))
    side = _plain("side", Box(back.box.right, top, depth, height), back, "right")
    front = _notched("front", Box(side.box.right, top, width, height), side)
    # Narrower, so that its edge does not stand over the back.
    other = _plain("other side", Box(front.box.right, top, depth - SLACK, height), front, "right")
    slant, low = min(_SLANT, height / 4), back.box.bottom
    points = ((GLUE, top), (GLUE, low), (0.0, low - slant), (0.0, top + slant))
    panels = [back, Panel("glue", Box(0.0, top, GLUE, height), _closed(points), back), side, front, other]
    for up in (True, False):
        panels += _closure(back, side, other, depth, tuck, dust, up)
    return Net(tuple(panels), other.box.right, height + 2 * top)


def _plain(name: str, box: Box, parent: Panel | None = None, edge: Edge = "left") -> Panel:
    corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
    return Panel(name, box, _closed(corners), parent, edge)


def _closed(points: tuple[Point, ...]) -> Contour:
    return (("M", *points[0]), *(("L", *point) for point in (*points[1:], points[0])))


def _notched(name: str, box: Box, parent: Panel) -> Panel:
    """A panel with half a circle cut out of its upper edge."""
    radius = min(_NOTCH, box.width / 4, box.height / 4)
    middle, handle, low = box.left + box.width / 2, radius * _ARC, box.top + radius
    left, right, bent = middle - radius, middle + radius, box.top + handle
    start, *others = _plain(name, box).outline
    notch: Contour = (
        ("L", left, box.top),
        ("C", left, bent, middle - handle, low, middle, low),
        ("C", middle + handle, low, right, bent, right, box.top),
    )
    return Panel(name, box, (start, *notch, *others), parent, "right")


def _closure(
    back: Panel, side: Panel, other: Panel, depth: float, tuck: float, dust: float, up: bool
) -> Iterator[Panel]:
    """The lid, the part of it that is tucked in, and the flaps of both sides; at the top or at the bottom."""
    where: Edge = "top" if up else "bottom"

    def beyond(parent: Box, high: float, inset: float = 0.0) -> tuple[Box, float, float]:
        start = parent.top - high if up else parent.bottom
        box = Box(parent.left + inset, start, parent.width - 2 * inset, high)
        return (box, box.bottom, box.top) if up else (box, box.top, box.bottom)

    lid = _plain(f"{where} lid", beyond(back.box, depth, SLACK)[0], back, where)
    yield lid
    box, near, far = beyond(lid.box, tuck)
    bend, left, right = min(_ROUND, tuck / 2, box.width / 4), box.left, box.right
    turn, rest = math.copysign(bend, near - far), 1 - _ARC
    outline: Contour = (
        ("M", left, near),
        ("L", left, far + turn),
        ("C", left, far + turn * rest, left + bend * rest, far, left + bend, far),
        ("L", right - bend, far),
        ("C", right - bend * rest, far, right, far + turn * rest, right, far + turn),
        ("L", right, near),
        ("L", left, near),
    )
    yield Panel(f"{where} tuck", box, outline, lid, where)
    for panel in (side, other):
        box, near, far = beyond(panel.box, dust)
        slant = min(_SLANT, box.width / 4)
        points = ((box.left, near), (box.left + slant, far), (box.right - slant, far), (box.right, near))
        yield Panel(f"{where} flap of the {panel.name}", box, _closed(points), panel, where)


def _open(outline: Contour, folds: list[FoldLine]) -> Iterator[Contour]:
    """The outline without what lies on folds of its straight edges."""
    line = list(outline[:1])
    for before, segment in pairwise(outline):
        at, end = ((float(one[-2]), float(one[-1])) for one in (before, segment))
        rest = _beside_folds(at, end, folds) if segment[0] == "L" else None
        if rest is None:
            line.append(segment)
            continue
        if len(line) > 1:
            yield tuple(line)
        yield from ((("M", *start), ("L", *stop)) for start, stop in rest)
        line = [("M", *end)]
    if len(line) > 1:
        yield tuple(line)


def _beside_folds(start: Point, end: Point, folds: list[FoldLine]) -> list[FoldLine] | None:
    """The pieces of a straight edge beside the fold that lies on it; None where there is none."""
    along = 0 if abs(start[1] - end[1]) < 1e-9 else 1
    if abs(start[1 - along] - end[1 - along]) > 1e-9 or start == end:
        return None
    for fold in folds:
        if max(abs(point[1 - along] - start[1 - along]) for point in fold) > 1e-9:
            continue
        low, high = sorted((point[along] - start[along]) / (end[along] - start[along]) for point in fold)
        if min(high, 1.0) - max(low, 0.0) > 1e-9:
            pieces = [piece for piece in ((0.0, low), (high, 1.0)) if piece[1] - piece[0] > 1e-9]
            return [(_along(start, end, first), _along(start, end, last)) for first, last in pieces]
    return None


def box_page(
    net: Net, faces: Mapping[str, Scene], colour: str, paper: Point, marks: tuple[Item, ...] = ()
) -> Page:
    """The net in the middle of the paper, bare panels and bleed in the colour but for the glue flap."""
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
    folds = Symbol(_UNIT, "fold", tuple(dashes(net)), None, FOLD)
    lines = placed(Symbol(_UNIT, "cut", cuts, None, CUT), folds)
    return Page(width, height, (ground, *fronts, lines), marks, Box(0.0, 0.0, width, height))


def _printed(panel: Panel, scene: Scene) -> Box:
    """The part of a face that is printed: the panel, and the bleed where its edge is cut."""
    high = BLEED if panel.name == "front" else 0.0
    left, right = (BLEED if panel.name == name else 0.0 for name in ("back", "other side"))
    return Box(-left, -high, scene.width + left + right, scene.height + 2 * high)


def dashes(net: Net) -> Iterator[Contour]:
    """The folds as dashed lines, a dash at each end."""
    for start, end in net.folds():
        length = math.dist(start, end)
        count = max(1, round((length - _DASH) / (_DASH + _GAP)))
        step = (length - _DASH) / count
        for index in range(count + 1):
            dash = (index * step / length, min((index * step + _DASH) / length, 1.0))
            first, last = (_along(start, end, share) for share in dash)
            yield (("M", *first), ("L", *last))


def _along(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
