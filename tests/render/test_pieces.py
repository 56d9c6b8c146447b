"""Coverage in pieces gives the picture that it gives as a whole; masks cover what their shapes do."""

from __future__ import annotations

import math

import numpy
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardtools.render.coverage import rectangle, shape
from cardtools.render.pieces import cut, lay_over, parts
from cardtools.render.scene import Box
from cardtools.render.shapes import polygon, rounded

SIDES = st.floats(1, 90)


@given(seed=st.integers(0, 1000), width=st.integers(1, 150), height=st.integers(1, 150))
def test_pieces_make_the_picture_of_the_whole(seed: int, width: int, height: int) -> None:
    rng = numpy.random.default_rng(seed)
    mask = numpy.zeros((height, width), numpy.uint8)
    for value in (255, 128, 255, 0):
        x, y = rng.integers(0, width), rng.integers(0, height)
        mask[y : y + rng.integers(1, 100), x : x + rng.integers(1, 100)] = value
    colours = Image.fromarray(rng.integers(0, 256, (height, width, 3), numpy.uint8))
    coverage = Image.fromarray(mask)
    whole = Image.new("RGB", (200, 200), "#336699")
    pieces = whole.copy()
    lay_over(whole, colours, coverage, 20, 30)
    found = parts(coverage)
    for piece in cut(colours, coverage, found, 20, 30):
        lay_over(pieces, *piece)
    assert pieces.tobytes() == whole.tobytes()
    assert sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1, _ in found) <= width * height


@given(
    left=st.floats(0, 5), top=st.floats(0, 5), width=SIDES, height=SIDES, share=st.floats(0, 0.5),
    line=st.just(0.0) | st.floats(0.5, 8),
)  # fmt: skip
def test_a_rectangle_covers_its_area(
    left: float, top: float, width: float, height: float, share: float, line: float
) -> None:
    radius = share * min(width, height)
    mask = rectangle((left, top, left + width, top + height), radius, line)
    area = width * height - (4 - math.pi) * radius**2
    if line:
        outer, inner = radius + line / 2 if radius else 0.0, max(radius - line / 2, 0.0)
        area = (width + line) * (height + line) - (4 - math.pi) * outer**2
        area -= max(width - line, 0) * max(height - line, 0) - (4 - math.pi) * inner**2
        if line >= min(width, height):
            return
    found = numpy.asarray(mask.coverage, numpy.float64).sum() / 255
    assert abs(found - area) < 0.01 * (width + height + line) + 1
    assert (mask.left, mask.top) == (math.floor(left - line / 2), math.floor(top - line / 2))


@given(left=st.floats(0, 5), top=st.floats(0, 5), width=st.floats(5, 60), height=st.floats(5, 60))
def test_a_rectangle_is_what_its_polygon_is(left: float, top: float, width: float, height: float) -> None:
    radius = min(width, height) / 3
    mask = rectangle((left, top, left + width, top + height), radius)
    other = shape([polygon(rounded(Box(left, top, width, height), radius))])
    one, two = (Image.new("L", (100, 100)) for _ in range(2))
    one.paste(mask.coverage, (mask.left + 5, mask.top + 5))
    two.paste(other.coverage, (other.left + 5, other.top + 5))
    apart = numpy.abs(numpy.asarray(one, int) - numpy.asarray(two, int))
    assert apart.max() <= 128
    assert apart.mean() < 2
