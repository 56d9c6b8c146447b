"""Lines of text as coverage, glyph by glyph: Pillow's own lines would drift from those of the PDF."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardtools.errors import bad_input
from cardtools.render.fonts import Font
from cardtools.render.metrics import em
from cardtools.render.scene import TextRun
from cardtools.render.units import MM_PER_POINT, pixels

if TYPE_CHECKING:
    import numpy
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

    Coverage = numpy.typing.NDArray[numpy.uint8]

# By character and quarter of a pixel: coverage, left and top edge from the origin's pixel.
Glyphs = dict[tuple[str, int], tuple["Coverage", int, int]]

FINE = 4  # subpixels along each side of a pixel: glyphs stand at quarters


@dataclass
class Letters:
    """Draws runs of text at one resolution and remembers the glyphs; `fonts` are by PostScript name."""

    fonts: Mapping[str, Font]
    dpi: int
    _faces: dict[tuple[str, float], FreeTypeFont] = field(default_factory=dict, repr=False)
    _large: dict[tuple[str, float, str], tuple[Coverage, int, int]] = field(default_factory=dict, repr=False)
    _glyphs: dict[tuple[str, float, int], Glyphs] = field(default_factory=dict, repr=False)

    def line(self, run: TextRun, x: float, y: float) -> tuple[Image, int, int] | None:
        """The coverage of a run that begins at pixel x with its baseline at y, and its left and top edge;
        None where there is nothing to see. Raises InputError for a damaged font.
        """
        import numpy
        from PIL import Image

        font = self.fonts[run.font]
        scale = pixels(1.0, self.dpi) * em(run.size)
        unit, tracking = scale / font.units, run.tracking * scale
        row, shift = divmod(round(y * FINE), FINE)
        known = self._glyphs.setdefault((run.font, run.size, shift), {})
        glyphs = []
        for character in run.text:
            if not character.isspace():
                column, quarter = divmod(round(x * FINE), FINE)
                if (character, quarter) not in known:
                    known[character, quarter] = self._glyph(run, character, quarter, shift)
                glyph, left, top = known[character, quarter]
                glyphs.append((glyph, column + left, row + top))
            x += font.advances.get(character, 0) * unit + tracking
        if not glyphs:
            return None
        x0, y0 = min(x for _, x, _ in glyphs), min(y for _, _, y in glyphs)
        x1 = max(x + glyph.shape[1] for glyph, x, _ in glyphs)
        y1 = max(y + glyph.shape[0] for glyph, _, y in glyphs)
        line = numpy.zeros((y1 - y0, x1 - x0), numpy.uint8)
        for glyph, left, top in glyphs:
            part = line[top - y0 : top - y0 + glyph.shape[0], left - x0 : left - x0 + glyph.shape[1]]
            numpy.maximum(part, glyph, out=part)
        return Image.fromarray(line), x0, y0

    def _glyph(self, run: TextRun, character: str, x: int, y: int) -> tuple[Coverage, int, int]:
        """The coverage of a glyph whose origin is so many quarters of a pixel from one, and its place."""
        import numpy

        try:
            large, left, top = self._drawn(run, character)
        except OSError as error:
            message = f"the font is damaged at {character!r}: {error}"
            raise bad_input(self.fonts[run.font].path, message, "get the file again") from None
        left, top = left + x, top + y
        x0, y0 = math.floor(left / FINE), math.floor(top / FINE)
        width = math.ceil((left + large.shape[1]) / FINE) - x0
        height = math.ceil((top + large.shape[0]) / FINE) - y0
        whole = numpy.zeros((height * FINE, width * FINE), numpy.uint16)
        across, down = left - x0 * FINE, top - y0 * FINE
        whole[down : down + large.shape[0], across : across + large.shape[1]] = large
        sums = whole.reshape(height, FINE, width, FINE).sum(axis=(1, 3), dtype=numpy.uint16)
        return ((sums + FINE * FINE // 2) // (FINE * FINE)).astype(numpy.uint8), x0, y0

    def _drawn(self, run: TextRun, character: str) -> tuple[Coverage, int, int]:
        """A glyph in subpixels, and where it lies from its origin.

        Drawn large and reduced: FreeType pulls small glyphs onto whole pixels, which makes uneven gaps.
        """
        key = (run.font, run.size, character)
        if key not in self._large:
            import numpy
            from PIL import Image, ImageDraw

            face = self._face(run.font, pixels(run.size * MM_PER_POINT, self.dpi) * FINE)
            left, top, right, bottom = map(math.floor, face.getbbox(character, anchor="ls"))
            glyph = Image.new("L", (right - left + 3, bottom - top + 3))
            ImageDraw.Draw(glyph).text((1 - left, 1 - top), character, fill=255, font=face, anchor="ls")
            self._large[key] = (numpy.asarray(glyph), left - 1, top - 1)
        return self._large[key]

    def _face(self, name: str, size: float) -> FreeTypeFont:
        key = (name, size)
        if key not in self._faces:
            from PIL import ImageFont

            # Layout.BASIC never joins, reorders or kerns: the same advances as the scene was measured with.
            self._faces[key] = ImageFont.truetype(
                io.BytesIO(self.fonts[name].data), size, layout_engine=ImageFont.Layout.BASIC
            )
        return self._faces[key]
