"""The measured place of a text's ink is where the pictures have it."""

from __future__ import annotations

import numpy
import pytest
from made_text import made_run
from render_helpers import TEMPLATES

from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.scene import Box, Fill, Rectangle, Scene
from cardtools.render.text.arc import ink_box
from cardtools.render.text.fonts import Font, read_font


@pytest.fixture(scope="module")
def font() -> Font:
    return read_font(TEMPLATES / "fonts/AlegreyaSans-Regular.ttf")


@pytest.mark.parametrize(
    ("text", "tracking"), [("Ox", 0.0), (" gyroscope, Äq", 0.0), ("a-", 0.4), (".", 0.0)]
)
def test_ink_is_measured_where_it_is_drawn(font: Font, text: str, tracking: float) -> None:
    run = made_run(font, text, 5.0, 12.0, 14.0, tracking=tracking)
    box = ink_box(run, {font.name: font})
    assert box
    ground = Rectangle(Box(0, 0, 60, 20), 0, Fill(("#ffffff",)))
    dpi = 600
    pixels = numpy.asarray(
        Rasteriser({font.name: font}, ArtFiles(()), dpi).image(Scene("T", 60, 20, 0, 0, (ground, run)))
    )
    rows, columns = numpy.nonzero(pixels[..., 0] < 200)
    drawn = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    measured = [length / 25.4 * dpi for length in (box.left, box.top, box.right, box.bottom)]
    assert all(abs(one - other) < 2.5 for one, other in zip(drawn, measured, strict=True))


def test_spaces_have_no_ink(font: Font) -> None:
    assert ink_box(made_run(font, "  "), {font.name: font}) is None
