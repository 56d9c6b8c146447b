"""Every kind of element, and groups of them. How each is drawn is in `render/compose/compose.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cardtools.ground.frozen_record import Record, field
from cardtools.ground.lengths import Length
from cardtools.render.face.model.card import LARGEST, CardSize, bounded
from cardtools.render.face.model.placed import AXES, Outlined, Painted, PatternFill, Placed
from cardtools.render.scene.scene import Box, around

if TYPE_CHECKING:
    StyleName = str
else:
    StyleName = str | dict[str, Any]  # in a file also the keys of a style of its own


class RectangleElement(Painted, kw_only=True):
    """A rectangle.

    Keys:
        radius (mm): The radius of the corners.

    Example:
        [elements.panel]
        kind = "rectangle"
        box = [4, 50, -4, -4]
        radius = 2
        fill = ["#ffffff", "#c0c0c0"]
        stroke = "#202020"
    """

    kind: Literal["rectangle"]
    radius: Length = 0.0


class ShapeElement(Painted, kw_only=True):
    """A shape as large as its box. Round shapes, polygons and stars are regular in a square box.

    Keys:
        shape: What it is.
        sides: The number of corners of a polygon, or of points of a star; the first is at the top.
        inner: How far the inner corners of a star are from its middle: 1 is as far as the points.
        points: The corners of an irregular polygon, such as `"0,0 20,5 8,12"`; as in `path`.
        path: The outline of a path as SVG writes it, in mm from the top left corner of its box.
        view: The width and height that `path` and `points` are written for; it is stretched over the box.
        start (degrees): Where an arc begins: 0 is at the right, 90 at the bottom.
        end (degrees): Where it ends, clockwise from there if it is more. With a `fill`, an arc is a slice.
        columns: The number of columns of a grid.
        rows: The number of rows of a grid.

    Example of an ellipse, a polygon, a slice, a grid and a star:
        [elements]
        sun = { kind = "shape", shape = "ellipse", box = [5, 8, 24, 14], fill = "gold" }
        gem = { shape = "polygon", box = [35, 4, 20, 20], fill = "teal" }
        dial = { shape = "arc", start = -90, end = 150, box = [7, 32, 20, 20], fill = "tan" }
        net = { shape = "grid", rows = 2, columns = 4, box = [36, 32, 20, 9], stroke = "red" }
        star = { shape = "star", sides = 7, inner = 0.6, box = [20, 58, 24, 24], fill = "red" }

    Example of a polygon of one's own, and a path from an SVG file:
        [elements]
        flag = { shape = "polygon", points = "0,0 40,0 34,8 40,16 0,16", box = [9, 58, 40, 16], fill = "red" }

        [elements.heart]
        shape = "path"
        path = "M50 90 C-30 40 15 0 50 30 C85 0 130 40 50 90 Z"
        view = [100, 100]
        box = [12, 8, -12, 40]
        fill = ["#ff8aa0", "#b0103c"]
        stroke = "#600018"
        stroke_width = 1
    """

    kind: Literal["shape"]
    shape: Literal["ellipse", "polygon", "star", "path", "arc", "grid"]
    sides: int = 5
    inner: float = 0.5
    points: str = ""
    path: str = ""
    view: tuple[float, ...] = ()
    start: float = 0.0
    end: float = 360.0
    columns: int = 3
    rows: int = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        bounded(self, 3, 360, "sides")
        bounded(self, 0, 1, "inner")
        bounded(self, 1, 200, "columns", "rows")
        bounded(self, -720, 720, "start", "end")
        if (self.shape == "path") != bool(self.path):
            raise ValueError('path: a shape = "path" has one, no other shape has')
        if self.view and (len(self.view) != 2 or not all(1e-6 < side < 1e6 for side in self.view)):
            raise ValueError("view has two numbers, the width and the height")


class LineElement(Outlined, kw_only=True):
    """A line from the top left to the bottom right corner of its box.

    Keys:
        stroke: The colour.
        rising: Draw it from the bottom left to the top right corner instead.

    Example of a level line, and one that rises:
        [elements]
        rule = { kind = "line", box = [6, 15, -6, 0], stroke = "#806030" }

        [elements.rising]
        kind = "line"
        box = [10, 20, -10, -20]
        stroke = "#305060"
        stroke_width = 2
        opacity = 0.5
        rising = true
    """

    kind: Literal["line"]
    stroke: str
    rising: bool = False


class ImageElement(Placed, kw_only=True):
    """A picture, such as the card's art. It fills the box, or is shown whole in it.

    Keys:
        image: The picture: its path in the art folders, usually from a column; if empty, none. It may
            be an SVG file (`robot.svg`), or the element of one with an id (`signs.svg#fire`). It is
            transparent where the file is.
        fit: Fill the box and cut off what is left over, fit the whole picture into it, or stretch it.
        crop: The part of the picture that is taken for all of it: left, top, width and height, as shares of
            the picture (0 to 1) or in pixels.
        columns: The number of pictures side by side, where it is a sheet of several.
        rows: The number of pictures one below the other.
        index: Which one of these it is: 1 is the first, and they are counted row by row.
        slice: The border of a frame, as a share of the picture's sides. Its corners keep their shape, and
            what lies between them is stretched.
        border (mm): How wide that border is on the card.
        radius (mm): The radius of the corners.
        mask: An icon; only what its shape, stretched over the box, covers is shown.
        focus_x: The point that is never cut off, from 0 (left) to 1 (right); a number or a template.
        focus_y: The point that is never cut off, from 0 (top) to 1 (bottom); a number or a template.

    Example:
        [elements.picture]
        kind = "image"
        box = [-3, -3, 69.5, 60]
        image = "{{ IMAGE or '' }}"
        focus_y = 0.2

    Example of the left part of a picture with round corners, and all of it in a wide box:
        [elements]
        part = { image = "{{ IMAGE }}", box = [5, 5, 20, 36], radius = 3, focus_x = 0 }
        whole = { image = "{{ IMAGE }}", box = [5, 46, -5, 35], fit = "fit" }

    Example of a window of a picture, the second of six pictures on one sheet, and a frame from a picture:
        [elements]
        eye = { image = "{{ IMAGE }}", box = [5, 5, 25, 27], crop = [0.2, 0.1, 0.5, 0.3] }
        sign = { image = "{{ IMAGE }}", box = [33, 5, 25, 27], columns = 2, rows = 3, index = 2 }
        frame = { image = "{{ IMAGE }}", box = [5, 38, -5, -5], slice = 0.25, border = 6 }

    Example of a picture in the shape of an icon:
        [icons]
        drop = "icons/water.svg"

        [elements]
        picture = { image = "{{ IMAGE }}", box = [8, 15, -8, 60], mask = "drop" }
    """

    kind: Literal["image"]
    image: str
    fit: Literal["fill", "fit", "stretch"] = "fill"
    crop: tuple[float, ...] = ()
    columns: int = 1
    rows: int = 1
    index: int = 1
    slice: float = 0.0
    border: Length = 5.0
    radius: Length = 0.0
    mask: str = ""
    focus_x: float | str = 0.5
    focus_y: float | str = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        bounded(self, 1, 100, "columns", "rows")
        bounded(self, 1, self.columns * self.rows, "index")
        bounded(self, 0, 0.49, "slice")
        bounded(self, 0, LARGEST, "border")
        if self.crop and (len(self.crop) != 4 or min(self.crop) < 0 or min(self.crop[2:]) < 1e-4):
            raise ValueError("crop has four numbers: left, top, width and height of what is shown")
        if bool(self.crop) + (self.columns * self.rows > 1) + bool(self.slice) > 1:
            raise ValueError("crop, columns and rows, and slice do not go together")

    @property
    def window(self) -> tuple[float, ...]:
        """The part of the picture that is taken for all of it."""
        row, column = divmod(self.index - 1, self.columns)
        wide, high = 1 / self.columns, 1 / self.rows
        return self.crop if wide * high == 1 else (column * wide, row * high, wide, high)


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

    Example of paragraphs with a label and a line between them:
        [elements.story]
        style = "rules"
        box = [5, 20, -5, -5]

        [elements.story.paragraphs]
        effect = { lead = "Enter", lead_style = "label", lead_fill = "#305060", text = "{{ EFFECT1 }}" }
        lore = { text = "{{ LORE }}", style = "lore", gap = 0.6, divider = "#a09070", when = "LORE" }
    """

    text: str
    style: StyleName = ""
    lead: str = ""
    lead_style: StyleName = ""
    lead_fill: str = ""
    gap: float = 0.0
    divider: str = ""
    when: str = ""

    def __post_init__(self) -> None:
        bounded(self, 0, 20, "gap")


