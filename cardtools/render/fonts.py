"""Font files: their numbers, read once with fontTools. No system fonts, only files of the face."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cardtools.errors import bad_input
from cardtools.files import digest, read_bytes, shown


@dataclass(frozen=True, eq=False)
class Font:
    """A TrueType font: `name` is its PostScript name; advances and heights are in font units."""

    name: str
    data: bytes = field(repr=False)
    units: int
    ascent: int
    descent: int
    cap_height: int
    advances: Mapping[str, int] = field(repr=False)
    digest: str = ""


def read_font(path: Path) -> Font:
    """The font of a file.

    Raises InputError when the file is missing, no font, or has outlines a PDF cannot embed as TrueType.
    """
    from fontTools.ttLib import TTFont, TTLibError

    data = read_bytes(path)
    try:
        font = TTFont(io.BytesIO(data), lazy=True)
        if "glyf" not in font:
            raise bad_input(
                shown(path), "has no TrueType outlines", "use the .ttf of this font, an .otf will not do"
            )
        units = font["head"].unitsPerEm
        widths = font["hmtx"].metrics
        names = font["name"]
        os2 = font.get("OS/2")
        ascent, descent = font["hhea"].ascent, font["hhea"].descent
        advances = {chr(code): widths[glyph][0] for code, glyph in font.getBestCmap().items()}
    except (TTLibError, KeyError, AttributeError, OSError) as error:
        raise bad_input(shown(path), f"is not a font that can be read: {error}") from None
    return Font(
        name=str(names.getDebugName(6) or path.stem).replace(" ", ""),
        data=data,
        units=units,
        ascent=ascent,
        descent=descent,
        cap_height=getattr(os2, "sCapHeight", 0) or round(0.7 * units),
        advances=advances,
        digest=digest(data),
    )
