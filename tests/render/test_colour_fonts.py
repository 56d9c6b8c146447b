"""Glyphs in colours look as their font says, and a font is not too much to draw."""

from __future__ import annotations

import io
import random
import struct
import time
import zlib
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy
import pytest
from colour_fonts import PAINT, base_font, cbdt, colr0, colr1, gradient, png, saved, sbix, svg
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from made_fonts import font_bytes
from made_text import made_run

from cardtools.checks.proof.contrast_ratio import texts_alone
from cardtools.ground.errors import InputError
from cardtools.ground.limits import limits
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.scene.plates import mask
from cardtools.render.scene.scene import Box, Fill, Group, Item, Layer, Rectangle, Scene, Shadow, Stroke
from cardtools.render.text.fonts import Font, _read
from cardtools.render.text.shaping import shape

LETTER = "🔥"


def font(data: bytes) -> Font:
    return _read(data, "it.ttf")


def picture(made: Font, *items: Item, dpi: int = 127) -> Any:
    """A card of 20 x 10 mm, 5 pixels a mm."""
    scene = Scene("it", 20, 10, 0, 0, (Rectangle(Box(0, 0, 20, 10), 0, Fill(("#ffffff",))), *items))
    return numpy.asarray(Rasteriser({made.name: made}, {}, dpi).image(scene))


def run(made: Font, **more: Any) -> Any:
    """The letter in 8 mm, its ink from 2.4 to 5.6 mm and from 3.4 to 9 mm."""
    return made_run(made, LETTER, 2.0, 9.0, 8 / 25.4 * 72, **more)


def middle(pixels: Any) -> tuple[int, ...]:
    return tuple(map(int, pixels[31, 20]))


@pytest.mark.parametrize("make", [colr0, colr1, sbix, cbdt])
def test_a_letter_has_the_colours_of_its_font_in_its_place(make: Any) -> None:
    made = font(make(LETTER))
    pixels = picture(made, run(made))
    assert middle(pixels) == (255, 0, 0)
    rows, columns = numpy.nonzero(pixels[..., 1] < 128)
    ink = [columns.min() / 5, rows.min() / 5, (columns.max() + 1) / 5, (rows.max() + 1) / 5]
    assert ink == pytest.approx([2.4, 3.4, 5.6, 9.0], abs=0.21)


def test_the_colour_of_the_text_is_that_of_parts_that_ask_for_it() -> None:
    made = font(colr1(LETTER, paint={"Format": PAINT.PaintSolid, "PaletteIndex": 0xFFFF, "Alpha": 1.0}))
    assert middle(picture(made, run(made, colour="#00ff00"))) == (0, 255, 0)
    both = picture(made, run(made, colour="#00ff00"), replace(run(made, colour="#0000ff"), left=10.0))
    assert {tuple(map(int, both[31, column])) for column in (20, 60)} == {(0, 255, 0), (0, 0, 255)}


@pytest.mark.parametrize(
    "paint",
    [
        gradient(PAINT.PaintLinearGradient, x0=50, y0=0, x1=450, y1=0, x2=50, y2=100),
        gradient(PAINT.PaintRadialGradient, x0=50, y0=350, r0=0, x1=50, y1=350, r1=400),
    ],
)
def test_gradients(paint: dict[str, Any]) -> None:
    made = font(colr1(LETTER, paint=paint))
    row = picture(made, run(made))[31].astype(int)
    assert row[13, 0] > 220 > 35 > row[13, 2]
    assert row[26, 2] > 220 > 35 > row[26, 0]
    assert abs(row[20, 0] - row[20, 2]) < 40


def test_a_gradient_that_fades_out_shows_what_is_below() -> None:
    paint = gradient(PAINT.PaintLinearGradient, x0=50, y0=0, x1=450, y1=0, x2=50, y2=100, opacity=0.0)
    made = font(colr1(LETTER, paint=paint))
    row = picture(made, run(made))[31].astype(int)
    assert row[13, 0] > 220 > 60 > row[13, 1]
    assert row[26].min() > 200


