"""The contents of a face file: a frozen dataclass for each table (read by `cardtools.tomlfile`).

Every text on a card, every colour, and every number that may be a string is a Jinja2 template
over the card's columns; every `when` is a Jinja2 expression. Lengths are mm from the trim's edges:
`right` and `bottom` are distances from the right and the bottom edge. Font sizes are points.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from cardtools.card_sizes import CardShape, SizeName
from cardtools.render.scene import Box, around
from cardtools.render.shapes import clearance
from cardtools.render.shaping import read_features

_HEXAGON = math.sqrt(3) / 2  # the shorter side of a regular hexagon, of the longer one
PLATE = re.compile(r"[A-Za-z][A-Za-z0-9 _-]{0,39}")
PROCESS_INKS = ("cyan", "magenta", "yellow", "black", "all", "none")  # names that PDF reserves
LARGEST = 1000.0  # mm; anything longer is a mistake
AXES = (("left", "width", "right"), ("top", "height", "bottom"))


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


@dataclass(frozen=True)
class CardSize:
    """`[card]`: the size of the card. All lengths on a face are measured from its cut edges.

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

    Example:
        [card]
        size = "tarot"
        bleed = 3

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
    width: float = 63.5
    height: float = 88.9
    shape: CardShape = "rectangle"
    bleed: float = 3.0
    safe: float = 3.0
    corner: float = 3.0

    def __post_init__(self) -> None:
        bounded(self, 1, LARGEST, "width", "height")
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


@dataclass(frozen=True)
class TextStyle:
    """`[styles.NAME]`: how text looks. Text shrinks from `size` down to `minimum` until it fits.

    Keys:
        font: A name from `[fonts]`.
        size (pt): The font size.
        minimum (pt): The smallest size that text may shrink to; without it, text doesn't shrink.
        one_line (pt): Text shrinks down to this size before it takes a second line.
        leading: The line distance, as a multiple of the font size.
        colour: The colour of the text: `#rrggbb`, a name from `[colours]`, or a template.
        align: Where lines begin and end; start is the left, or the right where text runs from right to left.
        valign: Where the text stands in its box.
        tracking (em): Extra space between letters.
        balance: Make all lines about equally long, or only avoid a short last line.
        markup: Read marks in the text: `<b>`, `<i>`, `<sc>` (small capitals), `<c NAME>` (colour), `{icon}`.
        bold: The font of `<b>`, a name from `[fonts]`.
        italic: The font of `<i>`.
        bold_italic: The font of text that is both.
        small_caps: Set the whole text in small capitals.
        features: OpenType features of the font, such as `smcp, tnum, -liga, ss01`.
        axes: The place on the axes of a variable font, such as `{ wght = 650 }`; for all fonts of the style.
        hyphenate: Divide words at the end of lines, by the language of the face.
        letter_spacing (em): The most space between the letters of justified lines; the rest is between words.

    Example:
        [styles.caption]
        font = "text"
        size = 9
        minimum = 6
        colour = "#402010"
        align = "centre"

        [elements.caption]
        kind = "text"
        style = "caption"
        left = 5
        right = 5
        top = 20
        height = 30
        text = "{{ EFFECT1 }}"

    Example of lines of about equal length, in the middle of the box:
        [styles.motto]
        font = "text"
        size = 13
        leading = 1.4
        tracking = 0.03
        align = "centre"
        valign = "middle"
        balance = "all"

        [elements.motto]
        kind = "text"
        style = "motto"
        left = 5
        right = 5
        top = 5
        bottom = 5
        text = "{{ EFFECT1 }}"

    Example of a paragraph as in a book, in the language of the face:
        language = "en"

        [styles.story]
        font = "text"
        size = 12
        align = "justify"
        letter_spacing = 0.03
        hyphenate = true
        features = "onum, -liga"
        axes = {}  # of a variable font, such as { wght = 650 }

        [elements.story]
        kind = "text"
        style = "story"
        left = 5
        right = 5
        top = 10
        height = 60
        text = "Don't touch the lantern, said the keeper, and 12 travellers - none had seen one - did."

    Example of marks in the text:
        [icons]
        eye = "icons/eye.svg"

        [styles.marked]
        font = "text"
        bold = "bold"
        italic = "italic"
        bold_italic = "bold_italic"
        size = 13
        markup = true

        [elements.rules]
        kind = "text"
        style = "marked"
        left = 5
        right = 5
        top = 20
        bottom = 5
        text = "<b>Watch</b> {eye}: pay <c #b02020>two</c> to see a <sc>hidden</sc> card, <i>once</i>."

    Example of small capitals on one line:
        [styles.heading]
        font = "text"
        size = 18
        minimum = 9
        one_line = 12
        small_caps = true

        [elements.heading]
        kind = "text"
        style = "heading"
        left = 5
        right = 5
        top = 5
        height = 8
        text = "{{ NAME }}, of the Eight Winds"
    """

    font: str
    size: float
    minimum: float | None = None
    one_line: float | None = None
    leading: float = 1.2
    colour: str = "#000000"
    align: Literal["start", "left", "centre", "right", "justify"] = "start"
    valign: Literal["top", "middle", "bottom"] = "top"
    tracking: float = 0.0
    balance: Literal["none", "last", "all"] = "none"
    markup: bool = False
    bold: str = ""
    italic: str = ""
    bold_italic: str = ""
    small_caps: bool = False
    features: str = ""
    axes: dict[str, float] = field(default_factory=dict)
    hyphenate: bool = False
    letter_spacing: float = 0.02

    def __post_init__(self) -> None:
        read_features(self.features)
        bounded(self, 0, 1, "letter_spacing")
        bounded(self, 1, 500, "size")
        bounded(self, 1, self.size, "minimum", "one_line")
        bounded(self, 0.5, 5, "leading")
        bounded(self, -0.5, 5, "tracking")

    @cached_property
    def opentype(self) -> tuple[tuple[str, int], ...]:
        """The features by tag."""
        return read_features(self.features)

    def font_name(self, name: str = "") -> str:
        """The name of a font of the style (default: its own) at the style's place on the axes."""
        place = "".join(f" {axis}={value:g}" for axis, value in sorted(self.axes.items()))
        return (name or self.font) + place

    @property
    def smallest(self) -> float:
        return self.size if self.minimum is None else self.minimum


