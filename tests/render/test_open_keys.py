"""Keys that are templates: numbers, choices and names that each card gives."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from render_helpers import Load, compose

from cardtools.ground.errors import InputError
from cardtools.render.face.load import Face
from cardtools.render.face.open_keys import as_written
from cardtools.render.scene.scene import Rectangle, Scene, runs, walk

HEAD = """
[fonts]
text = "font.ttf"
[styles.plain]
font = "text"
size = 8
[styles.large]
font = "text"
size = 20
"""
BAR = """
[elements.bar]
kind = "rectangle"
left = "{{ 3 + 8 * LEVEL }}"
width = 5
top = 10
height = "{% if TALL %}20{% else %}10{% endif %}"
fill = "#102030"
fill_shape = "{{ SHAPE }}"
radius = "{{ ROUND }}"
"""
BOX = "left = 5\nright = 5\ntop = 5\nheight = 15\n"
CARD = {"LEVEL": 2, "TALL": True, "SHAPE": "radial", "ROUND": None}


def scene_of(face: Face, **values: Any) -> Scene:
    return compose(face, values)[0]


def problems(face: Face, **values: Any) -> list[str]:
    with pytest.raises(InputError) as error:
        compose(face, values)
    return [f"{one.location.line}: {one.message}" for one in error.value.diagnostics]


def bar(face: Face, **values: Any) -> Rectangle:
    (item,) = scene_of(face, **{**CARD, **values}).items
    assert isinstance(item, Rectangle)
    return item


def test_position_size_and_choice_are_those_of_the_card(load: Load) -> None:
    face = load(HEAD + BAR)
    first, second = bar(face), bar(face, LEVEL=4, TALL=False, ROUND="0,15cm")
    assert (first.box.left, first.box.width, first.box.height, first.radius) == (19, 5, 20, 0)
    assert (second.box.left, second.box.height, second.radius) == (35, 10, 1.5)
    assert first.fill and first.fill.shape == "radial"


def test_equal_cards_are_bound_once(load: Load) -> None:
    face = load(HEAD + BAR)
    for level in (1, 2, 1, 2, 1):
        bar(face, LEVEL=level)
    assert len(face.bound) == 2


def test_a_face_without_templates_is_not_bound(load: Load) -> None:
    face = load(HEAD + f'[elements.a]\nkind = "text"\nstyle = "plain"\ntext = "{{{{ NAME }}}}"\n{BOX}')
    scene_of(face, NAME="x")
    assert (face.open.roots, face.bound) == (set(), {})


def test_the_style_and_its_size_are_those_of_the_card(load: Load) -> None:
    text = '[elements.t]\nkind = "text"\ntext = "Word"\n' + BOX
    named = load(f"{HEAD}{text}style = \"{{{{ 'large' if NAME|length < 5 else 'plain' }}}}\"")
    sizes = [run.size for name in ("Oak", "Old oak") for run in runs(scene_of(named, NAME=name))]
    assert sizes == [20, 8]
    sized = load(
        f'{HEAD}[styles.own]\nfont = "text"\nsize = "{{{{ SIZE }}}}"\nminimum = 7\n{text}style = "own"'
    )
    assert [run.size for size in (9, 12.5) for run in runs(scene_of(sized, SIZE=size))] == [9, 12.5]
    inline = load(f'{HEAD}{text}style = {{ size = "{{{{ SIZE }}}}" }}')
    assert [run.size for size in (9, 12.5) for run in runs(scene_of(inline, SIZE=size))] == [9, 12.5]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"LEVEL": "x"}, "8 * 'x' is not allowed here"),
        ({"LEVEL": 9}, "bar leaves the bleed"),
        ({"SHAPE": "round"}, "fill_shape = 'round', expected one of linear, radial, conic"),
        ({"ROUND": -1}, "radius = -1, expected 0 to 1000"),
        ({"ROUND": "wide"}, "radius = 'wide', expected a length"),
        ({"ROUND": "nan"}, "radius = 'nan', expected a length"),
        ({"ROUND": "1e999"}, "radius = '1e999', expected a length"),
    ],
)
def test_what_does_not_fit_is_named_with_the_card(load: Load, values: dict[str, Any], message: str) -> None:
    (found,) = problems(load(HEAD + BAR), **{**CARD, **values})
    assert found.split(": ", 1)[1].startswith("card without a name: ")
    assert message in found


def test_faults_that_need_no_card_are_found_with_the_face(load: Load) -> None:
    wrong = BAR.replace("3 + 8", "3 +* 8").replace('"rectangle"', '"{{ KIND }}"')
    with pytest.raises(InputError) as error:
        load(HEAD + wrong)
    assert "unknown kind '{{ KIND }}'" in str(error.value)
    with pytest.raises(InputError, match="not a Jinja2 template"):
        load(HEAD + BAR.replace("3 + 8", "3 +* 8"))
    with pytest.raises(InputError, match="font of a style with axes is no template"):
        load(HEAD + '[styles.v]\nfont = "{{ F }}"\nsize = 8\naxes = { wght = 400 }')
    face = load(f'{HEAD}[elements.t]\nkind = "text"\ntext = "x"\nstyle = "{{{{ S }}}}"\n{BOX}')
    assert problems(face, S="plian") == ["13: card without a name: no style 'plian'"]


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers() | st.text() | st.booleans())
def test_a_value_is_what_a_toml_file_would_have(value: Any) -> None:
    made = as_written(value)
    assert made is None or isinstance(made, bool | int | float | str)
    assert as_written(made) == made
    if isinstance(value, int | float):
        assert made == value


PLACES = """
[elements.bar]
box = [5, 6, 7, 8]
fill = "#102030"
[elements.group.elements.words]
box = [25, 6, 30, 20]
text = "{{ NAME }}"
style = "plain"
"""


def layout(load: Load, **cells: Any) -> tuple[Scene, list[str]]:
    """The card with these cells, and its findings; `a__b` is the column `layout.a.b`."""
    values = {f"layout.{key.replace('__', '.')}": value for key, value in cells.items()}
    scene, findings = compose(load(HEAD + PLACES), {"NAME": "Oak", **values})
    return scene, [f"{one.code}: {one.message} ({one.hint})" for one in findings]


def test_a_column_changes_an_element(load: Load) -> None:
    cells = {"bar__left": 20, "bar__top": "+= 5", "bar__fill": "#FF0000", "bar__radius": None}
    scene, findings = layout(load, **cells, group__words__text="{{ NAME }}", group__words__style="large")
    (first,) = [item for item in walk(scene.items) if isinstance(item, Rectangle)]
    assert (first.box.left, first.box.top, first.box.width, first.box.height) == (20, 11, 7, 8)
    assert first.fill and first.fill.colours == ("#ff0000",)
    (run,) = runs(scene)
    assert (run.text, run.size) == ("{{ NAME }}", 20)  # what a cell has is no template
    assert findings == []


@pytest.mark.parametrize(
    ("cells", "left", "width"),
    [
        ({"right": "0.5in"}, 63.5 - 12.7 - 7, 7),
        ({"right": 10, "left": 20}, 20, 33.5),
        ({"width": 20}, 5, 20),
        ({"left": ""}, 5, 7),
    ],
)
def test_a_side_takes_the_place_of_another(
    load: Load, cells: dict[str, Any], left: float, width: float
) -> None:
    scene, _ = layout(load, **{f"bar__{key}": value for key, value in cells.items()})
    box = next(item.box for item in walk(scene.items) if isinstance(item, Rectangle))
    assert (box.left, box.width) == pytest.approx((left, width))


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("baar__left", "RND040: the column layout.baar.left: no element 'baar' (did you mean bar?)"),
        ("bar__lft", "RND040: the column layout.bar.lft: no key 'lft' (did you mean left?)"),
        ("words__left", "no element 'words'"),
        ("bar__kind", "no key 'kind'"),
        ("bar", "no element ''"),
    ],
)
def test_a_column_that_changes_nothing_is_a_finding(load: Load, cell: str, message: str) -> None:
    scene, (found,) = layout(load, **{cell: 5})
    assert message in found
    assert len(runs(scene)) == 1


def test_a_cell_that_does_not_fit_is_named_with_the_card(load: Load) -> None:
    with pytest.raises(InputError, match=r"card Oak: left = 'wide', expected a length"):
        layout(load, bar__left="wide")
    with pytest.raises(InputError, match=r"card Oak: bar leaves the bleed"):
        layout(load, bar__left=70)
