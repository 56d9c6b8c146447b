"""The history page: what it asks for, and what somebody does on it in a browser with two tabs."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from meadow import CARDS
from requests_of import Browser

from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio.history import content_digest
from cardtools.pages.studio.server import page, routes
from cardtools.pages.studio.studio import Studio

PATH = "cards/cards.csv"


def get(browser: Browser, path: str) -> Any:
    answer = browser.ask(path)
    assert answer.status == 200, answer.read()
    return json.loads(answer.read())


def edit(studio: Studio, old: str, new: str, by: str = "one", base: str = "") -> None:
    """Change the table as a tab does that knows this version of it."""
    before = (base or (studio.workspace.content(PATH) or b"").decode()).encode()
    after = before.replace(old.encode(), new.encode())
    studio.workspace.change(by, f"COST of {old[:3]}", {PATH: (content_digest(before), after)}, ["elk"])


def test_events_are_listed_by_card_and_file_and_go_back_to_a_version(
    browser: Browser, studio: Studio
) -> None:
    edit(studio, "Elk;2", "Elk;4")
    assert browser.send("/api/name_version", {"by": "one", "name": " before "}).status == 200
    edit(studio, "Ox;1", "Ox;3")
    found = get(browser, "/api/history?card=elk")
    assert [one["what"] for one in found["events"]] == ["COST of Ox;", "COST of Elk"]
    assert (found["versions"][0]["name"], found["files"], found["more"]) == ("before", [PATH], False)
    assert [one["number"] for one in get(browser, "/api/history?before=2")["events"]] == [1]
    number = found["versions"][0]["number"]
    since = get(browser, f"/api/since?number={number}")
    assert [(one["slug"], one["then"]["COST"]) for one in since["changed"]] == [("ox", "1")]
    assert json.loads(browser.send("/api/restore", {"by": "one", "number": number}).read())["what"]
    assert studio.workspace.content(PATH) == CARDS.replace("Elk;2", "Elk;4").encode()
    studio.workspace.undo("one")
    undone = [one["what"] for one in get(browser, "/api/history")["events"] if one["undone"]]
    assert undone == ["All files as of before"]
    assert browser.send("/api/name_version", {"by": "one", "name": " "}).status == 422


def test_what_changed_since_a_tag_of_git(browser: Browser, studio: Studio, game: Path) -> None:
    who = ["-c", "user.name=one", "-c", "user.email=one@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "First"], ["tag", "v1"]):
        subprocess.run(["git", *words], cwd=game, check=True)
    edit(studio, "Elk;2", "Elk;4")
    edit(studio, "Hare;3;\n", "Owl;5;\nCow;5;\n")
    assert {one["name"] for one in get(browser, "/api/revisions")} > {"v1"}
    since = get(browser, "/api/since?revision=v1")
    assert [one["changes"] for one in since["changed"]] == [[{"column": "COST", "old": "2", "new": "4"}]]
    assert [one["name"] for one in since["added"]] == ["Cow", "Owl"]
    assert [one["then"]["COST"] for one in since["removed"]] == ["3"]
    for name in ("--upload-pack=x", "nothing", "-x", "v1:a", "a b"):
        assert browser.send("/api/since", {}).status == 405
        assert browser.ask(f"/api/since?revision={name.replace(' ', '%20')}").status == 422


def test_tabs_see_each_other(browser: Browser) -> None:
    browser.send("/api/present", {"by": "one", "place": "/card/ox"}).read()
    answer = browser.send("/api/present", {"by": "two", "place": "/card/elk"})
    assert json.loads(answer.read()) == {"others": ["/card/ox"]}


@pytest.mark.end_to_end
def test_two_tabs_a_conflict_as_cards_and_a_bookmark_after_a_restart(chromium: Any, studio: Studio) -> None:
    def settled(condition: Any, seconds: float = 5.0) -> bool:
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            time.sleep(0.02)
        return bool(condition())

    context = chromium.new_context(viewport={"width": 1360, "height": 850})
    with LocalServer("127.0.0.1", 0, page(), routes(studio)) as server:
        first = context.new_page()
        first.goto(server.link)
        first.wait_for_selector(".grid-row")
        first.goto(f"{server.address}#/history")
        first.wait_for_selector(".events li")
        edit(studio, "Elk;2", "Elk;4", "a tab")
        start = time.monotonic()
        first.wait_for_selector(".events :text('COST of Elk')")
        assert time.monotonic() - start < 1
        edit(studio, "Elk;2", "Elk;5", "another", CARDS)
        first.wait_for_selector("#notices .side-card img >> nth=1")
        cards = first.locator("#notices .side-card")
        assert ["5" in cards.nth(0).inner_text(), "4" in cards.nth(1).inner_text()] == [True, True]
        pictures = {first.locator("#notices img").nth(n).get_attribute("src") for n in (0, 1)}
        assert len(pictures) == 2
        cards.nth(0).locator("input").focus()
        first.keyboard.press("Space")
        first.get_by_role("button", name="Keep what is chosen").press("Enter")
        assert settled(lambda: b"Elk;5" in (studio.workspace.content(PATH) or b""))
        assert settled(lambda: first.locator("#notices").is_hidden())
        first.locator(".events").get_by_role("button", name="Undo: COST of Elk: chosen").press("Enter")
        assert settled(lambda: b"Elk;4" in (studio.workspace.content(PATH) or b""))
        context.clear_cookies()  # as after a restart
        second = context.new_page()
        second.goto(f"{server.address}#/history")
        second.get_by_label("Link").fill("a wrong one")
        second.keyboard.press("Enter")
        second.wait_for_selector("#sign-in-said:has-text('not the link')")
        second.get_by_label("Link").fill(server.link)
        second.keyboard.press("Enter")
        second.wait_for_selector(".events li")
        assert second.url.endswith("#/history")
    context.close()
