"""Fonts that cannot be used in both outputs are refused when they are read, with what to do."""

from __future__ import annotations

import io
import random
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from in_memory import pdf_bytes
from made_text import made_run
from render_helpers import TEMPLATES

from cardtools.ground.errors import InputError
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Scene
from cardtools.render.text.fonts import Font, read_font

REGULAR = TEMPLATES / "fonts" / "AlegreyaSans-Regular.ttf"


def changed(change: Callable[[TTFont], object]) -> bytes:
    # With the time of the original: else two files made in different seconds differ.
    font, out = TTFont(REGULAR, recalcTimestamp=False), io.BytesIO()
    change(font)
    font.save(out)
    return out.getvalue()


def otf() -> bytes:
    pen = T2CharStringPen(600, None)
    pen.moveTo((0, 0))
    pen.lineTo((500, 0))
    pen.lineTo((250, 700))
    pen.closePath()
    glyph = pen.getCharString()
    build, out = FontBuilder(1000, isTTF=False), io.BytesIO()
    build.setupGlyphOrder([".notdef", "A"])
    build.setupCharacterMap({65: "A"})
    build.setupCFF("Test-Regular", {}, {".notdef": glyph, "A": glyph}, {})
    build.setupHorizontalMetrics({".notdef": (600, 0), "A": (600, 0)})
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"psName": "Test-Regular"})
    build.setupOS2()
    build.setupPost()
    build.save(out)
    return out.getvalue()


def with_cmap(subtable: bytes, count: int = 1) -> bytes:
    def change(font: TTFont) -> None:
        font["cmap"] = table = DefaultTable("cmap")
        records = struct.pack(">HHL", 3, 10, 4 + 8 * count) * count
        table.data = struct.pack(">HH", 0, count) + records + subtable

    return changed(change)


def all_numbers() -> bytes:
    """A font whose one range of characters has all numbers of 32 bits."""
    return with_cmap(struct.pack(">HHLLLLLL", 12, 0, 28, 0, 1, 0, 0xFFFFFFFF, 1))


def overlapping() -> bytes:
    """A font of 30,000 ranges of characters, each with all those of 16 bits."""
    many = 30_000
    lists = b"\xff\xff" * many + bytes(2) + bytes(2 * many) * 3
    return with_cmap(struct.pack(">HHHHHHH", 4, 0, 0, 2 * many, 0, 0, 0) + lists)


def collection() -> bytes:
    both, out = TTCollection(), io.BytesIO()
    both.fonts = [TTFont(REGULAR), TTFont(REGULAR)]
    both.save(out)
    return out.getvalue()


def without(table: str) -> Callable[[], bytes]:
    return lambda: changed(lambda font: font.__delitem__(table))


def rename(font: TTFont) -> None:
    font["name"].setName("Ox <Bold>/1", 6, 3, 1, 0x409)


CONVERT = "help: use the .ttf or .otf of this font"
AGAIN = "help: get the file again"


@pytest.mark.parametrize(
    ("make", "message", "hint"),
    [
        (lambda: changed(lambda font: setattr(font, "flavor", "woff")), "is a font for web pages", CONVERT),
        (collection, "is a collection of several fonts", CONVERT),
        (without("glyf"), "has no outlines", CONVERT),
        (without("hmtx"), "is damaged: it has no table 'hmtx'", AGAIN),
        (without("name"), "is damaged: it has no table 'name'", AGAIN),
        (lambda: changed(lambda font: font["cmap"].tables.clear()), "has no Unicode characters", CONVERT),
        (lambda: changed(rename), "has the PostScript name 'Ox<Bold>/1', which a PDF", CONVERT),
        (lambda: b"", "is not a font that can be read", AGAIN),
        (lambda: b"<html>not found</html>", "is not a font that can be read", AGAIN),
        (lambda: REGULAR.read_bytes()[:20_000], "is not a font that can be read", AGAIN),
    ],
)
def test_a_font_that_cannot_be_used(
    tmp_path: Path, make: Callable[[], bytes], message: str, hint: str
) -> None:
    (tmp_path / "ox.ttf").write_bytes(make())
    with pytest.raises(InputError) as error:
        read_font(tmp_path / "ox.ttf")
    assert f"ox.ttf: {message}" in str(error.value)
    assert hint in str(error.value)


