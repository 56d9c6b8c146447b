"""Text on an arc, with an outline, a glow: where the letters are, and that the text is still the text."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_memory import scene_pdf
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from render_helpers import Load, Pixels, likeness, pixels_of

from cardtools.checks.proof.contrast_ratio import texts_alone, without_texts
from cardtools.ground.errors import InputError
from cardtools.print.sheets.low_ink import low_ink
from cardtools.render.compose.compose import compose
from cardtools.render.face.load import Face, load_face
from cardtools.render.scene.plates import mask
from cardtools.render.scene.scene import (
    Box,
    Fill,
    Group,
    Layer,
    Rectangle,
    Scene,
    Shadow,
    Stroke,
    moved,
    reach_of,
    rotation,
    runs,
    turned,
)
from cardtools.render.text.arc import arc_of, ink_box, letters

HEAD = """[card]
width = 40
height = 40
bleed = 0
safe = 0
[fonts]
font = "font.ttf"
[styles.it]
font = "font"
size = 12
align = "centre"
[elements.it]
kind = "text"
style = "it"
left = 5
width = 30
top = 5
height = 30
"""


@pytest.fixture
def load(load: Load) -> Load:
    return lambda text: load(HEAD + text)


def drawn(face: Face, scene: Scene) -> Pixels:
    return pixels_of(scene, face.metrics.files(), {})


@given(st.floats(5, 80), st.floats(1, 360), st.booleans())
def test_an_arc_goes_from_side_to_side_of_its_box(width: float, bend: float, is_down: bool) -> None:
    arc = arc_of(width, -bend if is_down else bend)
    half = math.radians(bend) / 2
    radius = abs(arc.radius)
    assert (arc.radius < 0) == is_down
    assert arc.length == pytest.approx(2 * half * radius)
    assert 2 * radius * math.sin(min(half, math.pi / 2)) == pytest.approx(width)
    assert arc.height == pytest.approx(radius * (1 - math.cos(half)))


@pytest.mark.parametrize("bend", [60, 180, -90, 250])
def test_letters_stand_on_the_arc_as_far_apart_as_on_a_line(bend: int, load: Load) -> None:
    straight, face = load('text = "AVATAR TV"'), load(f'text = "AVATAR TV"\nbend = {bend}')
    (line,) = runs(compose(straight, {"NAME": "x"})[0])
    (run,) = runs(compose(face, {"NAME": "x"})[0])
    assert (run.text, run.width, run.glyphs) == (line.text, pytest.approx(line.width), line.glyphs)
    arc = arc_of(30, bend)
    assert run.curve is not None
    assert run.curve == (20, pytest.approx(run.baseline + arc.radius))
    found = list(letters(run))
    assert "".join(letter.text for letter in found) == "AVATAR TV"
    along = 0.0
    for letter in found:
        assert letter.turn
        x, y = moved(letter.turn, letter.left + letter.width / 2, letter.baseline)
        assert math.dist(run.curve, (x, y)) == pytest.approx(abs(arc.radius))
        angle = math.atan2(letter.turn[1], letter.turn[0])
        wanted = (along + letter.width / 2 - run.width / 2) / arc.radius
        assert math.remainder(angle - wanted, 2 * math.pi) == pytest.approx(0, abs=1e-6)
        along += letter.width
    fonts = face.metrics.files()
    ink = ink_box(run, fonts)
    assert ink is not None
    assert ink.inside(reach_of(run))
    dark = numpy.argwhere(drawn(face, compose(face, {"NAME": "x"})[0]).min(axis=2) < 128) / 10
    assert ink.left <= dark[:, 1].min() + 0.1
    assert ink.top <= dark[:, 0].min() + 0.1
    assert ink.right >= dark[:, 1].max()
    assert ink.bottom >= dark[:, 0].max()
    seen = Box(dark[:, 1].min(), dark[:, 0].min(), numpy.ptp(dark[:, 1]), numpy.ptp(dark[:, 0]))
    assert ink.inside(seen, 1.2)  # the corners of a turned letter's box may be empty


@pytest.mark.parametrize(
    "more", ["", 'stroke = "#ff0000"\n', 'fill = ["#ff0000", "#0000ff"]\nrotation = 20\n']
)
@pytest.mark.parametrize("bend", [0, 120, -200])
def test_the_text_of_a_page_is_that_of_the_card(bend: int, more: str, load: Load) -> None:
    face = load(f'text = "An office fire"\n{more}bend = {bend}\n')
    scene = compose(face, {"NAME": "x"})[0]
    assert scene.texts[0].text == "An office fire"
    file = scene_pdf(scene, face.metrics.files(), {})
    assert PdfReader(io.BytesIO(file)).pages[0].extract_text().strip() == "An office fire"
    assert PdfDocument(file)[0].get_textpage().get_text_range().strip() == "An office fire"


def test_a_picture_and_the_rasterised_pdf_agree(load: Load) -> None:
    more = 'text = "Wind"\nbend = 90\nstroke = "#2040c0"\nstroke_width = 0.5\nglow = { colour = "#ff8000" }\n'
    face = load(more)
    scene = compose(face, {"NAME": "x"})[0]
    fonts = face.metrics.files()
    assert likeness(pixels_of(scene, fonts, {}, 150), scene_pdf(scene, fonts, {}), 150) > 0.98


def test_an_outline_is_around_the_letters_and_leaves_them_whole(load: Load) -> None:
    plain = load('text = "HI"')
    face = load('text = "HI"\nstroke = "#ff0000"\nstroke_width = 0.8\n')
    scene = compose(face, {"NAME": "x"})[0]
    before, after = drawn(plain, compose(plain, {"NAME": "x"})[0]), drawn(face, scene)
    black = before.max(axis=2) < 8
    assert after[black].max() < 8
    grown = numpy.argwhere(after[..., 1] < 128)
    letters_ = numpy.argwhere(before[..., 1] < 128)
    for side in (0, 1):
        assert letters_[:, side].min() - grown[:, side].min() == pytest.approx(8, abs=1)
        assert grown[:, side].max() - letters_[:, side].max() == pytest.approx(8, abs=1)
    (run,) = runs(scene)
    fonts = face.metrics.files()
    (bare,) = runs(compose(plain, {"NAME": "x"})[0])
    ink, inner = ink_box(run, fonts), ink_box(bare, fonts)
    assert ink
    assert inner
    assert ink == inner.grown(0.8)


def test_an_outline_is_the_background_of_its_letters(load: Load) -> None:
    """Its contrast counts, not that of what is farther away."""
    face = load('text = "HI"\nstroke = "#ff0000"\nstroke_width = 0.8\n')
    scene = compose(face, {"NAME": "x"})[0]
    (behind,) = runs(without_texts(scene))
    assert behind.colour == "#ff0000"
    (alone,) = runs(texts_alone(scene))
    assert (alone.colour, alone.stroke) == ("#000000", None)
    (saving,) = runs(low_ink(scene))
    assert saving.stroke is None
    foil = replace(scene, items=(Group("words", scene.items, plate="foil"),))
    (solid,) = runs(mask(foil, "foil"))
    assert (solid.colour, solid.stroke) == ("#000000", Stroke("#000000", 0.8))


def test_a_glow_spreads_evenly_and_then_fades() -> None:
    dot = Rectangle(Box(15, 15, 10, 10), 0, Fill(("#000000",)))
    layer = Layer(shadows=(Shadow("#ff0000", 1.0, 0.0, 0, 0, spread=2.0),))
    scene = Scene("x", 40, 40, 0, 0, (Group("it", (dot,), layer),))
    pixels = pixels_of(scene, {}, {})
    red = numpy.argwhere((pixels[..., 0] > 200) & (pixels[..., 1] < 100)) / 10
    assert red.min(axis=0) == pytest.approx((13, 13), abs=0.15)
    assert red.max(axis=0) == pytest.approx((27, 27), abs=0.15)
    assert pixels[132, 132, 1] > 200  # round, as far as an octagon is


def test_a_shadow_and_a_glow_are_two(load: Load) -> None:
    face = load('text = "A"\nshadow = {}\nglow = { colour = "#ffff00", spread = 0.5 }\n')
    (group,) = compose(face, {"NAME": "x"})[0].items
    shades = [shadow.colour for shadow in group.layer.shadows]  # type: ignore[union-attr]
    assert shades == ["#000000", "#ffff00"]


def test_icons_in_a_text_are_on_its_arc(load: Load, tmp_path: Path) -> None:
    (tmp_path / "gem.svg").write_text('<svg viewBox="0 0 4 4"><path d="M0 0H4V4H0Z"/></svg>')
    face = load('text = "a {gem} b"\nbend = 90\n[icons]\ngem = "gem.svg"\n')
    style = (tmp_path / "face.toml").read_text().replace("size = 12", "size = 12\nmarkup = true")
    (tmp_path / "face.toml").write_text(style)
    face = load_face(tmp_path / "face.toml")
    items = compose(face, {"NAME": "x"})[0].items
    (gem,) = (item for item in items if not hasattr(item, "glyphs"))
    first, last = runs(compose(face, {"NAME": "x"})[0])
    assert first.curve == last.curve
    assert gem.turn is not None  # type: ignore[union-attr]
    assert gem.turn[0] > 0.95  # type: ignore[union-attr, index]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("bend = 400", "expected -360 to 360"),
        ('bend = 90\nparagraphs = { a = { text = "x" } }', "has no paragraphs"),
        ('stroke = "rad"', "invalid colour 'rad'"),
        ('glow = { colour = "#ffffff", spread = 30 }', "expected 0 to 20"),
        ("glow = { blur = 1 }", "colour"),
    ],
)
def test_wrong_effects_of_texts_are_reported(wrong: str, message: str, load: Load) -> None:
    with pytest.raises(InputError, match=message):
        load(f'text = "A"\n{wrong}\n')


def test_a_box_must_be_as_high_as_its_arc(load: Load) -> None:
    path = load('text = "A"\nbend = 350').file.path
    path.write_text(path.read_text(encoding="utf-8").replace("height = 30", "height = 9"), encoding="utf-8")
    with pytest.raises(InputError, match=r"the arc of it is 29.\d mm high, its box 9"):
        load_face(path)


def test_a_turn_moves_the_whole_arc(load: Load) -> None:
    face = load('text = "AV"\nbend = 90')
    (run,) = runs(compose(face, {"NAME": "x"})[0])
    by = rotation(90, Box(5, 5, 30, 30))
    for one, other in zip(letters(run), letters(turned(run, by)), strict=True):  # type: ignore[arg-type]
        assert one.turn
        assert other.turn
        assert moved(other.turn, 1, 2) == pytest.approx(moved(by, *moved(one.turn, 1, 2)))
