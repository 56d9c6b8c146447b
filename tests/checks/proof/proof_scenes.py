"""Scenes of one text, for the tests of what is measured."""

from __future__ import annotations

from pathlib import Path

from made_text import made_run

from cardtools.checks.proof.contrast_ratio import Contrast, contrasts, texts_alone, without_texts
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.scene.scene import Box, Fill, Item, Rectangle, Scene, TextRun
from cardtools.render.text.fonts import Font, read_font

TEMPLATES = Path(__file__).parents[3] / "templates"
FONT = "AlegreyaSans-Regular"
WIDTH, HEIGHT, BLEED = 63.5, 88.9, 3.0


def run(colour: str = "#000000", left: float = 10.0, text: str = "Ember Blade", size: float = 9.0) -> TextRun:
    return made_run(read_font(TEMPLATES / "fonts" / f"{FONT}.ttf"), text, left, 20.0, size, colour)


def area(colour: str, left: float = -BLEED, width: float = WIDTH + 2 * BLEED) -> Rectangle:
    """A part of the card over its whole height."""
    return Rectangle(Box(left, -BLEED, width, HEIGHT + 2 * BLEED), 0.0, Fill((colour,)))


def scene(*items: Item) -> Scene:
    return Scene("Card", WIDTH, HEIGHT, BLEED, 3.0, items)


def contrasts_of(scene: Scene, rasteriser: Rasteriser, fonts: dict[str, Font]) -> dict[TextRun, Contrast]:
    behind, letters = map(rasteriser.image, (without_texts(scene), texts_alone(scene)))
    return contrasts(scene, behind, letters, rasteriser.dpi, fonts)
