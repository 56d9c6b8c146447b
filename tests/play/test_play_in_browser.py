"""The table in a real browser: whole matches by clicks and by keys, and what helps a person on the way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from at_table import Seat, seated
from tabs import opened

from cardtools.play.agents import GreedyAgent, RandomAgent

pytestmark = pytest.mark.end_to_end

# Seeds of short matches, which the greedy agent wins against chance.
SHORT = {"alpha": 50, "kingdom": 51, "mana": 50, "school": 33, "ttcg": 2}


def first(seat: Seat, verb: str) -> Any:
    """The first legal action of a verb."""
    state = seat.table.match.state
    return next(one for one in seat.table.engine.legal_actions(state) if one[0] == verb)


def until(seat: Seat, verb: str) -> Any:
    """Play until there is an action of a verb; it."""
    while True:
        seat.wait()
        if verb in {one[0] for one in seat.table.engine.legal_actions(seat.table.match.state)}:
            return first(seat, verb)
        seat.by_clicks(seat.wanted())


@pytest.mark.parametrize("name", ["alpha", "kingdom", "mana", "ttcg"])
def test_a_match_is_played_by_clicks(name: str, chromium: Any) -> None:
    with seated(chromium, name, seed=SHORT[name]) as seat:
        seat.play(seat.by_clicks)
        outcome = seat.table.match.outcome
        assert outcome is not None
        seat.tab.wait_for_selector("#end[open]")
        assert seat.tab.locator("#ended").inner_text() == "You win"
        reason = seat.tab.locator("#reason").inner_text()
        assert reason.casefold() == f"{outcome.reason}.".casefold()
        version = seat.table.version
        seat.tab.locator("#end").get_by_role("button", name="Play again").click()
        seat.tab.wait_for_selector("#end:not([open])", state="attached")
        seat.wait(version)
        assert seat.table.match.outcome is None


@pytest.mark.parametrize("name", ["alpha", "school"])
def test_a_match_is_played_by_keys_alone(name: str, chromium: Any) -> None:
    with seated(chromium, name, seed=SHORT[name]) as seat:
        seat.play(seat.by_keys)
        seat.tab.wait_for_selector("#end[open]")
        seat.tab.keyboard.press("Escape")
        seat.tab.wait_for_selector("#end:not([open])", state="attached")
        assert "win" in seat.tab.locator("#question").inner_text()
        version = seat.table.version
        seat.press(seat.button("Play again"))
        seat.wait(version)
        assert seat.table.match.outcome is None


def test_every_action_is_in_a_list_that_keys_reach(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1) as seat:
        listed = seat.tab.locator("#actions button").all_inner_texts()
        state = seat.table.match.state
        assert listed == [seat.text(action) for action in seat.table.engine.legal_actions(state)]
        version = seat.table.version
        seat.tab.keyboard.press("a")
        assert seat.tab.locator("#actions button").first.evaluate("one => one === document.activeElement")
        seat.tab.keyboard.press("Enter")
        seat.wait(version)
        assert seat.table.record.actions[-1].casefold() == listed[0].casefold() or version == 0
        # Single keys can be turned off.
        seat.tab.locator("#keys").uncheck()
        seat.tab.locator("body").press("a")
        assert not seat.tab.locator("#actions button:focus").count()


def test_a_card_is_dragged_to_a_slot(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1) as seat:
        card, slot = seat.handles(until(seat, "play"))
        start = seat.tab.locator(f".hand [data-handle='{card}']").bounding_box()
        end = seat.tab.locator(f".slot[data-handle='{slot}']").bounding_box()
        version, mouse = seat.table.version, seat.tab.mouse
        mouse.move(start["x"] + 10, start["y"] + 30)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
        seat.tab.wait_for_selector(f".slot.lit[data-handle='{slot}']")
        mouse.up()
        seat.wait(version)
        assert seat.tab.locator(f".slot [data-handle='{card}']").count() == 1
        assert not seat.tab.locator(".ghost").count()


def test_a_drag_to_nowhere_puts_the_card_back(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1) as seat:
        card, _ = seat.handles(until(seat, "play"))
        start = seat.tab.locator(f".hand [data-handle='{card}']").bounding_box()
        version, mouse = seat.table.version, seat.tab.mouse
        mouse.move(start["x"] + 10, start["y"] + 30)
        mouse.down()
        mouse.move(5, 300, steps=4)
        mouse.up()
        seat.tab.wait_for_selector(".ghost", state="detached")
        assert seat.tab.locator(".picked").count() == 0
        assert seat.table.version == version


def test_a_card_that_cannot_be_played_says_why(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1) as seat:
        state = seat.table.match.state
        legal = seat.table.engine.legal_actions(state, every=True)
        usable = {handle for one in legal for handle in seat.handles(one)}
        hand = [f"card:{card}" for card in state.hand[0]]
        card = next(handle for handle in hand if handle not in usable)
        seat.click(card)
        seat.tab.wait_for_selector("#say.on")
        said = seat.tab.locator("#say").inner_text()
        assert said == seat.table.why_not(int(card[5:]))
        assert "energy" in said.casefold() or "cost" in said.casefold()
        assert seat.tab.locator("#inspect h2").inner_text() == seat.table.engine.cards[int(card[5:])].name


# The first two cards of the person's hand as a stack in his first slot, the second turned and on top. The
# first may be chosen.
STACK = """() => {
  const news = structuredClone(state);
  const rows = news.view.players[0].rows;
  const hand = rows.find(row => row.kind === "hand").cards;
  const badges = [{ name: "attack", value: "A 1" }];
  const [under, top] = hand.splice(0, 2).map(card => ({ ...card, badges }));
  top.turned = true;
  rows.find(row => row.kind === "slots").slots[0].cards = [under, top];
  news.actions = [{ text: "choose it", handles: [under.handle], listed: true }];
  state = news;  // of the same version, so that no event of the server replaces it
  draw();
  return [under.handle, top.handle];
}"""


def test_a_stack_is_turned_as_one_and_a_card_in_it_is_offered_in_the_middle(chromium: Any) -> None:
    with seated(chromium, "ttcg", seed=1) as seat:
        under, top = seat.tab.evaluate(STACK)
        below, above = (seat.tab.locator(f".slot [data-handle='{handle}']") for handle in (under, top))
        assert "turned" in below.get_attribute("class")
        assert (below.locator(".badge").count(), above.locator(".badge").count()) == (0, 1)
        # Its values are upright, within a pixel of the lower right corner.
        card, badge = above.bounding_box(), above.locator(".badge").bounding_box()
        assert badge["width"] > badge["height"]
        assert 0 < badge["x"] + badge["width"] - card["x"] - card["width"] < 6
        assert 0 < badge["y"] + badge["height"] - card["y"] - card["height"] < 6
        assert seat.tab.locator("#offer .lit").get_attribute("data-handle") == under


def test_the_cards_of_a_hand_lie_apart_where_there_is_room(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1, size=(1400, 900)) as seat:
        boxes = [card.bounding_box() for card in seat.tab.locator("#lower .hand .card").all()]
        assert len(boxes) > 3
        assert all(left["x"] + left["width"] <= right["x"] for left, right in pairwise(boxes))


def test_an_action_names_the_cards_in_its_slots(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1) as seat:
        action = until(seat, "attack")
        card = seat.table.engine.cards[seat.table.match.state.slots[0][action[1]]].name
        button = seat.tab.locator("#actions button").filter(has_text=seat.text(action)).first
        assert card in button.inner_text() and button.inner_text().startswith("Attack ")


def test_lines_that_are_the_same_are_one_in_the_log(chromium: Any) -> None:
    with seated(chromium, "ttcg", seed=1) as seat:
        drawn = [line["text"] for line in seat.table.log].count("Random draws a card.")
        assert drawn > 3
        assert f"Random draws a card. ({drawn} times)" in seat.tab.locator("#log li").all_inner_texts()


def test_a_card_is_shown_larger(chromium: Any) -> None:
    picture = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
    with seated(chromium, "alpha", seed=1) as seat:
        seat.tab.evaluate(
            "picture => { for (const card of setting.cards) card.picture = picture; draw(); }", picture
        )
        card = seat.tab.locator("#lower .hand .card").first
        card.focus()
        seat.tab.keyboard.press("l")
        seat.tab.wait_for_selector("#large[open] img")
        assert seat.tab.locator("#large h2").inner_text() == card.get_attribute("aria-label").split(",")[0]
        seat.tab.keyboard.press("Escape")
        seat.tab.locator("#inspect img").click()
        seat.tab.locator("#large[open]").get_by_role("button", name="Close").click()
        seat.tab.wait_for_selector("#large:not([open])", state="attached")


def test_what_one_can_do_stays_in_the_window_while_a_card_is_shown(chromium: Any) -> None:
    text = "What it does, in very many words. " * 60
    with seated(chromium, "ttcg", seed=1, size=(1024, 700)) as seat:
        seat.tab.evaluate("text => { for (const card of setting.cards) card.does = text; }", text)
        before = seat.tab.locator("#possible").bounding_box()
        seat.tab.locator("#lower .hand .card").first.hover()
        assert seat.tab.locator("#inspect h2").count() == 1
        assert seat.tab.locator("#possible").bounding_box() == before
        log = seat.tab.locator("#log").bounding_box()
        assert log["height"] > 60
        assert log["y"] + log["height"] <= 700


def test_an_action_is_taken_back_in_practice(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1, practice=True) as seat:
        action = until(seat, "play")
        before, version = seat.tab.locator("#lower").inner_text(), seat.table.version
        card, slot = seat.handles(action)
        seat.by_clicks(action)
        assert seat.tab.locator(f".slot [data-handle='{card}']").count() == 1
        seat.tab.keyboard.press("z")
        seat.wait(version + 1)
        assert seat.tab.locator(f".hand [data-handle='{card}']").count() == 1
        assert seat.tab.locator(f".slot[data-handle='{slot}'] .card").count() == 0
        assert seat.tab.locator("#lower").inner_text() == before


def test_nothing_is_taken_back_outside_practice(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1) as seat:
        seat.by_clicks(seat.wanted())
        assert not seat.tab.locator("#takeback, #advise").count()


def test_the_computer_gives_a_hint_in_practice(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1, practice=True) as seat:
        until(seat, "play")
        advice = seat.table.advice(seat.table.version)
        seat.tab.keyboard.press("h")
        seat.tab.wait_for_selector("#say.on:has-text('The computer would')")
        assert seat.tab.locator("#say").inner_text() == f"The computer would do this: {advice['text']}"
        advised = seat.tab.locator(".advised").evaluate_all("all => all.map(one => one.dataset.handle)")
        assert set(advice["handles"]) <= set(advised)


def test_a_picked_card_shows_where_it_may_go_and_escape_puts_it_back(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1) as seat:
        card, slot = seat.handles(until(seat, "play"))
        seat.click(card)
        assert seat.tab.locator(f".slot.lit[data-handle='{slot}']").count() == 1
        assert seat.tab.locator(f".picked[data-handle='{card}']").count() == 1
        seat.tab.keyboard.press("Escape")
        assert seat.tab.locator(".picked, .slot.lit").count() == 0


def test_two_agents_are_watched_paused_and_stepped(chromium: Any) -> None:
    with seated(chromium, "alpha", (GreedyAgent(), RandomAgent()), seed=1) as seat:
        seat.tab.locator("#pause").click()
        seat.tab.wait_for_selector("#onestep")
        # The page may have asked for a move before the pause: wait until it is made, and painted.
        while not seat.tab.evaluate("!isBusy && document.body.dataset.painted === String(state.version)"):
            seat.tab.wait_for_timeout(20)
        version = seat.table.version
        seat.tab.locator("#onestep").click()
        seat.tab.wait_for_selector(f"body:not([data-painted='{version}'])")
        assert seat.table.version in (version + 1, version + 2)
        version = seat.table.version
        seat.tab.locator("#pause").click()
        seat.tab.wait_for_selector(f"body:not([data-painted='{version}'])")
        seat.tab.wait_for_selector(f"body:not([data-painted='{version + 1}'])")


def test_two_tabs_watch_the_agent_move_without_a_word(chromium: Any) -> None:
    """Both ask the agent to move; the later one gets the match as it is."""
    # A window of its own: the browser draws a tab behind another once a second.
    with seated(chromium, "alpha", seed=1) as seat, opened(chromium) as tab:
        other = Seat(tab, seat.table)
        other.tab.goto(seat.link)
        for _ in range(12):
            other.wait()
            seat.wait()
            seat.by_clicks(seat.wanted())
        other.wait(seat.table.version - 1)
        assert other.errors == []
        assert [one.tab.locator("#say").inner_text() for one in (seat, other)] == ["", ""]


def test_a_second_tab_and_a_reload_show_the_match_as_it_is(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1) as seat:
        other = seat.tab.context.new_page()
        other.goto(seat.tab.url)
        other.wait_for_selector("body[data-turn='mine'][data-painted]")
        version = seat.table.version
        seat.by_clicks(seat.wanted())
        other.wait_for_selector(f"body[data-turn='mine'][data-painted]:not([data-painted='{version}'])")
        assert other.locator("#lower").inner_text() == seat.tab.locator("#lower").inner_text()
        log = seat.tab.locator("#log").inner_text()
        seat.tab.reload()
        seat.wait()
        assert seat.tab.locator("#log").inner_text() == log


def test_without_the_link_the_page_says_what_is_needed(chromium: Any) -> None:
    with seated(chromium, "alpha") as seat, opened(chromium) as (stranger, _):
        stranger.goto(seat.tab.url)
        stranger.wait_for_selector("#problem:has-text('Open the link')")


@pytest.mark.parametrize("name", SHORT)
def test_a_phone_has_room_for_everything(name: str, chromium: Any) -> None:
    with seated(chromium, name, seed=1, practice=True, size=(390, 844), has_touch=True) as seat:
        for _ in range(8):
            seat.wait()
            if seat.table.match.outcome:
                break
            seat.by_clicks(seat.wanted())
            assert seat.tab.evaluate("document.documentElement.scrollWidth") <= 390
        for box in seat.tab.locator("#table .card, #table .slot, #buttons button").all():
            found = box.bounding_box()
            if found:
                assert found["x"] >= -1
                assert found["x"] + found["width"] <= 392
        for card in seat.tab.locator("#lower .hand .card").all():
            found = card.bounding_box()
            assert found["y"] + found["height"] <= 844


@pytest.mark.parametrize("name", SHORT)
def test_axe_finds_nothing(name: str, chromium: Any) -> None:
    """No text of too little contrast, no control without a name, nothing that keys or readers miss."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()

    def faults(seat: Seat) -> list[str]:
        found = []
        for scheme in ("light", "dark"):
            seat.tab.emulate_media(color_scheme=scheme)
            violations = axe.run(seat.tab).response["violations"]
            found += [f"{scheme}: {one['id']}: {node['html']}" for one in violations for node in one["nodes"]]
        return found

    with seated(chromium, name, seed=1, practice=True) as seat:
        for _ in range(6):
            seat.wait()
            seat.by_clicks(seat.wanted())
        assert faults(seat) == []
        seat.tab.locator("#help").click()
        assert faults(seat) == []
        seat.tab.keyboard.press("Escape")
        if (hand := seat.tab.locator("#lower .hand .card")).count():
            hand.last.hover()
        assert faults(seat) == []


