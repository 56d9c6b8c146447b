"""A match at the table in a real browser, and a player who acts by clicks or by keys alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from engines import sample
from tabs import Tab, opened

from cardtools.ground.web.answers import Feed
from cardtools.ground.web.local import LocalServer
from cardtools.play.agents import Agent, GreedyAgent, RandomAgent
from cardtools.play.engine import Action
from cardtools.play.table.routes import PAGE, routes
from cardtools.play.table.table import GameTable, StaleError, cards_of
from cardtools.play.view import action_in_words, handles


class Seat:
    """The person at the page; what to do is what the greedy agent would do."""

    def __init__(self, tab: Tab, table: GameTable) -> None:
        self.tab, self.errors = tab
        self.table = table
        self.link = ""  # opens the page

    def wait(self, since: int = -1) -> None:
        """Wait until the page asks for a decision after a version, or says that the match is over."""
        newer = f":not([data-painted='{since}'])"
        self.tab.wait_for_selector(
            f"body[data-turn='mine'][data-painted]{newer}, body[data-turn='over']{newer}"
        )

    def caught_up(self) -> None:
        """Wait until the page shows the match as it is."""
        self.tab.wait_for_selector(f"body[data-painted='{self.table.version}']")

    def wanted(self) -> Action:
        """A good action."""
        action = self.table.match.copy().action(GreedyAgent())
        assert action is not None
        return action

    def text(self, action: Action) -> str:
        """How the action reads on the page."""
        return action_in_words(self.table.engine, self.table.match.state, action)

    def handles(self, action: Action) -> list[str]:
        """What has to be pointed at."""
        return handles(self.table.engine, self.table.match.state, action)

    def button(self, text: str) -> Any:
        """A button of the middle, or of the open menu."""
        return self.tab.locator("#buttons button, #menu[open] button").get_by_text(text, exact=True)

    def click(self, handle: str) -> None:
        """Click a card or a slot, whose middle is its uppermost card."""
        place = self._place(handle)
        # Of a card in a large hand only the left edge is free.
        in_hand = place.locator("xpath=parent::*[contains(@class, 'hand')]").count()
        place.click(position={"x": 8, "y": 30} if in_hand else None)

    def _place(self, handle: str) -> Any:
        """A card or a slot of the table; a card under another is offered in the middle."""
        of = f"[data-handle='{handle}']:is(button, .slot):not(.under)"
        return self.tab.locator(f"#table :not(.pile) > {of}").first

    def by_clicks(self, action: Action) -> None:
        """Do it by clicks on cards, slots and buttons, not on the list of actions."""
        self._do(action, self.click, lambda button: button.click())

    def by_keys(self, action: Action) -> None:
        """Do it by keys alone."""
        self._do(action, self._press_at, self.press)

    def _do(self, action: Action, point: Any, press: Any) -> None:
        version, text = self.table.version, self.text(action)
        pointed = self.handles(action)
        for handle in pointed:
            goes_on = self.button("Choose a target on the table")
            if goes_on.count() and not self.button(text).count():
                press(goes_on)
            if self.table.version == version and not self.tab.locator("#menu[open]").count():
                point(handle)
        if not pointed or self.tab.locator("#menu[open]").count():
            press(self.button(text))
        self.wait(version)

    def press(self, button: Any) -> None:
        """Press a button: by its key, or with Tab and Enter."""
        main = self.tab.locator("#buttons .main").all_inner_texts()
        if main == [button.first.inner_text()] and not self.tab.locator("#menu[open]").count():
            self.tab.keyboard.press("e")
            return
        for _ in range(200):
            if button.evaluate("one => one === document.activeElement"):
                self.tab.keyboard.press("Enter")
                return
            self.tab.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {button}")

    def _press_at(self, handle: str) -> None:
        """Go to a card or a slot with the arrows, or else with Tab, and press Enter."""
        for key in ("", *self._arrows(handle), *["Tab"] * 200):
            if key:
                self.tab.keyboard.press(key)
            focused = self.tab.locator("#table :focus")
            if focused.count() and handle in (
                focused.get_attribute("data-handle"),
                focused.get_attribute("data-slot"),
            ):
                self.tab.keyboard.press("Enter")
                return
        raise AssertionError(f"no key leads to {handle}")

    def _arrows(self, handle: str) -> Iterator[str]:
        goal = self._place(handle)
        for _ in range(8):
            focused = self.tab.locator("#table :is(.card, .slot):focus")
            if not focused.count():
                return
            here, there = focused.bounding_box(), goal.bounding_box()
            x = there["x"] + there["width"] / 2 - here["x"] - here["width"] / 2
            y = there["y"] + there["height"] / 2 - here["y"] - here["height"] / 2
            down = "ArrowDown" if y > 0 else "ArrowUp"
            yield down if abs(y) > here["height"] / 2 else "ArrowRight" if x > 0 else "ArrowLeft"

    def play(self, act: Any, most: int = 1000) -> None:
        """Play the match to its end: on the page the first two actions of each kind, the first in each four
        turns and the very last; the others at the table itself, so that it does not take minutes.
        """
        table, done = self.table, Counter[Any]()
        for _ in range(most):
            if table.state()["actions"]:  # from here on nothing changes until the person acts
                self._act_or_skip(act, done)
            elif table.match.outcome:
                self.caught_up()
                return
            else:
                with suppress(StaleError):  # the page has asked for the agent's move at the same time
                    table.go(table.version)
        raise AssertionError(f"the match is not over after {most} decisions")

    def _act_or_skip(self, act: Any, done: Counter[Any]) -> None:
        match, wanted = self.table.match, self.wanted()
        kinds = [(wanted[0], len(self.handles(wanted))), match.state.turn // 4]
        ahead = match.copy()
        ahead.record = None
        ahead.do(wanted)
        if ahead.outcome or done[kinds[0]] < 2 or not done[kinds[1]]:
            done.update(kinds)
            self.caught_up()
            act(wanted)
        else:
            every = self.table.engine.legal_actions(match.state, every=True)
            self.table.act(self.table.version, every.index(wanted))


@contextmanager
def seated(
    chromium: Any,
    name: str,
    seats: Sequence[Agent | None] = (None, RandomAgent()),
    seed: int = 1,
    practice: bool = False,
    size: tuple[int, int] = (1280, 800),
    asks: bool = False,
    **media: Any,
) -> Iterator[Seat]:
    """The page of a match that was just begun, without pictures and without animation."""
    feed = Feed("0")
    names = ["You" if agent is None else agent.name.capitalize() for agent in seats]
    engine = sample(name)
    table = GameTable(engine, seats, seed, names, GreedyAgent(), practice, asks)
    table.changed = lambda table: feed.publish(str(table.version))
    cards = cards_of(engine, {}, lambda card: "")
    with (
        opened(chromium, size, **media) as tab,
        LocalServer("127.0.0.1", 0, PAGE, routes(table, cards, lambda number: None, feed)) as server,
    ):
        seat = Seat(tab, table)
        seat.link = server.link
        seat.tab.goto(seat.link)
        if None in seats:
            seat.wait()
        yield seat
        assert seat.errors == []
