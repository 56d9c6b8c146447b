"""A picture of cards in a fan."""

from cardtools.print.export.posing import PRESET, outputs

__all__ = ["PRESET", "outputs"]
