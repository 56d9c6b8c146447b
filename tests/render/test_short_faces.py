"""What a face says shortly: boxes in one line, styles of an element's own, parts, repetition, `extends`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from render_helpers import Load, compose

from cardtools.ground.errors import InputError
from cardtools.render.face.load import Face, elements, load_face
from cardtools.render.face.model.elements import TextElement
from cardtools.render.face.model.placed import Placed
from cardtools.render.scene.scene import Rectangle, Scene, runs, walk

FONTS = '[fonts]\ntext = "font.ttf"\nbold = "font.ttf"\n'
BADGE = """
[parts.badge.elements]
disc = { box = ["{{ x }}", 6, 10, 10], radius = 5, fill = "{{ colour }}" }
value = { box = ["{{ x }}", 6, 10, 10], text = "{{ value }}", style = { size = "{{ points }}" } }

[parts.badge.with]
points = 12

[elements]
cost = { use = "badge", with = { x = 5, value = "{{ COST }}", colour = "#f0d090" } }
level = { use = "badge", with = { x = 48, value = "{{ LEVEL * 2 }}", colour = "#90c0d0", points = 8 } }
"""


def scene_of(face: Face, **values: Any) -> Scene:
    return compose(face, values)[0]


def boxes(scene: Scene) -> list[tuple[float, float, float, float]]:
    found = [item.box for item in walk(scene.items) if isinstance(item, Rectangle)]
    return [(box.left, box.top, box.width, box.height) for box in found]


def faults(load: Load, text: str) -> str:
    with pytest.raises(InputError) as error:
        load(text)
    return str(error.value)


@pytest.mark.parametrize(
    ("box", "sides"),
    [
        ("-3", {"left": -3, "right": -3, "top": -3, "bottom": -3}),
        ("[5, 6, 7, 8]", {"left": 5, "top": 6, "width": 7, "height": 8}),
        ("[5, 6, -7, 8]", {"left": 5, "top": 6, "right": 7, "height": 8}),
        ('["0.5in", 6, "-1cm", -8]', {"left": 12.7, "top": 6, "right": 10, "bottom": 8}),
    ],
)
def test_a_box_in_one_line_is_that_of_its_sides(load: Load, box: str, sides: dict[str, float]) -> None:
    element = load(f'[elements.a]\nkind = "rectangle"\nbox = {box}').design.elements["a"]
    names = ("left", "width", "right", "top", "height", "bottom")
    assert isinstance(element, Placed)
    assert {name: value for name in names if (value := getattr(element, name)) is not None} == sides


@pytest.mark.parametrize("box", ["[1, 2, 3]", "true", "[1, 2, 3, 4, 5]", "{ left = 1 }", "[]"])
def test_a_wrong_box_is_reported_with_its_line(load: Load, box: str) -> None:
    assert re.search(r"face.toml:[23].*box", faults(load, f'[elements.a]\nkind = "rectangle"\nbox = {box}'))


def test_the_box_of_a_face_that_extends_replaces_the_sides_of_the_other(load: Load, tmp_path: Path) -> None:
    load('[elements.a]\nkind = "rectangle"\nleft = 1\nwidth = 2\ntop = 3\nbottom = 4')
    path = tmp_path / "other.toml"
    path.write_text('extends = "face.toml"\n[elements.a]\nbox = [5, 6, -7, 8]')
    assert boxes(scene_of(load_face(path))) == [(5, 6, 63.5 - 12, 8)]


def test_kinds_and_styles_need_no_saying(load: Load) -> None:
    face = load(
        FONTS + '[icons]\n[styles.base]\nfont = "bold"\nsize = 20\n[elements]\n'
        'a = { box = 5, text = "x" }\nb = { box = 5, image = "{{ I }}" }\n'
        'c = { box = 5, stroke = "#000000" }\n'
        'd = { box = 5, data = "x" }\ne = { elements = { f = { box = 5, text = "x", style = "base" } } }\n'
        'g = { box = 5, text = "x", fill = ["#ffffff"], style = { extends = "base", size = "*= 0.5" } }'
    )
    kinds = {str(keys[-1]): element.kind for keys, element in elements(face.design)}
    assert kinds == {
        "a": "text", "b": "image", "c": "rectangle", "d": "qr", "e": "group", "f": "text", "g": "text"
    }  # fmt: skip
    sizes = [(run.size, run.font) for run in runs(scene_of(face, I=""))]
    assert sizes[0][0] == 9
    assert [size for size, _ in sizes[1:]] == [20, 10]


def test_faults_of_a_style_of_ones_own_are_at_its_element(load: Load) -> None:
    said = faults(load, FONTS + '[elements]\na = { box = 5, text = "x", style = { size = 0, sise = 9 } }')
    assert "face.toml:5" in said
    assert "sise" in said
    said = faults(load, FONTS + '[elements]\na = { box = 5, text = "x", style = { extends = "bse" } }')
    assert "face.toml:5" in said


def test_an_element_extends_another(load: Load) -> None:
    face = load(
        '[elements.a]\nbox = [5, 6, 7, 8]\nfill = "#102030"\n'
        '[elements.b]\nextends = "a"\ntop = "+= 10"\n[elements.c]\nextends = "b"\nleft = "+= 0.5cm"\n'
    )
    assert boxes(scene_of(face)) == [(5, 6, 7, 8), (5, 16, 7, 8), (10, 16, 7, 8)]
    said = faults(
        load, '[elements.a]\nextends = "c"\n[elements.b]\nextends = "a"\n[elements.c]\nextends = "b"'
    )
    assert "leads back" in said
    said = faults(load, '[elements.thing]\nfill = "#102030"\nbox = 5\n[elements.b]\nextends = "thin"')
    assert "did you mean thing?" in said


def test_an_element_of_another_kind_has_the_place_of_the_one_that_it_extends(load: Load) -> None:
    face = load(
        FONTS + '[elements]\na = { box = [5, 6, 7, 8], fill = "#102030", radius = 2 }\n'
        'b = { extends = "a", text = "x" }'
    )
    element = face.design.elements["b"]
    assert isinstance(element, TextElement)
    assert (element.left, element.height, element.fill) == (5, 8, ())


def test_a_part_is_used_with_values(load: Load) -> None:
    scene = scene_of(load(FONTS + BADGE), COST=3, LEVEL=4)
    assert boxes(scene) == [(5, 6, 10, 10), (48, 6, 10, 10)]
    assert [(run.text, run.size) for run in runs(scene)] == [("3", 12), ("8", 8)]
    colours = [item.fill.colours for item in walk(scene.items) if isinstance(item, Rectangle) and item.fill]
    assert colours == [("#f0d090",), ("#90c0d0",)]


def test_what_a_cell_has_is_no_template(load: Load) -> None:
    text = "{{ project.secret }} {% for x in y %}"
    part = '[parts.p.elements]\na = { box = 5, text = "{{ v }}" }\n[elements]\n'
    scene = scene_of(load(f'{FONTS}{part}b = {{ use = "p", with = {{ v = "{{{{ COST }}}}" }} }}'), COST=text)
    assert " ".join(run.text for run in runs(scene)).startswith("{{ project")


def test_an_element_is_repeated_for_a_list_and_for_a_number(load: Load) -> None:
    text = (
        FONTS
        + """