Blend = Literal[
    "normal", "multiply", "screen", "overlay", "soft-light", "hard-light", "darken", "lighten",
    "colour-dodge", "colour-burn", "difference", "exclusion", "hue", "saturation", "colour", "luminosity"
]  # fmt: skip


@dataclass(frozen=True)
class CastGlow:
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
    blur: float = 0.8
    spread: float = 0.3
    blend: Blend = "normal"

    def __post_init__(self) -> None:
        bounded(self, 0, 1, "opacity")
        bounded(self, 0, 20, "blur", "spread")


@dataclass(frozen=True)
class CastShadow:
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
    blur: float = 0.8
    x: float = 0.0
    y: float = 0.6
    spread: float = 0.0
    blend: Blend = "normal"

    def __post_init__(self) -> None:
        bounded(self, 0, 1, "opacity")
        bounded(self, 0, 20, "blur", "spread")
        bounded(self, -100, 100, "x", "y")


@dataclass(frozen=True, kw_only=True)
class Layered:
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

    def cast(self) -> Iterator[tuple[str, CastShadow | CastGlow]]:
        """Its shadow and its glow, by the names of their keys, from below."""
        for name in ("shadow", "glow"):
            if cast := getattr(self, name):
                yield name, cast


@dataclass(frozen=True, kw_only=True)
class Placed(Layered):
    """Where an element is and when it is drawn.

    Give two of left, width and right, and two of top, height and bottom.

    Keys:
        left (mm): The distance from the card's left edge.
        width (mm): The width.
        right (mm): The distance from the card's right edge.
        top (mm): The distance from the card's top edge.
        height (mm): The height.
        bottom (mm): The distance from the card's bottom edge.
        when: The condition for drawing it, an expression over the card's columns; if empty, always.
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


@dataclass(frozen=True)
class PatternFill:
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
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = ["#5a1830", "#2c0a20"]

        [elements.cloth.pattern]
        icon = "star"
        colour = "#8a3a50"
        width = 3.5
        height = 4
        gap = 2.2
        angle = 30

    Example of a picture that is repeated:
        [elements.wall]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        pattern = { image = "{{ IMAGE }}", width = 15.9, height = 22.3 }
    """

    icon: str = ""
    image: str = ""
    colour: str = ""
    width: float = 4.0
    height: float = 0.0
    gap: float = 0.0
    angle: float = 0.0

    def __post_init__(self) -> None:
        bounded(self, 0.2, LARGEST, "width")
        bounded(self, 0, LARGEST, "height", "gap")
        bounded(self, -360, 360, "angle")
        if bool(self.icon) == bool(self.image):
            raise ValueError("a pattern needs an icon or an image" + (", not both" if self.icon else ""))


