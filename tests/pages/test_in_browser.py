"""The page in a real browser: what it shows, and crops that are chosen by pointer, wheel, fingers, keys."""

from __future__ import annotations

import math
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from meadow import CARDS, picture
from tabs import Tab, opened

from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio.server import page as files
from cardtools.pages.studio.server import routes
from cardtools.pages.studio.studio import Studio

pytestmark = pytest.mark.end_to_end


class Page:
    """The page of a card of the game."""

    def __init__(self, tab: Tab, studio: Studio) -> None:
        self.tab, self.errors = tab
        self.studio = studio

    def open(self, card: str) -> None:
        self.tab.goto(self.tab.url.partition("#")[0] + f"#/card/{card}")
        self.tab.wait_for_selector(f"h1:text-is('{card.title()}')")

    def open_cropper(self, card: str = "ox") -> None:
        self.open(card)
        self.tab.get_by_role("button", name="Crop the picture").click()
        self.tab.wait_for_selector(".crop-place:focus")

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the picture's place, on the screen."""
        place = self.tab.locator(".crop-place")
        # On a phone, the slider is below.
        place.evaluate("place => place.scrollIntoView({ block: 'center' })")
        box = place.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, across: float, down: float) -> None:
        """Move the picture by shares of its place."""
        (x, y), mouse = self.middle, self.tab.mouse
        box = self.tab.locator(".crop-place").bounding_box()
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + across * box["width"], y + down * box["height"], steps=4)
        mouse.up()

    def zoom(self, factor: float) -> None:
        """Move the slider so that the zoom is about this."""
        value = 100 * math.log10(factor)
        self.tab.locator("section[aria-label=Crop] input[type=range]").fill(f"{round(2 * value) / 2:g}")

    def kept(self, status: str = "; saved") -> dict[str, Any]:
        """The crops in the project, when the page says that they are kept."""
        self.tab.wait_for_selector(f".crop-status:has-text('{status}')")
        self.studio.workspace.write()
        crops: dict[str, Any] = tomllib.loads(Path("cards/crops.toml").read_text()).get("crops", {})
        return crops


@pytest.fixture
def page(request: Any, chromium: Any, studio: Studio) -> Iterator[Page]:
    (studio.root / "art/ox.png").write_bytes(picture("brown", (640, 300)))
    is_phone = getattr(request, "param", "") == "phone"
    size = (390, 844) if is_phone else (1280, 800)
    with (
        opened(chromium, size, has_touch=is_phone) as tab,
        LocalServer("127.0.0.1", 0, files(), routes(studio)) as server,
    ):
        page = Page(tab, studio)
        page.tab.goto(server.link)
        page.tab.locator("nav a[data-page='gallery']").click()
        page.tab.wait_for_selector(".tile img")
        yield page
        assert page.errors == []


def test_the_link_opens_the_page_and_leaves_the_token_nowhere(page: Page) -> None:
    assert page.tab.url.endswith("/#/gallery")
    assert page.tab.title() == "Gallery - Meadow"
    assert page.tab.locator(".tile").count() == 3
    page.tab.reload()
    page.tab.wait_for_selector(".grid-row, .tile img")


def test_without_the_link_the_page_says_what_is_needed(page: Page, chromium: Any) -> None:
    with opened(chromium) as (other, _):
        other.goto(page.tab.url)
        other.wait_for_selector("#main:has-text('Open the link of the terminal')")


def test_a_card_is_drawn_while_one_types_and_kept(page: Page) -> None:
    page.open("elk")
    page.tab.wait_for_selector(".stage img.card")
    before = page.tab.locator(".stage img.card").get_attribute("src")
    page.tab.get_by_label("COST", exact=True).fill("4")
    page.tab.wait_for_selector(f".stage img.card:not([src='{before}'])")
    page.tab.wait_for_selector("#undo:not([disabled])")
    page.studio.workspace.write()
    assert Path("cards/cards.csv").read_text() == CARDS.replace("Elk;2", "Elk;4")
    page.tab.get_by_role("button", name="Undo on this card").click()
    page.tab.wait_for_selector(f".stage img.card[src='{before}']")


