"""Gradients, opacity, lines, QR codes, masks and uncut art: in the face file, in the scene, and as drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from render_helpers import HERE, TEMPLATES, Load, art_bytes, compose

from cardtools.ground.errors import InputError
from cardtools.render.face.load import Face, load_face
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.pictures.qr import QUIET, qr_contours
from cardtools.render.scene.scene import Box, Fill, Group, Item, Picture, Rectangle, Scene, Symbol

FONT = f'[fonts]\ntext = "{(TEMPLATES / "fonts").as_posix()}'
CARD = "[card]\nwidth = 40\nheight = 40\nbleed = 0\nsafe = 0\n"
BOX = "left = 4\nwidth = 32\ntop = 4\nheight = 32\n"


@pytest.fixture
def art_files(tmp_path: Path) -> ArtFiles:
    (tmp_path / "wide.jpg").write_bytes(art_bytes((400, 200)))
    art_files = ArtFiles((tmp_path,))
    art_files.load("wide.jpg", HERE, "card Card")
    return art_files


def scene_of(face: Face, **values: Any) -> Scene:
    return compose(face, {"NAME": "Card", **values})[0]


def drawn(scene: Scene, art_files: ArtFiles, dpi: int = 150) -> Any:
    """The pixels of the scene, as floats."""
    return numpy.asarray(Rasteriser({}, art_files, dpi).image(scene)).astype(float)


def element(kind: str, more: str, box: str = BOX) -> str:
    return f'{CARD}[elements.it]\nkind = "{kind}"\n{box}{more}\n'


@pytest.mark.parametrize("angle", [0, 30, 90, 135, 270])
@pytest.mark.parametrize(
    "colours", ['["#ff0000", "#0000ff"]', '["#ff0000", "#00ff00", "#0000ff", "#ffffff"]']
)
def test_a_gradient_is_drawn_from_its_first_to_its_last_colour(
    load: Load, art_files: ArtFiles, angle: int, colours: str
) -> None:
    scene = scene_of(load(element("rectangle", f"fill = {colours}\nfill_angle = {angle}")))
    (item,) = scene.items
    assert isinstance(item, Rectangle)
    assert item.fill
    pixels = drawn(scene, art_files)
    box = item.box
    x0, y0, x1, y1 = item.fill.ends(box)
    stops = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in item.fill.colours]
    for share in numpy.linspace(0, 1, 13):
        # On the line from end to end, or rather where it is inside the box.
        x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
        x, y = min(max(x, box.left + 0.3), box.right - 0.3), min(max(y, box.top + 0.3), box.bottom - 0.3)
        place = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2)
        wanted = [
            numpy.interp(place, numpy.linspace(0, 1, len(stops)), channel)
            for channel in zip(*stops, strict=True)
        ]
        found = pixels[int(y / 25.4 * 150), int(x / 25.4 * 150)]
        assert found == pytest.approx(wanted, abs=14)


@pytest.mark.parametrize("grouped", [False, True])
def test_opacity_lets_through_what_is_below(art_files: ArtFiles, grouped: bool) -> None:
    box = Box(0, 0, 20, 20)
    veils: tuple[Item, ...] = (
        Rectangle(box, 0, Fill(("#000000",), 0.25)),
        Rectangle(Box(0, 10, 20, 10), 0, Fill(("#000000", "#000000"), 0.5)),
    )
    items = (Group("veils", veils),) if grouped else veils
    pixels = drawn(Scene("Veil", 20, 20, 0, 0, (Rectangle(box, 0, Fill(("#ffffff",))), *items)), art_files)
    assert pixels[20, 60] == pytest.approx([191] * 3, abs=2)
    assert pixels[90, 60] == pytest.approx([96] * 3, abs=2)


@given(st.floats(0, 360), st.floats(1, 90), st.floats(1, 90))
def test_a_gradient_reaches_the_corners_and_nothing_beyond(angle: float, width: float, height: float) -> None:
    box = Box(3, 5, width, height)
    x0, y0, x1, y1 = Fill(("#000000", "#ffffff"), 1.0, angle).ends(box)
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    shares = [((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length for x, y in corners]
    assert min(shares) == pytest.approx(0, abs=1e-6)
    assert max(shares) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("rising", ["true", "false"])
def test_a_line_goes_from_corner_to_corner(load: Load, art_files: ArtFiles, rising: str) -> None:
    face = load(element("line", f'stroke = "#000000"\nstroke_width = 1\nrising = {rising}'))
    png = drawn(scene_of(face), art_files)
    row = 4 + 8
    dark = numpy.flatnonzero(png[round(row / 25.4 * 150), :, 0] < 128) / 150 * 25.4
    assert dark.mean() == pytest.approx(28 if rising == "true" else 12, abs=0.4)


def test_a_level_line_needs_no_height(load: Load, art_files: ArtFiles) -> None:
    level = "left = 4\nwidth = 32\ntop = 20\nheight = 0\n"
    png = drawn(scene_of(load(element("line", 'stroke = "#000000"', level))), art_files)
    assert png.min() < 128
    with pytest.raises(InputError, match="the box of it is empty"):
        load(element("rectangle", 'fill = "#000000"', level))


def modules(contours: Any, side: int) -> Any:
    """The dark cells of a code, by drawing its outlines as a plotter would (even-odd rule)."""
    image = numpy.zeros((side, side), bool)
    for contour in contours:
        points = [(float(x) * side, float(y) * side) for _, x, y in contour]
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            if x0 == x1:
                for y in range(round(min(y0, y1)), round(max(y0, y1))):
                    image[y, round(x0) :] ^= True
    return image


def test_a_qr_code_has_its_finder_patterns_and_its_quiet_zone() -> None:
    image = modules(qr_contours("https://example.org/c/42", "M"), 25 + 2 * QUIET)
    code = image[QUIET:-QUIET, QUIET:-QUIET]
    assert image.sum() == code.sum()
    finder = code[:7, :7].astype(int)
    assert finder.sum(axis=0).tolist() == [7, 2, 5, 5, 5, 2, 7]
    assert (code[:7, -7:] == code[:7, :7]).all()
    assert (code[-7:, :7] == code[:7, :7]).all()
    # The code for these words, as a decoder has read it.
    assert code.sum() == 334


def test_a_qr_code_is_square_and_centred(load: Load) -> None:
    box = "left = 0\nwidth = 40\ntop = 10\nheight = 20\n"
    face = load(element("qr", 'data = "{{ NAME }}"\nfill = "#000000"', box))
    scene = scene_of(face)
    (item,) = scene.items
    assert isinstance(item, Symbol)
    assert item.box == Box(10, 10, 20, 20)


def test_data_that_no_qr_code_holds_is_told(load: Load) -> None:
    face = load(element("qr", 'data = "{{ NAME }}"\nfill = "#000000"\nlevel = "H"'))
    assert scene_of(face, NAME=" ").items == ()
    with pytest.raises(InputError, match=r"face.toml:12:1: card x+…: 1,300 bytes are more than"):
        compose(face, {"NAME": "x" * 1300})


def test_uncut_art_keeps_its_shape_inside_its_box(load: Load, art_files: ArtFiles) -> None:
    face = load(element("image", 'image = "wide.jpg"\nfit = "fit"\nfocus_y = "{{ 1 }}"'))
    png = drawn(scene_of(face), art_files)
    coloured = (png.std(axis=2) > 8).any(axis=1)
    rows = numpy.flatnonzero(coloured) / 150 * 25.4
    assert rows.min() == pytest.approx(20, abs=0.5)  # 32 mm wide and 16 high, at the lower end
    assert rows.max() == pytest.approx(36, abs=0.5)


def test_a_mask_is_all_that_is_seen_of_the_art(load: Load, art_files: ArtFiles, tmp_path: Path) -> None:
    (tmp_path / "ring.svg").write_text(
        '<svg viewBox="0 0 4 4"><path d="M0 0H4V4H0Z M1 1V3H3V1Z"/></svg>', encoding="utf-8"
    )
    text = element("image", 'image = "wide.jpg"\nmask = "ring"') + '[icons]\nring = "ring.svg"\n'
    scene = scene_of(load(text))
    assert isinstance(scene.items[0], Picture)
    png = drawn(scene, art_files)
    middle = png.shape[0] // 2
    assert png[middle, middle].tolist() == [255, 255, 255]
    assert png[middle, round(8 / 25.4 * 150)].std() > 8
    with pytest.raises(InputError, match=r"no icon 'rong'\n  help: did you mean ring\?"):
        load(text.replace('mask = "ring"', 'mask = "rong"'))


def test_inherited_numbers_can_be_changed(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(element("rectangle", 'fill = "#000000"\nstroke_width = 0.2'))
    (tmp_path / "over.toml").write_text(
        'extends = "base.toml"\n[card]\nwidth = "+= 10mm"\n'
        '[elements.it]\nleft = "-= 2"\nheight = "*= 0.5"\nstroke_width = "+= 0.1 mm"\n'
    )
    design = load_face(tmp_path / "over.toml").design
    it = design.elements["it"]
    assert (design.card.width, it.left, it.height, it.stroke_width) == (50, 2, 16, 0.3)  # type: ignore[union-attr]


def test_an_edge_may_be_changed_with_its_length_and_elements_may_be_called_left(tmp_path: Path) -> None:
    box = "left = 4\nwidth = 8\ntop = 4\nbottom = 4\n"
    parts = "".join(
        f'[elements.g.elements.{name}]\nkind = "rectangle"\nfill = "#000000"\n{box}'
        for name in ("left", "right")
    )
    (tmp_path / "base.toml").write_text(f'{CARD}[elements.g]\nkind = "group"\n{parts}')
    (tmp_path / "over.toml").write_text(
        'extends = "base.toml"\n[elements.g.elements.left]\ntop = "+= 2"\nheight = 5\n'
        "[elements.g.elements.right]\nwidth = 9\n"
    )
    group = load_face(tmp_path / "over.toml").design.elements["g"]
    left, right = (group.elements[name] for name in ("left", "right"))  # type: ignore[union-attr]
    assert (left.top, left.height, left.bottom) == (6, 5, None)
    assert (right.left, right.width) == (4, 9)


def test_a_change_of_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(element("rectangle", 'fill = "#000000"'))
    (tmp_path / "over.toml").write_text('extends = "base.toml"\n[elements.it]\nright = "+= 2"\n')
    with pytest.raises(InputError, match=r"over.toml:3:1: .*right = '\+= 2', expected a length"):
        load_face(tmp_path / "over.toml")


def test_a_colour_of_a_gradient_that_is_none_is_told(load: Load) -> None:
    with pytest.raises(InputError, match="invalid colour 'blu'"):
        load(element("rectangle", 'fill = ["#ff0000", "blu"]'))
