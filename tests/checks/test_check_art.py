"""Image files: there, of a kind that can be drawn, inside the art folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardtools.cards.table import make_table
from cardtools.checks.art.files import check_art
from cardtools.ground.errors import Diagnostic
from cardtools.ground.tables.csv_document import CsvFile

Write = Callable[[str, str | bytes], Path]


def art(*images: str) -> list[Diagnostic]:
    rows = [[f"Card {number}", image] for number, image in enumerate(images)]
    file = CsvFile.of_rows(Path("cards/cards.csv"), ("NAME", "IMAGE"), rows)
    return check_art(make_table(file, built_in_ruleset("ttcg")), [Path("cards/art")])


def test_an_image_is_found_in_an_art_folder_or_beside_the_table(write: Write) -> None:
    for name in "abc":
        write(f"cards/art/units/{name}.png", name)
    assert art("units/a.png", "art/units/b.png", "units/../units/c.png", "") == []


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
        ("units\\a.png", "IMG003", "write units/a.png"),
        ("art\\units/a.png", "IMG003", "write art/units/a.png"),
        ("units\\A.png", "IMG009", "write units/a.png"),
        ("units\\a.jpg", "IMG001", "did you mean a.png?"),
        ("..\\..\\a.png", "IMG010", "move it into one of them"),
        ("C:\\art\\a.png", "IMG010", "move it into one of them"),
        ("units/a.png/b.png", "IMG001", "add the picture, or let `cardtools art` paint a placeholder"),
        ("units/aa.png", "IMG001", "did you mean a.png?"),
        ("folder.png", "IMG001", "add the picture, or let `cardtools art` paint a placeholder"),
    ],
)
def test_each_fault_of_an_image_is_its_own_finding(write: Write, image: str, code: str, hint: str) -> None:
    write("cards/art/units/a.png", "x")
    write("cards/art/units/empty.png", "")
    write("cards/art/folder.png/x.txt", "x")
    assert [(finding.code, finding.hint) for finding in art(image)] == [(code, hint)]


def test_the_place_of_an_image_on_this_computer_is_told(write: Write) -> None:
    (finding,) = art(str(write("cards/art/units/a.png", "x").absolute()))
    assert (finding.code, finding.severity, finding.hint) == ("IMG003", "warning", "write units/a.png")


def test_an_image_of_another_card_is_not_what_a_missing_one_was_meant_to_be(write: Write) -> None:
    write("cards/art/ember.png", "x")
    (finding,) = art("ember.png", "embers.png")
    assert finding.hint == "add the picture, or let `cardtools art` paint a placeholder"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.sampled_from("aA./\\:\0é "), max_size=12))
def test_any_path_has_one_finding_at_most(write: Write, path: str) -> None:
    write("cards/art/A/a.png", "x")
    assert len(art(f"{path}.png")) <= 1


def test_a_missing_art_folder_is_one_finding(folder: Path) -> None:
    (finding,) = art("units/a.png", "units/b.png")
    assert finding.message == "there is no folder cards/art, so none of the 2 images is there"


def guessed(*images: str) -> list[tuple[str, str]]:
    rows = [[f"Card {number}", image] for number, image in enumerate(images)]
    file = CsvFile.of_rows(Path("cards/cards.csv"), ("NAME", "PICTURE"), rows)
    found = check_art(make_table(file, built_in_ruleset("school")), [Path("cards/art")])
    return [(finding.code, finding.severity) for finding in found]


def test_a_missing_picture_is_a_warning_where_the_ruleset_does_not_ask_for_files(write: Write) -> None:
    write("cards/art/a.png", "x")
    write("cards/art/nobodys.png", "y")
    assert guessed("a.png", "b.png", "") == [("IMG001", "warning")]


def test_pictures_of_which_none_is_there_yet_are_no_finding(write: Write) -> None:
    assert guessed("a.png", "b.png", "") == []
    write("cards/art/other.png", "x")
    assert guessed("a.png", "b.png", "") == []
