"""Font files: their metrics, read once with fontTools. Only files of the face, no system fonts."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from cardtools.errors import bad_input
from cardtools.files import digest, read_bytes, shown

_CONVERT = "use the .ttf of this font, or make one: in FontForge, File, Generate Fonts, TrueType"
_AGAIN = "get the file again from where the font came from"
_OTHER_FILES = {
    b"OTTO": "an OpenType font without TrueType outlines, which a PDF cannot take",
    b"wOFF": "a font for web pages (WOFF)",
    b"wOF2": "a font for web pages (WOFF2)",
    b"ttcf": "a collection of several fonts",
}
_TABLES = ("cmap", "head", "hhea", "hmtx", "loca", "maxp", "name", "post")
_UNICODE = 0x110000  # characters
_SUBTABLES = 64  # of the table `cmap`: no font needs as many
_PDF_NAME = re.compile(r"((?![\[\](){}<>/%])[!-~])+")


@dataclass(frozen=True, eq=False)
class Font:
    """A TrueType font: `name` is its PostScript name; advances and heights are in font units.

    `path` is its file as shown in messages.
    """

    name: str
    data: bytes = field(repr=False)
    units: int
    ascent: int
    descent: int
    cap_height: int
    advances: Mapping[str, int] = field(repr=False)
    digest: str = ""
    path: str = ""


def _postscript_name(table: bytes) -> str:
    """Read from the table `name` itself: fontTools would import all of its layout code."""
    import struct

    count, texts = struct.unpack(">HH", table[2:6])
    for record in struct.iter_unpack(">6H", table[6 : 6 + 12 * count]):
        platform, _, _, kind, length, start = record
        if kind == 6:
            text = table[texts + start : texts + start + length]
            return text.decode("latin-1" if platform == 1 else "utf-16-be", "replace").replace(" ", "")
    return ""


def _most_characters(cmap: bytes) -> int:
    """The most characters that a subtable of `cmap` has: fontTools and reportlab list them one by one."""
    import struct

    (count,) = struct.unpack_from(">H", cmap, 2)
    if count > _SUBTABLES:
        return _UNICODE + 1
    most = 0
    ranges: Iterable[tuple[int, ...]]
    for (start,) in struct.iter_unpack(">4xL", cmap[4 : 4 + 8 * count]):
        (kind,) = struct.unpack_from(">H", cmap, start)
        if kind == 4:
            (size,) = struct.unpack_from(">H", cmap, start + 6)  # of each list, in bytes
            ends = struct.unpack_from(f">{size // 2}H", cmap, start + 14)
            ranges = zip(struct.unpack_from(f">{size // 2}H", cmap, start + 16 + size), ends, strict=True)
        elif kind in (8, 12, 13):
            groups = start + (12 if kind > 8 else 8204)
            (number,) = struct.unpack_from(">L", cmap, groups)
            ranges = struct.iter_unpack(">LL4x", cmap[groups + 4 : groups + 4 + 12 * number])
        else:
            continue
        most = max(most, sum(last - first + 1 for first, last in ranges if last >= first))
    return most


def read_font(path: Path) -> Font:
    """The font of a file.

    Raises InputError if the file is missing, not a font, or has outlines that a PDF cannot embed as TrueType.
    """
    return _read(read_bytes(path, "font_bytes"), shown(path))


@lru_cache(maxsize=64)  # the faces of a game share fonts, and `watch` loads them again and again
def _read(data: bytes, path: str) -> Font:
    import logging
    import struct

    from fontTools.ttLib import TTFont, TTLibError

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # it would print what the font's author wrote
    if data[:4] in _OTHER_FILES:
        raise bad_input(path, f"is {_OTHER_FILES[data[:4]]}", _CONVERT)
    try:
        font = TTFont(io.BytesIO(data), lazy=True)
        if "glyf" not in font:
            raise bad_input(path, "has no TrueType outlines", _CONVERT)
        if lacking := [table for table in _TABLES if table not in font]:
            raise bad_input(path, f"is damaged: it has no table {lacking[0]!r}", _AGAIN)
        if _most_characters(font.reader["cmap"]) > _UNICODE:
            raise bad_input(path, "is damaged: it maps more characters than there are", _AGAIN)
        units = font["head"].unitsPerEm
        widths = font["hmtx"].metrics
        name = _postscript_name(font.reader["name"])
        os2 = font.get("OS/2")
        ascent, descent = font["hhea"].ascent, font["hhea"].descent
        characters = font.getBestCmap()
        if not characters or not units:
            raise bad_input(path, "has no Unicode characters", _CONVERT)
        advances = {chr(code): widths[glyph][0] for code, glyph in characters.items()}
    except (
        TTLibError,
        struct.error,
        LookupError,
        AttributeError,
        AssertionError,
        ValueError,
        OSError,
    ) as error:
        message = f"is not a font that can be read: {error or type(error).__name__}"
        raise bad_input(path, message, _AGAIN) from None
    if not _PDF_NAME.fullmatch(name):
        raise bad_input(path, f"has the PostScript name {name!r}, which a PDF cannot have", _CONVERT)
    return Font(
        name=name,
        data=data,
        units=units,
        ascent=ascent,
        descent=descent,
        cap_height=getattr(os2, "sCapHeight", 0) or round(0.7 * units),
        advances=advances,
        digest=digest(data),
        path=path,
    )
