"""Gradients of icons: drawn as SVG 1.1 (13.2) says, in the units of the shape and of the icon."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import read_icon
from cardtools.render.scene.scene import Box, Fill, Scene, Symbol

STOPS = '<stop offset="0" stop-color="#000"/><stop offset="100%" stop-color="#fff"/>'


def pixels(folder: Path, inside: str, fill: Fill | None = None) -> numpy.typing.NDArray[numpy.float64]:
    """An icon of 20 x 10 units, 10 pixels a unit, as shares of white."""
    (folder / "icon.svg").write_text(f'<svg viewBox="0 0 20 10">{inside}</svg>', encoding="utf-8")
    items = read_icon(folder / "icon.svg").items("icon", Box(0, 0, 20, 10), fill, None)
    image = Rasteriser({}, {}, 254).image(Scene("x", 20, 10, 0, 0, tuple(items)))
    return numpy.asarray(image).astype(float) / 255


@pytest.mark.parametrize(
    ("gradient", "at"),
    [
        ("<linearGradient id='g'>", lambda x, y: x / 20),
        ("<linearGradient id='g' x1='0' y1='0' x2='0' y2='1'>", lambda x, y: y / 10),
        ("<linearGradient id='g' x1='1' x2='0'>", lambda x, y: 1 - x / 20),
        # Across the box of the shape, so its lines of equal colour are not at right angles to it.
        ("<linearGradient id='g' y2='100%'>", lambda x, y: (x / 20 + y / 10) / 2),
        (
            "<linearGradient id='g' gradientUnits='userSpaceOnUse' x1='5' x2='15' y1='0' y2='0'>",
            lambda x, y: (x - 5) / 10,
        ),
        (
            "<linearGradient id='g' gradientUnits='userSpaceOnUse' x1='0' y1='0' x2='10' y2='10'>",
            lambda x, y: (x + y) / 20,
        ),
        ("<linearGradient id='g' gradientTransform='rotate(90)'>", lambda x, y: y / 10),
        (
            "<radialGradient id='g'>",
            lambda x, y: 2 * numpy.hypot(x / 20 - 0.5, y / 10 - 0.5),
        ),
        (
            "<radialGradient id='g' gradientUnits='userSpaceOnUse' cx='5' cy='5' r='10' fx='5' fy='5'>",
            lambda x, y: numpy.hypot(x - 5, y - 5) / 10,
        ),
    ],
)
@pytest.mark.parametrize("is_after", [False, True])
def test_a_gradient_lies_where_svg_says(gradient: str, at: object, is_after: bool, tmp_path: Path) -> None:
    made = f"{gradient}{STOPS}</{gradient[1:15]}>"
    shape = '<rect width="20" height="10" fill="url(#g)"/>'
    found = pixels(tmp_path, shape + made if is_after else made + shape)
    for x in (1.0, 6.5, 10.0, 13.3, 19.0):
        for y in (0.7, 5.0, 9.1):
            wanted = min(1.0, max(0.0, at(x, y)))  # type: ignore[operator]
            assert found[int(y * 10), int(x * 10)] == pytest.approx([wanted] * 3, abs=0.02), (x, y)


def test_a_group_hands_its_gradient_down_and_the_transform_goes_along(tmp_path: Path) -> None:
    made = f'<linearGradient id="g">{STOPS}</linearGradient>'
    shape = '<g fill="url(#g)" transform="translate(10 0) scale(.5 1)"><rect width="20" height="10"/></g>'
    found = pixels(tmp_path, made + shape)
    assert found[50, 125, 0] == pytest.approx(0.25, abs=0.02)
    assert found[50, 50, 0] == 1  # the bare paper


def test_stops_are_inherited_and_may_be_an_edge(tmp_path: Path) -> None:
    stops = (
        '<stop offset=".25" stop-color="red"/><stop offset=".5" style="stop-color: #f00"/>'
        '<stop offset=".5" stop-color="blue"/><stop offset=".3" stop-color="blue"/>'
    )
    made = (
        f'<linearGradient id="base" xmlns:xlink="http://www.w3.org/1999/xlink">{stops}</linearGradient>'
        '<linearGradient id="g" href="#base" x1="0" x2="1"/>'
    )
    found = pixels(tmp_path, f'{made}<rect width="20" height="10" fill="url(\'#g\')"/>')
    assert found[50, 10].tolist() == found[50, 95].tolist() == [1, 0, 0]
    assert found[50, 105].tolist() == found[50, 190].tolist() == [0, 0, 1]


def test_with_a_fill_of_the_face_all_of_it_has_that(tmp_path: Path) -> None:
    made = f'<linearGradient id="g">{STOPS}</linearGradient><rect width="20" height="10" fill="url(#g)"/>'
    found = pixels(tmp_path, made, Fill(("#00ff00",)))
    assert numpy.ptp(found.reshape(-1, 3), axis=0).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("stops", "shade"),
    [("", None), ('<stop stop-color="#f00"/>', "#ff0000"), (STOPS.replace("#000", "#fff"), "#ffffff")],
)
def test_one_colour_is_no_gradient(stops: str, shade: str | None, tmp_path: Path) -> None:
    (tmp_path / "icon.svg").write_text(
        f'<svg viewBox="0 0 2 2"><linearGradient id="g">{stops}</linearGradient>'
        '<path d="M0 0H2V2Z" fill="url(#g)"/></svg>'
    )
    items = read_icon(tmp_path / "icon.svg").items("icon", Box(0, 0, 2, 2), None, None)
    assert [item.fill for item in items if isinstance(item, Symbol)] == ([Fill((shade,))] if shade else [])


def test_gradients_that_name_one_another_end(tmp_path: Path) -> None:
    loop = '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'
    assert pixels(tmp_path, f'{loop}<rect width="5" height="5" fill="url(#a)"/>').min() == 1