@dataclass(frozen=True, kw_only=True)
class Painted(Placed):
    """How a shape is filled and outlined.

    Keys:
        fill: The colour inside; a list of colours is a gradient, evenly spread; if empty, none.
        fill_angle (degrees): The direction of a gradient: 0 is from left to right, 90 from top to bottom.
        fill_shape: A gradient goes along a line, outwards from a point, or around it, clockwise.
        fill_x: That point, from 0 (left) to 1 (right).
        fill_y: That point, from 0 (top) to 1 (bottom).
        pattern: An icon or a picture that is repeated over that.
        stroke: The colour of the outline; if empty, none.
        stroke_width (mm): The width of the outline.

    Example of a gradient of three colours from left to right:
        [elements.sky]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = ["#203050", "#c06040", "#f0d090"]
        fill_angle = 0

    Example of a gradient around a point:
        [elements.glow]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = ["#fff4d0", "#d08030", "#301810"]
        fill_shape = "radial"
        fill_x = 0.3
        fill_y = 0.25

    Example of a shape with a pattern over its colour:
        [icons]
        gem = "icons/gem.svg"

        [elements.panel]
        kind = "rectangle"
        left = 6
        right = 6
        top = 10
        bottom = 10
        fill = ["#205060", "#0c2434"]
        pattern = { icon = "gem", colour = "#2f6f80", width = 3, gap = 1 }
        stroke = "#e0b050"
        stroke_width = 0.8

    Example of a veil with a wide outline:
        [elements.ground]
        kind = "rectangle"
        left = 5
        right = 25
        top = 5
        bottom = 25
        fill = "#c06040"

        [elements.veil]
        kind = "rectangle"
        left = 20
        right = 5
        top = 25
        bottom = 5
        fill = "#305060"
        stroke = "#102030"
        stroke_width = 1.5
        opacity = 0.6
    """

    fill: str | tuple[str, ...] = ""
    fill_angle: float = 90.0
    fill_shape: Literal["linear", "radial", "conic"] = "linear"
    fill_x: float = 0.5
    fill_y: float = 0.5
    pattern: PatternFill | None = None
    stroke: str = ""
    stroke_width: float = 0.25


@dataclass(frozen=True)
class Passage:
    """`[elements.NAME.paragraphs.NAME]`: one paragraph of a text. A paragraph without text is left out.

    Keys:
        text: The text, a template.
        style: The style, a name from `[styles]`; if empty, that of the element.
        lead: A label in front of the first line, such as a keyword; a template.
        lead_style: The style of the label; if empty, that of the paragraph.
        lead_fill: The colour of a pill behind the label; if empty, none.
        gap (em): The extra distance from the paragraph above.
        divider: The colour of a line between this paragraph and the one above; if empty, none.
        when: The condition for the paragraph, an expression; if empty, always.

    Example:
        [elements.story]
        kind = "text"
        style = "rules"
        left = 5
        right = 5
        top = 50
        bottom = 5

        [elements.story.paragraphs.effect]
        text = "{{ EFFECT1 }}"

        [elements.story.paragraphs.lore]
        text = "{{ LORE or '' }}"
        style = "lore"
        gap = 0.5

    Example of labels and a line between the paragraphs:
        [elements.story]
        kind = "text"
        style = "rules"
        left = 5
        right = 5
        top = 20
        bottom = 5

        [elements.story.paragraphs.effect]
        lead = "Enter"
        lead_style = "label"
        lead_fill = "#305060"
        text = "{{ EFFECT1 }}"

        [elements.story.paragraphs.lore]
        text = "{{ LORE }}"
        style = "lore"
        gap = 0.6
        divider = "#a09070"
        when = "LORE"
    """

    text: str
    style: str = ""
    lead: str = ""
    lead_style: str = ""
    lead_fill: str = ""
    gap: float = 0.0
    divider: str = ""
    when: str = ""

    def __post_init__(self) -> None:
        bounded(self, 0, 20, "gap")


