"""The routes of the page: what they serve, and that it is told when there is something new."""

from __future__ import annotations

import json
import re

import pytest
from meadow import CARDS, Watched
from requests_of import Browser

from cardtools.watch.board import Board


def test_the_page_needs_nothing_but_this_server(browser: Browser) -> None:
    parts = {
        path: browser.ask(path).read().decode() for path in ("/", "/page.css", "/page.js", "/session.js")
    }
    assert not re.search(
        r"https?:|//[a-z]|@import|url\(", "".join(re.sub(r"//  ?[a-zA-Z ].*", "", p) for p in parts.values())
    )
    named = re.findall(r'(?:src|href)="([^"]+)"', parts["/"])
    assert set(named) - {"data:,"} == {"/page.css", "/page.js", "/session.js"}
    assert "innerHTML" not in parts["/page.js"]  # cards are texts, not pages
    for name in set(re.findall(r'at\("(\w+)"\)', parts["/page.js"])):
        assert f'id="{name}"' in parts["/"]


def test_the_state_and_its_pictures_are_served(browser: Browser, watched: Watched) -> None:
    answer = browser.ask("/state.json")
    assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-store")
    cards = json.loads(answer.read())["cards"]
    assert [card["name"] for card in cards] == ["Ox", "Elk", "Hare"]
    for size in ("card", "large"):
        answer = browser.ask(f"/{size}/{cards[0]['picture']}.png")
        assert answer.read().startswith(b"\x89PNG")
        assert "immutable" in answer.headers["Cache-Control"]


def test_a_picture_that_was_replaced_just_now_is_still_there(browser: Browser, watched: Watched) -> None:
    old = watched.state["cards"]["Elk"]["picture"]
    watched.refresh("cards/cards.csv", CARDS.replace("Elk;2", "Elk;4"))
    assert browser.ask(f"/card/{old}.png").status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/none", "/page.html", "/routes.py", "/cards/cards.csv", "/card/x.png", f"/card/{'0' * 32}.png",
        f"/large/{'0' * 32}.png", "/../cardtools.toml", "/card/../../cardtools.toml", "/card/%2e%2e/x.png",
        "//etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
    ],
)  # fmt: skip
def test_nothing_else_is_served(browser: Browser, path: str) -> None:
    assert browser.ask(path).status == 404


def test_an_event_tells_of_each_change(browser: Browser, watched: Watched) -> None:
    events = browser.ask("/events")

    def read_version() -> str:
        while not (line := events.readline()).startswith(b"data: "):
            pass
        return line.removeprefix(b"data: ").strip().decode()

    first = watched.board.now.version
    assert read_version() == first
    watched.refresh("cards/cards.csv", CARDS.replace("Elk;2", "Elk;9"))
    last = watched.board.now.version
    versions = [read_version()]  # the pictures are shown before the findings
    while versions[-1] != last:
        versions.append(read_version())
    assert first not in versions


def test_a_change_is_published_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board("cards", ())
    published: list[str] = []
    monkeypatch.setattr(board.feed, "publish", published.append)
    board.show({"summary": "1"})
    board.show({"summary": "1"})
    assert published == [board.now.version]
    board.show({"summary": "2"})
    assert published[1:] == [board.now.version] != published[:1]
