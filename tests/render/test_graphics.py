"""Gradients, lines, QR codes, masks and uncut art: in the face file, in the scene, and drawn alike twice."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_memory import pdf_bytes
from render_helpers import HERE, TEMPLATES, art_bytes

from cardtools.errors import InputError
from cardtools.render.art import ArtFiles
from cardtools.render.compose import compose
from cardtools.render.face import Face, load_face
from cardtools.render.pages import Page, Placement
from cardtools.render.qr import QUIET, qr_contours
from cardtools.render.raster import Rasteriser
from cardtools.render.scene import Box, Fill, Picture, Scene, Symbol
from cardtools.render.shapes import polygon

Load = Callable[[str], Face]
FONT = f'[fonts]\ntext = "{(TEMPLATES / "fonts").as_posix()}'
CARD = "[card]\nwidth = 40\nheight = 40\nbleed = 0\nsafe = 0\n"
BOX = "left = 4\nwidth = 32\ntop = 4\nheight = 32\n"


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def make(text: str) -> Face:
        (tmp_path / "face.toml").write_text(text, encoding="utf-8")
        return load_face(tmp_path / "face.toml")

    return make


@pytest.fixture
def art_files(tmp_path: Path) -> ArtFiles:
    (tmp_path / "wide.jpg").write_bytes(art_bytes((400, 200)))
    art_files = ArtFiles((tmp_path,))
    art_files.load("wide.jpg", HERE, "Card")
    return art_files


def scene_of(face: Face, **values: Any) -> Scene:
    return compose(face, {"NAME": "Card", **values})[0]


def drawn(scene: Scene, art_files: ArtFiles, dpi: int = 150) -> tuple[Any, Any]:
    """The scene as PNG and as rasterised PDF: two arrays of floats."""
    png = numpy.asarray(Rasteriser({}, art_files, dpi).image(scene)).astype(float)
    page = Page(scene.width, scene.height, (Placement(scene, 0, 0),))
    data = pdf_bytes([page], {}, art_files, "Test")
    page = pypdfium2.PdfDocument(io.BytesIO(data))[0]
    pdf = numpy.asarray(page.render(scale=dpi / 72).to_pil().convert("RGB")).astype(float)
    height, width = min(png.shape[0], pdf.shape[0]), min(png.shape[1], pdf.shape[1])
    return png[:height, :width], pdf[:height, :width]


def difference(png: Any, pdf: Any) -> float:
    return float(numpy.abs(png - pdf).mean())


def element(kind: str, more: str, box: str = BOX) -> str:
    return f'{CARD}[elements.it]\nkind = "{kind}"\n{box}{more}\n'


@pytest.mark.parametrize("angle", [0, 30, 90, 135, 270])
@pytest.mark.parametrize(
    "colours", ['["#ff0000", "#0000ff"]', '["#ff0000", "#00ff00", "#0000ff", "#ffffff"]']
)
def test_a_gradient_looks_alike_in_both_outputs(
    load: Load, art_files: ArtFiles, angle: int, colours: str
) -> None:
    face = load(element("rectangle", f"fill = {colours}\nfill_angle = {angle}\nradius = 4"))
    png, pdf = drawn(scene_of(face), art_files)
    inside = (slice(50, -50), slice(50, -50))
    assert numpy.abs(png - pdf)[inside].max() < 12
    assert difference(png, pdf) < 5  # the PDF's edges, cut by a clipping path, are not smooth


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
    png, pdf = drawn(scene_of(face), art_files)
    assert difference(png, pdf) < 3
    row = 4 + 8
    dark = numpy.flatnonzero(png[round(row / 25.4 * 150), :, 0] < 128) / 150 * 25.4
    assert dark.mean() == pytest.approx(28 if rising == "true" else 12, abs=0.4)


def test_a_level_line_needs_no_height(load: Load, art_files: ArtFiles) -> None:
    level = "left = 4\nwidth = 32\ntop = 20\nheight = 0\n"
    png, pdf = drawn(scene_of(load(element("line", 'stroke = "#000000"', level))), art_files)
    assert difference(png, pdf) < 2
    assert png.min() < 128
    with pytest.raises(InputError, match="the box of it is empty"):
        load(element("rectangle", 'fill = "#000000"', level))


def modules(contours: Any, side: int) -> Any:
    """The dark cells of a code, by drawing its outlines as a plotter would (even-odd rule)."""
    image = numpy.zeros((side, side), bool)
    for contour in contours:
        points = [(x * side, y * side) for x, y in polygon(contour)]
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


def test_a_qr_code_is_square_centred_and_alike_in_both_outputs(load: Load, art_files: ArtFiles) -> None:
    box = "left = 0\nwidth = 40\ntop = 10\nheight = 20\n"
    face = load(element("qr", 'data = "{{ NAME }}"\nfill = "#000000"', box))
    scene = scene_of(face)
    (item,) = scene.items
    assert isinstance(item, Symbol)
    assert item.box == Box(10, 10, 20, 20)
    png, pdf = drawn(scene, art_files, 300)
    assert difference(png, pdf) < 3


def test_data_that_no_qr_code_holds_is_told(load: Load) -> None:
    face = load(element("qr", 'data = "{{ NAME }}"\nfill = "#000000"\nlevel = "H"'))
    assert scene_of(face, NAME=" ").items == ()
    with pytest.raises(InputError, match=r"face.toml:12:1: card x+…: 1,300 bytes are more than"):
        compose(face, {"NAME": "x" * 1300})


def test_uncut_art_keeps_its_shape_inside_its_box(load: Load, art_files: ArtFiles) -> None:
    face = load(element("image", 'image = "wide.jpg"\nfit = "fit"\nfocus_y = "{{ 1 }}"'))
    png, pdf = drawn(scene_of(face), art_files)
    assert difference(png, pdf) < 3
    coloured = (png.std(axis=2) > 8).any(axis=1)
    rows = numpy.flatnonzero(coloured) / 150 * 25.4
    assert rows.min() == pytest.approx(20, abs=0.5)  # 32 mm wide and 16 high, at the lower end
    assert rows.max() == pytest.approx(36, abs=0.5)


def test_a_mask_is_all_that_is_seen_of_the_art(load: Load, art_files: ArtFiles, tmp_path: Path) -> None:
    (tmp_path / "ring.svg").write_text(
        '<svg viewBox="0 0 4 4"><path d="M0 0H4V4H0Z"/><path d="M1 1V3H3V1Z"/></svg>', encoding="utf-8"
    )
    text = element("image", 'image = "wide.jpg"\nmask = "ring"') + '[icons]\nring = "ring.svg"\n'
    scene = scene_of(load(text))
    assert isinstance(scene.items[0], Picture)
    png, pdf = drawn(scene, art_files)
    assert difference(png, pdf) < 3
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
    with pytest.raises(InputError, match=r"over.toml:3:1: .*right = '\+= 2', expected a number"):
        load_face(tmp_path / "over.toml")


def test_a_colour_of_a_gradient_that_is_none_is_told(load: Load) -> None:
    with pytest.raises(InputError, match="'blu' is no colour"):
        load(element("rectangle", 'fill = ["#ff0000", "blu"]'))