@dataclass(frozen=True, kw_only=True)
class TextElement(Placed):
    """A text in a style: one `text`, or `paragraphs` in a column that share one size.

    Keys:
        style: The style, a name from `[styles]`.
        text: The text, a template over the card's columns.
        paragraphs: Paragraphs in a column, from top to bottom, instead of `text`.
        fill: The colours of a gradient over the box that the words have instead of the colour of the style.
        fill_angle (degrees): The direction of that gradient: 0 is from left to right, 90 from top to bottom.
        pattern: An icon or a picture that is repeated in the letters.
        stroke: The colour of an outline behind the letters; if empty, none.
        stroke_width (mm): How far that outline is seen around the letters.
        bend (degrees): How far the text turns on an arc from side to side of the box; above 0, its middle is
            highest, below 0 lowest. A text on an arc has no paragraphs.

    Example:
        [elements.title]
        kind = "text"
        left = 5
        right = 5
        top = 5
        height = 7
        style = "name"
        text = "{{ NAME }}"

    Example of paragraphs, which share one size:
        [elements.effects]
        kind = "text"
        left = 5
        right = 5
        top = 45
        bottom = 5
        style = "rules"

        [elements.effects.paragraphs]
        first.text = "{{ EFFECT1 }}"
        second.text = "{{ EFFECT2 }}"
        second.gap = 0.4

    Example of a title in gold:
        [styles.gold]
        font = "title"
        size = 20
        valign = "middle"
        align = "centre"
        colour = "#e0b850"

        [elements.night]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = "#2a1230"

        [elements.title]
        kind = "text"
        left = 4
        right = 4
        top = 20
        height = 20
        style = "gold"
        text = "{{ NAME }}"
        fill = ["#fffbe0", "#d0a030", "#fffbe0", "#d0a030"]
        fill_angle = 80
        shadow = { blur = 0.4, y = 0.4, opacity = 0.8 }

    Example of a banner on an arc, with an outline, and a smaller one below it:
        [styles.banner]
        font = "title"
        size = 22
        minimum = 8
        align = "centre"
        colour = "#f6d36b"

        [styles.motto]
        font = "bold"
        size = 10
        align = "centre"
        colour = "#fff4d8"

        [elements.sky]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = ["#3a78b8", "#16305c"]

        [elements.banner]
        kind = "text"
        left = 6
        right = 6
        top = 22
        height = 22
        style = "banner"
        text = "{{ NAME }}"
        bend = 90
        stroke = "#3a1808"
        stroke_width = 0.5

        [elements.motto]
        kind = "text"
        left = 14
        right = 14
        top = 40
        height = 16
        style = "motto"
        text = "ride the last wind home"
        bend = -70

    Example of words that are cut out of a picture:
        [styles.wide]
        font = "title"
        size = 34
        minimum = 10
        valign = "middle"
        align = "centre"
        colour = "#203040"

        [elements.title]
        kind = "text"
        left = 4
        right = 4
        top = 25
        height = 36
        style = "wide"
        text = "{{ NAME }}"
        pattern = { image = "{{ IMAGE }}", width = 60 }
        stroke = "#203040"
        stroke_width = 0.25
    """

    kind: Literal["text"]
    style: str
    text: str = ""
    paragraphs: dict[str, Passage] = field(default_factory=dict)
    fill: tuple[str, ...] = ()
    fill_angle: float = 90.0
    pattern: PatternFill | None = None
    stroke: str = ""
    stroke_width: float = 0.3
    bend: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        bounded(self, -360, 360, "bend")
        if self.bend and self.paragraphs:
            raise ValueError("a text with a bend has no paragraphs: write text, or remove bend")


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


@dataclass(frozen=True, kw_only=True)
class CodeElement(Painted):
    """A QR code, as large as its box allows, with the quiet zone around it.

    Keys:
        data: What the code says, a template; if empty, no code is drawn.
        level: How much of it may be damaged: L 7 %, M 15 %, Q 25 %, H 30 %.

    Example:
        [elements.link]
        kind = "qr"
        right = 4
        width = 14
        bottom = 4
        height = 14
        data = "https://example.org/cards/{{ SERIAL }}"
        fill = "#000000"

    Example of a code that may be damaged, in the colours of a card:
        [elements.link]
        kind = "qr"
        left = 12
        right = 12
        top = 20
        height = 40
        data = "{{ NAME }}"
        level = "H"
        fill = "#305060"
    """

    kind: Literal["qr"]
    data: str
    level: Literal["L", "M", "Q", "H"] = "M"


@dataclass(frozen=True, kw_only=True)
class CopyElement(Placed):
    """The place of the serial that each copy of a card has of its own, which only `run sheets` prints.

    It lies over everything else on the card. Text shrinks to its style's `minimum` until it fits the box; a
    code is as large as the box allows.

    Keys:
        code: How the serial is printed: as text, as a QR code or as a DataMatrix, which needs less room.
        style: The style of the text, a name from `[styles]`; a code has none.
        fill: The colour of a code.

    Example:
        [elements.copy]
        kind = "copy"
        style = "rules"
        left = 4
        right = 4
        bottom = 4
        height = 3

    Example of a DataMatrix on a light ground:
        [elements.ground]
        kind = "rectangle"
        right = 4
        width = 6
        bottom = 4
        height = 6
        fill = "#ffffff"

        [elements.copy]
        kind = "copy"
        code = "datamatrix"
        fill = "#102030"
        right = 4
        width = 6
        bottom = 4
        height = 6
    """

    kind: Literal["copy"]
    code: Literal["text", "qr", "datamatrix"] = "text"
    style: str = ""
    fill: str = "#000000"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.code == "text" and not self.style:
            raise ValueError("style is missing: a serial that is printed as text needs one")
        if self.code != "text" and self.style:
            raise ValueError(f"style = {self.style!r}: a code has no text style, leave it out")


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


