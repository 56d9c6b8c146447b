"""QR codes, and the place of the serial of each copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardtools.render.face.model.painted import Painted
from cardtools.render.face.model.placed import Placed


@dataclass(frozen=True, kw_only=True)
class CodeElement(Painted):
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


@dataclass(frozen=True, kw_only=True)
class CopyElement(Placed):
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