class TextElement(Placed, kw_only=True):
    """A text in a style: one `text`, or `paragraphs` in a column that share one size.

    Keys:
        style: The style, a name from `[styles]` or a table of its keys; without it, a plain one of 9 points.
        text: The text, a template over the card's columns.
        paragraphs: Paragraphs in a column, from top to bottom, instead of `text`.
        fill: The colours of a gradient over the box that the words have instead of the colour of the style.
        fill_angle (degrees): The direction of that gradient: 0 is from left to right, 90 from top to bottom.
        pattern: An icon or a picture that is repeated in the letters.
        stroke: The colour of an outline behind the letters; if empty, none.
        stroke_width (mm): How far that outline is seen around the letters.
        bend (degrees): How far the text turns on an arc from side to side of the box; above 0, its middle is
            highest, below 0 lowest. A text on an arc has no paragraphs.
        bleed: Let it leave the safe zone, and even the card, on purpose: what is beyond the cut is cut off.
        flow: Where the text goes on when its box is full: the name of a text without words that follows in
            the file (which may name a third), or a list of boxes as in `box`.
        around: The name of an element before it in the file that its lines leave room for, from the top on.
        around_gap (mm): How far the lines keep away from it.

    Example:
        [elements.title]
        kind = "text"
        box = [5, 5, -5, 7]
        style = "name"
        text = "{{ NAME }}"

    Example of paragraphs, which share one size:
        [elements.effects]
        box = [5, 45, -5, -5]
        style = "rules"
        paragraphs.first = { text = "{{ EFFECT1 }}" }
        paragraphs.second = { text = "{{ EFFECT2 }}", gap = 0.4 }

    Example of a title in gold:
        [elements]
        night = { box = -3, fill = "#2a1230" }

        [elements.title]
        box = [4, 20, -4, 20]
        style = { font = "title", size = 20, valign = "middle", align = "centre", colour = "#e0b850" }
        text = "{{ NAME }}"
        fill = ["#fffbe0", "#d0a030", "#fffbe0", "#d0a030"]
        fill_angle = 80
        shadow = { blur = 0.4, y = 0.4, opacity = 0.8 }

    Example of a banner on an arc, with an outline, and a smaller one below it:
        [elements]
        sky = { box = -3, fill = ["#3a78b8", "#16305c"] }

        [elements.banner]
        box = [6, 22, -6, 22]
        style = { font = "title", size = 22, minimum = 8, align = "centre", colour = "#f6d36b" }
        text = "{{ NAME }}"
        bend = 90
        stroke = "#3a1808"
        stroke_width = 0.5

        [elements.motto]
        box = [14, 40, -14, 16]
        style = { font = "bold", size = 10, align = "centre", colour = "#fff4d8" }
        text = "ride the last wind home"
        bend = -70

    Example of a word that runs over the edge of the card:
        [elements.word]
        style = { font = "title", size = 60, colour = "#305060" }
        box = [-16, 30, 95.5, 28]
        text = "DANCE"
        bleed = true

    Example of a text around a star that goes on below a picture:
        [elements.star]
        shape = "star"
        box = [34, 12, 24, 24]
        fill = "goldenrod"

        [elements.story]
        style = { size = 13, minimum = 6, align = "justify" }
        text = "{{ LORE }} No key ever opened it, and no light. {{ EFFECT1 }} Nobody who went came back."
        box = [5, 6, -5, 31]
        around = "star"
        around_gap = 1.5
        flow = [[5, 61, -5, 22]]

        [elements.picture]
        image = "{{ IMAGE }}"
        box = [5, 39, -5, 20]

    Example of words that are cut out of a picture:
        [elements.title]
        box = [4, 25, -4, 36]
        style = { font = "title", size = 34, minimum = 10, valign = "middle", align = "centre" }
        text = "{{ NAME }}"
        pattern = { image = "{{ IMAGE }}", width = 60 }
        stroke = "#203040"
        stroke_width = 0.25
    """

    kind: Literal["text"]
    style: StyleName
    text: str = ""
    paragraphs: dict[str, Passage] = field(default_factory=dict)
    fill: tuple[str, ...] = ()
    fill_angle: float = 90.0
    pattern: PatternFill | None = None
    stroke: str = ""
    stroke_width: Length = 0.3
    bend: float = 0.0
    bleed: bool = False
    flow: str | tuple[tuple[Length, ...], ...] = ""
    around: str = ""
    around_gap: Length = 1.5

    def __post_init__(self) -> None:
        super().__post_init__()
        bounded(self, -360, 360, "bend")
        bounded(self, 0, LARGEST, "around_gap")
        if self.bend and (self.flow or self.around):
            raise ValueError("a text with a bend has no flow and no around")
        if self.around and (self.rotation or self.flip):
            raise ValueError("a text with around is not rotated or flipped")
        if not isinstance(self.flow, str) and any(len(box) != 4 for box in self.flow):
            raise ValueError("flow has boxes of four numbers: left, top, width, height")
        if self.bend and self.paragraphs:
            raise ValueError("a text with a bend has no paragraphs: write text, or remove bend")


