"""Fonts in colours, made on the spot: each letter is a box of ink between 50 and 450, from 0 to 700."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables import otTables
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.ttLib.tables.sbixGlyph import Glyph as SbixGlyph
from fontTools.ttLib.tables.sbixStrike import Strike
from PIL import Image

from cardtools.render.text.fonts import Font, _read

UNITS, WIDTH = 1000, 1270
RED, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)
PAINT = otTables.PaintFormat
_SOLID = {"Format": PAINT.PaintSolid, "PaletteIndex": 0, "Alpha": 1.0}
Letters = Mapping[str, Any]  # what each letter is in colours


def base_font(letters: str, kind: str, width: int = WIDTH, ink: bool = False) -> TTFont:
    """A font whose letters are without ink; its glyph `box` has some, and so have the letters if asked."""
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for point in ((50, 700), (450, 700), (450, 0)):
        pen.lineTo(point)
    pen.closePath()
    box, empty = pen.glyph(), TTGlyphPen(None).glyph()
    names = {ord(letter): f"u{ord(letter):04X}" for letter in letters}
    order = [".notdef", "box", *names.values()]
    build = FontBuilder(UNITS, isTTF=True)
    build.setupGlyphOrder(order)
    build.setupCharacterMap(names)
    build.setupGlyf(
        {name: box if name == "box" or (ink and name in names.values()) else empty for name in order}
    )
    build.setupHorizontalMetrics(dict.fromkeys(order, (width, 50)))
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"psName": f"Colours-{kind}"})
    build.setupOS2(sCapHeight=700)
    build.setupPost()
    return build.font


def saved(font: TTFont) -> bytes:
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _with_colr(letters: str, kind: str, glyphs: Letters, version: int, **more: Any) -> bytes:
    font = base_font(letters, kind, **more)
    build = FontBuilder(font=font)
    build.setupCPAL([[RED, BLUE, (0.0, 1.0, 0.0, 0.5)]])
    build.setupCOLR(glyphs, version=version)
    return saved(font)


def colr0(letters: str, kind: str = "colr0", layers: int = 1, **more: Any) -> bytes:
    """Layers of a red box."""
    return _with_colr(
        letters, kind, {f"u{ord(one):04X}": [("box", 0)] * layers for one in letters}, 0, **more
    )


def colr1(letters: str, kind: str = "colr1", paint: Mapping[str, Any] = _SOLID, **more: Any) -> bytes:
    """A box with this paint."""
    glyph = {"Format": PAINT.PaintGlyph, "Glyph": "box", "Paint": paint}
    return _with_colr(letters, kind, {f"u{ord(one):04X}": glyph for one in letters}, 1, **more)


def gradient(kind: int, extend: str = "pad", opacity: float = 1.0, **places: float) -> dict[str, Any]:
    """A gradient from red to blue, whose end has this opacity."""
    stops = [
        {"StopOffset": 0.0, "PaletteIndex": 0, "Alpha": 1.0},
        {"StopOffset": 1.0, "PaletteIndex": 1, "Alpha": opacity},
    ]
    return {"Format": kind, "ColorLine": {"Extend": extend, "ColorStop": stops}, **places}


def png(size: tuple[int, int] = (40, 70), colour: str = "#ff0000", **more: Any) -> bytes:
    out = io.BytesIO()
    Image.new("RGBA", size, colour).save(out, "PNG", **more)
    return out.getvalue()


def sbix(letters: str, kind: str = "sbix", picture: bytes = b"", form: str = "png ") -> bytes:
    """Pictures of 100 pixels per em."""
    font = base_font(letters, kind)
    font["sbix"] = table = newTable("sbix")
    strike = Strike(ppem=100, resolution=72)
    for name in font.getGlyphOrder():
        data = (picture or png()) if name.startswith("u") else None
        strike.glyphs[name] = SbixGlyph(
            glyphName=name,
            graphicType=form if data else None,
            imageData=data,
            originOffsetX=5,
            originOffsetY=0,
        )
    table.strikes[100] = strike
    return saved(font)


def cbdt(letters: str, kind: str = "cbdt", picture: bytes = b"") -> bytes:
    """Pictures of 100 pixels per em in a font that has no outlines."""
    font = base_font(letters, kind)
    picture, count = picture or png(), len(letters)
    one = struct.pack(">BBbbB", 70, 40, 5, 70, 127) + struct.pack(">L", len(picture)) + picture
    # The first two glyphs have no pictures.
    table = struct.pack(">HHL", 2, 1 + count, 8) + struct.pack(">HHL", 1, 17, 0)
    offsets = struct.pack(f">{count + 1}L", *(4 + index * len(one) for index in range(count + 1)))
    line = struct.pack(">bbBbbbbbbbbb", 70, 0, 127, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    size = struct.pack(">LLLL", 56, len(table) + len(offsets), 1, 0) + line * 2
    size += struct.pack(">HHBBBb", 2, 1 + count, 100, 100, 32, 1)
    for name, data in (
        ("CBLC", struct.pack(">HHL", 3, 0, 1) + size + table + offsets),
        ("CBDT", struct.pack(">HH", 3, 0) + one * count),
    ):
        font[name] = made = DefaultTable(name)
        made.data = data
    for name in ("glyf", "loca"):
        del font[name]
    return saved(font)


def svg(letters: str, kind: str = "svg", **more: Any) -> bytes:
    """Letters as SVG."""
    font = base_font(letters, kind, **more)
    font["SVG "] = table = newTable("SVG ")
    table.docList = []
    for index, name in enumerate(font.getGlyphOrder()):
        if name.startswith("u"):
            shape = f'<g id="glyph{index}"><rect x="50" y="-700" width="400" height="700" fill="red"/></g>'
            table.docList.append((f'<svg xmlns="http://www.w3.org/2000/svg">{shape}</svg>', index, index))
    return saved(font)


def blank(letters: str, kind: str = "blank") -> bytes:
    """Letters without any ink, which no table paints."""
    return saved(base_font(letters, kind))


KINDS: dict[str, Callable[[str], bytes]] = {
    "colr0": colr0, "colr1": colr1, "sbix": sbix, "cbdt": cbdt, "svg": svg, "blank": blank
}  # fmt: skip
REFUSED = {"svg", "blank"}


@cache
def colour_font(kind: str, letters: str) -> Font:
    return _read(KINDS[kind](letters), f"{kind}.ttf")
