"""Icons: what of SVG is read looks as it should; all else is refused, with file and line."""

from __future__ import annotations

import random
from pathlib import Path

import numpy
import pytest
from PIL import Image

from cardtools.ground.errors import InputError
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import read_icon
from cardtools.render.pictures.icons import Icon
from cardtools.render.scene.scene import Box, Fill, Scene

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">'
OK = '<path d="M0 0H20V20Z"/>'


def icon(folder: Path, inside: str, root: str = SVG) -> numpy.ndarray:
    """The pixels of an icon: 0 where it is, 255 where it is not; 5 to a unit."""
    path = folder / "icon.svg"
    path.write_text(f"{root}{inside}</svg>", encoding="utf-8")
    return numpy.asarray(drawn(read_icon(path), Fill(("#000000",))).convert("L"))


def drawn(icon: Icon, fill: Fill | None) -> Image.Image:
    width = 25.4 * icon.ratio
    items = icon.items("icon", Box(0, 0, width, 25.4), fill, None)
    return Rasteriser({}, {}, 100).image(Scene("x", width, 25.4, 0, 0, tuple(items)))


def fault(folder: Path, text: str) -> str:
    (folder / "icon.svg").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_icon(folder / "icon.svg")
    return str(error.value)


@pytest.mark.parametrize(
    ("shape", "same"),
    [
        ('<rect x="2" y="3" width="10" height="4"/>', "M2 3h10v4h-10z"),
        (
            '<rect x="2" y="3" width="10" height="4" rx="1"/>',
            "M3 3h8q1 0 1 1v2q0 1-1 1h-8q-1 0-1-1v-2q0-1 1-1z",
        ),
        ('<circle cx="9" cy="8" r="5"/>', "M4 8a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"),
        ('<ellipse cx="9" cy="8" rx="6" ry="2"/>', "M3 8a6 2 0 1 0 12 0a6 2 0 1 0-12 0z"),
        ('<polygon points="1,1 9,2 4 8"/>', "M1 1L9 2L4 8z"),
        ('<polyline points="1,1 9,2 4 8"/>', "M1 1L9 2L4 8z"),
        ('<path transform="translate(3 4) scale(2)" d="M0 0h4v3h-4z"/>', "M3 4h8v6h-8z"),
        ('<g transform="rotate(90 10 10)"><rect x="10" y="4" width="6" height="2"/></g>', "M14 10h2v6h-2z"),
        ('<g transform="matrix(0 1 1 0 0 0)"><rect x="1" y="4" width="6" height="2"/></g>', "M4 1h2v6h-2z"),
        ('<rect transform="skewX(45)" x="2" y="2" width="4" height="4"/>', "M4 2h4l4 4h-4z"),
        ('<path d="M0 0h20v20h-20z" fill="none"/><path d="M5 5h4v4h-4z"/>', "M5 5h4v4h-4z"),
        ('<g style="display:none"><text>x</text></g><path d="M5 5h4v4h-4z"/>', "M5 5h4v4h-4z"),
        (
            f'<title>{"x" * 9}</title><metadata><script/></metadata><defs/><path d="M5 5h4v4h-4z"/>',
            "M5 5h4v4h-4z",
        ),
    ],
)
def test_shapes_and_transforms_are_the_paths_they_stand_for(tmp_path: Path, shape: str, same: str) -> None:
    found, expected = icon(tmp_path, shape), icon(tmp_path, f'<path d="{same}"/>')
    assert expected.min() == 0
    assert numpy.abs(found.astype(int) - expected).mean() < 0.6


def test_lines_are_as_wide_as_the_icon_makes_them(tmp_path: Path) -> None:
    """A line of two units, drawn by the outline of the area that it covers."""
    lines = {
        '<path d="M4 10H16" stroke="red" stroke-width="2"/>': "M4 9h12v2h-12z",
        '<line x1="4" y1="10" x2="16" y2="10" stroke="red" stroke-width="2" stroke-linecap="square"/>': (
            "M3 9h14v2h-14z"
        ),
        '<g fill="none" stroke="red"><rect x="4" y="4" width="12" height="12" stroke-width="2"/></g>': (
            "M3 3h14v14h-14z M5 5v10h10v-10z"
        ),
        '<g transform="scale(2)" stroke="red" fill="none"><polyline points="2 4 8 4 8 8"/></g>': (
            "M4 7h13v9h-2v-7h-11z"
        ),
    }
    for line, area in lines.items():
        found, expected = icon(tmp_path, line), icon(tmp_path, f'<path d="{area}"/>')
        assert expected.min() == 0
        assert numpy.abs(found.astype(int) - expected).mean() < 0.8, line


