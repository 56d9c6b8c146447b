"""Named sizes and hexagonal tiles: faces, sheets, makers, and the projects that begin with one."""

from __future__ import annotations

import dataclasses
import io
import itertools
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from render_helpers import TEMPLATES

from cardtools.ground.card_sizes import SIZES
from cardtools.ground.errors import InputError
from cardtools.print.sheets.definition import CropMarks, Sheet, load_sheet
from cardtools.print.sheets.layout import grid, impose
from cardtools.print.sheets.marks import cut_outlines, page_marks
from cardtools.print.sheets.printing import SheetDefinition, printed, write_sheets
from cardtools.render.face.load import load_face
from cardtools.render.face.model.card import CardSize
from cardtools.render.scene.pages import PdfInfo
from cardtools.render.scene.scene import Box, Fill, Rectangle, Scene, Stroke, Symbol
from cardtools.render.scene.shapes import clearance, cut_line, nearest_part, outline, placed
from cardtools.render.text.metrics import FontMetrics

HEXAGON = SIZES["hexagon"]
UPRIGHT, WIDE = (43.3, 50.0), (50.0, 43.3)
SHEETS = st.builds(
    Sheet,
    columns=st.none() | st.integers(1, 4),
    rows=st.none() | st.integers(1, 4),
    paper=st.sampled_from(["letter", "a4", "a3"]),
    landscape=st.booleans(),
    gutter=st.sampled_from([0.0, 2.0, 6.0]),
    bleed=st.sampled_from([0.0, 1.0, 3.0]),
    flip=st.sampled_from(["none", "long", "short"]),
    nest=st.booleans(),
)
CARDS = st.sampled_from([UPRIGHT, WIDE, (HEXAGON.width, HEXAGON.height), (20.0, 20 / 0.866)])


def gap(one: Box, other: Box) -> float:
    """The distance of two upright or wide regular hexagons of one size; below 0 where they overlap."""
    x = abs(one.left - other.left)
    y = abs(one.top - other.top)
    if one.width > one.height:
        x, y = y, x
    return max(x, x / 2 + y * math.sqrt(3) / 2) - min(one.width, one.height)


@given(SHEETS, CARDS, st.integers(1, 40))
def test_hexagons_keep_the_gutter_and_stay_on_the_paper(
    sheet: Sheet, size: tuple[float, float], cards: int
) -> None:
    try:
        pages = impose(sheet, cards, *size, shape="hexagon")
    except InputError:
        return
    assert [cell.card for page in pages for cell in page.cells if not cell.back] == list(range(cards))
    for page in pages:
        paper = Box(0, 0, page.width, page.height).grown(-sheet.edge)
        assert all(cell.box.inside(paper) for cell in page.cells)
        for one, other in itertools.combinations([cell.box for cell in page.cells], 2):
            assert gap(one, other) >= 0.866 * sheet.gutter - 1e-3 * one.width  # corners of a grid meet
        for cell in page.cells:  # with its bleed a tile ends before its neighbour's
            part = printed(cell, page, sheet)
            assert min(part.width, part.height) - min(size) <= sheet.gutter + 1e-6


@pytest.mark.parametrize("size", [UPRIGHT, WIDE])
def test_nesting_never_places_fewer(size: tuple[float, float]) -> None:
    for paper in ("letter", "a4", "a3"):
        nested, plain = (
            len(grid(Sheet(paper=paper, nest=nest), *size, shape="hexagon")) for nest in (True, False)
        )
        assert nested >= plain
    large = Sheet(paper="a3", gutter=2)
    places = grid(large, *size, shape="hexagon")
    assert len(places) > len(grid(dataclasses.replace(large, nest=False), *size, shape="hexagon"))
    gaps = sorted(gap(one, other) for one, other in itertools.combinations(places, 2))
    assert gaps[: len(places)] == pytest.approx([2] * len(places), abs=0.01)


@pytest.mark.parametrize("name", SIZES)
def test_every_size_fits_the_shipped_sheet_with_a_ruler(name: str, fonts: Any) -> None:
    size = SIZES[name]
    sheet = load_sheet(TEMPLATES / "sheets/fit.toml")
    (page, *_) = impose(sheet, 1, size.width, size.height, shape=size.shape)
    least = {
        "poker": 9,
        "bridge": 9,
        "tarot": 4,
        "mini": 16,
        "jumbo": 2,
        "square": 6,
        "tile": 12,
        "hexagon": 6,
    }
    assert len(grid(sheet, size.width, size.height, shape=size.shape)) == least[name]
    marks = page_marks(sheet, page, "T", FontMetrics({"label": [next(iter(fonts.values()))]}))
    lines = list(cut_outlines(sheet, page, [Scene("", size.width, size.height, 0, size.corner, ())]))
    assert len(lines) == 2 * (size.shape == "hexagon")  # a white line behind it
    beside = [item for item in marks if isinstance(item, Rectangle)]
    assert not any(clearance(size.shape, page.cells[0].box, item.box) > 0 for item in beside)


