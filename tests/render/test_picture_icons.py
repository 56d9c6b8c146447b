"""Icons that are pictures: in their own colours, transparent where the file is, in lines of text too."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from in_memory import scene_pdf
from PIL import Image, ImageDraw
from pypdf import PdfReader
from render_helpers import Load, likeness, pixels_of

from cardtools.ground.errors import InputError
from cardtools.print.export.inks import PressInks
from cardtools.print.sheets.low_ink import low_ink
from cardtools.render.compose.compose import compose
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.scene import Group, Picture, is_transparent, pictures, walk

HEAD = """[card]
width = 40
height = 20
bleed = 0
safe = 0
[fonts]
font = "font.ttf"
[icons]
gem = "gem.png"
[styles.it]
font = "font"
size = 12
markup = true
[elements.ground]
kind = "rectangle"
left = 0
right = 0
top = 0
bottom = 0
fill = "#0000ff"
[elements.it]
left = 10
width = 20
top = 5
height = 10
"""


@pytest.fixture
def load(load: Load, tmp_path: Path) -> Load:
    image = Image.new("RGBA", (200, 100), (0, 255, 0, 0))
    ImageDraw.Draw(image).rectangle((50, 0, 149, 99), (255, 0, 0, 255))
    ImageDraw.Draw(image).rectangle((50, 50, 149, 99), (255, 0, 0, 128))
    image.save(tmp_path / "gem.png")
    return lambda text: load(HEAD + text)


def test_a_symbol_is_transparent_where_its_file_is(load: Load) -> None:
    scene = compose(load('kind = "symbol"\nicon = "gem"\nfill = "#ffffff"\n'), {"NAME": "x"})[0]
    picture = scene.items[-1]
    assert isinstance(picture, Picture)
    assert is_transparent(picture)
    assert not list(pictures(scene.items))  # it is in no art folder
    assert list(walk(low_ink(scene).items))[1] == picture
    pixels = pixels_of(scene, {}, {})
    places = ((75, 120), (75, 200), (130, 200), (25, 25))
    assert [pixels[place].tolist() for place in places[:2]] == [[0, 0, 255], [255, 0, 0]]
    assert pixels[130, 200] == pytest.approx([128, 0, 127], abs=2)
    edge = pixels[60, 140:160]
    assert edge[:, 1].max() < 10  # nothing of the green that is not seen


@pytest.mark.parametrize("dpi", [96, 150, 300])
def test_a_picture_and_the_rasterised_pdf_agree(dpi: int, load: Load) -> None:
    scene = compose(load('kind = "symbol"\nicon = "gem"\nrotation = 30\nopacity = 0.7\n'), {"NAME": "x"})[0]
    layer = scene.items[-1]
    assert isinstance(layer, Group)
    assert layer.layer
    assert layer.layer.opacity == 0.7
    assert likeness(pixels_of(scene, {}, {}, dpi), scene_pdf(scene, {}, {}), dpi) > 0.98


def test_in_a_line_of_text_it_is_as_high_as_other_icons(load: Load) -> None:
    face = load('kind = "text"\nstyle = "it"\ntext = "a {gem} b"\n')
    (picture,) = (item for item in walk(compose(face, {"NAME": "x"})[0].items) if isinstance(item, Picture))
    assert picture.box.width == pytest.approx(2 * picture.box.height)


def test_a_press_gets_its_colours_as_ink_and_how_far_they_are_seen_as_it_is(load: Load) -> None:
    scene = compose(load('kind = "symbol"\nicon = "gem"\n'), {"NAME": "x"})[0]
    inks = PressInks(ArtFiles(()))
    forms = PdfReader(io.BytesIO(scene_pdf(scene, {}, inks, inks=inks))).pages[0]["/Resources"]["/XObject"]
    (image,) = (form.get_object() for form in forms.values())
    assert image["/ColorSpace"] == "/DeviceCMYK"
    mask = image["/SMask"]
    assert (mask["/ColorSpace"], mask["/Width"], mask["/Height"]) == ("/DeviceGray", 200, 100)


def test_damaged_ones_are_reported_with_their_place(load: Load, tmp_path: Path) -> None:
    (tmp_path / "gem.png").write_bytes(b"GIF")
    with pytest.raises(InputError, match=r"face.toml:9:1: .*the icon: the art .*gem.png is not an image"):
        load('kind = "symbol"\nicon = "gem"\n')
