"""How an element or a group is laid over what is below it: opacity, blending, masks, shadow and glow."""

from __future__ import annotations

from typing import Literal

from cardtools.ground.frozen_record import Record
from cardtools.ground.lengths import Length
from cardtools.render.face.model.card import bounded

Blend = Literal[
    "normal", "multiply", "screen", "overlay", "soft-light", "hard-light", "darken", "lighten",
    "colour-dodge", "colour-burn", "difference", "exclusion", "hue", "saturation", "colour", "luminosity"
]  # fmt: skip


class CastGlow(Record):
    """`[elements.NAME.glow]`: light around an element or a group.

    Keys:
        colour: Its colour: `#rrggbb`, a name from `[colours]`, or a template.
        opacity: From 0, invisible, to 1, opaque.
        blur (mm): How soft it is; 0 is sharp.
        spread (mm): How far it goes around the outline before it fades.
        blend: How its colours meet those below, as `blend` of an element; `screen` lets it shine on dark art.

    Example:
        [elements]
        night = { box = -3, fill = ["#10243c", "#2a1240"] }

        [elements.title]
        box = [5, 28, -5, 20]
        style = { font = "title", size = 20, valign = "middle", align = "centre", colour = "#fff8dc" }
        text = "{{ NAME }}"
        glow = { colour = "#38c8ff", opacity = 1, blur = 0.9, spread = 0.4, blend = "screen" }
    """

    colour: str
    opacity: float = 0.9
    blur: Length = 0.8
    spread: Length = 0.3
    blend: Blend = "normal"

    def __post_init__(self) -> None:
        bounded(self, 0, 1, "opacity")
        bounded(self, 0, 20, "blur", "spread")


class CastShadow(Record):
    """`[elements.NAME.shadow]`: the shadow below an element or a group.

    Keys:
        colour: Its colour: `#rrggbb`, a name from `[colours]`, or a template.
        opacity: From 0, invisible, to 1, opaque.
        blur (mm): How soft it is; 0 is sharp.
        x (mm): How far it lies to the right.
        y (mm): How far it lies below.
        spread (mm): How much larger it is than the outline on each side.
        blend: How its colours meet those below, as `blend` of an element.

    Example:
        [elements.sign]
        box = [14, 30, -14, 24]
        radius = 3
        fill = ["#f4d98a", "#d09a3c"]

        [elements.sign.shadow]
        colour = "#2a1604"
        opacity = 0.7
        blur = 1.2
        spread = 0.3
        x = 1
        y = 1.6
        blend = "multiply"
    """

    colour: str = "#000000"
    opacity: float = 0.5
    blur: Length = 0.8
    x: Length = 0.0
    y: Length = 0.6
    spread: Length = 0.0
    blend: Blend = "normal"

    def __post_init__(self) -> None:
        bounded(self, 0, 1, "opacity")
        bounded(self, 0, 20, "blur", "spread")
        bounded(self, -100, 100, "x", "y")


class Layered(Record, kw_only=True):
    """How an element, or a group as a whole, is laid over what is below it.

    Keys:
        opacity: From 0, invisible, to 1, opaque; a number or a template.
        blend: How its colours meet those below: `multiply` darkens, `screen` lightens, `overlay` does both.
        flip: Mirror it, from left to right (horizontal), upside down (vertical) or both.
        rotation (degrees): A turn around its middle, clockwise; a number or a template.
        mask_image: A picture that covers its box, and hides it where the picture is dark or transparent.
        mask_fill: The colours of a gradient over its box that hides it where the gradient is dark.
        mask_angle (degrees): The direction of that gradient: 0 is from left to right, 90 from top to bottom.
        mask_shape: Whether that gradient goes along a line, outwards from the middle, or around it.
        shadow: The shadow below it.
        glow: The light around it.
        extends: Another element beside it, whose keys it has unless it says otherwise; `"+= 2"` changes one.
        for: Draw it once for each item of a list, or so many times: an expression over the card's columns. In
            its templates `item` is the item, `index` its number from 0, and `count` how many there are.
        grow: How much of the free room of a row or column it takes, as against the others.

    Example of art that is mirrored and tinted, and fades out at its lower end:
        [elements.picture]
        box = [0, 0, 63.5, -10]
        image = "{{ IMAGE }}"
        flip = "horizontal"
        mask_fill = ["#ffffff", "#ffffff", "#000000"]
        mask_angle = 90

        [elements.tint]
        box = [0, 0, 63.5, -10]
        fill = ["#e8306a", "#3040d0"]
        blend = "soft-light"
        mask_shape = "radial"
        mask_fill = ["#000000", "#ffffff"]

    Example of a colour that shows where a picture is light:
        [elements]
        night = { box = -3, fill = "#10183c" }
        lights = { box = 5, fill = ["#ffe48a", "#ff7ac0"], mask_image = "{{ IMAGE }}" }

    Example of a lamp that glows:
        [elements]
        night = { box = -3, fill = "#1a1410" }

        [elements.lamp]
        box = [24, 34, -24, 14]
        radius = 7
        fill = "#fff3c4"
        glow = { colour = "#ffb030", blur = 3, spread = 1.5 }

    Example of a ribbon over a corner:
        [elements.ribbon]
        rotation = 45
        opacity = 0.95
        shadow = { blur = 0.6, x = 0, y = 0.6, opacity = 0.6 }

        [elements.ribbon.elements]
        band = { box = [29, 10, 40, 8], fill = ["#c02040", "#801030"] }
        words = { box = [41, 11.5, 16, 5], text = "PROMO", style = "label" }

    Example of boxes that share a row, one for each point of a number, and of a row that extends it:
        [elements.row]
        layout = "row"
        box = [5, 80, -5, 4]
        gap = 1
        elements.point = { for = "LEVEL", fill = "{{ '#c02020' if item > 2 else '#305060' }}", grow = 1 }

        [elements.above]
        extends = "row"
        top = "-= 8"
        right = "+= 20"
    """

    opacity: float | str = 1.0
    blend: Blend = "normal"
    rotation: float | str = 0.0
    flip: Literal["", "horizontal", "vertical", "both"] = ""
    mask_image: str = ""
    mask_fill: tuple[str, ...] = ()
    mask_angle: float = 90.0
    mask_shape: Literal["linear", "radial", "conic"] = "linear"
    shadow: CastShadow | None = None
    glow: CastGlow | None = None
    extends: str = ""
    for_: str = ""
    grow: float = 0.0

    def __post_init__(self) -> None:
        bounded(self, 0, 1, "opacity")
        bounded(self, 0, 1000, "grow")
        bounded(self, -360, 360, "rotation", "mask_angle")