def test_without_a_fill_an_icon_has_its_own_colours(tmp_path: Path) -> None:
    (tmp_path / "icon.svg").write_text(
        f'{SVG}<g color="#0000ff"><rect width="20" height="20" fill="gold"/><circle cx="10" cy="10" r="5" '
        'style="fill: rgb(0, 128, 0)"/><path d="M0 19H20" stroke="currentColor" stroke-width="2"/></g></svg>'
    )
    mark = read_icon(tmp_path / "icon.svg")
    own = drawn(mark, None)
    places = ((10, 10), (50, 50), (50, 96))
    assert [own.getpixel(place) for place in places] == [(255, 215, 0), (0, 128, 0), (0, 0, 255)]
    red = drawn(mark, Fill(("#ff0000",)))
    assert [red.getpixel(place) for place in places] == [(255, 0, 0)] * 3


OUTER, INNER, BACK = "M2 2H18V18H2Z", "M6 6H14V14H6Z", "M6 6V14H14V6Z"


@pytest.mark.parametrize(
    ("inside", "hole"),
    [
        ('<circle cx="10" cy="10" r="8"/><circle cx="10" cy="10" r="4"/>', False),
        (f'<path d="{OUTER}{INNER}"/>', False),
        (f'<path d="{OUTER}{BACK}"/>', True),
        (f'<path d="{OUTER}"/><path d="{BACK}"/>', False),
        (f'<path fill-rule="nonzero" d="{OUTER}{INNER}"/>', False),
        (f'<path fill-rule="evenodd" d="{OUTER}{INNER}"/>', True),
        (f'<g style="fill-rule: evenodd"><path d="{INNER}{OUTER}"/></g>', True),
        (f'<path fill-rule="evenodd" d="{OUTER}{BACK}M8 8H12V12H8Z"/>', False),
        (f'<path fill-rule="evenodd" d="{OUTER}{INNER}"/><circle cx="10" cy="10" r="2"/>', False),
        (f'<path transform="matrix(-1 0 0 1 20 0)" d="{OUTER}"/><path d="{INNER}"/>', False),
        (
            (
                '<path fill-rule="evenodd" d="M2 10A8 8 0 1 0 18 10A8 8 0 1 0 2 10Z'
                'M6 10A4 4 0 1 0 14 10A4 4 0 1 0 6 10Z"/>'
            ),
            True,
        ),
    ],
)
def test_a_hole_is_where_the_fill_rule_has_one(tmp_path: Path, inside: str, hole: bool) -> None:
    found = icon(tmp_path, inside)
    assert (found[50, 50], found[50, 20], found[50, 2]) == (255 if hole else 0, 0, 255)


def test_an_outline_that_crosses_itself_has_no_hole_there(tmp_path: Path) -> None:
    star = icon(tmp_path, '<path d="M10 1L15.5 18L1 7.5H19L4.5 18Z"/>')
    assert star[50, 50] == 0


def test_very_many_outlines_with_holes_are_refused(tmp_path: Path) -> None:
    data = "M1 1H2V2Z" * 1_500
    with pytest.raises(InputError, match="too many outlines"):
        icon(tmp_path, f'<path fill-rule="evenodd" d="{data}"/>')


def test_notes_of_programs_are_passed_over(tmp_path: Path) -> None:
    root = SVG.replace("<svg", '<svg xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:version="1"')
    inside = (
        f'<i:view><i:grid/></i:view><g i:label="one" style="fill:#f00;stroke:none;stroke-width:1">{OK}</g>'
    )
    assert icon(tmp_path, inside, root).min() == 0


