"""What the page of the studio asks for and changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from meadow import CARDS
from requests_of import Browser

from cardtools.pages.studio.studio import Studio


def get(browser: Browser, path: str) -> Any:
    answer = browser.ask(path)
    assert answer.status == 200, answer.read()
    return json.loads(answer.read())


@pytest.mark.processes
def test_a_card_is_seen_edited_drawn_and_undone(browser: Browser, studio: Studio, game: Path) -> None:
    card = get(browser, "/api/card?slug=elk")
    assert (card["cells"], card["previous"], card["next"]) == (
        {"NAME": "Elk", "COST": "2", "IMAGE": "elk.png"},
        "ox",
        "hare",
    )
    change = {
        "path": card["path"],
        "version": card["version"],
        "by": "one",
        "what": "COST of Elk",
        "cards": ["elk"],
    }
    answer = browser.send("/api/edit_table", {**change, "cells": [[card["line"], 1, "2", "9"]]})
    assert answer.status == 200
    drawn = json.loads(browser.send("/api/draw", {"slug": "elk"}).read())
    assert drawn["picture"].startswith("data:image/png;base64,")
    before = json.loads(browser.send("/api/draw", {"slug": "elk", "cells": {"COST": "2"}}).read())
    assert before["picture"] != drawn["picture"]
    groups = get(browser, "/api/problems")["groups"]
    found = [one for group in groups for one in group["items"]]
    assert [one["column"] for one in found if "Elk" in one["message"]] == ["COST"]  # at most 5
    assert get(browser, "/api/card?slug=elk")["undo"] == "COST of Elk"
    browser.send("/api/undo", {"by": "one", "card": "elk"})
    assert get(browser, "/api/card?slug=elk")["cells"]["COST"] == "2"
    studio.workspace.write()
    assert (game / "cards/cards.csv").read_text() == CARDS


def test_a_picture_is_sent_again_only_if_it_changed(browser: Browser) -> None:
    first = browser.ask("/picture/ox?dpi=60")
    tag = first.headers["ETag"]
    assert first.read().startswith(b"\x89PNG")
    assert browser.ask("/picture/ox?dpi=60", If_None_Match=tag).status == 304


def test_a_table_is_sent_whole_and_then_what_changed(browser: Browser) -> None:
    whole = get(browser, "/api/table?path=cards/cards.csv")
    assert (whole["slugs"], whole["lines"]) == (["ox", "elk", "hare"], [2, 3, 4])
    edits = [[4, 1, "3", "4"]]
    change = {
        "path": "cards/cards.csv",
        "version": whole["version"],
        "cells": edits,
        "by": "one",
        "what": "x",
    }
    browser.send("/api/edit_table", {**change, "cards": []})
    now = get(browser, f"/api/table?path=cards/cards.csv&known={whole['version']}")
    assert now["rows"][2] == ["Hare", "4", ""]
    same = get(browser, f"/api/table?path=cards/cards.csv&known={now['version']}")
    assert same == {"path": "cards/cards.csv", "version": now["version"]}


def test_a_change_whose_answer_was_lost_is_not_made_twice(browser: Browser) -> None:
    for key, foxes in (("1", 1), ("1", 1), ("2", 2)):
        change = {
            "path": "cards/cards.csv",
            "version": get(browser, "/api/table?path=cards/cards.csv")["version"],
            "add": [[4, {"0": "Fox", "1": "1"}, 0]],
            "by": "one",
            "what": "Fox",
            "cards": [],
        }
        assert browser.send("/api/edit_table", change, Idempotency_Key=key).status == 200
        rows = get(browser, "/api/table?path=cards/cards.csv")["rows"]
        assert [row[0] for row in rows].count("Fox") == foxes


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("edit_table", {"path": "cards/cards.csv"}, 400),
        ("edit_table", [], 400),
        ("text", {"path": "../x", "version": "", "text": "", "by": "", "what": ""}, 422),
        ("text", {"path": ".git/config", "version": "", "text": "", "by": "", "what": ""}, 422),
        ("job", {"words": ["init", "x"]}, 422),
        ("job", {"words": ["sheet", "-o", "x"]}, 422),
        ("job", {"words": ["sheet", "-qo/tmp/x"]}, 422),
        ("job", {"words": ["sheet", "--output=x"]}, 422),
        ("job", {"words": ["playtest", "run", "--agent", "program:touch x"]}, 422),
        ("job", {"words": ["playtest", "run", "--agent=search:a:B"]}, 422),
        ("job", {"words": ["play", "--agent", "program:touch x"]}, 422),
        ("job", {"words": ["play", "--host", "0.0.0.0"]}, 422),
        ("job", {"words": ["play", "--host=0.0.0.0"]}, 422),
        ("job", {"words": ["render", "--deck=/etc/passwd"]}, 422),
        ("draw", {"slug": "none"}, 422),
        ("crop", {"by": "", "picture": "ox.png", "crop": {"zoom": 99}}, 422),
    ],
)
def test_what_makes_no_sense_is_refused(browser: Browser, name: str, value: Any, code: int) -> None:
    assert browser.send(f"/api/{name}", value).status == code


@pytest.mark.parametrize(
    "path", ["/web/studio.html", "/server.py", "/../cardtools.toml", "/output/../cardtools.toml"]
)
def test_nothing_else_is_served(browser: Browser, path: str) -> None:
    assert browser.ask(path).status in (404, 422)
