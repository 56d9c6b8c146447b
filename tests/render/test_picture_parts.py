"""Parts of pictures: mirrored, a window, one of a sheet of several, stretched, and frames of nine parts."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from render_helpers import DPI, HERE, Load, compose, pixels_of

from cardtools.ground.errors import InputError
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.pictures.images import Art
from cardtools.render.scene.scene import Box, Picture, runs
from cardtools.render.scene.shapes import cover, window_of

HEAD = "[card]\nwidth = 20\nheight = 20\nbleed = 0\nsafe = 0\n"
PLACE = "left = 0\nwidth = 20\ntop = 0\nheight = 20\n"
ELEMENT = f'{HEAD}[elements.it]\nkind = "image"\nimage = "sheet.png"\n{PLACE}'
COLOURS = ["red", "lime", "maroon", "yellow", "green", "olive"]


@pytest.fixture
def draw(load: Load, tmp_path: Path) -> Any:
    sheet = Image.new("RGB", (300, 200))
    for index, colour in enumerate(COLOURS):
        sheet.paste(Image.new("RGB", (100, 100), colour), (index % 3 * 100, index // 3 * 100))
    sheet.save(tmp_path / "sheet.png")

    def drawn(keys: str, dpi: int = DPI) -> Any:
        art = ArtFiles((tmp_path,))
        art.load("sheet.png", HERE, "card Ox")
        return pixels_of(compose(load(ELEMENT + keys), {})[0], {}, art, dpi)

    return drawn


def names(pixels: Any, *places: tuple[int, int]) -> list[str]:
    known = {tuple(Image.new("RGB", (1, 1), colour).getpixel((0, 0))): colour for colour in COLOURS}  # type: ignore[arg-type]
    return [known.get(tuple(int(part) for part in pixels[y, x]), "?") for x, y in places]


@pytest.mark.parametrize("index", range(1, 7))
def test_one_picture_of_a_sheet(draw: Any, index: int) -> None:
    pixels = draw(f"columns = 3\nrows = 2\nindex = {index}\n")
    assert set(names(pixels, (5, 5), (194, 5), (100, 100), (5, 194), (194, 194))) == {COLOURS[index - 1]}


@pytest.mark.parametrize("crop", ["[100, 0, 100, 200]", "[0.33333, 0, 0.33333, 1]"])
def test_a_window_in_pixels_or_shares(draw: Any, crop: str) -> None:
    whole = draw(f'crop = {crop}\nfit = "fit"\n')
    assert names(whole, (40, 100), (100, 50), (100, 150), (160, 100)) == ["?", "lime", "green", "?"]
    filled = draw(f"crop = {crop}\nfocus_y = 0\n")
    assert names(filled, (5, 5), (194, 194)) == ["lime", "lime"]


def test_a_picture_is_mirrored_and_stretched(draw: Any) -> None:
    corners = (5, 5), (194, 5), (5, 194), (194, 194)
    found = {
        flip: names(draw(f'fit = "stretch"\nflip = "{flip}"\n'), *corners) for flip in ("", "horizontal")
    }
    assert found[""] == ["red", "maroon", "yellow", "olive"]
    assert found["horizontal"] == ["maroon", "red", "olive", "yellow"]
    both = draw('fit = "stretch"\nflip = "both"\nrotation = 180\n')
    assert names(both, *corners) == found[""]
    assert names(draw('fit = "stretch"\nflip = "vertical"\n'), *corners) == [
        "yellow",
        "olive",
        "red",
        "maroon",
    ]


def test_what_is_read_of_a_mirrored_text_is_mirrored_too(load: Load) -> None:
    style = '[fonts]\nfont = "font.ttf"\n[styles.it]\nfont = "font"\nsize = 9\n'
    text = (
        f'{HEAD}{style}[elements.it]\nkind = "text"\nstyle = "it"\n{PLACE}text = "Ox"\nflip = "horizontal"\n'
    )
    scene, _ = compose(load(text), {})
    assert [run for text in scene.texts for run in text.runs] == runs(scene)
    assert runs(scene)[0].turn == (-1, 0, 0, 1, 20, 0)


def test_a_frame_keeps_its_corners(draw: Any) -> None:
    pixels = draw("slice = 0.25\nborder = 2\n")
    assert names(pixels, (10, 10), (190, 10), (10, 190), (190, 190)) == ["red", "maroon", "yellow", "olive"]
    # The middle of the picture is stretched: two thirds of its half are in the middle column.
    assert names(pixels, (100, 30), (100, 170), (30, 30)) == ["lime", "green", "red"]
    for dpi in (97, 150, 300):  # no white gap between the parts
        assert int(draw("slice = 0.25\nborder = 2.2\n", dpi=dpi)[2:-2, 2:-2].min(axis=2).max()) < 12


@given(st.lists(st.floats(0, 900), min_size=4, max_size=4), st.integers(1, 500), st.integers(1, 500))
def test_a_window_stays_in_its_picture(window: list[float], width: int, height: int) -> None:
    out = io.BytesIO()
    art = Art("a.png", width, height, out.getvalue(), False, "", (HERE, "card Ox"))
    item = Picture(Box(0, 0, 10, 10), "a.png", window=tuple(window))
    seen = window_of(item, art)
    assert seen.inside(Box(0, 0, width, height))
    if min(seen.width, seen.height) > 0:
        assert cover(art, item).inside(seen, 1e-3)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("crop = [0, 0, 1]", "crop has four numbers"),
        ("crop = [0, 0, 0, 1]", "crop has four numbers"),
        ("crop = [-1, 0, 1, 1]", "crop has four numbers"),
        ("columns = 2\nindex = 3", "index = 3, expected 1 to 2"),
        ("columns = 1000000", "columns = 1e+06, expected 1 to 100"),
        ("slice = 0.5", "slice = 0.5, expected 0 to 0.49"),
        ("slice = 0.2\nrows = 2", "do not go together"),
        ('flip = "left"', 'known: , horizontal'),
    ],
)  # fmt: skip
def test_what_does_not_fit_together_is_told(load: Load, keys: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load(f"{ELEMENT}{keys}\n")
    assert message in f"{caught.value} {[one.hint for one in caught.value.diagnostics]}"
