"""A replay at the table, step by step, and as one HTML file that needs no server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from engines import GAMES
from outcome import Outcome
from projects import copied
from requests_of import Browser
from tabs import opened
from test_replays import recorded

from cardtools.commands import play as command
from cardtools.ground.web.local import LocalServer
from cardtools.play.table.opening import described
from cardtools.play.table.replayed import as_html, replay_setting
from cardtools.play.table.routes import PAGE, replay_routes
from cardtools.play.table.table import cards_of
from cardtools.play.view import action_in_words, view

Run = Callable[..., Outcome]
each_game = pytest.mark.parametrize("name", GAMES)


def shown(name: str) -> dict[str, Any]:
    replay = recorded(name)
    return replay_setting(replay, cards_of(replay.engine, {}, described))


def whole(setting: dict[str, Any], number: int) -> Any:
    """The view of a step as the page puts it together."""
    parts, found = setting["parts"], json.loads(json.dumps(setting["steps"][number]["view"]))
    for player in found["players"]:
        player["counters"] = parts[player["counters"]]
        player["rows"] = [dict(parts[row]) for row in player["rows"]]
        for row in player["rows"]:
            if "cards" in row:
                row["cards"] = [parts[card] for card in row["cards"]]
            if "slots" in row:
                row["slots"] = [{**slot, "cards": [parts[n] for n in slot["cards"]]} for slot in row["slots"]]
    return found


@each_game
def test_every_step_shows_the_state_after_its_action(name: str) -> None:
    setting, replay = shown(name), recorded(name)
    actions = replay.record.actions
    assert setting["steps"][0]["action"] == ""
    assert len(setting["steps"]) == len(actions) + 1
    state, _ = replay.state(len(actions) // 2)  # actions are told in words, not in the notation of the file
    action = replay.action(state, 0, actions[len(actions) // 2])
    assert setting["steps"][len(actions) // 2 + 1]["action"] == action_in_words(replay.engine, state, action)
    for number in (0, 1, len(actions) // 2):
        state, _ = replay.state(number)
        expected = json.loads(json.dumps(view(replay.engine, state, -1)))
        assert whole(setting, number) == expected
    assert whole(setting, len(actions))["outcome"]["reason"] == replay.record.outcome.reason  # type: ignore[union-attr]
    assert all(line["text"] for step in setting["steps"] for line in step["log"])


@each_game
def test_nothing_is_in_the_steps_twice(name: str) -> None:
    setting = shown(name)
    parts = [json.dumps(part) for part in setting["parts"]]
    assert len(set(parts)) == len(parts)
    size = len(json.dumps(setting["steps"])) + len(json.dumps(setting["parts"]))
    views = sum(len(json.dumps(whole(setting, number))) for number in range(len(setting["steps"])))
    assert size < views / 3


def test_the_file_has_everything_in_it_and_no_text_of_a_card_ends_its_script() -> None:
    setting = shown("alpha")
    setting["cards"][0]["text"] = "</script><script>alert(1)</script>"
    page = as_html(setting, {}).decode()
    assert "alert(1)</script>" not in page
    assert not re.search(r'(src|href)="(?!data:)', page)
    data = json.loads(page.partition('id="match">')[2].partition("</script>")[0])
    assert data["steps"] == setting["steps"]
    assert [data["cards"][number]["name"] for number in data["numbers"]] == [
        c["name"] for c in setting["cards"]
    ]


def test_a_replay_is_written_as_html_with_the_pictures_of_the_project(
    folder: Path, cardtools: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "replay.json").write_text(recorded("kingdom").text(), "utf-8")
    outcome = cardtools("playtest", "replay", "replay.json", "--html", "plain.html")
    assert outcome.code == 0
    assert "plain.html" in outcome.err + outcome.out
    plain = (folder / "plain.html").read_bytes()
    assert b"data:image/jpeg" not in plain
    assert len(plain) < 400_000
    monkeypatch.chdir(GAMES["kingdom"][0])
    outcome = cardtools(
        "playtest", "replay", str(folder / "replay.json"), "--html", str(folder / "full.html")
    )
    assert outcome.code == 0
    full = (folder / "full.html").read_bytes()
    assert full.count(b"data:image/jpeg") == len({card.name for card in recorded("kingdom").engine.cards})
    assert len(full) < 2_000_000


def test_a_replay_is_served_in_its_own_mode(
    folder: Path, cardtools: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[Any] = []

    def serve(console: Any, what: str, page: Any, routes: Any, serving: Any) -> int:
        with LocalServer("127.0.0.1", 0, page, routes) as server:
            browser = Browser(server)
            browser.enter().read()
            answers.append(json.loads(browser.ask("/setting.json").read()))
            assert browser.ask("/card/0.png").status == 404
            assert browser.ask("/state.json").status == 404
            browser.close()
        return 0

    monkeypatch.setattr(command, "serve", serve)
    monkeypatch.chdir(copied("alpha", folder / "game"))
    Path("replay.json").write_text(recorded("alpha").text(), "utf-8")
    assert cardtools("playtest", "replay", "replay.json", "--no-open").code == 0
    assert answers[0]["mode"] == "replay"
    assert len(answers[0]["steps"]) == len(recorded("alpha").record.actions) + 1


def test_a_replay_that_diverges_is_not_shown(folder: Path, cardtools: Run) -> None:
    data = json.loads(recorded("alpha").text())
    data["actions"][4] = "attack 5 -> 5"
    Path("replay.json").write_text(json.dumps(data), "utf-8")
    outcome = cardtools("playtest", "replay", "replay.json", "--html", "page.html")
    assert outcome.code == 1
    assert "action 5: the action 'attack 5 -> 5' is not legal" in outcome.out
    assert not Path("page.html").exists()


@pytest.mark.end_to_end
@pytest.mark.parametrize("is_file", [True, False])
def test_the_page_steps_through_a_replay(is_file: bool, folder: Path, chromium: Any) -> None:
    setting = shown("kingdom")
    file = folder / "replay.html"
    file.write_bytes(as_html(setting, {}))
    with (
        opened(chromium, (1200, 800)) as (tab, errors),
        LocalServer("127.0.0.1", 0, PAGE, replay_routes(setting, lambda number: None)) as server,
    ):
        tab.goto(file.as_uri() if is_file else server.link)
        last = len(setting["steps"]) - 1
        tab.wait_for_selector(f"#stepped:has-text('0 of {last}')")
        tab.locator("#after").click()
        tab.wait_for_selector(f"#stepped:has-text('1 of {last}')")
        assert setting["steps"][1]["action"] in tab.locator("#question").inner_text()
        tab.locator("h1").click()
        tab.keyboard.press("ArrowRight")
        tab.wait_for_selector(f"#stepped:has-text('2 of {last}')")
        tab.locator("#step").fill(str(last))
        tab.wait_for_selector(f"#stepped:has-text('{last} of {last}')")
        assert setting["steps"][last]["view"]["outcome"]["reason"] in tab.locator("#question").inner_text()
        tab.locator("#first").click()
        tab.wait_for_selector(f"#stepped:has-text('0 of {last}')")
        tab.locator("#after").click()  # hands are drawn once it is decided who begins
        tab.locator("#table .hand .card").first.click()
        assert tab.locator("#inspect h2").inner_text()
        assert errors == []
