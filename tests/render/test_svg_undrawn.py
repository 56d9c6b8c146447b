"""Whatever an icon asks for is drawn, harmless, or named: nothing of SVG is lost unsaid."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.errors import InputError
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.icons import Icon
from cardtools.render.pictures.svgicons import _read
from cardtools.render.pictures.svgshapes import DRAWN, HARMLESS
from cardtools.render.scene.scene import Box, Fill, Rectangle, Scene, TilePattern

# The index of attributes and properties of SVG 2 with the modules of CSS that it names, and those of SVG 1.1
# and of CSS that programs write. Attributes of filters and animations are those of refused elements.
NAMES = """
alignment-baseline animation animation-delay animation-name aria-label autofocus backdrop-filter background
background-color background-image baseline-shift baseProfile class clip clip-path clip-rule clipPathUnits
color
color-interpolation color-interpolation-filters color-profile color-rendering contentScriptType
contentStyleType cursor cx cy d data-name direction display dominant-baseline dx dy enable-background
externalResourcesRequired fill fill-opacity fill-rule filter flood-color flood-opacity font font-family
font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style font-variant
font-variation-settings font-weight fr fx fy glyph-orientation-horizontal glyph-orientation-vertical
gradientTransform gradientUnits height href id image-rendering inline-size isolation kerning lang
lengthAdjust letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask
mask-border mask-clip mask-composite mask-image mask-mode mask-origin mask-position mask-repeat mask-size
mask-type mix-blend-mode object-fit object-position offset offset-path offset-rotate onclick onload opacity
outline outline-color overflow overflow-x paint-order pathLength perspective pointer-events points
preserveAspectRatio r requiredExtensions requiredFeatures role rotate rx ry scale shape-image-threshold
shape-inside shape-margin shape-padding shape-rendering shape-subtract solid-color solid-opacity spreadMethod
src startOffset stop-color stop-opacity stroke stroke-alignment stroke-dashadjust stroke-dasharray
stroke-dashcorner stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
stroke-width style systemLanguage tabindex text-align text-anchor text-decoration text-orientation
text-overflow text-rendering text-shadow textLength title touch-action transform transform-box
transform-origin transform-style transition translate unicode-bidi user-select vector-effect version
vertical-align viewBox visibility white-space will-change width word-spacing writing-mode x x1 x2 y y1 y2
zoom zoomAndPan filll strokewidth box-shadow border border-radius
""".split()
ELEMENTS = """
a altGlyph animate animateColor animateMotion animateTransform audio canvas circle clipPath color-profile
cursor defs desc discard ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
feDiffuseLighting feDisplacementMap feDropShadow feFlood feGaussianBlur feImage feMerge feMorphology feOffset
feSpecularLighting feTile feTurbulence filter font font-face foreignObject g glyph hatch hkern iframe image
line linearGradient marker mask mesh meshgradient metadata mpath path pattern polygon polyline
radialGradient rect script set solidcolor stop style svg switch symbol text textPath title tref tspan use
video view vkern unknown
""".split()
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{}</svg>'
SHAPE = '<path d="M4 4H16V16L9 5Z" fill="#ff0000" stroke="#0000ff" stroke-linejoin="miter" {}/>'
ODD = "zz 3"  # a value that nothing has


def read(inside: str) -> Icon | str:
    """The icon, or why it is refused."""
    try:
        return _read(SVG.format(inside), "icon.svg")
    except InputError as error:
        return str(error)


PLAIN = read(SHAPE.format(""))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ['{}="{}"', 'style="{}: {}"'])
@pytest.mark.parametrize("value", [ODD, "2", "inherit", "url(#x)"])
def test_each_attribute_and_property_is_drawn_harmless_or_named(name: str, form: str, value: str) -> None:
    if re.search(rf"\b{name}=", SHAPE) and form.startswith("{"):
        return  # it has it
    if name == "style" or (name == "transform-origin"):
        return
    found = read(SHAPE.format(form.format(name, value)))
    if isinstance(found, str):
        assert "icon.svg:1:" in found
    elif name in DRAWN:
        geometry = {"viewBox", "width", "height", "points", "offset", "color", "stop-color", "display"}
        is_other = re.fullmatch(r"[xyr][12xy]?|c[xy]|f[xy]|gradient.*|spread.*", name) or name in geometry
        is_fine = is_other or value == "inherit"
        assert is_fine or found != PLAIN or any(one[0].startswith(name) for one in found.undrawn)
    elif not any(one[0] == name for one in found.undrawn):
        families = ("aria-", "data-", "font", "text-", "animation", "transition")
        assert name in HARMLESS or name.startswith(families)
        assert found == PLAIN


@pytest.mark.parametrize("name", ELEMENTS)
def test_each_element_is_drawn_harmless_or_refused_by_name(name: str) -> None:
    shape = 'd="M1 1H3V3Z" width="2" height="2" r="2" rx="2" ry="1" points="1,1 3,3 3,1" x2="3" stroke="red"'
    found = read(f"{SHAPE.format('')}<{name} {shape}/>")
    if isinstance(found, str):
        assert f"<{name}>" in found
        return
    assert isinstance(PLAIN, Icon)
    if name == "text":
        assert found == PLAIN._replace(undrawn=found.undrawn)
        assert [what for what, *_ in found.undrawn] == ["<text>"]
    elif name in ("title", "desc", "metadata", "defs", "g", "linearGradient", "radialGradient"):
        assert found == PLAIN
    else:
        assert len(found.parts) > len(PLAIN.parts)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('vector-effect="none" isolation="auto" mix-blend-mode="normal" marker-end="none"', []),
        ('vector-effect="non-scaling-stroke"', ["vector-effect"]),
        ('style="mix-blend-mode:multiply;stroke-linejoin:arcs"', ["mix-blend-mode", "stroke-linejoin: arcs"]),
        ('paint-order="stroke"', []),
        ('paint-order="strokes"', ["paint-order: strokes"]),
        ('transform-origin="5px 5px" transform="rotate(3)"', ["transform-origin"]),
        ('transform-origin="5 5"', []),
        ('xmlns:k="http://k.org" k:cx="4" k:strange="x"', []),
    ],
)
def test_what_has_no_effect_is_not_named(text: str, named: list[str]) -> None:
    found = read(SHAPE.replace(' stroke-linejoin="miter"', "").format(text))
    assert isinstance(found, Icon)
    assert [what for what, _, _ in found.undrawn] == named


@given(st.lists(st.sampled_from(["mix-blend-mode", "vector-effect", "clip", "outline"]), max_size=9))
def test_each_is_named_once_at_its_first_place(names: list[str]) -> None:
    found = read("\n".join(SHAPE.format(f'{name}="odd"') for name in ["id", *names]))
    assert isinstance(found, Icon)
    first = {name: index + 2 for index, name in reversed(list(enumerate(names)))}
    assert {what: line for what, line, _ in found.undrawn} == first
    assert len(found.undrawn) == len(first)


def pixels(icon: Icon, fill: Fill | None, dpi: int = 100) -> Any:
    items = icon.items("icon", Box(0, 0, 25.4, 25.4), fill, None)
    image = Rasteriser({}, {}, dpi).image(Scene("x", 25.4, 25.4, 0, 0, tuple(items)))
    return numpy.asarray(image).astype(int)


def icon_of(inside: str) -> Icon:
    found = read(inside)
    assert isinstance(found, Icon), found
    return found


def test_a_line_is_below_its_area_where_the_file_says_so() -> None:
    circle = '<circle cx="10" cy="10" r="6" fill="#ff0000" stroke="#0000ff" stroke-width="4" {}/>'
    over, below = (pixels(icon_of(circle.format(order)), None) for order in ("", 'paint-order="stroke"'))
    group = pixels(icon_of(f'<g style="paint-order: stroke fill">{circle.format("")}</g>'), None)
    assert over[50, 25].tolist() == [0, 0, 255]  # 5 from the middle: inside, under the line
    assert below[50, 25].tolist() == [255, 0, 0]
    assert (group == below).all()


def test_values_are_inherited_and_collapsed_shapes_are_not_seen() -> None:
    inside = '<g fill="#00ff00" stroke="none"><path fill="inherit" d="M0 0H20V20H0Z"/></g>'
    assert pixels(icon_of(inside), None)[50, 50].tolist() == [0, 255, 0]
    hidden = f'<path d="M0 0H20V20H0Z" visibility="collapse"/>{SHAPE.format("")}'
    assert pixels(icon_of(hidden), None)[2, 2].tolist() == [255, 255, 255]


LINES = [
    '<path d="M4 16L10 4L16 16" fill="none" stroke="red" stroke-width="3" stroke-linejoin="{}"/>',
    '<path d="M4 16C4 2 16 2 16 16" fill="none" stroke="red" stroke-width="2" stroke-linecap="{}"/>',
    '<rect x="4" y="5" width="12" height="9" fill="none" stroke="red" stroke-linejoin="{}"/>',
    '<circle cx="10" cy="10" r="6" fill="none" stroke="red" stroke-width="2" stroke-linecap="{}"/>',
    '<path d="M3 10L17 10L4 11" fill="none" stroke="red" stroke-linejoin="{}"/>',
]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("kind", ["miter", "round", "bevel", "butt", "square"])
def test_a_line_with_a_gradient_covers_what_the_line_covers(line: str, kind: str) -> None:
    icon = icon_of(line.format(kind))
    plain = pixels(icon, Fill(("#000000",)))[..., 0]
    shaded = pixels(icon, Fill(("#000000", "#000001")))[..., 0]
    assert plain.min() == 0
    assert numpy.abs(plain - shaded).mean() < 0.6


def test_a_line_has_the_colours_of_its_gradient_and_its_pattern() -> None:
    icon = icon_of('<path d="M10 0V20" stroke="red" stroke-width="4"/>')
    shaded = pixels(icon, Fill(("#ff0000", "#0000ff")))
    assert shaded[4, 50, 0] > 230
    assert shaded[95, 50, 2] > 230
    tile = TilePattern((Rectangle(Box(0, 0, 1, 1), 0.0, Fill(("#00ff00",))),), 1, 1)
    assert pixels(icon, Fill((), pattern=tile))[50, 50].tolist() == [0, 255, 0]


@pytest.fixture
def game(cardtools: Any, folder: Path, write: Callable[..., Path]) -> Callable[[str], None]:
    """A game of two cards whose face has an icon; and a second face, with the same one."""

    def make(inside: str) -> None:
        assert cardtools("init", ".", "--blank", "-q").code == 0
        face = folder / "templates/card.toml"
        icons = '[icons]\nmark = "mark.svg"\n\n[elements.mark]\nkind = "symbol"\nicon = "mark"\nleft = 9\n'
        face.write_text(face.read_text() + icons + "width = 9\ntop = 60\nheight = 9\n")
        write("templates/other.toml", 'extends = "card.toml"\n')
        write("templates/mark.svg", SVG.format("\n" + inside))
        project = folder / "cardtools.toml"
        other = '[[faces]]\nface = "templates/other.toml"\nwhen = "COST == 1"\n\n[[faces]]'
        project.write_text(project.read_text().replace("[[faces]]", other, 1))

    return make


@pytest.mark.parametrize("command", ["render", "proof", "validate", "build", "sheet", "export --to zip"])
def test_every_command_that_draws_or_checks_names_it_once(cardtools: Any, game: Any, command: str) -> None:
    game(SHAPE.format('style="mix-blend-mode: multiply"') + SHAPE.format('mix-blend-mode="screen"'))
    outcome = cardtools(*command.split())
    lines = [line for line in (outcome.out + outcome.err).splitlines() if "RND016" in line]
    said = "the icon asks for mix-blend-mode, which is not drawn"
    assert lines == [f"templates/mark.svg:2:1: RND016 undrawn-svg: warning: {said}"]
    assert outcome.code == 0


def test_validate_reports_what_makes_an_icon_unusable(cardtools: Any, game: Any) -> None:
    game("<image/>")
    outcome = cardtools("validate")
    assert outcome.code == 1
    assert outcome.out.count("templates/mark.svg:2:1: has a <image>") == 1
