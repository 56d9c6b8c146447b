"""Parts of the faces that tests of projects write: a font, and a ground."""

from __future__ import annotations

from pathlib import Path

FONT = Path(__file__).parents[1] / "templates/fonts/AlegreyaSans-Regular.ttf"


def ground(fill: str = "#ffffff", bleed: int = 3) -> str:
    """A rectangle over the whole card and its bleed, in mm; the rest of the face follows it."""
    sides = "".join(f"{side} = {-bleed}\n" for side in ("left", "right", "top", "bottom"))
    return f'[elements.ground]\nkind = "rectangle"\n{sides}fill = "{fill}"\n'