def test_opacity() -> None:
    made = font(colr1(LETTER, paint={"Format": PAINT.PaintSolid, "PaletteIndex": 0, "Alpha": 0.5}))
    assert middle(picture(made, run(made))) == pytest.approx((255, 128, 128), abs=2)


@pytest.mark.parametrize("make", [colr0, sbix])
def test_a_letter_turned_on_an_arc_cut_off_and_with_a_shadow_keeps_its_colours(make: Any) -> None:
    made = font(make(LETTER))
    for changed in (
        replace(run(made), turn=(1, 0, 0, 1, 1, 0)),
        replace(run(made), curve=(7.0, 60.0)),
        replace(run(made), clip=Box(3, 5, 4, 4)),
        replace(run(made), stroke=Stroke("#00ff00", 0.3)),
    ):
        assert middle(picture(made, changed)) == (255, 0, 0)
    shadow = Layer(shadows=(Shadow("#0000ff", 1.0, 0.0, 3.0, 0.0),))
    pixels = picture(made, Group("it", (run(made),), shadow))
    assert (middle(pixels), tuple(map(int, pixels[31, 38]))) == ((255, 0, 0), (0, 0, 255))
    filled = Group("it", (run(made),), None, (Fill(("#00ff00", "#00ff00")), Box(0, 0, 20, 10)))
    pixels = picture(made, filled)
    assert middle(pixels) == (255, 0, 0)
    assert pixels[2, 90].min() == 255  # the gradient is nowhere else


@pytest.mark.parametrize("make", [colr0, sbix])
def test_a_plate_has_the_shape_of_the_letter_and_a_check_of_contrast_has_none(make: Any) -> None:
    made = font(make(LETTER))
    scene = Scene("it", 20, 10, 0, 0, (Group("foil", (run(made),), plate="foil"),))
    draw = Rasteriser({made.name: made}, {}, 127)
    assert middle(numpy.asarray(draw.image(mask(scene, "foil")))) == (0, 0, 0)
    assert numpy.asarray(draw.image(texts_alone(scene))).min() == 255


def faults(made: Font) -> str:
    return "".join(why for why, _ in shape(made, LETTER).undrawn)


SWEEP = gradient(PAINT.PaintSweepGradient, centerX=200, centerY=300, startAngle=0.0, endAngle=360.0)
REPEAT = gradient(PAINT.PaintLinearGradient, extend="repeat", x0=50, y0=0, x1=90, y1=0, x2=50, y2=100)
RED = {"Format": PAINT.PaintGlyph, "Glyph": "box", "Paint": {"Format": PAINT.PaintSolid, "PaletteIndex": 0}}
BLEND = {"Format": PAINT.PaintComposite, "SourcePaint": RED, "CompositeMode": "xor", "BackdropPaint": RED}


@pytest.mark.parametrize(
    ("paint", "why"), [(SWEEP, "a gradient that goes round"), (REPEAT, "a gradient that repeats")]
)
def test_what_is_not_drawn_is_named(paint: dict[str, Any], why: str) -> None:
    assert faults(font(colr1(LETTER, paint=paint))) == f"in it.ttf only with {why}, which is not drawn"
    plain = font(colr1(LETTER, paint=paint, ink=True))  # it has an outline, which is drawn instead
    assert faults(plain) == f"in it.ttf only with {why}, which is not drawn"
    assert [glyph.id > 0 for glyph in shape(plain, LETTER).glyphs] == [True]


def painted(glyphs: dict[str, Any]) -> bytes:
    made = base_font(LETTER, "painted")
    build = FontBuilder(font=made)
    build.setupCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    build.setupCOLR(glyphs, version=1)
    return saved(made)


def test_blended_layers_are_named() -> None:
    assert faults(font(painted({"u1F525": BLEND}))).endswith("only with blended layers, which is not drawn")


def test_paints_that_go_in_circles_end() -> None:
    again = {"Format": PAINT.PaintColrGlyph, "Glyph": "u1F525"}
    assert faults(font(painted({"u1F525": again}))) == "blank in it.ttf"
    both = {"Format": PAINT.PaintColrLayers, "Layers": [RED, again]}
    assert faults(font(painted({"u1F525": both}))) == ""


