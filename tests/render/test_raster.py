"""Pictures drawn in batches are those drawn one by one; what cannot be drawn does not stop the others."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pypdf
import pytest
from in_memory import pdf_bytes
from PIL import Image
from render_helpers import HERE, art_bytes, compose

from cardtools.ground.errors import InputError
from cardtools.render.face.load import Face
from cardtools.render.pdf import raster
from cardtools.render.pdf.raster import Rasteriser, or_raise
from cardtools.render.pdf.writer import write_pdf
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Box, Fill, Picture, Rectangle, Scene
from cardtools.render.text.fonts import Font


@pytest.fixture
def scenes(unit: Face, card: Callable[..., Any]) -> list[Scene]:
    return [compose(unit, card(NAME=f"Whelp {number}", LEVEL=number % 5 + 1))[0] for number in range(7)]


def test_a_batch_has_the_pictures_of_its_scenes(
    scenes: list[Scene], fonts: dict[str, Font], art_files: ArtFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    rasteriser = Rasteriser(fonts, art_files, 100)
    alone = [numpy.asarray(rasteriser.image(scene)).astype(int) for scene in scenes]
    for pages in (3, 50):
        monkeypatch.setattr(raster, "BATCH_PAGES", pages)
        found = [numpy.asarray(image).astype(int) for image in or_raise(rasteriser.images(scenes))]
        assert any(rasteriser._grounds), "what is behind all scenes is kept for the next batch"
        # Other subsets of the fonts: not the same to the last bit.
        assert [abs(one - other).max() <= 8 for one, other in zip(alone, found, strict=True)] == [True] * 7


def test_scenes_of_several_sizes_keep_their_order() -> None:
    sizes = [(20.0, 30.0), (30.0, 20.0), (20.0, 30.0)]
    colours = ["#ff0000", "#00ff00", "#0000ff"]
    scenes = [
        Scene("S", *size, 0, 0, (Rectangle(Box(0, 0, *size), 0, Fill((colour,))),))
        for size, colour in zip(sizes, colours, strict=True)
    ]
    rasteriser = Rasteriser({}, {}, 127)
    images = list(or_raise(rasteriser.images(scenes)))
    assert [image.size for image in images] == [(100, 150), (150, 100), (100, 150)]
    assert [image.size for image in images] == [rasteriser.size(scene) for scene in scenes]
    assert [image.getcolors() for image in images] == [
        [(15000, colour)] for colour in ((255, 0, 0), (0, 255, 0), (0, 0, 255))
    ]


def test_what_cannot_be_drawn_does_not_stop_the_others(tmp_path: Path) -> None:
    data = bytearray(art_bytes())
    table = data.index(b"\xff\xc4") + 5
    data[table : table + 16] = b"\xff" * 16
    (tmp_path / "good.jpg").write_bytes(art_bytes())
    (tmp_path / "bad.jpg").write_bytes(data)
    art_files, box = ArtFiles((tmp_path,)), Box(0, 0, 20, 30)
    for name in ("good.jpg", "bad.jpg"):
        art_files.load(name, HERE, "card Ox")
    good, bad = (Scene("S", 20, 30, 0, 0, (Picture(box, name),)) for name in ("good.jpg", "bad.jpg"))
    rasteriser = Rasteriser({}, art_files, 72)
    huge = replace(good, width=20_000.0, height=20_000.0)
    found = list(rasteriser.pngs([good, bad, good, huge, good]))
    assert [type(one) for one in found] == [bytes, InputError, bytes, InputError, bytes]
    assert found[0] == found[2] == found[4]
    assert "card Ox: the art bad.jpg is damaged: broken data stream" in str(found[1])
    assert "megapixels, more than 100" in str(found[3])
    with pytest.raises(InputError, match="is damaged"):
        list(or_raise(rasteriser.images([good, bad])))


def test_art_of_the_same_pixels_is_drawn_as_it_is(tmp_path: Path) -> None:
    noise = numpy.random.default_rng(3).integers(0, 256, (150, 100, 3), dtype=numpy.uint8)
    Image.fromarray(noise).save(tmp_path / "noise.png")
    art_files = ArtFiles((tmp_path,))
    art_files.load("noise.png", HERE, "card Ox")
    scene = Scene("S", 20, 30, 0, 0, (Picture(Box(0, 0, 20, 30), "noise.png"),))
    assert (numpy.asarray(Rasteriser({}, art_files, 127).image(scene)) == noise).all()


@pytest.mark.parametrize("mode", ["RGB", "L", "RGBA", "P"])
def test_a_png_keeps_its_pixels_in_a_pdf(tmp_path: Path, mode: str) -> None:
    (tmp_path / "ox.png").write_bytes(art_bytes((36, 45), mode, "PNG"))
    art_files = ArtFiles((tmp_path,))
    art = art_files.load("ox.png", HERE, "card Ox")
    scene = Scene("S", 20, 30, 0, 0, (Picture(Box(0, 0, 20, 30), "ox.png"),))
    data = pdf_bytes([Page(20, 30, (Placement(scene, 0, 0),))], {}, art_files, "Ox")
    (image,) = pypdf.PdfReader(io.BytesIO(data)).pages[0].images
    assert image.image
    assert image.image.convert("RGB").tobytes() == art.image().tobytes()


def test_threads_may_draw_at_the_same_time(
    scenes: list[Scene], fonts: dict[str, Font], art_files: ArtFiles
) -> None:
    rasteriser = Rasteriser(fonts, art_files, 72)
    wanted = list(rasteriser.pngs(scenes))
    with ThreadPoolExecutor(3) as pool:
        for found in pool.map(lambda _: list(rasteriser.pngs(scenes)), range(6)):
            assert found == wanted


def test_pictures_not_fetched_to_the_end_may_be_collected_while_others_are_drawn(
    scenes: list[Scene], fonts: dict[str, Font], art_files: ArtFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    rasteriser = Rasteriser(fonts, art_files, 72)
    wanted = rasteriser.png(scenes[0])
    left = rasteriser.pngs(scenes)
    next(left)

    def collect(*arguments: Any, **options: Any) -> None:
        left.close()  # as the garbage collector does, in this thread; it waited forever
        write_pdf(*arguments, **options)

    monkeypatch.setattr(raster, "write_pdf", collect)
    assert rasteriser.png(scenes[0]) == wanted
