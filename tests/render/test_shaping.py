"""Text is set as HarfBuzz sets it, measured and drawn the same, and can be read back from the PDF."""

from __future__ import annotations

import io
import json
import unicodedata
from functools import cache
from pathlib import Path

import pypdf
import pypdfium2
import pytest
import uharfbuzz
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from in_memory import pdf_bytes
from made_fonts import made_font
from made_text import made_run
from pypdfium2 import raw
from render_helpers import TEMPLATES

from cardtools.ground.errors import InputError
from cardtools.project.project import find_project
from cardtools.render.card_pictures import compose_cards
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Box, Fill, Rectangle, Scene, TextRun, runs
from cardtools.render.text.fonts import Font, _read, read_font
from cardtools.render.text.metrics import FontMetrics, text_runs
from cardtools.render.text.shaping import Setting, read_features, shape
from cardtools.steps.game_files import GameFiles

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROJECTS = [ROOT, *sorted(path.parent for path in ROOT.glob("examples/*/cardtools.toml"))]
SAMPLE_FONTS = [*ROOT.glob("templates/fonts/*.ttf"), *ROOT.glob("examples/*/templates/fonts/*.ttf")]
EXAMPLES = ["Wayfarer's Lantern", "Pathway to Valley Town, AVATAR"]
LANGUAGES = json.loads((HERE / "languages.json").read_text(encoding="utf-8"))
FALLBACKS = ("NotoSans", "NotoNaskhArabic", "NotoSansHebrew", "NotoSansDevanagari", "NotoSansThai")
FALLBACKS += ("NotoSansJP", "NotoSansKR")  # type: ignore[assignment]
few = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def regular() -> Font:
    return read_font(TEMPLATES / "fonts/AlegreyaSans-Regular.ttf")


@cache
def all_scripts() -> FontMetrics:
    """A Latin font, and fonts for the other scripts behind it."""
    return FontMetrics(
        {"it": [regular(), *(read_font(HERE / "fonts" / f"{name}.ttf") for name in FALLBACKS)]}
    )


def hb_shape(path: Path, text: str, **features: bool) -> float:
    """The advance in em that HarfBuzz's own tool gives."""
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path))))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer, features)
    return float(sum(position.x_advance for position in buffer.glyph_positions) / font.face.upem)


def scene(*words: TextRun, width: float = 120.0, height: float = 20.0) -> Scene:
    return Scene("Text", width, height, 0.0, 0.0, words)


def pdf(card: Scene, metrics: FontMetrics) -> bytes:
    page = Page(card.width, card.height, (Placement(card, 0, 0),))
    return pdf_bytes([page], metrics.files(), {}, "Test")


def extracted(data: bytes) -> tuple[str, str]:
    """The text of the first page by pypdf and by PDFium."""
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    return pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text(), page.get_text_range()


