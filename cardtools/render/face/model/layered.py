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
        [styles.bright]
        font = "title"
        size = 20
        valign = "middle"
        align = "centre"
        colour = "#fff8dc"

        [elements.night]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = ["#10243c", "#2a1240"]

        [elements.title]
        kind = "text"
        left = 5
        right = 5
        top = 28
        height = 20
        style = "bright"
        text = "{{ NAME }}"

        [elements.title.glow]
        colour = "#38c8ff"
        opacity = 1
        blur = 0.9
        spread = 0.4
        blend = "screen"
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
        kind = "rectangle"
        left = 14
        right = 14
        top = 30
        height = 24
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
        rotation (degrees): A turn around its middle, clockwise; a number or a template.
        mask_image: A picture that covers its box, and hides it where the picture is dark.
        mask_fill: The colours of a gradient over its box that hides it where the gradient is dark.
        mask_angle (degrees): The direction of that gradient: 0 is from left to right, 90 from top to bottom.
        mask_shape: Whether that gradient goes along a line, outwards from the middle, or around it.
        shadow: The shadow below it.
        glow: The light around it.

    Example of art that is tinted, and fades out at its lower end:
        [elements.paper]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = "#fff8ec"

        [elements.picture]
        kind = "image"
        left = 0
        right = 0
        top = 0
        bottom = 10
        image = "{{ IMAGE }}"
        mask_fill = ["#ffffff", "#ffffff", "#000000"]
        mask_angle = 90

        [elements.tint]
        kind = "rectangle"
        left = 0
        right = 0
        top = 0
        bottom = 10
        fill = ["#e8306a", "#3040d0"]
        blend = "soft-light"
        mask_shape = "radial"
        mask_fill = ["#000000", "#ffffff"]

    Example of a colour that shows where a picture is light:
        [elements.night]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = "#10183c"

        [elements.lights]
        kind = "rectangle"
        left = 5
        right = 5
        top = 5
        bottom = 5
        fill = ["#ffe48a", "#ff7ac0"]
        mask_image = "{{ IMAGE }}"

    Example of a lamp that glows:
        [elements.night]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = "#1a1410"

        [elements.lamp]
        kind = "rectangle"
        left = 24
        right = 24
        top = 34
        height = 14
        radius = 7
        fill = "#fff3c4"
        glow = { colour = "#ffb030", blur = 3, spread = 1.5 }

    Example of a ribbon over a corner:
        [elements.ribbon]
        kind = "group"
        rotation = 45
        opacity = 0.95
        shadow = { blur = 0.6, x = 0, y = 0.6, opacity = 0.6 }

        [elements.ribbon.elements.band]
        kind = "rectangle"
        left = 29
        width = 40
        top = 10
        height = 8
        fill = ["#c02040", "#801030"]

        [elements.ribbon.elements.words]
        kind = "text"
        style = "label"
        left = 41
        width = 16
        top = 11.5
        height = 5
        text = "PROMO"
    """

    opacity: float | str = 1.0
    blend: Blend = "normal"
    rotation: float | str = 0.0
    mask_image: str = ""
    mask_fill: tuple[str, ...] = ()
    mask_angle: float = 90.0
    mask_shape: Literal["linear", "radial", "conic"] = "linear"
    shadow: CastShadow | None = None
    glow: CastGlow | None = None

    def __post_init__(self) -> None:
        bounded(self, 0, 1, "opacity")
        bounded(self, -360, 360, "rotation", "mask_angle")
