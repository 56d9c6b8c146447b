"""The box around the ink of a text: where its letters really are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardtools.render.scene.scene import Box, TextRun, around
from cardtools.render.text.arc import letters, placed_glyphs
from cardtools.render.text.fonts import Font


@dataclass
class Extents:
    """Measures runs of text; `fonts` are by PostScript name."""

    fonts: Mapping[str, Font]

    def box(self, run: TextRun) -> Box | None:
        """The box around the ink of a run; None where it has none (spaces)."""
        if run.curve:
            return around(filter(None, map(self.box, letters(run))))
        font = self.fonts[run.font]
        boxes = []
        for glyph, (unit, _, _, _, x, y) in placed_glyphs(run, font.units):
            if ink := font.outline(glyph.id, 0).box:
                boxes.append((x + ink[0] * unit, y - ink[3] * unit, x + ink[2] * unit, y - ink[1] * unit))
        if not boxes:
            return None
        x, y = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
        box = Box(x, y, right - x, bottom - y)
        return (box.grown(run.stroke.width) if run.stroke else box).turned(run.turn)
