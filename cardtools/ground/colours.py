"""Colours as people write them: `#1a2b3c`, `#abc`, with an opacity `#1a2b3c80` or `#abc8`, or a CSS name."""

from __future__ import annotations

import re
from functools import lru_cache

WRITE_ONE = "write one like #1a2b3c, or a name of CSS such as navy"
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")


@lru_cache(maxsize=1024)
def read_colour(text: str) -> str:
    """The colour as `#rrggbb`, or as `#rrggbbaa` if it is not opaque; empty if it is none."""
    if not _HEX.match(text):
        if not text.isalpha():
            return ""
        from PIL.ImageColor import colormap  # takes a moment to import

        text = "#0000" if text.lower() == "transparent" else str(colormap.get(text.lower(), ""))
    text = text.lower()
    if 4 <= len(text) <= 5:
        text = "#" + "".join(2 * digit for digit in text[1:])
    return text[:7] if text[7:] == "ff" else text


def opacity_of(colour: str) -> float:
    """The opacity of a colour from `read_colour`, 0 to 1."""
    return int(colour[7:], 16) / 255 if len(colour) == 9 else 1.0


def mixed(colour: str, ground: int = 255) -> str:
    """A colour from `read_colour` as `#rrggbb`, as it looks on white (255) or black (0)."""
    share = opacity_of(colour)
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part * share + ground * (1 - share)):02x}" for part in parts)
