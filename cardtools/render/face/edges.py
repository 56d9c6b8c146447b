"""Faces that leave an edge of the card unpainted: paper would be seen there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardtools.ground.errors import Diagnostic
from cardtools.render.compose.compose_checks import UNPAINTED
from cardtools.render.face.load import Face
from cardtools.render.scene.scene import Box, Group, Item, Matrix, Picture, Rectangle, Scene, Symbol, TextRun

_INSET = 0.05  # mm: rounding must not matter
_PLACES = tuple(number / 10 for number in range(1, 10))  # along a side; corners may be round


def check(scene: Scene, face: Face) -> Iterator[Diagnostic]:
    """RND010 about the sides of the card, with its bleed, on which a place is not painted."""
    sides = unpainted(scene)
    if not sides:
        return
    where = " and ".join(filter(None, (", ".join(sides[:-1]), sides[-1])))
    what = f"the {scene.bleed:g} mm of bleed" if scene.bleed else "the edge"
    message = f"{what} is not painted everywhere at the {where}"
    hint = f"give the face a background: a rectangle with left, right, top and bottom = {-scene.bleed:g}"
    yield UNPAINTED.finding(face.file.at("card"), message, hint)


def unpainted(scene: Scene) -> list[str]:
    """The sides (`left`, `right`, `top`, `bottom`) with a place that nothing is painted on."""
    whole = scene.whole
    painted: list[tuple[Box, Box | None, Matrix | None]] = []  # what is inside of the second box is not
    for item in _seen(scene.items):
        if isinstance(item, TextRun):
            continue
        fill = None if isinstance(item, Picture) else item.fill
        tiles = fill.pattern.items if fill and fill.pattern else ()
        pictures = any(isinstance(one, Picture) for one in (item, *tiles))
        if pictures or (fill and fill.colours and fill.opacity):
            if not item.turn and whole.inside(item.box, _INSET):
                return []
            painted.append((item.box, None, item.turn))
        elif not isinstance(item, Picture) and item.stroke:
            half = item.stroke.width / 2
            painted.append((item.box.grown(half), item.box.grown(-half), item.turn))
    inner = whole.grown(-_INSET)
    across = [inner.left + share * inner.width for share in _PLACES]
    down = [inner.top + share * inner.height for share in _PLACES]
    sides = {
        "left": [(inner.left, y) for y in down],
        "right": [(inner.right, y) for y in down],
        "top": [(x, inner.top) for x in across],
        "bottom": [(x, inner.bottom) for x in across],
    }
    return [
        side
        for side, places in sides.items()
        if not all(any(_is_on(*area, *place) for area in painted) for place in places)
    ]


def _seen(items: Iterable[Item]) -> Iterator[Rectangle | Symbol | Picture | TextRun]:
    """The items without layers that hide some or all of what is in them."""
    for item in items:
        if not isinstance(item, Group):
            yield item
        elif not item.layer or (item.layer.opacity and not item.layer.mask):
            yield from _seen(item.items)


def _is_on(box: Box, hole: Box | None, turn: Matrix | None, x: float, y: float) -> bool:
    if turn:
        a, b, c, d, e, f = turn
        x, y = x - e, y - f
        x, y = (d * x - c * y) / (a * d - b * c), (a * y - b * x) / (a * d - b * c)
    if hole and hole.left < x < hole.right and hole.top < y < hole.bottom:
        return False
    return box.left <= x <= box.right and box.top <= y <= box.bottom
