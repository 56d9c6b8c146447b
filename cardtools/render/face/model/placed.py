"""Where an element is."""

from __future__ import annotations

from cardtools.render.face.model.bounds import LARGEST, bounded, check_plate
from cardtools.render.face.model.card import CardSize
from cardtools.render.face.model.layered import Layered
from cardtools.render.scene.scene import Box

AXES = (("left", "width", "right"), ("top", "height", "bottom"))


class Placed(Layered, kw_only=True):
    """Where an element is and when it is drawn.

    Give two of left, width and right, and two of top, height and bottom.

    Keys:
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
        kind = "rectangle"
        left = 0
        right = 0
        height = 20
        bottom = 5
        fill = "#305060"
        when = "LEVEL >= 3"

    Example of a box in the upper right corner:
        [elements.corner]
        kind = "rectangle"
        width = 15
        right = 5
        top = 5
        height = 15
        fill = "#305060"

    Example of a border of foil:
        [elements.border]
        kind = "rectangle"
        left = 4
        right = 4
        top = 4
        bottom = 4
        stroke = "#d4af37"
        stroke_width = 1
        plate = "foil"
    """

    left: float | None = None
    width: float | None = None
    right: float | None = None
    top: float | None = None
    height: float | None = None
    bottom: float | None = None
    when: str = ""
    plate: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_plate(self.plate)
        bounded(self, -LARGEST, LARGEST, "left", "right", "top", "bottom")
        bounded(self, 0, LARGEST, "width", "height", "radius", "stroke_width", "gap")
        bounded(self, 0, 1, "focus_x", "focus_y", "fill_x", "fill_y")
        bounded(self, -360, 360, "fill_angle")
        for axis in AXES:
            given = [name for name in axis if getattr(self, name) is not None]
            if len(given) != 2:
                found = f"; it has {' and '.join(given) or 'none'}"
                raise ValueError(f"the box needs two of {', '.join(axis)}{found}")

    def box(self, card: CardSize) -> Box:
        """The box of the element on a card of this size."""
        left, width = _span(self.left, self.width, self.right, card.width)
        top, height = _span(self.top, self.height, self.bottom, card.height)
        return Box(left, top, width, height)


def _span(start: float | None, length: float | None, end: float | None, whole: float) -> tuple[float, float]:
    if start is None:
        return whole - (end or 0.0) - (length or 0.0), length or 0.0
    return start, length if length is not None else whole - (end or 0.0) - start
