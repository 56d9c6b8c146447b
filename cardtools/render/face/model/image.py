"""Pictures on a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardtools.render.face.model.placed import Placed


@dataclass(frozen=True, kw_only=True)
class ImageElement(Placed):
    """A picture, such as the card's art. It fills the box, or is shown whole in it.

    Keys:
        image: The picture: its path in the art folders, usually from a column; if empty, none.
        fit: Fill the box and cut off what is left over, or fit the whole picture into it.
        radius (mm): The radius of the corners.
        mask: An icon; only what its shape, stretched over the box, covers is shown.
        focus_x: The point that is never cut off, from 0 (left) to 1 (right); a number or a template.
        focus_y: The point that is never cut off, from 0 (top) to 1 (bottom); a number or a template.

    Example:
        [elements.picture]
        kind = "image"
        left = -3
        right = -3
        top = -3
        height = 60
        image = "{{ IMAGE or '' }}"
        focus_y = 0.2

    Example of the left part of a picture with round corners:
        [elements.picture]
        kind = "image"
        left = 5
        width = 20
        top = 5
        bottom = 5
        image = "{{ IMAGE }}"
        radius = 3
        focus_x = 0

    Example of a whole picture in a wide box:
        [elements.box]
        kind = "rectangle"
        left = 5
        right = 5
        top = 5
        height = 35
        stroke = "#a09070"

        [elements.picture]
        kind = "image"
        left = 5
        right = 5
        top = 5
        height = 35
        image = "{{ IMAGE }}"
        fit = "fit"

    Example of a picture in the shape of an icon:
        [icons]
        drop = "icons/water.svg"

        [elements.picture]
        kind = "image"
        left = 8
        right = 8
        top = 15
        height = 60
        image = "{{ IMAGE }}"
        mask = "drop"
    """

    kind: Literal["image"]
    image: str
    fit: Literal["fill", "fit"] = "fill"
    radius: float = 0.0
    mask: str = ""
    focus_x: float | str = 0.5
    focus_y: float | str = 0.5
