"""Cards that use little ink: no art, outlines instead of areas, all words in black."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from cardtools.render.scene.scene import Fill, Group, Item, Picture, Rectangle, Scene, Stroke, Symbol, TextRun
from cardtools.render.scene.shapes import cut_line

LINE = Stroke("#9a9a9a", 0.15)
BLACK = "#000000"
PAPER = Fill(("#ffffff",))  # hides what the area of the card would hide
CLEAR = 0.5  # areas of less opacity hide nothing


def low_ink(scene: Scene) -> Scene:
    """The same card in black on white within thin outlines; nothing that is hidden or faint."""
    edge = cut_line(scene.shape, scene.trim, scene.corner, Stroke(BLACK, 0.25))
    return dataclasses.replace(scene, items=(*_outlined(scene.items), edge))


def _outlined(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        match item:
            case TextRun():
                yield dataclasses.replace(item, colour=BLACK, stroke=None)
            case Rectangle(_, _, fill, stroke) | Symbol(_, _, _, fill, stroke):
                hides = PAPER if fill and fill.colours and fill.opacity >= CLEAR else None
                if hides or (stroke and stroke.opacity >= CLEAR):
                    yield dataclasses.replace(item, fill=hides, stroke=LINE)
            case Group(_, inner, layer):
                found = _outlined(inner)
                if layer and layer.blend != "normal":  # it only tints what lies below
                    found = (run for run in found if isinstance(run, TextRun))
                yield dataclasses.replace(item, items=tuple(found), layer=None, fill=None)
            case Picture() if item.icon:
                yield item
            case Picture(box, mask=mask):
                yield Symbol(box, "art", mask, PAPER) if mask else Rectangle(box, item.radius, PAPER)
