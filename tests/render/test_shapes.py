"""Shapes, dashes and stops: what is drawn where, and what a path must not do."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from render_helpers import Load, compose, pixels_of

from cardtools.ground.errors import InputError
from cardtools.render.compose.shapes import shape_items
from cardtools.render.face.model.elements import ShapeElement
from cardtools.render.scene.scene import Box, Fill, Stroke
from cardtools.render.scene.shapes import area_of, points_of

HEAD = "[card]\nwidth = 20\nheight = 20\nbleed = 0\nsafe = 0\n[elements.it]\n"
WHOLE = "left = 0\nwidth = 20\ntop = 0\nheight = 20\n"
RED, INK = Fill(("#ff0000",)), Stroke("#000000", 1.0)
SHAPES = ["ellipse", "polygon", "star", "arc", "grid"]


def shape(**keys: Any) -> ShapeElement:
    return ShapeElement(kind="shape", left=0, width=1, top=0, height=1, **keys)


def drawn(load: Load, keys: str) -> Any:
    return pixels_of(compose(load(HEAD + keys), {})[0], {}, {})


def covered(load: Load, keys: str) -> float:
    """The share of the card that is not white."""
    return float((drawn(load, f'kind = "shape"\n{WHOLE}fill = "black"\n{keys}').mean(axis=2) < 128).mean())


@pytest.mark.parametrize(
    ("keys", "share"),
    [
        ('shape = "ellipse"', numpy.pi / 4),
        ('shape = "polygon"\nsides = 4', 0.5),
        ('shape = "polygon"\nsides = 360', numpy.pi / 4),
        ('shape = "polygon"\npoints = "0,0 20,0 0,20"', 0.5),
        (
            'shape = "star"\nsides = 4\ninner = 0.70710678',
            8 * 0.25 * numpy.sin(numpy.pi / 4) / 2 * 0.70710678,
        ),
        ('shape = "arc"\nend = 90', numpy.pi / 16),
        ('shape = "arc"\nstart = 90\nend = 0', numpy.pi / 16),
        ('shape = "arc"', numpy.pi / 4),
        ('shape = "path"\npath = "M0 0H10V20H0Z"', 0.5),
        ('shape = "path"\npath = "M0 0h1v1h-1z M0.25 .25v.5h.5v-.5z"\nview = [1, 1]', 0.75),
    ],
)
def test_a_shape_covers_its_area(load: Load, keys: str, share: float) -> None:
    assert covered(load, keys) == pytest.approx(share, abs=0.01)


def test_an_arc_without_fill_is_a_line_and_a_slice_begins_where_it_says(load: Load) -> None:
    (item,) = shape_items(shape(shape="arc", end=90), Box(0, 0, 1, 1), None, INK)
    assert item.open
    (item,) = shape_items(shape(shape="arc", end=90), Box(0, 0, 1, 1), RED, INK)
    assert not item.open
    pixels = drawn(load, f'kind = "shape"\n{WHOLE}fill = "black"\nshape = "arc"\nstart = -90\nend = 0\n')
    assert [int(pixels[y, x, 0]) for y, x in ((60, 140), (60, 60), (140, 140), (140, 60))] == [
        0,
        255,
        255,
        255,
    ]


@given(
    st.sampled_from(SHAPES), st.integers(3, 20), st.floats(0.1, 1), st.floats(-400, 400), st.floats(-400, 400)
)
def test_a_shape_stays_in_its_box(kind: str, sides: int, inner: float, start: float, end: float) -> None:
    element = shape(shape=kind, sides=sides, inner=inner, start=start, end=end, columns=sides)
    for fill in (RED, None):
        try:
            items = shape_items(element, Box(0, 0, 1, 1), fill, INK)
        except ValueError as error:
            assert str(error) == "draws nothing"
            continue
        for contour in (one for item in items for one in item.contours):
            assert all(-1e-3 <= value <= 1.001 for point in points_of(contour, 24) for value in point)
        if kind in ("polygon", "star"):
            assert area_of(points_of(items[0].contours[0])) > 0  # clockwise: all of it is filled


def test_closed_and_open_parts_of_a_path_are_both_drawn() -> None:
    element = shape(shape="path", path="M0 0H1V1Z M0 1L1 0", view=(1.0, 1.0))
    area, closed, line = shape_items(element, Box(0, 0, 1, 1), RED, INK)
    assert (area.stroke, closed.fill, line.fill) == (None, None, None)
    assert (len(area.contours), closed.open, line.open) == (2, False, True)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("M0 0 L", "the path of it "),
        ("hello", "the path of it "),
        ("M0 0L1e9 0", "reaches far out of its box"),
        ("M0 0L1e999 0", "the path of it "),
        ("M0 0Lnan 0", "the path of it "),
        ("M0 0", "draws nothing"),
        ("M0 0" + "L1 1" * 3_000, "makes a text or list of more than 10,000"),
        ("M0 0A" + "1e-9 1e-9 0 0 1 9 9 " * 400, ""),
    ],
)
def test_a_path_that_cannot_be_drawn_is_one_error(load: Load, path: str, message: str) -> None:
    text = f'{HEAD}kind = "shape"\nshape = "path"\n{WHOLE}fill = "red"\npath = "{path}"\n'
    with pytest.raises(InputError, match=message) if message else nullcontext():
        compose(load(text), {})


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ('shape = "path"', "a shape = \"path\" has one"),
        ('shape = "star"\npath = "M0 0"', "no other shape has"),
        ('shape = "star"\nsides = 2', "sides = 2, expected 3 to 360"),
        ('shape = "grid"\ncolumns = 900', "columns = 900, expected 1 to 200"),
        ('shape = "polygon"\npoints = "0,0 9,9 0,9"\nview = [0, 1]', "view has two numbers"),
        ('shape = "stars"', "did you mean star"),
        ('shape = "star"\ndashes = [0, 0]', "together they are 0.1 mm or more"),
        ('shape = "star"\ndashes = [2, -1]', "none is below 0"),
        ('shape = "star"\nfill = ["red", "blue"]\nfill_stops = [1]', "fill_stops has 1 places, expected one"),
        ('shape = "star"\nfill = ["red", "blue"]\nfill_stops = [1, 0]', "the places go up from 0 to 1"),
    ],
)  # fmt: skip
def test_what_does_not_fit_together_is_told(load: Load, keys: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load(f'{HEAD}kind = "shape"\n{WHOLE}{keys}\n')
    assert message in f"{caught.value} {[one.hint for one in caught.value.diagnostics]}"


def test_dashes_leave_gaps_and_their_lengths_have_units(load: Load) -> None:
    line = 'kind = "line"\nleft = 0\nwidth = 20\ntop = 10\nheight = 0\nstroke = "black"\nstroke_width = 2\n'
    row = drawn(load, f'{line}dashes = ["0.2cm", 3]\n')[100, :, 0]
    assert [int(row[x]) for x in (10, 35, 60, 85)] == [0, 255, 0, 255]
    dots = drawn(load, f'{line}dashes = [0, 4]\ncap = "round"\n')
    assert (int(dots[100, 42, 0]), int(dots[100, 60, 0]), int(dots[91, 49, 0])) == (0, 255, 255)


@pytest.mark.parametrize("kind", ["linear", "radial", "conic"])
def test_each_colour_is_where_its_stop_says(load: Load, kind: str) -> None:
    keys = f'fill_shape = "{kind}"\nfill_stops = [0.2, 0.25, 0.25]\nfill_angle = 0\n'
    keys += 'fill = ["red", "lime", "blue"]\n'
    pixels = drawn(load, f'kind = "rectangle"\n{WHOLE}{keys}')
    places = {
        "linear": [(10, 20), (100, 80)],
        "radial": [(100, 110), (100, 150)],
        "conic": [(120, 190), (190, 80)],
    }
    (y0, x0), (y1, x1) = places[kind]
    assert pixels[y0, x0].tolist() == pytest.approx([255, 0, 0], abs=3)
    assert pixels[y1, x1].tolist() == pytest.approx([0, 0, 255], abs=3)


def test_a_radial_gradient_may_be_a_circle_of_its_own_radius(load: Load) -> None:
    keys = 'fill_shape = "radial"\nfill = ["white", "black"]\nfill_radius = 5\nfill_stops = [0.9, 1]\n'
    pixels = drawn(load, f'kind = "rectangle"\nleft = 0\nwidth = 20\ntop = 0\nheight = 12\n{keys}')
    row, column = pixels[60, :, 0] > 128, pixels[:120, 100, 0] > 128
    assert int(row.sum()) == pytest.approx(95, abs=3)
    assert int(column.sum()) == pytest.approx(95, abs=3)
