"""A finished card as plain data: what the exporters draw, item by item, in drawing order.

Lengths are mm, the origin is the top left corner of the trim, y grows downwards; font sizes are points.
Lines are already broken, so a PNG and a PDF of one scene show the same words at the same places. Scenes
are frozen and hashable: equal groups are drawn once and reused.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import TYPE_CHECKING, Literal, NamedTuple

from cardtools.ground.card_sizes import CardShape
from cardtools.ground.frozen_record import Record
from cardtools.render.scene.units import em

if TYPE_CHECKING:
    from cardtools.render.pictures.images import Art

Point = tuple[float, float]
# A transformation as PDF writes it: x becomes a x + c y + e, and y becomes b x + d y + f.
Matrix = tuple[float, float, float, float, float, float]
UPRIGHT: Matrix = (1, 0, 0, 1, 0, 0)  # nothing moves
_SPACES = frozenset(" \u00a0")

# A closed contour of a symbol in a box of 1 x 1: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y).
Segment = tuple[str | float, ...]
Contour = tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: left and top edge, width and height."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def inside(self, other: Box, slack: float = 1e-6) -> bool:
        """Whether the whole box lies within the other one."""
        across = self.left >= other.left - slack and self.right <= other.right + slack
        return across and self.top >= other.top - slack and self.bottom <= other.bottom + slack

    def meets(self, other: Box) -> bool:
        """Whether any of the box lies within the other one."""
        across = self.left < other.right and self.right > other.left
        return across and self.top < other.bottom and self.bottom > other.top

    def grown(self, by: float) -> Box:
        """The box with every edge moved outwards."""
        return Box(self.left - by, self.top - by, self.width + 2 * by, self.height + 2 * by)

    def turned(self, by: Matrix | None) -> Box:
        """The smallest upright box around this one after a transformation (None: as it is)."""
        if by is None:
            return self
        corners = [moved(by, x, y) for x in (self.left, self.right) for y in (self.top, self.bottom)]
        (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
        return Box(left, top, right - left, bottom - top)


def moved(by: Matrix, x: float, y: float) -> tuple[float, float]:
    """The point after a transformation."""
    a, b, c, d, e, f = by
    return a * x + c * y + e, b * x + d * y + f


def moved_contour(by: Matrix, contour: Contour) -> Contour:
    """The contour after a transformation."""
    return tuple(
        (kind, *chain.from_iterable(moved(by, *point) for point in zip(at[::2], at[1::2], strict=True)))  # type: ignore[arg-type]
        for kind, *at in contour
    )


def rotation(angle: float, box: Box) -> Matrix:
    """A turn around the middle of a box, clockwise, in degrees."""
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    x, y = box.left + box.width / 2, box.top + box.height / 2
    return cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y


def mirrored(flip: str, box: Box) -> Matrix:
    """A box turned over: `horizontal`, `vertical` or `both`."""
    x, y = -1 if flip != "vertical" else 1, -1 if flip != "horizontal" else 1
    return x, 0, 0, y, (1 - x) * (box.left + box.width / 2), (1 - y) * (box.top + box.height / 2)


def joined(outer: Matrix | None, inner: Matrix | None) -> Matrix | None:
    """First the inner, then the outer transformation."""
    if outer is None or inner is None:
        return outer or inner
    a, b, c, d, e, f = inner
    x, y = moved(outer, e, f)
    return (
        outer[0] * a + outer[2] * b, outer[1] * a + outer[3] * b,
        outer[0] * c + outer[2] * d, outer[1] * c + outer[3] * d, x, y,
    )  # fmt: skip


class TilePattern(Record):
    """Items in a tile (mm; origin: top left), repeated `gap` mm apart and turned by `angle` degrees."""

    items: tuple[Item, ...]
    width: float
    height: float
    gap: float = 0.0
    angle: float = 0.0

    def places(self, box: Box) -> list[Matrix]:
        """The places of its tiles so that they cover a box: one is in the middle."""
        across, down = self.width + self.gap, self.height + self.gap
        x, y = box.left + box.width / 2, box.top + box.height / 2
        turn = rotation(self.angle, Box(x, y, 0, 0))
        wide = abs(turn[0]) * box.width + abs(turn[1]) * box.height
        high = abs(turn[1]) * box.width + abs(turn[0]) * box.height
        columns = math.ceil((wide - self.width) / across / 2)
        rows = math.ceil((high - self.height) / down / 2)
        found = []
        for row, column in product(range(-rows, rows + 1), range(-columns, columns + 1)):
            left, top = x + column * across - self.width / 2, y + row * down - self.height / 2
            if Box(left, top, self.width, self.height).turned(turn).meets(box):
                found.append((*turn[:4], *moved(turn, left, top)))
        return found


@dataclass(frozen=True, slots=True)
class Fill:
    """One `#rrggbb` colour, or several as a gradient across the box (at `stops`, 0 to 1, else evenly), over
    that a pattern. `angle` is the direction of a linear one: 0 from left to right, 90 from top to bottom. A
    radial one is an ellipse around the place `x`, `y` (0 to 1) to the farthest corner; a conic one goes
    around it, clockwise from `angle`. With a `frame`, a linear one goes from (0, 0) to (1, 0) and a radial
    one fills the circle of radius 1 around (0, 0), which the frame moves into the box as if that was 1 x 1.
    """

    colours: tuple[str, ...]
    opacity: float = 1.0
    angle: float = 90.0
    shape: str = "linear"
    x: float = 0.5
    y: float = 0.5
    stops: tuple[float, ...] = ()
    frame: Matrix | None = None
    pattern: TilePattern | None = None

    def ends(self, box: Box) -> tuple[float, float, float, float]:
        """Where the gradient of a box begins and ends (x, y, x, y): its outer colours are at the corners."""
        across, down = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        half = (abs(across) * box.width + abs(down) * box.height) / 2
        x, y = box.left + box.width / 2, box.top + box.height / 2
        return x - across * half, y - down * half, x + across * half, y + down * half


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line of `width` mm, half of it on each side of the edge; `cap` and `join` are numbers of PDF, `miter`
    is how long a pointed corner may be, in widths. `dashes` are the lengths of dashes and gaps, in mm.

    As in all items, the colour is `#rrggbb`. With a name before it, as in `CutContour#e6007e`, it is a spot
    colour that looks like this on a screen: an ink, a foil or a blade of its own.
    """

    colour: str
    width: float
    opacity: float = 1.0
    cap: int = 0
    join: int = 1
    miter: float = 4.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle with corners of `radius` mm."""

    box: Box
    radius: float = 0.0
    fill: Fill | None = None
    stroke: Stroke | None = None
    turn: Matrix | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A vector icon stretched over its box; a contour that runs against those around it is a hole. Each
    outline is closed, or `open`: a line from its first to its last point.
    """

    box: Box
    name: str
    contours: tuple[Contour, ...]
    fill: Fill | None = None
    stroke: Stroke | None = None
    turn: Matrix | None = None
    open: bool = False


