"""Measuring text: layout gets all it knows about fonts from here, so that a test can replace them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cardtools.render.fonts import Font
from cardtools.render.units import MM_PER_POINT

MOST_WIDTHS = 100_000  # texts whose width is cached


class Metrics(Protocol):
    """What layout needs to know about the fonts of a face. Widths and heights are in em."""

    def width(self, font: str, text: str) -> float:
        """The advance of the text in em."""

    def cap_height(self, font: str) -> float:
        """The height of a capital letter in em."""

    def descent(self, font: str) -> float:
        """How far letters reach below the baseline, in em, positive."""

    def split(self, font: str, text: str) -> list[tuple[str, str]]:
        """The text as (PostScript name, part) of the fonts that have its characters."""

    def missing(self, font: str, text: str) -> list[str]:
        """The characters that no font of this name has, in order, each once."""


@dataclass(frozen=True)
class FontMetrics:
    """Metrics of font files: a name stands for a font and its fallbacks, used where it has no glyph."""

    fonts: Mapping[str, Sequence[Font]]
    _widths: dict[tuple[str, str], float] = field(default_factory=dict, repr=False, compare=False)

    def _font(self, name: str, character: str) -> Font:
        family = self.fonts[name]
        return next((font for font in family if character in font.advances), family[0])

    def width(self, font: str, text: str) -> float:
        key = (font, text)
        known = self._widths.get(key)
        if known is None:
            first = self.fonts[font][0]
            try:
                known = sum(map(first.advances.__getitem__, text)) / first.units
            except KeyError:  # a character of another font
                owners = [self._font(font, character) for character in text]
                advances = zip(owners, text, strict=True)
                known = sum(owner.advances.get(one, 0) / owner.units for owner, one in advances)
            if len(self._widths) >= MOST_WIDTHS:
                self._widths.clear()
            self._widths[key] = known
        return known

    def cap_height(self, font: str) -> float:
        return self.fonts[font][0].cap_height / self.fonts[font][0].units

    def descent(self, font: str) -> float:
        return -self.fonts[font][0].descent / self.fonts[font][0].units

    def split(self, font: str, text: str) -> list[tuple[str, str]]:
        family = self.fonts[font]
        if all(character in family[0].advances for character in text):
            return [(family[0].name, text)]
        parts: list[tuple[str, str]] = []
        for character in text:
            name = self._font(font, character).name
            if parts and (parts[-1][0] == name or character == " "):
                parts[-1] = (parts[-1][0], parts[-1][1] + character)
            else:
                parts.append((name, character))
        return parts

    def missing(self, font: str, text: str) -> list[str]:
        return [
            character
            for character in dict.fromkeys(text)
            if not any(character in one.advances for one in self.fonts[font])
        ]

    def files(self) -> dict[str, Font]:
        """The fonts by PostScript name, as exporters need them."""
        return {font.name: font for family in self.fonts.values() for font in family}


def em(size: float) -> float:
    """A font size in points as mm."""
    return size * MM_PER_POINT
