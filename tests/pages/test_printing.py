"""The page that prints: its pictures are the pages of the PDF; what cannot be drawn is left out in both."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from meadow import picture as art
from PIL import Image, ImageChops
from press import press_profile_bytes
from tabs import opened

from cardtools.cli import cardtools as group
from cardtools.commands.studio import offered
from cardtools.ground.errors import InputError
from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio.desk import Desk
from cardtools.pages.studio.printing import sheet_side, sheets
from cardtools.pages.studio.server import page, routes
from cardtools.pages.studio.studio import Studio
from cardtools.project.project import find_project
from cardtools.render.pdf.profile import press_profile
from cardtools.render.pdf.raster import page_image

SHEET = """\
columns = 2
rows = 2
paper = "a5"
gutter = 4
bleed = 1
flip = "long"
[marks]
length = 3
font = "../text.ttf"
"""
BACK = '\n[[backs]]\nface = "templates/plain.toml"\n[sheet]\nsheet = "templates/sheets/own.toml"\n'


@pytest.fixture
def desk(game: Path) -> Desk:
    (game / "templates/sheets").mkdir()
    (game / "templates/sheets/own.toml").write_text(SHEET)
    project = game / "cardtools.toml"
    project.write_text(project.read_text() + BACK)
    table = game / "cards/cards.csv"
    table.write_text(table.read_text() + "Newt;4;\nToad of the endless meadows;5;\n")
    return Desk(game)


def picture(desk: Desk, how: dict[str, Any], number: int) -> Image.Image:
    return Image.open(io.BytesIO(sheet_side(desk, how, "cards", number, 60)))


CHOSEN = {"where": "cost>1", "paper": "a4", "watermark": "DRAFT", "low_ink": True, "skip": "1-3"}


@pytest.mark.parametrize("how", [{}, CHOSEN])
def test_each_picture_is_a_page_of_the_pdf(desk: Desk, how: dict[str, Any], cardtools: Any) -> None:
    words = [
        f"--{name.replace('_', '-')}" + ("" if value is True else f"={value}") for name, value in how.items()
    ]
    assert cardtools("sheet", *words).code == 1
    name = "cards-chosen" if how else "cards"
    pdf = (desk.root / f"output/sheets/{name}.pdf").read_bytes()
    (file,) = sheets(desk, how)["files"]
    assert (file["sides"], file["papers"], file["flip"]) == (4, 2, "long")
    for number in range(file["sides"]):
        whole = page_image(pdf, number, 60)
        assert ImageChops.difference(whole, picture(desk, how, number)).getbbox() is None, number


def test_cards_that_cannot_be_drawn_are_left_out(desk: Desk) -> None:
    (desk.root / "art/ox.png").write_bytes(b"no picture")
    before = sheets(desk, {})
    assert (before["files"][0]["cards"], before["problems"]) == (5, [])
    with pytest.raises(InputError, match="ox"):
        sheet_side(desk, {}, "cards", 0, 60)
    after = sheets(desk, {})
    assert (after["files"][0]["cards"], after["files"][0]["sides"], len(after["problems"])) == (4, 2, 1)
    assert sheet_side(desk, {}, "cards", 0, 60).startswith(b"\x89PNG")
    with pytest.raises(InputError, match="not there any more"):
        sheet_side(desk, {}, "cards", 2, 60)


@pytest.mark.end_to_end
def test_the_colours_of_the_press_are_seen(desk: Desk, studio: Studio, chromium: Any) -> None:
    (studio.root / "press.icc").write_bytes(press_profile_bytes())
    project = studio.root / "cardtools.toml"
    project.write_text(project.read_text() + '[print]\nprofile = "press.icc"\n')
    (studio.root / "art/ox.png").write_bytes(art("#00ff00"))
    studio.offered = lambda: offered(group)

    def seen(tab: Any) -> tuple[int, ...]:
        """The colour of the art of the first card."""
        shown = io.BytesIO(tab.locator(".sheet").first.screenshot())
        found = Image.open(shown).convert("RGB").getcolors(1 << 20) or []
        return max((count, rgb) for count, rgb in found if max(rgb) - min(rgb) > 99)[1]

    with opened(chromium) as (tab, _), LocalServer("127.0.0.1", 0, page(), routes(studio)) as server:
        tab.goto(server.link)
        tab.wait_for_selector(".grid-row")
        tab.goto(f"{server.address}#/print?q=cost<2")
        tab.wait_for_selector(".sheet img")
        press = tab.get_by_label("Colours of the press")
        before = tab.locator(".sheet img").first.get_attribute("src")
        assert seen(tab) == (0, 255, 0)
        press.check()
        tab.wait_for_function("src => document.querySelector('.sheet img').src !== src", arg=before)
        green = Image.new("RGB", (1, 1), "#00ff00")
        printed = press_profile(find_project(studio.root), "the test").proof(green).getpixel((0, 0))
        assert seen(tab) == printed != (0, 255, 0)
        (studio.root / "press.icc").write_bytes(b"no profile")
        press.uncheck()
        press.check()
        tab.wait_for_selector(".print-sheets:has-text('the file is not an ICC profile')")


@pytest.mark.end_to_end
def test_sheets_are_chosen_seen_and_made(desk: Desk, studio: Studio, chromium: Any) -> None:
    studio.offered = lambda: offered(group)
    with opened(chromium) as (tab, errors), LocalServer("127.0.0.1", 0, page(), routes(studio)) as server:
        tab.goto(server.link)
        tab.wait_for_selector(".grid-row")
        tab.goto(f"{server.address}#/print?q=cost>1")
        tab.wait_for_selector(".sheet img")
        assert tab.locator(".sheet").count() == 2
        tab.wait_for_selector(".proof li:has-text('Toad')")
        tab.get_by_label("Paper").select_option("a4")
        tab.get_by_text("More options").first.click()
        tab.get_by_label("Skip").fill("1")
        tab.wait_for_selector(".sheet:nth-child(4)", state="attached")
        line = 'cardtools sheet "--where=cost>1" --paper=a4 --skip=1'
        assert (
            tab.locator(".command code").first.inner_text().replace('--where="cost', '"--where=cost') == line
        )
        tab.get_by_role("button", name="Make the PDF").press("Enter")
        tab.wait_for_selector("#jobs .job.warning")
        assert tab.locator("#jobs a").get_attribute("href") == "/output/sheets/cards-chosen.pdf"
        tab.get_by_label("Paper").select_option("a5")
        tab.get_by_label("Skip").fill("1-9")
        tab.wait_for_selector(".print-sheets .panel:has-text('there is no cell')")
        tab.get_by_role("button", name="Close: Sheets").click()
        tab.wait_for_selector("#jobs", state="hidden")
        assert [one for one in errors if "422" not in one] == []