@pytest.mark.parametrize("path", SAMPLE_FONTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("text", EXAMPLES)
def test_sample_fonts_are_kerned_as_by_harfbuzz_in_lines_and_in_the_pdf(path: Path, text: str) -> None:
    font = read_font(path)
    metrics = FontMetrics({"it": [font]})
    run = made_run(font, text, size=12.0)
    unit = 12 * 25.4 / 72
    wanted = hb_shape(path, text) * unit
    assert run.width == pytest.approx(wanted, abs=0.01)
    assert metrics.width("it", text) * unit == pytest.approx(wanted, abs=0.01)
    assert wanted < sum(hb_shape(path, one) for one in text) * unit - 0.1  # there is kerning
    page = pypdfium2.PdfDocument(pdf(scene(run), metrics))[0].get_textpage()
    for index in range(1, len(text)):
        x, y = raw.c_double(), raw.c_double()
        raw.FPDFText_GetCharOrigin(page, index, x, y)
        left = next(x for glyph, x in origins(run, font) if glyph == index)
        assert x.value * 25.4 / 72 == pytest.approx(run.left + left, abs=0.01)


def origins(run: TextRun, font: Font) -> list[tuple[int, float]]:
    """Where each letter of a run begins, in mm from its start; those of a ligature begin with it."""
    found, x = [], 0.0
    for glyph in run.glyphs:
        found += [(len(found) + index, x) for index in range(len(glyph.text))]
        x += glyph.advance / font.units * run.size * 25.4 / 72
    return found


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_all_texts_of_the_sample_games_are_as_wide_as_by_harfbuzz(project: Path) -> None:
    project_cards = GameFiles(find_project(project)).project_cards
    paths = {read_font(path).name: path for path in SAMPLE_FONTS}
    tested: set[tuple[str, str]] = set()
    for card in compose_cards(project_cards.faces, project_cards.everything, project_cards.art_files):
        assert card.scene
        for run in runs(card.scene):
            if (run.font, run.text) not in tested:
                tested.add((run.font, run.text))
                features = {} if abs(run.tracking) <= 0.02 else {"liga": False, "clig": False}
                advance = hb_shape(paths[run.font], run.text, **features)
                letters = sum(glyph.last for glyph in run.glyphs)
                wanted = (advance + run.tracking * letters) * run.size * 25.4 / 72
                assert run.width == pytest.approx(wanted, abs=0.01), run.text
    assert len(tested) > 50


def test_letters_that_join_are_one_glyph_and_spaced_letters_do_not_join() -> None:
    assert [glyph.text for glyph in shape(regular(), "office").glyphs] == ["o", "f", "fi", "c", "e"]
    spaced = shape(regular(), "office", Setting().spaced(0.1))
    assert [glyph.text for glyph in spaced.glyphs] == list("office")
    assert spaced.width(0.1) == pytest.approx(spaced.width() + 0.6)


def test_features_of_a_font() -> None:
    assert read_features("smcp, tnum -liga ss01=2") == (("smcp", 1), ("tnum", 1), ("liga", 0), ("ss01", 2))
    for wrong in ("small", "smcp=x", "-liga=1", "liga;"):
        with pytest.raises(ValueError, match="expected OpenType features"):
            read_features(wrong)
    even = shape(regular(), "1111", Setting((("tnum", 1),)))
    assert even.width() == pytest.approx(shape(regular(), "0000", Setting((("tnum", 1),))).width())
    assert [glyph.text for glyph in shape(regular(), "ab", Setting((("smcp", 1),))).glyphs] == ["a", "b"]


def test_the_language_changes_the_letters() -> None:
    font = made_font(
        features="languagesystem latn dflt; languagesystem latn TRK;"
        "feature locl { script latn; language TRK; sub u0069 by u0041; } locl;"
    )
    plain, turkish = shape(font, "i"), shape(font, "i", Setting(language="tr"))
    assert plain.glyphs[0].id != turkish.glyphs[0].id


def test_each_script_has_its_font_and_marks_stay_with_their_letter() -> None:
    found = all_scripts().line("it", "Ox Огонь ไฟ 炎 불")
    assert [part.text.strip() for part in found] == ["Ox", "Огонь", "ไฟ", "炎", "불"]
    assert not any(part.undrawn for part in found)
    (part,) = all_scripts().line("it", "e\u0328")  # composed, it would be one letter
    assert [glyph.last for glyph in part.glyphs][-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_lacks_a_letter(language: str) -> None:
    assert not any(part.undrawn for part in all_scripts().line("it", LANGUAGES[language]["text"]))


def test_right_to_left_text_is_joined_and_turned() -> None:
    (arabic,) = all_scripts().line("it", "النار")
    assert arabic.joined
    assert "".join(glyph.text for glyph in reversed(arabic.glyphs)) == "النار"
    alone = sum(all_scripts().line("it", letter)[0].width() for letter in "النار")
    assert arabic.width() < alone  # joined letters are narrower
    words = [part.text.strip() for part in all_scripts().line("it", "אש Fire מים")]
    assert [word for word in words if word] == ["מים", "Fire", "אש"]


def test_a_missing_character_is_a_box() -> None:
    found = shape(regular(), "a漢")
    assert found.undrawn == (("", "漢"),)
    run = made_run(regular(), "漢", left=2, baseline=8, size=20)
    ground = Rectangle(Box(0, 0, 12, 12), 0, Fill(("#ffffff",)))
    card = Scene("Box", 12, 12, 0, 0, (ground, run))
    image = Rasteriser({regular().name: regular()}, {}, 150).image(card).convert("L")
    assert image.getextrema()[0] < 60
    middle = (2 + run.width / 2) / 12 * image.width
    assert image.getpixel((int(middle), int(6 / 12 * image.height))) == 255  # it is empty


@pytest.mark.parametrize("text", [*EXAMPLES, "office, fluffy: ffi", "Žluťoučký kůň", "Độc đáo ở Việt Nam"])
def test_the_text_of_the_pdf_is_the_text(text: str) -> None:
    metrics = all_scripts()
    words = text_runs(metrics.line("it", text), 5, 10, 12, "#000000")
    assert extracted(pdf(scene(*words), metrics)) == (text, text)


@pytest.mark.parametrize("text", ["שלום עולם", "ارسم بطاقتين من المجموعة", "אחד (שניים)"])
def test_right_to_left_text_is_read_back(text: str) -> None:
    metrics = all_scripts()
    words = text_runs(metrics.line("it", text), 5, 10, 12, "#000000")
    assert extracted(pdf(scene(*words), metrics))[1] == text


@pytest.mark.parametrize("language", ["hi", "th", "ja", "ko", "el", "ru", "vi"])
def test_letters_of_several_glyphs_are_read_back(language: str) -> None:
    metrics, text = all_scripts(), LANGUAGES[language]["text"].replace("\u200b", "")
    words = text_runs(metrics.line("it", text), 5, 10, 9, "#000000")
    for found in extracted(pdf(scene(*words, width=200), metrics)):
        assert "".join(found.split()) == "".join(text.split())


TEXTS = st.text(st.sampled_from("abcfilotAVTWyz fi.,'-–“”éÅßčđơЖяΩλ0123"), min_size=1, max_size=25)


@few
@given(TEXTS.map(str.strip).filter(bool))
def test_any_text_is_as_wide_as_its_glyphs_and_read_back(text: str) -> None:
    metrics = all_scripts()
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    words = text_runs(metrics.line("it", text), 5, 10, 10, "#000000")
    unit = 10 * 25.4 / 72
    for run in words:
        font = metrics.files()[run.font]
        assert run.width == pytest.approx(sum(glyph.advance for glyph in run.glyphs) / font.units * unit)
        assert "".join(glyph.text for glyph in run.glyphs) == run.text
    assert "".join(run.text for run in words) == text
    for found in extracted(pdf(scene(*words, width=200), metrics)):
        assert "".join(found.split()) == "".join(text.split())


def variable_font() -> bytes:
    """A font with an axis of weight, on which its one letter gets wider."""
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for point in ((50, 700), (450, 700), (450, 0)):
        pen.lineTo(point)
    pen.closePath()
    build, out = FontBuilder(1000, isTTF=True), io.BytesIO()
    build.setupGlyphOrder([".notdef", "A"])
    build.setupCharacterMap({65: "A"})
    box = pen.glyph()
    build.setupGlyf({".notdef": box, "A": box})
    build.setupHorizontalMetrics({".notdef": (500, 50), "A": (500, 50)})
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"psName": "Variable-Regular", "familyName": "Variable", "styleName": "Regular"})
    build.setupOS2()
    build.setupPost()
    build.setupFvar([("wght", 400, 400, 900, "Weight")], [])
    steps = [(0, 0), (0, 0), (200, 0), (200, 0), (0, 0), (250, 0), (0, 0), (0, 0)]
    build.setupGvar({"A": [TupleVariation({"wght": (0, 1, 1)}, steps)]})
    build.save(out)
    return out.getvalue()


