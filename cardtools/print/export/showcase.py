"""A picture of cards in a row, above their reflections."""

from cardtools.print.export.posing import PRESET, outputs

__all__ = ["PRESET", "outputs"]
