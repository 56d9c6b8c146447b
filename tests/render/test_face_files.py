"""Face files: every fault is told at once, with file, line and column."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from render_helpers import TEMPLATES, compose

from cardtools.ground.errors import InputError
from cardtools.render.face.load import Face, load_face
from cardtools.render.face.model.elements import TextElement
from cardtools.render.scene.scene import Rectangle, Symbol, runs

HEAD = """
[fonts]
text = "FONTS/AlegreyaSans-Regular.ttf"
[styles.plain]
font = "text"
size = 8
"""
BOX = "left = 5\nright = 5\ntop = 5\nheight = 10\n"


@pytest.fixture
def face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Face]:
    """Load a face of this text, as `face.toml`, the fonts beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FONTS").symlink_to(TEMPLATES / "fonts")

    def make(text: str, name: str = "face.toml") -> Face:
        (tmp_path / name).write_text(text)
        return load_face(tmp_path / name)

    return make


@pytest.mark.parametrize("name", ["base", "unit", "spell", "lore", "back"])
def test_the_shipped_faces_have_no_fault(name: str) -> None:
    load_face(TEMPLATES / f"{name}.toml")


def test_the_back_looks_the_same_turned() -> None:
    scene, findings = compose(load_face(TEMPLATES / "back.toml"), {})
    assert findings == []
    for item in scene.items:
        assert isinstance(item, Rectangle | Symbol)
        box, colours = item.box, item.fill.colours if item.fill else ()
        middle = (box.left + box.width / 2, box.top + box.height / 2)
        assert middle == pytest.approx((63.5 / 2, 88.9 / 2))
        assert colours == colours[::-1]
        if isinstance(item, Symbol):
            numbers = [
                n for contour in item.contours for _, *xy in contour for n in xy if isinstance(n, float)
            ]
            points = list(zip(numbers[::2], numbers[1::2], strict=True))
            assert all(any(abs(x + u - 1) + abs(y + v - 1) < 0.001 for u, v in points) for x, y in points), (
                item.name
            )


def fault(face: Callable[..., Face], text: str) -> str:
    with pytest.raises(InputError) as error:
        face(text)
    return str(error.value)


@pytest.mark.parametrize(
    ("element", "message"),
    [
        ('kind = "txt"\n', "face.toml:8:1: unknown kind 'txt'\n  help: did you mean text?"),
        (f'kind = "text"\n{BOX}style = "plain"\ntxt = "x"\n', "face.toml:14:1: unknown key 'txt'"),
        (
            f'kind = "text"\n{BOX}style = "plian"\n',
            "face.toml:13:1: no style 'plian'\n  help: did you mean plain?",
        ),
        (
            'kind = "rectangle"\nleft = 1\nwidth = 2\nright = 3\ntop = 1\nheight = 2\n',
            "the box needs two of left, width, right; it has left and width and right",
        ),
        (
            f'kind = "text"\n{BOX}style = "plain"\ntext = "{{{{ NAME "\n',
            "face.toml:14:9: not a Jinja2 template: unexpected end of template",
        ),
        (
            f'kind = "text"\n{BOX}style = "plain"\nwhen = "LEVEL >"\n',
            "face.toml:14:9: not an expression",
        ),
        (f'kind = "rectangle"\n{BOX}fill = "redd"\n', "face.toml:13:1: invalid colour 'redd'"),
        (f'kind = "rectangle"\n{BOX}fill = "palette.red"\n', "help: write {{ palette.red }}"),
        (f'kind = "symbol"\n{BOX}icon = "star"\n', "face.toml:13:1: no icon 'star'"),
        (f'kind = "rectangle"\n{BOX}radius = nan\n', "radius = nan, expected 0 to 1000"),
        (f'kind = "rectangle"\n{BOX}opacity = 60\n', "opacity = 60, expected 0 to 1"),
        (
            'kind = "text"\nleft = 1\nright = 5\ntop = 5\nheight = 9\nstyle = "plain"\n',
            "face.toml:7:2: the text box leaves the safe zone: its left side is 1 mm from the cut, 3 needed",
        ),
        (
            'kind = "rectangle"\nleft = -4\nright = 5\ntop = 5\nheight = 9\n',
            "face.toml:7:2: box leaves the bleed (left -4, top 5, right 58.5, bottom 14 mm)",
        ),
    ],
)
def test_a_fault_is_told_with_its_place(face: Callable[..., Face], element: str, message: str) -> None:
    assert message in fault(face, f"{HEAD}[elements.box]\n{element}")


