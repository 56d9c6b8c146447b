"""Patterns: tiles lie where they should, in shapes and in letters, and stay vectors and words."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_memory import scene_pdf
from PIL import Image
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from render_helpers import HERE, Load, Pixels, likeness, pixels_of

from cardtools.ground.errors import InputError
from cardtools.print.sheets.low_ink import PAPER, low_ink
from cardtools.render.card_pictures import unpainted
from cardtools.render.compose.compose import compose
from cardtools.render.compose.missing_art import MARK, with_placeholders
from cardtools.render.face.load import Face
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.plates import mask
from cardtools.render.scene.scene import (
    Box,
    Fill,
    Group,
    Picture,
    Rectangle,
    Scene,
    TilePattern,
    moved,
    pictures,
    runs,
)

HEAD = """[card]
width = 40
height = 40
bleed = 0
safe = 0
[fonts]
font = "font.ttf"
[icons]
square = "square.svg"
[styles.it]
font = "font"
size = 40
align = "centre"
valign = "middle"
colour = "#00ff00"
[elements.it]
left = 0
right = 0
top = 0
bottom = 0
"""
TILE = 'pattern = { icon = "square", colour = "#ff0000", width = 2, gap = 2 }\n'


@pytest.fixture
def art_files(tmp_path: Path) -> ArtFiles:
    half = Image.new("RGB", (64, 64), "#ff0000")
    half.paste("#0000ff", (32, 0, 64, 64))
    half.save(tmp_path / "half.png")
    found = ArtFiles((tmp_path,))
    found.load("half.png", HERE, "card Card")
    return found


@pytest.fixture
def load(load: Load, tmp_path: Path) -> Load:
    (tmp_path / "square.svg").write_text('<svg viewBox="0 0 4 4"><path d="M0 0H4V4H0Z"/></svg>')
    return lambda text: load(HEAD + text)


def drawn(face: Face, scene: Scene, art_files: ArtFiles) -> Pixels:
    return pixels_of(scene, face.metrics.files(), art_files)


sides = st.floats(1, 9)


@given(sides, sides, st.floats(-360, 360), st.floats(1, 40), st.floats(1, 40))
def test_tiles_without_a_gap_cover_the_box(
    width: float, height: float, angle: float, across: float, down: float
) -> None:
    box = Box(-3, 7, across, down)
    pattern = TilePattern((), width, height, 0.0, angle)
    places = pattern.places(box)
    middles = [moved(place, width / 2, height / 2) for place in places]
    assert any(abs(x + 3 - across / 2) + abs(y - 7 - down / 2) < 1e-6 for x, y in middles)
    for x, y in ((-3, 7), (-3 + across, 7), (-3 + across / 3, 7 + down), (-3, 7 + down / 2)):
        found = False
        for a, b, c, d, e, f in places:
            left, top = (d * (x - e) - c * (y - f)), (a * (y - f) - b * (x - e))
            found |= -1e-6 <= left <= width + 1e-6 and -1e-6 <= top <= height + 1e-6
        assert found
    assert len(set(places)) == len(places)


def test_an_icon_is_repeated_over_the_colour_of_a_shape(load: Load, art_files: ArtFiles) -> None:
    face = load(f'kind = "rectangle"\nfill = "#0000ff"\n{TILE}')
    scene = compose(face, {"NAME": "x"})[0]
    pixels = drawn(face, scene, art_files)
    row = pixels[200]
    assert [row[x].tolist() for x in (200, 209, 211, 229, 231, 249)] == [
        [255, 0, 0],
        [255, 0, 0],
        [0, 0, 255],
        [0, 0, 255],
        [255, 0, 0],
        [255, 0, 0],
    ]
    assert not unpainted(scene)
    assert low_ink(scene).items[0].fill == PAPER  # type: ignore[union-attr]


def test_a_pattern_alone_shows_what_is_below_and_turns_with_its_element(
    load: Load, art_files: ArtFiles
) -> None:
    face = load(f'kind = "rectangle"\n{TILE.replace("gap = 2", "gap = 2, angle = 45")}')
    scene = compose(face, {"NAME": "x"})[0]
    flat = drawn(face, scene, art_files)
    assert len(unpainted(scene)) == 4
    assert flat[200, 200].tolist() == [255, 0, 0]
    assert flat[200, 218].tolist() == [255, 255, 255]
    assert flat[200 + 28, 200 + 28].tolist() == [255, 0, 0]  # the next of its row
    turned = load(f'kind = "rectangle"\nrotation = 45\n{TILE}')
    same = drawn(turned, compose(turned, {"NAME": "x"})[0], art_files)
    assert abs(same - flat)[100:300, 100:300].mean() < 1
    (only,) = low_ink(scene).items[:-1] or (None,)
    assert only is None


def test_a_picture_fills_the_letters_and_the_words_stay_words(load: Load, art_files: ArtFiles) -> None:
    more = 'kind = "text"\nstyle = "it"\ntext = "HH"\npattern = { image = "half.png", width = 40 }\n'
    face = load(more)
    scene = compose(face, {"NAME": "x"})[0]
    assert [item.source for item in pictures(scene.items)] == ["half.png"]
    pixels = drawn(face, scene, art_files)
    left, right = pixels[:, :200], pixels[:, 200:]
    assert {tuple(one) for one in left.reshape(-1, 3).tolist()} >= {(255, 0, 0), (255, 255, 255)}
    assert (left[..., 2] > left[..., 0] + 20).sum() == 0
    assert (right[..., 0] > right[..., 2] + 20).sum() == 0
    assert (right == (0, 0, 255)).all(axis=2).sum() > 1000
    file = scene_pdf(scene, face.metrics.files(), art_files)
    assert PdfReader(io.BytesIO(file)).pages[0].extract_text().strip() == "HH"
    assert PdfDocument(file)[0].get_textpage().get_text_range().strip() == "HH"
    (words,) = runs(low_ink(scene))
    assert words.text == "HH"


def test_letters_have_their_own_colour_between_the_tiles(load: Load, art_files: ArtFiles) -> None:
    face = load(f'kind = "text"\nstyle = "it"\ntext = "HH"\n{TILE}')
    pixels = drawn(face, compose(face, {"NAME": "x"})[0], art_files).reshape(-1, 3).tolist()
    colours = {tuple(one) for one in pixels}
    assert {(255, 0, 0), (0, 255, 0), (255, 255, 255)} <= colours


@pytest.mark.parametrize(
    "more",
    [
        f'kind = "rectangle"\nfill = ["#204060", "#a0c0f0"]\n{TILE}',
        'kind = "rectangle"\npattern = { image = "half.png", width = 7, angle = 20 }\n',
        'kind = "text"\nstyle = "it"\ntext = "HO"\npattern = { image = "half.png", width = 3 }\nbend = 60\n',
    ],
)
def test_a_picture_and_the_rasterised_pdf_agree(more: str, load: Load, art_files: ArtFiles) -> None:
    face = load(more)
    scene = compose(face, {"NAME": "x"})[0]
    fonts = face.metrics.files()
    assert likeness(pixels_of(scene, fonts, art_files, 150), scene_pdf(scene, fonts, art_files), 150) > 0.98


def test_the_tile_is_in_the_file_once_and_a_vector(load: Load, art_files: ArtFiles) -> None:
    face = load(f'kind = "rectangle"\nfill = "#0000ff"\n{TILE}')
    file = scene_pdf(compose(face, {"NAME": "x"})[0], face.metrics.files(), art_files)
    reader = PdfReader(io.BytesIO(file))
    forms = [form.get_object() for form in reader.pages[0]["/Resources"]["/XObject"].values()]
    assert [form["/Subtype"] for form in forms] == ["/Form"]
    assert [float(side) for side in forms[0]["/BBox"]] == [0, 0, 2, 2]


def test_missing_pictures_of_patterns_get_a_placeholder(load: Load) -> None:
    tile = TilePattern((Picture(Box(0, 0, 4, 4), "no.png"),), 4, 4)
    scene = Scene("x", 20, 20, 0, 0, (Rectangle(Box(0, 0, 20, 20), 0, Fill((), pattern=tile)),))
    words = Scene("x", 20, 20, 0, 0, (Group("it", (), None, (Fill((), pattern=tile), Box(0, 0, 9, 9))),))
    for one in (scene, words):
        (picture,) = pictures(with_placeholders(one, {"no.png"}).items)
        assert picture.source.startswith(MARK)
        assert picture.source.endswith("no.png")


def test_a_plate_gets_the_tiles_alone_where_no_colour_covers_them() -> None:
    red = Fill(("#ff0000",))
    tile = TilePattern((Rectangle(Box(0, 0, 2, 2), 0, red),), 4, 4)
    for fill, wanted in (
        (Fill((), pattern=tile), ((), "#000000")),
        (Fill(("#00ff00",), pattern=tile), (("#000000",), None)),
    ):
        foil = Group("it", (Rectangle(Box(0, 0, 20, 20), 0, fill),), plate="foil")
        (solid,) = mask(Scene("x", 20, 20, 0, 0, (foil,)), "foil").items
        assert isinstance(solid, Rectangle)
        assert solid.fill
        assert solid.fill.colours == wanted[0]
        inner = solid.fill.pattern.items[0].fill.colours[0] if solid.fill.pattern else None  # type: ignore[union-attr]
        assert inner == wanted[1]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("pattern = {}", "a pattern needs an icon or an image"),
        ('pattern = { icon = "square", image = "a.png" }', "a pattern needs an icon or an image, not both"),
        ('pattern = { icon = "sqare" }', "no icon 'sqare'"),
        ('pattern = { icon = "square", width = 0 }', "expected 0.2 to"),
        ('pattern = { icon = "square", colour = "rad" }', "invalid colour 'rad'"),
        ('pattern = { icon = "square", width = 0.5 }', "repeated 6,400 times in it, more than 2,000"),
        ('pattern = { icon = "{{ NO }}" }', "NO"),
    ],
)
def test_wrong_patterns_are_reported(wrong: str, message: str, load: Load) -> None:
    with pytest.raises(InputError) as error:
        compose(load(f'kind = "rectangle"\n{wrong}\n'), {"NAME": "x"})
    assert message in str(error.value)
