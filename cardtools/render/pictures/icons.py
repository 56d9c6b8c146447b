"""Icons as data: contours in a box of 1 x 1, in one colour or in their own, or a picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from cardtools.render.pictures.images import Art
from cardtools.render.scene.scene import Box, Contour, Fill, Item, Picture, Stroke, Symbol
from cardtools.render.scene.strokes import covered

OWN = "own"  # instead of a colour: those of the icon


class IconPart(NamedTuple):
    """A shape of an icon in its own colours: filled, or a line whose width is a share of the icon's."""

    contours: tuple[Contour, ...]
    fill: Fill | None = None
    stroke: Stroke | None = None
    open: bool = False


class Icon(NamedTuple):
    """The filled contours of an icon, its width divided by its height, and its shapes in drawing order; or
    the picture that it is. `undrawn` is what its file asks for and is not drawn, each with line and column.
    """

    contours: tuple[Contour, ...]
    ratio: float
    parts: tuple[IconPart, ...] = ()
    picture: Art | None = None
    undrawn: tuple[tuple[str, int, int], ...] = ()

    @property
    def size(self) -> int:
        """How many lines and curves are drawn."""
        return sum(map(len, chain(self.contours, *(part.contours for part in self.parts if part.stroke))))

    def items(self, name: str, box: Box, fill: Fill | None, stroke: Stroke | None) -> list[Item]:
        """The icon in a box: in one fill and with one outline, or without both in its own colours."""
        if self.picture:
            return [Picture(box, self.picture.source, icon=self.picture)]
        own = not fill and not stroke
        items: list[Item] = []
        if self.contours and not own:
            items.append(Symbol(box, name, self.contours, fill, stroke))
        for part in self.parts:
            line = replace(part.stroke, width=part.stroke.width * box.width) if part.stroke else None
            if own and (part.fill or line):
                items.append(Symbol(box, name, part.contours, part.fill, line, open=part.open))
            elif line and fill and is_plain(fill):
                line = replace(line, colour=fill.colours[0], opacity=fill.opacity)
                items.append(Symbol(box, name, part.contours, None, line, open=part.open))
            elif line and fill:  # a line has one colour
                items.append(Symbol(box, name, covered(part.contours, box, line, part.open), fill))
        return items


def is_plain(fill: Fill) -> bool:
    """Whether a fill is one colour alone."""
    return len(fill.colours) == 1 and not fill.pattern