@pytest.mark.parametrize("make", [all_numbers, overlapping, lambda: with_cmap(b"", 65)])
def test_a_font_that_maps_more_characters_than_there_are_is_drawn_or_refused(
    tmp_path: Path, make: Callable[[], bytes]
) -> None:
    (tmp_path / "ox.ttf").write_bytes(make())
    try:
        font = read_font(tmp_path / "ox.ttf")
    except InputError as error:
        assert "ox.ttf: has no Unicode characters" in str(error)
    else:
        assert drawn(font)


@pytest.mark.parametrize("make", [otf, REGULAR.read_bytes])
def test_outlines_of_both_kinds_are_drawn(tmp_path: Path, make: Callable[[], bytes]) -> None:
    (tmp_path / "ox.otf").write_bytes(make())
    assert drawn(read_font(tmp_path / "ox.otf"), "A")


def drawn(font: Font, text: str = "Quartz") -> bool:
    """Whether there is ink where a text is drawn."""
    scene = Scene("x", 30, 10, 0, 0, (made_run(font, text),))
    return Rasteriser({font.name: font}, {}, 72).image(scene).convert("L").getextrema()[0] < 128


def test_a_missing_font_has_a_near_miss() -> None:
    with pytest.raises(InputError, match=r"no such file\n  help: did you mean AlegreyaSans-Regular.ttf\?"):
        read_font(REGULAR.with_name("AlegreyaSans-Reglar.ttf"))


def test_damage_anywhere_is_told_or_harmless(tmp_path: Path) -> None:
    data, chance = REGULAR.read_bytes(), random.Random(4)
    told = 0
    for _ in range(80):
        damaged = bytearray(data)
        for _ in range(12):
            damaged[chance.randrange(400 if chance.random() < 0.3 else len(data))] = chance.randrange(256)
        (tmp_path / "ox.ttf").write_bytes(damaged)
        try:
            font = read_font(tmp_path / "ox.ttf")
            run = made_run(font, "Quartz")
            scene = Scene("x", 30, 10, 0, 0, (run,))
            pdf_bytes([Page(30, 10, (Placement(scene, 0, 0, scene.trim),))], {font.name: font}, {}, "x")
            Rasteriser({font.name: font}, {}, 72).image(scene)
        except InputError as error:
            told += 1
            assert "ox.ttf" in str(error)
    assert told


def test_another_file_of_the_same_font_is_drawn_as_itself(tmp_path: Path) -> None:
    def of(width: int) -> bytes:
        (tmp_path / "ox.ttf").write_bytes(
            changed(lambda font: font["hmtx"].metrics.__setitem__("Q", (width, 0)))
        )
        font = read_font(tmp_path / "ox.ttf")
        scene = Scene("x", 30, 10, 0, 0, (made_run(font, "Q"),))
        return pdf_bytes([Page(30, 10, (Placement(scene, 0, 0, scene.trim),))], {font.name: font}, {}, "x")

    one, other = of(500), of(900)
    assert one != other
    assert of(500) == one


def test_a_pdf_does_not_depend_on_what_was_drawn_before(tmp_path: Path) -> None:
    def pdf(*paths: Path) -> bytes:
        fonts = {font.name: font for font in map(read_font, paths)}
        runs = tuple(made_run(font, "Quartz") for font in fonts.values())
        scene = Scene("x", 30, 10, 0, 0, runs)
        return pdf_bytes([Page(30, 10, (Placement(scene, 0, 0, scene.trim),))], fonts, {}, "x")

    same_name, cinzel = tmp_path / "ox.ttf", REGULAR.with_name("Cinzel-Bold.ttf")
    same_name.write_bytes(changed(lambda font: font["hmtx"].metrics.update(Q=(900, 0))))
    alone, other, both = pdf(REGULAR), pdf(same_name), pdf(cinzel, REGULAR)
    assert alone != other
    for _ in range(2):
        assert (pdf(cinzel, REGULAR), pdf(same_name), pdf(REGULAR)) == (both, other, alone)
