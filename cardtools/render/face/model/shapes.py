"""Rectangles and lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardtools.render.face.model.painted import Painted
from cardtools.render.face.model.placed import Placed


@dataclass(frozen=True, kw_only=True)
class RectangleElement(Painted):
    """A rectangle.

    Keys:
        radius (mm): The radius of the corners.

    Example:
        [elements.panel]
        kind = "rectangle"
        left = 4
        right = 4
        top = 50
        bottom = 4
        radius = 2
        fill = ["#ffffff", "#c0c0c0"]
        stroke = "#202020"
    """

    kind: Literal["rectangle"]
    radius: float = 0.0


@dataclass(frozen=True, kw_only=True)
class LineElement(Placed):
    """A line from the top left to the bottom right corner of its box.

    Keys:
        stroke: The colour.
        stroke_width (mm): The width of the line.
        rising: Draw it from the bottom left to the top right corner instead.

    Example:
        [elements.rule]
        kind = "line"
        left = 6
        right = 6
        top = 48
        height = 0
        stroke = "#806030"

    Example of a cross of two lines:
        [elements.falling]
        kind = "line"
        left = 10
        right = 10
        top = 20
        bottom = 20
        stroke = "#806030"
        stroke_width = 2
        opacity = 0.5

        [elements.rising]
        kind = "line"
        left = 10
        right = 10
        top = 20
        bottom = 20
        stroke = "#305060"
        stroke_width = 2
        rising = true
    """

    kind: Literal["line"]
    stroke: str
    stroke_width: float = 0.25
    rising: bool = False