class Picture(Record):
    """Art that covers its box (cut at the sides, `focus_x`/`focus_y` of it, 0 to 1, stay) or, `whole`, lies
    uncut in it; either way, `zoom` times as large; or it is stretched (`stretch`). A `window` (left, top,
    width, height: shares of the art, or pixels) is taken for the whole art. What is seen is the box with
    corners of `radius` mm, or the `mask` stretched over it. An `icon` is a picture of the face's own, and is
    in no art folder.
    """

    box: Box
    source: str
    radius: float = 0.0
    focus_x: float = 0.5
    focus_y: float = 0.5
    whole: bool = False
    mask: tuple[Contour, ...] = ()
    zoom: float = 1.0
    turn: Matrix | None = None
    icon: Art | None = None
    window: tuple[float, ...] = ()
    stretch: bool = False


class Glyph(NamedTuple):
    """A glyph of a font: its number, how far it moves the pen, where it is drawn from there (font units), its
    text ("" if a letter has several). `last`: the rightmost of its letter, so that letter space follows.
    """

    id: int
    advance: int
    x: int
    y: int
    text: str
    last: bool = True


@dataclass(frozen=True, slots=True)
class TextRun:
    """Glyphs on one baseline in one font, from left to right; `text` is what they say, in reading order.

    `font` is the font's PostScript name, `width` is the whole advance. `tracking` follows each letter,
    `word_space` each space beside its own width: em. Only what is within `clip` is drawn. The outline is
    behind the letters, `stroke.width` is how far it is seen. With a `curve`, the letters stand on an arc
    around that point (x, y). Glyphs that have colours of their own are drawn in these ("own"), in that of the
    text ("solid") or not at all ("none").
    """

    left: float
    baseline: float
    text: str
    font: str
    size: float
    colour: str
    width: float
    tracking: float = 0.0
    glyphs: tuple[Glyph, ...] = ()
    word_space: float = 0.0
    clip: Box | None = None
    turn: Matrix | None = None
    stroke: Stroke | None = None
    curve: tuple[float, float] | None = None
    colours: Literal["own", "solid", "none"] = "own"

    def spacing(self) -> list[float]:
        """The space after each glyph beyond its own advance, in em."""
        if not self.tracking and not self.word_space:
            return [0.0] * len(self.glyphs)
        return [
            (self.tracking if glyph.last else 0.0) + (self.word_space if glyph.text in _SPACES else 0.0)
            for glyph in self.glyphs
        ]


