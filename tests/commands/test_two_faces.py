"""Cards with two faces in one row, on all that has backs; texts that leave the safe zone on purpose."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from plain_face import ground
from pypdf import PdfReader

TABLE = """NAME;TEXT;NIGHT;NIGHT_TEXT
Baker;Bake.;Werewolf;Bite.
Miller;Grind.;;
"""
FACE = f"""{ground("#fff4e0")}
[fonts]
text = "fonts/AlegreyaSans-Regular.ttf"
[styles.it]
font = "text"
size = 9
[elements.name]
kind = "text"
style = "it"
left = 5
right = 5
top = 5
height = 8
text = "{{{{ NAME }}}}: {{{{ TEXT }}}}"
"""
PROJECT = """
[[backs]]
face = "templates/card.toml"
when = "given(NIGHT)"
columns = { NAME = "NIGHT", TEXT = "NIGHT_TEXT" }

[[backs]]
face = "templates/back.toml"
"""


@pytest.fixture
def village(cardtools: Any, folder: Path, write: Callable[..., Path]) -> Path:
    assert cardtools("init", ".", "--blank", "-q").code == 0
    write("cards/cards.csv", TABLE)
    write("templates/card.toml", FACE)
    write("templates/back.toml", 'extends = "card.toml"\n[elements.name]\ntext = "the same for all"\n')
    project = folder / "cardtools.toml"
    project.write_text(project.read_text() + PROJECT)
    return folder


def test_a_sheet_has_both_faces_of_a_row(village: Path, cardtools: Any) -> None:
    outcome = cardtools("sheet", "--sheet", "templates/sheets/duplex.toml")
    assert (outcome.code, outcome.err) == (0, "")
    front, back = (page.extract_text() for page in PdfReader(village / "output/sheets/cards.pdf").pages)
    assert ("Baker: Bake." in front, "Miller: Grind." in front) == (True, True)
    assert ("Werewolf: Bite." in back, "the same for all" in back, "Baker" in back) == (True, True, False)


def test_a_proof_measures_the_other_face_with_its_own_words(village: Path, cardtools: Any) -> None:
    table = village / "cards/cards.csv"
    table.write_text(TABLE.replace("Bite.", "Bite " * 50))
    outcome = cardtools("proof")
    assert "card Baker: the back: the text name does not fit" in outcome.out


def test_pictures_of_backs_are_drawn_when_asked_for(village: Path, cardtools: Any) -> None:
    assert cardtools("render", "-q").code == 0
    cards = village / "output/cards"
    assert {path.name for path in cards.glob("*.png")} == {"baker.png", "miller.png"}
    assert cardtools("render", "--backs", "--cut", "-q").code == 0
    names = {"baker.png", "miller.png", "baker-back.png", "miller-back.png"}
    assert {path.name for path in cards.glob("*.png")} == names
    front, back = (Image.open(cards / name) for name in ("baker.png", "baker-back.png"))
    assert front.size == back.size
    assert front.tobytes() != back.tobytes()
    assert back.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert cardtools("render", "--backs", "--cut", "-q", "-o", "on-its-side", "--rotate", "90").code == 0
    for upright, name in ((front, "baker.png"), (back, "baker-back.png")):
        turned = Image.open(village / "on-its-side" / name)
        assert turned.tobytes() == upright.rotate(-90, expand=True).tobytes()
        assert turned.size == (upright.height, upright.width)


def test_a_back_that_all_share_is_one_picture(village: Path, cardtools: Any) -> None:
    assert cardtools("render", "--backs", "-q", "-o", "some", "Miller").code == 0
    assert {path.name for path in (village / "some").glob("*.png")} == {"miller.png", "back.png"}


def test_makers_get_a_back_for_each_card(village: Path, cardtools: Any) -> None:
    assert cardtools("export", "--to", "zip").code == 0
    with zipfile.ZipFile(village / "output/export/zip/cards.zip") as archive:
        assert {"backs/baker.png", "backs/miller.png"} <= set(archive.namelist())
        backs = [archive.read(f"backs/{name}.png") for name in ("baker", "miller")]
    one, other = (Image.open(io.BytesIO(back)).tobytes() for back in backs)
    assert one != other


def test_the_gallery_turns_cards_with_a_back_of_their_own(
    village: Path, cardtools: Any, chromium: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (village / "cards/cards.csv").write_text(TABLE + "Cook;Stir.;;\n")
    assert cardtools("export", "--to", "html", "-q").code == 0
    made = village / "output/export/html/cards.html"
    assert made.read_text().count(' data-back="data:image/jpeg;base64,') == 1
    page = chromium.new_page()
    page.goto(made.as_uri())
    large = page.locator("dialog img")
    page.click('button:has(img[alt="Baker"])')
    front = large.get_attribute("src")
    for turn in (lambda: page.click("#flip"), large.click, lambda: page.keyboard.press("f")):
        before = large.get_attribute("src")
        turn()
        assert large.get_attribute("src") != before
    assert (large.get_attribute("alt"), large.get_attribute("src") == front) == ("Baker, the back", False)
    page.click("#next")
    page.keyboard.press("f")
    assert (large.get_attribute("alt"), page.is_visible("#flip")) == ("Miller", False)
    page.close()
    monkeypatch.setattr("cardtools.print.export.html.MOST_INSIDE", 1)
    assert cardtools("export", "--to", "html", "-q").code == 0
    assert (
        'src="cards/baker.jpg"' in made.read_text()
        and 'data-back="cards/backs/baker.jpg"' in made.read_text()
    )
    backs = [path.name for path in (made.parent / "cards/backs").iterdir()]
    assert backs == ["baker.jpg"]


def test_columns_that_are_not_there_are_told_once(village: Path, cardtools: Any) -> None:
    project = village / "cardtools.toml"
    project.write_text(project.read_text().replace('TEXT = "NIGHT_TEXT"', 'TEXT = "NIGHT_TXT"'))
    outcome = cardtools("sheet", "--sheet", "templates/sheets/duplex.toml")
    assert outcome.code == 2
    assert outcome.err.count("there is no column 'NIGHT_TXT'\n  help: did you mean NIGHT_TEXT?") == 1


def test_faces_too_may_show_other_columns_and_are_drawn_anew(village: Path, cardtools: Any) -> None:
    assert cardtools("build").code == 0
    project = village / "cardtools.toml"
    more = '\ncolumns = { NAME = "TEXT" }\n\n[sheet]'
    project.write_text(project.read_text().replace("\n[sheet]", more, 1))
    before = (village / "output/cards/baker.png").read_bytes()
    assert cardtools("build").code == 0
    assert (village / "output/cards/baker.png").read_bytes() != before


def test_a_text_leaves_the_safe_zone_by_choice(village: Path, cardtools: Any) -> None:
    face = village / "templates/card.toml"
    far = FACE.replace("left = 5\nright = 5\ntop = 5", "left = -9\nright = -9\ntop = -2")
    face.write_text(far)
    outcome = cardtools("render", "-q")
    assert outcome.code == 2
    assert "name leaves the bleed" in outcome.err
    face.write_text(far + "bleed = true\n")
    assert cardtools("render", "-q").code == 0
    assert "RND006" not in cardtools("proof").out
    assert "RND006" not in cardtools("export", "--to", "tgc").err
    face.write_text(FACE.replace("top = 5\n", "top = 3\n"))
    assert "RND006" in cardtools("proof").out
    assert "RND006" in cardtools("export", "--to", "tgc").err