def test_all_faults_of_a_face_are_told_at_once(face: Callable[..., Face]) -> None:
    shape = f'[elements.b]\nkind = "rectangle"\n{BOX}fill = "no"\n'
    message = fault(face, f'{HEAD}[elements.a]\nkind = "text"\n{BOX}style = "no"\n{shape}')
    assert "no style 'no'" in message
    assert "invalid colour 'no'" in message


def test_a_missing_font_is_told_where_it_is_asked_for(face: Callable[..., Face]) -> None:
    message = fault(face, '[fonts]\ntext = "FONTS/AlegreyaSans-Regulr.ttf"\n')
    assert message.startswith("face.toml:2:1: FONTS/AlegreyaSans-Regulr.ttf: no such file")
    assert "did you mean AlegreyaSans-Regular.ttf?" in message


def test_a_face_may_not_extend_itself(face: Callable[..., Face]) -> None:
    assert "leads back to a face" in fault(face, 'extends = "face.toml"\n')
    assert "face.toml:1:1: bse.toml: no such file" in fault(face, 'extends = "bse.toml"\n')


def test_extending_merges_by_key_and_keeps_the_drawing_order(face: Callable[..., Face]) -> None:
    face(f'{HEAD}[elements.a]\nkind = "text"\n{BOX}style = "plain"\ntext = "A"\n'
         f'[elements.b]\nkind = "text"\n{BOX}style = "plain"\ntext = "B"\n', "base.toml")  # fmt: skip
    child = face('extends = "base.toml"\n[styles.plain]\nsize = 9\n[elements.a]\nwidth = 20\nright = 9\n')
    scene, _ = compose(child, {"NAME": "x"})
    assert [(run.text, run.size) for run in runs(scene)] == [("A", 9), ("B", 9)]
    moved = child.design.elements["a"]
    assert isinstance(moved, TextElement)
    assert moved.box(child.design.card).left == 63.5 - 9 - 20


def test_elements_and_styles_may_be_called_kind(face: Callable[..., Face]) -> None:
    style = HEAD[HEAD.index("[styles.plain]") :].replace("[styles.plain]", "[styles.kind]")
    face(f'{HEAD}{style}[elements.kind]\nkind = "text"\n{BOX}style = "kind"\ntext = "A"\n', "base.toml")
    child = face('extends = "base.toml"\n[styles.kind]\nsize = 9\n[elements.kind]\ntext = "B"\n')
    scene, _ = compose(child, {"NAME": "x"})
    assert [(run.text, run.size) for run in runs(scene)] == [("B", 9)]


def test_a_fault_in_an_extended_face_is_told_in_its_file(face: Callable[..., Face]) -> None:
    with pytest.raises(InputError):
        face(f'{HEAD}[elements.a]\nkind = "rectangle"\n{BOX}fill = "redd"\n', "base.toml")
    assert fault(face, 'extends = "base.toml"\n').startswith("base.toml:13:1: invalid colour 'redd'")


def test_a_name_no_card_has_is_told_with_card_and_place(face: Callable[..., Face]) -> None:
    loaded = face(f'{HEAD}[elements.a]\nkind = "text"\n{BOX}style = "plain"\ntext = "x {{{{ NAMEE }}}}"\n')
    with pytest.raises(InputError) as error:
        compose(loaded, {"NAME": "Ox"})
    assert str(error.value) == "face.toml:14:9: card Ox: 'NAMEE' is undefined\n  help: did you mean NAME?"
    with pytest.raises(
        InputError, match=r"'NAMEE' is undefined\n  help: known: COST, TEXT, colours, palette"
    ):
        compose(loaded, {"COST": 1, "TEXT": "Moo."})


@pytest.mark.parametrize(
    "template",
    ["{{ NAME.__class__.__mro__ }}", "{{ 'x' * 10**9 }}", "{{ 2 ** 1000000 }}", "{{ range(10**9)|list }}"],
)
def test_a_face_cannot_reach_python_or_keep_the_machine_busy(
    face: Callable[..., Face], template: str
) -> None:
    with pytest.raises(InputError):
        loaded = face(f'{HEAD}[elements.a]\nkind = "text"\n{BOX}style = "plain"\ntext = "{template}"\n')
        compose(loaded, {"NAME": "Ox"})
