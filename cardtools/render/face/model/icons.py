"""One icon, or a row of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardtools.render.face.model.painted import Painted


@dataclass(frozen=True, kw_only=True)
class SymbolElement(Painted):
    """One icon, as large as its box allows and centred in it; without fill and stroke, in its own colours.

    Keys:
        icon: A name from `[icons]`, or a template that gives one.

    Example:
        [icons]
        star = "icons/star.svg"

        [elements.emblem]
        kind = "symbol"
        left = 5
        width = 8
        top = 5
        height = 8
        icon = "star"
        fill = "#c02020"

    Example of the icon that is named as the card's type, with a gradient and an outline:
        [icons]
        Air = "icons/air.svg"
        Fire = "icons/fire.svg"

        [elements.emblem]
        kind = "symbol"
        left = 15
        right = 15
        top = 25
        height = 40
        icon = "{{ TYPE }}"
        fill = ["#90c0d0", "#305060"]
        stroke = "#102030"
        stroke_width = 0.5
    """

    kind: Literal["symbol"]
    icon: str


@dataclass(frozen=True, kw_only=True)
class IconsElement(Painted):
    """A row of equal icons as high as the box.

    Keys:
        icon: A name from `[icons]`, or a template that gives one.
        count: The number of icons; a number or a template.
        gap (mm): The distance between them.
        align: Where the row stands in the box.

    Example:
        [icons]
        star = "icons/star.svg"

        [elements.stars]
        kind = "icons"
        left = 5
        right = 5
        top = 14
        height = 4
        icon = "star"
        count = "{{ LEVEL or 0 }}"
        fill = "#e0b040"

    Example of a row in the middle, with wider gaps:
        [icons]
        gem = "icons/gem.svg"

        [elements.gems]
        kind = "icons"
        left = 5
        right = 5
        top = 40
        height = 8
        icon = "gem"
        count = 3
        gap = 4
        align = "centre"
        fill = "#802040"
    """

    kind: Literal["icons"]
    icon: str
    count: int | str
    gap: float = 0.4
    align: Literal["left", "centre", "right"] = "left"
