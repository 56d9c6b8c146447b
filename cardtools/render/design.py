"""The contents of a face file: a frozen dataclass for each table (read by `cardtools.tomlfile`).

Every text on a card, every colour, and every number that may be a string is a Jinja2 template
over the card's columns; every `when` is a Jinja2 expression. Lengths are mm from the trim's edges:
`right` and `bottom` are distances from the right and the bottom edge. Font sizes are points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cardtools.render.scene import Box

LARGEST = 1000.0  # mm; anything longer is a mistake
AXES = (("left", "width", "right"), ("top", "height", "bottom"))


def bounded(part: object, low: float, high: float, *names: str) -> None:
    """Raise ValueError for the first of these fields that is neither None nor between `low` and `high`."""
    for name in names:
        value = getattr(part, name, None)
        if isinstance(value, int | float) and not low <= value <= high:  # also catches NaN
            raise ValueError(f"{name} = {value:g}, expected {low:g} to {high:g}")


@dataclass(frozen=True)
class CardSize:
    """`[card]`: trim size, bleed around it, safe zone inside it, radius of the cut corners."""

    width: float = 63.5
    height: float = 88.9
    bleed: float = 3.0
    safe: float = 3.0
    corner: float = 3.0

    def __post_init__(self) -> None:
        bounded(self, 1, LARGEST, "width", "height")
        bounded(self, 0, LARGEST, "bleed", "safe", "corner")
        if 2 * self.safe >= min(self.width, self.height):
            raise ValueError(f"safe = {self.safe:g} leaves nothing of the card")

    @property
    def with_bleed(self) -> Box:
        return Box(0, 0, self.width, self.height).grown(self.bleed)

    @property
    def safe_zone(self) -> Box:
        return Box(0, 0, self.width, self.height).grown(-self.safe)


@dataclass(frozen=True)
class TextStyle:
    """`[styles.NAME]`: how text looks. Text shrinks from `size` down to `minimum` until it fits.

    With `one_line` it shrinks down to that size before it takes a second line. `balance` makes lines about
    equally long: "all", or only where the "last" line would be short. `leading` is the line distance as a
    multiple of the size, `tracking` the extra letter space in em.

    With `markup` the marks in texts are read: `<b>` and `<i>`, set in the fonts `bold`, `italic` and
    `bold_italic`, `<sc>` for small capitals, `<c NAME>` for a colour, `{name}` for an icon of the face.
    """

    font: str
    size: float
    minimum: float | None = None
    one_line: float | None = None
    leading: float = 1.2
    colour: str = "#000000"
    align: Literal["left", "centre", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    tracking: float = 0.0
    balance: Literal["none", "last", "all"] = "none"
    markup: bool = False
    bold: str = ""
    italic: str = ""
    bold_italic: str = ""
    small_caps: bool = False

    def __post_init__(self) -> None:
        bounded(self, 1, 500, "size")
        bounded(self, 1, self.size, "minimum", "one_line")
        bounded(self, 0.5, 5, "leading")
        bounded(self, -0.5, 5, "tracking")

    @property
    def smallest(self) -> float:
        return self.size if self.minimum is None else self.minimum


@dataclass(frozen=True, kw_only=True)
class Placed:
    """Where an element lies: two of left, width, right and two of top, height, bottom; `when` it is drawn."""

    left: float | None = None
    width: float | None = None
    right: float | None = None
    top: float | None = None
    height: float | None = None
    bottom: float | None = None
    when: str = ""

    def __post_init__(self) -> None:
        bounded(self, -LARGEST, LARGEST, "left", "right", "top", "bottom")
        bounded(self, 0, LARGEST, "width", "height", "radius", "stroke_width", "gap")
        bounded(self, 0, 1, "focus_x", "focus_y", "opacity")
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


@dataclass(frozen=True, kw_only=True)
class Painted(Placed):
    """How a shape is filled and outlined. Several colours make a gradient, evenly spread, from top to bottom
    or in the direction `fill_angle` (degrees, 0 from left to right).
    """

    fill: str | tuple[str, ...] = ""
    fill_angle: float = 90.0
    stroke: str = ""
    stroke_width: float = 0.25
    opacity: float | str = 1.0


@dataclass(frozen=True)
class Passage:
    """One paragraph of a text element: `lead` is set in front of its first line, on a pill of `lead_fill`.

    `gap` is the extra distance from the paragraph before, in em; `divider` is the colour of a line in
    it. A paragraph without text is left out.
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
    """Text in a style: one `text`, or `paragraphs` in a column that share one size."""

    kind: Literal["text"]
    style: str
    text: str = ""
    paragraphs: dict[str, Passage] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ImageElement(Placed):
    """Art that covers its box, or with `fit = "fit"` is shown uncut in it. The point `focus_x`, `focus_y` (0
    to 1, or templates) is never cut off; for uncut art it says where in the box the art lies. `mask` is an
    icon: only its shape, stretched over the box, is shown.
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
    """A rectangle, rounded with `radius`."""

    kind: Literal["rectangle"]
    radius: float = 0.0


@dataclass(frozen=True, kw_only=True)
class LineElement(Placed):
    """A line from the top left to the bottom right corner of its box; `rising`: bottom left to top right."""

    kind: Literal["line"]
    stroke: str
    stroke_width: float = 0.25
    opacity: float | str = 1.0
    rising: bool = False


@dataclass(frozen=True, kw_only=True)
class CodeElement(Painted):
    """A QR code of `data`, as large as its box allows with the quiet zone around it; none for empty data.

    `level` is how much of it may be damaged: L 7 %, M 15 %, Q 25 %, H 30 %.
    """

    kind: Literal["qr"]
    data: str
    level: Literal["L", "M", "Q", "H"] = "M"


@dataclass(frozen=True, kw_only=True)
class SymbolElement(Painted):
    """One icon, as large as its box allows, centred in it."""

    kind: Literal["symbol"]
    icon: str


@dataclass(frozen=True, kw_only=True)
class IconsElement(Painted):
    """A row of `count` equal icons as high as the box, `gap` mm apart."""

    kind: Literal["icons"]
    icon: str
    count: int | str
    gap: float = 0.4
    align: Literal["left", "centre", "right"] = "left"


@dataclass(frozen=True)
class GroupElement:
    """Elements that belong together. Cards with an equal group share its drawing."""

    kind: Literal["group"]
    elements: dict[str, Element] = field(default_factory=dict)
    when: str = ""


Element = (
    TextElement | ImageElement | RectangleElement | LineElement | CodeElement | SymbolElement | IconsElement
    | GroupElement
)  # fmt: skip


@dataclass(frozen=True)
class FaceDesign:
    """A face file. `palette` says which of `[palettes]` a card gets; templates see it as `palette`.

    `icon_colours` are the colours that icons have in running text, where it is not the text's own.
    """

    extends: str = ""
    palette: str = ""
    card: CardSize = field(default_factory=CardSize)
    fonts: dict[str, str | list[str]] = field(default_factory=dict)
    icons: dict[str, str] = field(default_factory=dict)
    icon_colours: dict[str, str] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    palettes: dict[str, dict[str, str]] = field(default_factory=dict)
    styles: dict[str, TextStyle] = field(default_factory=dict)
    elements: dict[str, Element] = field(default_factory=dict)