class SymbolElement(Painted, kw_only=True):
    """One icon, as large as its box allows and centred in it; without fill and stroke, in its own colours.

    Keys:
        icon: A name from `[icons]`, or a template that gives one.

    Example of an icon, and of the one that is named as the card's type, with a gradient and an outline:
        [icons]
        star = "icons/star.svg"
        Air = "icons/air.svg"
        Fire = "icons/fire.svg"

        [elements]
        star = { kind = "symbol", icon = "star", box = [5, 5, 8, 8], fill = "#c02020" }

        [elements.emblem]
        box = [15, 25, -15, 40]
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

    Example of a row for a number of the card, and one in the middle with wider gaps:
        [icons]
        star = "icons/star.svg"
        gem = "icons/gem.svg"

        [elements]
        stars = { icon = "star", count = "{{ LEVEL or 0 }}", box = [5, 14, -5, 4], fill = "gold" }
        gems = { kind = "icons", icon = "gem", count = 3, box = [5, 40, -5, 8], gap = 4, align = "centre" }
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
        box = [45.5, 70.9, 14, 14]
        data = "https://example.org/cards/{{ SERIAL }}"
        level = "H"
        fill = "#305060"
    """

    kind: Literal["qr"]
    data: str
    level: Literal["L", "M", "Q", "H"] = "M"