def test_paints_that_double_at_each_level_and_lie_deep_end() -> None:
    paint, start = RED, time.monotonic()
    for _ in range(12):
        paint = {"Format": PAINT.PaintColrLayers, "Layers": [paint, paint]}
    for _ in range(100):
        paint = {"Format": PAINT.PaintTranslate, "dx": 1, "dy": 0, "Paint": paint}
    made = font(painted({"u1F525": paint}))
    with suppress(InputError):
        faults(made)
    assert time.monotonic() - start < 10


def test_a_glyph_of_too_many_layers_is_refused() -> None:
    with pytest.raises(InputError, match=r"it.ttf: its glyph 2 has more than 20,000 lines and curves"):
        shape(font(colr0(LETTER, layers=8_000)), LETTER)


def test_too_many_glyphs_of_many_layers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtools.render.text.colour_glyphs._MOST_OF_ALL", 2)
    letters = "".join(map(chr, range(0xE000, 0xE000 + 4)))
    made = font(colr0(letters, layers=2_500))
    with pytest.raises(InputError, match="its glyphs in colours have more than 40,000 lines and curves"):
        shape(made, letters)


@pytest.mark.parametrize("make", [sbix, cbdt])
def test_a_picture_that_is_a_bomb_is_refused(make: Any) -> None:
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    data = bytearray(png())
    data[16:29] = head
    data[29:33] = struct.pack(">I", zlib.crc32(b"IHDR" + head))
    with pytest.raises(InputError, match=r"it.ttf: glyph 2: its picture has 3,600 megapixels"):
        shape(font(make(LETTER, picture=bytes(data))), LETTER)


def test_too_many_pixels_of_all_glyphs_are_refused() -> None:
    letters = "".join(map(chr, range(0xE000, 0xE000 + 5)))
    made = font(sbix(letters, picture=png((4_000, 2_500))))
    assert limits().art_pixels < 5 * 4_000 * 2_500
    with pytest.raises(InputError, match="the pictures of its glyphs have more than 40 megapixels together"):
        shape(made, letters)


@pytest.mark.parametrize("data", [b"not a picture", b"\x89PNG\r\n\x1a\n", png()[:60]])
def test_a_picture_that_is_damaged_is_refused_or_blank(data: bytes) -> None:
    try:
        assert faults(font(sbix(LETTER, picture=data)))
    except InputError as error:
        assert "it.ttf: glyph 2: its picture is" in str(error)


def test_a_transparent_picture_is_blank() -> None:
    assert faults(font(sbix(LETTER, picture=png(colour="#ff000000")))) == "blank in it.ttf"


def test_pictures_that_are_no_png_are_blank() -> None:
    assert faults(font(sbix(LETTER, form="jpg "))) == "blank in it.ttf"


def test_a_font_of_svg_letters_alone_is_refused() -> None:
    made = TTFont(io.BytesIO(svg(LETTER)))
    for table in ("glyf", "loca"):
        del made[table]
    with pytest.raises(InputError, match=r"it.ttf: has its letters only as SVG, which is not drawn"):
        font(saved(made))


def test_damage_to_the_tables_of_colours_is_told_or_harmless() -> None:
    chance = random.Random(7)
    for data, tables in ((colr1(LETTER, paint=SWEEP), ("COLR", "CPAL")), (colr0(LETTER), ("COLR", "CPAL")),
                         (sbix(LETTER), ("sbix",)), (cbdt(LETTER), ("CBDT", "CBLC"))):  # fmt: skip
        for _ in range(60):
            made = TTFont(io.BytesIO(data))
            for table in tables:
                spoilt = bytearray(made.getTableData(table))
                for _ in range(chance.randrange(4)):
                    spoilt[chance.randrange(len(spoilt))] = chance.choice((0, 1, 2, 127, 128, 255))
                made[table] = DefaultTable(table)
                made[table].data = bytes(spoilt)
            try:
                one = font(saved(made))
                picture(one, run(one))
            except InputError as error:
                assert "it.ttf" in str(error)


def test_a_font_without_colours_is_drawn_as_before() -> None:
    made = font(font_bytes(LETTER))
    assert made.colours is None
    assert middle(picture(made, run(made))) == (0, 0, 0)
