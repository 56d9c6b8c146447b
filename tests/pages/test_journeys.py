"""Ways through the studio in a real browser, as people go them; and what holds on each of its pages.

Elsewhere: a cell is edited (`test_cards_table`), a box is dragged (`test_faces`), two sides contradict each
other (`test_history`), a picture is dropped on a card and a phone crops one (`test_in_browser`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from meadow import CARDS
from tabs import opened
from test_cards_table import PASTE, TABLE

from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio.answering import serve_desk
from cardtools.pages.studio.server import WEB, page, routes
from cardtools.pages.studio.studio import Studio

pytestmark = pytest.mark.end_to_end

_APP = (WEB / "app.js").read_text(encoding="utf-8")
_LISTED = _APP[_APP.index("const PAGES") : _APP.index("];", _APP.index("const PAGES"))]
PAGES = re.findall(r'\["(\w+)", "', _LISTED)
INNER = ["card/ox", "face/templates/plain.toml", "file/cardtools.toml", "decks/cards/herd.txt"]


class Page:
    """A window with the studio."""

    def __init__(self, tab: Any, address: str, errors: list[str]) -> None:
        self.tab, self.address, self.errors = tab, address, errors

    def go(self, place: str) -> None:
        """Go to a page, and wait until it is complete."""
        self.tab.goto(f"{self.address}#/{place}")
        self.tab.wait_for_selector(f"#main[aria-busy=false][data-address='{place.partition('?')[0]}']")
        seen = ""
        while not seen or self.tab.locator("#main").inner_html() != seen:
            seen = self.tab.locator("#main").inner_html() if self.tab.locator(".page > *").count() else ""
            self.tab.wait_for_timeout(150)

    def until(self, done: Callable[[], bool], seconds: float = 20) -> bool:
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            self.tab.wait_for_timeout(30)
        return done()


@pytest.fixture
def window(chromium: Any, studio: Studio) -> Iterator[Page]:
    with (
        opened(chromium, (1360, 850)) as (tab, errors),
        LocalServer("127.0.0.1", 0, page(), routes(studio)) as server,
    ):
        tab.goto(server.link)
        tab.wait_for_selector("nav a")
        yield Page(tab, server.address, errors)
        assert errors == []


@pytest.fixture
def herd(game: Path) -> None:
    """The game with a deck and something wrong."""
    (game / "cards/herd.txt").write_text("2 Ox\n1 Elk\n3 Unicorn\n")
    project = game / "cardtools.toml"
    text = project.read_text().replace("[cards]\n", '[cards]\ndecks = ["cards/herd.txt"]\n')
    project.write_text(text)
    (game / TABLE).write_text(CARDS.replace("Hare;3", "Hare;9"))


def test_every_page_is_for_everybody_and_asks_nobody_else(herd: None, window: Page) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    tab, faults, asked = window.tab, list[str](), set[str]()
    tab.route("**/*", lambda route: (asked.add(route.request.url.split("/")[2]), route.fallback()))
    for place in [*PAGES, *INNER]:
        window.go(place)
        for scheme, options in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
            tab.emulate_media(color_scheme=scheme)
            for one in axe.run(tab, options=options).response["violations"]:
                faults += [f"{place} {scheme} {one['id']}: {part['html']}" for part in one["nodes"]]
        tab.emulate_media(color_scheme="light")
        tab.set_viewport_size({"width": 390, "height": 844})
        if not window.until(lambda: tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), 2):
            faults.append(f"{place} is too wide for a phone")
        tab.set_viewport_size({"width": 1360, "height": 850})
    window.go("face/templates/plain.toml")
    tab.get_by_role("treeitem", name="name, text").click()
    tab.wait_for_selector(".face-panel fieldset")
    tab.keyboard.press("?")
    tab.wait_for_selector("dialog[open]")
    faults += [one["id"] for one in axe.run(tab).response["violations"]]
    tab.unroute_all()
    assert faults == []
    assert asked == {window.address.split("/")[2]}


def test_fifty_rows_of_a_spreadsheet_are_pasted_and_undone_in_one_step(window: Page, studio: Studio) -> None:
    tab, rows = window.tab, [f"Card {number}\t{number % 5 + 1}\t" for number in range(50)]
    window.go("cards")
    tab.locator(".grid-body .grid-row").last.locator(".grid-cell").nth(1).click()
    tab.evaluate(PASTE, "\r\n".join(rows) + "\r\n")
    wanted = CARDS.replace("Hare;3;\n", "") + "".join(row.replace("\t", ";") + "\n" for row in rows)
    assert window.until(lambda: studio.workspace.content(TABLE) == wanted.encode())
    assert window.until(lambda: tab.locator(".grid").get_attribute("aria-rowcount") in ("53", "54"))
    tab.keyboard.press("Control+z")
    assert window.until(lambda: studio.workspace.content(TABLE) == CARDS.encode())


def test_a_card_is_opened_as_soon_as_it_has_another_name(window: Page, studio: Studio) -> None:
    tab, keys = window.tab, window.tab.keyboard
    window.go("cards")
    tab.locator(".grid-body .grid-row").first.locator(".grid-cell").nth(1).click()
    keys.type("Newt")
    keys.press("Enter")
    keys.press("ArrowUp")
    keys.press("Control+Enter")
    tab.wait_for_selector("h1:text-is('Newt')")
    assert b"Newt;1" in (studio.workspace.content(TABLE) or b"")


def test_what_was_edited_before_a_restart_is_undone_after_it(window: Page, studio: Studio) -> None:
    window.go("card/elk")
    window.tab.get_by_label("COST", exact=True).fill("4")
    assert window.until(lambda: studio.workspace.content(TABLE) == CARDS.replace("Elk;2", "Elk;4").encode())
    studio.__exit__()
    assert Path(TABLE).read_text() == CARDS.replace("Elk;2", "Elk;4")
    window.tab.goto("about:blank")
    with (
        Studio(studio.root, serve_desk) as again,
        LocalServer("127.0.0.1", 0, page(), routes(again)) as server,
    ):
        window.tab.goto(f"{server.link}")
        window.tab.locator("#undo:not([disabled])").click()
        assert window.until(lambda: again.workspace.content(TABLE) == CARDS.encode())
    assert Path(TABLE).read_text() == CARDS


def test_a_card_is_found_changed_and_undone_with_keys_alone(window: Page, studio: Studio) -> None:
    tab, keys = window.tab, window.tab.keyboard
    keys.press("Alt+2")
    tab.wait_for_selector(".tile img")
    keys.press("/")
    keys.type("cost>1 order:name")
    assert window.until(lambda: tab.locator(".tile-name").all_inner_texts() == ["Elk", "Hare"])
    for _ in range(20):
        keys.press("Tab")
        if tab.locator(".tile a:focus").count():
            break
    keys.press("ArrowRight")
    keys.press("Enter")
    tab.wait_for_selector("h1:text-is('Hare')")
    for _ in range(20):
        if tab.locator("[data-title=COST]:focus").count():
            break
        keys.press("Tab")
    keys.press("Control+a")
    keys.type("5")
    assert window.until(lambda: studio.workspace.content(TABLE) == CARDS.replace("Hare;3", "Hare;5").encode())
    keys.press("Alt+1")
    tab.wait_for_selector(".grid-row")
    keys.press("Control+z")
    assert window.until(lambda: studio.workspace.content(TABLE) == CARDS.encode())


@pytest.fixture
def many(game: Path) -> None:
    """10,000 cards in the game."""
    rows = "".join(f"Card {number};{number % 5 + 1};\n" for number in range(10_000))
    (game / TABLE).write_text("NAME;COST;IMAGE\n" + rows)


def test_ten_thousand_cards_are_shown_searched_and_edited(many: None, window: Page, studio: Studio) -> None:
    tab, keys = window.tab, window.tab.keyboard
    window.go("cards")
    assert window.until(lambda: tab.locator(".grid").get_attribute("aria-rowcount") in ("10002", "10003"))
    tab.locator(".grid-body .grid-cell").nth(1).click()
    keys.press("Control+ArrowDown")
    tab.wait_for_selector(".grid-cell:text-is('Card 9999')")
    assert tab.locator(".grid-row").count() < 60
    keys.press("ArrowRight")
    keys.type("3")
    keys.press("Enter")
    assert window.until(lambda: (studio.workspace.content(TABLE) or b"").endswith(b"Card 9999;3;\n"))
    tab.get_by_role("searchbox").fill('name:"card 99" cost>=4')
    assert window.until(lambda: tab.locator(".grid").get_attribute("aria-rowcount") in ("45", "46"))
