"""A box on its paper: the panels with their faces, the lines to cut and to fold."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from cardtools.print.boxes.net import Net, Panel
from cardtools.render.scene.outlines import backwards
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Box, Contour, Fill, Item, Point, Rectangle, Scene, Stroke, Symbol

CUT_SPOT, FOLD_SPOT = "CutContour", "Crease"  # by which a cutter finds the lines
BLEED = 2.0  # mm that colours and faces go on beyond a cut
CUT = Stroke(f"{CUT_SPOT}#e6007e", 0.25)
FOLD = Stroke(f"{FOLD_SPOT}#009fe3", 0.25)
_DASH, _GAP = 3.0, 2.0
_UNIT = Box(0.0, 0.0, 1.0, 1.0)  # contours in it are mm


def box_page(
    net: Net,
    faces: Mapping[str, Scene],
    colour: str,
    paper: tuple[float, float],
    marks: tuple[Item, ...] = (),
) -> Page:
    """The page with the net in the middle of the paper.

    `faces` are those of panels, by name; the others, and what lies beyond cuts, have the colour. The glue
    flap stays bare but for the bleed of the back.
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
