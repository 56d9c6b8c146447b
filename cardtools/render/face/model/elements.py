"""Every kind of element, and groups of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cardtools.render.face.model.bounds import check_plate
from cardtools.render.face.model.card import CardSize
from cardtools.render.face.model.codes import CodeElement, CopyElement
from cardtools.render.face.model.icons import IconsElement, SymbolElement
from cardtools.render.face.model.image import ImageElement
from cardtools.render.face.model.layered import Layered
from cardtools.render.face.model.shapes import LineElement, RectangleElement
from cardtools.render.face.model.text import TextElement
from cardtools.render.scene.scene import Box, around


@dataclass(frozen=True, kw_only=True)
class GroupElement(Layered):
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
