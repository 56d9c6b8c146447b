"""Every kind of element, and groups of them. How each is drawn is in `render/compose/compose.py`."""

from __future__ import annotations

from typing import Literal

from cardtools.ground.frozen_record import Record, field
from cardtools.ground.lengths import Length
from cardtools.render.face.model.card import CardSize, bounded, check_plate
from cardtools.render.face.model.layered import Layered
from cardtools.render.face.model.placed import Painted, PatternFill, Placed
from cardtools.render.scene.scene import Box, around


class RectangleElement(Painted, kw_only=True):
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
    radius: Length = 0.0


class LineElement(Placed, kw_only=True):
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
    stroke_width: Length = 0.25
    rising: bool = False


class ImageElement(Placed, kw_only=True):
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
    radius: Length = 0.0
    mask: str = ""
    focus_x: float | str = 0.5
    focus_y: float | str = 0.5


class Passage(Record):
    """`[elements.NAME.paragraphs.NAME]`: one paragraph of a text. A paragraph without text is left out.

    Keys:
        text: The text, a template.
        style: The style, a name from `[styles]`; if empty, that of the element.
        lead: A label in front of the first line, such as a keyword; a template.
        lead_style: The style of the label; if empty, that of the paragraph.
        lead_fill: The colour of a pill behind the label; if empty, none.
        gap (em): The extra distance from the paragraph above.
        divider: The colour of a line between this paragraph and the one above; if empty, none.
        when: The condition for the paragraph; if empty, always.

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


class TextElement(Placed, kw_only=True):
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
    stroke_width: Length = 0.3
    bend: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        bounded(self, -360, 360, "bend")
        if self.bend and self.paragraphs:
            raise ValueError("a text with a bend has no paragraphs: write text, or remove bend")


class SymbolElement(Painted, kw_only=True):
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


class IconsElement(Painted, kw_only=True):
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
    gap: Length = 0.4
    align: Literal["left", "centre", "right"] = "left"


class CodeElement(Painted, kw_only=True):
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


class CopyElement(Placed, kw_only=True):
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


class GroupElement(Layered, kw_only=True):
    """Elements that belong together. Cards with an equal group share its drawing, which saves time and bytes.

    With an effect, the group is drawn on its own first. Its box is the smallest around those of its elements.

    Keys:
        elements: The elements, from back to front.
        when: The condition for drawing the group; if empty, always.
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
