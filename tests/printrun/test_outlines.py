"""Outlines of inserts: closed, never crossing themselves, nowhere too narrow, different for every pack."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cases

from cardtools.ground.errors import InputError
from cardtools.printrun.outlines import InsertOutline, OutlineLimits, as_dxf, as_svg, outline

seeds = st.integers(0, 2**63 - 1)
areas = st.floats(1000, 2900)


def crosses_itself(points: np.ndarray) -> bool:
    """Whether two sides of a polygon that are not neighbours meet."""
    ends = np.roll(points, -1, 0)

    def side(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
        return np.sign(
            (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1])
            - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
        )

    a, b, c, d = points[:, None], ends[:, None], points[None], ends[None]
    meet = (side(a, b, c) != side(a, b, d)) & (side(c, d, a) != side(c, d, b))
    count = len(points)
    apart = np.abs(np.arange(count)[:, None] - np.arange(count)[None])
    meet &= (apart > 1) & (apart < count - 1)
    return bool(meet.any())


def test_the_check_finds_a_figure_of_eight() -> None:
    assert crosses_itself(np.array([(0, 0), (2, 2), (2, 0), (0, 2)], float))
    assert not crosses_itself(np.array([(0, 0), (2, 0), (2, 2), (0, 2)], float))


@given(seeds, st.integers(1, 10**6), areas)
def test_every_outline_keeps_to_its_area_and_its_limits(seed: int, pack: int, area: float) -> None:
    limits = OutlineLimits()
    made = outline(seed, pack, area, limits)
    points = made.polygon(480)
    assert not crosses_itself(points)
    x, y = points.T
    measured = abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2
    assert measured == pytest.approx(area, rel=0.003)
    width, height = points.max(0) - points.min(0)
    assert width <= limits.width + 0.1
    assert height <= limits.height + 0.1
    assert np.abs(points.max(0) + points.min(0)).max() < 0.1, "its box is in the middle"
    assert made.contains(x * 0.99, y * 0.99).mean() > 0.9  # a step towards the middle, but for notches
    ends = made.at(np.linspace(0, 6, 50))
    assert not made.contains(
        *(end + 2 * (end + off) for end, off in zip(ends, made.middle, strict=True))
    ).any()


@given(seeds, areas)
def test_no_part_and_no_notch_is_narrower_than_asked(seed: int, area: float) -> None:
    made = outline(seed, 1, area)
    points = made.polygon(480)
    # A disc of nearly the least width, rolled along the outline on either side, never reaches over it.
    radius = 0.97 * OutlineLimits().narrowest / 2
    along = np.roll(points, -1, 0) - np.roll(points, 1, 0)
    beside = np.stack([-along[:, 1], along[:, 0]], 1) / np.hypot(*along.T)[:, None]
    for sign in (1, -1):
        middles = points + sign * radius * beside
        assert np.hypot(*(middles[:, None] - points[None]).transpose(2, 0, 1)).min() > radius - 0.05


def test_the_width_of_a_circle_is_its_diameter() -> None:
    made = InsertOutline(1, 1.0, 1.0, ((0.0, 0.0),) * 6, 15.0)
    assert made.narrowest == pytest.approx(30, rel=0.01)
    assert made.area == pytest.approx(np.pi * 225, rel=0.001)


def test_packs_have_different_outlines_and_always_the_same() -> None:
    packs = range(1, cases(400) + 1)
    made = [outline(5, pack, 1500.0) for pack in packs]
    shapes = {one.polygon(24).round(1).tobytes() for one in made}
    assert len(shapes) == len(packs)
    assert made[:20] == [outline(5, pack, 1500.0) for pack in range(1, 21)]
    assert outline(6, 1, 1500.0) != made[0]


def test_outlines_are_those_that_were_printed_whatever_the_version_of_numpy() -> None:
    points = outline(1, 1, 1500).polygon(4).round(2).tolist()
    assert points == [[18.87, 1.94], [0.76, 26.95], [-18.72, 1.94], [0.76, -27.32]]


@given(seeds, areas)
def test_the_curves_follow_the_polygon(seed: int, area: float) -> None:
    made = outline(seed, 3, area)
    start, *curves = made.contour()
    at = np.array(start[1:], float)
    drawn = []
    for _, *values in curves:
        one, two, end = np.array(values, float).reshape(3, 2)
        t = np.linspace(0, 1, 11)[:, None]
        drawn.append((1 - t) ** 3 * at + 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t**2 * two + t**3 * end)
        at = end
    assert np.allclose(at, np.array(start[1:], float), atol=1e-6), "it is closed"
    points = np.concatenate(drawn)
    far = np.hypot(*(points[:, None] - made.polygon(2000)[None]).transpose(2, 0, 1)).min(1)
    assert far.max() < 0.1


def test_an_impossible_area_is_reported_with_what_fits() -> None:
    with pytest.raises(InputError, match="no outline of 5,000 mm²") as error:
        outline(1, 1, 5000)
    assert "fits" in error.value.diagnostics[0].hint


def test_svg_and_dxf_have_every_outline_at_its_place() -> None:
    made = [(outline(1, pack, 1400), 40.0 * pack, 60.0) for pack in (1, 2, 3)]
    tree = ET.fromstring(as_svg(made, 210, 297, "packs <1>"))
    assert tree.get("viewBox") == "0 0 210 297"
    paths = [path for path in tree.iter() if path.tag.endswith("path")]
    assert [path.get("id") for path in paths] == ["pack-1", "pack-2", "pack-3"]
    for path, (one, x, y) in zip(paths, made, strict=True):
        numbers = np.array(re.findall(r"-?[\d.]+", path.get("d") or ""), float).reshape(-1, 2)
        assert np.allclose(numbers[0], np.array([one.contour()[0][1:], (x, y)], float).sum(0), atol=0.001)
        assert np.allclose(numbers.mean(0), (x, y), atol=4)
    pairs = as_dxf(made, 297, "packs").splitlines()
    codes, values = list(map(int, pairs[::2])), pairs[1::2]
    assert values.count("POLYLINE") == values.count("SEQEND") == 3
    assert values.count("VERTEX") == 3 * 240
    assert values[-1] == "EOF"
    first = values.index("VERTEX")
    assert codes[first : first + 4] == [0, 8, 10, 20]
    left, top = made[0][0].polygon()[0]
    assert float(values[first + 2]) == pytest.approx(40 + left, abs=0.001)
    assert float(values[first + 3]) == pytest.approx(297 - 60 - top, abs=0.001)
