"""The box around the ink of a text: where its letters really are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardtools.render.scene.scene import Box, TextRun, around
from cardtools.render.scene.units import em
from cardtools.render.text.arc import letters
from cardtools.render.text.fonts import Font


@dataclass
class Extents:
    """Measures runs of text; `fonts` are by PostScript name."""

    fonts: Mapping[str, Font]

    def box(self, run: TextRun) -> Box | None:
        """The box around the ink of a run; None where it has none (spaces)."""
        if run.curve:
            return around(filter(None, map(self.box, letters(run))))
        font, size = self.fonts[run.font], em(run.size)
        unit = size / font.units
        left = run.left
        boxes = []
        for glyph, space in zip(run.glyphs, run.spacing(), strict=True):
            if ink := font.outline(glyph.id).box:
                x, y = left + glyph.x * unit, run.baseline - glyph.y * unit
                boxes.append((x + ink[0] * unit, y - ink[3] * unit, x + ink[2] * unit, y - ink[1] * unit))
            left += glyph.advance * unit + space * size
        if not boxes:
            return None
        x, y = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
        box = Box(x, y, right - x, bottom - y)
        return (box.grown(run.stroke.width) if run.stroke else box).turned(run.turn)