def test_a_variable_font_at_a_place_of_its_axis() -> None:
    font = _read(variable_font(), "it.ttf")
    heavy = font.at({"wght": 900})
    assert (shape(font, "A").width(), shape(heavy, "A").width()) == (0.5, 0.75)
    assert [one.outline(1, 0).box for one in (font, heavy)] == [(50, 0, 450, 700), (50, 0, 650, 700)]
    assert font.at({"wght": 900}) is heavy
    assert heavy.name != font.name
    with pytest.raises(ValueError, match="no axis 'wdth'"):
        font.at({"wdth": 100})
    with pytest.raises(ValueError, match="wght = 1000"):
        font.at({"wght": 1000})


def test_a_font_that_makes_far_too_many_glyphs_is_refused() -> None:
    many = " ".join(["u0041"] * 200)
    font = made_font(features=f"feature liga {{ sub u0041 by {many}; }} liga;")
    with pytest.raises(InputError, match=r"makes .* glyphs of 1 letters"):
        shape(font, "A")


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
@few
def test_any_text_can_be_set(text: str) -> None:
    found = all_scripts().line("it", text)
    assert sorted("".join(part.text for part in found)) == sorted(text)


def test_a_font_whose_glyphs_grow_without_end_is_refused() -> None:
    many, more = " ".join(["u0042"] * 200), " ".join(["u0041"] * 200)
    steps = "".join(f"lookup s{n} {{ sub u0041 by {many}; sub u0042 by {more}; }} s{n};" for n in range(8))
    uses = "".join(f"lookup s{n};" for n in range(8))
    font = made_font(features=f"{steps} feature liga {{ {uses} }} liga;")
    with pytest.raises(InputError, match="too many glyphs of 500 letters"):
        shape(font, "A" * 500)
