"""Where an element is, and how a shape is filled and outlined."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from cardtools.ground.frozen_record import Record
from cardtools.ground.lengths import Length
from cardtools.render.face.model.card import LARGEST, CardSize, bounded, check_plate
from cardtools.render.face.model.layered import Layered
from cardtools.render.scene.scene import Box

AXES = (("left", "width", "right"), ("top", "height", "bottom"))


class Placed(Layered, kw_only=True):
    """Where an element is and when it is drawn.

    Give two of left, width and right, and two of top, height and bottom; with a width or height alone, the
    element stands in the middle of the card. Every number, choice and name of an element or a style may be a
    template of the card's values; a key that becomes empty has its default.

    Keys:
        box (mm): All sides in one line: `[left, top, width, height]`, where a width or height below 0 is
            the distance from the right or lower edge; a single number is the distance from all four edges.
        left (mm): The distance from the card's left edge.
        width (mm): The width.
        right (mm): The distance from the card's right edge.
        top (mm): The distance from the card's top edge.
        height (mm): The height.
        bottom (mm): The distance from the card's bottom edge.
        when: The condition for drawing it (see `cardtools explain conditions`); if empty, always.
        plate: The plate it is printed with, such as `foil`, `varnish` or `white`; if empty, the usual inks.
            Pictures and sheets show the element as it is; print shops get it as a spot colour of this name.

    Example of a box that is as wide as the card, 20 mm high and 5 mm above its lower edge, on some cards:
        [elements.band]
        left = 0
        right = 0
        height = 20
        bottom = 5
        fill = "#305060"
        when = "LEVEL >= 3"

    Example of a box in the upper right corner:
        [elements]
        corner = { width = 15, right = 5, top = 5, height = 15, fill = "#305060" }

    Example of a border of foil and a title, each with its box in one line:
        [elements]
        border = { box = 4, stroke = "#d4af37", stroke_width = 1, plate = "foil" }
        title = { box = [6, 6, -6, 8], text = "{{ NAME }}", style = { size = 14, align = "centre" } }

    Example of a marker that moves with a number of the card:
        [elements.marker]
        left = "{{ 5 + 8 * LEVEL }}"
        width = 6
        top = 80
        height = 3
        fill = "{{ '#c02020' if LEVEL > 2 else '#305060' }}"
    """

    box_: Length | tuple[Length, ...] | None = None
    left: Length | None = None
    width: Length | None = None
    right: Length | None = None
    top: Length | None = None
    height: Length | None = None
    bottom: Length | None = None
    when: str = ""
    plate: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_plate(self.plate)
        bounded(self, -LARGEST, LARGEST, "left", "right", "top", "bottom")
        bounded(self, 0, LARGEST, "width", "height", "radius", "stroke_width", "gap", "fill_radius")
        bounded(self, 0, 1, "focus_x", "focus_y", "fill_x", "fill_y")
        bounded(self, -360, 360, "fill_angle")
        if self.box_ is not None:
            raise ValueError("box has one distance to all edges, or four: left, top, width, height")

    def lacks(self) -> str:
        """What is wrong with the sides of its box; "" if two of each axis, or its length, are given."""
        for axis in AXES:
            given = [name for name in axis if getattr(self, name) is not None]
            if len(given) != 2 and given != [axis[1]]:
                found = f"; it has {' and '.join(given) or 'none'}"
                return f"the box needs two of {', '.join(axis)}{found}"
        return ""

    def box(self, card: CardSize) -> Box:
        """The box of the element on a card of this size."""
        left, width = _span(self.left, self.width, self.right, card.width)
        top, height = _span(self.top, self.height, self.bottom, card.height)
        return Box(left, top, width, height)


def _span(start: float | None, length: float | None, end: float | None, whole: float) -> tuple[float, float]:
    if start is None:
        length = length or 0.0
        return (whole - length) / 2 if end is None else whole - end - length, length
    return start, length if length is not None else whole - (end or 0.0) - start


class PatternFill(Record):
    """`[elements.NAME.pattern]`: an icon or a picture, repeated in a shape or in the letters of a text.

    It lies over the colours of the element, and one tile is in its middle.

    Keys:
        icon: The icon, a name from `[icons]`, or a template that gives one.
        image: The picture instead of an icon: its path in the art folders; it fills the tile.
        colour: The colour of the icon; if empty, it has its own.
        width (mm): The width of a tile.
        height (mm): The height of a tile; if 0, that of the icon, or of a picture as the width.
        gap (mm): The distance between tiles.
        angle (degrees): The direction of its rows: 0 is from left to right, and more is clockwise.

    Example:
        [icons]
        star = "icons/star.svg"

        [elements.cloth]
        box = -3
        fill = ["#5a1830", "#2c0a20"]
        pattern = { icon = "star", colour = "#8a3a50", width = 3.5, height = 4, gap = 2.2, angle = 30 }

    Example of a picture that is repeated:
        [elements]
        wall = { box = -3, pattern = { image = "{{ IMAGE }}", width = 15.9, height = 22.3 } }
    """

    icon: str = ""
    image: str = ""
    colour: str = ""
    width: Length = 4.0
    height: Length = 0.0
    gap: Length = 0.0
    angle: float = 0.0

    def __post_init__(self) -> None:
        bounded(self, 0.2, LARGEST, "width")
        bounded(self, 0, LARGEST, "height", "gap")
        bounded(self, -360, 360, "angle")
        if bool(self.icon) == bool(self.image):
            raise ValueError("a pattern needs an icon or an image" + (", not both" if self.icon else ""))


class Outlined(Placed, kw_only=True):
    """How a line is drawn.

    Keys:
        stroke_width (mm): The width of the line.
        dashes (mm): The lengths of dashes and gaps in turn, such as `[2, 1]`; if empty, the line is unbroken.
        cap: How the ends of lines and dashes look; `dashes = [0, 1]` with round ends is a row of dots. If
            empty, whole lines of kind `line` have round ends, all else has flat ones.
        join: How corners look.

    Example of a frame of dots, and one with sharp corners:
        [elements]
        dots = { box = 4, radius = 3, stroke = "firebrick", stroke_width = 1, dashes = [0, 2], cap = "round" }
        frame = { box = 9, stroke = "#305060", stroke_width = 2, join = "miter" }
    """

    stroke_width: Length = 0.25
    dashes: tuple[Length, ...] = ()
    cap: Literal["", "butt", "round", "square"] = ""
    join: Literal["miter", "round", "bevel"] = "round"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.dashes and (min(self.dashes) < 0 or not 0.1 <= sum(self.dashes) <= LARGEST):
            raise ValueError("dashes: together they are 0.1 mm or more, and none is below 0")


class Painted(Outlined, kw_only=True):
    """How a shape is filled and outlined.

    Keys:
        fill: The colour inside; a list of colours is a gradient; if empty, none.
        fill_stops: Where each of these colours is, from 0 (the start) to 1 (the end); if empty, evenly.
        fill_angle (degrees): The direction of a gradient: 0 is from left to right, 90 from top to bottom.
        fill_shape: A gradient goes along a line, outwards from a point, or around it, clockwise.
        fill_x: That point, from 0 (left) to 1 (right).
        fill_y: That point, from 0 (top) to 1 (bottom).
        fill_radius (mm): The radius of a radial gradient, as a circle; if 0, to the farthest corner.
        pattern: An icon or a picture that is repeated over that.
        stroke: The colour of the outline; if empty, none.

    Example of a gradient of three colours from left to right:
        [elements]
        sky = { box = -3, fill = ["#203050", "#c06040", "#f0d090"], fill_angle = 0 }

    Example of a shape with a pattern over its colour:
        [icons]
        gem = "icons/gem.svg"

        [elements.panel]
        box = [6, 10, -6, -10]
        fill = ["#205060", "#0c2434"]
        pattern = { icon = "gem", colour = "#2f6f80", width = 3, gap = 1 }
        stroke = "#e0b050"
        stroke_width = 0.8

    Example of a gradient around a point, a sun whose light ends sharply:
        [elements.sky]
        box = -3
        fill = ["#fff7c8", "#ffd257", "#16406e", "#0b1d3c"]
        fill_stops = [0.25, 0.4, 0.42, 1]
        fill_shape = "radial"
        fill_radius = 45
        fill_x = 0.3
        fill_y = 0.4
    """

    fill: str | tuple[str, ...] = ""
    fill_angle: float = 90.0
    fill_shape: Literal["linear", "radial", "conic"] = "linear"
    fill_x: float = 0.5
    fill_y: float = 0.5
    fill_stops: tuple[float, ...] = ()
    fill_radius: Length = 0.0
    pattern: PatternFill | None = None
    stroke: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.fill_stops and len(self.fill_stops) != len(self.fill):
            raise ValueError(f"fill_stops has {len(self.fill_stops)} places, expected one for each colour")
        if not all(0 <= one <= other <= 1 for one, other in pairwise([*self.fill_stops, 1.0])):
            raise ValueError("fill_stops: the places go up from 0 to 1")
