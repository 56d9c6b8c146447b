"""Screen colours as inks, and the PDF for a press."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy
import pypdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from cardtools.print.export.decks import Job
from cardtools.print.export.inks import PressInks, cmyk_jpeg
from cardtools.render.pdf.ink import LIMIT, colour_inks, limit, separate
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.scene import Box, Fill, Group, Layer, Picture, Rectangle, Scene, blends

Game, Exported = Callable[..., None], Callable[..., Job]
PIXELS = arrays(numpy.uint8, (20, 3))


@given(PIXELS)
def test_inks_print_the_colour_they_are_made_from(pixels: Any) -> None:
    inks = separate(pixels)
    printed = 255 * (1 - inks[:, :3]) * (1 - inks[:, 3:])
    assert numpy.abs(printed - pixels).max() < 0.01
    assert inks.min() >= 0
    assert inks.max() <= 1


@given(PIXELS, st.floats(1.0, 3.0))
def test_no_ink_is_above_the_limit_and_less_is_left_alone(pixels: Any, most: float) -> None:
    inks = separate(pixels)
    limited = limit(inks, most)
    assert limited.sum(axis=-1).max() <= most + 1e-4
    assert (limited[:, 3] == inks[:, 3]).all()
    within = inks.sum(axis=-1) <= most
    assert numpy.allclose(limited[within], inks[within])


@pytest.mark.parametrize("grey", ["#000000", "#808080", "#ffffff"])
def test_grey_is_black_ink_alone(grey: str) -> None:
    assert colour_inks(grey)[:3].tolist() == [0, 0, 0]


@given(st.integers(0, 2**32 - 1))
def test_a_picture_keeps_to_the_limit_after_it_is_read_back(seed: int) -> None:
    noise = numpy.random.default_rng(seed).integers(0, 90, (32, 32, 3), numpy.uint8)
    noise[..., 0] = 0
    data, most, share = cmyk_jpeg(Image.fromarray(noise))
    with Image.open(io.BytesIO(data)) as image:
        assert image.mode == "CMYK"
        assert numpy.asarray(image).sum(axis=-1, dtype=int).max() <= LIMIT * 255
    assert most > LIMIT
    assert 0 < share <= 1


def test_dark_text_is_black_alone_and_dark_areas_keep_their_hue() -> None:
    inks = PressInks(ArtFiles(()))
    assert inks.text("#2b1d10").cmyk()[:3] == (0, 0, 0)
    assert inks.area("#2b1d10").cmyk()[2] > 0
    assert inks.text("#ffe0a0").cmyk() == inks.area("#ffe0a0").cmyk()
    assert sum(inks.area("#000010").cmyk()) <= LIMIT
    assert [one.what for one in inks.too_much] == ["the colour #000010"]


def contents(found: Any, seen: set[int]) -> Iterator[tuple[str, bytes]]:
    """The drawings and images that a page or form uses."""
    for entry in (found["/Resources"].get("/XObject") or {}).values():
        if entry.idnum not in seen:
            seen.add(entry.idnum)
            form = entry.get_object()
            if form["/Subtype"] == "/Image":
                yield "image", form._data
            else:
                yield "drawing", form.get_data()
                yield from contents(form, seen)


def test_the_pdf_for_the_press(game: Game, exported: Exported, folder: Path) -> None:
    game(ground='["#e0b050", "#503010"]')
    job = exported("dtc")
    data = (folder / "out/deck.pdf").read_bytes()
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert [page.extract_text().strip() for page in reader.pages] == [
        "Test",
        "Ox",
        "Test",
        "Ox",
        "Test",
        "Owl",
    ]
    page = reader.pages[1]
    assert [float(value) for value in page.mediabox] == [0, 0, 198, 270]
    assert [float(value) for value in page.bleedbox] == [0, 0, 198, 270]
    assert [float(value) for value in page.trimbox] == [9, 9, 189, 261]
    assert b"/DeviceRGB" not in data
    found = [("drawing", one.get_contents().get_data()) for one in reader.pages]
    seen: set[int] = set()
    for one in reader.pages:
        found += contents(one, seen)
    drawn = {word for kind, stream in found if kind == "drawing" for word in stream.split()}
    assert not drawn & {b"rg", b"RG", b"g", b"G", b"cs", b"CS"}
    images = [stream for kind, stream in found if kind == "image"]
    assert len(images) == 1
    with Image.open(io.BytesIO(images[0])) as image:
        assert numpy.asarray(image).sum(axis=-1, dtype=int).max() <= LIMIT * 255
    report = (folder / "out/deck-report.txt").read_text(encoding="utf-8")
    assert "This is not a PDF/X file" in report
    assert "transparency" not in report
    assert "ox.png (" in report
    told = [(finding.code, finding.severity, finding.location.path) for finding in job.findings]
    assert told == [("RND007", "info", "deck.pdf")]
    exported("dtc")
    assert (folder / "out/deck.pdf").read_bytes() == data


def test_the_press_gets_bleed_up_to_the_edge_and_the_art_as_it_looks(
    game: Game, exported: Exported, folder: Path
) -> None:
    game(bleed=0.0)
    exported("dtc")
    page = pypdfium2.PdfDocument(folder / "out/deck.pdf")[1]
    pixels = numpy.asarray(page.render(scale=100 / 72).to_pil().convert("RGB")).astype(int)
    ground = pixels[187, 30]
    assert (numpy.abs(pixels[:, [1, -2]] - ground).max(), numpy.abs(pixels[[1, -2]] - ground).max()) <= (8, 8)
    art = pixels[94:208, 60:215]
    assert art[..., 2].mean() > art[..., 0].mean() + 40  # blue, not its negative


def test_transparency_is_owned_up_to(game: Game, exported: Exported, folder: Path) -> None:
    game()
    face = folder / "templates/face.toml"
    face.write_text(face.read_text().replace('fill = "#e0b050"', 'fill = "#e0b050"\nopacity = 0.5'))
    exported("dtc")
    assert "it uses transparency" in (folder / "out/deck-report.txt").read_text(encoding="utf-8")


def test_what_blends_becomes_one_picture_within_the_limit_and_texts_stay_texts(tmp_path: Path) -> None:
    ground = Rectangle(Box(-1, -1, 12, 12), 0, Fill(("#302040",)))
    tint = Group("tint", (Rectangle(Box(2, 2, 6, 6), 0, Fill(("#2040ff",))),), Layer(1.0, "multiply"))
    line = Rectangle(Box(3, 3, 2, 2), 0, Fill(("#ff0000",)))
    card = Scene("Ox", 10, 10, 1, 0, (ground, tint, line))
    inks = PressInks(ArtFiles((tmp_path,)))
    flat = inks.flattened(card, Rasteriser({}, inks.art_files, 300), [])
    picture, *rest = flat.items
    assert isinstance(picture, Picture)
    assert picture.box == Box(-1, -1, 12, 12)
    assert rest == [line]
    assert not any(map(blends, flat.items))
    with Image.open(io.BytesIO(inks[picture.source].data)) as image:
        assert image.mode == "CMYK"
        assert image.size == (142, 142)
        assert numpy.asarray(image).sum(axis=-1, dtype=int).max() <= 2.4 * 255
    plain = dataclasses.replace(card, items=(ground, line))
    assert inks.flattened(plain, Rasteriser({}, inks.art_files, 300), []) is plain
