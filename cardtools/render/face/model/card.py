"""The size of the card, and limits on the values of a face, which a sheet shares."""

from __future__ import annotations

import math
import re

from cardtools.ground.card_sizes import CardShape, SizeName
from cardtools.ground.frozen_record import Record
from cardtools.ground.lengths import DPI, Length
from cardtools.render.scene.scene import Box
from cardtools.render.scene.shapes import clearance

PLATE = re.compile(r"[A-Za-z][A-Za-z0-9 _-]{0,39}")
PROCESS_INKS = ("cyan", "magenta", "yellow", "black", "all", "none")  # names that PDF reserves
LARGEST = 1000.0  # mm; anything longer is a mistake
_HEXAGON = math.sqrt(3) / 2  # the shorter side of a regular hexagon, of the longer one


def bounded(part: object, low: float, high: float, *names: str) -> None:
    """Raise ValueError for the first of these fields that is neither None nor between `low` and `high`."""
    for name in names:
        value = getattr(part, name, None)
        if isinstance(value, int | float) and not low <= value <= high:  # also catches NaN
            raise ValueError(f"{name} = {value:g}, expected {low:g} to {high:g}")


def check_plate(name: str, key: str = "plate") -> None:
    """Raise ValueError unless a plate, or the spot colour of a `key`, may have the name."""
    if name and (not PLATE.fullmatch(name) or name.casefold() in PROCESS_INKS):
        raise ValueError(f"{key} = {name[:50]!r}: write letters, digits, spaces, - and _, such as foil")


class CardSize(Record):
    """`[card]`: the size of the card. All lengths on a face are measured from its cut edges.

    A length is a number of mm, or a text with its unit: mm, cm, in, pt or px, as in `left = "0.25in"`.

    Keys:
        size: A size with a name instead of width, height, corner and shape: poker is 63.5 x 88.9 mm, bridge
            57.15 x 88.9, tarot 69.85 x 120.65, mini 44.45 x 63.5, jumbo 88.9 x 139.7, square 88.9 x 88.9,
            tile 63.5 x 63.5 with square corners, and hexagon a hexagonal tile of 95.25 x 82.55.
        width (mm): The width of the cut card.
        height (mm): The height of the cut card.
        shape: The shape of the cut card. A hexagon is regular: its shorter side is 0.866 of the longer one,
            which goes from corner to corner.
        bleed (mm): How far the face continues beyond the cut edge.
        safe (mm): How far text stays from the cut edge.
        corner (mm): The radius of the cut corners; 0 for square ones.
        dpi: The pixels in an inch, for lengths of the face that are written in pixels, such as `"38px"`.

    Example:
        [card]
        size = "tarot"
        bleed = 3

    Example of a card in inches, and in pixels of a maker's template:
        [card]
        width = "2.5in"
        height = "1050px"
        bleed = "0.125in"
        safe = "0.125in"
        dpi = 300

    Example of a square tile:
        [card]
        width = 50
        height = 50
        corner = 0
        safe = 4

    Example of a hexagonal tile of its own size:
        [card]
        shape = "hexagon"
        width = 80
        height = 69.28
        corner = 0
    """

    size: SizeName = ""
    width: Length = 63.5
    height: Length = 88.9
    shape: CardShape = "rectangle"
    bleed: Length = 3.0
    safe: Length = 3.0
    corner: Length = 3.0
    dpi: float = DPI

    def __post_init__(self) -> None:
        bounded(self, 1, LARGEST, "width", "height")
        bounded(self, 1, 10_000, "dpi")
        bounded(self, 0, LARGEST, "bleed", "safe", "corner")
        if 2 * self.safe >= min(self.width, self.height):
            raise ValueError(f"safe = {self.safe:g} leaves no room on the card")
        short, long = sorted((self.width, self.height))
        if self.shape == "hexagon" and abs(short / long - _HEXAGON) > 0.01:
            key = "width" if self.width < self.height else "height"
            raise ValueError(f"the hexagon isn't regular: write {key} = {long * _HEXAGON:.2f}")

    @property
    def with_bleed(self) -> Box:
        return Box(0, 0, self.width, self.height).grown(self.bleed)

    def is_safe(self, box: Box) -> bool:
        """Whether a box keeps the safe distance to the cut."""
        return clearance(self.shape, Box(0, 0, self.width, self.height), box) >= self.safe - 1e-6