@pytest.mark.parametrize("page", ["desktop", "phone"], indirect=True)
def test_a_picture_is_dragged_in_its_place(page: Page) -> None:
    page.open_cropper()
    # Of 640 x 300 pixels, in a place of 16 x 12 mm, 240 pixels lie outside: a drag by half the place is 200.
    page.drag(0.3, 0)
    crop = page.kept()["ox.png"]
    assert crop["focus_x"] == pytest.approx(0, abs=0.01)
    assert (crop["focus_y"], crop["zoom"]) == (0.5, 1)
    page.drag(-0.3, 0.2)  # there is nothing to move downwards
    assert page.kept()["ox.png"]["focus_x"] == pytest.approx(0.5, abs=0.02)
    page.tab.wait_for_selector(".cropper:not(.active)")


@pytest.mark.parametrize("page", ["desktop", "phone"], indirect=True)
def test_the_slider_the_wheel_and_two_fingers_zoom(page: Page) -> None:
    page.open_cropper()
    page.zoom(2)
    assert page.kept()["ox.png"]["zoom"] == pytest.approx(2, abs=0.03)
    page.tab.mouse.move(*page.middle)
    page.tab.mouse.wheel(0, -300)
    page.tab.wait_for_selector(".crop-status:has-text('3.1')")
    assert page.kept()["ox.png"]["zoom"] == pytest.approx(3.14, abs=0.06)
    x, y = page.middle
    session = page.tab.context.new_cdp_session(page.tab)
    for kind, apart in (("touchStart", 20), ("touchMove", 30), ("touchMove", 40), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}] if apart else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.tab.wait_for_selector(".crop-status:has-text('6.')")
    assert page.kept()["ox.png"]["zoom"] == pytest.approx(6.28, abs=0.3)


def test_the_keys_move_and_zoom(page: Page) -> None:
    page.open_cropper()
    for _ in range(3):
        page.tab.keyboard.press("+")
    page.tab.keyboard.press("Shift+ArrowDown")
    page.tab.keyboard.press("Shift+ArrowRight")
    crop = page.kept()["ox.png"]
    assert crop["zoom"] == pytest.approx(1.331, abs=0.01)
    assert crop["focus_x"] < 0.5
    assert crop["focus_y"] == pytest.approx(0.5 - 0.1 / 0.331, abs=0.01)
    page.tab.keyboard.press("-")
    page.tab.wait_for_selector(".crop-status:has-text('1.21')")
    page.kept()
    page.tab.keyboard.press("Escape")
    page.tab.wait_for_selector(".cropper", state="detached")
    page.tab.wait_for_selector("#crop-open:focus")


def test_a_crop_is_undone_and_removed(page: Page) -> None:
    page.studio.workspace.change("", "a crop", {"cards/crops.toml": ("", b'[crops."ox.png"]\nfocus_x = 1\n')})
    page.open_cropper()
    controls = page.tab.get_by_label("Crop", exact=True)
    assert controls.get_by_role("button", name="Undo").is_disabled()
    page.drag(0.6, 0)
    assert page.kept()["ox.png"]["focus_x"] == 0
    controls.get_by_role("button", name="Undo").click()
    assert page.kept()["ox.png"]["focus_x"] == 1
    controls.get_by_role("button", name="Reset").click()
    assert page.kept("as the face has it") == {}
    controls.get_by_role("button", name="Done").click()
    page.tab.wait_for_selector(".cropper", state="detached")


def test_what_was_moved_last_is_kept_when_the_card_is_closed_at_once(page: Page) -> None:
    page.open_cropper()
    page.tab.keyboard.press("+")
    page.tab.keyboard.press("ArrowRight")
    page.tab.keyboard.press("Escape")
    file, end = Path("cards/crops.toml"), time.monotonic() + 30
    while not file.exists() and time.monotonic() < end:
        time.sleep(0.05)
    crop = tomllib.loads(file.read_text())["crops"]["ox.png"]
    assert crop["zoom"] == 1.1
    assert crop["focus_x"] < 0.5


