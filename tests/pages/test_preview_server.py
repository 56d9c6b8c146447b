"""The routes of the page: what they serve, and that it is told when there is something new."""

from __future__ import annotations

import json
import re

import pytest
from meadow import CARDS, Watched
from requests_of import Browser

from cardtools.pages.watch.preview import Board


def test_the_page_needs_nothing_but_this_server(browser: Browser) -> None:
    names = ("/", "/page.css", "/page.js", "/crop.js", "/session.js")
    parts = {path: browser.ask(path).read().decode() for path in names}
    assert not re.search(
        r"https?:|//[a-z]|@import|url\(", "".join(re.sub(r"//  ?[a-zA-Z ].*", "", p) for p in parts.values())
    )
    named = re.findall(r'(?:src|href)="([^"]+)"', parts["/"])
    assert set(named) - {"data:,"} == {"/page.css", "/page.js", "/crop.js", "/session.js"}
    for script in (parts["/page.js"], parts["/crop.js"]):
        assert "innerHTML" not in script  # cards are texts, not pages
        for name in set(re.findall(r'at\("([\w-]+)"\)', script)):
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


def test_the_pictures_of_a_card_are_shown_to_be_cropped(browser: Browser, watched: Watched) -> None:
    (picture,) = json.loads(browser.ask("/pictures/ox.json").read())
    assert picture["image"].startswith("data:image/jpeg;base64,")
    del picture["image"]
    assert picture == {
        "source": "ox.png",
        "width": 200,
        "height": 150,
        "box": [2, 10, 16, 12],
        "whole": False,
        "face": {"focus_x": 0.5, "focus_y": 0.5, "zoom": 1},
        "crop": None,
    }
    assert json.loads(browser.ask("/pictures/hare.json").read()) == []
    for path in ("/pictures/none.json", "/pictures/../ox.json", "/pictures/ox"):
        assert browser.ask(path).status == 404


def test_a_crop_is_kept_and_removed(browser: Browser, watched: Watched) -> None:
    crop = {"focus_x": 0.25, "focus_y": 1, "zoom": 2}
    assert browser.send("/crop", {"picture": "ox.png", "crop": crop}).status == 204
    assert "zoom = 2" in (watched.folder / "cards/crops.toml").read_text()
    (picture,) = json.loads(browser.ask("/pictures/ox.json").read())
    assert (picture["crop"], picture["face"]["zoom"]) == (crop, 1)
    assert browser.send("/crop", {"picture": "ox.png", "crop": None}).status == 204
    assert "ox.png" not in (watched.folder / "cards/crops.toml").read_text()


@pytest.mark.parametrize(
    "sent",
    [
        None, [], "ox.png", {}, {"picture": "ox.png"}, {"picture": 1, "crop": {}},
        {"picture": "ox.png", "crop": 1},
        {"picture": "ox.png", "crop": {"zoom": 0}}, {"picture": "ox.png", "crop": {"zoom": "x"}},
        {"picture": "ox.png", "crop": {"zoom": None}}, {"picture": "ox.png", "crop": {"size": 1}},
        {"picture": "none.png", "crop": {}}, {"picture": "../cards/cards.csv", "crop": {}},
        {"picture": "/etc/passwd", "crop": {}}, {"picture": "ox\0.png", "crop": {}},
    ],
)  # fmt: skip
def test_a_crop_that_makes_no_sense_is_refused(browser: Browser, watched: Watched, sent: object) -> None:
    answer = browser.send("/crop", sent)
    assert answer.status == 422
    (problem,) = json.loads(answer.read())["problems"]
    assert problem["message"]
    assert not (watched.folder / "cards/crops.toml").exists()


def test_a_file_of_crops_with_a_mistake_is_not_overwritten(browser: Browser, watched: Watched) -> None:
    file = watched.folder / "cards/crops.toml"
    file.write_text("[crops\n")
    answer = browser.send("/crop", {"picture": "ox.png", "crop": {}})
    (problem,) = json.loads(answer.read())["problems"]
    assert problem["place"].startswith("cards/crops.toml:1")
    assert file.read_text() == "[crops\n"


def test_a_file_that_cannot_be_written_is_an_answer_too(browser: Browser, watched: Watched) -> None:
    (watched.folder / "cards/crops.toml").symlink_to("/tmp/elsewhere.toml")
    answer = browser.send("/crop", {"picture": "ox.png", "crop": None})
    assert answer.status == 422
    (problem,) = json.loads(answer.read())["problems"]
    assert "cards/crops.toml" in problem["message"] + problem["place"]
