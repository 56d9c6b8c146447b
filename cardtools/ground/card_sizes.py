"""The sizes of cards and tiles that have a name, in mm.

The sizes in inches are those of print-on-demand makers: The Game Crafter's pictures of 300 pixels an inch are
75 pixels wider and higher (poker 825 x 1125, bridge 750 x 1125, tarot 900 x 1500, mini 600 x 825, jumbo
1125 x 1725, square deck 1125 x 1125, medium square tile 825 x 825, hex deck and large hex tile 1200 x 1050).
"""

from __future__ import annotations

from typing import Literal, NamedTuple

CardShape = Literal["rectangle", "hexagon"]
SizeName = Literal["", "poker", "bridge", "tarot", "mini", "jumbo", "square", "tile", "hexagon"]
ROUND = 3.0  # mm: the usual radius of a card's corners


class NamedSize(NamedTuple):
    """Width and height of the cut card, the radius of its corners, and its shape."""

    width: float
    height: float
    corner: float = ROUND
    shape: CardShape = "rectangle"


SIZES: dict[str, NamedSize] = {
    "poker": NamedSize(63.5, 88.9),  # 2.5 x 3.5 in
    "bridge": NamedSize(57.15, 88.9),  # 2.25 x 3.5 in
    "tarot": NamedSize(69.85, 120.65),  # 2.75 x 4.75 in
    "mini": NamedSize(44.45, 63.5),  # 1.75 x 2.5 in
    "jumbo": NamedSize(88.9, 139.7),  # 3.5 x 5.5 in
    "square": NamedSize(88.9, 88.9),  # 3.5 in
    "tile": NamedSize(63.5, 63.5, 0.0),  # 2.5 in
    "hexagon": NamedSize(95.25, 82.55, 0.0, "hexagon"),  # 3.75 x 3.25 in, two corners left and right
}


def named_sizes(names: tuple[str, ...]) -> str:
    """The sizes with these names as a text: `poker (63.5 x 88.9 mm)`, ..."""
    return ", ".join(f"{name} ({SIZES[name].width:g} x {SIZES[name].height:g} mm)" for name in names)
