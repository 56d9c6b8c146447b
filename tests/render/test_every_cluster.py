"""Every cluster of a text leaves ink, is blank by nature, or is a finding."""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy
import pypdf
import pypdfium2
import pytest
from colour_fonts import KINDS, REFUSED
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from in_memory import pdf_bytes
from made_fonts import font_bytes

from cardtools.ground.errors import Diagnostic
from cardtools.render.compose.compose import compose
from cardtools.render.face.load import Face, load_face
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Glyph, Scene, runs
from cardtools.render.scene.units import em
from cardtools.render.text.typography import normalised

LATIN = "".join(map(chr, range(0x20, 0x7F))) + "\u00e9"
SCRIPTS = "Жяλω漢字あ가אبन"
MARKS = "\u0301\u0308\u0328\u20e3\u093f"
EMOJI = "🔥🐉👩❤\U0001f1e9\U0001f1ea🏽1#"
OTHERS = (
    "\ue000\ue001\u2800\x01\x7f\ufff9\u0600\u202e\u2066\u2069\u200b\u00ad\ufe0f\u200d\u00a0\u3000\u1680\n"
)
SEQUENCES = ("👩\u200d🔥", "❤\ufe0f", "🔥\ufe0e", "\U0001f1e9\U0001f1ea", "1\ufe0f\u20e3", "🐉🏽", "e\u0301")
LETTERS = {
    "latin": LATIN,
    "marks": LATIN + MARKS,
    "scripts": SCRIPTS + MARKS,
    "many": LATIN + SCRIPTS + EMOJI,
}
LETTERS |= dict.fromkeys(KINDS, EMOJI + "\ue000")
# Spaces and Unicode's Default_Ignorable_Code_Point; the Braille pattern without dots has no ink either.
BLANK = re.compile(
    "[\\s\u2800\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
SIZE, DPI = 12, 72
TEXTS = st.lists(
    st.one_of(
        st.sampled_from((*SCRIPTS, *MARKS, *EMOJI, *OTHERS, *SEQUENCES, *"AB ae é")),
        st.characters(exclude_categories=["Cs"]),
    ),
    min_size=1,
    max_size=8,
).map("".join)
STACKS = st.lists(st.sampled_from(sorted(LETTERS)), min_size=1, max_size=3, unique=True).map(tuple)


@cache
def face(*stack: str) -> Face:
    """A face whose one text has these fonts, each for what those before it lack."""
    folder = Path(tempfile.mkdtemp())
    for kind in stack:
        data = KINDS[kind](LETTERS[kind]) if kind in KINDS else font_bytes(LETTERS[kind], name=f"Made-{kind}")
        (folder / f"{kind}.ttf").write_bytes(data)
    path, files = folder / "face.toml", ", ".join(f'"{kind}.ttf"' for kind in stack)
    path.write_text(
        f"""
        [card]
        width = 250
        height = 110
        bleed = 0
        [fonts]
        a = [{files}]
        [styles.s]
        font = "a"
        size = {SIZE}
        [elements.it]
        kind = "text"
        style = "s"
        left = 5
        right = 5
        top = 5
        bottom = 5
        text = "{{{{ WORDS }}}}"
        """,
        "utf-8",
    )
    return load_face(path)


def drawn(stack: tuple[str, ...], text: str) -> tuple[Scene, list[Diagnostic]]:
    return compose(face(*stack), {"WORDS": text}, name="Card")


class Cluster(NamedTuple):
    """A letter that is drawn: its glyphs, where it begins and ends, and its baseline (mm)."""

    font: str
    glyphs: tuple[Glyph, ...]
    left: float
    right: float
    baseline: float

    @property
    def text(self) -> str:
        return "".join(glyph.text for glyph in self.glyphs)


def clusters(scene: Scene, stack: tuple[str, ...]) -> Iterator[Cluster]:
    fonts = face(*stack).metrics.files()
    for run in runs(scene):
        left, start, glyphs = run.left, run.left, ()
        for glyph in run.glyphs:
            left += glyph.advance / fonts[run.font].units * em(run.size)
            glyphs += (glyph,)
            if glyph.last:
                yield Cluster(run.font, glyphs, start, left, run.baseline)
                start, glyphs = left, ()


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(STACKS, TEXTS)
@example(("latin", "svg"), "A🔥B")
@example(("latin", "blank"), "A🔥B")
@example(("latin", "cbdt"), "A🔥 🔥 B")
@example(("colr0", "latin"), "🔥 A")
@example(("latin", "marks"), "A\u20e3\ufffd")
def test_every_cluster_is_drawn_or_blank_by_nature_or_a_finding(stack: tuple[str, ...], text: str) -> None:
    scene, findings = drawn(stack, text)
    assert {finding.code for finding in findings} <= {"RND002"}
    named = "".join(finding.message for finding in findings)
    assert "more characters" not in named or len(set(text)) > 10
    found = list(clusters(scene, stack))
    set_text = BLANK.sub("", "".join(run.text for run in runs(scene)))
    assert sorted(set_text) == sorted(BLANK.sub("", normalised(text)))  # no letter is lost on the way
    missing = False
    pixels = numpy.asarray(Rasteriser(face(*stack).metrics.files(), {}, DPI).image(scene).convert("L"))
    for one in found:
        seen = BLANK.sub("", one.text)
        if any(glyph.id == 0 for glyph in one.glyphs):
            missing = True
            letters = seen or one.text
            assert "more characters" in named or all(f"(U+{ord(letter):04X})" in named for letter in letters)
        if seen and one.right - one.left > 0.5:  # of marks alone, the place is not known
            left, right = (int(side / 25.4 * DPI) for side in (one.left, one.right))
            low, high = (int((one.baseline - up) / 25.4 * DPI) for up in (3.5, -0.5))
            assert pixels[low:high, left : right + 1].min() < 200, ascii(one.text)
    assert missing == bool(findings)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(STACKS.filter(lambda stack: {"latin", "marks", "many"} & {*stack}), TEXTS)
@example(("blank", "latin"), "\u202e")
def test_a_space_is_that_of_the_first_font_that_has_one(stack: tuple[str, ...], text: str) -> None:
    scene, findings = drawn(stack, f"{text} 🔥 {text}")
    units = {font.name: font.units for font in face(*stack).metrics.files().values()}
    for one in clusters(scene, stack):
        if one.text == " ":
            (glyph,) = one.glyphs
            assert glyph.advance / units[one.font] == 0.5  # of the Latin font; it is 1.27 in those in colours
    assert not any("U+0020" in finding.message for finding in findings)


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - REFUSED))
@pytest.mark.parametrize("text", ["A🔥B", "🔥", "🔥 🐉 A", "A 👩\u200d🔥 B", "1\ufe0f\u20e3 🔥"])
def test_the_text_of_the_pdf_is_the_text_with_glyphs_in_colours(kind: str, text: str) -> None:
    scene, _ = drawn(("latin", kind), text)
    fonts = face("latin", kind).metrics.files()
    data = pdf_bytes([Page(scene.width, scene.height, (Placement(scene, 0, 0),))], fonts, {}, "Test")
    assert pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text().strip() == text
    assert pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range() == text


@pytest.mark.parametrize(
    ("kind", "why"), [("svg", "in svg.ttf only as SVG, which is not drawn"), ("blank", "blank in blank.ttf")]
)
def test_what_cannot_be_drawn_is_refused_by_name(kind: str, why: str) -> None:
    _, findings = drawn(("latin", kind), "A🔥B")
    assert [re.sub("/.*/", "", finding.message) for finding in findings] == [
        f"card Card: the text it has '🔥' (U+1F525), {why}"
    ]
    assert (
        findings[0].hint
        == "write it differently, or put a font that can draw it first in the list in [fonts]"
    )