def points(item: Symbol) -> list[tuple[float, float]]:
    (contour,) = placed(item.contours, item.box)
    return [(float(segment[-2]), float(segment[-1])) for segment in contour]


@pytest.mark.parametrize("size", [UPRIGHT, WIDE])
def test_the_cut_line_of_a_hexagon_is_its_outline(size: tuple[float, float]) -> None:
    box = Box(10, 20, *size)
    line = cut_line("hexagon", box, 0, Stroke("#000000", 0.1))
    assert isinstance(line, Symbol)
    corners = points(line)
    assert len(corners) == 6
    sides = [math.dist(one, other) for one, other in zip(corners, corners[1:] + corners[:1], strict=True)]
    assert sides == pytest.approx([25] * 6, abs=0.05)
    assert all(clearance("hexagon", box, Box(x, y, 0, 0)) == pytest.approx(0, abs=0.01) for x, y in corners)
    round_ = cut_line("hexagon", box, 3, Stroke("#000000", 0.1))
    assert isinstance(round_, Symbol)
    assert all(clearance("hexagon", box, Box(x, y, 0, 0)) > -0.01 for x, y in points(round_))
    middle = Box(10 + size[0] / 2, 20 + size[1] / 2, 0, 0)
    assert clearance("hexagon", box, middle) == pytest.approx(21.65)
    assert isinstance(cut_line("rectangle", box, 3, Stroke("#000000", 0.1)), Rectangle)
    assert outline("rectangle", box) == outline("rectangle", box, 0)


def test_a_sheet_shows_hexagons_with_their_bleed_and_nothing_else(fonts: Any, art_files: Any) -> None:
    size = CardSize(width=43.3, height=50, shape="hexagon", corner=0)
    ground = Rectangle(size.with_bleed, 0, Fill(("#ff0000",)))
    scene = Scene("T", size.width, size.height, 3, 0, (ground,), (), "hexagon")
    sheet = Sheet(
        columns=1, rows=1, gutter=4, bleed=2, paper="a5", flip="long", marks=CropMarks(colour="#0000ff")
    )
    file = io.BytesIO()
    write_sheets(file, SheetDefinition(Path("s"), sheet), [scene], fonts, art_files, PdfInfo("T"), [scene])
    document = pypdfium2.PdfDocument(file)
    scale = 200 / 25.4
    for number in (0, 1):
        pixels = numpy.asarray(document[number].render(scale=200 / 72).to_pil()).astype(int)
        red = (pixels[..., 0] > 200) & (pixels[..., 1] < 60) & (pixels[..., 2] < 60)
        blue = (pixels[..., 2] > 150) & (pixels[..., 0] < 120)
        apart = 2 / math.sqrt(3) * (43.3 / 2 + 2)  # from the middle to the corners of the bleed
        area = 1.5 * math.sqrt(3) * apart**2 * scale**2
        assert red.sum() + blue.sum() == pytest.approx(area, rel=0.02)
        assert bool(blue.sum()) == (number == 0)  # the cut is shown on the front