def test_nothing_moves_for_who_wants_no_motion(chromium: Any) -> None:
    for motion, moves in (("reduce", False), ("no-preference", True)):
        with seated(chromium, "alpha", seed=1, reduced_motion=motion) as seat:
            until(seat, "play")
            before = seat.table.version
            seat.by_clicks(first(seat, "play"))
            count = seat.tab.evaluate(
                "document.querySelector('#table').getAnimations({ subtree: true }).length"
            )
            assert seat.table.version > before
            assert bool(count) == moves


def test_animation_can_be_turned_off(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1, reduced_motion="no-preference") as seat:
        seat.tab.locator("#animate").uncheck()
        seat.by_clicks(until(seat, "play"))
        animations = "one => one.getAnimations({ subtree: true }).map(one => one.constructor.name)"
        assert set(seat.tab.locator("#table").evaluate(animations)) <= {"CSSTransition"}
        seat.tab.reload()
        seat.wait()
        assert not seat.tab.locator("#animate").is_checked()


# The totals of players and piles that something lies on, by more than a pixel: the text, and what lies there.
COVERED = """() => [...document.querySelectorAll(".who *, .pile b, #question")].flatMap(total => {
  const own = total.getBoundingClientRect();
  const things = [...document.querySelectorAll("#table :is(.card, .slot, .badge, .pile)")];
  return things.filter(thing => {
    const box = thing.getBoundingClientRect();
    const wide = Math.min(own.right, box.right) - Math.max(own.left, box.left);
    const high = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top);
    return wide > 1 && high > 1 && !thing.contains(total);
  }).map(thing => [total.textContent, thing.className, thing.textContent.slice(0, 40)]);
})"""
# All hands have so many cards.
MANY = """count => {
  const news = structuredClone(state);
  for (const row of news.view.players.flatMap(player => player.rows))
    if (row.kind === "hand" && row.cards.length)
      row.cards = Array.from({ length: count }, (_, at) => row.cards[at % row.cards.length]);
  state = news;  // of the same version, so that no event of the server replaces it
  draw();
}"""


