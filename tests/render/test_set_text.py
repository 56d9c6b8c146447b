"""Texts of a face as they are set: sides, justified lines, hyphens, what does not fit, languages together."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from render_helpers import TEMPLATES, compose

from cardtools.ground.errors import Diagnostic, InputError
from cardtools.render.face.load import Face, load_face
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.scene.scene import Box, Scene, Symbol, TextRun, runs, walk
from cardtools.render.text.arc import ink_box

HERE = Path(__file__).parent
LANGUAGES = json.loads((HERE / "languages.json").read_text(encoding="utf-8"))
NOTO = sorted(path.stem for path in (HERE / "fonts").glob("*.ttf"))
RULES = "When this card attacks, lose two points to destroy one rank 1 unit of your opponent."
Load = Callable[..., Face]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """A face with one text in a box of 50 x 30 mm, in a style of these settings."""
    shutil.copyfile(TEMPLATES / "fonts/AlegreyaSans-Regular.ttf", tmp_path / "latin.ttf")
    for name in NOTO:
        shutil.copyfile(HERE / "fonts" / f"{name}.ttf", tmp_path / f"{name}.ttf")
    files = ", ".join(f'"{name}.ttf"' for name in ("latin", *NOTO))

    def make(style: str = "", top: str = "", size: float = 10, text: str = "{{ TEXT }}") -> Face:
        (tmp_path / "face.toml").write_text(
            f"""
{top}
[card]
width = 60
height = 40
bleed = 0
safe = 0
[fonts]
text = [{files}]
[styles.rules]
font = "text"
size = {size}
{style}
[elements.it]
kind = "text"
style = "rules"
left = 5
width = 50
top = 5
height = 30
text = "{text}"
""",
            encoding="utf-8",
        )
        return load_face(tmp_path / "face.toml")

    return make


def set_text(face: Face, text: str) -> tuple[Scene, list[TextRun], list[Diagnostic]]:
    scene, findings = compose(face, {"NAME": "Card", "TEXT": text})
    return scene, runs(scene), findings


def lines(words: list[TextRun]) -> dict[float, list[TextRun]]:
    found: dict[float, list[TextRun]] = {}
    for run in words:
        found.setdefault(run.baseline, []).append(run)
    return found


@pytest.mark.parametrize(
    ("align", "text", "side"),
    [
        ("start", "Draw", "left"),
        ("start", "שלום", "right"),
        ("left", "שלום", "left"),
        ("right", "Draw", "right"),
        ("justify", "שלום", "right"),
    ],
)
def test_text_begins_where_its_script_does(load: Load, align: str, text: str, side: str) -> None:
    _, (run,), findings = set_text(load(f'align = "{align}"'), text)
    assert findings == []
    if side == "left":
        assert run.left == pytest.approx(5)
    else:
        assert run.left + run.width == pytest.approx(55)


def test_justified_lines_fill_the_box_but_the_last(load: Load) -> None:
    _, words, _ = set_text(load('align = "justify"'), RULES)
    *full, last = lines(words).values()
    assert full
    for line in full:
        assert line[0].left == pytest.approx(5)
        assert line[-1].left + line[-1].width == pytest.approx(55)
        assert 0 <= line[0].tracking <= 0.02 + 1e-9
    assert last[-1].left + last[-1].width < 55
    _, words, _ = set_text(load('align = "justify"\nletter_spacing = 0'), RULES)
    assert {run.tracking for run in words} == {0}


def test_words_are_divided_where_the_language_allows_it(load: Load) -> None:
    face = load("hyphenate = true", 'language = "de"', size=20)
    _, words, findings = set_text(face, "Donaudampfschifffahrtsgesellschaft")
    assert findings == []
    assert len(lines(words)) > 1
    assert all(run.text.endswith("\u00ad") for run in words[:-1])
    assert "".join(run.text for run in words).replace("\u00ad", "") == "Donaudampfschifffahrtsgesellschaft"
    with pytest.raises(InputError, match="no hyphenation for the language ''"):
        load("hyphenate = true")


def test_a_soft_hyphen_is_seen_at_a_line_end_only(load: Load) -> None:
    _, words, _ = set_text(load(size=34), "Un\u00adder\u00adstone Crown\u00ading")
    assert "\u00ad" in "".join(run.text for run in words)
    _, words, _ = set_text(load(size=8), "Un\u00adder\u00adstone")
    assert [run.text for run in words] == ["Understone"]


def test_no_short_word_is_alone_on_the_last_line(load: Load) -> None:
    face = load()
    text = "Destroy one rank 1 unit that is in play and"
    while len(lines(set_text(face, text)[1])) < 2:
        text += " so"
    last = list(lines(set_text(face, text)[1]).values())[-1]
    assert len(" ".join(run.text for run in last).split()) > 1


def test_what_does_not_fit_is_cut_off_and_marked(load: Load) -> None:
    scene, words, findings = set_text(load(size=14), " ".join([RULES] * 6))
    assert [finding.code for finding in findings] == ["RND001"]
    box = Box(5, 5, 50, 30)
    assert {run.clip for run in words} == {None, box}  # what fits is drawn whole
    (mark,) = [item for item in walk(scene.items) if isinstance(item, Symbol)]
    assert mark.box.inside(box)
    assert (mark.box.right, mark.box.bottom) == pytest.approx((55, 35))
    face = load(size=14)
    fonts = face.metrics.files()
    pixels = numpy.asarray(
        Rasteriser(fonts, {}, 100).image(set_text(face, " ".join([RULES] * 6))[0]).convert("L")
    )
    rows, columns = numpy.nonzero(pixels < 200)
    assert rows.max() / 100 * 25.4 <= 35.3
    assert columns.max() / 100 * 25.4 <= 55.3


def test_missing_characters_are_one_finding(load: Load) -> None:
    _, _, findings = set_text(load(), "A\u2603 \u2604\u2603 ok")
    assert [finding.message for finding in findings] == [
        "card Card: the text it has '\u2603' (U+2603), '\u2604' (U+2604), not in font text"
    ]


def test_a_line_end_in_a_text_is_not_a_missing_character(load: Load) -> None:
    _, words, findings = set_text(load(), "one\r\ntwo \n three")
    assert findings == []
    assert [run.text for run in words] == ["one", "two", "three"]
    assert len(lines(words)) == 3


def test_thai_is_divided_between_syllables_where_it_has_to_be(load: Load) -> None:
    pytest.importorskip("icu4py")
    text = LANGUAGES["th"]["text"].replace("\u200b", "").replace(" ", "")
    _, words, findings = set_text(load(size=14), text)
    assert findings == []
    assert len(lines(words)) > 1
    assert "".join(run.text for run in words) == text


def test_an_axis_that_a_font_does_not_have_is_refused_when_the_face_is_loaded(load: Load) -> None:
    with pytest.raises(InputError, match="has no axis 'wght'") as error:
        load("axes = { wght = 650 }")
    assert "it is not a variable font" in str(error.value)
    with pytest.raises(InputError, match="features has 'small'"):
        load('features = "small"')
    with pytest.raises(InputError, match="no typography for 'xx'"):
        load(top='typography = "xx"')


def test_typography_changes_what_is_set_and_marks_stay(load: Load) -> None:
    _, words, _ = set_text(load("markup = true", 'typography = "en"'), '"<c #ff0000>Don\'t</c>" -5')
    assert [run.text for run in words] == ["“", "Don’t", "” −5"]


WORDS = st.lists(
    st.sampled_from(
        ["Draw", "two", "cards", "Огонь", "«Feu»", "שלום", "לך", "炎の", "ไฟ", "불", "café", "(5)"]
    ),
    min_size=1,
    max_size=14,
).map(" ".join)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    WORDS, st.sampled_from(["start", "centre", "right", "justify"]), st.sampled_from(["none", "last", "all"])
)
def test_every_line_is_in_its_box_and_no_word_is_lost(
    load: Load, text: str, align: str, balance: str
) -> None:
    face = load(f'align = "{align}"\nbalance = "{balance}"\nminimum = 5', size=11)
    _, words, findings = set_text(face, text)
    assert findings == []
    fonts = face.metrics.files()
    assert sorted("".join("".join(run.text for run in words).split())) == sorted("".join(text.split()))
    for run in words:
        assert run.left >= 5 - 1e-6
        assert run.left + run.text.endswith(" ") * -5 + run.width <= 55 + 1e-6
        if box := ink_box(run, fonts):
            assert box.inside(Box(3, 3, 54, 34))


def picture(load: Load) -> Image.Image:
    """A sample of each language in a box, two beside each other."""
    from cardtools.render.scene.scene import Fill, Item, Rectangle

    items: list[Item] = [Rectangle(Box(0, 0, 124, 206), 0, Fill(("#ffffff",)))]
    fonts = {}
    for number, (language, sample) in enumerate(LANGUAGES.items()):
        face = load("leading = 1.3", f'language = "{language}"', size=9.5)
        scene, _, findings = set_text(face, sample["text"])
        assert findings == [], language
        left, top = 60 * (number % 2), 28 * (number // 2)
        for item in scene.items:
            assert isinstance(item, TextRun)
            items.append(
                TextRun(
                    **{
                        **{name: getattr(item, name) for name in item.__slots__},
                        "left": item.left + left,
                        "baseline": item.baseline + top,
                    }
                )
            )
        fonts |= face.metrics.files()
    return Rasteriser(fonts, {}, 110).image(Scene("Languages", 124, 206, 0, 0, tuple(items)))


def test_14_languages_look_as_they_did(load: Load, request: pytest.FixtureRequest) -> None:
    import os

    image, path = picture(load), HERE / "golden" / "languages.png"
    if os.environ.get("CARDTOOLS_GOLDEN"):
        image.convert("L").save(path, optimize=True)
    golden = numpy.asarray(Image.open(path).convert("L"), dtype=float)
    drawn = numpy.asarray(image.convert("L"), dtype=float)
    assert golden.shape == drawn.shape
    assert numpy.abs(golden - drawn).mean() < 1.0
