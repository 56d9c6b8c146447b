"""Foil, varnish, white ink and the like: plates of their own. Pictures and sheets show how they will look; a
print shop gets them apart, as a spot colour that overprints, or as a black and white mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from cardtools.render.scene.scene import Fill, Group, Item, Picture, Rectangle, Scene, Stroke, Symbol, TextRun

SHOWN = "#ff00ff"  # where a viewer shows the spot colour of a plate
MASK = "#000000"


def plate_names(scene: Scene) -> list[str]:
    """The names of a scene's plates, in order."""
    return sorted({plate for plate, _ in _plates(scene.items)})


def separated(scene: Scene) -> Scene:
    """The scene as a press prints it: its colours without the elements of plates, then its plates."""
    names = plate_names(scene)
    if not names:
        return scene
    plates = (Group(name, mask(scene, name, f"{name}{SHOWN}").items) for name in names)
    return replace(scene, items=(*_coloured(scene.items), *plates))


def mask(scene: Scene, name: str, colour: str = MASK) -> Scene:
    """The items on a plate of the scene in one colour: black on white."""
    found = (items for plate, items in _plates(scene.items) if plate == name)
    return replace(scene, items=tuple(_solid(chain.from_iterable(found), colour)))


def _plates(items: Iterable[Item]) -> Iterator[tuple[str, tuple[Item, ...]]]:
    for item in items:
        if isinstance(item, Group):
            yield from [(item.plate, item.items)] if item.plate else _plates(item.items)


def _coloured(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if not isinstance(item, Group):
            yield item
        elif not item.plate:
            yield replace(item, items=tuple(_coloured(item.items)))


def _solid(items: Iterable[Item], colour: str) -> Iterator[Item]:
    """The items in one colour without shades, pictures as the area that they cover."""
    for item in items:
        match item:
            case TextRun():
                line = Stroke(colour, item.stroke.width) if item.stroke else None
                yield replace(item, colour=colour, stroke=line, colours="solid")
            case Rectangle(_, _, fill, stroke) | Symbol(_, _, _, fill, stroke):
                line = Stroke(colour, stroke.width, dashes=stroke.dashes) if stroke else None
                yield replace(item, fill=fill and _solid_fill(fill, colour), stroke=line)
            case Picture(box, _, radius):
                area = Fill((colour,))
                yield Symbol(box, "art", item.mask, area) if item.mask else Rectangle(box, radius, area)
            case Group():
                yield from _solid(item.items, colour)


def _solid_fill(fill: Fill, colour: str) -> Fill:
    """The area of a fill in one colour: all of it, or what its pattern covers."""
    if fill.colours or not fill.pattern:
        return Fill((colour,) if fill.colours else ())
    return Fill((), pattern=replace(fill.pattern, items=tuple(_solid(fill.pattern.items, colour))))
