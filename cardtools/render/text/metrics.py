"""The fonts of a face by their names there: a name stands for a font and its fallbacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from cardtools.ground.frozen_record import Record
from cardtools.render.scene.scene import TextRun
from cardtools.render.scene.units import em
from cardtools.render.text.fonts import Font
from cardtools.render.text.shaping import PLAIN, Setting, Shaped, shape_line


class FontMetrics(Record, eq=False):
    """Font families by name; each font has what those before it lack. Widths and heights are in em."""

    fonts: Mapping[str, Sequence[Font]]

    def cap_height(self, font: str) -> float:
        """The height of a capital letter."""
        return self.fonts[font][0].cap_height / self.fonts[font][0].units

    def line(self, font: str, text: str, look: Setting = PLAIN) -> list[Shaped]:
        """The text on one line, as parts from left to right."""
        return shape_line(self.fonts[font], text, look)

    def width(self, font: str, text: str) -> float:
        """The advance of the text on one line."""
        return sum(part.width() for part in self.line(font, text))

    def files(self) -> dict[str, Font]:
        """The fonts by PostScript name, as exporters need them."""
        return {font.name: font for family in self.fonts.values() for font in family}

    @cached_property
    def coloured(self) -> dict[str, Font]:
        """The fonts with glyphs in colours, by PostScript name."""
        return {name: font for name, font in self.files().items() if font.colours}


def text_runs(
    parts: Sequence[Shaped],
    left: float,
    baseline: float,
    size: float,
    colour: str,
    tracking: float = 0.0,
    word_space: float = 0.0,
) -> list[TextRun]:
    """Shaped parts one beside the other, from `left`, at a font size in points."""
    found = []
    for part in parts:
        width, space = part.width(tracking, word_space) * em(size), 0.0 if part.joined else tracking
        words = part.text, part.font.name, size, colour, width
        found.append(TextRun(left, baseline, *words, space, part.glyphs, word_space))
        left += width
    return found
