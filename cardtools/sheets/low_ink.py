"""Cards that use little ink: no art, outlines instead of areas, all words in black."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from cardtools.render.scene import Group, Item, Picture, Rectangle, Scene, Stroke, Symbol, TextRun
from cardtools.render.shapes import cut_line

LINE = Stroke("#9a9a9a", 0.15)
BLACK = "#000000"


def low_ink(scene: Scene) -> Scene:
    """The same card with its words at the same places, in black on white, within thin outlines."""
    return dataclasses.replace(
        scene,
        items=(*_outlined(scene.items), cut_line(scene.shape, scene.trim, scene.corner, Stroke(BLACK, 0.25))),
    )


def _outlined(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        match item:
            case TextRun():
                yield dataclasses.replace(item, colour=BLACK)
            case Rectangle() | Symbol():
                yield dataclasses.replace(item, fill=None, stroke=LINE)
            case Group(name, inner, layer) if not layer or layer.blend == "normal":
                yield Group(name, tuple(_outlined(inner)))
            case Group(name, inner):  # it only tints what lies below
                yield Group(name, tuple(run for run in _outlined(inner) if isinstance(run, TextRun)))
            case Picture():
                pass