def test_too_few_pixels_are_said_at_once(page: Page) -> None:
    page.open_cropper()
    assert "fewer than 300" not in page.tab.locator(".crop-status").inner_text()
    page.zoom(3)
    page.tab.wait_for_selector(".crop-status.low:has-text('fewer than 300')")


def test_a_crop_that_cannot_be_kept_says_why(page: Page) -> None:
    page.open_cropper()
    Path("cards/crops.toml").write_text("[crops\n")
    page.tab.keyboard.press("+")
    page.tab.wait_for_selector(".crop-status.failed:has-text('cards/crops.toml:1')")
    page.errors.clear()  # the browser reports the answer, 422
    Path("cards/crops.toml").unlink()
    page.studio.seen([Path("cards/crops.toml").absolute()])
    page.tab.keyboard.press("+")
    assert page.kept()["ox.png"]["zoom"] == pytest.approx(1.21)


def test_a_card_without_a_picture_has_nothing_to_crop(page: Page) -> None:
    page.open("hare")
    page.tab.get_by_role("button", name="Crop the picture").click()
    page.tab.wait_for_selector(".toast:has-text('This card has no picture to crop')")


def test_a_card_is_filled_with_the_keyboard_alone(page: Page) -> None:
    rules = Path("rules.toml").read_text() + '[fields.TEXT]\n[effects]\ncolumns = ["TEXT"]\n'
    cards = CARDS.replace("\n", ";;\n").replace("IMAGE;;", "IMAGE;TEXT;REMARK")
    listed = "EFFECTNAME;DRAW\nDraw one card.;True\nDraw two cards.;True\nRest.;False\n"
    Path("effects").mkdir()
    for name, text in {
        "rules.toml": rules.replace("max = 5", "max = 5\nvalues = [1, 2, 3]"),
        "cards/cards.csv": cards.replace(".png;", ".png;Rest a while, then draw as many cards."),
        "effects/effects_with_placeholders.csv": listed,
    }.items():
        Path(name).write_text(text)
    page.studio.seen([Path("rules.toml").absolute(), Path("cards/cards.csv").absolute()])
    page.open("hare")
    tab = page.tab
    tab.wait_for_selector("summary:has-text('1 more field')")  # REMARK, which no card has
    tab.get_by_label("COST", exact=True).focus()
    tab.keyboard.press("Control+a")
    tab.keyboard.press("9")
    tab.wait_for_selector("[data-title=COST][aria-invalid]")
    tab.wait_for_selector(".found .error:has-text('COST')")
    tab.keyboard.press("Control+a")
    tab.keyboard.press("Alt+ArrowDown")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        tab.keyboard.press(key)
    assert tab.get_by_label("COST", exact=True).input_value() == "2"
    tab.get_by_label("TEXT").focus()
    tab.keyboard.press("Control+Enter")
    tab.wait_for_selector("#effect-2")
    tab.keyboard.type("draw t")
    tab.wait_for_selector("[role=status]:has-text('1 effect of 3')")
    tab.wait_for_selector(".meaning:has-text('No template makes it')")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("[data-title=TEXT]:focus")
    tab.wait_for_selector("#undo[title*='TEXT of Hare']")
    page.studio.workspace.write()
    assert "Hare;2;;Draw two cards.;\n" in Path("cards/cards.csv").read_text()


def test_a_picture_is_dropped_on_a_card_and_cropped(page: Page) -> None:
    page.open("hare")
    page.tab.wait_for_selector(".stage img.card")
    sent = list(picture("blue", (300, 300)))
    page.tab.evaluate(
        """bytes => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], "../evil.html", { type: "image/png" }));
            const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
            document.querySelector(".mat").dispatchEvent(drop);
        }""",
        sent,
    )
    page.tab.wait_for_selector(".toast:has-text('hare.png')")
    page.tab.wait_for_selector(".crop-place:focus")
    assert page.tab.get_by_label("IMAGE").input_value() == "hare.png"
    page.tab.keyboard.press("Escape")
    page.tab.get_by_role("button", name="Undo on this card").click()
    end = time.monotonic() + 10
    while Path("art/hare.png").exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path("art/hare.png").exists()
