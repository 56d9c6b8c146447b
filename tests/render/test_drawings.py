"""SVG files as art: by path, one element of them, their strokes and dashes, and what they must not do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from render_helpers import HERE, Load, compose, pixels_of

from cardtools.cards.picture_cells import file_of
from cardtools.ground.errors import InputError
from cardtools.render.compose.compose_checks import undrawn_in
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.pictures.svgicons import read_svg

FACE = """[card]
width = 20
height = 20
bleed = 0
safe = 0
[elements.it]
kind = "image"
left = 0
width = 20
top = 0
height = 20
"""
SIGN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
<rect id="sky" width="40" height="20" fill="#0000ff"/>
<g transform="translate(20 0)"><g id="gem">
<rect x="5" y="5" width="10" height="10" fill="#ff0000"/>
<rect x="8" y="8" width="4" height="4" fill="#00ff00"/></g></g>
<line id="rope" x1="0" y1="10" x2="40" y2="10" stroke="#000" stroke-width="2" stroke-dasharray="4 4"/>
</svg>"""
RED, GREEN, BLUE, BLACK, WHITE = [255, 0, 0], [0, 255, 0], [0, 0, 255], [0, 0, 0], [255, 255, 255]


@pytest.fixture
def draw(load: Load, tmp_path: Path) -> Any:
    (tmp_path / "signs").mkdir()
    (tmp_path / "signs/sign.svg").write_text(SIGN)

    def drawn(keys: str) -> Any:
        art = ArtFiles((tmp_path,))
        scene = compose(load(FACE + keys), {})[0]
        for item in scene.items:
            art.load(getattr(item, "source", ""), HERE, "card Ox")
        return pixels_of(scene, {}, art)

    return drawn


def test_a_drawing_fits_its_box_and_fills_it_as_a_picture_does(draw: Any) -> None:
    whole = draw('image = "signs/sign.svg"\nfit = "fit"\n')
    assert [whole[y, 30].tolist() for y in (40, 70, 160)] == [WHITE, BLUE, WHITE]
    assert [whole[100, x].tolist() for x in (10, 30, 50)] == [BLACK, BLUE, BLACK]  # dashes
    part = draw('image = "signs/sign.svg"\nfocus_x = 1\nradius = 10\n')
    assert [part[y, x].tolist() for y, x in ((3, 3), (60, 60), (90, 110))] == [WHITE, RED, GREEN]


def test_one_element_of_a_drawing_fills_its_place(draw: Any) -> None:
    gem = draw('image = "signs/sign.svg#gem"\n')
    assert [gem[y, x].tolist() for y, x in ((2, 2), (197, 197), (100, 100))] == [RED, RED, GREEN]
    rope = draw('image = "signs/sign.svg#rope"\nfit = "fit"\n')
    assert rope[100, 5].tolist() == BLACK
    assert rope[80, 5].tolist() == WHITE


def test_an_element_that_is_not_there_is_told_with_those_that_are(draw: Any) -> None:
    with pytest.raises(InputError) as caught:
        draw('image = "signs/sign.svg#gems"\n')
    (problem,) = caught.value.diagnostics
    assert "has no shape or line with the id 'gems'" in problem.message
    assert problem.hint == "did you mean gem?"


def test_a_text_in_a_drawing_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(
        '<svg viewBox="0 0 9 9">\n<path d="M0 0H9V9Z"/>\n<text x="1"><tspan>hi</tspan></text></svg>'
    )
    (finding,) = undrawn_in(read_svg(path), path)
    assert finding.message == "the icon asks for <text>, which is not drawn"
    assert finding.location.line == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg viewBox='0 0 9 9'/>", "has a DOCTYPE"),
        ("<svg viewBox='0 0 9 9'><image href='/etc/passwd'/></svg>", "has a <image>"),
        ("<svg viewBox='0 0 9 9'><script>1</script></svg>", "has a <script>"),
        ("nothing", "is not well-formed SVG"),
    ],
)
def test_a_drawing_is_read_by_the_guarded_reader(draw: Any, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "signs/sign.svg").write_text(text)
    with pytest.raises(InputError, match=message):
        draw('image = "signs/sign.svg"\n')
    with pytest.raises(InputError, match="is outside the art folder"):
        draw('image = "../sign.svg#a"\n')


def test_only_a_drawing_has_parts() -> None:
    assert [file_of(name) for name in ("a.svg#b", "a.SVG#b/c", "a#1.png", "a#b.svg", "a.svg")] == [
        "a.svg", "a.SVG", "a#1.png", "a#b.svg", "a.svg",
    ]  # fmt: skip


def test_a_drawing_is_no_tile(load: Load) -> None:
    pattern = FACE.replace("image", "rectangle") + 'pattern = { image = "a.svg", width = 1 }\n'
    with pytest.raises(InputError, match="is no tile of a pattern"):
        compose(load(pattern), {})