# How much of the table lies outside of it, in pixels.
OUTSIDE = """() => {
  const table = document.querySelector("#table");
  return Math.max(table.scrollHeight - table.clientHeight, table.scrollWidth - table.clientWidth);
}"""
SIZES = [(1024, 768), (1280, 800), (1400, 900), (1920, 1080)]


def faults_of_sizes(seat: Seat, sizes: Sequence[tuple[int, int]]) -> list[Any]:
    """In which windows the table is not seen whole, or something lies on a total."""
    found = []
    for size in sizes:
        seat.tab.set_viewport_size({"width": size[0], "height": size[1]})
        seat.tab.evaluate("() => new Promise(requestAnimationFrame)")  # `resize` comes before it
        outside, covered = seat.tab.evaluate(f"() => [({OUTSIDE})(), ({COVERED})()]")
        found += [(size, "outside", outside)] if outside > 0 else []
        found += [(size, what) for what in covered]
    return found


@pytest.mark.parametrize("name", SHORT)
def test_the_whole_table_is_in_the_window_and_no_card_covers_a_total(name: str, chromium: Any) -> None:
    with seated(chromium, name, seed=1, size=SIZES[-1]) as seat:
        for number in range(20):
            seat.wait()
            turned = SIZES[number % 4 :] + SIZES[: number % 4]  # each decision is drawn in another size
            assert faults_of_sizes(seat, turned) == []
            if seat.table.match.outcome:
                break
            seat.by_clicks(seat.wanted())
        seat.wait()
        for size in SIZES:
            seat.tab.set_viewport_size({"width": size[0], "height": size[1]})
            for count in (1, 2, 12):
                seat.tab.evaluate(MANY, count)
                assert seat.tab.evaluate(COVERED) == []


