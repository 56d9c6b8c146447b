"""Each card turning over."""

from cardtools.print.export.posing import PRESET, outputs

__all__ = ["PRESET", "outputs"]
