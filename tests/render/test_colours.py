"""Colours of CSS: names, short forms, and opacities, wherever a face or a sheet has a colour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL.ImageColor import getrgb
from render_helpers import Load, compose, pixels_of

from cardtools.ground.colours import mixed, opacity_of, read_colour
from cardtools.ground.errors import InputError
from cardtools.print.sheets.definition import CropMarks
from cardtools.render.scene.scene import Rectangle, Stroke, walk

FACE = """[card]
width = 20
height = 20
bleed = 0
safe = 0
[fonts]
font = "font.ttf"
[colours]
red = "#00ff00"
veil = "#0000ff40"
[styles.it]
font = "font"
size = 40
"""
WHOLE = "left = 0\nwidth = 20\ntop = 0\nheight = 20\n"


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#1A2b3c", "#1a2b3c"), ("#abc", "#aabbcc"), ("#abcf", "#aabbcc"), ("#ff000080", "#ff000080"),
        ("#f008", "#ff000088"), ("Navy", "#000080"), ("transparent", "#00000000"),
        ("RebeccaPurple", "#663399"),
        ("#12345", ""), ("navyy", ""), ("", ""), ("#", ""), ("rgb(1,2,3)", ""), ("#00ff00\n", ""),
    ],
)  # fmt: skip
def test_a_colour_is_read(text: str, colour: str) -> None:
    read_colour.cache_clear()
    assert read_colour(text) == colour


def test_a_name_is_read_after_others_have_read_it() -> None:
    for _ in range(2):
        read_colour.cache_clear()
        assert read_colour("tomato") == "#ff6347"
        assert getrgb("tomato") == (255, 99, 71)  # which Pillow remembers in its own table


@given(st.integers(0, 255), st.integers(0, 255))
def test_a_mixed_colour_lies_between_ground_and_colour(part: int, share: int) -> None:
    colour = f"#{part:02x}0000{share:02x}"
    red = int(mixed(colour, 0)[1:3], 16)
    assert red == round(part * share / 255)
    assert 0 <= opacity_of(read_colour(colour)) <= 1


def test_a_name_of_the_face_counts_more_than_one_of_css(load: Load) -> None:
    scene, _ = compose(
        load(f'{FACE}[elements.a]\nkind = "rectangle"\n{WHOLE}fill = "red"\nstroke = "navy"\n'), {}
    )
    (item,) = scene.items
    assert isinstance(item, Rectangle)
    assert item.fill
    assert item.fill.colours == ("#00ff00",)
    assert item.stroke == Stroke("#000080", 0.25)


@pytest.mark.parametrize(
    ("element", "wanted"),
    [
        (f'kind = "rectangle"\n{WHOLE}fill = "#ff000080"\n', (255, 127, 127)),
        (f'kind = "rectangle"\n{WHOLE}fill = "veil"\n', (191, 191, 255)),
        (f'kind = "rectangle"\n{WHOLE}fill = "#ff000080"\nopacity = 0.5\n', (255, 191, 191)),
        (f'kind = "rectangle"\n{WHOLE}fill = ["#ff000080", "#ff000081"]\n', (255, 127, 127)),
        ('kind = "line"\nleft = 0\nright = 0\ntop = 10\nheight = 0\nstroke_width = 5\nstroke = "#f008"\n',
         (255, 119, 119)),
        (f'kind = "text"\n{WHOLE}style = "it"\ntext = "█<c #ff000080>x</c>"\n', (255, 255, 255)),
    ],
)  # fmt: skip
def test_the_opacity_of_a_colour_is_drawn(load: Load, element: str, wanted: tuple[int, ...]) -> None:
    scene, _ = compose(load(f"{FACE}[elements.a]\n{element}"), {})
    face = load(f"{FACE}[elements.a]\n{element}")
    found = pixels_of(scene, face.metrics.files(), {})[100, 100]
    assert tuple(found) == pytest.approx(wanted, abs=2)


def test_a_gradient_fades_out_and_its_outline_stays(load: Load) -> None:
    more = 'fill = ["#ff0000", "#ff000000"]\nfill_angle = 0\nstroke = "black"\nstroke_width = 2\n'
    scene, _ = compose(load(f'{FACE}[elements.a]\nkind = "rectangle"\n{WHOLE}{more}'), {})
    pixels = pixels_of(scene, {}, {})
    greens = [int(pixels[100, x, 1]) for x in range(12, 188)]
    assert greens == sorted(greens)
    assert greens[0] < 30
    assert greens[-1] > 225
    assert pixels[100, 199].tolist() == [0, 0, 0]


def test_words_are_as_opaque_as_their_colour(load: Load) -> None:
    face = load(FACE + f'[elements.a]\nkind = "text"\n{WHOLE}style = "it"\ntext = "M"\n')
    clear = load(
        (FACE + f'[elements.a]\nkind = "text"\n{WHOLE}style = "it"\ntext = "M"\n').replace(
            "size = 40", 'size = 40\ncolour = "#00000080"'
        )
    )
    black, veiled = (pixels_of(compose(one, {})[0], one.metrics.files(), {}).min() for one in (face, clear))
    assert (black, veiled) == (0, pytest.approx(127, abs=1))
    scene = compose(clear, {})[0]
    assert {run.colour for text in scene.texts for run in text.runs} == {"#000000"}
    assert [run for text in scene.texts for run in text.runs] == list(walk(scene.items))


def test_marks_of_a_sheet_are_mixed_with_the_paper() -> None:
    marks = CropMarks(colour="#ff000080", second="navy")
    assert (marks.colour, marks.second) == ("#ff7f7f", "#000080")


def test_what_is_no_colour_is_told_what_would_be(load: Load) -> None:
    with pytest.raises(InputError) as caught:
        load(f'{FACE}[elements.a]\nkind = "rectangle"\n{WHOLE}fill = "#12345"\n')
    (problem,) = caught.value.diagnostics
    assert problem.hint == "write one like #1a2b3c, or a name of CSS such as navy"


def test_a_name_is_read_after_pillow_has_read_it() -> None:
    from PIL import ImageColor

    ImageColor.getrgb("rebeccapurple")  # it puts numbers in the place of the text
    assert read_colour("rebeccapurple") == "#663399"
