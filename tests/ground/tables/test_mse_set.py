"""Sets of Magic Set Editor as tables."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from workbook_files import archive

from cardtools.ground.errors import InputError
from cardtools.ground.limits import Limits
from cardtools.ground.tables import workbooks
from cardtools.ground.tables.workbooks.archive import Grid
from cardtools.ground.tables.workbooks.mse_set import packed_pictures, read_set
from cardtools.ground.tables.workbooks.sheet import read_sheet

SET = """\
mse version: 2.0.2
game: embers
stylesheet: plain
set info:
\ttitle: First Light
\tcopyright: us
card:
\thas styling: true
\tstyling data:
\t\tother: 1
\tname: Ember Fox
\tcasting cost: 1R
\timage: image1
\trule text:
\t\t<kw-1>Haste</kw-1> <i-auto>(It runs.)</i-auto>
\t\t<sym>2R</sym>: <b>Burn</b> <i>now</i>.
\tpower: 2
card:
\tname: Tide Singer
\trule text: Draw a card: then sing.
version control:
\ttype: none
"""


PNG = b"\x89PNG\r\n\x1a\n and more"


def rows(text: str) -> dict[int, dict[int, str]]:
    grid = Grid("first.mse-set")
    data = archive({"set": text, "image1": PNG, "../image2": PNG, "image3": b"<svg/>", "con": PNG})
    read_set(Path("first.mse-set"), data, "", grid)
    return {line: grid.rows[line] for line in sorted(grid.rows)}


def test_cards_have_their_fields_with_our_marks() -> None:
    found = rows(SET)
    header = found.pop(0)
    cards = {line: {header[column]: text for column, text in row.items()} for line, row in found.items()}
    assert cards == {
        7: {
            "name": "Ember Fox",
            "casting cost": "1R",
            "image": "image1.png",
            "rule text": "Haste (It runs.)\n{2R}: <b>Burn</b> <i>now</i>.",
            "power": "2",
        },
        18: {"name": "Tide Singer", "rule text": "Draw a card: then sing."},
    }


@pytest.mark.parametrize("text", ["", "game: embers\n", "card:\n", "card:\n\thas styling: false\n"])
def test_a_set_without_a_card_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="there is no card in the set"):
        rows(text)


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    assert rows("\ufeff" + SET.replace("\n", "\r\n")) == rows(SET)


def a_set(cards: str, **parts: bytes) -> bytes:
    return archive({"set": cards, **parts})


def picture(colour: str, kind: str = "PNG") -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(made, kind)
    return made.getvalue()


def test_only_pictures_with_safe_names_get_an_ending(folder: Path) -> None:
    cards = "card:\n\tname: A\n\timage: ../image2\n\tmask: image3\n\tcode: con\n\tback: x.jpg\n"
    data = archive(
        {"set": cards, "../image2": PNG, "image3": b"<svg/>", "con": PNG, "x.jpg": b"\xff\xd8\xff"}
    )
    (folder / "a.mse-set").write_bytes(data)
    sheet, _ = read_sheet(folder / "a.mse-set")
    assert list(sheet.rows) == [("A", "../image2", "image3", "con", "x.jpg")]
    assert packed_pictures(folder / "a.mse-set") == {"x.jpg": b"\xff\xd8\xff"}
    assert packed_pictures(folder / "a.csv") == {}


def test_init_brings_the_pictures_along(
    cardtools: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = picture("red"), picture("blue", "JPEG")
    cards = "card:\n\tname: Fox\n\timage: image1\ncard:\n\tname: Owl\n\timage: image2\n"
    (folder / "in.mse-set").write_bytes(a_set(cards, image1=red, image2=blue, image3=red))
    said = cardtools("init", "game", "--from", "in.mse-set")
    assert (said.code, "not found" in said.out) == (0, False)
    assert {path.name: path.read_bytes() for path in (folder / "game/cards/art").iterdir()} == {
        "image1.png": red,
        "image2.jpg": blue,
    }
    monkeypatch.chdir(folder / "game")
    checked = cardtools("validate")
    assert checked.code == 0, checked.out


def test_two_sets_whose_pictures_have_one_name_are_refused(cardtools: Any, folder: Path) -> None:
    for name in ("red", "blue"):
        cards = f"card:\n\tname: {name}\n\timage: image1\n"
        (folder / f"{name}.mse-set").write_bytes(a_set(cards, image1=picture(name)))
    said = cardtools("init", "game", "--from", "red.mse-set", "--from", "blue.mse-set")
    assert (said.code, "image1.png is another picture in another set" in said.err) == (2, True)
    assert not (folder / "game").exists()


def test_pictures_that_unpack_without_end_are_refused(
    cardtools: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbooks.archive, "limits", lambda: Limits(workbook_xml_bytes=10_000))
    cards = "card:\n\tname: Fox\n\timage: image1\n"
    (folder / "in.mse-set").write_bytes(a_set(cards, image1=PNG + bytes(10_000)))
    said = cardtools("init", "game", "--from", "in.mse-set")
    assert (said.code, "more than 10,000 bytes when it is unpacked" in said.err) == (2, True)