[elements.tag]
for = "TAGS"
when = "item != 'no'"
box = ["{{ 5 + 10 * index }}", 5, 9, 5]
text = "{{ item }}/{{ count }}"
[elements.dot]
for = "LEVEL"
box = ["{{ 5 * item }}", 50, 4, 4]
fill = "#102030"
[elements.cell]
for = "range"
elements.in = { for = "item", box = ["{{ 5 * item }}", 70, 4, 4], fill = "#102030" }
"""
    )
    scene = scene_of(load(text), TAGS=("a", "no", "b"), LEVEL=2, range=[[1, 2], [3]])
    assert [(run.text, run.left) for run in runs(scene)] == [("a/3", 5), ("b/3", 25)]
    assert [box[0] for box in boxes(scene)] == [5, 10, 5, 10, 15]
    assert scene_of(load(text), TAGS=None, LEVEL=0, range=()).items == ()


@pytest.mark.parametrize(
    ("value", "message"),
    [("no list", "gives no list"), (201, "expected at most 200"), (-1, ""), ([1] * 201, "at most 200")],
)
def test_what_cannot_be_repeated_is_reported(load: Load, value: Any, message: str) -> None:
    face = load('[elements.a]\nfor = "X"\nbox = 5\nfill = "#102030"')
    if not message:
        assert scene_of(face, X=value).items == ()
        return
    with pytest.raises(InputError, match=message):
        scene_of(face, X=value)


def test_repetition_in_repetition_has_an_end(load: Load) -> None:
    inner = '{ for = "200", box = 5, fill = "#102030" }'
    for _ in range(4):
        inner = f'{{ for = "200", elements = {{ x = {inner} }} }}'
    with pytest.raises(InputError, match="steps for the card"):
        scene_of(load(f"[elements]\na = {inner}"))


def test_parts_that_multiply_or_lead_back_have_an_end(load: Load) -> None:
    many = "".join(
        f"[parts.p{n}.elements]\n" + "".join(f'e{k} = {{ use = "p{n + 1}" }}\n' for k in range(10))
        for n in range(9)
    )
    end = '[parts.p9.elements]\na = { box = 5, fill = "#102030" }\n[elements]\na = { use = "p0" }\n'
    assert "has more than 1,500 elements" in faults(load, many + end)
    back = '[parts.a.elements]\nb = { use = "b" }\n[parts.b.elements]\na = { use = "a" }\n'
    assert "leads back" in faults(load, back + '[elements]\na = { use = "a" }')
    assert "leads back" in faults(load, '[parts.a]\nuse = "a"\n[elements]\na = { use = "a" }')


def test_a_face_is_put_together_from_files(load: Load, tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(FONTS + '[colours]\nink = "#000001"\nair = "#000002"\n')
    (tmp_path / "a.toml").write_text('extends = "base.toml"\n[colours]\nink = "#00000a"\n')
    (tmp_path / "b.toml").write_text('extends = "base.toml"\n[colours]\nair = "#00000b"\n' + BADGE)
    face = load('extends = ["a.toml", "b.toml"]\n')
    assert face.design.colours == {
        "ink": "#00000a",
        "air": "#00000b",
    }  # neither is undone by what both extend
    assert boxes(scene_of(face, COST=3, LEVEL=4)) == [(5, 6, 10, 10), (48, 6, 10, 10)]
    assert [part.path.name for part in face.file.parts] == ["face.toml", "b.toml", "a.toml", "base.toml"]
    assert "leads back" in faults(load, 'extends = ["a.toml", "face.toml"]\n')


def test_many_files_that_extend_each_other_have_an_end(load: Load, tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number}.toml").write_text(f'extends = ["{number + 1}.toml", "{number + 1}.toml"]\n')
    (tmp_path / "20.toml").write_text("")
    assert "extends more than" in faults(load, 'extends = ["0.toml"]\n')
