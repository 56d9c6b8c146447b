"""PNG and PDF of a scene: its words, right size, same bytes each time, nothing stored twice."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pypdf
import pytest
from in_memory import pdf_bytes, sheet_pdf
from PIL import Image
from render_helpers import HERE, art_bytes, compose

from cardtools.print.sheets.definition import Sheet
from cardtools.render.face.load import Face
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.pictures.png import white
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Box, Picture, Scene, runs
from cardtools.render.scene.shapes import cover
from cardtools.render.text.fonts import Font


@pytest.fixture
def scene(unit: Face, card: Callable[..., Any]) -> Scene:
    return compose(unit, card())[0]


@pytest.fixture
def spell_scene(spell: Face, spell_card: dict[str, Any]) -> Scene:
    return compose(spell, spell_card)[0]


def card_pdf(scene: Scene, fonts: dict[str, Font], art_files: ArtFiles) -> bytes:
    """A PDF page with just this card, cut to its trim."""
    page = Page(scene.width, scene.height, (Placement(scene, 0, 0),))
    return pdf_bytes([page], fonts, art_files, "Test")


@pytest.mark.parametrize(("bleed", "size"), [(None, (821, 1121)), (0, (750, 1050)), (3.175, (825, 1125))])
def test_a_png_has_its_size_and_resolution(
    scene: Scene, fonts: dict[str, Font], art_files: ArtFiles, bleed: float | None, size: tuple[int, int]
) -> None:
    with Image.open(io.BytesIO(Rasteriser(fonts, art_files, 300, bleed).png(scene))) as image:
        assert image.size == size
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.02)
        assert image.mode == "RGB"


@pytest.mark.parametrize("height", [1, 31, 300])
def test_the_png_writer_keeps_every_pixel(height: int) -> None:
    pixels = numpy.random.default_rng(1).integers(0, 256, (height, 17, 3), dtype=numpy.uint8)
    bitmap = white(17, height)
    rows = numpy.frombuffer(bitmap.data, numpy.uint8).reshape(height + 1, bitmap.stride)
    rows[1:, 1:] = pixels.reshape(height, -1)
    with Image.open(io.BytesIO(bitmap.png(72))) as read:
        assert numpy.array_equal(numpy.asarray(read), pixels)
    assert numpy.array_equal(numpy.asarray(bitmap.image()), pixels)


def test_png_bytes_do_not_depend_on_what_was_drawn_before(
    scene: Scene, spell_scene: Scene, fonts: dict[str, Font], art_files: ArtFiles
) -> None:
    rasteriser = Rasteriser(fonts, art_files, 100)
    rasteriser.png(spell_scene)
    assert rasteriser.png(scene) == Rasteriser(fonts, art_files, 100).png(scene) == rasteriser.png(scene)


@pytest.mark.parametrize("which", ["scene", "spell_scene"])
def test_pdf_text_is_the_text_of_the_scene(
    request: pytest.FixtureRequest, fonts: dict[str, Font], art_files: ArtFiles, which: str
) -> None:
    scene: Scene = request.getfixturevalue(which)
    reader = pypdf.PdfReader(io.BytesIO(card_pdf(scene, fonts, art_files)))
    found = reader.pages[0].extract_text().split()
    wanted = " ".join(run.text for run in runs(scene)).split()
    assert sorted(found) == sorted(wanted)


def test_pdf_bytes_are_the_same_on_two_runs(
    scene: Scene, spell_scene: Scene, fonts: dict[str, Font], art_files: ArtFiles
) -> None:
    def make() -> bytes:
        return sheet_pdf(Sheet(), [scene, spell_scene, scene], fonts, art_files, "Deck")

    assert make() == make()


def test_a_sheet_is_told_not_to_be_scaled_and_has_its_boxes_and_title(
    scene: Scene, fonts: dict[str, Font], art_files: ArtFiles
) -> None:
    data = sheet_pdf(Sheet(paper="a4"), [scene] * 10, fonts, art_files, "Deck")
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert len(reader.pages) == 2
    assert reader.metadata
    assert reader.metadata.title == "Deck"
    root: Any = reader.trailer["/Root"]
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    page = reader.pages[0]
    millimetres = [float(value) * 25.4 / 72 for value in page.trimbox[2:]]
    assert millimetres == pytest.approx([210, 297], abs=0.01)
    assert b"ASCII85" not in data


def test_every_font_is_embedded(scene: Scene, fonts: dict[str, Font], art_files: ArtFiles) -> None:
    data = card_pdf(scene, fonts, art_files)
    names = set(re.findall(rb"/BaseFont /([\w+-]+)", data))
    assert len(names) == 4
    assert all(re.match(rb"[A-Z]{6}\+", name) for name in names)


def test_jpeg_art_is_stored_once_with_its_own_bytes(
    scene: Scene, fonts: dict[str, Font], art_files: ArtFiles
) -> None:
    data = sheet_pdf(Sheet(), [scene] * 9, fonts, art_files, "Deck")
    assert data.count(art_files["units/whelp.jpg"].data) == 1


def test_art_that_is_no_jpeg_is_printed_too(scene: Scene, fonts: dict[str, Font], tmp_path: Path) -> None:
    (tmp_path / "units").mkdir()
    (tmp_path / "units" / "whelp.jpg").write_bytes(art_bytes(kind="PNG"))
    art_files = ArtFiles((tmp_path,))
    art_files.load("units/whelp.jpg", HERE, "card Cinder Whelp")
    data = card_pdf(scene, fonts, art_files)
    assert data.count(b"/Subtype /Image") == 1
    assert data == card_pdf(scene, fonts, art_files)


def test_a_frame_is_stored_once(scene: Scene, fonts: dict[str, Font], art_files: ArtFiles) -> None:
    def forms(count: int) -> int:
        return sheet_pdf(Sheet(), [scene] * count, fonts, art_files, "Deck").count(b"/Subtype /Form")

    assert forms(9) == forms(1) > 0


def test_cards_of_two_sizes_are_refused(scene: Scene, fonts: dict[str, Font], art_files: ArtFiles) -> None:
    from dataclasses import replace

    from cardtools.ground.errors import InputError

    with pytest.raises(InputError, match=r"cards of 57 x 88.9 mm and 63.5 x 88.9 mm"):
        sheet_pdf(Sheet(), [scene, replace(scene, width=57.0)], fonts, art_files, "Deck")


@pytest.mark.parametrize(("box", "crop"), [((60, 20), (0, 90, 360, 120)), ((20, 60), (90, 0, 150, 450))])
def test_art_covers_its_box_and_keeps_its_shape(
    art_files: ArtFiles, box: tuple[float, float], crop: tuple[float, ...]
) -> None:
    picture = Picture(Box(0, 0, *box), "units/whelp.jpg", focus_x=0.43, focus_y=0.27)
    found = cover(art_files["units/whelp.jpg"], picture)
    assert found.width / found.height == pytest.approx(box[0] / box[1])
    assert (found.left, found.top) == pytest.approx(crop[:2], abs=1)
    assert found.inside(Box(0, 0, 360, 450))


@pytest.mark.parametrize("dpi", [72, 150, 300, 301])
def test_the_bleed_has_no_paper_in_its_last_pixels(
    scene: Scene, fonts: dict[str, Font], art_files: ArtFiles, dpi: int
) -> None:
    image = Rasteriser(fonts, art_files, dpi).image(scene)
    pixels = numpy.asarray(image, dtype=int)
    assert abs(pixels[:, -1] - pixels[:, -2]).max() <= 4
    assert abs(pixels[-1] - pixels[-2]).max() <= 4