class Shadow(Record):
    """The shadow or glow of a layer: moved by `x`, `y`, larger by `spread`; `blur` is the deviation."""

    colour: str
    opacity: float
    blur: float
    x: float
    y: float
    blend: str = "normal"
    spread: float = 0.0


class Layer(Record):
    """How a group lies over the items below: a mode of PDF 1.7 (11.3.5), a `mask`, light where it is seen."""

    opacity: float = 1.0
    blend: str = "normal"
    mask: Picture | Rectangle | None = None
    shadows: tuple[Shadow, ...] = ()


class Group(Record):
    """Items that are drawn once for all equal groups. A `layer` gives them effects, a `fill` the gradient of
    a box or, if it has no colours, its pattern (of text). With a `plate`, they show how it will look. With a
    `clip` (mm, of no layer), they are seen within this outline.
    """

    name: str
    items: tuple[Item, ...]
    layer: Layer | None = None
    fill: tuple[Fill, Box] | None = None
    plate: str = ""
    clip: Contour = ()


Item = Rectangle | Symbol | Picture | TextRun | Group


class SetText(Record):
    """A text as set: its size (points), its least one (None: it never shrinks); `bleed`: close to the cut."""

    element: str
    box: Box
    size: float
    minimum: float | None
    runs: tuple[TextRun, ...]
    bleed: bool = False

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(run.text.strip() for run in self.runs)


class Scene(Record):
    """One card: trim, shape, bleed, radius of its corners, items; `texts` say which runs belong together."""

    title: str
    width: float
    height: float
    bleed: float
    corner: float
    items: tuple[Item, ...]
    texts: tuple[SetText, ...] = ()
    shape: CardShape = "rectangle"

    @property
    def trim(self) -> Box:
        return Box(0, 0, self.width, self.height)

    @property
    def whole(self) -> Box:
        """The card with its bleed."""
        return self.trim.grown(self.bleed)


def around(boxes: Iterable[Box]) -> Box | None:
    """The smallest box that contains all of these; None for none."""
    if not (found := list(boxes)):
        return None
    left, top = min(box.left for box in found), min(box.top for box in found)
    return Box(left, top, max(box.right for box in found) - left, max(box.bottom for box in found) - top)


