"""What is around the pages: where the focus goes, the palette, keys, the menu, a server that is away."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from meadow import RULES
from tabs import Tab, opened

from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio import jobs
from cardtools.pages.studio.server import page as files
from cardtools.pages.studio.server import routes
from cardtools.pages.studio.studio import Studio

FOCUSED = "document.activeElement.textContent"


@pytest.fixture
def tab(studio: Studio, chromium: Any, request: Any) -> Iterator[Tab]:
    """The studio in a window, of a phone where the test asks for one."""
    size = getattr(request, "param", (1280, 800))
    with (
        opened(chromium, size) as tab,
        LocalServer("127.0.0.1", 0, files(), routes(studio)) as at,
    ):
        tab.page.goto(at.link)
        tab.page.wait_for_selector(".grid-row")
        yield tab


@pytest.mark.end_to_end
def test_a_page_is_named_and_read_from_its_heading_on(tab: Tab) -> None:
    page, keyboard = tab.page, tab.page.keyboard
    assert page.title() == "Cards - Meadow"
    keyboard.press("Alt+2")
    page.wait_for_selector("h1:text-is('Gallery'):focus")
    assert page.title() == "Gallery - Meadow"
    assert page.locator("nav a[aria-current=page]").inner_text() == "Gallery"
    page.locator("#skip").focus()
    keyboard.press("Enter")
    assert page.evaluate(FOCUSED) == "Gallery"
    assert page.url.endswith("#/gallery")
    page.goto(page.url.replace("gallery", "card/ox"))
    page.wait_for_selector("h1:text-is('Ox')")
    assert page.title() == "Ox - Meadow"
    page.get_by_role("button", name="Next").press("Enter")
    page.wait_for_selector("h1:text-is('Elk')")
    page.wait_for_selector("button:text-is('Next'):focus")  # to press it again
    keyboard.press("?")
    listed = page.locator("dialog.keys section:has-text('Pages') tr").all_inner_texts()
    keyboard.press("Escape")
    for link in page.locator("nav a").all():
        name, key = link.locator("span").first.inner_text(), link.get_attribute("title")
        assert f"{key}\t{name}" in listed
        keyboard.press(f"Alt+{'Shift+' * ('Shift' in key)}Digit{key[-1]}")
        page.wait_for_selector(f"nav a[aria-current=page]:has-text('{name}')")
    assert tab.errors == []


@pytest.mark.end_to_end
def test_the_palette_leads_everywhere_and_does_things(tab: Tab) -> None:
    page, keyboard = tab.page, tab.page.keyboard
    keyboard.press("Control+k")
    options = page.locator(".palette li")
    page.locator(".palette input").fill("har")
    page.wait_for_selector(".palette li:has-text('Hare')")
    keyboard.press("Enter")
    page.wait_for_selector("h1:text-is('Hare')")
    keyboard.press("Control+k")
    page.locator(".palette input").fill("toml")
    page.wait_for_selector(".palette li:has-text('plain.toml')")
    keyboard.type(" nothing")
    page.wait_for_selector(".palette p:has-text('Nothing has this name')")
    assert options.count() == 0
    page.locator(".palette input").fill("theme")
    options.filter(has_text="dark").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    keyboard.press("Control+k")
    keyboard.press("Escape")
    page.wait_for_selector(".palette", state="detached")
    assert tab.errors == []


@pytest.mark.end_to_end
def test_keys_are_listed_by_page_and_single_ones_can_be_off(tab: Tab) -> None:
    page, keyboard = tab.page, tab.page.keyboard
    keyboard.press("Alt+2")
    page.wait_for_selector("h1:focus")
    keyboard.press("?")
    listed = page.locator("dialog.keys").inner_text()
    assert "On this page (Gallery)" in listed
    assert "Turn the card" in listed
    page.get_by_label("Keys without Ctrl or Alt").uncheck()
    keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    keyboard.press("?")
    keyboard.press("/")
    assert page.locator("dialog").count() == 0
    assert page.evaluate("document.activeElement.type") != "search"
    page.locator("#help").click()
    page.get_by_label("Keys without Ctrl or Alt").check()
    keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    keyboard.press("/")
    assert page.evaluate("document.activeElement.type") == "search"


@pytest.mark.end_to_end
@pytest.mark.parametrize("tab", [(390, 844)], indirect=True)
def test_on_a_phone_the_list_is_a_menu(tab: Tab) -> None:
    page, menu = tab.page, tab.page.locator("#menu")
    assert not page.locator("nav a[data-page=history]").is_visible()
    menu.click()
    assert menu.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    assert menu.get_attribute("aria-expanded") == "false"
    menu.click()
    page.locator("nav a[data-page=history]").click()
    page.wait_for_selector("h1:text-is('History')")
    assert not page.locator("#find").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.end_to_end
def test_an_edit_waits_for_a_server_that_was_started_again(studio: Studio, chromium: Any) -> None:
    with opened(chromium) as tab, ExitStack() as first:
        page = tab.page
        at = first.enter_context(LocalServer("127.0.0.1", 0, files(), routes(studio)))
        page.goto(f"{at.link}")
        page.goto(f"{at.address}#/card/elk")
        page.wait_for_selector(".stage img.card")
        first.close()
        page.wait_for_selector("#lost:has-text('No connection')")
        page.get_by_label("COST", exact=True).fill("4")
        with LocalServer("127.0.0.1", at.port, files(), routes(studio)) as again:
            page.wait_for_selector("#lost:has-text('started again')")
            other = page.context.new_page()
            other.goto(again.link)  # this browser may ask again
            page.wait_for_selector("#lost", state="hidden")
            page.wait_for_selector("#undo[aria-label='Undo: COST of Elk']")
            studio.workspace.write()
            assert "Elk;4;" in Path("cards/cards.csv").read_text()
            assert page.get_by_role("combobox", name="COST").input_value() == "4"


@pytest.mark.end_to_end
def test_the_effects_lead_to_their_templates_and_cards(studio: Studio, chromium: Any) -> None:
    cards = "NAME;COST;IMAGE;TEXT\nOx;1;ox.png;Draw one card.\nElk;2;elk.png;Draw some.\nHare;3;;\n"
    listed = "EFFECTNAME;DRAW;REST\nDraw one card.;True;False\nDraw two cards.;True;False\n"
    Path("effects").mkdir()
    Path("placeholders").mkdir()
    for name, text in {
        "rules.toml": RULES + '[fields.TEXT]\n[effects]\ncolumns = ["TEXT"]\n',
        "cards/cards.csv": cards,
        "effects/effects_with_placeholders.csv": listed,
        "effects/all_effect_templates.txt": "Rest.\nDraw <number>.\n",
        "placeholders/number.txt": "one card\ntwo cards\n",
    }.items():
        Path(name).write_text(text)
    with opened(chromium) as tab, LocalServer("127.0.0.1", 0, files(), routes(studio)) as at:
        page = tab.page
        page.goto(at.link)
        page.goto(f"{at.address}#/effects")
        page.wait_for_selector(".head:has-text('2 effects from 2 templates; cards have 1')")
        assert "1 text on cards is not in the list" in page.locator(".strange").inner_text()
        page.get_by_label("Show").select_option("no")
        page.wait_for_selector(".effects:not(:has-text('Draw one card.')):has-text('Draw two cards.')")
        page.get_by_role("option", name="Draw two cards.").click()
        page.wait_for_selector(".meaning:has-text('In the list')")
        page.get_by_role("link", name="Templates", exact=True).click()
        page.get_by_label("Only those that no card has").check()
        assert page.locator("tbody tr").all_inner_texts() == ["Rest.\t1\tnone"]
        page.get_by_label("Only those that no card has").uncheck()
        page.get_by_role("link", name="Draw <number>.").click()
        page.wait_for_selector(".cm-activeLine:has-text('Draw <number>.')")
        assert page.url.endswith("#/file/effects/all_effect_templates.txt?line=2")
        assert tab.errors == []


def test_a_table_opens_on_this_computer_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []

    class Process:
        stdout = ("the table is at http://127.0.0.1:1/#x",)

        def __init__(self, words: list[str], **more: object) -> None:
            started.append(words)

        def wait(self, seconds: float = 0) -> int:
            return 0

        def terminate(self) -> None:
            pass

    monkeypatch.setattr(jobs.subprocess, "Popen", Process)
    running = jobs.Jobs(folder, "output")
    running.start(["play", "one.txt", "--agent", "random"])
    words = ["play", "--no-open", "--port=0", "one.txt", "--agent", "random"]
    assert started == [[sys.executable, "-P", "-m", "cardtools", *words]]
    assert running.data()[0]["words"] == ("play", "one.txt", "--agent", "random")
    running.close()
