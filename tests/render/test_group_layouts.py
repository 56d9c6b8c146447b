"""Groups with a layout: rows, columns and several rows that grow and shrink with their texts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from render_helpers import TEMPLATES, Load, compose

from cardtools.ground.errors import InputError
from cardtools.render.compose.binding import begin
from cardtools.render.face.load import Face, elements, load_face
from cardtools.render.face.model.elements import GroupElement
from cardtools.render.scene.scene import Box

FONTS = '[fonts]\ntext = "font.ttf"\n'
ROW = """
[elements.row]
layout = "row"
box = [5, 10, 50, 6]
gap = 2
[elements.row.elements]
a = { text = "{{ A }}" }
b = { kind = "rectangle", width = 3, height = 2, fill = "#102030" }
c = { text = "{{ C }}" }
"""


def boxes(face: Face, **values: Any) -> dict[str, Box]:
    """The box of each element as it is drawn."""
    compose(face, values)
    design = begin(face, values).face.design
    return {
        str(keys[-1]): element.box(design.card)
        for keys, element in elements(design)
        if not isinstance(element, GroupElement)
    }


def test_elements_of_a_row_are_side_by_side_each_as_wide_as_its_text(load: Load) -> None:
    found = boxes(load(FONTS + ROW), A="Oak", C="Elm tree")
    assert found["a"].left == 5
    assert found["b"].left == pytest.approx(found["a"].right + 2)
    assert found["c"].left == pytest.approx(found["b"].right + 2)
    assert found["a"].width < found["c"].width
    assert (found["a"].height, found["b"].height, found["b"].top) == (6, 2, 12)  # across: in the middle


@pytest.mark.parametrize(("align", "left", "right"), [("start", 5, 0), ("end", 0, 55), ("spread", 5, 55)])
def test_a_row_is_aligned_in_its_box(load: Load, align: str, left: float, right: float) -> None:
    found = boxes(load(FONTS + ROW.replace("gap = 2", f'gap = 2\nalign = "{align}"')), A="Oak", C="Elm")
    assert not left or found["a"].left == pytest.approx(left)
    assert not right or found["c"].right == pytest.approx(right)


def test_free_room_is_for_those_that_grow_and_long_texts_give_way(load: Load) -> None:
    grown = boxes(load(FONTS + ROW.replace('{{ A }}"', '{{ A }}", grow = 1')), A="Oak", C="Elm")
    assert grown["c"].right == pytest.approx(55)
    narrow = boxes(load(FONTS + ROW), A="Oak", C="A tree that has far more words than fit one line of a card")
    assert narrow["c"].right == pytest.approx(55)
    assert narrow["a"].width == pytest.approx(grown["c"].width, abs=3)  # a short text keeps its width


def test_a_text_without_words_takes_no_room_and_no_gap(load: Load) -> None:
    assert boxes(load(FONTS + ROW), A="", C="Elm")["b"].left == 5


def test_a_column_is_as_high_as_its_texts(load: Load) -> None:
    face = load(
        FONTS + '[elements.col]\nlayout = "column"\nleft = 5\nwidth = 30\nbottom = 8\ngap = 1\n'
        '[elements.col.elements]\na = { text = "{{ A }}" }\nb = { height = 2, kind = "rectangle" }\n'
    )
    one, three = boxes(face, A="Oak"), boxes(face, A="Oak " * 30)
    assert three["a"].height > 2 * one["a"].height
    for found in (one, three):
        assert found["b"].bottom == pytest.approx(88.9 - 8)
        assert found["b"].top == pytest.approx(found["a"].bottom + 1)
        assert (found["a"].width, found["b"].width) == (30, 30)


def test_groups_are_in_groups_and_what_is_repeated_goes_on_in_a_new_row(load: Load) -> None:
    face = load(
        FONTS + '[elements.tags]\nlayout = "wrap"\nbox = [5, 10, 30, 40]\ngap = 1\n'
        '[elements.tags.elements]\ntag = { for = "TAGS", layout = "row", gap = 0.5, elements = { '
        'dot = { kind = "rectangle", width = 2, height = 2 }, t = { text = "{{ item }}" } } }\n'
    )
    design = begin(face, {"TAGS": ("Oak", "Elm", "Ash", "Willow tree", "Fir")}).face.design
    found = [e.box(design.card) for keys, e in elements(design) if keys[-1] == "t"]
    assert len({round(box.top, 3) for box in found}) == 2
    assert all(box.right <= 35.001 for box in found)
    assert found[0].left == pytest.approx(7.5)


STACK = """
[elements.sign]
layout = "stack"
top = 10
gap = 1.5
[elements.sign.elements]
frame = { fill = "#102030" }
words = { text = "{{ A }}", style = { valign = "middle" } }
"""


def test_a_frame_of_a_stack_is_as_large_as_its_text_in_the_middle_of_the_card(load: Load) -> None:
    face = load(FONTS + STACK)
    found, longer = boxes(face, A="Oak"), boxes(face, A="A tree of oak")
    frame, words = found["frame"], found["words"]
    assert (words.left - frame.left, words.top - frame.top) == pytest.approx((1.5, 1.5))
    assert (frame.right - words.right, frame.bottom - words.bottom) == pytest.approx((1.5, 1.5))
    assert frame.left + frame.width / 2 == pytest.approx(63.5 / 2)
    assert frame.top == 10
    assert longer["frame"].width > frame.width > 3
    assert not boxes(face, A="")  # without words there is nothing to frame
    wide = boxes(load(FONTS + STACK.replace("top = 10", "box = [5, 10, 30, 20]")), A="Oak")
    assert (wide["frame"], wide["words"]) == (Box(5, 10, 30, 20), Box(6.5, 11.5, 27, 17))


def test_a_width_alone_is_in_the_middle_of_any_card(load: Load) -> None:
    card = "[card]\nwidth = 50\nheight = 70\n"
    face = '[elements.moon]\nwidth = 20\nheight = "{{ H }}"\nfill = "#102030"\n'
    assert boxes(load(card + face), H=10)["moon"] == Box(15, 30, 20, 10)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("width = 3,", ""), "b needs a width in a row, or grow = 1"),
        (("width = 3,", "left = 4,"), "left of b: its group places it"),
        (('kind = "rectangle"', "elements = {}, layout = 'row', with = {}"), "unknown key 'fill'"),
        (('layout = "row"\n', ""), "left of a group needs a layout"),
    ],
)
def test_what_a_layout_cannot_place_is_reported(load: Load, change: tuple[str, str], message: str) -> None:
    with pytest.raises(InputError) as error:
        boxes(load(FONTS + ROW.replace(*change)), A="Oak", C="Elm")
    assert message in str(error.value)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("ab ", max_size=30), max_size=6), st.sampled_from(["row", "column", "wrap"]))
def test_elements_do_not_overlap_and_start_in_the_box(texts: list[str], layout: str) -> None:
    for number, box in enumerate(found := list(boxes(LAYOUTS[layout], T=texts).values())):
        assert box.left >= 4.99
        assert box.top >= 4.99
        for other in found[:number]:
            assert not box.grown(-0.01).meets(other.grown(-0.01))


LAYOUTS: dict[str, Face] = {}


@pytest.fixture(scope="module", autouse=True)
def _layouts(tmp_path_factory: pytest.TempPathFactory) -> None:
    for name in ("row", "column", "wrap"):
        path = tmp_path_factory.mktemp("layout") / "face.toml"
        font = (TEMPLATES / "fonts/AlegreyaSans-Regular.ttf").as_posix()
        path.with_name("font.ttf").symlink_to(font)
        path.write_text(
            f'{FONTS}[elements.g]\nlayout = "{name}"\nbox = [5, 5, 50, 70]\ngap = 1\n'
            'elements.t = { for = "T", text = "{{ item }}", style = { size = 8, minimum = 2 } }'
        )
        LAYOUTS[name] = load_face(path)