def reach_of(item: Rectangle | Symbol | Picture | TextRun) -> Box:
    """A box that certainly contains everything an item draws."""
    if isinstance(item, TextRun):
        size = em(item.size)
        box = Box(item.left - size / 2, item.baseline - 1.5 * size, item.width + size, 2 * size)
    else:
        box = item.box
    if not isinstance(item, Picture) and item.stroke:
        box = box.grown(item.stroke.width)
    if isinstance(item, TextRun) and item.curve:
        # A letter is no farther from the middle of the arc than on the straight line.
        middle = item.curve[0]
        far = max(abs(box.left - middle), abs(box.right - middle))
        box = Box(middle - far, item.baseline - far, 2 * far, 2 * far).grown(2 * size)
    return box.turned(item.turn)


def turned(item: Item, by: Matrix) -> Item:
    """The item, or a group with everything in it, after a transformation."""
    if not isinstance(item, Group):
        return replace(item, turn=joined(by, item.turn))
    layer, scale = item.layer, math.sqrt(abs(by[0] * by[3] - by[1] * by[2]))
    if layer and layer.mask:
        layer = replace(layer, mask=replace(layer.mask, turn=joined(by, layer.mask.turn)))
    if layer and abs(scale - 1) > 1e-9:
        keys = ("blur", "x", "y", "spread")
        sizes = [{key: scale * getattr(shadow, key) for key in keys} for shadow in layer.shadows]
        shadows = (replace(one, **size) for one, size in zip(layer.shadows, sizes, strict=True))
        layer = replace(layer, shadows=tuple(shadows))
    inner = tuple(turned(one, by) for one in item.items)
    return replace(item, items=inner, layer=layer, clip=moved_contour(by, item.clip))


def walk(items: tuple[Item, ...]) -> Iterator[Rectangle | Symbol | Picture | TextRun]:
    """All items in drawing order, those of groups too."""
    for item in items:
        if isinstance(item, Group):
            yield from walk(item.items)
        else:
            yield item


def pictures(items: Iterable[Item]) -> Iterator[Picture]:
    """All pictures of the art folders that are drawn, those of masks too."""
    for item in items:
        fill = item.fill[0] if isinstance(item, Group) and item.fill else getattr(item, "fill", None)
        if isinstance(fill, Fill) and fill.pattern:
            yield from pictures(fill.pattern.items)
        if isinstance(item, Group):
            if item.layer and isinstance(item.layer.mask, Picture):
                yield item.layer.mask
            yield from pictures(item.items)
        elif isinstance(item, Picture) and not item.icon:
            yield item


def layered(items: Iterable[Item]) -> int:
    """How deep layers lie in layers: 0 where there are none."""
    groups = (item for item in items if isinstance(item, Group))
    return max(((group.layer is not None) + layered(group.items) for group in groups), default=0)


def blends(item: Item) -> bool:
    """Whether any layer in it blends with the items below, or has a mask or a shadow."""
    if not isinstance(item, Group):
        return False
    layer = item.layer or Layer()
    return bool(layer.mask or layer.shadows or layer.blend != "normal") or any(map(blends, item.items))


def is_transparent(item: Item) -> bool:
    """Whether some part of it is transparent."""
    match item:
        case Group():
            return bool(item.layer) or any(map(is_transparent, item.items))
        case Picture():
            return bool(item.icon and item.icon.alpha)
        case Rectangle() | Symbol():
            return any(paint and paint.opacity < 1 for paint in (item.fill, item.stroke))
    return False


def runs_of(items: tuple[Item, ...]) -> list[TextRun]:
    """The text of items in drawing order."""
    return [item for item in walk(items) if isinstance(item, TextRun)]


def runs(scene: Scene) -> list[TextRun]:
    """The text of a scene in drawing order."""
    return runs_of(scene.items)


def kept_safe(scene: Scene) -> list[TextRun]:
    """The text of a scene that must not be close to the cut."""
    free = {run for text in scene.texts if text.bleed for run in text.runs}
    return [run for run in runs(scene) if run not in free] if free else runs(scene)