@dataclass(frozen=True, kw_only=True)
class GroupElement(Layered):
    """Elements that belong together. Cards with an equal group share its drawing, which saves time and bytes.

    With an effect, the group is drawn on its own first. Its box is the smallest around those of its elements.

    Keys:
        elements: The elements, from back to front.
        when: The condition for drawing the group, an expression; if empty, always.
        plate: The plate all of it is printed with, such as `foil`; if empty, the usual inks.

    Example:
        [elements.frame]
        kind = "group"
        when = "TYPE != 'Spell'"

        [elements.frame.elements.edge]
        kind = "rectangle"
        left = 2
        right = 2
        top = 2
        bottom = 2
        stroke = "#402060"

    Example of a group that is foil:
        [elements.shine]
        kind = "group"
        plate = "foil"

        [elements.shine.elements.edge]
        kind = "rectangle"
        left = 2
        right = 2
        top = 2
        bottom = 2
        stroke = "#d4af37"
    """

    kind: Literal["group"]
    elements: dict[str, Element] = field(default_factory=dict)
    when: str = ""
    plate: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_plate(self.plate)

    def box(self, card: CardSize) -> Box:
        """The smallest box around those of its elements, as they are before any of them is turned."""
        return around(element.box(card) for element in self.elements.values()) or card.with_bleed


PlacedElement = (
    TextElement | ImageElement | RectangleElement | LineElement | CodeElement | CopyElement | SymbolElement
    | IconsElement
)  # fmt: skip
Element = PlacedElement | GroupElement


@dataclass(frozen=True)
class FaceDesign:
    """A face file: what is printed on a card. It may extend another face and change only some of its keys.

    An inherited number can be changed by an amount: `top = "+= 1.5"`, `-=` or `*=`.

    Keys:
        extends: The face file that this one builds on, relative to it.
        language: The language of the texts, such as `de` or `tr`, for the forms of letters and hyphenation.
        typography: The language whose quotes, dashes and minus signs replace those of the keyboard.
        palette: The name of the palette a card gets, a template; templates use its colours as `palette.NAME`.
        card: The size of the card.
        fonts: Font files (TTF, OTF) by name; in a list, each font has what the ones before it lack.
        icons: SVG files by name, or pictures (PNG), which have their own colours only.
        icon_colours: The colours of icons in running text, by icon, or `own`; others have that of the text.
        colours: Colours by name, each like `#1a2b3c`.
        palettes: Groups of colours, such as one for each type of card.
        styles: Text styles by name.
        elements: What is drawn, from back to front, by name.

    Example:
        extends = "base.toml"
        language = "de"
        typography = "de-CH"
        palette = "{{ TYPE }}"

        [fonts]
        heading = ["fonts/Cinzel-Bold.ttf", "fonts/AlegreyaSans-Bold.ttf"]

        [colours]
        gold = "#c8a040"

        [palettes.Fire]
        frame = "#802010"
        ink = "#200000"

    Example of icons in running text, each in its own colour:
        [icons]
        fire = "icons/fire.svg"
        water = "icons/water.svg"

        [icon_colours]
        fire = "#c03010"
        water = "#2060a0"

        [styles.marked]
        font = "text"
        size = 14
        markup = true

        [elements.cost]
        kind = "text"
        style = "marked"
        left = 5
        right = 5
        top = 5
        height = 8
        text = "Pay {fire}{fire} or {water}."
    """

    extends: str = ""
    language: str = ""
    typography: str = ""
    palette: str = ""
    card: CardSize = field(default_factory=CardSize)
    fonts: dict[str, str | list[str]] = field(default_factory=dict)
    icons: dict[str, str] = field(default_factory=dict)
    icon_colours: dict[str, str] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    palettes: dict[str, dict[str, str]] = field(default_factory=dict)
    styles: dict[str, TextStyle] = field(default_factory=dict)
    elements: dict[str, Element] = field(default_factory=dict)
