"""Spot colours in PDFs: `/Separation` colours with names of their own."""

from __future__ import annotations

from typing import Any

from cardtools.ground.io.files import digest
from cardtools.render.pdf.ink import colour_inks


def spot_name(colour: str) -> str:
    """The name of a spot colour such as `foil#ff00ff`; empty for `#ff00ff`."""
    return colour.partition("#")[0]


def spot_colour(colour: str) -> Any:
    """A spot colour at full strength, as a colour of reportlab."""
    from reportlab.lib.colors import CMYKColorSep

    name, _, shown = colour.partition("#")
    return CMYKColorSep(*(round(float(ink), 4) for ink in colour_inks(shown)), spotName=name, density=1)


def add_spots(document: Any) -> None:
    """Let a document of reportlab have spot colours of any name: it would confuse `Page1` with its page."""
    from reportlab.pdfbase.pdfdoc import PDFSeparationCMYKColor

    def add(colour: Any) -> tuple[str, str]:
        key = f"spot{digest(colour.spotName, repr(colour.cmyk()))[:16]}"
        if key not in document.idToObject:
            document.Reference(PDFSeparationCMYKColor(colour).value(), key)
        return key, key

    document.addColor = add
