"""Fonts made on the spot, small and with known widths."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from cardtools.render.text.fonts import Font, _read
from cardtools.render.text.metrics import FontMetrics

LETTERS = "".join(map(chr, range(0x20, 0x7F))) + "\u00e9\u2010\u00a0"


def font_bytes(
    letters: str = LETTERS, width: int = 500, features: str = "", name: str = "Made-Regular"
) -> bytes:
    """A font whose letters are boxes of one width, in thousandths of the size, with these features."""
    pen = TTGlyphPen(None)
    for point, move in zip(
        [(50, 0), (50, 700), (450, 700), (450, 0)], ["moveTo", *["lineTo"] * 3], strict=True
    ):
        getattr(pen, move)(point)
    pen.closePath()
    box = pen.glyph()
    names = {ord(letter): f"u{ord(letter):04X}" for letter in letters}
    order = [".notdef", *names.values()]
    build = FontBuilder(1000, isTTF=True)
    build.setupGlyphOrder(order)
    build.setupCharacterMap(names)
    empty = TTGlyphPen(None).glyph()
    build.setupGlyf({one: empty if one in ("u0020", "u00A0") else box for one in order})
    build.setupHorizontalMetrics(dict.fromkeys(order, (width, 0)))
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"psName": name})
    build.setupOS2(sCapHeight=700)
    build.setupPost()
    if features:
        addOpenTypeFeaturesFromString(build.font, features)
    out = io.BytesIO()
    build.save(out)
    return out.getvalue()


def made_font(letters: str = LETTERS, width: int = 500, features: str = "") -> Font:
    return _read(font_bytes(letters, width, features), "made.ttf")


@cache
def monospace() -> FontMetrics:
    """Metrics in which every character is half an em wide, in the fonts `any`, `bold` and `label`."""
    font = made_font()
    return FontMetrics({"any": [font], "bold": [font], "label": [font]})


def font_file(folder: Path, **more: object) -> Path:
    path = folder / "made.ttf"
    path.write_bytes(font_bytes(**more))  # type: ignore[arg-type]
    return path