class CardElement(Placed, kw_only=True):
    """Another card of the table or of its extras, drawn as large as its box allows, and cut as in print.

    Keys:
        card: The name of the card, usually from a column; if empty, none.

    Example:
        [elements.token]
        kind = "card"
        box = [28, 40, -6, -6]
        card = "Cinderling Whelp"
        rotation = 8
    """

    kind: Literal["card"]
    card: str


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
        box = [4, 81.9, -4, 3]

    Example of a DataMatrix on a light ground:
        [elements]
        ground = { right = 4, width = 6, bottom = 4, height = 6, fill = "#ffffff" }

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
    style: StyleName = ""
    fill: str = "#000000"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.code == "text" and not self.style:
            raise ValueError("style is missing: a serial that is printed as text needs one")
        if self.code != "text" and self.style:
            raise ValueError(f"style = {self.style!r}: a code has no text style, leave it out")


class GroupElement(Placed, kw_only=True):
    """Elements that belong together. Cards with an equal group share its drawing, which saves time and bytes.

    With an effect, the group is drawn on its own first. Its box is the smallest around those of its elements;
    only a group with a `layout` has sides of its own, and what they leave open is as large as what is in it.

    Keys:
        elements: The elements, from back to front.
        use: The name of one of `[parts]`, whose elements it has.
        with: Names and values for the templates of its elements; a value may be a template.
        layout: How its elements are placed: side by side, one below the other, in as many rows as needed, or
            one on top of the other (`stack`). They have at most a width and a height, and are otherwise as
            large as their text; pictures and shapes of a stack are as large as the stack.
        gap (mm): The distance between them; in a stack, around its texts and icons.
        align: Where they stand along the row or column; `spread` is from end to end.
        across: Where those stand across it that have a size of their own; others are as large as it.

    Example:
        [elements.frame]
        kind = "group"
        when = "TYPE != 'Spell'"

        [elements.frame.elements.edge]
        kind = "rectangle"
        box = 2
        stroke = "#402060"

    Example of a part that is used twice, each time with other values:
        [parts.badge.elements]
        disc = { box = ["{{ x }}", 6, 10, 10], radius = 5, fill = "{{ colour }}" }
        value.box = ["{{ x }}", 6, 10, 10]
        value.text = "{{ value }}"
        value.style = { align = "centre", valign = "middle" }

        [elements]
        level = { use = "badge", with = { x = 5, value = "{{ LEVEL }}", colour = "#f0d090" } }
        attack = { use = "badge", with = { x = 48, value = "{{ ATTACK }}", colour = "#90c0d0" } }

    Example of a row that is as long as its texts:
        [elements.line]
        layout = "row"
        box = [6, 20, -6, 6]
        gap = 2
        align = "end"
        across = "end"

        [elements.line.elements]
        name = { text = "{{ NAME }}", style = { size = 12 } }
        dot = { width = 2, height = 2, radius = 1, fill = "#c02020" }
        type = { text = "{{ TYPE }}" }
        rule = { kind = "rectangle", height = 0.3, grow = 1, fill = "#c02020" }

    Example of a frame that is as large as its text:
        [elements.sign]
        layout = "stack"
        top = 30
        gap = 1.5

        [elements.sign.elements]
        frame = { radius = 2, fill = "#f0d090", stroke = "#802010" }
        words = { text = "{{ NAME }}", style = { size = 12, valign = "middle" } }
    """

    kind: Literal["group"]
    elements: dict[str, Element] = field(default_factory=dict)
    use: str = ""
    with_: dict[str, Any] = field(default_factory=dict)
    layout: Literal["", "row", "column", "wrap", "stack"] = ""
    gap: Length = 0.0
    align: Literal["start", "centre", "end", "spread"] = "start"
    across: Literal["start", "centre", "end"] = "centre"

    def __post_init__(self) -> None:
        super().__post_init__()
        given = [name for axis in AXES for name in axis if getattr(self, name) is not None]
        if given and not self.layout:
            raise ValueError(f'{given[0]} of a group needs a layout, such as layout = "row"')

    def box(self, card: CardSize) -> Box:
        """The smallest box around those of its elements, as they are before any of them is turned."""
        return around(element.box(card) for element in self.elements.values()) or card.with_bleed


PlacedElement = (
    TextElement | ImageElement | RectangleElement | LineElement | CodeElement | CopyElement | SymbolElement
    | IconsElement | ShapeElement | CardElement
)  # fmt: skip
Element = PlacedElement | GroupElement
