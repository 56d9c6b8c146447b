"""The free table in a real browser: by mouse, by keys alone, in two windows, on a phone."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from PIL import Image
from tabs import opened

from cardtools.ground.web.answers import Feed
from cardtools.ground.web.local import LocalServer
from cardtools.play.free.free_moves import Design
from cardtools.play.free.free_routes import PAGE, routes
from cardtools.play.free.free_state import FreeCard, FreeSeat, FreeState, FreeZone
from cardtools.play.free.free_table import FreeTable

pytestmark = pytest.mark.end_to_end

HAND, DECK = 4, 9
ZONES = (
    ("Deck", "pile", "nobody"),
    ("Hand", "hand", "owner"),
    ("Field", "field", "all"),
    ("Discard", "pile", "all"),
)
PICTURE = io.BytesIO()
Image.new("RGB", (63, 88), "#7a4").save(PICTURE, "PNG")


def begun(seats: int = 2) -> FreeTable:
    """A table on which no two cards have the same name: Fox 0.1 to 0.13 are those of the first seat."""
    people = [FreeSeat(name, {"Points": 20}) for name in ("Ann", "Bob", "Cem", "Dee")[:seats]]
    state = FreeState(people, [FreeZone("middle", "Middle", -1, "field", "all")], 1, 7)
    for seat in range(seats):
        for name, kind, seen in ZONES:
            zone = FreeZone(f"{seat}.{name.lower()}", name, seat, kind, seen)  # type: ignore[arg-type]
            for _ in range({"Deck": DECK, "Hand": HAND}.get(name, 0)):
                number = state.ids - seat * (DECK + HAND)
                zone.cards.append(
                    FreeCard(state.ids, f"Fox {seat}.{number}", owner=seat, home=f"{seat}.deck")
                )
                state.ids += 1
            state.zones.append(zone)
    names = [(card.name, "card") for _, _, card in state.cards()]
    designs = [Design(name, kind, "It runs.") for name, kind in [*names, ("Wolf", "tokens")]]
    return FreeTable(state, designs)


class Window(NamedTuple):
    """A page that shows the table, and the table itself."""

    page: Any
    table: FreeTable
    server: LocalServer

    def caught_up(self) -> None:
        self.page.wait_for_selector(f"body[data-version='{self.table.version}']")

    def changed(self, since: int) -> None:
        """Wait until the page has drawn a change after a version."""
        self.page.wait_for_selector(f"body:not([data-version='{since}'])")

    def names(self, zone: str) -> list[str]:
        return [card.name for one in self.table.state.zones if one.id == zone for card in one.cards]

    def press(self, key: str) -> None:
        """Press a key that changes the table."""
        since = self.table.version
        self.page.keyboard.press(key)
        self.changed(since)

    def drag(self, start: Any, end: Any, steps: int = 4) -> None:
        """Drag from the middle of what is seen of a box to the middle of another."""
        mouse, box, goal = self.page.mouse, start.bounding_box(), end.bounding_box()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 4)
        mouse.down()
        mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=steps)
        self.page.wait_for_selector("#ghosts .ghost")
        mouse.up()


@contextmanager
def shown(
    chromium: Any, seats: int = 2, size: tuple[int, int] = (1280, 800), links: int = 1, **media: Any
) -> Iterator[Window]:
    feed, table = Feed("0"), begun(seats)
    table.changed = lambda table: feed.publish(str(table.version))
    served = routes(table, "Meadow", lambda number: PICTURE.getvalue(), True, feed)
    with (
        opened(chromium, size, **media) as (page, errors),
        LocalServer("127.0.0.1", 0, PAGE, served, links=links) as server,
    ):
        page.goto(server.link)
        page.wait_for_selector(".hand.mine .card")
        yield Window(page, table, server)
        assert errors == []


def test_cards_are_dragged_to_the_field_to_a_pile_and_back(chromium: Any) -> None:
    with shown(chromium) as window:
        page, [card, *_] = window.page, window.names("0.hand")
        window.drag(page.get_by_label(card, exact=True), page.locator("#own .field"))
        page.locator(f"#own .card[aria-label='{card}']").wait_for()
        box, field = (
            page.get_by_label(card, exact=True).bounding_box(),
            page.locator("#own .field").bounding_box(),
        )
        assert (
            abs(box["x"] + box["width"] / 2 - field["x"] - field["width"] / 2) < box["width"] / 2
        )  # where it was put
        assert window.names("0.field") == [card]
        window.drag(page.get_by_label(card, exact=True), page.locator(".piles .pile").last)
        page.get_by_label("Discard, 1 cards").wait_for()
        # The top of a pile, to a place in the hand.
        hand = window.names("0.hand")
        window.drag(page.locator(".piles .pile").last, page.get_by_label(hand[1], exact=True))
        page.locator(f".hand.mine .card[aria-label='{card}']").wait_for()
        assert card in window.names("0.hand")[:3]


def test_a_turn_is_played_by_keys_alone(chromium: Any) -> None:
    with shown(chromium) as window:
        top, deck = window.names("0.deck")[0], window.names("0.deck")
        window.press("d")
        assert window.names("0.hand")[-1] == top
        window.press("s")
        assert sorted(window.names("0.deck")) == sorted(deck[1:])
        assert "You shuffle Deck." in window.page.locator("#log").inner_text()
        window.page.keyboard.press("ArrowDown")  # to the hand
        window.press("Enter")
        assert len(window.names("0.field")) == 1
        window.page.locator("#own .card").focus()
        window.press("Enter")
        assert [card.turned for _, _, card in window.table.state.cards() if card.turned] == [1]
        window.press("+")
        window.page.get_by_label("Counters 1").wait_for()
        before = window.table.version
        window.page.keyboard.press("y")  # taken up, and put on the deck
        window.page.locator(".piles .pile").first.focus()
        window.press("Enter")
        assert window.table.version > before
        assert (len(window.names("0.field")), len(window.names("0.deck"))) == (0, DECK)
        window.page.keyboard.press("?")
        window.page.wait_for_selector("#keyhelp[open]")
        window.page.keyboard.press("Escape")
        window.page.locator("#keys").uncheck()
        window.page.locator("body").press("d")
        window.page.wait_for_timeout(100)
        assert len(window.names("0.deck")) == DECK


def test_the_second_window_never_gets_the_hand_of_the_first(chromium: Any) -> None:
    with shown(chromium, links=2) as first, opened(chromium) as (page, errors):
        got: list[str] = []
        page.on("response", lambda answer: "/state.json" in answer.url and got.append(answer.text()))
        page.goto(first.server.others[0])
        second = Window(page, first.table, first.server)
        page.wait_for_selector(".hand.mine .card")
        first.page.get_by_text("● here").wait_for()
        first.press("d")
        first.caught_up()
        second.caught_up()
        mine, drawn = first.names("0.hand"), first.names("0.hand")[-1]
        for window in (first, second):
            window.page.get_by_text("Hand\n5" if window is second else f"You draw {drawn}.").wait_for()
        numbers = [f'"design":{number}' for number, one in enumerate(first.table.designs) if one.name in mine]
        seen = "".join(got)
        assert len(got) > 1
        assert '"design":' in seen
        for hidden in (*numbers, *mine):
            assert f"{hidden}," not in seen
            assert f"{hidden}." not in seen
        assert page.locator("#seats button").count() == 0
        assert errors == []


def test_undo_takes_back_and_says_what(chromium: Any) -> None:
    with shown(chromium) as window:
        hand = window.names("0.hand")
        window.page.get_by_label(hand[0], exact=True).dblclick(position={"x": 20, "y": 20})
        window.page.locator("#own .card").wait_for()
        assert hand[0] in window.page.locator("#undo").inner_text()
        window.page.locator("#undo").click()
        window.page.locator(f".hand.mine .card[aria-label='{hand[0]}']").wait_for()
        assert window.names("0.hand") == hand


def test_a_pile_is_searched_and_shuffled_when_it_is_closed(chromium: Any) -> None:
    with shown(chromium) as window:
        wanted = window.names("0.deck")[5]
        window.page.locator(".piles .pile").first.focus()
        window.press("o")
        window.page.locator("#find").fill(wanted)
        card = window.page.locator("#cards .card:visible")
        assert card.get_attribute("aria-label") == wanted
        window.drag(card, window.page.locator("#own .field"))
        window.page.locator(f"#own .card[aria-label='{wanted}']").wait_for()
        assert window.page.locator("#shuffled input").is_checked()
        window.page.locator("#close").click()
        window.page.locator("#log").get_by_text("You shuffle Deck.").wait_for()
        assert window.page.locator("#shelf").is_hidden()
        assert not any(card.shown for _, _, card in window.table.state.cards())


def test_a_hand_is_covered_before_the_next_person_sees_one(chromium: Any) -> None:
    with shown(chromium) as window:
        window.press("e")
        window.page.wait_for_selector("#cover[open]")
        assert "Bob" in window.page.locator("#cover").inner_text()
        window.page.keyboard.press("Escape")
        window.page.wait_for_selector("#cover[open]")
        window.page.get_by_role("button", name="Show my cards").click()
        for name in window.names("1.hand"):
            window.page.locator(f".hand.mine .card[aria-label='{name}']").wait_for()
        assert window.page.locator(f"[aria-label='{window.names('0.hand')[0]}']").count() == 0


def test_pieces_and_dice_come_to_the_table(chromium: Any) -> None:
    with shown(chromium) as window:
        window.page.keyboard.press("g")
        window.page.locator("#tray .piece").click()
        window.page.locator("#own .card[aria-label='Wolf']").wait_for()
        window.page.keyboard.press("Escape")
        window.page.keyboard.press("r")
        window.page.get_by_role("spinbutton", name="How many").fill("2")
        window.page.get_by_role("button", name="Roll", exact=True).click()
        window.page.wait_for_selector("#rolled.on .die")
        assert window.page.locator("#rolled .die").count() == 2
        window.page.locator("#own .card").click(button="right")
        window.page.get_by_role("menuitem", name="Put the piece away").click()
        window.page.locator("#own .card").wait_for(state="detached")


def test_everybody_can_use_it_in_both_themes(chromium: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with shown(chromium) as window:
        window.press("d")
        window.page.keyboard.press("ArrowDown")
        window.press("Enter")
        faults = []
        for scheme in ("light", "dark"):
            window.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for key in ("", "?", "m"):
                if key:
                    window.page.keyboard.press(key)
                for one in (
                    axe.run(window.page).response["violations"] if not key or scheme == "light" else []
                ):
                    faults += [f"{scheme} {key} {one['id']}: {part['html'][:200]}" for part in one["nodes"]]
                window.page.keyboard.press("Escape")
        assert faults == []


@pytest.mark.parametrize("seats", [1, 4])
def test_a_phone_has_no_need_to_scroll_sideways(seats: int, chromium: Any) -> None:
    with shown(chromium, seats, size=(390, 844), has_touch=True) as window:
        for _ in range(4):
            window.press("d")
        assert window.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert window.page.evaluate("document.getElementById('table').scrollWidth") <= 390
        for card in window.page.locator(".hand.mine .card").all():
            box = card.bounding_box()
            assert box["x"] + 12 >= 0
            assert box["x"] + 20 <= 390
        card = window.page.locator(".hand.mine .card").first
        name = card.get_attribute("aria-label")
        for _ in range(2):
            card.tap(position={"x": 12, "y": 20})
        window.page.locator(f"#own .card[aria-label='{name}']").wait_for()
        assert window.page.locator("#inspect").is_visible()  # what was tapped, large


def test_a_long_press_opens_the_menu_and_lifting_the_finger_chooses_nothing(chromium: Any) -> None:
    with shown(chromium, 1, size=(390, 844), has_touch=True) as window:
        window.page.keyboard.press("ArrowDown")
        window.press("p")
        before, finger = window.table.version, window.page.context.new_cdp_session(window.page)
        box = window.page.locator("#own .card").first.bounding_box()
        point = {"x": box["x"] + 30, "y": box["y"] + 30}
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        window.page.wait_for_selector("#menu:popover-open")
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        window.page.wait_for_timeout(200)
        assert window.page.locator("#menu:popover-open").count() == 1
        assert window.table.version == before
        window.page.get_by_role("menuitem", name="Turn a quarter to the right").tap()
        window.changed(before)
        window.page.get_by_label("turned 90°").wait_for()
