"""The box around the ink of a text: where its letters really are."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardtools.render.fonts import Font
from cardtools.render.metrics import em
from cardtools.render.scene import Box, TextRun


@dataclass
class Extents:
    """Measures runs of text; `fonts` are by PostScript name."""

    fonts: Mapping[str, Font]
    _files: dict[str, Any] = field(default_factory=dict, repr=False)
    _glyphs: dict[tuple[str, str], tuple[float, float, float, float]] = field(
        default_factory=dict, repr=False
    )

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
        return Box(x, run.baseline + top, right - x, bottom - top).turned(run.turn)

    def _glyph(self, name: str, character: str) -> tuple[float, float, float, float]:
        """The box of a glyph in em from its origin, y downwards."""
        key = (name, character)
        if key not in self._glyphs:
            from fontTools.ttLib import TTFont

            if name not in self._files:
                self._files[name] = TTFont(io.BytesIO(self.fonts[name].data), lazy=True)
            file, units = self._files[name], self.fonts[name].units
            glyph = file["glyf"][file.getBestCmap().get(ord(character), ".notdef")]
            sides = (getattr(glyph, side, 0) for side in ("xMin", "yMax", "xMax", "yMin"))
            left, top, right, bottom = (side / units for side in sides)
            self._glyphs[key] = (left, -top, right, -bottom)
        return self._glyphs[key]