def test_a_face_names_its_size(write: Callable[..., Path]) -> None:
    base = write("base.toml", '[card]\nsize = "tarot"\nbleed = 2\n')
    card = load_face(base).design.card
    assert (card.width, card.height, card.corner, card.bleed, card.shape) == (
        69.85,
        120.65,
        3,
        2,
        "rectangle",
    )
    card = load_face(write("a.toml", 'extends = "base.toml"\n[card]\nsize = "hexagon"\n')).design.card
    assert (card.width, card.height, card.corner, card.bleed, card.shape) == (95.25, 82.55, 0, 2, "hexagon")
    card = load_face(write("b.toml", 'extends = "base.toml"\n[card]\nwidth = "+= 5"\n')).design.card
    assert (card.width, card.height) == (74.85, 120.65)


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        ('size = "tarrot"', r"face.toml:2:\d+: size = 'tarrot'.*\n.*tarot"),
        ('size = "tarot"\nwidth = 60', 'face.toml:3:1: size = "tarot" gives the width too'),
        (
            'size = "tarot"\nwidth = 60\nheight = 90',
            "gives the width and the height too\n  help: delete the line width = 60 and the line height = 90",
        ),
        ('shape = "hexagon"\nwidth = 60\nheight = 60', "the hexagon isn't regular: write height = 51.96"),
        ('shape = "hexagon"\nwidth = 43.3\nheight = 55', "the hexagon isn't regular: write width = 47.63"),
    ],
)
def test_slips_in_sizes_are_reported(write: Callable[..., Path], card: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        load_face(write("face.toml", f"[card]\n{card}\n"))


def test_text_in_the_corners_of_a_hexagon_leaves_the_safe_zone() -> None:
    card = CardSize(width=95.25, height=82.55, shape="hexagon", corner=0)
    assert card.is_safe(Box(25, 9, 45, 9))
    assert not card.is_safe(Box(5, 5, 45, 9))
    assert dataclasses.replace(card, shape="rectangle").is_safe(Box(5, 5, 45, 9))


@pytest.mark.end_to_end
@pytest.mark.parametrize("size", SIZES)
def test_a_blank_project_of_every_size_builds_without_a_finding(
    cardtools: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    cardtools("init", "game", "--blank", "--size", size, "--copyright", "© 2026 the authors")
    monkeypatch.chdir(folder / "game")
    text = "Look at the top card of your deck. You may put it at the bottom, then draw a card."
    Path("cards/cards.csv").write_text(
        f"NAME;COST;TEXT;IMAGE\nPaper Lantern;1;{text};\nBridge;3;{text};b.png\n"
    )
    Image.new("RGB", (1500, 1500), "#406080").save("cards/art/b.png")
    done = cardtools("proof")
    assert (done.code, done.err) == (0, "")
    assert not [line for line in done.out.splitlines() if "RND" in line]
    assert cardtools("sheet").code == 0
    known = SIZES[size]
    expected = round((known.width + 6.35) / 25.4 * 300), round((known.height + 6.35) / 25.4 * 300)
    assert cardtools("export", "--to", "tgc").code == 0
    for path in Path("output/export/tgc/cards/fronts").iterdir():
        assert Image.open(path).size == expected


@pytest.mark.parametrize("size", ["poker", "tile", "hexagon"])
def test_pictures_are_cut_to_the_shape(
    cardtools: Any, write: Callable[..., Path], folder: Path, size: str
) -> None:
    write("cards/cards.csv", "Title\nOx\n")
    write("cardtools.toml", '[[faces]]\nface = "face.toml"\n')
    ground = "left = -3\nright = -3\ntop = -3\nbottom = -3\nfill = '#ff0000'\n"
    write("face.toml", f'[card]\nsize = "{size}"\n[elements.ground]\nkind = "rectangle"\n{ground}')
    assert cardtools("render", "--cut", "--dpi", "100").code == 0
    image = Image.open(folder / "output/cards/ox.png")
    assert image.mode == "RGBA"
    assert round(image.info["dpi"][0]) == 100
    known, alpha = SIZES[size], numpy.asarray(image.getchannel("A")) / 255
    areas = {"poker": 1 - (4 - math.pi) * 9 / (63.5 * 88.9), "tile": 1.0, "hexagon": 0.75}
    assert alpha.mean() == pytest.approx(areas[size], abs=0.01)
    assert image.size == (round(known.width / 0.254), round(known.height / 0.254))
    assert (alpha[0, 0] == 0) == (size != "tile")
    assert alpha[image.height // 2, image.width // 2] == 1


def test_a_size_is_for_blank_projects(cardtools: Any) -> None:
    assert "--size is for --blank" in cardtools("init", "x", "--size", "tarot").err
    assert "Did you mean tarot?" in cardtools("init", "x", "--blank", "--size", "tarrot").err


def test_the_part_closest_to_the_cut_is_named() -> None:
    tile, card = Box(0, 0, 95.25, 82.55), Box(0, 0, 63.5, 88.9)
    assert nearest_part("hexagon", tile, Box(68.75, 51.4, 12, 11)) == "lower right corner"
    assert nearest_part("hexagon", tile, Box(14, 20, 12, 11)) == "upper left corner"
    assert nearest_part("rectangle", card, Box(5, 5, 57, 9)) == "right side"
    assert nearest_part("rectangle", card, Box(5, 1, 50, 9)) == "top"
