"""Image files: there, of a kind that can be drawn, inside the art folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.cards.table import make_table
from cardtools.checks import check_art
from cardtools.csvfile import CsvFile
from cardtools.errors import Diagnostic
from cardtools.rulesets import load_ruleset

Write = Callable[[str, str | bytes], Path]


def art(*images: str) -> list[Diagnostic]:
    rows = [[f"Card {number}", image] for number, image in enumerate(images)]
    file = CsvFile(
        Path("cards/cards.csv"), ";", ("NAME", "IMAGE"), rows, list(range(2, len(rows) + 2)), 1, []
    )
    return check_art(make_table(file, load_ruleset("ttcg", Path())), [Path("cards/art")])


def test_an_image_is_found_in_an_art_folder_or_beside_the_table(write: Write) -> None:
    write("cards/art/units/a.png", "x")
    assert art("units/a.png", "art/units/a.png", "units/../units/a.png", "") == []


@pytest.mark.parametrize(
    ("image", "code", "hint"),
    [
        ("units/a.jpg", "IMG001", "did you mean a.png?"),
        ("units/zzz.png", "IMG001", "add the picture, or let `cardtools art` paint a placeholder"),
        ("units/a.webp", "IMG002", "use jpg, jpeg, png"),
        ("units/a", "IMG002", "use jpg, jpeg, png"),
        ("Units/A.png", "IMG009", "write units/a.png"),
        ("../../a.png", "IMG010", "move it into one of them"),
        ("/etc/a.png", "IMG010", "move it into one of them"),
        ("units/empty.png", "IMG011", "save the picture again"),
        ("units", "IMG002", "use jpg, jpeg, png"),
    ],
)
def test_each_fault_of_an_image_is_its_own_finding(write: Write, image: str, code: str, hint: str) -> None:
    write("cards/art/units/a.png", "x")
    write("cards/art/units/empty.png", "")
    assert [(finding.code, finding.hint) for finding in art(image)] == [(code, hint)]


def test_a_missing_art_folder_is_one_finding(folder: Path) -> None:
    (finding,) = art("units/a.png", "units/b.png")
    assert finding.message == "there is no folder cards/art, so none of the 2 images is there"