def test_without_a_viewbox_the_size_counts(tmp_path: Path) -> None:
    assert icon(tmp_path, OK, '<svg width="40px" height="20">').shape == (100, 200)


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("<g>\n<text>Ox</text></g>", "has no shape or line that is seen"),
        (
            '<path stroke="red" stroke-dasharray="1 -2" d="M0 0H1"/>',
            "icon.svg:2:1: has a <path> with an invalid",
        ),
        ('\n<image href="ox.png"/>', "icon.svg:3:1: has a <image>\n  help: trace it"),
        ("<script>alert(1)</script>", "icon.svg:2:1: has a <script>\n  help: remove it"),
        ('<path onclick="x()" d="M0 0H1V1Z"/>', "icon.svg:2:1: has a script (onclick)"),
        ('<a href="https://example.org"/>', "icon.svg:2:1: has a <a>"),
        ('<g href="#x"/>', "icon.svg:2:1: refers to something else (href)"),
        ('<use href="#x"/>', "icon.svg:2:1: has a <use>\n  help: make a copy of it"),
        (
            '<defs>\n<pattern id="a"/></defs>',
            "icon.svg:3:1: has a <pattern>\n  help: give each shape a colour or a gradient",
        ),
        ('<path fill="url(#a)" d="M0 0H1V1Z"/>', "icon.svg:2:1: has no gradient 'a'"),
        ('<path fill="url(a.svg#a)" d="M0 0H1V1Z"/>', "icon.svg:2:1: refers to something else (fill)"),
        ('<path stroke="url(#a)" d="M0 0H1V1Z"/>', "icon.svg:2:1: refers to something else (stroke)"),
        ('<path style="fill: url(#a)" d="M0 0H1V1Z"/>', "icon.svg:2:1: has no gradient 'a'"),
        ('<linearGradient><stop offset="a"/></linearGradient>', "icon.svg:2:17: has a <stop> that cannot"),
        ('<linearGradient href="a.svg#b"/>', "icon.svg:2:1: refers to something else (href)"),
        ('<linearGradient><path d="M0 0H1V1Z"/></linearGradient>', "icon.svg:2:17: has a <path>"),
        ('<stop offset="0"/>', "icon.svg:2:1: has a <stop>"),
        (
            '<linearGradient><stop stop-color="#ff000080"/></linearGradient>',
            "icon.svg:2:17: has a partly transparent colour",
        ),
        (
            '<linearGradient><stop stop-opacity=".5"/></linearGradient>',
            "icon.svg:2:17: is partly transparent",
        ),
        (
            '<linearGradient id="a" spreadMethod="repeat"/><path fill="url(#a)" d="M0 0H1V1Z"/>',
            "icon.svg:2:47: has a gradient that is repeated (spreadMethod)",
        ),
        (
            '<radialGradient id="a" fx="0"><stop/></radialGradient><path fill="url(#a)" d="M0 0H1V1Z"/>',
            "icon.svg:2:55: has a gradient around a point that is not its middle",
        ),
        ("<style>@import url(x)</style>", "icon.svg:2:1: has a <style>\n  help: write fill and stroke"),
        ('<path stroke="rad" d="M0 0H1V1Z"/>', "icon.svg:2:1: has an invalid colour 'rad'"),
        ('<path fill="#ff000080" d="M0 0H1V1Z"/>', "icon.svg:2:1: has a partly transparent colour"),
        ('<path stroke="red" stroke-width="1%" d="M0 0H1"/>', "has a <path> with an invalid"),
        (
            '<path stroke="red" stroke-width="99" d="M0 0H1"/>',
            "icon.svg:2:1: has a <path> with a line that is",
        ),
        ('<path clip-path="inset(1px)" d="M0 0H1V1Z"/>', "icon.svg:2:1: has a clip-path"),
        ('<path opacity=".5" d="M0 0H1V1Z"/>', "icon.svg:2:1: is partly transparent (opacity)"),
        ('<rect width="10%" height="1"/>', "icon.svg:2:1: has a <rect> that cannot be read"),
        (
            '<g transform="spin(1)"/>',
            "icon.svg:2:1: has a <g> that cannot be read: invalid transform 'spin(1)'",
        ),
        ('<path d="M0 0 Q"/>', "icon.svg:2:1: has path data that cannot be read: "),
        ('<path d="M0 0H1e308V1Z"/>', "icon.svg:2:1: has a shape that reaches far out of the viewBox"),
        ('<path d="M0 0H1e999V1Z"/>', "icon.svg:2:1: has a shape that reaches far out of the viewBox"),
        (f'<path d="M0 0{"h1" * 20_001}Z"/>', "icon.svg:2:1: has more than 20,000 lines and curves"),
        (f"<!--{'x' * 500_000}-->", "icon.svg: has 500,0"),
        ('<path d="M1 1Z"/>', "icon.svg: has no shape or line that is seen"),
        ("&nothing;", "icon.svg:2:1: is not well-formed SVG: undefined entity"),
        ("<path", "is not well-formed SVG"),
    ],
)
def test_what_an_icon_cannot_have(tmp_path: Path, inside: str, message: str) -> None:
    assert message in fault(tmp_path, f"{SVG}\n{inside}</svg>")


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (
            '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>',
            "icon.svg:1:13: has a DOCTYPE",
        ),
        (
            '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
            "icon.svg:1:13: has a DOCTYPE",
        ),
        (
            '<?xml-stylesheet href="https://example.org/x.css"?>',
            "icon.svg:1:1: has an instruction <?xml-styles",
        ),
        ("<html/>", "icon.svg:1:1: is <html>, not <svg>"),
    ],
)
def test_what_may_not_stand_before_an_icon(tmp_path: Path, before: str, message: str) -> None:
    assert message in fault(tmp_path, f"{before}\n{SVG}{OK}&b;</svg>")


@pytest.mark.parametrize("box", ["0 0 nan 1", "0 0 -1 1", "0 0 0 0", "0 0 1", "a b c d", "0 0 10mm 10mm"])
def test_an_icon_needs_a_viewbox(tmp_path: Path, box: str) -> None:
    message = fault(tmp_path, f'<svg viewBox="{box}">{OK}</svg>')
    assert "icon.svg:1:1: has " in message
    assert "viewBox" in message


def test_no_path_data_is_a_fault_of_ours(tmp_path: Path) -> None:
    chance = random.Random(2)
    told = 0
    for _ in range(100):
        data = "M1 1" + "".join(
            chance.choices("MmLlHhVvCcSsQqTtAaZz0123456789.-,e  ", k=chance.randrange(30))
        )
        (tmp_path / "icon.svg").write_text(f'{SVG}<path d="{data}"/></svg>', encoding="utf-8")
        try:
            read_icon(tmp_path / "icon.svg")
        except InputError:
            told += 1
    assert told
