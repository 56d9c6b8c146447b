"""Lengths with units: `"0.25in"` is 6.35 mm wherever a length is read, and nothing else is taken for one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.errors import InputError
from cardtools.ground.lengths import FontSize, Length, in_unit_of, millimetres
from cardtools.ground.toml.tomlfile import conform
from cardtools.print.sheets.definition import load_sheet
from cardtools.render.face.extending import read_face_file
from cardtools.render.face.model.face import FaceDesign


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("0.25in", 6.35), ("3 mm", 3.0), ("1cm", 10.0), ("300px", 25.4), ("72pt", 25.4), ('2.5"', 63.5),
        ("-.5inch", -12.7), ("0,25in", 6.35), ("3", None), ("3em", None), ("", None), ("{{ 3 }}mm", None),
        ("1e9mm", None), ("nan mm", None), ("9" * 50 + "mm", None),
    ],
)  # fmt: skip
def test_millimetres(text: str, length: float | None) -> None:
    assert millimetres(text) == (length if length is None else pytest.approx(length))


@given(st.floats(0.001, 900).map(lambda number: round(number, 3)))
def test_points_stay_points_and_millimetres_stay_millimetres(number: float) -> None:
    assert in_unit_of(FontSize, f"{number:.3f}pt") == pytest.approx(number, abs=1e-6)
    assert in_unit_of(Length, f"{number:.3f}mm") == number


BASE = """[card]
dpi = 150
bleed = "0.125in"
[fonts]
f = "f.ttf"
[styles.s]
font = "f"
size = "4mm"
[elements.a]
kind = "rectangle"
left = "0.25in"
width = "150px"
top = 1
height = "1cm"
"""


def design(folder: Path, text: str) -> FaceDesign:
    (folder / "base.toml").write_text(BASE)
    (folder / "face.toml").write_text(f'extends = "base.toml"\n{text}')
    return conform(read_face_file(folder / "face.toml", {}), FaceDesign)


def test_lengths_of_a_face_and_their_arithmetic(tmp_path: Path) -> None:
    face = design(tmp_path, '[styles.s]\nsize = "+= 1pt"\n[elements.a]\nleft = "+= 0.1in"\ntop = "+= 15px"\n')
    box = face.elements["a"].box(face.card)
    assert (box.left, box.width, box.top, box.height) == pytest.approx((8.89, 25.4, 3.54, 10.0))
    assert face.card.bleed == 3.175
    assert face.styles["s"].size == pytest.approx(4 / 25.4 * 72 + 1, abs=1e-5)


def test_the_hint_for_no_length_leads_to_no_other_length(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        design(tmp_path, '[elements.a]\nleft = "wide"\nopacity = "1"\nfill_x = "0.25in"\ntop = "3em"\n')
    message = str(caught.value)
    assert "left = 'wide', expected a length" in message
    assert 'such as "0.25in"' in message
    assert "0.25, without" not in message


def test_a_sheet_takes_units_too(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text('gutter = "0.125in"\nbleed = "1pt"\n[marks]\nlength = "0.5cm"\n')
    sheet = load_sheet(path)
    assert (sheet.gutter, sheet.bleed, sheet.marks and sheet.marks.length) == (3.175, 0.352778, 5.0)


def test_a_resolution_of_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="dpi = 0"):
        design(tmp_path, "[card]\ndpi = 0\n")