def test_dice_are_shown_until_the_next_action(chromium: Any) -> None:
    with seated(chromium, "kingdom", seed=51) as seat:
        for _ in range(60):
            seat.wait()
            version, lines = seat.table.version, len(seat.table.log)
            seat.by_clicks(seat.wanted())
            rolled = [line["die"] for line in seat.table.log[lines:] if "die" in line]
            assert seat.table.version > version
            assert seat.tab.locator("#dice .die").all_inner_texts() == [str(die) for die in rolled[-8:]]
            if rolled:
                return
        raise AssertionError("nobody rolled")


# The opponent has two rows of slots with cards.
FULL = """() => {
  const news = structuredClone(state);
  const rows = news.view.players[1].rows;
  const card = news.view.players[0].rows.find(row => row.kind === "hand").cards[0];
  const slots = rows.find(row => row.kind === "slots");
  slots.slots = [{ handle: "slot:1:0", cards: [card] }];
  rows.splice(rows.indexOf(slots), 0, structuredClone(slots));
  state = news;  // of the same version, so that no event of the server replaces it
  draw();
}"""


def test_cards_that_do_not_fit_are_noticed_on_the_far_side_too(chromium: Any) -> None:
    """Else they would not be made smaller, and what lies beyond the upper edge cannot be scrolled to."""
    with seated(chromium, "school", seed=1) as seat:
        seat.tab.evaluate(FULL)
        seat.tab.evaluate("() => byId('table').style.setProperty('--fit', '1.6')")
        assert seat.tab.evaluate("() => byId('table').scrollHeight > byId('table').clientHeight")
        table, line = (seat.tab.locator(name).bounding_box() for name in ("#table", "#upper .line"))
        assert line["y"] >= table["y"]
