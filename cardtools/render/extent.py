"""Where the letters of a text really are, to the edge of their ink."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardtools.render.fonts import Font
from cardtools.render.metrics import em
from cardtools.render.scene import Box, TextRun

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

_FINE = 500  # pixels an em


@dataclass
class Extents:
    """Measures runs of text; `fonts` are by PostScript name."""

    fonts: Mapping[str, Font]
    _faces: dict[str, FreeTypeFont] = field(default_factory=dict, repr=False)
    _glyphs: dict[tuple[str, str], tuple[float, ...]] = field(default_factory=dict, repr=False)

    def box(self, run: TextRun) -> Box | None:
        """The box around the ink of a run; None where it has none (spaces)."""
        font, size = self.fonts[run.font], em(run.size)
        left = run.left
        boxes = []
        for character in run.text:
            if not character.isspace():
                x0, y0, x1, y1 = self._glyph(run.font, character)
                boxes.append((left + x0 * size, y0, left + x1 * size, y1))
            left += (font.advances.get(character, 0) / font.units + run.tracking) * size
        if not boxes:
            return None
        x, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
        top, bottom = min(box[1] for box in boxes) * size, max(box[3] for box in boxes) * size
        return Box(x, run.baseline + top, right - x, bottom - top)

    def _glyph(self, name: str, character: str) -> tuple[float, ...]:
        """The box of a glyph in em from its origin."""
        key = (name, character)
        if key not in self._glyphs:
            from PIL import ImageFont

            if name not in self._faces:
                data = io.BytesIO(self.fonts[name].data)
                layout = ImageFont.Layout.BASIC
                self._faces[name] = ImageFont.truetype(data, _FINE, layout_engine=layout)
            box = self._faces[name].getbbox(character, anchor="ls")
            self._glyphs[key] = tuple(value / _FINE for value in box)
        return self._glyphs[key]
